import { dayOf, isDay } from '../../core/time.ts'
import { fenOfDecimal } from './decimal.ts'

/** Clicks of one sub-channel on one day, as the union counts them. */
export interface Clicks {
  subUnionId: string
  day: string
  clicks: number
  visitors: number
}
/** What became of a coupon of the pool, or of a code of ours, on one day. */
export interface Uses {
  couponUrl: string | null
  code: string | null
  day: string
  taken: number
  used: number
  orders: number
  baseFen: number
  feeFen: number
}
export interface FigureProblem {
  row: number
  part: 'clicks' | 'uses'
  field: string
}
export interface Figures {
  clicks: Clicks[]
  uses: Uses[]
  problems: FigureProblem[]
}

class Unread extends Error {
  readonly field: string
  constructor(field: string) {
    super(field)
    this.field = field
  }
}

const textOf = (raw: Record<string, unknown>, field: string): string => String(raw[field] ?? '').trim()
function countOf(raw: Record<string, unknown>, field: string): number {
  const text = textOf(raw, field) || '0'
  if (!/^\d{1,9}$/.test(text)) throw new Unread(field)
  return Number(text)
}
/** An amount is text in yuan: a JSON number has lost its digits already. */
function fenOf(raw: Record<string, unknown>, field: string): number {
  const value = raw[field] ?? '0'
  const fen = typeof value === 'string' ? fenOfDecimal(value) : undefined
  if (fen === undefined) throw new Unread(field)
  return fen
}
/** A day that is over or begun; the union has no figures of the future. */
function dayIn(raw: Record<string, unknown>, now: Date): string {
  const text = textOf(raw, 'date')
  const day = /^\d{8}$/.test(text) ? `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}` : text.slice(0, 10)
  if (!isDay(day) || day > dayOf(now)) throw new Unread('date')
  return day
}

function clicksOf(raw: Record<string, unknown>, now: Date): Clicks {
  const subUnionId = textOf(raw, 'subUnionId')
  if (!/^\w{1,80}$/.test(subUnionId)) throw new Unread('subUnionId')
  const day = dayIn(raw, now)
  return { subUnionId, day, clicks: countOf(raw, 'clickNum'), visitors: countOf(raw, 'visitorNum') }
}

function usesOf(raw: Record<string, unknown>, now: Date): Uses {
  const [couponUrl, code] = [textOf(raw, 'couponUrl') || null, textOf(raw, 'code').toUpperCase() || null]
  if ((couponUrl === null) === (code === null)) throw new Unread('couponUrl')
  return {
    ...{ couponUrl, code, day: dayIn(raw, now) },
    ...{ taken: countOf(raw, 'takeNum'), used: countOf(raw, 'usedNum'), orders: countOf(raw, 'orderNum') },
    ...{ baseFen: fenOf(raw, 'cosPrice'), feeFen: fenOf(raw, 'commission') },
  }
}

/** Reads figures one by one: a bad row is refused alone; of one that comes twice the last stands. */
export function readFigures(given: { clicks: readonly unknown[]; uses: readonly unknown[] }, now: Date): Figures {
  const problems: FigureProblem[] = []
  function each<T>(
    part: FigureProblem['part'],
    read: (raw: Record<string, unknown>, now: Date) => T,
    keyOf: (row: T) => string,
  ): T[] {
    const found = new Map<string, T>()
    for (const [row, raw] of given[part].entries())
      try {
        const one = read((raw !== null && typeof raw === 'object' ? raw : {}) as Record<string, unknown>, now)
        found.set(keyOf(one), one)
      } catch (error) {
        if (!(error instanceof Unread)) throw error
        problems.push({ row, part, field: error.field })
      }
    return [...found.values()]
  }
  return {
    clicks: each('clicks', clicksOf, ({ subUnionId, day }) => `${subUnionId} ${day}`),
    uses: each('uses', usesOf, ({ couponUrl, code, day }) => `${couponUrl ?? code} ${day}`),
    problems,
  }
}
