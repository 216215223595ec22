import sql from 'sql-template-tag'
import type { Db } from '../../../core/verb.ts'

export interface ReceiptRow {
  receiptId: string
  platform: string
  platformItemId: string
  checkState: 'pending' | 'pass' | 'fail'
}

export function readReceipts(db: Db, distId: string) {
  return db.rows<ReceiptRow & Record<string, unknown>>(sql`
    select id::text as "receiptId", channel_account as "channelAccount", platform, platform_item_id as "platformItemId", post_url as "postUrl",
      published_at as "publishedAt", check_state as "checkState", check_note as "checkNote", checked_at as "checkedAt",
      play_count as "playCount", like_count as "likeCount", comment_count as "commentCount", share_count as "shareCount",
      last_metric_at as "lastMetricAt"
    from dist_receipt where distribution_id = ${distId} order by id`)
}

/** Plays of all posts of a row by day: each day's newest total of every post. */
export function readDays(db: Db, distId: string) {
  return db.rows<{ statDate: string; playCount: number }>(sql`
    with mine as (select id from dist_receipt where distribution_id = ${distId}),
      days as (select distinct stat_date from dist_metric_daily where receipt_id in (select id from mine))
    select y.stat_date::text as "statDate", coalesce(sum((
      select m.play_count from dist_metric_daily m where m.receipt_id = r.id and m.stat_date <= y.stat_date order by m.stat_date desc limit 1
    )), 0)::bigint as "playCount"
    from days y cross join mine r group by y.stat_date order by y.stat_date`)
}

/** Adds a link; undefined when it already stands somewhere, whoever handed it in. */
export async function addReceipt(
  db: Db,
  link: { distId: string; account: string | null; platform: string; itemId: string; url: string; at: Date },
): Promise<string | undefined> {
  const row = await db.one<{ id: string }>(sql`
    insert into dist_receipt (distribution_id, channel_account, platform, platform_item_id, post_url, published_at, created_at)
    values (${link.distId}, ${link.account}, ${link.platform}, ${link.itemId}, ${link.url}, ${link.at}, ${link.at})
    on conflict (platform, platform_item_id) do nothing returning id::text`)
  return row?.id
}

export function holderOf(db: Db, platform: string, itemId: string) {
  return db.one<{ distId: string }>(
    sql`select distribution_id::text as "distId" from dist_receipt where platform = ${platform} and platform_item_id = ${itemId}`,
  )
}

export const addChannel = (db: Db, supplierId: string, platform: string, account: string) =>
  db.rows(sql`insert into supplier_channel (supplier_id, platform, account) values (${supplierId}, ${platform}, ${account})
    on conflict do nothing`)

export const dropReceipt = (db: Db, receiptId: string) => db.rows(sql`delete from dist_receipt where id = ${receiptId}`)

export const checkReceipt = (
  db: Db,
  check: { receiptId: string; state: 'pass' | 'fail'; note: string | null; at: Date },
) =>
  db.rows(sql`update dist_receipt set check_state = ${check.state}, check_note = ${check.note}, checked_at = ${check.at}
    where id = ${check.receiptId}`)

/**
 * Brings a row in line with its links: verified once one has passed, published while there is any, downloaded without.
 * The state it leaves must be one of these three.
 */
export async function settle(db: Db, distId: string, now: Date): Promise<{ status: string; version: number }> {
  const row = await db.one<{ status: string; version: number }>(sql`
    update distribution d set
      status = case when l.passed > 0 then 'verified' when l.n > 0 then 'published' else 'downloaded' end,
      check_state = case when l.waiting > 0 then 'pending' when l.failed > 0 then 'fail' when l.passed > 0 then 'pass' else 'none' end,
      receipt_count = l.n, passed_count = l.passed, play_count = l.plays,
      published_at = case when l.n > 0 then coalesce(d.published_at, ${now}::timestamptz) end,
      verified_at = case when l.passed > 0 then coalesce(d.verified_at, ${now}::timestamptz) end,
      version = d.version + 1, updated_at = now()
    from (
      select count(*) as n, count(*) filter (where check_state = 'pass') as passed, count(*) filter (where check_state = 'fail') as failed,
        count(*) filter (where check_state = 'pending') as waiting, coalesce(sum(play_count), 0) as plays
      from dist_receipt where distribution_id = ${distId}
    ) l
    where d.id = ${distId} and d.status in ('downloaded', 'published', 'verified') returning d.status, d.version`)
  return row!
}

export interface MetricItem {
  platform: string
  platformItemId: string
  statDate: string
  playCount: number
  likeCount: number
  commentCount: number
  shareCount: number
}

/**
 * Writes days of posts' figures and the newest totals of the posts and their rows. Returns the items no link stands for.
 * The same items again change nothing.
 */
export async function putMetrics(
  db: Db,
  items: MetricItem[],
  now: Date,
): Promise<{ known: number; unknown: string[] }> {
  const found = await db.rows<{ item: string; receiptId: string | null }>(sql`
    with item as (
      select * from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as i ("platform" text, "platformItemId" text, "statDate" date,
        "playCount" bigint, "likeCount" bigint, "commentCount" bigint, "shareCount" bigint)
    ), known as (
      select i.*, r.id as receipt_id, r.distribution_id from item i
      left join dist_receipt r on r.platform = i.platform and r.platform_item_id = i."platformItemId"
    ), written as (
      insert into dist_metric_daily as m (receipt_id, stat_date, play_count, like_count, comment_count, share_count, updated_at)
      select receipt_id, "statDate", "playCount", "likeCount", "commentCount", "shareCount", ${now} from known where receipt_id is not null
      on conflict (receipt_id, stat_date) do update set play_count = excluded.play_count, like_count = excluded.like_count,
        comment_count = excluded.comment_count, share_count = excluded.share_count, updated_at = excluded.updated_at
    )
    select platform || ' ' || "platformItemId" as item, receipt_id::text as "receiptId" from known`)
  const receipts = [...new Set(found.flatMap(({ receiptId }) => (receiptId ? [receiptId] : [])))]
  await db.rows(sql`
    with newest as (
      select distinct on (receipt_id) * from dist_metric_daily where receipt_id = any(${receipts}::bigint[]) order by receipt_id, stat_date desc
    )
    update dist_receipt r set play_count = n.play_count, like_count = n.like_count, comment_count = n.comment_count,
      share_count = n.share_count, last_metric_at = n.updated_at
    from newest n where r.id = n.receipt_id`)
  await db.rows(sql`
    update distribution d set play_count = t.plays from (
      select distribution_id, sum(play_count) as plays from dist_receipt
      where distribution_id in (select distribution_id from dist_receipt where id = any(${receipts}::bigint[])) group by 1
    ) t where d.id = t.distribution_id and d.play_count <> t.plays`)
  return {
    known: found.filter(({ receiptId }) => receiptId).length,
    unknown: found.flatMap(({ item, receiptId }) => (receiptId ? [] : [item])),
  }
}
