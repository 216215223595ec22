import Type, { type Static } from 'typebox'
import { Day, Id, nullable, strict } from '../../core/contract.ts'
import { PLATFORMS } from '../../core/works.ts'

/** What a rule may look at (domain page S19). Works carry no tags, so there is no condition on them. */
export const RULE_FIELDS = [
  'category',
  'platform',
  'partner',
  'published',
  'publishedWithin',
  'plays',
  'finishRate',
  'noRisk',
] as const
export type RuleField = (typeof RULE_FIELDS)[number]

export const RULE_SORTS = ['playCount', 'playDelta7d', 'finishRate', 'publishedAt'] as const
export const MAX_CONDITIONS = 12
/** The most videos one collection of a rule holds. */
export const MAX_RULE_ITEMS = 100_000
/** A rule that finds more than this must be narrowed. */
export const MAX_MATCHES = 100_000
export const MAX_MANUAL_ITEMS = 10_000

const Ids = Type.Array(Id, { minItems: 1, maxItems: 50, uniqueItems: true })
const field = <const F extends RuleField>(name: F) => Type.Literal(name)

export const Condition = Type.Union([
  /** A category means itself and what lies under it. */
  strict({ field: field('category'), values: Ids }),
  strict({
    field: field('platform'),
    values: Type.Array(Type.Enum([...PLATFORMS]), { minItems: 1, maxItems: PLATFORMS.length, uniqueItems: true }),
  }),
  strict({ field: field('partner'), values: Ids }),
  /** Business days, either end open. */
  strict({ field: field('published'), from: nullable(Day), to: nullable(Day) }),
  /** Published on one of the last days, the running one included. */
  strict({ field: field('publishedWithin'), days: Type.Integer({ minimum: 1, maximum: 366 }) }),
  strict({ field: field('plays'), min: Type.Integer({ minimum: 0, maximum: 1_000_000_000_000 }) }),
  /** Parts per million. */
  strict({ field: field('finishRate'), min: Type.Integer({ minimum: 0, maximum: 1_000_000 }) }),
  strict({ field: field('noRisk') }),
])
export type Condition = Static<typeof Condition>

export const Rule = strict({
  /** all: every condition holds · any: at least one does. */
  match: Type.Enum(['all', 'any']),
  conditions: Type.Array(Condition, { minItems: 1, maxItems: MAX_CONDITIONS }),
  sort: Type.Enum([...RULE_SORTS]),
  limit: Type.Integer({ minimum: 1, maximum: MAX_RULE_ITEMS }),
})
export type Rule = Static<typeof Rule>

/** The ids a rule names. */
export function conditionIds(rule: Rule | null): { partners: string[]; categories: string[] } {
  const of = (name: 'partner' | 'category') => [
    ...new Set((rule?.conditions ?? []).flatMap((one) => (one.field === name ? one.values : []))),
  ]
  return { partners: of('partner'), categories: of('category') }
}
