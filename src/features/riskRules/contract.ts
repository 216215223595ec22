import Type, { type Static } from 'typebox'
import { Done, defineEndpoint, Id, idParams, nullable, strict, Version } from '../../core/contract.ts'

export const LABELS = [
  'porn',
  'terror',
  'politics',
  'illegal',
  'abuse',
  'ad',
  'spam',
  'minor',
  'privacy',
  'copyright',
  'fake_traffic',
  'rumor',
  'other',
] as const
export const SEVERITIES = ['p0', 'p1', 'p2', 'p3'] as const
export const SERVICES = ['machine', 'reports', 'nightly', 'afterData'] as const

/** Numbers by name, or the list `words`. */
const ThresholdsSchema = Type.Record(
  Type.String({ pattern: '^[a-zA-Z]{1,20}$' }),
  Type.Union([Type.Integer(), Type.Array(Type.String({ maxLength: 30 }), { maxItems: 100 })]),
)

const Rule = Type.Object({
  id: Id,
  code: Type.String(),
  enabled: Type.Boolean(),
  label: Type.String(),
  severity: Type.String(),
  thresholds: Type.Object({}, { additionalProperties: true }),
  lastRunAt: nullable(Type.String()),
  lastFound: nullable(Type.Integer()),
  /** Signals of the last 30 days, and those whose case came to a measure that stands. */
  found30d: Type.Integer(),
  upheld30d: Type.Integer(),
  version: Type.Integer(),
})
export type Rule = Static<typeof Rule>

/** The cards: review queues by label, the ways signals come in, and the rules that look by themselves. */
export const riskRules = defineEndpoint({
  method: 'GET',
  path: '/api/risk-rules',
  permission: 'rules.read',
  reply: Type.Object({
    queues: Type.Array(
      Type.Object({
        label: Type.String(),
        pending: Type.Integer(),
        /** Seconds the oldest has waited. */
        waitingSeconds: nullable(Type.Integer()),
        appeals: Type.Integer(),
      }),
    ),
    services: Type.Array(
      Type.Object({
        code: Type.String(),
        enabled: Type.Boolean(),
        signals30d: Type.Integer(),
        version: Type.Integer(),
      }),
    ),
    rules: Type.Array(Rule),
  }),
})

/** What a rule would have found in the last 30 days with these thresholds; changes nothing. */
export const riskRulePreview = defineEndpoint({
  method: 'POST',
  path: '/api/risk-rules/:id/preview',
  permission: 'rules.read',
  reads: true,
  params: idParams,
  body: strict({ thresholds: ThresholdsSchema }),
  reply: Type.Object({
    count: Type.Integer(),
    /** Of these, works the rule has not spoken about yet. */
    fresh: Type.Integer(),
    samples: Type.Array(
      Type.Object({ videoId: Id, title: Type.String(), partnerName: nullable(Type.String()), finding: Type.String() }),
    ),
  }),
})

export const riskRuleChange = defineEndpoint({
  method: 'PATCH',
  path: '/api/risk-rules/:id',
  permission: 'rules.write',
  params: idParams,
  body: strict({
    enabled: Type.Optional(Type.Boolean()),
    label: Type.Optional(Type.Enum(LABELS)),
    severity: Type.Optional(Type.Enum(SEVERITIES)),
    thresholds: Type.Optional(ThresholdsSchema),
    version: Version,
  }),
  reply: Type.Object({ version: Type.Integer() }),
})

/** Opens or closes a way in. */
export const riskServiceChange = defineEndpoint({
  method: 'PUT',
  path: '/api/risk-services',
  permission: 'rules.write',
  body: strict({ code: Type.Enum(SERVICES), enabled: Type.Boolean(), version: Version }),
  reply: Done,
})
