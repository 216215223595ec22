import { PPM } from './amount.ts'

/** A price from so many plays of a work on; the first begins at 0. Prices are ten-thousandths of a yuan per 1000 plays. */
export interface Tier {
  fromPlays: number
  cpmE4: number
}

/** marginal: each tier prices the plays inside it. whole: the tier reached prices all plays. */
export type TierMode = 'marginal' | 'whole'

export interface Pricing {
  tiers: readonly Tier[]
  tierMode: TierMode
  /** Below it a work earns nothing; from it on all its plays count. */
  minPlays: number
  /** What one work can earn at most; null: no limit. */
  capPerVideoFen: number | null
}

/** Micro-yuan per play and 1 ten-thousandth of a yuan per thousand: × 100 / 1000. */
const MICRO_PER_E4 = 100n
const PLAYS_PER_UNIT = 1_000n

/** What so many plays cost, in thousandths of a micro-yuan: exact, so that rounding happens once. */
function priceOf(plays: bigint, { tiers, tierMode }: Pick<Pricing, 'tiers' | 'tierMode'>): bigint {
  const reached = tiers.filter(({ fromPlays }) => BigInt(fromPlays) <= plays)
  if (tierMode === 'whole') return plays * BigInt(reached.at(-1)?.cpmE4 ?? 0) * MICRO_PER_E4
  return reached.reduce((sum, { fromPlays, cpmE4 }, at) => {
    const before = reached[at + 1] ? BigInt(reached[at + 1]!.fromPlays) : plays
    return sum + (before - BigInt(fromPlays)) * BigInt(cpmE4) * MICRO_PER_E4
  }, 0n)
}

/**
 * What a work has earned in all with so many plays to date, in micro-yuan, rounded down once: price by tier, times the
 * quality factor. Days pay the difference to what was due before (domain page S10), so nothing drifts and a fall of the
 * plays takes back what they had brought. Without the cap per work.
 */
export function cpmDue(plays: bigint, qualityPpm: bigint, pricing: Omit<Pricing, 'capPerVideoFen'>): bigint {
  if (plays <= 0n || plays < BigInt(pricing.minPlays)) return 0n
  return (priceOf(plays, pricing) * qualityPpm) / (PPM * PLAYS_PER_UNIT)
}

/** The price the last play falls under; null before the first tier or the minimum. */
export function tierAt(plays: bigint, { tiers, minPlays }: Pick<Pricing, 'tiers' | 'minPlays'>): Tier | null {
  if (plays < BigInt(minPlays)) return null
  return tiers.filter(({ fromPlays }) => BigInt(fromPlays) <= plays).at(-1) ?? null
}

/** From a finish rate on, the factor a work's price is multiplied with. */
export interface QualityStep {
  fromFinishPpm: number
  factorPpm: number
}

/** The factor of the highest step reached; 1 where nothing is known of the work or no step is. */
export function qualityOf(finishPpm: number | null, steps: readonly QualityStep[]): number {
  if (finishPpm === null) return Number(PPM)
  return steps.filter(({ fromFinishPpm }) => fromFinishPpm <= finishPpm).at(-1)?.factorPpm ?? Number(PPM)
}

/**
 * Cuts amounts by a cap in the order given: each gets what the running sum, kept at the cap, moves by. So a fall after
 * the cap is reached takes back only what had been paid, and the parts sum to min(sum, cap).
 */
export function cutByCap(amounts: readonly bigint[], cap: bigint | null): bigint[] {
  if (cap === null) return [...amounts]
  let sum = 0n
  return amounts.map((amount) => {
    const before = lesser(sum, cap)
    sum += amount
    return lesser(sum, cap) - before
  })
}

function lesser(one: bigint, other: bigint): bigint {
  if (one < other) return one
  return other
}
