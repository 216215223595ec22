import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { ListQuery } from '../../core/listQuery.ts'
import type { Scope } from '../../core/scope.ts'
import type { Language } from '../../core/text.ts'
import { addDays, startOf } from '../../core/time.ts'
import { type Db, poolOf } from '../../core/verb.ts'
import { fencePartner } from '../../kit/sql/fence.ts'
import { type ListSource, likePattern, usedBy, whereOf } from '../../kit/sql/list.ts'
import type { dataList } from './contract.ts'
import { readKeyword } from './keyword.ts'

export const SERIES_DAYS = 14
export const DETAIL_DAYS = 30

/** Filters and sorts that need the figures; all others search `video` alone. */
const NEEDS_STAT = new Set(['playCount', 'playDelta1d', 'finishRate', 'estIncomeFen', 'qualityFlag', 'hasIncome'])

const INTERACTION_RATE = sql`case when s.play_count > 0 then
  (s.like_count + s.comment_count + s.share_count + s.favorite_count) * 1000000 / s.play_count end`

/** The row scope of videos. Unattributed ones have no partner and are the administrators' alone. */
export const fenceVideos = (scope: Scope): Sql => fencePartner(scope, sql`v.partner_id`)

/** The days a query asks figures of: those of its `statDate`, either end open. */
interface Span {
  from?: string
  to?: string
}
export function spanOf(query: Pick<ListQuery, 'filters'>): Span | null {
  const filter = query.filters.find(({ name }) => name === 'statDate')
  return filter?.kind === 'between' ? filter : null
}

const inSpan = ({ from, to }: Span): Sql =>
  join(
    [
      sql`m.video_id = v.id`,
      ...(from ? [sql`m.stat_date >= ${from}::date`] : []),
      ...(to ? [sql`m.stat_date <= ${to}::date`] : []),
    ],
    ' and ',
  )

/** Where the data list's rows come from; the trend ends on the last delivered day, period sums are those of the span. */
export function dataSource(
  language: Language,
  through: string | null,
  span: Span | null,
  scope: Scope,
): ListSource<typeof dataList> {
  return {
    keys: (used) =>
      [...used].some((name) => NEEDS_STAT.has(name))
        ? sql`video v join video_stat s on s.video_id = v.id`
        : sql`video v`,
    id: sql`v.id`,
    rows: sql`join video v on v.id = page.id
      join video_stat s on s.video_id = page.id
      left join creator c on c.id = v.creator_id
      left join partner p on p.id = v.partner_id
      left join category g on g.id = v.category_id
      left join lateral (
        select array_agg(m.play_delta::float8 order by d.day) as plays
        from generate_series(${through}::date - ${SERIES_DAYS - 1}::int, ${through}::date, interval '1 day') d(day)
        left join video_metric_daily m on m.video_id = v.id and m.stat_date = d.day::date
      ) trend on true
      ${
        span
          ? sql`left join lateral (
        select sum(m.play_delta)::bigint as plays, sum(m.est_income_fen)::bigint as income
        from video_metric_daily m where ${inSpan(span)}
      ) period on true`
          : empty
      }`,
    columns: {
      videoId: sql`v.id::text`,
      title: sql`v.title`,
      platform: sql`v.platform`,
      creatorName: sql`c.nickname`,
      partnerName: sql`p.name`,
      playCount: sql`s.play_count`,
      playDelta1d: sql`s.play_delta_1d`,
      playTrend: sql`coalesce(trend.plays, '{}')`,
      finishRate: sql`s.finish_rate_ppm`,
      estIncomeFen: sql`s.est_income_fen`,
      visibility: sql`v.visibility`,
      publishedAt: sql`v.published_at`,
      riskState: sql`v.risk_state`,
      qualityFlag: sql`s.quality_flag`,
      playDelta7d: sql`s.play_delta_7d`,
      effectivePlayCount: sql`s.effective_play_count`,
      likeCount: sql`s.like_count`,
      commentCount: sql`s.comment_count`,
      shareCount: sql`s.share_count`,
      favoriteCount: sql`s.favorite_count`,
      interactionRate: INTERACTION_RATE,
      settledIncomeFen: sql`s.settled_income_fen`,
      contentType: sql`v.content_type`,
      categoryName: categoryName(language),
      productCode: sql`v.product_code`,
      platformItemId: sql`v.platform_item_id`,
      metricUpdatedAt: sql`s.metric_updated_at`,
      periodPlays: span ? sql`period.plays` : sql`null::bigint`,
      periodIncomeFen: span ? sql`period.income` : sql`null::bigint`,
      durationMs: sql`v.duration_ms`,
      coverUrl: sql`v.cover_url`,
      shareUrl: sql`v.share_url`,
      isExcluded: sql`v.settlement_excluded_reason is not null`,
    },
    sorts: {
      publishedAt: sql`coalesce(v.published_at, '-infinity')`,
      playCount: sql`s.play_count`,
      playDelta1d: sql`coalesce(s.play_delta_1d, '-9223372036854775808')`,
      finishRate: sql`coalesce(s.finish_rate_ppm, -1)`,
      estIncomeFen: sql`s.est_income_fen`,
    },
    filters: {
      videoId: sql`v.id`,
      keyword: (filter) => (filter.kind === 'contains' ? matchKeyword(filter.text) : sql`true`),
      platform: sql`v.platform`,
      playCount: sql`s.play_count`,
      estIncomeFen: sql`s.est_income_fen`,
      visibility: sql`v.visibility`,
      publishedAt: sql`v.published_at`,
      riskState: sql`v.risk_state`,
      qualityFlag: sql`s.quality_flag`,
      contentType: sql`v.content_type`,
      productCode: sql`v.product_code`,
      partnerId: sql`v.partner_id`,
      categoryId: (filter) => (filter.kind === 'any' ? inCategories(filter.values) : sql`true`),
      creatorId: sql`v.creator_id`,
      hasIncome: sql`s.est_income_fen > 0`,
      teamId: (filter) => (filter.kind === 'any' ? sql`v.partner_id in ${partnersOf(filter.values)}` : sql`true`),
      collectionId: (filter) =>
        filter.kind === 'any'
          ? sql`v.id in (select i.video_id from collection_item i join collection c on c.id = i.collection_id
              where c.id = any(${filter.values.filter((id) => id !== 'none')}::bigint[]) and ${fenceCollections(scope)})`
          : sql`true`,
      hasProduct: sql`v.product_code is not null`,
      statDate: (filter) =>
        filter.kind === 'between' ? sql`exists (select from video_metric_daily m where ${inSpan(filter)})` : sql`true`,
    },
  }
}

const categoryName = (language: Language): Sql => (language === 'zh-CN' ? sql`g.name_zh` : sql`g.name_en`)

const partnersOf = (teamIds: string[]): Sql =>
  sql`(select id from partner where team_id = any(${teamIds.filter((id) => id !== 'none')}::bigint[]))`

/** Collections of another line hold nothing. */
function fenceCollections(scope: Scope): Sql {
  if (scope.kind === 'all') return sql`true`
  return scope.kind === 'line' ? sql`(c.business_line_id is null or c.business_line_id = ${scope.lineId})` : sql`false`
}

/** Titles are found through two-character slices, which the index holds; one character alone scans. */
function matchKeyword(text: string): Sql {
  const keyword = readKeyword(text)
  if (keyword.kind === 'items') {
    const own = keyword.itemIds.filter((id) => /^\d{1,18}$/.test(id))
    return sql`(v.platform_item_id = any(${keyword.itemIds}) or v.id = any(${own}::bigint[]))`
  }
  const contains = sql`v.title ilike ${likePattern(keyword.text)}`
  return [...keyword.text].length < 2 ? contains : sql`(bigrams(v.title) @> bigrams(${keyword.text}) and ${contains})`
}

/** A category means itself and what lies under it. */
function inCategories(ids: string[]): Sql {
  const chosen = ids.filter((id) => id !== 'none')
  const inside = sql`v.category_id in (select id from category where id = any(${chosen}::bigint[]) or parent_id = any(${chosen}::bigint[]))`
  return chosen.length < ids.length ? sql`(${inside} or v.category_id is null)` : inside
}

const THROUGH_MS = 1_000
const throughs = new WeakMap<object, { day: Promise<string | null>; until: number }>()

/** The newest delivered day. It moves once a day and every page asks for it, so it is read once a second at most. */
export function readDataThrough(db: Db): Promise<string | null> {
  const pool = poolOf(db)
  const kept = throughs.get(pool)
  if (kept && kept.until > Date.now()) return kept.day
  const day = db
    .one<{ day: string | null }>(sql`select max(stat_date)::text as day from metric_day`)
    .then((row) => row?.day ?? null)
  throughs.set(pool, { day, until: Date.now() + THROUGH_MS })
  day.catch(() => throughs.delete(pool))
  return day
}

export interface DayRow {
  statDate: string
  plays: number | null
  interactions: number | null
  incomeFen: number | null
  newVideos: number
}

interface FilteredSet {
  list: typeof dataList
  query: ListQuery
  scope: Scope
  through: string
  may(permission: 'income.read'): boolean
}

/**
 * The last delivered days of a filtered set, oldest first; a day without any data has null figures. Figures of a set
 * narrowed to days are of those days: the others have none.
 */
export async function readDays(db: Db, set: FilteredSet): Promise<DayRow[]> {
  const window = { first: addDays(set.through, 1 - SERIES_DAYS), last: set.through }
  const span = spanOf(set.query)
  // Whoever has figures on a day of the span is in the set: days of the span need no looking up of works.
  const days = {
    first: span?.from && span.from > window.first ? span.from : window.first,
    last: span?.to && span.to < window.last ? span.to : window.last,
  }
  const whole = span ? { ...set, query: withoutSpan(set.query) } : set
  const rollup = rollupOf(whole)
  // While a day waits to be recomputed its figures come from the facts: slower, never different.
  const isRolledUp = rollup && !(await hasDirtyDays(db, window.first, window.last))
  const figures = isRolledUp ? rolledUpFigures(rollup, days) : factFigures(whole, days)
  const fresh = isRolledUp && !span ? rolledUpFresh(rollup, days) : factFresh(set, window)
  return db.rows<DayRow>(sql`
    with figures as (${figures}), fresh as (${fresh})
    select d.day::date::text as "statDate", figures.plays, figures.interactions, figures.income as "incomeFen", coalesce(fresh.videos, 0) as "newVideos"
    from generate_series(${window.first}::date, ${window.last}::date, interval '1 day') d(day)
    left join figures on figures.day = d.day::date left join fresh on fresh.day = d.day::date order by d.day`)
}

interface Days {
  first: string
  last: string
}

const withoutSpan = (query: ListQuery): ListQuery => ({
  ...query,
  filters: query.filters.filter(({ name }) => name !== 'statDate'),
})

async function hasDirtyDays(db: Db, first: string, through: string): Promise<boolean> {
  const row = await db.one<{ dirty: boolean }>(sql`
    select exists (select from dirty_key where stat_date between ${first}::date and ${through}::date) as dirty`)
  return row!.dirty
}

/** Filters that roll-ups know: the column of slices they stand in, and their name as the only attribute of a roll-up. */
const ROLLED_UP: Record<string, { column: Sql; dimension: string }> = {
  platform: { column: sql`r.platform`, dimension: 'platform' },
  contentType: { column: sql`r.content_type`, dimension: 'contentType' },
  productCode: { column: sql`r.product_code`, dimension: 'product' },
  categoryId: { column: sql`r.category_id::text`, dimension: 'category' },
}

interface RollUp {
  from: Sql
  where: Sql
}

/** The smallest roll-up that holds a filtered set's days, or undefined when only the facts know it. */
function rollupOf({ query, scope }: FilteredSet): RollUp | undefined {
  const named = query.filters.filter(({ name }) => name !== 'partnerId' && name !== 'teamId')
  const [only] = named
  const tests: Sql[] = []
  for (const filter of query.filters) {
    if (filter.kind !== 'any') return undefined
    const ids = filter.values.map((value) => (value === 'none' ? '0' : value))
    const known = ROLLED_UP[filter.name]
    const column = named.length === 1 ? sql`r.value` : known?.column
    if (filter.name === 'partnerId') tests.push(sql`r.partner_id = any(${ids}::bigint[])`)
    else if (filter.name === 'teamId') tests.push(sql`r.partner_id in ${partnersOf(filter.values)}`)
    else if (!known || !column) return undefined
    else if (filter.name === 'categoryId')
      tests.push(
        sql`(${column} = any(${ids}) or ${column} in (select id::text from category where parent_id = any(${ids}::bigint[])))`,
      )
    else tests.push(sql`${column} = any(${filter.values})`)
  }
  const namesPartners = named.length < query.filters.length
  const byPartner = namesPartners || scope.kind === 'partner' || scope.kind === 'team'
  if (byPartner) tests.unshift(fencePartner(scope, sql`r.partner_id`))
  else if (scope.kind === 'line') tests.unshift(sql`r.business_line_id = ${scope.lineId}`)
  else if (scope.kind !== 'all') tests.unshift(sql`false`)
  const kind = byPartner ? 'partner' : 'line'
  if (named.length > 1) return { from: raw(`agg_${kind}_slice_daily r`), where: all(tests) }
  if (!only && byPartner) return { from: sql`agg_partner_daily r`, where: all(tests) }
  const dimension = only ? ROLLED_UP[only.name]!.dimension : 'total'
  return {
    from: raw(`agg_${kind}_dimension_daily r`),
    where: all([sql`r.dimension = ${dimension}`, ...tests]),
  }
}

const all = (tests: readonly Sql[]): Sql => (tests.length ? join([...tests], ' and ') : sql`true`)

const rolledUpFigures = ({ from, where }: RollUp, { first, last }: Days): Sql => sql`
  select r.stat_date as day, sum(r.plays)::bigint as plays, sum(r.likes + r.comments + r.shares)::bigint as interactions,
    sum(r.income_fen)::bigint as income
  from ${from} where r.stat_date between ${first}::date and ${last}::date and ${where} group by 1`

const rolledUpFresh = ({ from, where }: RollUp, { first, last }: Days): Sql => sql`
  select r.stat_date as day, sum(r.new_videos)::bigint as videos
  from ${from} where r.stat_date between ${first}::date and ${last}::date and ${where} group by 1`

function factFigures(set: FilteredSet, { first, last }: Days): Sql {
  const { from, where } = filteredSet(set)
  return sql`
    select m.stat_date as day, sum(m.play_delta)::bigint as plays, sum(m.est_income_fen)::bigint as income,
      sum(coalesce(m.like_delta, 0) + coalesce(m.comment_delta, 0) + coalesce(m.share_delta, 0))::bigint as interactions
    from ${from} join video_metric_daily m on m.video_id = v.id and m.stat_date between ${first}::date and ${last}::date
    where ${where} group by 1`
}

/** New works of a set by day of publication; the condition is the index's own expression. */
function factFresh(set: FilteredSet, { first, last }: Days): Sql {
  const { from, where } = filteredSet(set)
  return sql`
    select (v.published_at at time zone 'Asia/Shanghai')::date as day, count(*) as videos from ${from}
    where ${where} and coalesce(v.published_at, '-infinity') >= ${startOf(first)}
      and coalesce(v.published_at, '-infinity') < ${startOf(addDays(last, 1))} group by 1`
}

/** The videos of a filtered set that carry a data problem, to be counted. */
export function problemsOf(set: FilteredSet): Sql {
  // Of all works the figures alone know it, from an index of those that have one.
  if (set.query.filters.length === 0 && set.scope.kind === 'all')
    return sql`select 1 from video_stat s where s.quality_flag <> 'ok'`
  const { where } = filteredSet(set)
  return sql`select 1 from video v join video_stat s on s.video_id = v.id where ${where} and s.quality_flag <> 'ok'`
}

/** Rows of the filtered set, to be counted. */
export function videosOf(set: FilteredSet): Sql {
  const { from, where } = filteredSet(set)
  return sql`select 1 from ${from} where ${where}`
}

function filteredSet({ list, query, scope, through, may }: FilteredSet): { from: Sql; where: Sql } {
  const source = dataSource('zh-CN', through, spanOf(query), scope)
  const where = whereOf({ list, source, query, fence: fenceVideos(scope), may: (needs) => may(needs as 'income.read') })
  return { from: source.keys(usedBy(query, false)), where }
}

/** Partners, teams and categories the filter form offers, within the scope. */
export async function readOptions(db: Db, scope: Scope) {
  const [partners, teams, categories] = await Promise.all([
    db.rows<{ id: string; name: string }>(
      sql`select p.id::text, p.name from partner p where ${fencePartner(scope, sql`p.id`)} order by p.name`,
    ),
    db.rows<{ id: string; name: string }>(
      sql`select t.id::text, t.name from team t
        where exists (select from partner p where p.team_id = t.id and ${fencePartner(scope, sql`p.id`)}) order by t.path`,
    ),
    db.rows<{ id: string; parentId: string | null; nameZh: string; nameEn: string }>(sql`
      select id::text, parent_id::text as "parentId", name_zh as "nameZh", name_en as "nameEn"
      from category where enabled order by coalesce(parent_id, id), parent_id nulls first, sort, id`),
  ])
  return { partners, teams, categories }
}

/** One video within the scope; undefined when it is missing or foreign. */
export function readVideo(db: Db, scope: Scope, videoId: string) {
  return db.one<
    Record<string, unknown> & { version: number; partnerId: string | null; partnerName: string | null }
  >(sql`
    select v.id::text as "videoId", v.platform, v.platform_item_id as "platformItemId", v.title, v.share_url as "shareUrl", v.cover_url as "coverUrl",
      v.content_type as "contentType", v.duration_ms as "durationMs", v.category_id::text as "categoryId", g.name_zh as "categoryNameZh",
      g.name_en as "categoryNameEn", c.nickname as "creatorName", c.account_no as "creatorAccount", v.partner_id::text as "partnerId",
      p.name as "partnerName", v.product_code as "productCode", v.published_at as "publishedAt", v.visibility, v.risk_state as "riskState",
      s.quality_flag as "qualityFlag", v.settlement_excluded_reason as "settlementExcludedReason", s.play_count as "playCount",
      s.effective_play_count as "effectivePlayCount", s.like_count as "likeCount", s.comment_count as "commentCount", s.share_count as "shareCount",
      s.favorite_count as "favoriteCount", s.finish_rate_ppm as "finishRate", ${INTERACTION_RATE} as "interactionRate",
      s.play_delta_1d as "playDelta1d", s.play_delta_7d as "playDelta7d", s.est_income_fen as "estIncomeFen",
      s.settled_income_fen as "settledIncomeFen", s.metric_updated_at as "metricUpdatedAt", v.version
    from video v join video_stat s on s.video_id = v.id left join creator c on c.id = v.creator_id
      left join partner p on p.id = v.partner_id left join category g on g.id = v.category_id
    where v.id = ${videoId} and ${fenceVideos(scope)}`)
}

export interface MetricDay {
  statDate: string
  playCount: number
  playDelta: number | null
  likeDelta: number | null
  commentDelta: number | null
  shareDelta: number | null
  finishRate: number | null
  estIncomeFen: number
  qualityFlag: string
  corrections: number
}

/** A correction of what a session may see: one that only changed income does not exist without the right to it. */
const corrects = (seesIncome: boolean): Sql =>
  seesIncome
    ? sql`true`
    : sql`c.before - array['playDelta', 'importId', 'at', 'estIncomeFen'] is distinct from c.after - 'estIncomeFen'`

/** The delivered days of one video in a span, newest first. */
export function readMetricDays(
  db: Db,
  videoId: string,
  from: string,
  to: string,
  seesIncome: boolean,
): Promise<MetricDay[]> {
  return db.rows<MetricDay>(sql`
    select m.stat_date::text as "statDate", play_count as "playCount", play_delta as "playDelta", like_delta as "likeDelta",
      comment_delta as "commentDelta", share_delta as "shareDelta", finish_rate_ppm as "finishRate", est_income_fen as "estIncomeFen",
      quality_flag as "qualityFlag", coalesce(c.n, 0) as corrections
    from video_metric_daily m left join (
      select c.stat_date, count(*) as n from metric_correction c
      where c.video_id = ${videoId} and c.stat_date between ${from}::date and ${to}::date and ${corrects(seesIncome)} group by 1
    ) c on c.stat_date = m.stat_date
    where m.video_id = ${videoId} and m.stat_date between ${from}::date and ${to}::date order by m.stat_date desc`)
}

export interface Figures {
  playCount: number
  likeCount: number | null
  commentCount: number | null
  shareCount: number | null
  estIncomeFen: number
}
export interface Snapshot extends Figures {
  statDate: string
  playDelta: number | null
  importId: string | null
  at: string
}
export interface Correction {
  statDate: string
  at: string
  source: string | null
  before: Figures & { playDelta: number | null; importId: number | null }
  /** When the value it replaced was written. */
  beforeAt: string
  after: Figures
  /** Whether it changed more than income. */
  isPublic: boolean
}

/** A delivered day of one video and the delivered day before it, newest first; the first is the day itself or absent. */
export function readSnapshots(db: Db, videoId: string, day: string): Promise<Snapshot[]> {
  return db.rows<Snapshot>(sql`
    select m.stat_date::text as "statDate", m.play_count as "playCount", m.like_count as "likeCount", m.comment_count as "commentCount",
      m.share_count as "shareCount", m.est_income_fen as "estIncomeFen", m.play_delta as "playDelta", m.import_id::text as "importId",
      m.updated_at as at
    from video_metric_daily m where m.video_id = ${videoId} and m.stat_date <= ${day}::date order by m.stat_date desc limit 2`)
}

/** The corrections of some days of one video, oldest first. */
export function readCorrections(db: Db, videoId: string, days: string[]): Promise<Correction[]> {
  return db.rows<Correction>(sql`
    select c.stat_date::text as "statDate", c.at, c.source, c.before, (c.before->>'at')::timestamptz as "beforeAt", c.after, (${corrects(false)}) as "isPublic"
    from metric_correction c where c.video_id = ${videoId} and c.stat_date = any(${days}::date[]) order by c.id`)
}

export interface OwnerChange {
  at: string
  from: string | null
  to: string | null
  reason: string
  actor: string | null
}

export function readOwnerChanges(db: Db, videoId: string): Promise<OwnerChange[]> {
  return db.rows<OwnerChange>(sql`
    select h.at, f.name as "from", t.name as "to", h.reason, u.display_name as actor from video_owner_history h
      left join partner f on f.id = h.from_partner_id left join partner t on t.id = h.to_partner_id left join app_user u on u.id = h.actor_id
    where h.video_id = ${videoId} order by h.id desc`)
}

export interface LockedVideo {
  id: string
  categoryId: string | null
  excludedReason: string | null
}

/** Locks the videos of a bulk action that lie within the scope, in id order so that two actions cannot deadlock. */
export function lockVideos(db: Db, scope: Scope, ids: string[]): Promise<LockedVideo[]> {
  return db.rows<LockedVideo>(sql`
    select v.id::text, v.category_id::text as "categoryId", v.settlement_excluded_reason as "excludedReason" from video v
    where v.id = any(${ids}::bigint[]) and ${fenceVideos(scope)} order by v.id for update`)
}

export function categoryExists(db: Db, categoryId: string) {
  return db.one(sql`select 1 from category where id = ${categoryId} and enabled`)
}

export function partnerName(db: Db, partnerId: string) {
  return db.one<{ name: string }>(sql`select name from partner where id = ${partnerId}`)
}

export interface VideoChange {
  categoryId?: string
  excludedReason?: string | null
  partnerId?: string | null
}

/** Writes the given fields of some videos and bumps their versions. */
export async function updateVideos(db: Db, ids: string[], change: VideoChange): Promise<void> {
  const sets = [
    change.categoryId === undefined ? empty : sql`category_id = ${change.categoryId}::bigint, `,
    change.excludedReason === undefined ? empty : sql`settlement_excluded_reason = ${change.excludedReason}, `,
    change.partnerId === undefined ? empty : sql`partner_id = ${change.partnerId}::bigint, `,
  ]
  await db.rows(
    sql`update video set ${join(sets, '')}version = version + 1, updated_at = now() where id = any(${ids}::bigint[])`,
  )
}

/** The version of a video, locked for a change of owner; undefined when it is missing or foreign. */
export function lockOwner(db: Db, scope: Scope, videoId: string) {
  return db.one<{ version: number; partnerId: string | null }>(sql`
    select v.version, v.partner_id::text as "partnerId" from video v where v.id = ${videoId} and ${fenceVideos(scope)} for update`)
}

export async function addOwnerChange(
  db: Db,
  change: { videoId: string; from: string | null; to: string | null; reason: string; actorId: string },
) {
  await db.rows(sql`insert into video_owner_history (video_id, from_partner_id, to_partner_id, reason, actor_id)
    values (${change.videoId}, ${change.from}::bigint, ${change.to}::bigint, ${change.reason}, ${change.actorId})`)
}
