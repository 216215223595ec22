import sql, { type Sql } from 'sql-template-tag'
import type { Scope } from '../../../core/scope.ts'
import type { Language } from '../../../core/text.ts'
import type { Db } from '../../../core/verb.ts'
import { type ListSource, likePattern } from '../../../kit/sql/list.ts'
import type { distributionList, receiptList } from '../contract.ts'

/** A supplier's rows are its own; nobody else but an operator has any. */
export function fenceRows(scope: Scope): Sql {
  if (scope.kind === 'all') return sql`true`
  return scope.kind === 'supplier' ? sql`d.supplier_id = ${scope.supplierId}` : sql`false`
}

/** The state as the clock sees it: deadlines and recalls count from their moment, not from the job that writes them down. */
export const statusAt = (now: Date): Sql => sql`case
  when d.status in ('pending', 'accepted', 'downloaded') and d.deadline_at <= ${now} then 'expired'
  when d.status = 'recalling' and d.takedown_due_at <= ${now} then 'recall_overdue'
  else d.status end`

/** What a row costs as far as its passed links go, in fen, rounded once; null where the price is a share or there is none. */
export const FEE = sql`case b.price_model
  when 'per_post' then least(round(d.passed_count * b.unit_price_e4 / 100.0)::bigint, b.cap_fen)
  when 'cpm' then least(round((select coalesce(sum(r.play_count), 0) from dist_receipt r
    where r.distribution_id = d.id and r.check_state = 'pass') * b.unit_price_e4 / 100000.0)::bigint, b.cap_fen)
  end`

const categoryName = (language: Language): Sql => (language === 'zh-CN' ? sql`g.name_zh` : sql`g.name_en`)

const inCategories = (ids: string[]): Sql => {
  const chosen = ids.filter((id) => id !== 'none')
  const inside = sql`d.category_id in (select id from category where id = any(${chosen}::bigint[]) or parent_id = any(${chosen}::bigint[]))`
  return chosen.length < ids.length ? sql`(${inside} or d.category_id is null)` : inside
}

export function distributionSource(language: Language, now: Date): ListSource<typeof distributionList> {
  const status = statusAt(now)
  const isOverdue = sql`(d.status = 'recall_overdue' or d.status = 'recalling' and d.takedown_due_at <= ${now}
    or d.status in ('pending', 'accepted', 'downloaded') and d.deadline_at <= ${now})`
  return {
    keys: () => sql`distribution d`,
    id: sql`d.id`,
    rows: sql`join distribution d on d.id = page.id join dist_batch b on b.id = d.batch_id join supplier s on s.id = d.supplier_id
      left join category g on g.id = d.category_id`,
    columns: {
      distId: sql`d.id::text`,
      title: sql`d.title`,
      status,
      supplierName: sql`s.name`,
      batchName: sql`b.name`,
      deadlineAt: sql`d.deadline_at`,
      platforms: sql`array_to_string(b.platforms, ',')`,
      checkState: sql`d.check_state`,
      receiptCount: sql`d.receipt_count`,
      playCount: sql`d.play_count`,
      estFeeFen: FEE,
      createdAt: sql`d.created_at`,
      publishedAt: sql`d.published_at`,
      categoryName: categoryName(language),
      contentType: sql`d.content_type`,
      durationMs: sql`d.duration_ms`,
      round: sql`d.round`,
      downloadCount: sql`d.download_count`,
      rejectReason: sql`d.reject_reason`,
      takedownDueAt: sql`d.takedown_due_at`,
      videoId: sql`d.video_id::text`,
      coverUrl: sql`d.cover_url`,
      isOverdue,
      hasFile: sql`exists (select from video_file f where f.video_id = d.video_id)`,
      version: sql`d.version`,
    },
    sorts: { deadlineAt: sql`d.deadline_at`, playCount: sql`d.play_count`, createdAt: sql`d.created_at` },
    filters: {
      keyword: (filter) => (filter.kind === 'contains' ? matchKeyword(filter.text) : sql`true`),
      status,
      deadlineAt: sql`d.deadline_at`,
      checkState: sql`d.check_state`,
      createdAt: sql`d.created_at`,
      publishedAt: sql`d.published_at`,
      isOverdue,
      supplierId: sql`d.supplier_id`,
      batchId: sql`d.batch_id`,
      categoryId: (filter) => (filter.kind === 'any' ? inCategories(filter.values) : sql`true`),
      platform: (filter) =>
        filter.kind === 'any'
          ? sql`exists (select from dist_batch b where b.id = d.batch_id and b.platforms && ${filter.values}::text[])`
          : sql`true`,
    },
  }
}

function matchKeyword(text: string): Sql {
  const contains = sql`d.title ilike ${likePattern(text)}`
  return /^\d{1,18}$/.test(text) ? sql`(d.id = ${text}::bigint or ${contains})` : contains
}

export function receiptSource(): ListSource<typeof receiptList> {
  return {
    keys: () => sql`dist_receipt r join distribution d on d.id = r.distribution_id`,
    id: sql`r.id`,
    rows: sql`join dist_receipt r on r.id = page.id join distribution d on d.id = r.distribution_id join supplier s on s.id = d.supplier_id`,
    columns: {
      receiptId: sql`r.id::text`,
      distId: sql`d.id::text`,
      title: sql`d.title`,
      supplierName: sql`s.name`,
      platform: sql`r.platform`,
      postUrl: sql`r.post_url`,
      platformItemId: sql`r.platform_item_id`,
      channelAccount: sql`r.channel_account`,
      publishedAt: sql`r.published_at`,
      checkState: sql`r.check_state`,
      checkNote: sql`r.check_note`,
      playCount: sql`r.play_count`,
      likeCount: sql`r.like_count`,
      commentCount: sql`r.comment_count`,
      shareCount: sql`r.share_count`,
      lastMetricAt: sql`r.last_metric_at`,
    },
    sorts: { publishedAt: sql`r.published_at` },
    filters: {
      platform: sql`r.platform`,
      publishedAt: sql`r.published_at`,
      checkState: sql`r.check_state`,
      supplierId: sql`d.supplier_id`,
      batchId: sql`d.batch_id`,
    },
  }
}

/** The tiles of a filtered set. `dayEnd` is the end of today, `monthStart` the first instant of this month. */
export function readSummary(db: Db, where: Sql, now: Date, dayEnd: Date, monthStart: Date) {
  const status = statusAt(now)
  return db.one<Record<string, number | null>>(sql`
    with rows as materialized (select d.*, ${status} as seen from distribution d where ${where}), fees as (
      select d.id, ${FEE} as fee from rows d join dist_batch b on b.id = d.batch_id where d.passed_count > 0
    ), links as (
      select count(*) filter (where r.check_state = 'pass') as passed, count(*) filter (where r.check_state <> 'pending') as checked
      from dist_receipt r join rows d on d.id = r.distribution_id
    )
    select count(*) as total,
      count(*) filter (where seen = 'pending') as "toAccept",
      count(*) filter (where seen in ('pending', 'accepted', 'downloaded') and deadline_at <= ${dayEnd}) as "dueToday",
      count(*) filter (where check_state = 'pending' and seen in ('published', 'verified')) as "toCheck",
      count(*) filter (where published_at >= ${monthStart}) as "publishedThisMonth",
      (select passed * 1000000 / nullif(checked, 0) from links) as "passRate",
      coalesce(sum(play_count), 0)::bigint as plays,
      (select coalesce(sum(fee), 0)::bigint from fees) as "estFeeFen",
      count(*) filter (where accepted_at is not null) * 1000000
        / nullif(count(*) filter (where accepted_at is not null or seen in ('rejected', 'expired')), 0) as "takeUpRate",
      count(*) filter (where published_at <= deadline_at) * 1000000
        / nullif(count(*) filter (where published_at is not null or seen = 'expired' and accepted_at is not null), 0) as "onTimeRate",
      round(extract(epoch from avg(published_at - created_at)) / 3600, 1)::float8 as "hoursToPublish",
      count(*) filter (where seen = 'recalling') as recalling,
      count(*) filter (where seen = 'recall_overdue') as "recallOverdue"
    from rows`)
}

/** What the filter form offers. Suppliers are named to operators alone. */
export async function readOptions(db: Db, scope: Scope, seesAll: boolean) {
  const [suppliers, batches, categories, channels] = await Promise.all([
    seesAll
      ? db.rows<{ id: string; name: string; isPaused: boolean; dailyQuota: number | null }>(
          sql`select id::text, name, is_paused as "isPaused", daily_quota as "dailyQuota" from supplier where status = 'active' order by id`,
        )
      : [],
    db.rows<{ id: string; name: string | null; createdAt: string }>(sql`
      select b.id::text, ${seesAll ? sql`b.name` : sql`null::text`} as name, b.created_at as "createdAt" from dist_batch b
      where exists (select from distribution d where d.batch_id = b.id and ${fenceRows(scope)}) order by b.id desc limit 200`),
    db.rows<{ id: string; parentId: string | null; nameZh: string; nameEn: string }>(sql`
      select id::text, parent_id::text as "parentId", name_zh as "nameZh", name_en as "nameEn"
      from category where enabled order by coalesce(parent_id, id), parent_id nulls first, sort, id`),
    scope.kind === 'supplier'
      ? db.rows<{ platform: string; account: string }>(sql`
          select platform, account from supplier_channel where supplier_id = ${scope.supplierId} order by platform, account limit 200`)
      : [],
  ])
  return { suppliers, batches, categories, channels }
}
