import { MAX_COLUMNS, MAX_ROWS } from '../contract.ts'

/** Why a whole file cannot be read. The words stand in text.ts under the same names. */
export type FileReason =
  | 'EMPTY_FILE'
  | 'NO_ROWS'
  | 'DUPLICATE_HEADER'
  | 'ONE_COLUMN'
  | 'TOO_MANY_ROWS'
  | 'TOO_MANY_COLUMNS'
  | 'NOT_A_TABLE'
  | 'ZIP_FILE'
  | 'OLD_EXCEL'
  | 'ENCRYPTED'
  | 'OTHER_SPREADSHEET'
  | 'HTML_TABLE'
  | 'ENCODING'
  | 'BROKEN_QUOTES'
  | 'BROKEN_WORKBOOK'
  | 'WORKBOOK_TOO_LARGE'
  | 'TOO_MANY_SHEETS'
  | 'TOO_SLOW'

export class FileRefusal extends Error {
  readonly reason: FileReason
  readonly params: Record<string, string | number>
  constructor(reason: FileReason, params: Record<string, string | number> = {}) {
    super(reason)
    this.reason = reason
    this.params = params
  }
}

export const tooManyRows = () => new FileRefusal('TOO_MANY_ROWS', { limit: MAX_ROWS.toLocaleString('en-US') })
export const tooManyColumns = () => new FileRefusal('TOO_MANY_COLUMNS', { limit: MAX_COLUMNS })
