import type { ImportTarget } from '../../core/importing.ts'
import { LANGUAGES, type Language } from '../../core/text.ts'
import { dayOf } from '../../core/time.ts'
import type { Db } from '../../core/verb.ts'
import type { ImportJob } from './contract.ts'
import { plainPlan, readPlain } from './read/plain.ts'
import { planOf, readRow } from './read/row.ts'
import { plainFields } from './register.ts'
import { readRefusedRows } from './sql/job.ts'
import { words } from './text.ts'

const BATCH_ROWS = 1_000

/**
 * The refused rows as CSV: the cells of the file, then a column that names everything wrong with the row. Under the same
 * mapping it can be sent again once it is fixed; the extra column means nothing to it.
 */
export async function* writeRefused(
  db: Db,
  job: ImportJob,
  language: Language,
  { now, room }: { now: Date; room: ImportTarget | undefined },
): AsyncGenerator<string> {
  const { header } = job.format
  const { refusedColumn } = words[language]
  const fields: Record<string, string> = room?.text[language].fields ?? words[language].fields
  const reasons: Record<string, string> = { ...words[language].reasons, ...room?.text[language].reasons }
  const problemsOf = room ? plainProblems(room, job) : metricProblems(job, now)
  // A file sent back a second time already has the column; it is written anew.
  const kept = header.flatMap((name, at) => (LANGUAGES.some((one) => words[one].refusedColumn === name) ? [] : [at]))
  yield `\ufeff${line([...kept.map((at) => header[at]!), refusedColumn])}`
  for (let after = 0; ; ) {
    const rows = await readRefusedRows(db, job.id, after, BATCH_ROWS)
    if (rows.length > 0)
      yield rows
        .map(({ rowNo, reason, cells }) => {
          // Only the first problem of a row is stored; reading it again finds the others.
          const again = problemsOf(rowNo, cells)
          const why =
            again.length > 0
              ? again.map(({ field, reason }) => `${job.mapping.columns[field] ?? fields[field]}：${reasons[reason]}`)
              : [reasons[reason]]
          return line([...kept.map((at) => cells[at] ?? ''), why.join('；')])
        })
        .join('')
    if (rows.length < BATCH_ROWS) return
    after = rows.at(-1)!.rowNo
  }
}

type Problems = (rowNo: number, cells: string[]) => { field: string; reason: string }[]

function metricProblems({ mapping, format }: ImportJob, now: Date): Problems {
  const plan = planOf(mapping, format.header, dayOf(now))
  return (rowNo, cells) => {
    const row = readRow(rowNo, cells, plan)
    return Array.isArray(row) ? row : []
  }
}

function plainProblems(room: ImportTarget, { mapping, format }: ImportJob): Problems {
  const plan = plainPlan(plainFields(room), mapping, format.header)
  return (rowNo, cells) => {
    const row = readPlain(rowNo, cells, plan)
    const refined = Array.isArray(row) ? row : room.refine?.(row.data)
    return Array.isArray(refined) ? refined : []
  }
}

const line = (cells: string[]) => `${cells.map((cell) => quote(guard(cell))).join(',')}\r\n`

/**
 * What a spreadsheet would run as a formula gets an apostrophe; digits it would round or strip of zeros end in a TAB.
 * The import takes both off again.
 */
function guard(cell: string): string {
  const isNumber = /^[+-]?\d[\d.,]*%?$/.test(cell)
  if (!isNumber && /^'*[=+\-@＝＋－＠\t\r\n]/.test(cell)) return `'${cell}`
  return /^(?:\d{16,}|0\d+)$/.test(cell) ? `${cell}\t` : cell
}

const quote = (cell: string) => (/[",;\r\n\t]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
