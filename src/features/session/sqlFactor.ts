import sql from 'sql-template-tag'
import type { Db } from '../../core/verb.ts'

export interface Factor {
  secret: Uint8Array
  isConfirmed: boolean
  lastStep: number
}

/** Whether an account asks for a code when it signs in. */
export async function hasFactor(db: Db, userId: string): Promise<boolean> {
  const found = await db.one(sql`select 1 from second_factor where user_id = ${userId} and confirmed_at is not null`)
  return !!found
}

/** The second factor of an account, its row locked: two uses of one code take turns. */
export const lockFactor = (db: Db, userId: string): Promise<Factor | undefined> =>
  db.one(sql`
    select secret, confirmed_at is not null as "isConfirmed", last_step::float8 as "lastStep"
    from second_factor where user_id = ${userId} for update`)

/** Begins, or begins anew; false when one is on already. */
export async function beginFactor(db: Db, userId: string, secret: Uint8Array): Promise<boolean> {
  const begun = await db.one(sql`
    insert into second_factor as f (user_id, secret) values (${userId}, ${secret})
    on conflict (user_id) do update set secret = excluded.secret, last_step = 0 where f.confirmed_at is null
    returning 1`)
  return !!begun
}

export async function confirmFactor(db: Db, userId: string, step: number, hashes: Uint8Array[]): Promise<void> {
  await db.rows(sql`update second_factor set confirmed_at = now(), last_step = ${step} where user_id = ${userId}`)
  await db.rows(sql`insert into recovery_code (user_id, code_hash) select ${userId}, unnest(${hashes}::bytea[])`)
}

export async function takeStep(db: Db, userId: string, step: number): Promise<void> {
  await db.rows(sql`update second_factor set last_step = ${step} where user_id = ${userId}`)
}

/** Uses a recovery code up; false when there is none of this hash that is unused. */
export async function spendRecovery(db: Db, userId: string, hash: Uint8Array): Promise<boolean> {
  const spent = await db.one(sql`
    update recovery_code set used_at = now() where user_id = ${userId} and code_hash = ${hash} and used_at is null returning 1`)
  return !!spent
}

/** Takes the second factor away with its recovery codes; false when there was none. */
export async function dropFactor(db: Db, userId: string): Promise<boolean> {
  await db.rows(sql`delete from recovery_code where user_id = ${userId}`)
  const dropped = await db.one(sql`delete from second_factor where user_id = ${userId} returning 1`)
  return !!dropped
}

export async function readFactorInfo(
  db: Db,
  userId: string,
): Promise<{ isOn: boolean; since: string | null; recoveryLeft: number }> {
  const found = await db.one<{ isOn: boolean; since: string | null; recoveryLeft: number }>(sql`
    select f.confirmed_at is not null as "isOn", f.confirmed_at as since,
      (select count(*) from recovery_code r where r.user_id = u.id and r.used_at is null) as "recoveryLeft"
    from app_user u left join second_factor f on f.user_id = u.id where u.id = ${userId}`)
  return found!
}
