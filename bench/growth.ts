/**
 * `npm run bench:growth`: the same questions to two drawn worlds, one of 100,000 videos and one of 1,000,000, in turn. Fills
 * what is missing first. Writes docs/bench.md.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { resolve } from 'node:path'
import sql from 'sql-template-tag'
import type { Scope } from '../src/core/scope.ts'
import { addDays } from '../src/core/time.ts'
import type { Db, Statement } from '../src/core/verb.ts'
import { readDays } from '../src/features/data/sql.ts'
import { MOST_ROWS } from '../src/features/statistics/contract.ts'
import * as statistics from '../src/features/statistics/sql.ts'
import { type Embedded, startEmbedded } from '../src/server/db/embedded/embedded.ts'
import { migrate } from '../src/server/db/migrate.ts'
import { type Database, openDatabase } from '../src/server/db/pool.ts'
import { askPage, askWorkplace, setOf } from './questions.ts'
import { writeSection } from './section.ts'

const ROUNDS = 60
const SMALL = 100_000
const LARGE = 1_000_000
const everyone: Scope = { kind: 'all' }

interface World {
  embedded: Embedded
  database: Database
  through: string
  videos: number
  days: number
}

interface Question {
  name: string
  ask(db: Db, through: string): Promise<unknown>
}

const slice = (through: string, days: number): statistics.Slice => ({
  from: addDays(through, 1 - days),
  to: through,
  ...{ platform: [], categoryId: [], contentType: [], productCode: [], partnerId: [] },
})
const page = (name: string, query: Record<string, string>): Question => ({
  name,
  ask: (db, through) => askPage(db, through, { total: 'none', ...query }),
})
const lists: Question[] = [
  page('page of 20, newest first', {}),
  page('page of 20, most plays first', { sort: 'playCount:desc' }),
  page('page of 20 on one platform', { platform: 'douyin' }),
  page('page of 20 by title, two characters', { keyword: '菜市' }),
  { name: 'tiles of the list', ask: (db, through) => readDays(db, setOf(through, {})) },
]
const sums: Question[] = [
  { name: 'total by day, 60 days', ask: (db, to) => statistics.readSeries(db, everyone, slice(to, 60), 'day') },
  ...(['platform', 'category', 'partner'] as const).map((dimension) => ({
    name: `by ${dimension}, 30 days`,
    ask: (db: Db, to: string) => statistics.readRows(db, everyone, slice(to, 30), dimension, MOST_ROWS),
  })),
  {
    name: 'category × platform, 30 days',
    ask: (db, to) => statistics.readCross(db, everyone, slice(to, 30), 'category', 'platform'),
  },
]
const landing: Question[] = [{ name: 'workplace', ask: (db, to) => askWorkplace(db, { from: addDays(to, -29), to }) }]

const worlds: World[] = []
try {
  for (const videos of [SMALL, LARGE]) worlds.push(await open(videos))
  const rows: string[] = []
  for (const question of [...lists, ...sums, ...landing]) rows.push(await compare(question))
  report(rows)
} finally {
  for (const { database, embedded } of worlds) {
    await database.end()
    await embedded.stop()
  }
}

async function open(videos: number): Promise<World> {
  const folder = resolve(videos === LARGE ? '.cache/bench' : `.cache/bench-${videos}`)
  mkdirSync(folder, { recursive: true })
  const embedded = await startEmbedded(folder, console.log)
  const database = openDatabase(embedded.url, { timeoutMs: 0, size: 4 })
  await migrate(embedded.url)
  if (!(await database.one<{ some: boolean }>(sql`select exists (select from video) as some`))!.some)
    execFileSync('node', ['--import', 'tsx', 'scripts/seed.ts', '--videos', String(videos), '--days', '60'], {
      stdio: 'inherit',
      env: { ...process.env, DATABASE_URL: embedded.url },
    })
  const counts = await database.one<{ videos: number; days: number }>(
    sql`select (select count(*) from video) as videos, (select count(*) from video_metric_daily) as days`,
  )
  return { embedded, database, through: (await statistics.readRollupThrough(database))!, ...counts! }
}

/** The statements of a question to both worlds in turn, the middle of their times. */
async function compare({ name, ask }: Question): Promise<string> {
  const asked = await Promise.all(
    worlds.map(async (world) => ({ world, statements: await caught(world, ask), times: [] as number[] })),
  )
  for (let round = -5; round < ROUNDS; round++)
    for (const { world, statements, times } of asked) {
      const began = performance.now()
      await Promise.all(statements.map((statement) => world.database.rows(statement)))
      if (round >= 0) times.push(performance.now() - began)
    }
  const [small, large] = asked.map(({ times }) => times.sort((a, b) => a - b)[ROUNDS / 2]!) as [number, number]
  const line = `| ${name} | ${asked[0]!.statements.length} | ${small.toFixed(2)} | ${large.toFixed(2)} | **${(large / small).toFixed(2)}** |`
  console.log(line)
  return line
}

async function caught({ database, through }: World, ask: Question['ask']): Promise<Statement[]> {
  const statements: Statement[] = []
  const note = (statement: Statement) => {
    statements.push(statement)
    return statement
  }
  await ask({ rows: (one) => database.rows(note(one)), one: (one) => database.one(note(one)) }, through)
  return statements
}

function report(rows: string[]): void {
  const [small, large] = worlds as [World, World]
  const size = ({ videos, days }: World) =>
    `${videos.toLocaleString('en')} videos, ${days.toLocaleString('en')} daily rows`
  writeSection(
    'growth',
    `## Growth

Written by \`npm run bench:growth\`, ${new Date().toISOString().slice(0, 10)}, on ${cpus().length} cores (${cpus()[0]!.model}), Node ${process.version},
the load of the machine at its end ${loadavg()[0]!.toFixed(1)}. Two worlds drawn alike, one ten times the other: ${size(small)}; ${size(large)}.
Milliseconds of the statements with their round trip, sent at once as the endpoint sends them, to both in turn; middle of ${ROUNDS}.
Two questions have ten times as much to answer: there are ten times as many partners to sum for, and ten times as many titles
that hold the word, all of which are found before the newest are chosen.

| asked | statements | smaller, ms | larger, ms | ratio |
|---|---|---|---|---|
${rows.join('\n')}`,
  )
}
