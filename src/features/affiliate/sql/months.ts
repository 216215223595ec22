import sql, { type Sql } from 'sql-template-tag'
import type { Scope } from '../../../core/scope.ts'
import type { Db } from '../../../core/verb.ts'
import { sumDays } from './book.ts'
import { fenceAccount } from './orders.ts'

/**
 * What each finished row brings a month: what the union said for the month, else the whole on its pay day. Taken back in a
 * later month is a negative amount of that month.
 */
const shares = (where: Sql): Sql => sql`
  select o.account_id, m.month, m.fen from jd_order o cross join lateral (
    select to_date(b.key, 'YYYYMM') as month, b.value::bigint as fen from jsonb_each_text(o.balance_ext) b
    union all select date_trunc('month', o.pay_date)::date, o.fee_fen where o.balance_ext = '{}' and o.pay_date is not null
  ) m where o.state = 'finished' and ${where}`

/** Months of the accounts, newest first. */
export const readMonths = (db: Db, scope: Scope, now: Date) =>
  db.rows<Record<string, unknown>>(sql`
    select a.id::text as "accountId", a.alias as "accountName", to_char(s.month, 'YYYY-MM') as month, s.rows,
      coalesce(c.ours_fen, s.fen) as "oursFen", c.paid_fen as "paidFen", c.diff_fen as "diffFen", c.kind, c.note, c.closed_at as "closedAt",
      c.id is null and a.frozen_through >= (s.month + interval '1 month')::date - 1 as "isReady"
    from (select account_id, month, count(*) as rows, sum(fen)::bigint as fen from (${shares(sql`true`)}) all_shares group by 1, 2) s
    join union_account a on a.id = s.account_id left join jd_month_close c on c.account_id = a.id and c.month = s.month
    where ${fenceAccount(scope)} and s.month <= (${now}::timestamptz at time zone 'Asia/Shanghai')::date order by s.month desc, a.alias limit 120`)

/** An account's month as it stands, the account locked. Undefined: no such account in the scope. */
export const lockMonth = (db: Db, scope: Scope, accountId: string, month: string) =>
  db.one<{ rows: number; oursFen: number; isClosed: boolean; isReady: boolean }>(sql`
    with account as materialized (select a.* from union_account a where a.id = ${accountId} and ${fenceAccount(scope)} for update)
    select (select count(*) from (${shares(sql`o.account_id = ${accountId}`)}) s where s.month = ${`${month}-01`}::date) as rows,
      (select coalesce(sum(s.fen), 0)::bigint from (${shares(sql`o.account_id = ${accountId}`)}) s where s.month = ${`${month}-01`}::date) as "oursFen",
      exists (select from jd_month_close c where c.account_id = ${accountId} and c.month = ${`${month}-01`}::date) as "isClosed",
      coalesce(a.frozen_through >= (${`${month}-01`}::date + interval '1 month')::date - 1, false) as "isReady"
    from account a`)

interface Close {
  accountId: string
  month: string
  oursFen: number
  paidFen: number
  kind: 'none' | 'rounding' | 'correction'
  note: string | null
  userId: string
  now: Date
}
/** Writes the close and books its difference on the first day that is still open; the month's bills are final. */
export async function closeMonth(db: Db, close: Close): Promise<string> {
  const first = `${close.month}-01`
  const closed = await db.one<{ id: string }>(sql`
    insert into jd_month_close (account_id, month, ours_fen, paid_fen, kind, note, closed_by, closed_at)
    values (${close.accountId}, ${first}, ${close.oursFen}, ${close.paidFen}, ${close.kind}, ${close.note}, ${close.userId}, ${close.now}) returning id::text`)
  const booked = await db.rows<{ day: string }>(sql`
    insert into jd_fee_line (account_id, partner_id, order_date, bill_date, kind, fee_fen, partner_fen, at)
    select a.id, null, d.day, d.day, 'close', ${close.paidFen - close.oursFen}, 0, ${close.now} from union_account a cross join lateral (
      select greatest((${close.now}::timestamptz at time zone 'Asia/Shanghai')::date, a.frozen_through + 1) as day) d
    where a.id = ${close.accountId} and ${close.paidFen - close.oursFen}::bigint <> 0 returning bill_date as day`)
  await sumDays(
    db,
    close.accountId,
    booked.map(({ day }) => day),
    close.now,
  )
  await db.rows(sql`
    update jd_daily set closed_at = ${close.now} where account_id = ${close.accountId} and day >= ${first}::date and day < (${first}::date + interval '1 month')::date`)
  return closed!.id
}
