import { isWorkday } from '../../core/settlement/calendar.ts'
import { isDay } from '../../core/time.ts'
import type { YearDay } from './contract.ts'
import type { DayFault } from './errors.ts'

const NAME_LENGTH = 40
const PLAIN = new Map<string, boolean>()
const isName = (name: string) => name.trim() !== '' && name.length <= NAME_LENGTH

/** What is wrong with a day of a year, beside those before it. */
export function faultOfDay(one: YearDay, year: number, before: ReadonlySet<string>): DayFault | null {
  if (!isDay(one.day)) return 'date'
  if (!one.day.startsWith(`${year}-`)) return 'otherYear'
  if (before.has(one.day)) return 'twice'
  if (!isName(one.nameZh) || !isName(one.nameEn)) return 'name'
  if (one.kind === 'work' && isWorkday(one.day, PLAIN)) return 'weekday'
  return null
}

const KINDS: Record<string, YearDay['kind']> = {
  ...{ holiday: 'holiday', off: 'holiday', 休: 'holiday', 休息: 'holiday', 放假: 'holiday', 节假日: 'holiday' },
  ...{ work: 'work', workday: 'work', 班: 'work', 上班: 'work', 补班: 'work', 调休上班: 'work' },
}

/** `2026/10/1` and `20261001` as `2026-10-01`; what is no date stays as it is. */
function dayIn(text: string): string {
  const [, year, month, day] =
    /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec(text) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(text) ?? []
  return year ? `${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}` : text
}

/** The cells of a line; a quoted one may hold the delimiter. */
const cellsOf = (line: string): string[] =>
  [...line.matchAll(/(?:^|[,\t;，])(?:"((?:[^"]|"")*)"|([^,\t;，]*))/g)].map(([, quoted, plain]) =>
    (quoted?.replaceAll('""', '"') ?? plain ?? '').trim(),
  )

export interface RowFault {
  row: number
  fault: DayFault
  value: string
}

/** Reads `date,kind,name[,English name]`, with or without a header; each row is a day or a fault. */
export function readYear(text: string, year: number): { days: YearDay[]; faults: RowFault[] } {
  const days: YearDay[] = []
  const faults: RowFault[] = []
  const seen = new Set<string>()
  for (const [at, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .entries()) {
    const [date = '', word = '', nameZh = '', nameEn = ''] = cellsOf(line)
    const isHeader = at === 0 && !/^\d/.test(date)
    if (isHeader || (!date && !word && !nameZh)) continue
    const kind = KINDS[word.toLowerCase()]
    const one: YearDay = { day: dayIn(date), kind: kind ?? 'holiday', nameZh, nameEn: nameEn || nameZh }
    const fault = faultOfDay(one, year, seen)
    if (fault === 'date' || fault === 'otherYear' || kind) {
      if (fault) faults.push({ row: at + 1, fault, value: one.day })
      else days.push(one)
    } else faults.push({ row: at + 1, fault: 'kind', value: word || '—' })
    seen.add(one.day)
  }
  return { days: days.sort((a, b) => (a.day < b.day ? -1 : 1)), faults }
}
