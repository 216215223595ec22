import Type from 'typebox'
import { Day, defineEndpoint, Id, strict } from '../../core/contract.ts'
import { PLATFORMS } from '../../core/works.ts'
import { STATES } from './flow.ts'

export const FEED_LIMIT = 200
export const MAX_METRICS = 1_000

/** The tasks of the token's owner for machines, oldest first: as JSON or as MRSS. */
export const feed = defineEndpoint({
  method: 'GET',
  path: '/open/v1/distributions',
  permission: 'distributeVideos.read',
  token: 'distributions.read',
  query: strict({
    format: Type.Optional(Type.Enum(['json', 'mrss'])),
    /** Continues after the task of this id. */
    cursor: Type.Optional(Id),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: FEED_LIMIT })),
    status: Type.Optional(Type.Enum([...STATES])),
  }),
  raw: true,
})

const Count = Type.Integer({ minimum: 0, maximum: 1_000_000_000_000 })

/** Cumulative figures of suppliers' posts by day. The same again changes nothing. */
export const receiptMetrics = defineEndpoint({
  method: 'POST',
  path: '/ingest/v1/receipt-metrics',
  permission: 'ingest.write',
  token: 'ingest.write',
  body: strict({
    items: Type.Array(
      strict({
        platform: Type.Enum([...PLATFORMS]),
        platformItemId: Type.String({ minLength: 1, maxLength: 100 }),
        statDate: Day,
        playCount: Count,
        likeCount: Type.Optional(Count),
        commentCount: Type.Optional(Count),
        shareCount: Type.Optional(Count),
      }),
      { minItems: 1, maxItems: MAX_METRICS },
    ),
  }),
  reply: Type.Object({
    accepted: Type.Integer(),
    /** Posts no link stands for, as `platform id`. */
    unknown: Type.Array(Type.String()),
  }),
})
