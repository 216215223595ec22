import sql from 'sql-template-tag'
import type { Db } from '../../../core/verb.ts'
import type { Counts, MetricCounts, Sample } from '../contract.ts'

const SAMPLE_ROWS = 5

type Report = Omit<MetricCounts, 'rows' | 'taken' | 'refused' | 'replaced' | 'reasons' | 'warnings'>

/** The figures of the dry run, from the tables of this transaction. */
export async function countImport(db: Db, id: string, replaced: number): Promise<MetricCounts> {
  const report = await db.one<Report>(sql`
    select m.*, v.* from (
      select count(*) filter (where state = 'fresh') as fresh, count(*) filter (where state = 'changed') as changed,
        count(*) filter (where state = 'unchanged') as unchanged, min(stat_date) as "from", max(stat_date) as "to",
        count(distinct stat_date) as days
      from import_metric
    ) m, (
      select count(*) filter (where video_id is null) as "videosNew",
        count(*) filter (where video_id is not null) as "videosKnown",
        count(distinct (platform, coalesce(creator_uid, 'name:' || creator_name))) filter (where wants_creator)
          as "creatorsNew",
        count(*) filter (where partner_id is null) as unattributed,
        count(*) filter (where category is not null and category_id is null) as uncategorised
      from import_video
    ) v`)
  const updated = await db.one<{ count: number }>(sql`select count(*) as count from (${changedVideos}) changed`)
  const reasons = await readReasons(db, id)
  const refused = reasons.reduce((sum, { count }) => sum + count, 0)
  const { fresh, changed, unchanged } = report!
  const taken = fresh + changed + unchanged + replaced
  return {
    ...report!,
    rows: taken + refused,
    taken,
    replaced,
    refused,
    videosUpdated: updated!.count,
    reasons,
    warnings: await countWarnings(db),
  }
}

/** Refused rows by reason and column. */
export function readReasons(db: Db, id: string): Promise<Counts['reasons']> {
  return db.rows(sql`
    select reason, column_name as "column", count(*) as count from import_refusal where import_id = ${id}
    group by reason, column_name order by count(*) desc, reason, column_name`)
}

/** What is taken as it stands and flagged: platforms do correct their figures downwards (domain page S2, rule 3). */
async function countWarnings(db: Db): Promise<MetricCounts['warnings']> {
  const row = await db.one<MetricCounts['warnings']>(sql`
    select count(*) filter (where i.play_count < 0) as negative,
      count(*) filter (where i.play_count < coalesce(p.play_count, i.play_count)) as falls,
      count(*) filter (where i.like_count > i.play_count) as "likesOverPlays",
      count(*) filter (where i.finish_rate_ppm > 1000000) as "rateOver"
    from import_metric i
    left join lateral (
      select play_count from (
        (select t.stat_date, t.play_count from import_metric t
          where t.platform = i.platform and t.item_id = i.item_id and t.stat_date < i.stat_date
          order by t.stat_date desc limit 1)
        union all
        (select d.stat_date, d.play_count from video_metric_daily d
          where d.video_id = i.video_id and d.stat_date < i.stat_date order by d.stat_date desc limit 1)
      ) earlier order by stat_date desc limit 1
    ) p on true`)
  return row!
}

/** The first rows of each kind, as they will be stored. */
export async function sampleImport(db: Db): Promise<Sample> {
  const rows = await db.rows<Sample['fresh'][number] & { state: keyof Sample }>(sql`
    select s.row_no as "rowNo", s.platform, s.item_id as "itemId", coalesce(v.title, '') as title,
      s.stat_date as "statDate", s.play_count as "playCount", s.before, s.state
    from (
      select *, row_number() over (partition by state order by row_no) as place from import_metric
    ) s join import_video v on v.platform = s.platform and v.item_id = s.item_id
    where place <= ${SAMPLE_ROWS} order by s.row_no`)
  const of = (state: keyof Sample) => rows.flatMap(({ state: own, ...row }) => (own === state ? [row] : []))
  return { fresh: of('fresh'), changed: of('changed'), unchanged: of('unchanged') }
}

/**
 * Known videos the file tells something about: the title of its newest day if no later day is known, and facts that
 * were missing. What people have set by hand is never overwritten.
 */
export const changedVideos = sql`
  select v.id, n.* from import_video i join video v on v.id = i.video_id
  left join video_stat s on s.video_id = v.id
  cross join lateral (select
    case when i.title is not null and (v.title = '' or s.last_stat_date is null or i.last_day >= s.last_stat_date)
      then i.title else v.title end as title,
    coalesce(v.share_url, i.share_url) as share_url, coalesce(v.cover_url, i.cover_url) as cover_url,
    coalesce(v.duration_ms, i.duration_ms) as duration_ms, i.category_id,
    coalesce(v.creator_id, i.creator_id) as creator_id, i.partner_id,
    i.published as published_at) n
  where (v.title, v.share_url, v.cover_url, v.duration_ms, v.category_id, v.creator_id, v.partner_id, v.published_at)
    is distinct from (n.title, n.share_url, n.cover_url, n.duration_ms, n.category_id, n.creator_id, n.partner_id, n.published_at)
    or (i.wants_creator and v.creator_id is null)`

/** The newest delivered day. */
export async function readThrough(db: Db): Promise<string | null> {
  return (await db.one<{ through: string | null }>(sql`select max(stat_date) as through from metric_day`))!.through
}
