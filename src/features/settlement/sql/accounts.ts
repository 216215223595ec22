import sql from 'sql-template-tag'
import type { Db } from '../../../core/verb.ts'
import { type Eye, fenceMoney } from './statementRows.ts'

type State = 'waiting' | 'verified' | 'rejected' | 'replaced' | 'cancelled'
export interface Account {
  accountId: string
  partnerId: string
  partnerName: string
  holder: string
  bankName: string
  numberEnd: string
  state: State
  createdAt: string
  usableFrom: string | null
  isCooling: boolean
  rejection: string | null
  former: { bankName: string; numberEnd: string } | null
  /** The partner's certified name where the holder is another. */
  otherName: string | null
  version: number
}
const columns = (
  now: Date,
) => sql`b.id::text as "accountId", b.partner_id::text as "partnerId", p.name as "partnerName", b.holder,
  b.bank_name as "bankName", b.number_end as "numberEnd", b.state, b.created_at as "createdAt", b.usable_from as "usableFrom",
  coalesce(b.usable_from > ${now}, false) as "isCooling", b.rejection,
  (select jsonb_build_object('bankName', f.bank_name, 'numberEnd', f.number_end) from bank_account f where f.id = b.former_id) as former,
  (select c.name from certification c
    where c.partner_id = b.partner_id and c.state = 'passed' and plain_name(c.name) <> plain_name(b.holder)) as "otherName",
  b.version`

/** The accounts of partners that are in use or wait. */
export const readAccounts = (db: Db, partnerIds: readonly string[], now: Date): Promise<Account[]> =>
  db.rows<Account>(sql`
    select ${columns(now)} from bank_account b join partner p on p.id = b.partner_id
    where b.partner_id = any(${partnerIds}::bigint[]) and b.state in ('waiting', 'verified')`)

/** The accounts an eye may see, through the products its partners are paid for; of those refused the last of a partner. */
export const listAccounts = (db: Db, eye: Eye, now: Date): Promise<Account[]> =>
  db.rows<Account>(sql`
    select ${columns(now)} from bank_account b join partner p on p.id = b.partner_id
    where (b.state in ('waiting', 'verified') or b.state = 'rejected' and not exists (
        select from bank_account later where later.partner_id = b.partner_id and later.id > b.id and later.state <> 'cancelled'))
      and exists (select from user_product up
        where up.user_id = ${eye.userId} and ${fenceMoney(eye, sql`up.product_code`, sql`p.id`)})
    order by b.state = 'waiting' desc, b.id desc limit 500`)

/** The name a partner is certified by, and whether a holder is that name; undefined where it is not certified. */
export const readCertifiedName = (
  db: Db,
  partnerId: string,
  holder: string,
): Promise<{ name: string; isHolder: boolean } | undefined> =>
  db.one(sql`
    select name, plain_name(name) = plain_name(${holder}) as "isHolder" from certification
    where partner_id = ${partnerId} and state = 'passed'`)

export interface NewAccount {
  partnerId: string
  holder: string
  bankName: string
  sealed: Uint8Array
  end: string
  usableFrom: Date | null
  by: string
  now: Date
}

/** Changes of a partner's account take turns. */
const lockPartner = (db: Db, partnerId: string) =>
  db.rows(sql`select 1 from partner where id = ${partnerId} for no key update`)

/** Names a partner's account; the one it had is kept as replaced. */
export async function setAccount(db: Db, of: NewAccount): Promise<{ id: string; formerEnd: string | null }> {
  await lockPartner(db, of.partnerId)
  const former = await db.one<{ id: string; state: State; end: string }>(sql`
    select id::text, state, number_end as end from bank_account
    where partner_id = ${of.partnerId} and state in ('waiting', 'verified') for update`)
  if (former)
    await db.rows(sql`update bank_account set state = 'replaced', version = version + 1 where id = ${former.id}`)
  const made = await db.one<{ id: string }>(sql`
    insert into bank_account (partner_id, holder, bank_name, number_sealed, number_end, usable_from, former_id, former_state, created_by, created_at)
    values (${of.partnerId}, ${of.holder}, ${of.bankName}, ${of.sealed}, ${of.end}, ${of.usableFrom}, ${former?.id ?? null},
      ${former?.state ?? null}, ${of.by}, ${of.now}) returning id::text`)
  return { id: made!.id, formerEnd: former?.end ?? null }
}

export interface LockedAccount {
  state: State
  version: number
  partnerId: string
  holder: string
  numberEnd: string
  isCooling: boolean
  formerId: string | null
}
/** An account, locked with its partner; null for `partnerId` is any partner's. */
export async function lockAccount(
  db: Db,
  id: string,
  partnerId: string | null,
  now: Date,
): Promise<LockedAccount | undefined> {
  if (partnerId) await lockPartner(db, partnerId)
  return db.one<LockedAccount>(sql`
    select state, version, partner_id::text as "partnerId", holder, number_end as "numberEnd", former_id::text as "formerId",
      coalesce(usable_from > ${now}, false) as "isCooling"
    from bank_account where id = ${id} and (${partnerId}::bigint is null or partner_id = ${partnerId}::bigint) for update`)
}

export const verifyAccount = (
  db: Db,
  id: string,
  of: { state: 'verified' | 'rejected'; rejection: string | null; by: string; now: Date },
) =>
  db.one(sql`
    update bank_account set state = ${of.state}, rejection = ${of.rejection}, verified_by = ${of.by}, verified_at = ${of.now},
      version = version + 1
    where id = ${id} and state = 'waiting' returning 1`)

/** Takes an account back; the one before it stands again as it was. */
export async function cancelAccount(db: Db, id: string, formerId: string | null): Promise<void> {
  await db.rows(sql`update bank_account set state = 'cancelled', version = version + 1 where id = ${id}`)
  if (formerId)
    await db.rows(sql`
      update bank_account f set state = b.former_state, version = f.version + 1 from bank_account b
      where b.id = ${id} and f.id = b.former_id and f.state = 'replaced'`)
}
