import type { SettlementProduct } from '../../../core/access.ts'
import { fenOf, yuanOf } from '../../../core/money.ts'
import type { CpmParams, PlanParams, SplitParams } from '../../../core/settlement/params.ts'
import type { Text } from '../../../core/text.ts'
import { isDay } from '../../../core/time.ts'
import { decimal } from '../../../kit/format/csv.ts'
import { exactCount, money } from '../../../kit/format/number.ts'
import type { text } from './text.ts'

type Words = (typeof text)[keyof Text<unknown>]
export type Unit = Exclude<keyof Words['units'], 'factor'>
/** A parameter of one value; tiers and quality are rows. */
export type FieldName = Exclude<keyof SplitParams | keyof CpmParams, 'tiers' | 'quality'>
type GroupName = keyof Words['groups']

export type Field =
  | /** `least` and `most` are those of the schema, which a browser has not; null is optional. */
  { kind: 'number'; unit: Unit; least: number; most: number; isOptional?: boolean }
  | { kind: 'choice'; values: readonly string[] }
  | { kind: 'flag' }

const PPM = 1_000_000
const FEN = 100_000_000_000_000

export const FIELDS: Record<FieldName, Field> = {
  partnerRatePpm: { kind: 'number', unit: 'percent', least: 0, most: PPM },
  creatorRatePpm: { kind: 'number', unit: 'percent', least: 0, most: PPM },
  tierMode: { kind: 'choice', values: ['marginal', 'whole'] },
  minPlays: { kind: 'number', unit: 'plays', least: 0, most: 1_000_000_000 },
  settleWindowDays: { kind: 'number', unit: 'days', least: 1, most: 366 },
  capPerVideoFen: { kind: 'number', unit: 'yuan', least: 0, most: FEN, isOptional: true },
  capPerCreatorFen: { kind: 'number', unit: 'yuan', least: 0, most: FEN, isOptional: true },
  budgetFen: { kind: 'number', unit: 'yuan', least: 0, most: FEN, isOptional: true },
  finalDays: { kind: 'number', unit: 'days', least: 0, most: 90 },
  buildDay: { kind: 'number', unit: 'monthDay', least: 1, most: 28 },
  reviewDays: { kind: 'number', unit: 'workdays', least: 0, most: 30 },
  confirmDays: { kind: 'number', unit: 'days', least: 1, most: 60 },
  payDay: { kind: 'number', unit: 'monthDay', least: 1, most: 28 },
  invoiceRequired: { kind: 'flag' },
  invoiceDay: { kind: 'number', unit: 'monthDay', least: 1, most: 28 },
  taxMode: { kind: 'choice', values: ['company_invoice', 'personal_withhold', 'none'] },
  taxRatePpm: { kind: 'number', unit: 'percent', least: 0, most: PPM },
  minPayoutFen: { kind: 'number', unit: 'yuan', least: 0, most: FEN },
}

type Name = FieldName | 'tiers' | 'quality'
interface Group {
  name: GroupName
  fields: readonly Name[]
}
const SHARED: readonly Group[] = [
  { name: 'calendar', fields: ['finalDays', 'buildDay', 'reviewDays', 'confirmDays', 'payDay'] },
  { name: 'invoice', fields: ['invoiceRequired', 'invoiceDay', 'taxMode', 'taxRatePpm', 'minPayoutFen'] },
]
/** The cards of each product's form, and the order in which parameters are compared. */
export const GROUPS: Record<SettlementProduct, readonly Group[]> = {
  wl: [{ name: 'share', fields: ['partnerRatePpm', 'creatorRatePpm'] }, ...SHARED],
  sm4: [
    { name: 'price', fields: ['tierMode', 'minPlays', 'settleWindowDays'] },
    { name: 'tiers', fields: ['tiers'] },
    { name: 'caps', fields: ['capPerVideoFen', 'capPerCreatorFen', 'budgetFen'] },
    { name: 'quality', fields: ['quality'] },
    ...SHARED,
  ],
}

export type Row = [from: string, value: string]
/** What is typed; figures in the units people say. */
export interface Draft {
  values: Record<string, string>
  tiers: Row[]
  quality: Row[]
  validFrom: string
  note: string
}
/** Name of a field, `tiers.0.1` for a cell of a row → what is wrong. */
export type Faults = Record<string, string>

const typed = (field: Field, value: unknown): string => {
  if (field.kind !== 'number') return String(value)
  if (value === null) return ''
  if (field.unit === 'percent') return decimal(value as number, 4, 0)
  return field.unit === 'yuan' ? yuanOf(value as number) : String(value)
}

export function draftOf(params: PlanParams, validFrom: string, note: string): Draft {
  const all = params as Record<string, unknown>
  const names = (Object.keys(FIELDS) as FieldName[]).filter((name) => name in all)
  return {
    values: Object.fromEntries(names.map((name) => [name, typed(FIELDS[name], all[name])])),
    tiers: 'tiers' in params ? params.tiers.map((one) => [String(one.fromPlays), decimal(one.cpmE4, 4, 2)]) : [],
    quality:
      'quality' in params
        ? params.quality.map((one) => [decimal(one.fromFinishPpm, 4, 0), decimal(one.factorPpm, 6, 1)])
        : [],
    ...{ validFrom, note },
  }
}

/** "0.8" with 4 places → 8000; undefined when it is no such figure. */
function scaled(said: string, places: number): number | undefined {
  const match = /^(\d{1,13})(?:\.(\d+))?$/.exec(said.trim().replaceAll(',', ''))
  const fraction = match?.[2] ?? ''
  if (!match || fraction.length > places) return undefined
  const value = Number(`${match[1]}${fraction.padEnd(places, '0')}`)
  return Number.isSafeInteger(value) ? value : undefined
}

/** A draft as parameters, or where it is none. */
export function read(
  product: SettlementProduct,
  draft: Draft,
  today: string,
  words: Words,
): { params: PlanParams } | { faults: Faults } {
  const faults: Faults = {}
  const params: Record<string, unknown> = {}
  for (const { fields } of GROUPS[product])
    for (const name of fields) {
      if (name === 'tiers') params.tiers = readTiers(draft.tiers, faults, words)
      else if (name === 'quality') params.quality = readQuality(draft.quality, faults, words)
      else params[name] = readField(name, draft.values[name] ?? '', faults, words)
    }
  if (params.taxMode === 'none' && (params.taxRatePpm as number) > 0) faults.taxRatePpm = words.faults.noTax
  if (!isDay(draft.validFrom)) faults.validFrom = words.faults.required
  else if (draft.validFrom <= today) faults.validFrom = words.faults.future
  return Object.keys(faults).length > 0 ? { faults } : { params: params as unknown as PlanParams }
}

function readField(name: FieldName, said: string, faults: Faults, words: Words): unknown {
  const field = FIELDS[name]
  if (field.kind === 'flag') return said === 'true'
  if (field.kind === 'choice') return said
  if (said.trim() === '') {
    if (field.isOptional) return null
    faults[name] = words.faults.required
    return undefined
  }
  const value = field.unit === 'yuan' ? fenOf(said) : scaled(said, field.unit === 'percent' ? 4 : 0)
  if (value === undefined) faults[name] = words.faults.notNumber
  else if (value < field.least || value > field.most)
    faults[name] = words.faults.range(typed(field, field.least), typed(field, field.most))
  return value
}

function cell(key: string, said: string, places: number, most: number, faults: Faults, words: Words): number {
  const value = scaled(said, places)
  if (said.trim() === '') faults[key] = words.faults.required
  else if (value === undefined) faults[key] = words.faults.notNumber
  else if (value > most) faults[key] = words.faults.range('0', places ? decimal(most, places, 0) : String(most))
  return value ?? 0
}

function rising(key: string, from: readonly number[], faults: Faults, words: Words): void {
  for (const [at, value] of from.entries())
    if (at > 0 && value <= from[at - 1]!) faults[`${key}.${at}.0`] ??= words.faults.rising
}

function readTiers(rows: readonly Row[], faults: Faults, words: Words): CpmParams['tiers'] {
  const tiers = rows.map(([from, price], at) => ({
    fromPlays: cell(`tiers.${at}.0`, from, 0, 1_000_000_000_000, faults, words),
    cpmE4: cell(`tiers.${at}.1`, price, 4, 100_000_000, faults, words),
  }))
  if (tiers[0] && tiers[0].fromPlays !== 0) faults['tiers.0.0'] = words.faults.firstTier
  const from = tiers.map(({ fromPlays }) => fromPlays)
  rising('tiers', from, faults, words)
  return tiers
}

function readQuality(rows: readonly Row[], faults: Faults, words: Words): CpmParams['quality'] {
  const quality = rows.map(([from, factor], at) => ({
    fromFinishPpm: cell(`quality.${at}.0`, from, 4, 1_000_000, faults, words),
    factorPpm: cell(`quality.${at}.1`, factor, 6, 10_000_000, faults, words),
  }))
  const from = quality.map(({ fromFinishPpm }) => fromFinishPpm)
  rising('quality', from, faults, words)
  return quality
}

/** A parameter's value in words, a line for each row of it. */
export function say(name: string, params: PlanParams, words: Words): string[] {
  if (name === 'tiers')
    return (params as CpmParams).tiers.map((one) =>
      words.sayTier(exactCount(one.fromPlays), `¥${decimal(one.cpmE4, 4, 2)}`),
    )
  if (name === 'quality') {
    const { quality } = params as CpmParams
    if (quality.length === 0) return ['×1.0']
    return quality.map((one) => words.sayQuality(`${decimal(one.fromFinishPpm, 4, 0)}%`, decimal(one.factorPpm, 6, 1)))
  }
  const field = FIELDS[name as FieldName]
  const value = (params as unknown as Record<string, unknown>)[name]
  if (value === null) return [words.none]
  if (field.kind === 'flag') return [value ? words.yes : words.no]
  if (field.kind === 'choice') return [words.options[name]![String(value)]!]
  if (field.unit === 'percent') return [`${decimal(value as number, 4, 0)}%`]
  if (field.unit === 'yuan') return [money(value as number)]
  return [`${exactCount(value as number)} ${words.units[field.unit]}`.trim()]
}
