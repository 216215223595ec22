import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { divideHalfUp, fenOfMicro, type Payee, PPM, shareOf, splitByShares } from './amount.ts'
import { addWorkdays, isWorkday, workdayFrom } from './calendar.ts'
import { cpmDue, cutByCap, type Pricing, qualityOf, tierAt } from './cpm.ts'
import { type CpmParams, contradictionIn } from './params.ts'

/** 10^5 in the run; PROPERTY_CASES=1000000 is the campaign. */
const numRuns = Number(process.env.PROPERTY_CASES ?? 100_000)
const holds = <T extends [unknown, ...unknown[]]>(property: fc.IProperty<T>) =>
  fc.assert(property, { numRuns, seed: 45 })

const payee = (id: string, weightPpm: number, splitOrder = 0): Payee => ({ id, weightPpm, splitOrder })
const sum = (parts: readonly bigint[]): bigint => parts.reduce((all, part) => all + part, 0n)

const total = fc.bigInt({ min: -(10n ** 16n), max: 10n ** 16n })
/** Cuts of a million, and what lies between them. */
const payees = fc.array(fc.integer({ min: 0, max: 1_000_000 }), { maxLength: 8 }).chain((cuts) => {
  const edges = [0, ...cuts.sort((a, b) => a - b), 1_000_000]
  const weights = edges.slice(1).map((edge, at) => edge - edges[at]!)
  return fc
    .array(fc.integer({ min: 0, max: 2 }), { minLength: weights.length, maxLength: weights.length })
    .map((orders) => weights.map((weight, at) => payee(String(at + 1), weight, orders[at])))
})

describe('splitting', () => {
  const parts = (amount: bigint, ...weights: number[]) =>
    splitByShares(
      amount,
      weights.map((weight, at) => payee(String(at + 1), weight)),
    )

  test('the worked examples', () => {
    expect(parts(10_001n, 600_000, 300_000, 100_000)).toEqual([6_001n, 3_000n, 1_000n])
    expect(parts(-10_001n, 600_000, 300_000, 100_000)).toEqual([-6_001n, -3_000n, -1_000n])
    expect(parts(1n, 333_334, 333_333, 333_333)).toEqual([1n, 0n, 0n])
    expect(parts(0n, 600_000, 400_000)).toEqual([0n, 0n])
  })

  test('equal fractions: the lower order, then the smaller id', () => {
    expect(splitByShares(1n, [payee('10', 500_000, 1), payee('9', 500_000, 1)])).toEqual([0n, 1n])
    expect(splitByShares(1n, [payee('9', 500_000, 2), payee('10', 500_000, 1)])).toEqual([0n, 1n])
  })

  test('weights that are not one whole are refused', () => {
    expect(() => parts(100n, 600_000, 300_000)).toThrow(RangeError)
    expect(() => parts(100n, 1_100_000, -100_000)).toThrow(RangeError)
  })

  test('parts sum to the total, and none is a fen from its share', () => {
    holds(
      fc.property(total, payees, (amount, to) => {
        const found = splitByShares(amount, to)
        if (sum(found) !== amount) return false
        return found.every((part, at) => {
          const off = part * PPM - amount * BigInt(to[at]!.weightPpm)
          return off < PPM && off > -PPM
        })
      }),
    )
  })

  test('the order of the payees does not matter; a reversal negates', () => {
    holds(
      fc.property(total, payees, fc.integer({ min: 0, max: 8 }), (amount, to, turn) => {
        const turned = [...to.slice(turn), ...to.slice(0, turn)]
        const byId = new Map(splitByShares(amount, turned).map((part, at) => [turned[at]!.id, part]))
        const back = splitByShares(-amount, to)
        return splitByShares(amount, to).every((part, at) => byId.get(to[at]!.id) === part && back[at] === -part)
      }),
    )
  })
})

describe('rounding', () => {
  test('half up on the size', () => {
    expect([-15n, -14n, -5n, 5n, 14n, 15n, 25n].map((value) => divideHalfUp(value, 10n))).toEqual([
      -2n,
      -1n,
      -1n,
      1n,
      1n,
      2n,
      3n,
    ])
    expect(fenOfMicro(792_000n)).toBe(79n)
    expect(fenOfMicro(795_000n)).toBe(80n)
  })

  test('is symmetric and at most half a unit off', () => {
    holds(
      fc.property(total, fc.bigInt({ min: 1n, max: 10n ** 7n }), (value, by) => {
        const off = 2n * (divideHalfUp(value, by) * by - value)
        return divideHalfUp(-value, by) === -divideHalfUp(value, by) && off <= by && off >= -by
      }),
    )
  })

  test('a share and its reversal cancel', () => {
    holds(
      fc.property(
        total,
        fc.bigInt({ min: 0n, max: PPM }),
        (amount, rate) => shareOf(amount, rate) + shareOf(-amount, rate) === 0n,
      ),
    )
  })
})

const flat: Pricing = {
  tiers: [{ fromPlays: 0, cpmE4: 8_000 }],
  tierMode: 'marginal',
  minPlays: 0,
  capPerVideoFen: null,
}
const plays = fc.bigInt({ min: 0n, max: 10n ** 11n })
const pricing = fc
  .record({
    steps: fc.array(
      fc.record({ width: fc.integer({ min: 1, max: 10 ** 7 }), cpmE4: fc.integer({ min: 0, max: 10 ** 6 }) }),
      { minLength: 1, maxLength: 5 },
    ),
    tierMode: fc.constantFrom('marginal' as const, 'whole' as const),
    minPlays: fc.integer({ min: 0, max: 20_000 }),
  })
  .map(({ steps, ...rest }): Pricing => {
    let fromPlays = 0
    const tiers = steps.map(({ width, cpmE4 }) => {
      const tier = { fromPlays, cpmE4 }
      fromPlays += width
      return tier
    })
    return { tiers, ...rest, capPerVideoFen: null }
  })

describe('prices per thousand plays', () => {
  const due = (count: bigint) => cpmDue(count, PPM, flat)

  test('the worked example: cumulative, so that no day rounds', () => {
    expect([due(123n), due(1_001n) - due(123n), due(990n) - due(1_001n)]).toEqual([98_400n, 702_400n, -8_800n])
    expect(fenOfMicro(due(990n))).toBe(79n)
    expect(fenOfMicro(due(1_230n))).toBe(98n)
  })

  test('marginal tiers price what lies in them, whole tiers everything', () => {
    const tiers = [
      { fromPlays: 0, cpmE4: 8_000 },
      { fromPlays: 100_000, cpmE4: 10_000 },
    ]
    const of = (tierMode: 'marginal' | 'whole') => cpmDue(150_000n, PPM, { tiers, tierMode, minPlays: 0 })
    expect(of('marginal')).toBe(80_000_000n + 50_000_000n)
    expect(of('whole')).toBe(150_000_000n)
    expect(tierAt(100_000n, { tiers, minPlays: 0 })).toEqual(tiers[1])
    expect(tierAt(9n, { tiers, minPlays: 10 })).toBeNull()
  })

  test('under the minimum nothing, from it on everything', () => {
    const from = { ...flat, minPlays: 10_000 }
    expect([cpmDue(9_999n, PPM, from), cpmDue(10_000n, PPM, from)]).toEqual([0n, 8_000_000n])
  })

  test('quality', () => {
    const steps = [
      { fromFinishPpm: 0, factorPpm: 800_000 },
      { fromFinishPpm: 180_000, factorPpm: 1_000_000 },
      { fromFinishPpm: 420_000, factorPpm: 1_200_000 },
    ]
    expect([0, 179_999, 180_000, 420_000, null].map((rate) => qualityOf(rate, steps))).toEqual([
      800_000, 800_000, 1_000_000, 1_200_000, 1_000_000,
    ])
    expect(qualityOf(300_000, [])).toBe(1_000_000)
  })

  test('however the days are cut, they sum to what is due in the end; days back cancel days forward', () => {
    holds(
      fc.property(
        fc.array(plays, { minLength: 1, maxLength: 12 }),
        pricing,
        fc.bigInt({ min: 0n, max: 2n * PPM }),
        (days, plan, quality) => {
          const of = (count: bigint) => cpmDue(count, quality, plan)
          const accruals = days.map((count, at) => of(count) - (at ? of(days[at - 1]!) : 0n))
          return sum(accruals) === of(days.at(-1)!)
        },
      ),
    )
  })

  test('more plays are never worth less where tiers rise', () => {
    holds(
      fc.property(plays, plays, pricing, (one, other, plan) => {
        const rising = {
          ...plan,
          tiers: plan.tiers.map(({ fromPlays }, at) => ({ fromPlays, cpmE4: 1_000 * (at + 1) })),
        }
        const [low, high] = one < other ? [one, other] : [other, one]
        return cpmDue(low, PPM, rising) <= cpmDue(high, PPM, rising)
      }),
    )
  })
})

describe('caps', () => {
  test('cut in order; a fall takes back only what was paid', () => {
    expect(cutByCap([600n, 600n, 100n], 1_000n)).toEqual([600n, 400n, 0n])
    expect(cutByCap([1_500n, -300n, -400n], 1_000n)).toEqual([1_000n, 0n, -200n])
    expect(cutByCap([5n, -9n], null)).toEqual([5n, -9n])
  })

  test('parts sum to the smaller of sum and cap', () => {
    holds(
      fc.property(
        fc.array(fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }), { maxLength: 12 }),
        fc.bigInt({ min: 0n, max: 10n ** 13n }),
        (amounts, cap) => {
          const [all, cut] = [sum(amounts), sum(cutByCap(amounts, cap))]
          return cut <= cap && cut <= all && (cut === cap || cut === all)
        },
      ),
    )
  })
})

describe('workdays', () => {
  // National Day 2026: 1 to 7 October free, Sunday 20 September and Saturday 10 October worked for it.
  const calendar = new Map([
    ...['01', '02', '03', '04', '05', '06', '07'].map((day) => [`2026-10-${day}`, false] as const),
    ['2026-09-20', true] as const,
    ['2026-10-10', true] as const,
  ])

  test('holidays and the weekends worked for them', () => {
    expect(isWorkday('2026-10-10', calendar)).toBe(true)
    expect(isWorkday('2026-10-11', calendar)).toBe(false)
    expect(workdayFrom('2026-10-01', calendar)).toBe('2026-10-08')
    expect(workdayFrom('2026-12-20', calendar)).toBe('2026-12-21')
    expect(addWorkdays('2026-09-30', 2, calendar)).toBe('2026-10-09')
    expect(addWorkdays('2026-10-09', 1, calendar)).toBe('2026-10-10')
    expect(addWorkdays('2026-10-03', 0, calendar)).toBe('2026-10-03')
  })
})

describe('parameters', () => {
  const params = {
    taxMode: 'company_invoice',
    taxRatePpm: 60_000,
    tiers: flat.tiers,
    quality: [],
  } as unknown as CpmParams

  test('what contradicts is named', () => {
    expect(contradictionIn(params)).toBeUndefined()
    expect(contradictionIn({ ...params, taxMode: 'none' })).toBe('taxRatePpm')
    expect(contradictionIn({ ...params, tiers: [{ fromPlays: 1, cpmE4: 1 }] })).toBe('tiers')
    expect(contradictionIn({ ...params, tiers: [...flat.tiers, { fromPlays: 0, cpmE4: 1 }] })).toBe('tiers')
    const falling = [
      { fromFinishPpm: 9, factorPpm: 1 },
      { fromFinishPpm: 3, factorPpm: 1 },
    ]
    expect(contradictionIn({ ...params, quality: falling })).toBe('quality')
  })
})

describe('no float touches an amount', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const sources = ['core/settlement', 'features/settlement'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.ts$/.test(name) && !/\.test\.ts$/.test(name))
      .map((name) => [`${folder}/${name}`, readFileSync(join(root, folder, name), 'utf8')] as const),
  )
  /** Points on paper and colours, no amounts: what is written there comes as text. */
  const DRAWING = ['features/settlement/bill/layout.ts', 'features/settlement/bill/pdf.ts']
  /** Which share of the works lies below is no amount either. */
  const plain = (line: string) => line.replace(/percentile_disc\([\d.]+\)/, '').replace(/(\/\/|^\s*\/?\*).*$/, '')
  /** Ways to a float: in code, and in SQL. */
  const FLOATS =
    /parseFloat|toFixed|Math\.(round|floor|ceil|trunc)|\/ ?100\b|\* ?0\.\d|\d\.\d+(?!\d*['`])|double precision|::(real|float\d?)\b/

  test.each(sources.filter(([name]) => !DRAWING.includes(name)))('%s', (_, code) => {
    const found = code.split('\n').filter((line) => FLOATS.test(plain(line)))
    expect(found).toEqual([])
  })

  test('the rule finds what it is there to find', () => {
    for (const bad of ['parseFloat(x)', 'x.toFixed(2)', 'fen / 100', 'rate * 0.3', 'sum(x)::float8', 'Math.round(x)'])
      expect(FLOATS.test(bad), bad).toBe(true)
  })
})
