import Type from 'typebox'
import { SETTLEMENT_PRODUCTS } from '../../core/access.ts'
import { Target } from '../../core/bulk.ts'
import { choice, count, day, delta, flag, id, money, rate, span, text, time, trend } from '../../core/columns.ts'
import { Day, defineEndpoint, defineList, Id, idParams, nullable, strict } from '../../core/contract.ts'
import { CONTENT_TYPES, PLATFORMS } from '../../core/works.ts'

export const VISIBILITIES = ['public', 'private', 'reviewing', 'removed', 'deleted'] as const
export const RISK_STATES = ['none', 'pending', 'limited', 'blocked', 'appealing'] as const
export const QUALITY_FLAGS = ['ok', 'stale', 'rollback', 'spike', 'missing'] as const

/** The submission data list (domain page S2). */
export const dataList = defineList({
  key: 'data',
  path: '/api/data',
  permission: 'data.read',
  columns: {
    videoId: id({ filter: 'any', hidden: true, width: 110 }),
    title: text({ width: 264, pin: 'start' }),
    platform: choice(PLATFORMS, { filter: 'any', width: 64 }),
    creatorName: text({ nullable: true, width: 112 }),
    partnerName: text({ nullable: true, width: 96 }),
    playCount: count({ sort: true, filter: 'between', width: 80 }),
    playDelta1d: delta({ sort: true, nullable: true, width: 92 }),
    playTrend: trend({ width: 84 }),
    finishRate: rate({ sort: true, nullable: true, width: 78 }),
    estIncomeFen: money({ sort: true, filter: 'between', needs: 'income.read', width: 96 }),
    visibility: choice(VISIBILITIES, { filter: 'any', width: 76 }),
    publishedAt: time({ sort: true, filter: 'between', nullable: true, width: 128 }),
    riskState: choice(RISK_STATES, { filter: 'any', width: 92 }),
    qualityFlag: choice(QUALITY_FLAGS, { filter: 'any', width: 92 }),
    playDelta7d: delta({ nullable: true, hidden: true, width: 104 }),
    effectivePlayCount: count({ hidden: true, width: 104 }),
    likeCount: count({ hidden: true, width: 88 }),
    commentCount: count({ hidden: true, width: 88 }),
    shareCount: count({ hidden: true, width: 88 }),
    favoriteCount: count({ hidden: true, width: 88 }),
    interactionRate: rate({ nullable: true, hidden: true, width: 92 }),
    settledIncomeFen: money({ needs: 'income.read', hidden: true, width: 112 }),
    contentType: choice(CONTENT_TYPES, { filter: 'any', hidden: true, width: 110 }),
    categoryName: text({ nullable: true, hidden: true, width: 120 }),
    productCode: choice(SETTLEMENT_PRODUCTS, { filter: 'any', nullable: true, hidden: true, width: 110 }),
    platformItemId: id({ hidden: true, width: 190 }),
    metricUpdatedAt: time({ nullable: true, hidden: true, width: 128 }),
    /** Sums of the days chosen by `statDate`; null without it. What statistics of these days add up. */
    periodPlays: delta({ nullable: true, hidden: true, width: 112 }),
    periodIncomeFen: money({ nullable: true, needs: 'income.read', hidden: true, width: 120 }),
    durationMs: span({ nullable: true, hidden: true, width: 80 }),
    coverUrl: text({ nullable: true, internal: true }),
    shareUrl: text({ nullable: true, internal: true }),
    isExcluded: flag({ internal: true }),
  },
  filters: {
    /** Title, platform item id, our id, or a pasted link. */
    keyword: text({ filter: 'contains' }),
    partnerId: id({ filter: 'any' }),
    categoryId: id({ filter: 'any' }),
    creatorId: id({ filter: 'any' }),
    /** Of the partner. */
    teamId: id({ filter: 'any', needs: 'partners.compare' }),
    /** Of the collections of the session's line. */
    collectionId: id({ filter: 'any', needs: 'collections.view' }),
    hasProduct: flag({ filter: 'is' }),
    /** Videos with figures on these days. */
    statDate: day({ filter: 'between' }),
    hasIncome: flag({ filter: 'is', needs: 'income.read' }),
  },
  order: ['publishedAt', 'desc'],
  rowId: 'videoId',
})

const DaySeries = Type.Array(
  Type.Object({
    statDate: Day,
    playCount: Type.Integer(),
    playDelta: nullable(Type.Integer()),
    likeDelta: nullable(Type.Integer()),
    commentDelta: nullable(Type.Integer()),
    shareDelta: nullable(Type.Integer()),
    finishRate: nullable(Type.Integer()),
    estIncomeFen: Type.Optional(Type.Integer()),
    qualityFlag: Type.String(),
    /** How often the day's figures were corrected; none that only changed income for a session that may not see it. */
    corrections: Type.Integer(),
  }),
)

/** Tiles and trend of the filtered set; takes the list's filters as its query. Deltas compare with the day before. */
export const dataSummary = defineEndpoint({
  method: 'GET',
  path: '/api/data/summary',
  permission: 'data.read',
  filters: dataList,
  reply: Type.Object({
    dataThrough: nullable(Type.String()),
    videos: Type.Integer(),
    newVideos: Type.Integer(),
    newVideosBefore: Type.Integer(),
    plays: nullable(Type.Integer()),
    playsBefore: nullable(Type.Integer()),
    incomeFen: Type.Optional(nullable(Type.Integer())),
    incomeBeforeFen: Type.Optional(nullable(Type.Integer())),
    problems: Type.Integer(),
    /** The last 14 delivered days, oldest first; plays null on a day without data. */
    days: Type.Array(
      Type.Object({
        statDate: Day,
        plays: nullable(Type.Integer()),
        newVideos: Type.Integer(),
        incomeFen: Type.Optional(nullable(Type.Integer())),
        interactions: nullable(Type.Integer()),
      }),
    ),
  }),
})

/** What the filter form offers for partners and categories, within the scope. */
export const dataOptions = defineEndpoint({
  method: 'GET',
  path: '/api/data/options',
  permission: 'data.read',
  reply: Type.Object({
    partners: Type.Array(Type.Object({ id: Id, name: Type.String() })),
    /** For those who may compare partners. */
    teams: Type.Array(Type.Object({ id: Id, name: Type.String() })),
    categories: Type.Array(
      Type.Object({ id: Id, parentId: nullable(Id), nameZh: Type.String(), nameEn: Type.String() }),
    ),
  }),
})

/** One video with its last 30 days and owner history. A foreign video answers as a missing one. */
export const dataDetail = defineEndpoint({
  method: 'GET',
  path: '/api/data/:id',
  permission: 'data.read',
  params: idParams,
  reply: Type.Object({
    video: Type.Object({
      videoId: Id,
      platform: Type.String(),
      platformItemId: Type.String(),
      title: Type.String(),
      shareUrl: nullable(Type.String()),
      coverUrl: nullable(Type.String()),
      contentType: Type.String(),
      durationMs: nullable(Type.Integer()),
      categoryId: nullable(Id),
      categoryNameZh: nullable(Type.String()),
      categoryNameEn: nullable(Type.String()),
      creatorName: nullable(Type.String()),
      creatorAccount: nullable(Type.String()),
      partnerId: nullable(Id),
      partnerName: nullable(Type.String()),
      productCode: nullable(Type.String()),
      publishedAt: nullable(Type.String()),
      visibility: Type.String(),
      riskState: Type.String(),
      qualityFlag: Type.String(),
      settlementExcludedReason: nullable(Type.String()),
      playCount: Type.Integer(),
      effectivePlayCount: Type.Integer(),
      likeCount: Type.Integer(),
      commentCount: Type.Integer(),
      shareCount: Type.Integer(),
      favoriteCount: Type.Integer(),
      finishRate: nullable(Type.Integer()),
      interactionRate: nullable(Type.Integer()),
      playDelta1d: nullable(Type.Integer()),
      playDelta7d: nullable(Type.Integer()),
      estIncomeFen: Type.Optional(Type.Integer()),
      settledIncomeFen: Type.Optional(Type.Integer()),
      metricUpdatedAt: nullable(Type.String()),
      version: Type.Integer(),
    }),
    days: DaySeries,
    owners: Type.Array(
      Type.Object({
        at: Type.String(),
        from: nullable(Type.String()),
        to: nullable(Type.String()),
        reason: Type.String(),
        actor: nullable(Type.String()),
      }),
    ),
  }),
})

/** Every delivered day of one video, newest first, within a range of at most 366 days. */
export const dataDays = defineEndpoint({
  method: 'GET',
  path: '/api/data/:id/days',
  permission: 'data.read',
  params: idParams,
  query: strict({ from: Day, to: Day }),
  reply: Type.Object({ days: DaySeries }),
})

const DayValue = Type.Object({
  at: nullable(Type.String()),
  /** The number of an import is for those who may use imports. */
  source: Type.Object({ kind: Type.Enum(['import', 'ingest', 'unknown']), id: nullable(Type.String()) }),
  playCount: Type.Integer(),
  likeCount: nullable(Type.Integer()),
  commentCount: nullable(Type.Integer()),
  shareCount: nullable(Type.Integer()),
  estIncomeFen: Type.Optional(Type.Integer()),
  /** The day's increment while this value stood. */
  playDelta: nullable(Type.Integer()),
})

/**
 * Why a day's numbers are what they are: every value the day has had, newest first, with what brought it and when. The
 * day's increment also moves when the day before is corrected, so its values are there too if it ever was.
 */
export const dataHistory = defineEndpoint({
  method: 'GET',
  path: '/api/data/:id/history',
  permission: 'data.read',
  params: idParams,
  query: strict({ day: Day }),
  reply: Type.Object({
    values: Type.Array(DayValue),
    dayBefore: nullable(Type.Object({ statDate: Day, values: Type.Array(DayValue) })),
  }),
})

const Affected = Type.Object({ changed: Type.Integer() })

/** Sets the category of up to 1,000 videos; one that is missing or foreign refuses the whole, with how many there were. */
export const dataSetCategory = defineEndpoint({
  method: 'POST',
  path: '/api/data/category',
  permission: 'data.write',
  body: strict({ target: Target, categoryId: Id }),
  reply: Affected,
})

/** Leaves videos out of settlement, or takes them back in with `excluded: false`. */
export const dataExclude = defineEndpoint({
  method: 'POST',
  path: '/api/data/exclude',
  permission: 'data.write',
  body: strict({ target: Target, excluded: Type.Boolean(), reason: Type.String({ minLength: 2, maxLength: 200 }) }),
  reply: Affected,
})

/** Moves one video to another partner, with a reason that stays in its owner history. */
export const dataChangeOwner = defineEndpoint({
  method: 'POST',
  path: '/api/data/:id/owner',
  permission: 'data.own',
  params: idParams,
  body: strict({
    partnerId: nullable(Id),
    reason: Type.String({ minLength: 2, maxLength: 200 }),
    version: Type.Integer({ minimum: 1 }),
  }),
  reply: Type.Object({ version: Type.Integer() }),
})
