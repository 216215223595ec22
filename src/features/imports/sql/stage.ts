import sql, { type Sql } from 'sql-template-tag'
import type { Scope } from '../../../core/scope.ts'
import type { Db } from '../../../core/verb.ts'
import { fencePartner } from '../../../kit/sql/fence.ts'
import type { Mapping } from '../contract.ts'
import type { PlainRows, ReadRows } from '../parse/read.ts'
import { standing } from './standing.ts'

/*
 * A file on its way in stands in tables of its transaction alone: import_row (what the file says), import_video (one per
 * video, resolved to owner, creator and category) and import_metric (one per video and day, compared with what is known).
 */

/** Makes the empty table the rows are read into. */
export async function openStage(db: Db): Promise<void> {
  await db.rows(sql`create temp table import_row (
    row_no int not null, platform text not null, item_id text not null, stat_date date not null, play_count bigint not null,
    effective_play_count bigint, like_count bigint, comment_count bigint, share_count bigint, favorite_count bigint,
    finish_rate_ppm bigint, est_income_fen bigint, title text, creator_name text, creator_uid text, category text,
    published_at timestamptz, content_type text, duration_ms bigint, share_url text, cover_url text, cells jsonb
  ) on commit drop`)
}

export async function stageRows(db: Db, rows: ReadRows['rows']): Promise<void> {
  await db.rows(sql`insert into import_row
    select "rowNo", platform, "itemId", "statDate", "playCount", "effectivePlayCount", "likeCount", "commentCount",
      "shareCount", "favoriteCount", "finishRate", "estIncome", title, "creatorName", "creatorUid", category,
      "publishedAt", "contentType", duration, "shareUrl", "coverUrl", cells
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
      "rowNo" int, platform text, "itemId" text, "statDate" date, "playCount" bigint, "effectivePlayCount" bigint,
      "likeCount" bigint, "commentCount" bigint, "shareCount" bigint, "favoriteCount" bigint, "finishRate" bigint,
      "estIncome" bigint, title text, "creatorName" text, "creatorUid" text, category text, "publishedAt" timestamptz,
      "contentType" text, duration bigint, "shareUrl" text, "coverUrl" text, cells jsonb)`)
}

export async function clearRefusals(db: Db, id: string): Promise<void> {
  await db.rows(sql`delete from import_refusal where import_id = ${id}`)
}

export async function stageRefusals(
  db: Db,
  id: string,
  refused: ReadRows['refused'] | PlainRows['refused'],
  heading: (field: string) => string,
) {
  const rows = refused.map(({ rowNo, cells, problem: { field, value, reason } }) => ({
    rowNo,
    column: heading(field),
    value,
    reason,
    cells,
  }))
  await db.rows(sql`insert into import_refusal (import_id, row_no, column_name, value, reason, cells)
    select ${id}, "rowNo", "column", value, reason, cells from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as row ("rowNo" int, "column" text, value text, reason text, cells jsonb)`)
}

/** The newest value a file gives for a fact of a video. */
const newest = (column: Sql): Sql =>
  sql`(array_agg(${column} order by stat_date desc, row_no desc) filter (where ${column} is not null))[1]`

/**
 * One row per video: known or new, with the creator, owner and category it will have. The owner is the partner the
 * creator was bound to when the video was published (domain page S2, rule 1); a video that has an owner keeps it. The
 * partner named for the whole file takes only new videos that no binding decides.
 */
export async function resolveVideos(db: Db, mapping: Mapping): Promise<void> {
  await db.rows(sql`analyze import_row`)
  await db.rows(sql`create temp table import_video on commit drop as
    with file as (
      select platform, item_id, max(stat_date) as last_day, ${newest(sql`title`)} as title,
        ${newest(sql`creator_name`)} as creator_name, ${newest(sql`creator_uid`)} as creator_uid,
        ${newest(sql`category`)} as category, ${newest(sql`published_at`)} as published_at,
        ${newest(sql`content_type`)} as content_type, ${newest(sql`duration_ms`)} as duration_ms,
        ${newest(sql`share_url`)} as share_url, ${newest(sql`cover_url`)} as cover_url
      from import_row group by platform, item_id
    ), known as (
      select f.*, v.id as video_id, v.partner_id as old_partner_id, v.creator_id as old_creator_id, c.matches,
        coalesce(v.creator_id, case when c.matches = 1 then c.id end) as creator_id,
        v.creator_id is null and coalesce(c.matches, 0) = 0 and coalesce(f.creator_uid, f.creator_name) is not null
          as wants_creator,
        coalesce(v.published_at, f.published_at) as published,
        coalesce(v.category_id, m.category_id, g.id) as category_id
      from file f
      left join video v on v.platform = f.platform and v.platform_item_id = f.item_id
      left join lateral (
        select min(c.id) as id, count(*) as matches from creator c
        where c.platform = f.platform and (
          (f.creator_uid is not null and c.platform_uid = f.creator_uid)
          or (f.creator_uid is null and c.nickname = f.creator_name))
      ) c on true
      left join platform_category_map m on m.platform = f.platform and m.external_code = f.category
      left join lateral (
        select min(g.id) as id from category g
        where f.category in (g.code, g.name_zh, g.name_en) having count(*) = 1
      ) g on true
    )
    select k.*, coalesce(k.old_partner_id, b.partner_id, case when k.video_id is null then ${mapping.partnerId}::bigint end)
      as partner_id
    from known k
    left join creator_binding b on b.creator_id = k.creator_id and b.bind_time <= k.published
      and (b.unbind_time is null or k.published < b.unbind_time)`)
  await db.rows(sql`create unique index on import_video (platform, item_id)`)
  await db.rows(sql`analyze import_video`)
}

/** Moves the rows of videos outside the scope to the refusals: whether such a video exists is not told. */
export async function refuseForeign(db: Db, id: string, scope: Scope, column: string): Promise<void> {
  if (scope.kind === 'all') return
  await db.rows(sql`with foreign_video as (
      delete from import_video v where (${fencePartner(scope, sql`v.partner_id`)}) is not true
      returning v.platform, v.item_id
    ), foreign_row as (
      delete from import_row r using foreign_video f where r.platform = f.platform and r.item_id = f.item_id
      returning r.row_no, r.item_id, r.cells
    )
    insert into import_refusal (import_id, row_no, column_name, value, reason, cells)
    select ${id}, row_no, ${column}, item_id, 'NOT_YOURS', cells from foreign_row`)
}

/** Keeps the last row of each video and day; returns how many earlier ones it replaced. */
export async function dropReplaced(db: Db): Promise<number> {
  const row = await db.one<{ count: number }>(sql`with gone as (
      delete from import_row where row_no in (
        select row_no from (
          select row_no, row_number() over (partition by platform, item_id, stat_date order by row_no desc) as place
          from import_row
        ) ranked where place > 1)
      returning 1
    ) select count(*) as count from gone`)
  return row!.count
}

/**
 * One row per video and day with the totals it will have and whether that is new, changed or what is known already.
 * What the file leaves empty keeps its value. Daily counts are added to the last total before them: that of the last
 * delivered day the file itself does not hold, plus the file's own days in between; later days keep their totals.
 */
export async function compareMetrics(db: Db, counts: Mapping['counts']): Promise<void> {
  const source = counts === 'daily' ? totalsOfDaily : sql`import_row`
  await db.rows(sql`create temp table import_metric on commit drop as
    select r.row_no, r.platform, r.item_id, v.video_id, r.stat_date, m.play_count as before, n.*,
      case when m.video_id is null then 'fresh'
        when (m.play_count, m.effective_play_count, m.like_count, m.comment_count, m.share_count, m.favorite_count,
            m.finish_rate_ppm, m.est_income_fen)
          is distinct from (n.play_count, n.effective_play_count, n.like_count, n.comment_count, n.share_count,
            n.favorite_count, n.finish_rate_ppm, n.est_income_fen) then 'changed'
        else 'unchanged' end as state
    from ${source} r
    join import_video v on v.platform = r.platform and v.item_id = r.item_id
    left join ${standing(sql`v.video_id`, sql`r.stat_date`)} m on true
    cross join lateral (select r.play_count, ${kept(sql`effective_play_count`)}, ${kept(sql`like_count`)},
      ${kept(sql`comment_count`)}, ${kept(sql`share_count`)}, ${kept(sql`favorite_count`)},
      ${kept(sql`finish_rate_ppm`)}, coalesce(r.est_income_fen, m.est_income_fen, 0) as est_income_fen) n`)
  await db.rows(sql`create index on import_metric (platform, item_id, stat_date)`)
  await db.rows(sql`analyze import_metric`)
}

const kept = (column: Sql): Sql => sql`coalesce(r.${column}, m.${column}) as ${column}`

const running = (column: Sql): Sql => sql`case when r.${column} is not null
  then coalesce(a.${column}, 0) + sum(r.${column}) over series end::bigint as ${column}`

const totalsOfDaily = sql`(
  select r.row_no, r.platform, r.item_id, r.stat_date, r.finish_rate_ppm, r.est_income_fen,
    ${running(sql`play_count`)}, ${running(sql`effective_play_count`)}, ${running(sql`like_count`)},
    ${running(sql`comment_count`)}, ${running(sql`share_count`)}, ${running(sql`favorite_count`)}
  from import_row r
  join import_video v on v.platform = r.platform and v.item_id = r.item_id
  left join lateral (
    select m.* from video_metric_daily m
    where m.video_id = v.video_id and m.stat_date < r.stat_date and not exists (
      select 1 from import_row t
      where t.platform = r.platform and t.item_id = r.item_id and t.stat_date = m.stat_date)
    order by m.stat_date desc limit 1
  ) a on true
  window series as (partition by r.platform, r.item_id, a.stat_date order by r.stat_date)
)`
