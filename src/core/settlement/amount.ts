/**
 * Arithmetic of money (domain page S10). Below a line amounts are micro-yuan (1 CNY = 1,000,000), on it fen; rates are
 * parts per million. All of it is BigInt: products of an amount and a rate leave what a number holds exactly.
 */

export const MICRO_PER_FEN = 10_000n
export const PPM = 1_000_000n

const sizeOf = (value: bigint): bigint => (value < 0n ? -value : value)

/** Half up on the size, then the sign: −1.5 becomes −2 as 1.5 becomes 2. The divisor is positive. */
export function divideHalfUp(value: bigint, by: bigint): bigint {
  const rounded = (2n * sizeOf(value) + by) / (2n * by)
  return value < 0n ? -rounded : rounded
}

/** Micro-yuan as fen; done once, on the line of a statement. */
export const fenOfMicro = (micro: bigint): bigint => divideHalfUp(micro, MICRO_PER_FEN)

/** A rate's part of an amount, in the amount's own unit. */
export const shareOf = (amount: bigint, ratePpm: bigint): bigint => divideHalfUp(amount * ratePpm, PPM)

export interface Payee {
  id: string
  weightPpm: number
  /** Among equal fractions the lower one gets the fen, then the smaller id. */
  splitOrder: number
}

/**
 * Splits a total (fen or micro) by weights of 1,000,000 in all: each gets the whole part of his share, what is left goes
 * one by one to the largest fractions. The parts sum to the total, in the order of the payees given.
 */
export function splitByShares(total: bigint, payees: readonly Payee[]): bigint[] {
  const weights = payees.map(({ weightPpm }) => BigInt(weightPpm))
  if (weights.some((weight) => weight < 0n) || weights.reduce((sum, weight) => sum + weight, 0n) !== PPM)
    throw new RangeError('weights must be positive and sum to 1,000,000')
  const size = sizeOf(total)
  const parts = weights.map((weight) => (size * weight) / PPM)
  const left = Number(size - parts.reduce((sum, part) => sum + part, 0n))
  const byFraction = payees
    .map((payee, at) => ({ payee, at, fraction: (size * weights[at]!) % PPM }))
    .sort(
      (a, b) =>
        Number(b.fraction - a.fraction) ||
        a.payee.splitOrder - b.payee.splitOrder ||
        compareIds(a.payee.id, b.payee.id),
    )
  for (const { at } of byFraction.slice(0, left)) parts[at]! += 1n
  return total < 0n ? parts.map((part) => -part) : parts
}

/** Ids are numbers written as text; the shorter is the smaller. */
const compareIds = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0)
