import sql from 'sql-template-tag'
import type { Db } from '../../../core/verb.ts'

/** A row of a file of links; `holder` is the row of ours that has the post already. */
export interface Link {
  rowNo: number
  distId: string
  platform: string
  itemId: string
  holder: string | null
}

export function readLinks(db: Db): Promise<Link[]> {
  return db.rows(sql`
    select e.row_no as "rowNo", e.data->>'distId' as "distId", e.data->>'platform' as platform, e.data->>'itemId' as "itemId",
      r.distribution_id::text as holder
    from import_entry e
    left join dist_receipt r on r.platform = e.data->>'platform' and r.platform_item_id = e.data->>'itemId'
    order by e.row_no`)
}

export interface Verdict {
  rowNo: number
  state: 'fresh' | 'unchanged' | null
  reason: string | null
  field: string | null
}

export async function writeVerdicts(db: Db, verdicts: readonly Verdict[]): Promise<void> {
  await db.rows(sql`
    update import_entry e set state = v.state, reason = v.reason, field = v.field
    from jsonb_to_recordset(${JSON.stringify(verdicts)}::jsonb) as v ("rowNo" int, state text, reason text, field text)
    where e.row_no = v."rowNo"`)
}

export async function countTasks(db: Db): Promise<number> {
  const row = await db.one<{ n: number }>(
    sql`select count(distinct data->>'distId') as n from import_entry where state = 'fresh'`,
  )
  return row!.n
}

interface Post {
  distId: string
  platform: string
  itemId: string
}

/** Adds the new links; one that was handed in elsewhere meanwhile refuses its row. */
export async function addReceipts(db: Db, importId: string, now: Date): Promise<Post[]> {
  const added = await db.rows<Post>(sql`
    with made as (
      insert into dist_receipt (distribution_id, channel_account, platform, platform_item_id, post_url, published_at, created_at)
      select (e.data->>'distId')::bigint, e.data->>'account', e.data->>'platform', e.data->>'itemId', e.data->>'url', ${now}, ${now}
      from import_entry e where e.state = 'fresh' order by e.row_no
      on conflict (platform, platform_item_id) do nothing returning *
    ), kept as (
      insert into import_change (import_id, entity, row_id) select ${importId}, 'receipt', id from made
    ), channels as (
      insert into supplier_channel (supplier_id, platform, account)
      select distinct d.supplier_id, m.platform, m.channel_account from made m join distribution d on d.id = m.distribution_id
      where m.channel_account is not null on conflict do nothing
    )
    select distribution_id::text as "distId", platform, platform_item_id as "itemId" from made order by id`)
  await db.rows(sql`
    update import_entry e set state = null, reason = 'LINK_USED', field = 'url' where e.state = 'fresh' and not exists (
      select from import_change c join dist_receipt r on r.id = c.row_id
      where c.import_id = ${importId} and r.platform = e.data->>'platform' and r.platform_item_id = e.data->>'itemId')`)
  return added
}

/** Links of an import that were withdrawn, checked or measured since, or whose task has gone on. */
export async function touchedReceipts(db: Db, importId: string): Promise<string[]> {
  const rows = await db.rows<{ name: string }>(sql`
    select coalesce(r.distribution_id || ' ' || r.post_url, 'receipt ' || c.row_id) as name
    from import_change c left join dist_receipt r on r.id = c.row_id left join distribution d on d.id = r.distribution_id
    where c.import_id = ${importId} and c.entity = 'receipt'
      and (r.id is null or r.check_state <> 'pending' or r.last_metric_at is not null or d.status <> 'published')
    order by c.row_id`)
  return rows.map(({ name }) => name)
}

/** Takes the links of an import away; the caller settles their rows. */
export function dropReceipts(db: Db, importId: string): Promise<Post[]> {
  return db.rows(sql`
    delete from dist_receipt r using import_change c
    where c.import_id = ${importId} and c.entity = 'receipt' and r.id = c.row_id
    returning r.distribution_id::text as "distId", r.platform, r.platform_item_id as "itemId"`)
}
