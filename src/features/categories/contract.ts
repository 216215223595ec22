import Type from 'typebox'
import { Day, Done, defineEndpoint, Id, idParams, nullable, strict, Version } from '../../core/contract.ts'
import { COMPARISONS } from '../../core/period.ts'

/** Parts per million, null where the denominator is 0. */
const Rate = nullable(Type.Integer())

const figures = {
  plays: Type.Integer(),
  playsBefore: nullable(Type.Integer()),
  /** Of all plays. */
  share: Rate,
  newVideos: Type.Integer(),
  newVideosBefore: nullable(Type.Integer()),
  /** Videos with plays, mean of the days. */
  activeVideos: Type.Integer(),
  /** Plays a video with plays had on a day: mean, and how they are spread. */
  meanPlays: nullable(Type.Integer()),
  p50: nullable(Type.Integer()),
  p90: nullable(Type.Integer()),
  finishRate: Rate,
  interactionRate: Rate,
  estIncomeFen: Type.Integer(),
  /** Estimated income per 1,000 plays, fen. */
  rpmFen: nullable(Type.Integer()),
  /** New videos that stand under risk now, of all new videos. */
  riskRate: Rate,
  /** Plays of the ten strongest videos, of all plays. */
  topShare: Rate,
  topCreator: nullable(Type.Object({ id: Id, name: Type.String() })),
}

const node = {
  /** `0`: videos without a category. */
  id: Type.String(),
  nameZh: Type.String(),
  nameEn: Type.String(),
  riskLevel: Type.Enum(['low', 'mid', 'high']),
  enabled: Type.Boolean(),
  ...figures,
  /** 0–100 within its level; null without plays. */
  heat: nullable(Type.Integer()),
}

const Names = Type.String({ maxLength: 2_000, description: 'comma-separated' })
const query = strict({
  from: Day,
  to: Day,
  platform: Type.Optional(Names),
  contentType: Type.Optional(Names),
  productCode: Type.Optional(Names),
  partnerId: Type.Optional(Names),
  compare: Type.Optional(Type.Enum([...COMPARISONS])),
})

/**
 * Statistics by content category (domain page S6): two levels, each beside the compared period. Answered from roll-ups
 * alone; days are Asia/Shanghai. Spread, concentration, risk and top creator have no filters: with one they are null.
 */
export const categoryStatistics = defineEndpoint({
  method: 'GET',
  path: '/api/statistics-content-category',
  permission: 'statisticsCategory.read',
  query,
  reply: Type.Object({
    dataThrough: nullable(Day),
    firstDay: nullable(Day),
    from: Day,
    to: Day,
    compareFrom: nullable(Day),
    compareTo: nullable(Day),
    /** Days of the period that are being recomputed now. */
    rebuildingDays: Type.Integer(),
    /** Merges whose videos are still on their way. */
    merging: Type.Array(
      Type.Object({ fromZh: Type.String(), fromEn: Type.String(), toZh: Type.String(), toEn: Type.String() }),
    ),
    totals: Type.Object(figures),
    total: Type.Integer(),
    list: Type.Array(Type.Object({ ...node, children: Type.Array(Type.Object(node)) })),
  }),
})

/** The table as a file. Takes the same question. */
export const categoryFile = defineEndpoint({
  method: 'GET',
  path: '/api/statistics-content-category/export.csv',
  permission: 'statisticsCategory.read',
  query,
  raw: true,
})

const moved = {
  plays: Type.Integer(),
  playsBefore: Type.Integer(),
  nameZh: Type.String(),
  nameEn: Type.String(),
}

/** What moved most against the compared period, the largest change first: categories with the cause, and videos. */
export const categoryMovers = defineEndpoint({
  method: 'GET',
  path: '/api/statistics-content-category/movers',
  permission: 'statisticsCategory.read',
  query: strict({ from: Day, to: Day, compare: Type.Optional(Type.Enum(['previous', 'year'])) }),
  reply: Type.Object({
    categories: Type.Array(
      Type.Object({
        id: Type.String(),
        ...moved,
        /** Of videos in their first seven days; the rest is of older ones. */
        youngPlays: Type.Integer(),
        youngPlaysBefore: Type.Integer(),
      }),
    ),
    videos: Type.Array(
      Type.Object({
        id: Id,
        title: Type.String(),
        publishedAt: nullable(Type.String()),
        isNew: Type.Boolean(),
        ...moved,
      }),
    ),
  }),
})

const Row = Type.Object({
  id: Id,
  parentId: nullable(Id),
  code: Type.String(),
  nameZh: Type.String(),
  nameEn: Type.String(),
  enabled: Type.Boolean(),
  riskLevel: Type.Enum(['low', 'mid', 'high']),
  version: Type.Integer(),
})

/** The tree as it is kept: parents before their children, in their order. */
export const categoryTree = defineEndpoint({
  method: 'GET',
  path: '/api/categories',
  permission: 'categories.write',
  reply: Type.Object({
    categories: Type.Array(Row),
    /** Names under which others went into a category. */
    aliases: Type.Array(
      Type.Object({ id: Id, nameZh: Type.String(), nameEn: Type.String(), intoId: Id, isDone: Type.Boolean() }),
    ),
  }),
})

const Name = Type.String({ maxLength: 200 })
const RiskLevel = Type.Enum(['low', 'mid', 'high'])

/** Adds a category at the end of its parent. Refuses NAME_LENGTH, NAME_TAKEN, PARENT_NOT_FOUND, TOO_DEEP. */
export const categoryAdd = defineEndpoint({
  method: 'POST',
  path: '/api/categories',
  permission: 'categories.write',
  body: strict({ parentId: nullable(Id), nameZh: Name, nameEn: Name, riskLevel: RiskLevel }),
  reply: Type.Object({ id: Id }),
})

/** Changes a category. Refuses as adding does, and LOOP, HAS_CHILDREN, MERGED, STALE. */
export const categoryEdit = defineEndpoint({
  method: 'PATCH',
  path: '/api/categories/:id',
  permission: 'categories.write',
  params: idParams,
  body: strict({
    version: Version,
    parentId: Type.Optional(nullable(Id)),
    nameZh: Type.Optional(Name),
    nameEn: Type.Optional(Name),
    riskLevel: Type.Optional(RiskLevel),
    enabled: Type.Optional(Type.Boolean()),
  }),
  reply: Type.Object({ version: Type.Integer() }),
})

/** Puts a category one place up or down among its siblings; at the end nothing changes. */
export const categoryMove = defineEndpoint({
  method: 'POST',
  path: '/api/categories/:id/move',
  permission: 'categories.write',
  params: idParams,
  body: strict({ version: Version, direction: Type.Enum(['up', 'down']) }),
  reply: Type.Object({ version: Type.Integer() }),
})

/** Merges a category into another: its videos move in a job, its name stays as an alias. Refuses HAS_CHILDREN, INTO_ITSELF, INTO_MISSING. */
export const categoryMerge = defineEndpoint({
  method: 'POST',
  path: '/api/categories/:id/merge',
  permission: 'categories.write',
  params: idParams,
  body: strict({ version: Version, intoId: Id, reason: Type.String({ maxLength: 200 }) }),
  reply: Type.Object({ videos: Type.Integer() }),
})

/** Deletes an empty category. Refuses HAS_VIDEOS, HAS_CHILDREN, HAS_ALIASES. */
export const categoryDelete = defineEndpoint({
  method: 'DELETE',
  path: '/api/categories/:id',
  permission: 'categories.write',
  params: idParams,
  query: strict({ version: Type.String({ pattern: '^[1-9]\\d{0,8}$' }) }),
  reply: Done,
})

/** What the filters offer. */
export const categoryOptions = defineEndpoint({
  method: 'GET',
  path: '/api/statistics-content-category/options',
  permission: 'statisticsCategory.read',
  reply: Type.Object({ partners: Type.Array(Type.Object({ id: Id, name: Type.String() })) }),
})
