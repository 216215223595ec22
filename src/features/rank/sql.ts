import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { ListRow, Reply } from '../../core/contract.ts'
import type { Filter, ListQuery } from '../../core/listQuery.ts'
import type { Scope } from '../../core/scope.ts'
import type { Language } from '../../core/text.ts'
import type { Db } from '../../core/verb.ts'
import { fencePartner } from '../../kit/sql/fence.ts'
import { likePattern } from '../../kit/sql/list.ts'
import type { Board, rankBoard, rankOfVideo, rankRules, todayRank } from './contract.ts'

type Row = ListRow<typeof todayRank>
type BoardAnswer = Reply<typeof rankBoard>

/** A board through the days. */
export interface Series {
  board: Board
  /** 0 where the board has its own window. */
  window: number
  scope: string
}

export interface Snapshot {
  id: string
  seriesId: number
  statDate: string
  status: BoardAnswer['status']
  takenAt: string
  windowStart: string | null
  windowEnd: string
  formulaVersion: number
  shown: number
  excluded: number
  comparedEnd: string | null
  revisedFrom: string | null
}

/** The snapshot asked for, else the current one of a day, else the newest; undefined when there is none. */
export function readSnapshot(
  db: Db,
  { board, window, scope }: Series,
  { date, snapshotId }: { date?: string | undefined; snapshotId?: string | undefined },
): Promise<Snapshot | undefined> {
  const which = snapshotId
    ? sql`s.id = ${snapshotId}`
    : sql`s.is_current and s.stat_date ${date ? sql`= ${date}::date` : sql`> '-infinity'`}`
  return db.one<Snapshot>(sql`
    select s.id::text, s.series_id as "seriesId", s.stat_date as "statDate", s.status, s.taken_at as "takenAt", s.window_start as "windowStart",
      s.window_end as "windowEnd", s.formula_version as "formulaVersion", least(s.item_count, f.shown_count) as shown,
      s.excluded_count as excluded, s.compared_end as "comparedEnd",
      case when s.status = 'revised' then (select o.taken_at from rank_snapshot o where o.id = s.replaces) end as "revisedFrom"
    from rank_series r join rank_snapshot s on s.series_id = r.id join rank_formula f on f.version = s.formula_version
    where r.board = ${board} and r.window_days = ${window} and r.scope_key = ${scope} and ${which}
    order by s.stat_date desc limit 1`)
}

/** A first-level category's id? */
export async function isTopCategory(db: Db, id: string): Promise<boolean> {
  return !!(await db.one(sql`select 1 from category where id = ${id}::bigint and parent_id is null`))
}

export async function countCategories(db: Db, ids: string[]): Promise<number> {
  return (await db.one<{ n: number }>(sql`select count(*) as n from category where id = any(${ids}::bigint[])`))!.n
}

interface RowsAsked {
  scope: Scope
  language: Language
  query: ListQuery
  /** The board of the running day has the hours before it. */
  withHours: boolean
}

/** Rows of one snapshot in its order, and how many match. The shown entries alone; filters look inside them. */
export async function readRows(
  db: Db,
  snapshot: Snapshot,
  { scope, language, query, withHours }: RowsAsked,
): Promise<{ rows: Row[]; total: number }> {
  // A page far beyond the end is as empty as the one after it, and its position stays a number the database knows.
  const offset = Math.min((query.current - 1) * query.pageSize, snapshot.shown)
  const conditions = query.filters.flatMap((filter) => conditionOf(filter, scope))
  // Without a filter a page is a range of positions, and nothing is counted.
  const page =
    conditions.length === 0
      ? sql`select *, ${snapshot.shown}::integer as total from rank_entry where snapshot_id = ${snapshot.id}
          and position > ${offset} and position <= ${Math.min(offset + query.pageSize, snapshot.shown)}`
      : sql`select e.*, count(*) over ()::integer as total
          from rank_entry e join video v on v.id = e.video_id left join creator w on w.id = v.creator_id left join category c on c.id = v.category_id
          where e.snapshot_id = ${snapshot.id} and e.position <= ${snapshot.shown} and ${join(conditions, ' and ')}
          order by e.position limit ${raw(String(query.pageSize))} offset ${raw(String(offset))}`
  const name = raw(language === 'zh-CN' ? 'name_zh' : 'name_en')
  const found = await db.rows<Row & { total: number }>(sql`
    with e as materialized (${page})
    select e.stat_date as "statDate", e.rank, ${MOVE(snapshot)} as move, e.prev_rank - e.rank as "rankChange", v.id::text as "videoId",
      v.title, v.platform, v.platform_item_id as "platformItemId", w.nickname as "creatorName", c.${name} as "categoryName",
      v.content_type as "contentType", v.published_at as "publishedAt", e.score, e.prev_score as "scoreBefore",
      e.play_count as "playCount", e.play_delta as "playDelta", e.like_delta as likes, e.comment_delta as comments, e.share_delta as shares,
      e.best_rank as "bestRank", e.days_on_board as "daysOnBoard", e.times_on_board as "timesOnBoard", ${hoursOf(snapshot, withHours)} as hours,
      v.duration_ms as "durationMs", v.cover_url as "coverUrl", v.share_url as "shareUrl", v.visibility = 'public' as "isPublic",
      ${scope.kind === 'partner' ? fence(scope) : sql`false`} as "isMine", ${fence(scope)} as "canOpen", e.total
    from e join video v on v.id = e.video_id left join creator w on w.id = v.creator_id left join category c on c.id = v.category_id
    order by e.position`)
  const total =
    found[0]?.total ?? (offset === 0 ? 0 : (await readRows(db, snapshot, beginning(query, scope, language))).total)
  return { rows: found.map(({ total: _, ...row }) => row as Row), total }
}

const beginning = (query: ListQuery, scope: Scope, language: Language): RowsAsked => ({
  scope,
  language,
  query: { ...query, current: 1, pageSize: 1 },
  withHours: false,
})

const fence = (scope: Scope): Sql => sql`coalesce(${fencePartner(scope, sql`v.partner_id`)}, false)`

const MOVE = ({ comparedEnd }: Snapshot): Sql => sql`case
  when e.prev_rank is not null then case when e.rank < e.prev_rank then 'up' when e.rank > e.prev_rank then 'down' else 'same' end
  when ${comparedEnd === null} then 'unknown' when e.is_new then 'new' else 'back' end`

function hoursOf({ windowEnd }: Snapshot, withHours: boolean): Sql {
  if (!withHours) return sql`'{}'::integer[]`
  return sql`coalesce((
    select array_agg(h.play_delta order by slot) from generate_series(${windowEnd}::timestamptz - interval '24 hours', ${windowEnd}::timestamptz - interval '1 hour', interval '1 hour') slot
    left join (
      select bucket_at, play_delta from video_metric_hourly
      where video_id = e.video_id and bucket_at >= ${windowEnd}::timestamptz - interval '24 hours' and bucket_at < ${windowEnd}::timestamptz
    ) h on h.bucket_at = slot having count(h.play_delta) > 0
  ), '{}')`
}

/** What a filter means for the entries of a board; which board it is, is settled before. */
function conditionOf(filter: Filter, scope: Scope): Sql[] {
  if (filter.kind === 'contains' && filter.name === 'keyword')
    return [sql`(v.title ilike ${likePattern(filter.text)} or w.nickname ilike ${likePattern(filter.text)})`]
  if (filter.kind === 'is') return [filter.yes ? fence(scope) : sql`not ${fence(scope)}`]
  if (filter.kind !== 'any') return []
  switch (filter.name) {
    case 'platform':
      return [sql`v.platform = any(${filter.values})`]
    case 'contentType':
      return [sql`v.content_type = any(${filter.values})`]
    case 'categoryId': {
      const ids = filter.values.filter((one) => one !== 'none')
      return [
        sql`(c.id = any(${ids}::bigint[]) or c.parent_id = any(${ids}::bigint[])${ids.length < filter.values.length ? sql` or c.id is null` : empty})`,
      ]
    }
    default:
      return []
  }
}

export interface Figures {
  thresholds: BoardAnswer['thresholds']
  entered: number
  returned: number
  mine: number
  climber: BoardAnswer['climber']
}

/** What a board looks like as a whole: thresholds beside those of the day before, who came, who climbed most. */
export async function readFigures(db: Db, snapshot: Snapshot, scope: Scope): Promise<Figures> {
  const [figures, climber] = await Promise.all([
    db.one<Omit<Figures, 'climber'>>(sql`
      with e as materialized (select * from rank_entry where snapshot_id = ${snapshot.id} and position <= ${snapshot.shown}),
      before as (
        select p.position, p.score from rank_snapshot s join rank_entry p on p.snapshot_id = s.id and p.position in (1, 10, 100)
        where s.series_id = ${snapshot.seriesId} and s.stat_date = ${snapshot.statDate}::date - 1 and s.is_current
      )
      select (select json_agg(json_build_object('rank', t.at, 'score', e.score, 'before', before.score) order by t.at)
          from unnest('{1,10,100}'::integer[]) t(at) left join e on e.position = t.at left join before on before.position = t.at) as thresholds,
        count(*) filter (where ${snapshot.comparedEnd !== null} and e.prev_rank is null and e.is_new)::integer as entered,
        count(*) filter (where ${snapshot.comparedEnd !== null} and e.prev_rank is null and not e.is_new)::integer as returned,
        count(*) filter (where ${fence(scope)})::integer as mine
      from e join video v on v.id = e.video_id`),
    db.one<NonNullable<Figures['climber']>>(sql`
      select v.id::text as "videoId", v.title, e.rank, e.prev_rank - e.rank as places from rank_entry e join video v on v.id = e.video_id
      where e.snapshot_id = ${snapshot.id} and e.position <= ${snapshot.shown} and e.prev_rank > e.rank
      order by e.prev_rank - e.rank desc, e.position limit 1`),
  ])
  return { ...figures!, climber: climber ?? null }
}

/** How many shown entries each first-level category has, the most first. */
export function readCategoriesOf(db: Db, snapshot: Snapshot): Promise<BoardAnswer['categories']> {
  return db.rows(sql`
    select t.id::text, coalesce(t.name_zh, '') as "nameZh", coalesce(t.name_en, '') as "nameEn", count(*)::integer as entries
    from rank_entry e join video v on v.id = e.video_id left join category c on c.id = v.category_id
    left join category t on t.id = coalesce(c.parent_id, c.id)
    where e.snapshot_id = ${snapshot.id} and e.position <= ${snapshot.shown} group by t.id order by entries desc, t.id`)
}

/** Ranks of a board's first entries on the seven days up to its own, oldest first; null where not shown. */
export function readCourse(db: Db, snapshot: Snapshot, entries: number): Promise<BoardAnswer['course']> {
  return db.rows(sql`
    with top as materialized (
      select video_id, position, rank from rank_entry where snapshot_id = ${snapshot.id} and position <= ${Math.min(entries, snapshot.shown)}
    )
    select v.id::text as "videoId", v.title, array(
      select case when day.d = 0 then top.rank else (
        select e.rank from rank_snapshot s join rank_entry e on e.snapshot_id = s.id
        where s.series_id = ${snapshot.seriesId} and s.stat_date = ${snapshot.statDate}::date - day.d and s.is_current
          and e.series_id = s.series_id and e.video_id = top.video_id and e.stat_date = s.stat_date and e.position <= 100
      ) end from generate_series(6, 0, -1) day(d) order by day.d desc) as ranks
    from top join video v on v.id = top.video_id order by top.position`)
}

export function readDays(
  db: Db,
  { board, window, scope }: Series,
): Promise<{ statDate: string; status: Snapshot['status'] }[]> {
  return db.rows(sql`
    select s.stat_date as "statDate", s.status from rank_series r join rank_snapshot s on s.series_id = r.id
    where r.board = ${board} and r.window_days = ${window} and r.scope_key = ${scope} and s.is_current
    order by s.stat_date desc limit 400`)
}

export async function readRules(db: Db): Promise<Reply<typeof rankRules>> {
  const [versions, categories] = await Promise.all([
    db.rows<Reply<typeof rankRules>['versions'][number]>(sql`
      select version, play_weight as "playWeight", like_weight as "likeWeight", comment_weight as "commentWeight",
        favorite_weight as "favoriteWeight", share_weight as "shareWeight", danmaku_weight as "danmakuWeight",
        boost_percent as "boostPercent", boost_hours as "boostHours", per_creator as "perCreator", per_partner as "perPartner",
        stored_count as "storedCount", shown_count as "shownCount", created_at as "createdAt"
      from rank_formula order by version desc`),
    db.rows<Reply<typeof rankRules>['categories'][number]>(sql`
      select id::text, parent_id::text as "parentId", name_zh as "nameZh", name_en as "nameEn"
      from category where enabled order by coalesce(parent_id, id), parent_id nulls first, sort, id`),
  ])
  return { versions, categories }
}

/** A work's days on a board; undefined when it never was on one that is shown. */
export async function readVideo(
  db: Db,
  videoId: string,
  { board, window, scope }: Series,
): Promise<Reply<typeof rankOfVideo> | undefined> {
  const video = await db.one<{ videoId: string; title: string }>(sql`
    select v.id::text as "videoId", v.title from video v where v.id = ${videoId} and exists (
      select from rank_series r join rank_entry e on e.series_id = r.id and e.video_id = v.id and e.position <= 100)`)
  if (!video) return undefined
  const days = await db.rows<Reply<typeof rankOfVideo>['days'][number]>(sql`
    select e.stat_date as "statDate", e.rank, e.score, e.play_delta as "playDelta", s.status
    from rank_series r join rank_entry e on e.series_id = r.id and e.video_id = ${videoId} join rank_snapshot s on s.id = e.snapshot_id
    where r.board = ${board} and r.window_days = ${window} and r.scope_key = ${scope} and s.is_current and e.position <= 100
    order by e.stat_date desc limit 90`)
  return { ...video, days }
}
