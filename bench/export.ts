/**
 * `npm run bench:export`, beside `npm run bench`: the data list as a CSV file, as a ratio to PostgreSQL's own COPY of the
 * same rows and columns into a file in the same run; a workbook beside exceljs, which it installs under .cache; and the
 * memory of each in a process of its own. Fills the database first if there is none.
 */
import { execFileSync, fork } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbedded } from '../src/server/db/embedded/embedded.ts'
import { migrate } from '../src/server/db/migrate.ts'
import { openDatabase } from '../src/server/db/pool.ts'
import type { Made, Task } from './exportOne.ts'
import { writeSection } from './section.ts'

const { values: flags } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, sheetRows: { type: 'string', default: '200000' } },
})
const ROUNDS = Number(flags.rounds)
const folder = resolve('.cache/bench')
const out = resolve('.cache/bench-export')
mkdirSync(folder, { recursive: true })
mkdirSync(out, { recursive: true })
const embedded = await startEmbedded(folder, console.log)
const database = openDatabase(embedded.url, { timeoutMs: 0 })
try {
  await migrate(embedded.url)
  if (!(await database.one<{ some: boolean }>({ text: 'select exists (select from video) as some', values: [] }))!.some)
    execFileSync('node', ['--import', 'tsx', 'scripts/seed.ts', '--videos', '1000000', '--days', '60'], {
      stdio: 'inherit',
      env: { ...process.env, DATABASE_URL: embedded.url },
    })
  const install = resolve('.cache/exceljs')
  if (!existsSync(install))
    execFileSync('npm', ['install', '--prefix', install, '--no-save', '--no-audit', '--no-fund', 'exceljs@4.4.0'])

  const rounds = { copy: [] as Made[], csv: [] as Made[], xlsx: [] as Made[], exceljs: [] as Made[] }
  for (let round = 0; round < ROUNDS; round++)
    for (const kind of ['copy', 'csv', 'xlsx', 'exceljs'] as const) {
      const made = await make({ kind, limit: kind === 'xlsx' || kind === 'exceljs' ? Number(flags.sheetRows) : null })
      console.log(kind, made)
      rounds[kind].push(made)
    }
  const five = await make({ kind: 'csv', limit: null, times: 5 })
  console.log('five', five)
  report(rounds, five)
} finally {
  await database.end()
  await embedded.stop()
  rmSync(out, { recursive: true, force: true })
}

/** One file in a process of its own, so that its memory is its own. */
function make(task: Omit<Task, 'url' | 'out'>): Promise<Made> {
  return new Promise((done, failed) => {
    const child = fork('bench/exportOne.ts', { execArgv: ['--import', 'tsx'] })
    child.once('message', (made) => done(made as Made))
    child.once('exit', (code, signal) => (code || signal) && failed(new Error(`ended: ${code ?? signal}`)))
    child.send({ ...task, url: embedded.url, out: resolve(out, task.kind) } satisfies Task)
  })
}

function report(rounds: Record<Task['kind'], Made[]>, five: Made): void {
  const middle = (kind: Task['kind']): Made => rounds[kind].toSorted((a, b) => a.ms - b.ms)[rounds[kind].length >> 1]!
  const [copy, csv, xlsx, exceljs] = (['copy', 'csv', 'xlsx', 'exceljs'] as const).map(middle) as [
    Made,
    Made,
    Made,
    Made,
  ]
  const line = (name: string, { rows, ms, bytes, memoryMb }: Made, ratio: string) =>
    `| ${name} | ${rows.toLocaleString()} | ${(ms / 1000).toFixed(1)} s | ${Math.round((rows / ms) * 1000).toLocaleString()}/s | ${Math.round(bytes / 2 ** 20)} MB | ${Math.round(memoryMb)} MB | ${ratio} |`
  const least = Math.max(...rounds.csv.map(({ ms }, at) => ms / rounds.copy[at]!.ms))
  writeSection(
    'export',
    `## Exports

\`npm run bench:export\`: all columns of the data list that a file may have, sorted as the page is, in a process of its own. COPY is PostgreSQL's, of the same statement, read by the same client into a file and nothing else. The middle of ${rounds.copy.length} rounds, side by side in each; ${cpus().length} cores, load ${loadavg()[0]!.toFixed(1)} at the end. Memory is what the process held at most above what it held before the first row. The product's file is guarded against formulas, has money in yuan and times in Shanghai, its checksum and its sums.

| what | rows | time | rows | size | memory | speed |
|---|--:|--:|--:|--:|--:|--:|
${line('COPY', copy, '1')}
${line('CSV', csv, `**${(copy.ms / csv.ms).toFixed(2)}** of COPY (least of the rounds ${(1 / least).toFixed(2)})`)}
${line('CSV, five times over', five, '')}
${line('exceljs, streaming', exceljs, '1')}
${line('XLSX', xlsx, `**${(exceljs.ms / xlsx.ms).toFixed(1)}×** exceljs`)}`,
  )
}
