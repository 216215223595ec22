import Type, { type Static } from 'typebox'
import { BulkReport, Target } from '../../core/bulk.ts'
import { choice, count, id, money, rate, text, time } from '../../core/columns.ts'
import { defineEndpoint, defineList, Id, idParams, nullable, strict, Version } from '../../core/contract.ts'
import { FOLLOW_STATES, ORDER_STATES, SETTLEMENT_TYPES } from './fields.ts'

export const MAX_FILE_BYTES = 10 * 1024 * 1024
export const MAX_FILE_ROWS = 20_000
export const MAX_BATCH = 500
/** Refused rows that are named; the rest is counted. */
export const MAX_PROBLEMS = 50

/** Brand orders of the star map (domain page S3), for the keys admin and godot alone. */
export const starList = defineList({
  key: 'data-star',
  path: '/api/data-star',
  permission: 'dataStar.read',
  columns: {
    id: id({ hidden: true, width: 88 }),
    title: text({ width: 184, pin: 'start' }),
    demandName: text({ nullable: true, width: 112 }),
    authorName: text({ nullable: true, width: 88 }),
    orderStatus: choice(ORDER_STATES, { filter: 'any', width: 84 }),
    settlementType: choice(SETTLEMENT_TYPES, { filter: 'any', width: 80 }),
    priceFen: money({ sort: true, filter: 'between', width: 100 }),
    cpmFen: money({ sort: true, nullable: true, width: 88 }),
    playCount: count({ sort: true, nullable: true, width: 88 }),
    finishRate: rate({ nullable: true, width: 72 }),
    followState: choice(FOLLOW_STATES, { filter: 'any', width: 88 }),
    orderedAt: time({ sort: true, filter: 'between', width: 112 }),
    partnerName: text({ nullable: true, hidden: true, width: 112 }),
    starId: id({ hidden: true, width: 150 }),
    demandId: id({ nullable: true, hidden: true, width: 150 }),
    orderId: id({ hidden: true, width: 170 }),
    itemId: id({ nullable: true, hidden: true, width: 180 }),
    authorId: id({ nullable: true, hidden: true, width: 150 }),
    componentType: text({ nullable: true, hidden: true, width: 104 }),
    likeCount: count({ nullable: true, hidden: true, width: 88 }),
    commentCount: count({ nullable: true, hidden: true, width: 88 }),
    shareCount: count({ nullable: true, hidden: true, width: 88 }),
    fiveSecondRate: rate({ nullable: true, hidden: true, width: 104 }),
    playRate: rate({ nullable: true, hidden: true, width: 104 }),
    componentShow: count({ nullable: true, hidden: true, width: 92 }),
    componentClick: count({ nullable: true, hidden: true, width: 92 }),
    clickRate: rate({ nullable: true, hidden: true, width: 84 }),
    updateTime: time({ hidden: true, width: 128 }),
    /** Of the video it is linked to here. */
    videoId: id({ nullable: true, internal: true }),
    coverUrl: text({ nullable: true, internal: true }),
    version: count({ internal: true }),
  },
  filters: {
    /** Title, order, task, item or creator. */
    keyword: text({ filter: 'contains' }),
    demand: id({ filter: 'any' }),
    partnerId: id({ filter: 'any' }),
    author: text({ filter: 'contains' }),
  },
  order: ['orderedAt', 'desc'],
  rowId: 'id',
})

/** Figures and charts of the filtered set. Averages are of sums, never of averages. */
export const starSummary = defineEndpoint({
  method: 'GET',
  path: '/api/data-star/summary',
  permission: 'dataStar.read',
  filters: starList,
  reply: Type.Object({
    orders: Type.Integer(),
    /** Sum of the prices of finished and running orders. */
    gmvFen: Type.Integer(),
    /** Σ price ÷ Σ plays × 1,000 over orders with plays; null without any. */
    cpmFen: nullable(Type.Integer()),
    /** Weighted by plays. */
    finishRate: nullable(Type.Integer()),
    months: Type.Array(Type.Object({ month: Type.String(), gmvFen: Type.Integer(), orders: Type.Integer() })),
    /** The most played orders, at most 300. */
    points: Type.Array(
      Type.Object({
        id: Id,
        title: Type.String(),
        plays: Type.Integer(),
        cpmFen: Type.Integer(),
        priceFen: Type.Integer(),
      }),
    ),
  }),
})

export const starOptions = defineEndpoint({
  method: 'GET',
  path: '/api/data-star/options',
  permission: 'dataStar.read',
  reply: Type.Object({
    /** `id` is one order of the task, and stands for all of it. */
    demands: Type.Array(Type.Object({ id: Id, name: Type.String() })),
    partners: Type.Array(Type.Object({ id: Id, name: Type.String() })),
  }),
})

export const starDetail = defineEndpoint({
  method: 'GET',
  path: '/api/data-star/:id',
  permission: 'dataStar.read',
  params: idParams,
  reply: Type.Object({
    order: Type.Object({
      id: Id,
      starId: Type.String(),
      orderId: Type.String(),
      demandId: nullable(Type.String()),
      demandName: nullable(Type.String()),
      itemId: nullable(Type.String()),
      videoUrl: nullable(Type.String()),
      title: Type.String(),
      authorId: nullable(Type.String()),
      authorName: nullable(Type.String()),
      partnerName: nullable(Type.String()),
      componentType: nullable(Type.String()),
      settlementType: Type.Enum(SETTLEMENT_TYPES),
      orderStatus: Type.Enum(ORDER_STATES),
      priceFen: Type.Integer(),
      cpmFen: nullable(Type.Integer()),
      playCount: nullable(Type.Integer()),
      likeCount: nullable(Type.Integer()),
      commentCount: nullable(Type.Integer()),
      shareCount: nullable(Type.Integer()),
      finishRate: nullable(Type.Integer()),
      fiveSecondRate: nullable(Type.Integer()),
      playRate: nullable(Type.Integer()),
      componentShow: nullable(Type.Integer()),
      componentClick: nullable(Type.Integer()),
      clickRate: nullable(Type.Integer()),
      positive: nullable(Type.Integer()),
      neutral: nullable(Type.Integer()),
      negative: nullable(Type.Integer()),
      hotWords: Type.Array(Type.String()),
      orderedAt: Type.String(),
      updateTime: Type.String(),
      followState: Type.Enum(FOLLOW_STATES),
      videoId: nullable(Id),
      coverUrl: nullable(Type.String()),
      durationMs: nullable(Type.Integer()),
      version: Type.Integer(),
    }),
  }),
})

/** Sets how far we are with an order; the only thing edited here. */
export const starFollow = defineEndpoint({
  method: 'POST',
  path: '/api/data-star/:id/follow',
  permission: 'dataStar.read',
  params: idParams,
  body: strict({ followState: Type.Enum(FOLLOW_STATES), version: Version }),
  reply: Type.Object({ version: Type.Integer() }),
})
export const starFollowMany = defineEndpoint({
  method: 'POST',
  path: '/api/data-star/follow',
  permission: 'dataStar.read',
  body: strict({ target: Target, followState: Type.Enum(FOLLOW_STATES) }),
  reply: BulkReport,
})

const counts = {
  rows: Type.Integer(),
  created: Type.Integer(),
  changed: Type.Integer(),
  /** Said nothing new, or was older than what is known. */
  unchanged: Type.Integer(),
  refused: Type.Integer(),
}
const Problem = Type.Object({
  row: Type.Integer(),
  field: Type.String(),
  value: Type.String(),
  code: Type.String(),
  msg: Type.String(),
})
const Report = Type.Object({
  id: Id,
  fileName: Type.String(),
  encoding: Type.String(),
  ...counts,
  problems: Type.Array(Problem),
})
export type Report = Static<typeof Report>

/** Reads a CSV and says what it would do. Nothing is written to the orders. */
export const starImportCheck = defineEndpoint({
  method: 'POST',
  path: '/api/data-star/imports',
  permission: 'dataStar.read',
  uploadBytes: MAX_FILE_BYTES,
  reply: Report,
})
/** Takes in the good rows of one's own checked file, once. */
export const starImportApply = defineEndpoint({
  method: 'POST',
  path: '/api/data-star/imports/:id/apply',
  permission: 'dataStar.read',
  params: idParams,
  reply: Type.Object({ created: Type.Integer(), changed: Type.Integer(), unchanged: Type.Integer() }),
})

/** Orders as the star API writes them: prices in fen, rates in hundredths of a percent. A bad row is refused alone. */
export const starIngest = defineEndpoint({
  method: 'POST',
  path: '/ingest/v1/star-orders',
  permission: 'dataStar.read',
  token: 'ingest.write',
  body: strict({
    orders: Type.Array(Type.Unknown({ description: 'one order' }), { minItems: 1, maxItems: MAX_BATCH }),
  }),
  reply: Type.Object({ ...counts, problems: Type.Array(Problem) }),
})
