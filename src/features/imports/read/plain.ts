import type { ImportField, ImportRow, Reading } from '../../../core/importing.ts'
import type { Platform } from '../../../core/works.ts'
import type { Mapping } from '../contract.ts'
import { type DateRule, EARLIEST, guessDateFormat, isZeroEaten, readInstant } from './date.ts'
import { guessColumns, guessYear, type Look } from './guess.ts'
import { Bad, bad, plain, type Reason } from './reason.ts'
import { normalise, platformIn, readItemId, readPlatform } from './words.ts'

/** A field with every heading it is recognised by, normalised; data, so that it can be sent to a thread. */
export interface PlainField extends Pick<ImportField, 'name' | 'reading' | 'isRequired'> {
  headings: readonly string[]
}

/** One row of a file as its target's fields read it. */
export interface PlainRow {
  rowNo: number
  data: ImportRow
  cells: string[]
}

export interface PlainProblem {
  field: string
  value: string
  reason: string
}

/** How rows of one file are read: the fields with headings turned into positions. */
export interface PlainPlan {
  fields: readonly PlainField[]
  at: Record<string, number>
  platform: Platform | null
  rule: DateRule
}

export function plainPlan(fields: readonly PlainField[], mapping: Mapping, header: readonly string[]): PlainPlan {
  const at = Object.fromEntries(Object.entries(mapping.columns).map(([field, name]) => [field, header.indexOf(name)]))
  const { dateFormat: format, year, zeroEaten, platform } = mapping
  return { fields, at, platform, rule: { format, year, zeroEaten } }
}

/** Reads one row. Returns every problem of a row that cannot be taken, in the order of its fields. */
export function readPlain(rowNo: number, cells: string[], plan: PlainPlan): PlainRow | PlainProblem[] {
  const problems: PlainProblem[] = []
  const data: ImportRow = {}
  for (const { name, reading, isRequired } of plan.fields) {
    const raw = cells[plan.at[name] ?? -1] ?? ''
    const value = readCell(raw, reading, plan)
    const fail = (reason: Reason) => problems.push({ field: name, value: raw.slice(0, 200), reason })
    if (value instanceof Bad) fail(value.reason)
    else if (value === null && isRequired) fail('MISSING')
    data[name] = value instanceof Bad ? null : value
  }
  return problems.length > 0 ? problems : { rowNo, data, cells }
}

function readCell(raw: string, reading: Reading, { platform, rule }: PlainPlan): string | null | Bad {
  const text = plain(raw)
  if (text instanceof Bad) return text
  if (text === null) return reading.as === 'platform' ? platform : null
  switch (reading.as) {
    case 'text':
      // As it was written: full-width signs in a name are meant.
      return [...raw.trim()].length > reading.max ? bad('TOO_LONG') : raw.trim()
    case 'id':
      return readItemId(text)
    case 'platform':
      return readPlatform(text) ?? bad('BAD_PLATFORM')
    case 'instant': {
      const instant = readInstant(text, rule)
      if (!(instant instanceof Date)) return instant
      return instant < new Date(`${EARLIEST}T00:00:00+08:00`) ? bad('EARLY_DATE') : instant.toISOString()
    }
    case 'choice': {
      const wanted = normalise(text)
      const found = Object.entries(reading.words).find(([value, words]) =>
        [value, ...words].some((word) => normalise(word) === wanted),
      )
      return found?.[0] ?? bad('BAD_CHOICE')
    }
  }
}

/** What the columns of a target's file most likely mean. */
export function guessPlain(fields: readonly PlainField[], { fileName, header, values, now }: Look): Mapping {
  const columns = guessColumns(
    header,
    fields.map(({ name, headings }) => [name, headings]),
  )
  const known = fields
    .filter(({ reading }) => reading.as === 'instant')
    .flatMap(({ name }) => [...(values[header.indexOf(columns[name] ?? '')] ?? [])])
    .map((value) => plain(value))
    .filter((value) => typeof value === 'string')
  const dateFormat = guessDateFormat(known) ?? 'ymd'
  const isShort = dateFormat === 'md' || dateFormat === 'dm'
  const zeroEaten = isShort && isZeroEaten(known, dateFormat)
  const asksPlatform = fields.some(({ reading, name }) => reading.as === 'platform' && !columns[name])
  return {
    columns,
    platform: asksPlatform ? (platformIn(fileName) ?? null) : null,
    statDate: null,
    partnerId: null,
    dateFormat,
    year: isShort ? guessYear(fileName, known, dateFormat, zeroEaten, now) : null,
    zeroEaten,
    rateUnit: 'percent',
    counts: 'cumulative',
  }
}
