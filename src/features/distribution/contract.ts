import Type from 'typebox'
import { BulkReport, Target } from '../../core/bulk.ts'
import { choice, count, flag, id, money, span, text, time } from '../../core/columns.ts'
import { Day, Done, defineEndpoint, defineList, Id, idParams, nullable, strict, Version } from '../../core/contract.ts'
import { CONTENT_TYPES, PLATFORMS } from '../../core/works.ts'
import { STATES } from './flow.ts'

export const CHECK_STATES = ['none', 'pending', 'pass', 'fail'] as const
export const RECEIPT_STATES = ['pending', 'pass', 'fail'] as const
/** Links one task may carry. */
export const MAX_LINKS = 20
/** The most links one paste or file may bring. */
export const MAX_LINES = 1_000
/** How long a download link lives. */
export const LINK_HOURS = 24

/** Distributed videos (domain page S8): an operator sees all rows, a supplier its own. */
export const distributionList = defineList({
  key: 'distribution',
  path: '/api/distribute-videos',
  permission: 'distributeVideos.read',
  columns: {
    distId: id({ hidden: true, width: 96 }),
    title: text({ width: 208, pin: 'start' }),
    status: choice(STATES, { filter: 'any', width: 126 }),
    supplierName: text({ needs: 'distributions.manage', width: 116 }),
    batchName: text({ needs: 'distributions.manage', hidden: true, width: 140 }),
    deadlineAt: time({ sort: true, filter: 'between', width: 158 }),
    platforms: text({ width: 104 }),
    checkState: choice(CHECK_STATES, { filter: 'any', width: 96 }),
    playCount: count({ sort: true, width: 88 }),
    estFeeFen: money({ nullable: true, width: 92 }),
    receiptCount: count({ hidden: true, width: 72 }),
    createdAt: time({ sort: true, filter: 'between', hidden: true, width: 124 }),
    publishedAt: time({ filter: 'between', nullable: true, hidden: true, width: 124 }),
    categoryName: text({ nullable: true, hidden: true, width: 120 }),
    contentType: choice(CONTENT_TYPES, { hidden: true, width: 110 }),
    durationMs: span({ nullable: true, hidden: true, width: 80 }),
    round: count({ hidden: true, width: 72 }),
    downloadCount: count({ hidden: true, width: 88 }),
    rejectReason: text({ nullable: true, hidden: true, width: 180 }),
    takedownDueAt: time({ nullable: true, hidden: true, width: 124 }),
    videoId: id({ needs: 'distributions.manage', hidden: true, width: 96 }),
    coverUrl: text({ nullable: true, internal: true }),
    isOverdue: flag({ filter: 'is', internal: true }),
    hasFile: flag({ internal: true }),
    version: count({ internal: true }),
  },
  filters: {
    keyword: text({ filter: 'contains' }),
    supplierId: id({ filter: 'any', needs: 'distributions.manage' }),
    batchId: id({ filter: 'any' }),
    categoryId: id({ filter: 'any' }),
    platform: choice(PLATFORMS, { filter: 'any' }),
  },
  order: ['createdAt', 'desc'],
  rowId: 'distId',
})

/** Every link suppliers have handed in, with its figures; for the file of links. */
export const receiptList = defineList({
  key: 'distributionReceipt',
  path: '/api/distribute-receipts',
  permission: 'distributeVideos.read',
  columns: {
    receiptId: id({ hidden: true }),
    distId: id(),
    title: text(),
    supplierName: text({ needs: 'distributions.manage' }),
    platform: choice(PLATFORMS, { filter: 'any' }),
    postUrl: text(),
    platformItemId: id(),
    channelAccount: text({ nullable: true }),
    publishedAt: time({ sort: true, filter: 'between' }),
    checkState: choice(RECEIPT_STATES, { filter: 'any' }),
    checkNote: text({ nullable: true }),
    playCount: count(),
    likeCount: count(),
    commentCount: count(),
    shareCount: count(),
    lastMetricAt: time({ nullable: true }),
  },
  filters: { supplierId: id({ filter: 'any', needs: 'distributions.manage' }), batchId: id({ filter: 'any' }) },
  order: ['publishedAt', 'desc'],
  rowId: 'receiptId',
})

/** Tiles of the filtered set; which of them are there depends on whose they are (domain page S8). */
export const distributionSummary = defineEndpoint({
  method: 'GET',
  path: '/api/distribute-videos/summary',
  permission: 'distributeVideos.read',
  filters: distributionList,
  reply: Type.Object({
    total: Type.Integer(),
    toAccept: Type.Integer(),
    dueToday: Type.Integer(),
    toCheck: Type.Integer(),
    publishedThisMonth: Type.Integer(),
    /** Parts per million of checked links. */
    passRate: nullable(Type.Integer()),
    plays: Type.Integer(),
    estFeeFen: Type.Integer(),
    /** Parts per million of the rows answered or expired. */
    takeUpRate: nullable(Type.Integer()),
    onTimeRate: nullable(Type.Integer()),
    hoursToPublish: nullable(Type.Number()),
    recalling: Type.Integer(),
    recallOverdue: Type.Integer(),
  }),
})

export const distributionOptions = defineEndpoint({
  method: 'GET',
  path: '/api/distribute-videos/options',
  permission: 'distributeVideos.read',
  reply: Type.Object({
    suppliers: Type.Array(
      Type.Object({ id: Id, name: Type.String(), isPaused: Type.Boolean(), dailyQuota: nullable(Type.Integer()) }),
    ),
    /** A supplier sees numbers of batches and no names: operators write those for themselves. */
    batches: Type.Array(Type.Object({ id: Id, name: nullable(Type.String()), createdAt: Type.String() })),
    categories: Type.Array(
      Type.Object({ id: Id, parentId: nullable(Id), nameZh: Type.String(), nameEn: Type.String() }),
    ),
    channels: Type.Array(Type.Object({ platform: Type.String(), account: Type.String() })),
  }),
})

const Receipt = Type.Object({
  receiptId: Id,
  channelAccount: nullable(Type.String()),
  platform: Type.String(),
  platformItemId: Type.String(),
  postUrl: Type.String(),
  publishedAt: Type.String(),
  checkState: Type.String(),
  checkNote: nullable(Type.String()),
  checkedAt: nullable(Type.String()),
  playCount: Type.Integer(),
  likeCount: Type.Integer(),
  commentCount: Type.Integer(),
  shareCount: Type.Integer(),
  lastMetricAt: nullable(Type.String()),
})

/** One row with its terms, links, figures and history. A foreign row answers as a missing one. */
export const distributionDetail = defineEndpoint({
  method: 'GET',
  path: '/api/distribute-videos/:id',
  permission: 'distributeVideos.read',
  params: idParams,
  reply: Type.Object({
    row: Type.Object({
      distId: Id,
      batchId: Id,
      batchName: Type.Optional(Type.String()),
      videoId: Type.Optional(Id),
      supplierId: Type.Optional(Id),
      supplierName: Type.Optional(Type.String()),
      round: Type.Integer(),
      title: Type.String(),
      coverUrl: nullable(Type.String()),
      durationMs: nullable(Type.Integer()),
      contentType: Type.String(),
      categoryNameZh: nullable(Type.String()),
      categoryNameEn: nullable(Type.String()),
      originalUrl: nullable(Type.String()),
      isExclusive: Type.Boolean(),
      status: Type.String(),
      deadlineAt: Type.String(),
      createdAt: Type.String(),
      publishedAt: nullable(Type.String()),
      rejectReason: nullable(Type.String()),
      takedownReason: nullable(Type.String()),
      takedownDueAt: nullable(Type.String()),
      /** Taken back by a risk decision and not by an operator. */
      isRestricted: Type.Boolean(),
      downloadCount: Type.Integer(),
      checkState: Type.String(),
      playCount: Type.Integer(),
      estFeeFen: nullable(Type.Integer()),
      file: nullable(Type.Object({ name: Type.String(), bytes: Type.Integer() })),
      version: Type.Integer(),
    }),
    terms: Type.Object({
      platforms: Type.Array(Type.String()),
      region: Type.String(),
      rightsStart: Type.String(),
      rightsEnd: Type.String(),
      allowEdit: Type.Boolean(),
      requiredTags: Type.Array(Type.String()),
      forbiddenWords: Type.Array(Type.String()),
      priceModel: Type.String(),
      unitPriceE4: nullable(Type.Integer()),
      sharePpm: nullable(Type.Integer()),
      capFen: nullable(Type.Integer()),
    }),
    receipts: Type.Array(Receipt),
    /** Plays of all its posts by day, oldest first. */
    days: Type.Array(Type.Object({ statDate: Day, playCount: Type.Integer() })),
    events: Type.Array(
      Type.Object({
        at: Type.String(),
        action: Type.String(),
        /** Null: not named to this reader, or the clock. */
        actor: nullable(Type.String()),
        isSystem: Type.Boolean(),
        reason: nullable(Type.String()),
      }),
    ),
    /** What this reader may do in this state. */
    actions: Type.Array(Type.String()),
  }),
})

const Moved = Type.Object({ status: Type.String(), version: Type.Integer() })
const Reason = Type.String({ minLength: 2, maxLength: 200 })
export const SEVERITIES = ['p0', 'normal'] as const
const Severity = Type.Enum([...SEVERITIES])
const Link = Type.String({ minLength: 1, maxLength: 2000 })
const Account = Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 60 })))

const at = <P extends string>(path: P) => `/api/distribute-videos/${path}` as const

export const accept = defineEndpoint({
  method: 'POST',
  path: at(':id/accept'),
  permission: 'distributions.work',
  params: idParams,
  body: strict({ version: Version }),
  reply: Moved,
})
export const reject = defineEndpoint({
  method: 'POST',
  path: at(':id/reject'),
  permission: 'distributions.work',
  params: idParams,
  body: strict({ version: Version, reason: Reason }),
  reply: Moved,
})
/** Makes a link to the row's file that ends after 24 hours. */
export const download = defineEndpoint({
  method: 'POST',
  path: at(':id/download'),
  permission: 'distributions.work',
  params: idParams,
  body: strict({ version: Version }),
  reply: Type.Object({
    path: Type.String(),
    expiresAt: Type.String(),
    /** file: the finished video · brief: there is no file, the task is described in a text. */
    kind: Type.Enum(['file', 'brief']),
    status: Type.String(),
    version: Type.Integer(),
  }),
})
/** The file behind such a link; the link is the right. */
export const file = defineEndpoint({
  method: 'GET',
  path: '/api/distribution-files/:id',
  permission: 'public',
  params: strict({ id: Type.String({ pattern: '^[\\w-]{1,100}$' }) }),
  query: strict({ lang: Type.Optional(Type.Enum(['zh-CN', 'en-US'])) }),
  raw: true,
})
/** Hands in the link of a post; `replaces` takes a failed link's place. */
export const submit = defineEndpoint({
  method: 'POST',
  path: at(':id/links'),
  permission: 'distributions.links',
  params: idParams,
  body: strict({ url: Link, account: Account, replaces: Type.Optional(Id) }),
  reply: Moved,
})
/** Many links at once, each with its task; what is refused is said row by row and the rest is done. */
export const submitMany = defineEndpoint({
  method: 'POST',
  path: at('links'),
  permission: 'distributions.links',
  body: strict({
    links: Type.Array(strict({ distId: Id, url: Link, account: Account }), { minItems: 1, maxItems: MAX_LINES }),
  }),
  reply: BulkReport,
})
export const withdraw = defineEndpoint({
  method: 'POST',
  path: at(':id/withdraw'),
  permission: 'distributions.work',
  params: idParams,
  body: strict({ receiptId: Id }),
  reply: Moved,
})
export const confirmRecall = defineEndpoint({
  method: 'POST',
  path: at(':id/confirm-recall'),
  permission: 'distributions.work',
  params: idParams,
  body: strict({ version: Version }),
  reply: Moved,
})

export const check = defineEndpoint({
  method: 'POST',
  path: at(':id/check'),
  permission: 'distributions.manage',
  params: idParams,
  body: strict({
    receiptId: Id,
    isPassed: Type.Boolean(),
    note: Type.Optional(nullable(Type.String({ maxLength: 200 }))),
  }),
  reply: Moved,
})
export const extend = defineEndpoint({
  method: 'POST',
  path: at(':id/extend'),
  permission: 'distributions.manage',
  params: idParams,
  body: strict({ version: Version, deadline: Day }),
  reply: Moved,
})
export const recall = defineEndpoint({
  method: 'POST',
  path: at(':id/recall'),
  permission: 'distributions.manage',
  params: idParams,
  body: strict({ version: Version, reason: Reason, severity: Severity }),
  reply: Moved,
})
export const finish = defineEndpoint({
  method: 'POST',
  path: at(':id/finish'),
  permission: 'distributions.manage',
  params: idParams,
  body: strict({ version: Version }),
  reply: Moved,
})
/** Stores the finished video file of a row's video, instead of the one before. */
export const uploadFile = defineEndpoint({
  method: 'POST',
  path: at(':id/file'),
  permission: 'distributions.manage',
  params: idParams,
  uploadBytes: 200 * 1_048_576,
  reply: Done,
})

export const acceptMany = defineEndpoint({
  method: 'POST',
  path: at('accept'),
  permission: 'distributions.work',
  body: strict({ target: Target }),
  reply: BulkReport,
})
export const rejectMany = defineEndpoint({
  method: 'POST',
  path: at('reject'),
  permission: 'distributions.work',
  body: strict({ target: Target, reason: Reason }),
  reply: BulkReport,
})
export const confirmRecallMany = defineEndpoint({
  method: 'POST',
  path: at('confirm-recall'),
  permission: 'distributions.work',
  body: strict({ target: Target }),
  reply: BulkReport,
})
export const extendMany = defineEndpoint({
  method: 'POST',
  path: at('extend'),
  permission: 'distributions.manage',
  body: strict({ target: Target, deadline: Day }),
  reply: BulkReport,
})
export const recallMany = defineEndpoint({
  method: 'POST',
  path: at('recall'),
  permission: 'distributions.manage',
  body: strict({ target: Target, reason: Reason, severity: Severity }),
  reply: BulkReport,
})
export const finishMany = defineEndpoint({
  method: 'POST',
  path: at('finish'),
  permission: 'distributions.manage',
  body: strict({ target: Target }),
  reply: BulkReport,
})

/** Pauses a supplier or lets it go on, and sets how many tasks it is sent a day; null is without limit. */
export const setSupplier = defineEndpoint({
  method: 'POST',
  path: '/api/distribute-suppliers/:id',
  permission: 'distributions.manage',
  params: idParams,
  body: strict({ isPaused: Type.Boolean(), dailyQuota: nullable(Type.Integer({ minimum: 0, maximum: 10_000 })) }),
  reply: Done,
})
