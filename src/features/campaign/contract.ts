import Type, { type Static } from 'typebox'
import { Target } from '../../core/bulk.ts'
import { Day, defineEndpoint, Id, nullable, strict } from '../../core/contract.ts'
import { PLATFORMS } from '../../core/works.ts'

/** The most tasks one campaign makes. */
export const MAX_ROWS = 5_000
/** Lines one paste may hold. */
export const MAX_LINES = 1_000
export const MODES = ['split', 'all', 'exclusive'] as const
export const REGIONS = ['cn', 'global'] as const
export const PRICE_MODELS = ['none', 'per_post', 'cpm', 'share'] as const
export type Mode = (typeof MODES)[number]

/** Which videos: a bulk action's target, or a collection as it stands when the campaign is made. */
export const Source = Type.Union([Target, strict({ collectionId: Id })])
export type Source = Static<typeof Source>

const Words = Type.Array(Type.String({ minLength: 1, maxLength: 30 }), { maxItems: 20, uniqueItems: true })

export const Terms = strict({
  name: Type.String({ minLength: 1, maxLength: 40 }),
  /** Each video to every supplier, to one of them in turn, or to one alone. */
  mode: Type.Enum([...MODES]),
  supplierIds: Type.Array(Id, { minItems: 1, maxItems: 50, uniqueItems: true }),
  platforms: Type.Array(Type.Enum([...PLATFORMS]), { minItems: 1, uniqueItems: true }),
  region: Type.Enum([...REGIONS]),
  /** Whole Shanghai days, both included. */
  rightsFrom: Day,
  rightsTo: Day,
  allowEdit: Type.Boolean(),
  requiredTags: Words,
  forbiddenWords: Words,
  priceModel: Type.Enum([...PRICE_MODELS]),
  unitPriceE4: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 100_000_000 }))),
  sharePpm: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 1_000_000 }))),
  capFen: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 1_000_000_000 }))),
  /** The task's last day. */
  deadline: Day,
})
export type Terms = Static<typeof Terms>

export const REFUSALS = [
  'RISK',
  'NOT_PUBLIC',
  'NO_OWNER',
  'CONTRACT_OVER',
  'HELD',
  'TAKEN_EXCLUSIVELY',
  'PLACED_ELSEWHERE',
  'LIVE_HERE',
  'QUOTA',
  'SUPPLIER_PAUSED',
  'NO_PLATFORM',
] as const
export type Reason = (typeof REFUSALS)[number]

const Preview = Type.Object({
  videos: Type.Integer(),
  rows: Type.Integer(),
  suppliers: Type.Array(
    Type.Object({
      id: Id,
      name: Type.String(),
      rows: Type.Integer(),
      /** What is left of today's quota before this campaign; null: without limit. */
      quotaLeft: nullable(Type.Integer()),
      refusal: nullable(Type.String()),
    }),
  ),
  /** How many videos, or videos with a supplier, each reason keeps out. */
  reasons: Type.Array(Type.Object({ reason: Type.String(), count: Type.Integer() })),
  /** The first of them one by one. */
  refused: Type.Array(
    Type.Object({ videoId: Id, title: Type.String(), supplierName: nullable(Type.String()), reason: Type.String() }),
  ),
})

/** What a campaign would do, without doing it. */
export const campaignPreview = defineEndpoint({
  method: 'POST',
  path: '/api/campaigns/preview',
  permission: 'campaigns.write',
  reads: true,
  body: strict({ source: Source, terms: Terms }),
  reply: Preview,
})

/** Makes the campaign: its batch and a task per video and supplier. What cannot be sent is reported, the rest is sent. */
export const campaignCreate = defineEndpoint({
  method: 'POST',
  path: '/api/campaigns',
  permission: 'campaigns.write',
  body: strict({ source: Source, terms: Terms }),
  reply: Type.Intersect([Preview, Type.Object({ batchId: Id })]),
})

/** The videos that pasted lines mean: our ids, platform ids or links. */
export const campaignResolve = defineEndpoint({
  method: 'POST',
  path: '/api/campaigns/resolve',
  permission: 'campaigns.write',
  reads: true,
  body: strict({
    lines: Type.Array(Type.String({ minLength: 1, maxLength: 2000 }), { minItems: 1, maxItems: MAX_LINES }),
  }),
  reply: Type.Object({ ids: Type.Array(Id), unknown: Type.Array(Type.String()) }),
})

/** What the form offers. */
export const campaignOptions = defineEndpoint({
  method: 'GET',
  path: '/api/campaigns/options',
  permission: 'campaigns.write',
  reply: Type.Object({
    suppliers: Type.Array(
      Type.Object({
        id: Id,
        name: Type.String(),
        isActive: Type.Boolean(),
        platforms: Type.Array(Type.String()),
        quotaLeft: nullable(Type.Integer()),
      }),
    ),
    collections: Type.Array(Type.Object({ id: Id, name: Type.String(), number: Type.String(), count: Type.Integer() })),
    categories: Type.Array(
      Type.Object({ id: Id, parentId: nullable(Id), nameZh: Type.String(), nameEn: Type.String() }),
    ),
    partners: Type.Array(Type.Object({ id: Id, name: Type.String() })),
    today: Day,
  }),
})
