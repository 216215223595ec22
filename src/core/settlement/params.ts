import Type, { type Static } from 'typebox'
import { nullable, strict } from '../contract.ts'

const Ppm = Type.Integer({ minimum: 0, maximum: 1_000_000 })
const Fen = Type.Integer({ minimum: 0, maximum: 100_000_000_000_000 })
const DayOfMonth = Type.Integer({ minimum: 1, maximum: 28 })

/** What every plan says about its calendar and its bill (domain page S10). */
const common = {
  /** A day's figures may still change so many days after it. */
  finalDays: Type.Integer({ minimum: 0, maximum: 90 }),
  /** Day of the next month on which a month's bill is built. */
  buildDay: DayOfMonth,
  /** Workdays we take to review a bill, days the partner has to confirm it. */
  reviewDays: Type.Integer({ minimum: 0, maximum: 30 }),
  confirmDays: Type.Integer({ minimum: 1, maximum: 60 }),
  invoiceRequired: Type.Boolean(),
  invoiceDay: DayOfMonth,
  /** Paid on this day, or the next workday. */
  payDay: DayOfMonth,
  /** Less than this is carried into the next month. */
  minPayoutFen: Fen,
  taxMode: Type.Enum(['company_invoice', 'personal_withhold', 'none']),
  taxRatePpm: Ppm,
}

export const SplitParams = strict({
  ...common,
  /** Of the income; a partner's own rate goes before it. */
  partnerRatePpm: Ppm,
  /** Of what the partner gets. */
  creatorRatePpm: Ppm,
})
export type SplitParams = Static<typeof SplitParams>

export const CpmParams = strict({
  ...common,
  tierMode: Type.Enum(['marginal', 'whole']),
  tiers: Type.Array(
    strict({
      fromPlays: Type.Integer({ minimum: 0, maximum: 1_000_000_000_000 }),
      cpmE4: Type.Integer({ minimum: 0, maximum: 100_000_000 }),
    }),
    { minItems: 1, maxItems: 10 },
  ),
  minPlays: Type.Integer({ minimum: 0, maximum: 1_000_000_000 }),
  /** Days from publication whose plays count, that of publication among them. */
  settleWindowDays: Type.Integer({ minimum: 1, maximum: 366 }),
  capPerVideoFen: nullable(Fen),
  /** Per creator and month, and of the whole plan per month. */
  capPerCreatorFen: nullable(Fen),
  budgetFen: nullable(Fen),
  /** By the finish rate, the lowest first. Empty: every work counts the same. */
  quality: Type.Array(strict({ fromFinishPpm: Ppm, factorPpm: Type.Integer({ minimum: 0, maximum: 10_000_000 }) }), {
    maxItems: 10,
  }),
})
export type CpmParams = Static<typeof CpmParams>

export type PlanParams = SplitParams | CpmParams

/** What a schema cannot say: the name of the first parameter that contradicts another; undefined when none does. */
export function contradictionIn(params: PlanParams): string | undefined {
  if (params.taxMode === 'none' && params.taxRatePpm > 0) return 'taxRatePpm'
  if (!('tiers' in params)) return undefined
  if (params.tiers[0]!.fromPlays !== 0) return 'tiers'
  if (!isRising(params.tiers.map(({ fromPlays }) => fromPlays))) return 'tiers'
  if (!isRising(params.quality.map(({ fromFinishPpm }) => fromFinishPpm))) return 'quality'
  return undefined
}

const isRising = (values: readonly number[]): boolean =>
  values.every((value, at) => at === 0 || value > values[at - 1]!)
