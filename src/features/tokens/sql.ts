import sql from 'sql-template-tag'
import type { TokenScope } from '../../core/access.ts'
import type { Db } from '../../core/verb.ts'

export interface Token {
  id: string
  name: string
  prefix: string
  scopes: TokenScope[]
  state: 'living' | 'expired' | 'revoked'
  createdAt: string
  expiresAt: string
  lastUsedAt: string | null
}

export const listTokens = (db: Db, userId: string): Promise<Token[]> =>
  db.rows(sql`
    select id::text, name, prefix, scopes,
      case when revoked_at is not null then 'revoked' when expires_at <= now() then 'expired' else 'living' end as state,
      created_at as "createdAt", expires_at as "expiresAt", last_used_at as "lastUsedAt"
    from api_token where user_id = ${userId} order by revoked_at is null and expires_at > now() desc, id desc limit 100`)

/** Makes the changes of one owner take turns, so that a count stays true until it is acted on. */
export async function lockOwner(db: Db, userId: string): Promise<void> {
  await db.rows(sql`select 1 from app_user where id = ${userId} for no key update`)
}

export async function countLiving(db: Db, userId: string): Promise<number> {
  const row = await db.one<{ count: number }>(sql`
    select count(*) as count from api_token where user_id = ${userId} and revoked_at is null and expires_at > now()`)
  return row!.count
}

export async function insertToken(
  db: Db,
  token: {
    userId: string
    name: string
    prefix: string
    hash: Uint8Array
    scopes: readonly TokenScope[]
    days: number
  },
): Promise<{ id: string; expiresAt: string }> {
  const made = await db.one<{ id: string; expiresAt: string }>(sql`
    insert into api_token (user_id, name, prefix, token_hash, scopes, expires_at)
    values (${token.userId}, ${token.name}, ${token.prefix}, ${token.hash}, ${[...token.scopes]},
      now() + make_interval(days => ${token.days}))
    returning id::text, expires_at as "expiresAt"`)
  return made!
}

/** Ends a token of a user; undefined when there is none of this id. One that has ended already stays as it is. */
export function endToken(
  db: Db,
  userId: string,
  id: string,
): Promise<{ name: string; wasLiving: boolean } | undefined> {
  return db.one(sql`
    with found as (select id, name, revoked_at from api_token where id = ${id} and user_id = ${userId} for update),
    ended as (
      update api_token t set revoked_at = now(), revoked_reason = 'owner' from found
      where t.id = found.id and found.revoked_at is null
    )
    select name, revoked_at is null as "wasLiving" from found`)
}
