import Type from 'typebox'
import { Day, Done, defineEndpoint, Id, nullable, strict, Version } from '../../core/contract.ts'

/** What can be sent, as it stands in the path. */
export const KINDS = ['videos', 'metrics', 'hourly-metrics', 'bindings', 'bills'] as const
export type Kind = (typeof KINDS)[number]

export const MAX_ROWS = 10_000
/** Refused rows that are named in the answer and kept; the rest is only counted. */
export const MAX_REFUSALS = 1_000
/** 10,000 of the widest rows, videos with long titles and links. */
const MAX_BYTES = 16 * 1024 * 1024

const batch = {
  batchId: Type.String({
    minLength: 1,
    maxLength: 100,
    description: "The sender's own id of the batch: the same again is the same batch",
  }),
  source: Type.String({ pattern: '^[\\w.-]{1,60}$', description: 'letters, digits and _ . -' }),
}
const rowsOf = (description: string, example: Record<string, unknown>) =>
  // Rows are read one by one: a bad one is refused alone, so their shape is not the body's.
  Type.Array(Type.Unknown({ description, examples: [example] }), { maxItems: MAX_ROWS })

/** Refused rows are kept so long. */
export const KEPT_DAYS = 30

const Count = Type.Integer()
const result = Type.Object({
  /** Our id of the batch. */
  id: Id,
  batchId: Type.String(),
  /** This batch has been here before; the answer is the one of then and nothing was changed. */
  duplicate: Type.Boolean(),
  rows: Count,
  accepted: Count,
  refused: Count,
  created: Count,
  changed: Count,
  /** Accepted rows that said what was known already, or that a later row of the batch replaced. */
  unchanged: Count,
  /** What was taken as it stands and looks wrong: how many rows by what. */
  flagged: Type.Record(Type.String(), Count),
  /** The first refused rows. */
  refusals: Type.Array(
    Type.Object({ index: Count, field: Type.String(), value: Type.String(), code: Type.String(), msg: Type.String() }),
  ),
  /** How far all data goes, as pages show it; null before the first delivered day. */
  dataThrough: nullable(Type.String()),
})

const machine = {
  method: 'POST',
  permission: 'ingest.write',
  token: 'ingest.write',
  bodyBytes: MAX_BYTES,
  ownTransaction: true,
  reply: result,
} as const

/** Works: new ones and what is known anew of old ones. */
export const ingestVideos = defineEndpoint({
  ...machine,
  path: '/ingest/v1/videos',
  body: strict({
    ...batch,
    rows: rowsOf('One work; platform and platformItemId are its key, everything else may be left out', {
      platform: 'douyin',
      platformItemId: '7301234567890123456',
      title: '菜市场的一天',
      shareUrl: 'https://www.douyin.com/video/7301234567890123456',
      coverUrl: 'https://example.com/cover.jpg',
      contentType: 'verticalVideo',
      durationMs: 61_000,
      category: 'food',
      creatorUid: 'MS4wLjABAAAA',
      creatorName: '老王',
      publishedAt: '2026-11-19T12:00:00+08:00',
      visibility: 'public',
    }),
  }),
})

/** Cumulative totals at the end of a business day, Asia/Shanghai. */
export const ingestMetrics = defineEndpoint({
  ...machine,
  path: '/ingest/v1/metrics',
  body: strict({
    ...batch,
    /** The day of rows that name none. */
    statDate: Type.Optional(Day),
    /** With this batch the source has sent all of statDate. */
    isComplete: Type.Optional(Type.Boolean()),
    rows: rowsOf('Totals since publication, of one work at the end of one day; income is that day’s alone', {
      platform: 'douyin',
      platformItemId: '7301234567890123456',
      statDate: '2026-11-19',
      playCount: 128_340,
      effectivePlayCount: 90_112,
      likeCount: 3_021,
      commentCount: 210,
      shareCount: 95,
      favoriteCount: 480,
      finishRatePpm: 231_000,
      estIncomeFen: 10_267,
    }),
  }),
})

/** The running day's feed: cumulative totals at the end of an hour. */
export const ingestHourly = defineEndpoint({
  ...machine,
  path: '/ingest/v1/hourly-metrics',
  body: strict({
    ...batch,
    rows: rowsOf('Totals since publication, of one work at the end of the hour that begins at bucketAt', {
      platform: 'douyin',
      platformItemId: '7301234567890123456',
      bucketAt: '2026-11-20T09:00:00+08:00',
      playCount: 129_002,
      likeCount: 3_040,
      commentCount: 211,
      shareCount: 96,
      favoriteCount: 482,
    }),
  }),
})

/** Which partner a creator belonged to, from when to when. */
export const ingestBindings = defineEndpoint({
  ...machine,
  path: '/ingest/v1/bindings',
  body: strict({
    ...batch,
    rows: rowsOf('One binding; creator and bindTime are its key, without unbindTime it is open', {
      platform: 'douyin',
      creatorUid: 'MS4wLjABAAAA',
      creatorName: '老王',
      partnerCode: 'P001',
      bindTime: '2026-01-01T00:00:00+08:00',
      unbindTime: null,
    }),
  }),
})

/** Income as upstream bills it, one row per work, task, settle type and day; sent again, the last one stands. */
export const ingestBills = defineEndpoint({
  ...machine,
  path: '/ingest/v1/bills',
  body: strict({
    ...batch,
    /** The day of rows that name none. */
    statDate: Type.Optional(Day),
    /** The file the rows are from, as it is called upstream. */
    sourceFile: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    rows: rowsOf('Income of one work on one day by task and settle type; amounts are yuan as text', {
      platform: 'douyin',
      platformItemId: '7301234567890123456',
      earnDate: '2026-11-19',
      taskCode: '7188001',
      settleType: 7,
      adIncome: '12.345678',
      gmv: '199.00',
      refundGmv: '0.00',
      upstreamRatioPpm: 120_000,
      appId: 'tt0a1b2c',
      agentId: '88123',
      currency: 'CNY',
      sourceRow: 17,
    }),
  }),
})

/** A batch, as it is listed. */
const Batch = Type.Object({
  id: Id,
  source: Type.String(),
  kind: Type.String(),
  batchId: Type.String(),
  statDate: nullable(Type.String()),
  isComplete: Type.Boolean(),
  rows: Count,
  accepted: Count,
  refused: Count,
  /** Refused rows that can be run again. */
  kept: Count,
  /** The batch whose refused rows these are, and the one that ran this one's. */
  rerunOf: nullable(Id),
  rerunId: nullable(Id),
  receivedAt: Type.String(),
  tookMs: nullable(Count),
  /** Lists and roll-ups do not show it yet. */
  isWaiting: Type.Boolean(),
})

/** Every source by kind: how far it has come, when it was last heard, what it sent today. */
export const ingestSources = defineEndpoint({
  method: 'GET',
  path: '/api/ingest/sources',
  permission: 'monitor.read',
  reply: Type.Object({
    /** How far all enabled sources have come, as every page shows it. */
    dataThrough: nullable(Type.String()),
    list: Type.Array(
      Type.Object({
        source: Type.String(),
        kind: Type.Enum([...KINDS]),
        enabled: Type.Boolean(),
        dataThrough: nullable(Type.String()),
        hourThrough: nullable(Type.String()),
        firstBatchAt: Type.String(),
        lastBatchAt: Type.String(),
        /** Of the last 24 hours. */
        batches: Count,
        rows: Count,
        refused: Count,
        version: Version,
      }),
    ),
    recent: Type.Array(Batch),
    /** The newest ones with refused rows. */
    troubled: Type.Array(Batch),
  }),
})

/** Switches a source on or off: what is off may send nothing and holds nobody up. */
export const ingestSourceSet = defineEndpoint({
  method: 'POST',
  path: '/api/ingest/sources',
  permission: 'ingest.write',
  body: strict({
    source: batch.source,
    kind: Type.Enum([...KINDS]),
    enabled: Type.Boolean(),
    version: Version,
  }),
  reply: Done,
})

/**
 * Runs the kept refused rows of a batch again, as a batch of their own. What another batch has brought since stays as it
 * is: those rows are refused as superseded.
 */
export const ingestRerun = defineEndpoint({
  method: 'POST',
  path: '/api/ingest/batches/:id/rerun',
  permission: 'monitor.write',
  params: strict({ id: Id }),
  ownTransaction: true,
  reply: result,
})
