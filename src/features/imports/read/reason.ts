/** Why a row is refused. The words stand in text.ts under the same names. */
export const REASONS = [
  'SPREADSHEET_ERROR',
  'MISSING',
  'BAD_ID',
  'DAMAGED_ID',
  'BAD_LINK',
  'BAD_PLATFORM',
  'BAD_DATE',
  'FUTURE_DATE',
  'EARLY_DATE',
  'BAD_NUMBER',
  'AMBIGUOUS_NUMBER',
  'NUMBER_TOO_LARGE',
  'BAD_RATE',
  'BAD_MONEY',
  'MONEY_DECIMALS',
  'BAD_DURATION',
  'BAD_CONTENT_TYPE',
  'TOO_LONG',
  'BAD_CHOICE',
  'NOT_YOURS',
] as const
export type Reason = (typeof REASONS)[number]

/** A cell that cannot be read. */
export class Bad {
  readonly reason: Reason
  constructor(reason: Reason) {
    this.reason = reason
  }
}
export const bad = (reason: Reason) => new Bad(reason)

const EMPTY = new Set(['', '-', '--', '–', '—', '——', '/', 'n/a', 'null', '无', '暂无'])
const SPREADSHEET_ERROR =
  /^#(NAME\?|REF!|N\/A|VALUE!|DIV\/0!|NULL!|NUM!|SPILL!|CALC!|FIELD!|BLOCKED!|GETTING_DATA|#+$)/i

/** A cell without outer blanks, full-width digits and signs made plain; null where it says "nothing". */
export function plain(cell: string | undefined): string | null | Bad {
  const text = (cell ?? '').normalize('NFKC').trim()
  if (EMPTY.has(text.toLowerCase())) return null
  return SPREADSHEET_ERROR.test(text) ? bad('SPREADSHEET_ERROR') : text
}
