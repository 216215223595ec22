/** One file of the data list, by one way of writing it; answers how long it took and how much memory it had. */
import { readFileSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import sql from 'sql-template-tag'
import type { Columns } from '../src/core/columns.ts'
import { parseListQuery } from '../src/core/listQuery.ts'
import type { Composed, Ctx, Db, ListVerb } from '../src/core/verb.ts'
import { exportable } from '../src/kit/format/listCsv.ts'
import { csvWriter, rowsOf } from '../src/kit/sheet/copied.ts'
import { headOf, type Lines, type Rows, writeCsv } from '../src/kit/sheet/file.ts'
import { writeXlsx } from '../src/kit/sheet/xlsx.ts'
import { openDatabase } from '../src/server/db/pool.ts'
import { features } from '../src/server/features.ts'
import { jobContext } from '../src/server/jobs/context.ts'

export interface Task {
  kind: 'copy' | 'csv' | 'xlsx' | 'exceljs'
  url: string
  out: string
  /** Rows at most. */
  limit: number | null
  /** The same rows this often, one after another. */
  times?: number
}
export interface Made {
  ms: number
  rows: number
  bytes: number
  /** The most the process held above what it held before the first row. */
  memoryMb: number
}

process.once('message', (task) => void run(task as Task))

async function run({ kind, url, out, limit, times = 1 }: Task): Promise<void> {
  const database = openDatabase(url, { timeoutMs: 0, size: 2 })
  const verb = features.flatMap(({ lists = [] }) => lists).find(({ list }) => list.key === 'data')!
  const columns = exportable(verb.list.columns as Columns)
  const ctx = (await jobContext(database, {} as never, new Date(), features).actAs(await adminOf(database), 'zh-CN'))!
  // The plan is cached and the pages are warm before anybody's clock runs.
  await verb.page(ctx, questionOf(verb))
  global.gc?.()
  const idle = memory().now
  const from = performance.now()
  const rows = await database.transaction(
    async (db) => {
      const as: Ctx = { ...ctx, db }
      let statement = await verb.copy!(as, questionOf(verb), Object.keys(columns))
      if (limit !== null) statement = sql`select * from (${statement as ReturnType<typeof sql>}) rows limit ${limit}`
      return write(kind, db, statement, columns, verb, out, times)
    },
    { timeoutMs: 0 },
  )
  const ms = performance.now() - from
  process.send!({ ms, rows, bytes: statSync(out).size, memoryMb: memory().most - idle } satisfies Made)
  await database.end()
  process.exit(0)
}

const questionOf = (verb: ListVerb) => ({ ...parseListQuery(verb.list, () => true, {}), current: 1 })

const adminOf = async (db: Db): Promise<string> =>
  (await db.one<{ id: string }>(
    sql`select id::text from app_user where role = 'admin' and status = 'active' order by id limit 1`,
  ))!.id

/** Resident memory in MB, now and at its highest. */
function memory(): { now: number; most: number } {
  const status = readFileSync('/proc/self/status', 'utf8')
  const of = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)![1]) / 1024
  return { now: of('VmRSS'), most: of('VmHWM') }
}

async function write(
  kind: Task['kind'],
  db: Db,
  statement: Composed,
  columns: Columns,
  verb: ListVerb,
  out: string,
  times: number,
): Promise<number> {
  const table = { columns, text: verb.text, language: 'zh-CN', bom: true } as const
  if (kind === 'exceljs') return writeExceljs(rowsOf(db.copyOut!(statement), columns), Object.keys(columns), out)
  const file = await open(out, 'w')
  try {
    if (kind === 'copy') {
      let rows = 0
      for await (const piece of db.copyOut!(statement)) {
        for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, at + 1)) rows++
        await file.write(piece)
      }
      return rows
    }
    const writer = csvWriter(columns, verb.text, 'zh-CN', new Set(['money', 'micro', 'count', 'delta']))
    async function* lines(): Lines {
      for (let time = 0; time < times; time++) yield* writer.lines(db.copyOut!(statement))
    }
    const parts =
      kind === 'csv'
        ? await writeCsv(file, lines(), headOf(table), 'bench.csv')
        : await writeXlsx(file, rowsOf(db.copyOut!(statement), columns), { ...table, notesTitle: '-', notes: () => [] })
    await file.sync()
    return parts.reduce((sum, part) => sum + part.rows, 0)
  } finally {
    await file.close()
  }
}

interface Streaming {
  addWorksheet(name: string): { addRow(cells: unknown[]): { commit(): void }; commit(): void }
  commit(): Promise<void>
}

/** The streaming writer of exceljs, with its shared strings and styles off: its fastest form. */
async function writeExceljs(rows: Rows, names: string[], filename: string): Promise<number> {
  const load = createRequire(resolve('.cache/exceljs/package.json'))
  const { stream } = load('exceljs') as { stream: { xlsx: { WorkbookWriter: new (options: object) => Streaming } } }
  const book = new stream.xlsx.WorkbookWriter({ filename, useStyles: false, useSharedStrings: false })
  const sheet = book.addWorksheet('data')
  let count = 0
  for await (const batch of rows)
    for (const row of batch) {
      sheet.addRow(names.map((name) => row[name])).commit()
      count++
    }
  sheet.commit()
  await book.commit()
  return count
}
