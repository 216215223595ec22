import sql from 'sql-template-tag'
import type { Db } from '../../../core/verb.ts'

export type LedgerAccount =
  | 'platform_receivable'
  | 'partner_payable'
  | 'fee_income'
  | 'tax_withheld'
  | 'hold'
  | 'payout_transit'
  | 'bank'
export type JournalKind = 'accrue' | 'hold' | 'release' | 'tax' | 'payout' | 'paid' | 'pay_failed' | 'reversal'

export interface Entry {
  account: LedgerAccount
  /** A partner's id; '0' where the account is ours. */
  owner: string
  /** Debit plus, credit minus. */
  fen: number
}

export interface Journal {
  kind: JournalKind
  /** Once per kind: the same movement cannot be written twice. */
  ref: string
  at: Date
  actorId: string | null
  entries: readonly Entry[]
}

/** Writes a journal; entries of nothing are left out, and a journal of nothing is none. */
export async function post(db: Db, { kind, ref, at, actorId, entries }: Journal): Promise<void> {
  const moved = entries.filter(({ fen }) => fen !== 0)
  if (moved.length === 0) return
  await db.rows(sql`
    with j as (insert into ledger_journal (kind, ref, at, actor_id) values (${kind}, ${ref}, ${at}, ${actorId}::bigint) returning id)
    insert into ledger_entry (journal_id, entry_no, account, owner_id, amount_fen)
    select j.id, e.nr, e.account, e.owner, e.fen
    from j cross join unnest(${moved.map(({ account }) => account)}::text[], ${moved.map(({ owner }) => owner)}::bigint[],
      ${moved.map(({ fen }) => fen)}::bigint[]) with ordinality e (account, owner, fen, nr)`)
}

/** Writes the opposite of all that was written about a statement. */
export async function reverse(db: Db, statementId: string, at: Date, actorId: string): Promise<void> {
  await db.rows(sql`
    with old as (
      select e.account, e.owner_id, -sum(e.amount_fen)::bigint as fen from ledger_journal j join ledger_entry e on e.journal_id = j.id
      where j.ref = ${`statement:${statementId}`} and j.kind in ('accrue', 'tax') group by 1, 2 having sum(e.amount_fen) <> 0
    ), j as (
      insert into ledger_journal (kind, ref, at, actor_id) select 'reversal', ${`statement:${statementId}`}, ${at}, ${actorId}::bigint
      where exists (select from old) returning id
    )
    insert into ledger_entry (journal_id, entry_no, account, owner_id, amount_fen)
    select j.id, row_number() over (order by account, owner_id), account, owner_id, fen from j cross join old`)
}

/** Income of upstream and what of it is the partner's, of the lines that have both, in fen. */
export async function readIncome(db: Db, statementId: string): Promise<{ baseFen: number; shareFen: number }> {
  const found = await db.one<{ baseFen: number; shareFen: number }>(sql`
    select coalesce(fen_of_micro(sum(l.base_micro)::bigint), 0)::bigint as "baseFen", coalesce(sum(l.amount_fen), 0)::bigint as "shareFen"
    from statement_line l where l.statement_id = ${statementId} and l.adjustment_id is null`)
  return found!
}

export const readBalances = (db: Db) =>
  db.rows<{ account: string; amountFen: number }>(sql`
    select account, sum(amount_fen)::bigint as "amountFen" from ledger_balance group by 1 order by 1`)

export interface Fault {
  kind: string
  ref: string
  amountFen: number
}

/**
 * What would be wrong: a journal that does not sum to zero, a balance that is not the sum of its entries, a statement
 * whose ledger is not what it says. Empty is right.
 */
export const findFaults = (db: Db): Promise<Fault[]> =>
  db.rows<Fault>(sql`
    select 'journal' as kind, journal_id::text as ref, sum(amount_fen)::bigint as "amountFen" from ledger_entry group by journal_id having sum(amount_fen) <> 0
    union all
    select 'balance', coalesce(b.account, e.account) || ':' || coalesce(b.owner_id, e.owner_id), (coalesce(b.amount_fen, 0) - coalesce(e.sum, 0))::bigint
    from ledger_balance b full join (select account, owner_id, sum(amount_fen) as sum from ledger_entry group by 1, 2) e
      on e.account = b.account and e.owner_id = b.owner_id
    where coalesce(b.amount_fen, 0) <> coalesce(e.sum, 0)
    union all
    select 'statement', s.id::text, (s.net_fen - s.carry_fen + coalesce(e.sum, 0))::bigint from statement s left join lateral (
      select sum(e.amount_fen) as sum from ledger_journal j join ledger_entry e on e.journal_id = j.id and e.account = 'partner_payable'
      where j.ref = 'statement:' || s.id and j.kind in ('accrue', 'tax')) e on true
    where s.locked_at is not null and s.net_fen - s.carry_fen + coalesce(e.sum, 0) <> 0
    union all
    select 'lines', s.id::text, (s.net_fen + s.tax_fen - coalesce(l.sum, 0))::bigint from statement s left join lateral (
      select sum(amount_fen) as sum from statement_line where statement_id = s.id) l on true
    where s.state not in ('building', 'voided') and s.net_fen + s.tax_fen <> coalesce(l.sum, 0)
    limit 200`)

export async function noteCheck(db: Db, faults: readonly Fault[], now: Date): Promise<void> {
  await db.rows(sql`
    insert into ledger_check (at, journals, faults) select ${now}, count(*), ${JSON.stringify(faults)}::jsonb from ledger_journal`)
}

export const readCheck = (db: Db) =>
  db.one<{ at: string; journals: number; faults: Fault[] }>(
    sql`select at, journals, faults from ledger_check order by id desc limit 1`,
  )
