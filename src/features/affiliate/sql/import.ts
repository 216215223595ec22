import sql from 'sql-template-tag'
import type { Scope } from '../../../core/scope.ts'
import type { Db } from '../../../core/verb.ts'
import { book, lockAccount } from './book.ts'
import { fenceAccount } from './orders.ts'

/** What an order taken back is: a code the union does not have, so it is worth nothing until a file brings it again. */
const TAKEN_BACK = -1

/** Gives each row its account and what it would do, in the order of the file. */
export async function classify(db: Db, scope: Scope): Promise<void> {
  await db.rows(sql`
    with judged as (
      select e.row_no, found.id as account_id, found.matches, o.id as order_id, o.valid_code,
        row_number() over (partition by found.id, e.data->>'id'
          order by (e.data->>'modifiedAt')::timestamptz desc, e.row_no desc) as place,
        o.id is not null and ((e.data->>'modifiedAt')::timestamptz < o.modified_at
          or (e.data->>'modifiedAt')::timestamptz = o.modified_at and o.digest = e.data->>'digest') as is_known,
        o.id is not null and (e.data->>'rank')::int < case o.state when 'pending' then 0 when 'paid' then 1 when 'finished' then 2
          when 'unknown' then 0 else 3 end as is_back
      from import_entry e
      left join lateral (
        select min(a.id) as id, count(*) as matches from union_account a
        where (a.union_id = e.data->>'unionId' or a.alias = e.data->>'unionId') and ${fenceAccount(scope)}
      ) found on true
      left join jd_order o on o.account_id = found.id and o.row_id = e.data->>'id'
    )
    update import_entry e set data = e.data || jsonb_build_object('accountId', j.account_id::text), before = j.valid_code::text,
      state = case when j.matches <> 1 or j.place > 1 then null when j.order_id is null then 'fresh' when j.is_known then 'unchanged'
        when j.is_back then null else 'changed' end,
      field = case when j.matches <> 1 then 'unionId' when j.place > 1 then 'id' when j.is_back and not j.is_known then 'validCode' end,
      reason = case when j.matches = 0 then 'ACCOUNT_NOT_FOUND' when j.matches > 1 then 'ACCOUNT_AMBIGUOUS' when j.place > 1 then 'TWICE'
        when j.is_back and not j.is_known then 'STATE_BACK' end
    from judged j where j.row_no = e.row_no`)
}

/** The rows to be written, account by account. */
export const readTaken = (db: Db): Promise<{ accountId: string; jd: string[] }[]> =>
  db.rows(sql`
    select data->>'accountId' as "accountId", array_agg(data->>'jd' order by row_no) as jd
    from import_entry where state in ('fresh', 'changed') group by 1 order by (data->>'accountId')::bigint`)

/** Keeps what stands before an import writes, with the account locked. */
export async function keepBefore(
  db: Db,
  importId: string,
  accountId: string,
  rowIds: readonly string[],
): Promise<void> {
  await lockAccount(db, accountId)
  await db.rows(sql`
    insert into import_change (import_id, entity, row_id, before) select ${importId}, 'jdOrder', o.id, to_jsonb(o)
    from jd_order o where o.account_id = ${accountId} and o.row_id = any(${rowIds}::text[])`)
}

const MARK = sql`o.digest || ' ' || o.modified_at || ' ' || coalesce(o.partner_id::text, '-')`

/** Keeps which orders an import made, and how it left all it wrote. */
export async function keepAfter(db: Db, importId: string, accountId: string, rowIds: readonly string[]): Promise<void> {
  await db.rows(sql`
    insert into import_change (import_id, entity, row_id) select ${importId}, 'jdOrder', o.id
    from jd_order o where o.account_id = ${accountId} and o.row_id = any(${rowIds}::text[])
      and not exists (select from import_change c where c.import_id = ${importId} and c.entity = 'jdOrder' and c.row_id = o.id)`)
  await db.rows(sql`
    update import_change c set mark = ${MARK} from jd_order o
    where c.import_id = ${importId} and c.entity = 'jdOrder' and o.id = c.row_id and o.account_id = ${accountId}`)
}

/** Orders of an import of which the union or somebody said more since. */
export async function touchedOrders(db: Db, importId: string): Promise<string[]> {
  const rows = await db.rows<{ name: string }>(sql`
    select o.order_id as name from import_change c join jd_order o on o.id = c.row_id
    where c.import_id = ${importId} and c.entity = 'jdOrder' and c.mark is distinct from ${MARK} order by o.id`)
  return rows.map(({ name }) => name)
}

const OF_IMPORT = (importId: string, accountId: string) =>
  sql`c.import_id = ${importId} and c.entity = 'jdOrder' and o.id = c.row_id and o.account_id = ${accountId}`

/**
 * Takes an import's orders back. Books are never changed, so an order it made stays as one worth nothing; one it changed
 * is as it was. What either was worth is booked out, on the day the books take it.
 */
export async function revertOrders(
  db: Db,
  importId: string,
  now: Date,
): Promise<{ accountId: string; taken: number; restored: number }[]> {
  const accounts = await db.rows<{ accountId: string }>(sql`
    select distinct o.account_id::text as "accountId", o.account_id from import_change c join jd_order o on o.id = c.row_id
    where c.import_id = ${importId} and c.entity = 'jdOrder' order by o.account_id`)
  const done = []
  for (const { accountId } of accounts) {
    await lockAccount(db, accountId)
    const days = await db.rows<{ day: string }>(sql`
      select distinct d.day from import_change c join jd_order o on ${OF_IMPORT(importId, accountId)}
      cross join lateral (values (o.order_date), (o.finish_date), (o.pay_date)) d(day) where d.day is not null`)
    const taken = await db.rows<{ id: string }>(sql`
      update jd_order o set valid_code = ${TAKEN_BACK}, digest = '', updated_at = ${now}
      from import_change c where ${OF_IMPORT(importId, accountId)} and c.before is null returning o.id::text`)
    const restored = await db.rows<{ id: string }>(sql`
      update jd_order o set order_id = b.order_id, parent_id = b.parent_id, ordered_at = b.ordered_at, finished_at = b.finished_at,
        modified_at = b.modified_at, order_date = b.order_date, finish_date = b.finish_date, report_date = b.report_date,
        sku_id = b.sku_id, sku_name = b.sku_name, sku_num = b.sku_num, return_num = b.return_num, frozen_num = b.frozen_num,
        price_fen = b.price_fen, category_code = b.category_code, category_name = b.category_name, shop_name = b.shop_name,
        emt = b.emt, plus = b.plus, trace_type = b.trace_type, commission_rate_ppm = b.commission_rate_ppm,
        share_rate_ppm = b.share_rate_ppm, subsidy_rate_ppm = b.subsidy_rate_ppm, final_rate_ppm = b.final_rate_ppm,
        est_base_fen = b.est_base_fen, est_fee_fen = b.est_fee_fen, act_base_fen = b.act_base_fen, act_fee_fen = b.act_fee_fen,
        pro_price_fen = b.pro_price_fen, gift_fen = b.gift_fen, valid_code = b.valid_code, pay_date = b.pay_date,
        balance_ext = b.balance_ext, position_id = b.position_id, sub_union_id = b.sub_union_id, pid = b.pid,
        express_status = b.express_status, partner_id = b.partner_id, creator_id = b.creator_id, video_id = b.video_id,
        digest = b.digest, updated_at = ${now}
      from import_change c cross join lateral jsonb_populate_record(null::jd_order, c.before) b
      where ${OF_IMPORT(importId, accountId)} and c.before is not null returning o.id::text`)
    const ids = [...taken, ...restored].map(({ id }) => id)
    await book(
      db,
      accountId,
      ids,
      days.map(({ day }) => day),
      now,
    )
    done.push({ accountId, taken: taken.length, restored: restored.length })
  }
  return done
}
