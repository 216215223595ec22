import sql from 'sql-template-tag'
import type { SettlementProduct } from '../../../core/access.ts'
import type { Db } from '../../../core/verb.ts'
import { type ListSource, likePattern } from '../../../kit/sql/list.ts'
import type { PAYOUT_STATES, payoutLists } from '../contract/payouts.ts'
import { type Eye, fenceMoney, fenceStatements } from './statementRows.ts'

export type PayoutState = (typeof PAYOUT_STATES)[number]

/** What is payable of a product, or those named, within the eye. */
export const readPayable = (db: Db, eye: Eye, product: string, ids: readonly string[] | null) =>
  db.rows<{ id: string }>(sql`
    select s.id::text from statement s where s.product_code = ${product} and ${fenceStatements(eye)}
      and (case when ${ids === null} then s.state = 'payable' else s.id = any(${ids ?? []}::bigint[]) end)
    order by s.id limit 5000`)

export async function addBatch(
  db: Db,
  product: SettlementProduct,
  by: string,
  now: Date,
): Promise<{ id: string; no: string }> {
  const made = await db.one<{ id: string; no: string }>(sql`
    with n as (select nextval(pg_get_serial_sequence('payout_batch', 'id')) as id)
    insert into payout_batch (id, no, product_code, created_by, created_at) overriding system value
    select id, 'PB' || to_char(${now}::timestamptz at time zone 'Asia/Shanghai', 'YYYYMMDD') || '-' || lpad(id::text, 6, '0'), ${product}, ${by}, ${now}
    from n returning id::text, no`)
  return made!
}

export interface NewPayout {
  batchId: string
  partnerId: string
  accountId: string
  amountFen: number
  payOn: string
  statements: readonly { id: string; netFen: number }[]
  by: string
  now: Date
}

/**
 * One transfer with its statements, sent. A statement stands in one payout: after a failed one it moves to the next, and
 * the failed one keeps its attempts.
 */
export async function addPayout(db: Db, of: NewPayout): Promise<{ id: string; no: string }> {
  const made = await db.one<{ id: string; no: string }>(sql`
    with n as (select nextval(pg_get_serial_sequence('payout', 'id')) as id)
    insert into payout (id, no, batch_id, partner_id, bank_account_id, amount_fen, state, pay_on, created_by, created_at) overriding system value
    select id, 'PO' || to_char(${of.now}::timestamptz at time zone 'Asia/Shanghai', 'YYYYMMDD') || '-' || lpad(id::text, 6, '0'), ${of.batchId},
      ${of.partnerId}, ${of.accountId}, ${of.amountFen}, 'paying', ${of.payOn}, ${of.by}, ${of.now}
    from n returning id::text, no`)
  await db.rows(sql`
    insert into payout_statement (payout_id, statement_id, amount_fen)
    select ${made!.id}, s.id, s."netFen" from jsonb_to_recordset(${JSON.stringify(of.statements)}::jsonb) s (id bigint, "netFen" bigint)
    on conflict (statement_id) do update set payout_id = excluded.payout_id, amount_fen = excluded.amount_fen`)
  await addAttempt(db, made!.id, { result: 'sent', by: of.by, now: of.now })
  return made!
}

interface Attempt {
  result: 'sent' | 'paid' | 'failed'
  by: string
  now: Date
  fileHash?: string
  bankRef?: string | null
  reason?: string | null
}
async function addAttempt(db: Db, payoutId: string, of: Attempt): Promise<void> {
  await db.rows(sql`
    insert into payout_attempt (payout_id, attempt, file_hash, result, bank_ref, reason, at, actor_id)
    select ${payoutId}, coalesce(max(attempt), 0) + 1, decode(${of.fileHash ?? null}::text, 'hex'), ${of.result}, ${of.bankRef ?? null}, ${of.reason ?? null},
      ${of.now}, ${of.by} from payout_attempt where payout_id = ${payoutId}`)
}

export interface LockedPayout {
  id: string
  no: string
  partnerId: string
  amountFen: number
  state: PayoutState
  bankRef: string | null
  version: number
}
const LOCKED = sql`o.id::text, o.no, o.partner_id::text as "partnerId", o.amount_fen as "amountFen", o.state, o.bank_ref as "bankRef", o.version`
const fencePayouts = (eye: Eye) => fenceMoney(eye, sql`b.product_code`, sql`o.partner_id`)

export const lockPayout = (db: Db, eye: Eye, id: string): Promise<LockedPayout | undefined> =>
  db.one<LockedPayout>(sql`
    select ${LOCKED} from payout o join payout_batch b on b.id = o.batch_id where o.id = ${id} and ${fencePayouts(eye)} for update of o`)

/** Payouts by their numbers, in the order of their ids, so that two files cannot block each other. */
export const lockPayouts = (db: Db, eye: Eye, nos: readonly string[]): Promise<LockedPayout[]> =>
  db.rows<LockedPayout>(sql`
    select ${LOCKED} from payout o join payout_batch b on b.id = o.batch_id where o.no = any(${nos}) and ${fencePayouts(eye)} order by o.id for update of o`)

export const readStatementsOf = (db: Db, payoutId: string) =>
  db.rows<{ id: string }>(
    sql`select statement_id::text as id from payout_statement where payout_id = ${payoutId} order by statement_id`,
  )

/** Whether the bank named another payout by this reference. */
export const isRefUsed = (db: Db, bankRef: string) => db.one(sql`select 1 from payout where bank_ref = ${bankRef}`)

/** Ends a payout that is on its way; the new version, or undefined where it is not. */
export async function endPayout(
  db: Db,
  payout: LockedPayout,
  of: Attempt & { result: 'paid' | 'failed' },
): Promise<number | undefined> {
  const done = await db.one<{ version: number }>(sql`
    update payout set state = ${of.result}, bank_ref = ${of.result === 'paid' ? (of.bankRef ?? null) : null}, failure = ${of.result === 'failed' ? (of.reason ?? null) : null},
      paid_at = ${of.result === 'paid' ? of.now : null}::timestamptz, version = version + 1
    where id = ${payout.id} and state = 'paying' and version = ${payout.version} returning version`)
  if (done) await addAttempt(db, payout.id, of)
  return done?.version
}

export const readBatch = (db: Db, eye: Eye, id: string) =>
  db.one<{ id: string; no: string }>(sql`
    select b.id::text, b.no from payout_batch b where b.id = ${id} and exists (
      select from payout o where o.batch_id = b.id and ${fencePayouts(eye)})`)

export interface BankRow {
  no: string
  holder: string
  bankName: string
  sealed: Uint8Array
  amountFen: number
  payOn: string
}
/** The transfers of a batch that are on their way, for the bank. */
export const readBankRows = (db: Db, eye: Eye, batchId: string): Promise<BankRow[]> =>
  db.rows<BankRow>(sql`
    select o.no, a.holder, a.bank_name as "bankName", a.number_sealed as sealed, o.amount_fen as "amountFen", o.pay_on as "payOn"
    from payout o join payout_batch b on b.id = o.batch_id join bank_account a on a.id = o.bank_account_id
    where o.batch_id = ${batchId} and o.state = 'paying' and ${fencePayouts(eye)} order by o.id`)

export async function noteExported(db: Db, batchId: string, now: Date): Promise<void> {
  await db.rows(sql`update payout_batch set exported_at = coalesce(exported_at, ${now}) where id = ${batchId}`)
}

export interface ResultReport {
  paid: number
  failed: number
  refused: { row: number; payoutNo: string; reason: string; msg: string }[]
}
/** The file of a result, once: false where it was read before. */
export const addResultFile = (db: Db, hash: string, name: string, by: string, now: Date) =>
  db.one(sql`
    insert into bank_result_file (file_hash, file_name, counts, uploaded_by, uploaded_at)
    values (decode(${hash}, 'hex'), ${name}, '{}', ${by}, ${now}) on conflict (file_hash) do nothing returning 1`)
export const readResultFile = (db: Db, hash: string) =>
  db.one<{ counts: { paid: number; failed: number }; refusals: ResultReport['refused'] }>(sql`
    select counts, refusals from bank_result_file where file_hash = decode(${hash}, 'hex')`)
export async function noteResults(db: Db, hash: string, { paid, failed, refused }: ResultReport): Promise<void> {
  await db.rows(sql`
    update bank_result_file set counts = ${JSON.stringify({ paid, failed })}::jsonb, refusals = ${JSON.stringify(refused)}::jsonb
    where file_hash = decode(${hash}, 'hex')`)
}

export const payoutSource: ListSource<(typeof payoutLists)[SettlementProduct]> = {
  keys: () => sql`payout o join payout_batch b on b.id = o.batch_id join partner p on p.id = o.partner_id`,
  id: sql`o.id`,
  rows: sql`join payout o on o.id = page.id join payout_batch b on b.id = o.batch_id join partner p on p.id = o.partner_id
    join bank_account a on a.id = o.bank_account_id`,
  columns: {
    payoutId: sql`o.id::text`,
    no: sql`o.no`,
    partnerName: sql`p.name`,
    batchNo: sql`b.no`,
    statements: sql`(select count(*) from payout_statement where payout_id = o.id)`,
    amountFen: sql`o.amount_fen`,
    state: sql`o.state`,
    payOn: sql`o.pay_on`,
    accountEnd: sql`a.number_end`,
    bankRef: sql`o.bank_ref`,
    failure: sql`o.failure`,
    attempts: sql`(select count(*) from payout_attempt where payout_id = o.id)`,
    createdAt: sql`o.created_at`,
    paidAt: sql`o.paid_at`,
    batchId: sql`b.id::text`,
    version: sql`o.version`,
  },
  sorts: { amountFen: sql`o.amount_fen`, payOn: sql`o.pay_on`, createdAt: sql`o.created_at` },
  filters: {
    amountFen: sql`o.amount_fen`,
    state: sql`o.state`,
    payOn: sql`o.pay_on`,
    createdAt: sql`o.created_at`,
    partnerId: sql`o.partner_id`,
    keyword: (filter) =>
      filter.kind === 'contains'
        ? sql`(o.no ilike ${likePattern(filter.text)} or p.name ilike ${likePattern(filter.text)})`
        : sql`true`,
  },
}
export const fencePayoutList = (eye: Eye, product: SettlementProduct) =>
  sql`(b.product_code = ${product} and ${fencePayouts(eye)})`
