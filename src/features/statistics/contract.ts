import Type from 'typebox'
import type { Permission } from '../../core/access.ts'
import { Day, defineEndpoint, Id, nullable, strict } from '../../core/contract.ts'
import { COMPARISONS, GRANULARITIES } from '../../core/period.ts'

/** What statistics may be grouped by; those that name other partners need the right to see them. */
/** The rows a table of a dimension has; the file has all. */
export const MOST_ROWS = 500
export const DIMENSIONS = ['platform', 'category', 'contentType', 'product', 'partner', 'team'] as const
export type Dimension = (typeof DIMENSIONS)[number]
const dimensionNeeds: Partial<Record<Dimension, Permission>> = {
  partner: 'partners.compare',
  team: 'partners.compare',
}

/** What a session may group by; the rest does not exist for it. */
export function dimensionsFor(allows: (needs: Permission) => boolean): Dimension[] {
  return DIMENSIONS.filter((one) => !dimensionNeeds[one] || allows(dimensionNeeds[one]))
}

const metrics = {
  plays: Type.Integer(),
  likes: Type.Integer(),
  comments: Type.Integer(),
  shares: Type.Integer(),
  newVideos: Type.Integer(),
  /** Videos with plays, mean of the days: a video is active on many days, so days do not add up. */
  activeVideos: Type.Integer(),
  estIncomeFen: Type.Integer(),
  /** Ratios of sums, never means of ratios; null where the denominator is 0. Parts per million. */
  finishRate: nullable(Type.Integer()),
  interactionRate: nullable(Type.Integer()),
  /** Estimated income per 1,000 plays, fen. */
  rpmFen: nullable(Type.Integer()),
}
const Metrics = Type.Object(metrics)

const Names = Type.String({ maxLength: 2_000, description: 'comma-separated' })
const asked = {
  from: Day,
  to: Day,
  platform: Type.Optional(Names),
  categoryId: Type.Optional(Names),
  contentType: Type.Optional(Names),
  productCode: Type.Optional(Names),
  partnerId: Type.Optional(Names),
  compare: Type.Optional(Type.Enum([...COMPARISONS])),
  granularity: Type.Optional(Type.Enum([...GRANULARITIES])),
  dimension: Type.Optional(Type.String({ maxLength: 40 })),
}
const query = strict(asked)

/**
 * Statistics of a period (domain page S5): totals, the course of time and one grouping, each beside the compared period.
 * Answered from roll-ups alone. Days are Asia/Shanghai; weeks start on Monday.
 */
export const statisticsOfPeriod = defineEndpoint({
  method: 'GET',
  path: '/api/statistics',
  permission: 'statistics.read',
  query,
  reply: Type.Object({
    /** The newest day all numbers here include. */
    dataThrough: nullable(Day),
    /** The first day there are numbers of. */
    firstDay: nullable(Day),
    from: Day,
    to: Day,
    compareFrom: nullable(Day),
    compareTo: nullable(Day),
    totals: Metrics,
    before: nullable(Metrics),
    /** One point per bucket, oldest first; `complete` is false while days of the bucket are still to come. */
    series: Type.Array(Type.Object({ bucket: Day, complete: Type.Boolean(), ...metrics })),
    seriesBefore: Type.Array(Type.Object({ bucket: Day, ...metrics })),
    /** One row per value of the dimension, most plays first. */
    rows: Type.Array(
      Type.Object({
        key: Type.String(),
        nameZh: Type.String(),
        nameEn: Type.String(),
        /** Of all plays, parts per million. */
        share: nullable(Type.Integer()),
        ...metrics,
        playsBefore: nullable(Type.Integer()),
      }),
    ),
  }),
})

/** The rows of a period and their totals as a file. Takes the same question. */
export const statisticsFile = defineEndpoint({
  method: 'GET',
  path: '/api/statistics/export.csv',
  permission: 'statistics.read',
  query,
  raw: true,
})

/** The most values of each side of a crossing that stand alone; the rest is one more. */
export const CROSS_BARS = 10
export const CROSS_PARTS = 5
const part = { key: Type.String(), nameZh: Type.String(), nameEn: Type.String() }

/** Plays of a period by two dimensions at once: the values with the most plays, and 'rest' for what is left over. */
export const statisticsCross = defineEndpoint({
  method: 'GET',
  path: '/api/statistics/cross',
  permission: 'statistics.read',
  query: strict({ ...asked, by: Type.String({ maxLength: 40 }) }),
  reply: Type.Object({
    parts: Type.Array(Type.Object(part)),
    /** One sum per part. */
    bars: Type.Array(Type.Object({ ...part, plays: Type.Array(Type.Integer()) })),
  }),
})

/**
 * Plays by weekday (1 is Monday) and hour of Asia/Shanghai, mean of the days the hourly feed has delivered within the
 * period. `isKnown` is false under a filter the hourly figures cannot tell apart.
 */
export const statisticsHours = defineEndpoint({
  method: 'GET',
  path: '/api/statistics/hours',
  permission: 'statistics.read',
  query: strict(asked),
  reply: Type.Object({
    isKnown: Type.Boolean(),
    days: Type.Integer(),
    cells: Type.Array(Type.Object({ weekday: Type.Integer(), hour: Type.Integer(), plays: Type.Integer() })),
  }),
})

/** What the filters offer, within the scope; partners only to those who may compare them. */
export const statisticsOptions = defineEndpoint({
  method: 'GET',
  path: '/api/statistics/options',
  permission: 'statistics.read',
  reply: Type.Object({
    partners: Type.Array(Type.Object({ id: Id, name: Type.String() })),
    categories: Type.Array(
      Type.Object({ id: Id, parentId: nullable(Id), nameZh: Type.String(), nameEn: Type.String() }),
    ),
  }),
})
