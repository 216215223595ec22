import { dayOf } from '../../../core/time.ts'
import { FIELDS, type Field, type Mapping } from '../contract.ts'
import { guessDateFormat, isZeroEaten, readInstant } from './date.ts'
import { plain } from './reason.ts'
import { HEADINGS, normalise, platformIn } from './words.ts'

export interface Look {
  fileName: string
  header: readonly string[]
  /** Distinct values per column, at most a few hundred each. */
  values: readonly ReadonlySet<string>[]
  now: Date
}

/** What the columns of a file most likely mean; the user sees it and may change all of it. */
export function guessMapping({ fileName, header, values, now }: Look): Mapping {
  const columns = guessColumns(
    header,
    FIELDS.map((field) => [field, HEADINGS[field]]),
  )
  const valuesOf = (field: Field) =>
    [...(values[header.indexOf(columns[field] ?? '')] ?? [])].flatMap((v) => {
      const text = plain(v)
      return typeof text === 'string' ? [text] : []
    })
  const days = valuesOf('statDate')
  const dateFormat = guessDateFormat(days) ?? 'ymd'
  const isShort = dateFormat === 'md' || dateFormat === 'dm'
  const zeroEaten = isShort && isZeroEaten(days, dateFormat)
  const isBilibili = header.some((name) => /^bv(id|号)$/.test(normalise(name)))
  return {
    columns,
    platform: columns.platform
      ? null
      : isBilibili
        ? 'bilibili'
        : (platformIn(`${fileName} ${header.join(' ')}`) ?? null),
    statDate: null,
    partnerId: null,
    dateFormat,
    year: isShort ? guessYear(fileName, days, dateFormat, zeroEaten, now) : null,
    zeroEaten,
    rateUnit: valuesOf('finishRate').every((value) => Number(value) <= 1) ? 'fraction' : 'percent',
    counts: 'cumulative',
  }
}

/** Each field's column by the best of its headings, normalised, that the file has. */
export function guessColumns(
  header: readonly string[],
  fields: readonly (readonly [field: string, headings: readonly string[]])[],
): Mapping['columns'] {
  const columns: Mapping['columns'] = {}
  const free = new Map(header.filter(Boolean).map((name) => [normalise(name), name]))
  for (const [field, headings] of fields) {
    const word = headings.find((candidate) => free.has(candidate))
    if (!word) continue
    columns[field] = free.get(word)!
    free.delete(word)
  }
  return columns
}

/** The year in the file's name; else this year, or last year where days would lie in the future. */
export function guessYear(
  fileName: string,
  days: readonly string[],
  format: 'md' | 'dm',
  zeroEaten: boolean,
  now: Date,
): number {
  const thisYear = Number(dayOf(now).slice(0, 4))
  const named = Number(/(?:^|\D)(20\d{2})(?:\D|$)/.exec(fileName)?.[1])
  if (named >= 2005 && named <= thisYear) return named
  const isFuture = days.some((day) => {
    const instant = readInstant(day, { format, year: thisYear, zeroEaten })
    return instant instanceof Date && instant > now
  })
  return isFuture ? thisYear - 1 : thisYear
}
