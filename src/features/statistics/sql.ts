import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { Granularity } from '../../core/period.ts'
import type { Scope } from '../../core/scope.ts'
import { addDays, startOf } from '../../core/time.ts'
import type { Db } from '../../core/verb.ts'
import { fencePartner, inTeam } from '../../kit/sql/fence.ts'
import type { Dimension } from './contract.ts'

/** Which rows of the roll-ups a question is about. Empty lists do not restrict. */
export interface Slice {
  from: string
  to: string
  platform: string[]
  categoryId: string[]
  contentType: string[]
  productCode: string[]
  partnerId: string[]
}

export interface Sums {
  plays: number
  likes: number
  comments: number
  shares: number
  newVideos: number
  activeVideos: number
  estIncomeFen: number
  finishPlays: number
  ratedPlays: number
  /** Days that have any row: what a mean over days divides by. */
  days: number
}

const DAY_SUMS = sql`sum(r.plays)::bigint as plays, sum(r.likes)::bigint as likes, sum(r.comments)::bigint as comments, sum(r.shares)::bigint as shares,
  sum(r.new_videos)::bigint as new_videos, sum(r.active_videos)::bigint as active_videos, sum(r.income_fen)::bigint as income_fen,
  sum(r.finish_plays)::bigint as finish_plays, sum(r.rated_plays)::bigint as rated_plays`
const SUMS = sql`sum(r.plays)::bigint as plays, sum(r.likes)::bigint as likes, sum(r.comments)::bigint as comments, sum(r.shares)::bigint as shares,
  sum(r.new_videos)::bigint as "newVideos", sum(r.active_videos)::bigint as "activeVideos", sum(r.income_fen)::bigint as "estIncomeFen",
  sum(r.finish_plays)::bigint as "finishPlays", sum(r.rated_plays)::bigint as "ratedPlays", count(*) as days`

/** Sums per key. By day first: counting the days as `count(distinct …)` would sort every row of the roll-up. */
const summedBy = (key: Sql, { from, where }: Pick<Source, 'from' | 'where'>): Sql => sql`
  select r.key, ${SUMS} from (
    select ${key} as key, r.stat_date, ${DAY_SUMS} from ${from} where ${where} group by 1, 2
  ) r group by 1`

/** Sums per partner where a partner's day is one row. */
const summedByPartner = ({ from, where }: Pick<Source, 'from' | 'where'>): Sql =>
  sql`select r.partner_id::text as key, ${SUMS} from ${from} where ${where} group by r.partner_id`

/** The newest delivered day that no recomputation is waiting for: what statistics include. */
export async function readRollupThrough(db: Db): Promise<string | null> {
  const row = await db.one<{ day: string | null }>(sql`
    select max(stat_date)::text as day from metric_day d where not exists (select from dirty_key k where k.stat_date = d.stat_date)`)
  return row?.day ?? null
}

/** The first delivered day. */
export async function readFirstDay(db: Db): Promise<string | null> {
  const row = await db.one<{ day: string | null }>(sql`select min(stat_date)::text as day from metric_day`)
  return row?.day ?? null
}

/** Partners of the scope, by name. */
export function readPartners(db: Db, scope: Scope): Promise<{ id: string; name: string }[]> {
  return db.rows(sql`select p.id::text, p.name from partner p where ${fencePartner(scope, sql`p.id`)} order by p.name`)
}

/** The category tree, parents before their children. */
export function readCategories(
  db: Db,
): Promise<{ id: string; parentId: string | null; nameZh: string; nameEn: string }[]> {
  return db.rows(sql`
    select id::text, parent_id::text as "parentId", name_zh as "nameZh", name_en as "nameEn"
    from category where enabled order by coalesce(parent_id, id), parent_id nulls first, sort, id`)
}

/** A slice's sums per bucket of time, oldest first. */
export function readSeries(
  db: Db,
  scope: Scope,
  slice: Slice,
  granularity: Granularity,
): Promise<(Sums & { bucket: string })[]> {
  const bucket =
    granularity === 'day' ? sql`r.stat_date` : sql`date_trunc(${raw(`'${granularity}'`)}, r.stat_date)::date`
  return db.rows(
    sql`select s.key::text as bucket, s.* from (${summedBy(bucket, source(scope, slice, []))}) s order by s.key`,
  )
}

/** A slice's sums per value of a dimension, with its names, most plays first: at most `most`, null is all. '0' and '' mean none. */
export function readRows(
  db: Db,
  scope: Scope,
  slice: Slice,
  dimension: Dimension,
  most: number | null,
): Promise<(Sums & { key: string; nameZh: string | null; nameEn: string | null })[]> {
  const found = source(scope, slice, [dimension])
  const summed =
    dimension === 'partner' && found.isWhole ? summedByPartner(found) : summedBy(found.keyOf(dimension), found)
  return db.rows(sql`
    with summed as (${summed})
    select summed.*, ${namesOf(dimension)} order by summed.plays desc, summed.key limit ${most}`)
}

export interface Cell {
  key: string
  part: string
  plays: number
  nameZh: string | null
  nameEn: string | null
  partZh: string | null
  partEn: string | null
}

/** A slice's plays per pair of values of two dimensions. */
export function readCross(db: Db, scope: Scope, slice: Slice, dimension: Dimension, by: Dimension): Promise<Cell[]> {
  const names = [dimension, by]
  const { from, where, keyOf } = source(scope, slice, names)
  // A team is known through its partner.
  const joined = names.includes('team') ? sql`${from} left join partner p on p.id = r.partner_id` : from
  const [key, part] = [namesFrom(dimension, sql`summed.key`, 'key'), namesFrom(by, sql`summed.part`, 'part')]
  return db.rows(sql`
    with summed as (
      select ${keyOf(dimension)} as key, ${keyOf(by)} as part, sum(r.plays)::bigint as plays from ${joined} where ${where} group by 1, 2
    )
    select summed.*, ${key.zh} as "nameZh", ${key.en} as "nameEn", ${part.zh} as "partZh", ${part.en} as "partEn"
    from summed ${key.join} ${part.join}`)
}

/** A slice's plays by weekday and hour, mean of the days there are figures of; product is not known by the hour. */
export function readHours(
  db: Db,
  scope: Scope,
  slice: Slice,
): Promise<{ weekday: number; hour: number; plays: number; days: number }[]> {
  const filters = attributeFilters({ ...slice, productCode: [] }, columnOfSlices)
  const partners = slice.partnerId.length ? [sql`r.partner_id = any(${slice.partnerId}::bigint[])`] : []
  const where = join([partnerFence(scope), ...partners, ...filters], ' and ')
  return db.rows(sql`
    with hours as (
      select r.bucket_at at time zone 'Asia/Shanghai' as at, sum(r.plays) as plays from agg_partner_slice_hourly r
      where r.bucket_at >= ${startOf(slice.from)} and r.bucket_at < ${startOf(addDays(slice.to, 1))} and ${where} group by 1
    )
    select extract(isodow from at)::int as weekday, extract(hour from at)::int as hour, round(avg(plays))::bigint as plays,
      (select count(distinct at::date)::int from hours) as days
    from hours group by 1, 2 order by 1, 2`)
}

const isOfPartners = (dimension: Dimension): dimension is 'partner' | 'team' =>
  dimension === 'partner' || dimension === 'team'
const partnerKey = (dimension: Dimension): Sql =>
  dimension === 'team' ? sql`coalesce(p.team_id, 0)::text` : sql`r.partner_id::text`

interface Source {
  from: Sql
  where: Sql
  keyOf(dimension: Dimension): Sql
  /** No attribute is named: a partner's day is one row. */
  isWhole: boolean
}

type Attribute = Exclude<Dimension, 'partner' | 'team'>
/** The order in which attributes stand in `agg_line_pair_daily`. */
const ATTRIBUTES: readonly Attribute[] = ['platform', 'contentType', 'product', 'category']

/**
 * The smallest roll-up that can answer. It follows from the attributes a question restricts or groups by: none, one, two or
 * more; of partners when partners are named or grouped by, else of lines.
 */
function source(scope: Scope, slice: Slice, dimensions: readonly Dimension[]): Source {
  const days = sql`r.stat_date between ${slice.from}::date and ${slice.to}::date`
  const named = ATTRIBUTES.filter((one) => dimensions.includes(one) || restricts(slice, one))
  const isWhole = named.length === 0
  const byPartner = dimensions.find(isOfPartners)
  const namesPartners = scope.kind === 'partner' || scope.kind === 'team' || slice.partnerId.length > 0
  if (byPartner || namesPartners) {
    const { table, columnOf, conditions } = ofPartners(named)
    const partners = [
      partnerFence(scope),
      ...(slice.partnerId.length ? [sql`r.partner_id = any(${slice.partnerId}::bigint[])`] : []),
    ]
    return {
      from:
        byPartner === 'team' && dimensions.length === 1
          ? sql`${table} left join partner p on p.id = r.partner_id`
          : table,
      where: join([...conditions, days, ...partners, ...attributeFilters(slice, columnOf)], ' and '),
      keyOf: (dimension) => (isOfPartners(dimension) ? partnerKey(dimension) : textOf(dimension, columnOf)),
      isWhole,
    }
  }
  const { table, columnOf, conditions } = ofLines(named, scope)
  return {
    from: table,
    where: join([...conditions, days, ...attributeFilters(slice, columnOf)], ' and '),
    keyOf: (dimension) => textOf(dimension as Attribute, columnOf),
    isWhole,
  }
}

interface Table {
  table: Sql
  conditions: Sql[]
  columnOf: ColumnOf
}
/** Where an attribute stands: in a column of its own, or as the text `value` of a roll-up by few attributes. */
type ColumnOf = (attribute: Attribute) => { column: Sql; isText: boolean }

function ofPartners(named: readonly Attribute[]): Table {
  if (named.length === 0) return { table: sql`agg_partner_daily r`, conditions: [], columnOf: columnOfSlices }
  if (named.length > 1) return { table: sql`agg_partner_slice_daily r`, conditions: [], columnOf: columnOfSlices }
  return {
    table: sql`agg_partner_dimension_daily r`,
    conditions: [sql`r.dimension = ${named[0]}`],
    columnOf: () => ({ column: sql`r.value`, isText: true }),
  }
}

function ofLines(named: readonly Attribute[], scope: Scope): Table {
  const line =
    scope.kind === 'line' ? [sql`r.business_line_id = ${scope.lineId}`] : scope.kind === 'all' ? [] : [sql`false`]
  if (named.length > 2) return { table: sql`agg_line_slice_daily r`, conditions: line, columnOf: columnOfSlices }
  if (named.length === 2)
    return {
      table: sql`agg_line_pair_daily r`,
      conditions: [
        sql`r.dimensions = ${named.join(',')}`,
        // All lines together have sums of their own.
        ...(scope.kind === 'all' ? [sql`r.business_line_id = -1`] : line),
      ],
      columnOf: (attribute) => ({ column: attribute === named[0] ? sql`r.value` : sql`r.other`, isText: true }),
    }
  return {
    table: sql`agg_line_dimension_daily r`,
    conditions: [sql`r.dimension = ${named[0] ?? 'total'}`, ...line],
    columnOf: () => ({ column: sql`r.value`, isText: true }),
  }
}

function columnOfSlices(attribute: Attribute): { column: Sql; isText: boolean } {
  switch (attribute) {
    case 'platform':
      return { column: sql`r.platform`, isText: true }
    case 'category':
      return { column: sql`r.category_id`, isText: false }
    case 'contentType':
      return { column: sql`r.content_type`, isText: true }
    default:
      return { column: sql`r.product_code`, isText: true }
  }
}

function textOf(attribute: Attribute, columnOf: ColumnOf): Sql {
  const { column, isText } = columnOf(attribute)
  return isText ? column : sql`${column}::text`
}

const FILTERS = {
  platform: 'platform',
  category: 'categoryId',
  contentType: 'contentType',
  product: 'productCode',
} as const satisfies Record<Attribute, keyof Slice>
const restricts = (slice: Slice, attribute: Attribute): boolean => slice[FILTERS[attribute]].length > 0

function attributeFilters(slice: Slice, columnOf: ColumnOf): Sql[] {
  return ATTRIBUTES.filter((one) => restricts(slice, one)).map((attribute) => {
    const values = slice[FILTERS[attribute]]
    const { column, isText } = columnOf(attribute)
    if (attribute !== 'category') return sql`${column} = any(${values})`
    const id = isText ? sql`id::text` : sql`id`
    return sql`${column} in (select ${id} from category where id = any(${values}::bigint[]) or parent_id = any(${values}::bigint[]))`
  })
}

/** The row scope on roll-ups; 0, the unattributed, belongs to the scope `all` alone. */
function partnerFence(scope: Scope): Sql {
  switch (scope.kind) {
    case 'all':
      return sql`true`
    case 'line':
      return sql`r.partner_id in (select id from partner where business_line_id = ${scope.lineId})`
    case 'team':
      return sql`r.partner_id in (select q.id from partner q join team t on t.id = q.team_id where ${inTeam(scope.teamId)})`
    case 'partner':
      return sql`r.partner_id = ${scope.partnerId}`
    default:
      return sql`false`
  }
}

function namesOf(dimension: Dimension): Sql {
  const { zh, en, join: joined } = namesFrom(dimension, sql`summed.key`, 'key')
  return sql`${zh} as "nameZh", ${en} as "nameEn" from summed ${joined}`
}

/** The names of a dimension's values and the join they come by; those that are words of the product have none here. */
function namesFrom(dimension: Dimension, key: Sql, side: 'key' | 'part'): { zh: Sql; en: Sql; join: Sql } {
  const table = raw(`${side}_names`)
  switch (dimension) {
    case 'category':
      return {
        zh: sql`${table}.name_zh`,
        en: sql`${table}.name_en`,
        join: sql`left join category ${table} on ${table}.id = ${key}::bigint`,
      }
    case 'partner':
    case 'team':
      return {
        zh: sql`${table}.name`,
        en: sql`${table}.name`,
        join: sql`left join ${raw(dimension)} ${table} on ${table}.id = ${key}::bigint`,
      }
    default:
      return { zh: sql`null::text`, en: sql`null::text`, join: sql`` }
  }
}
