/**
 * `npm run bench:statistics`, beside `npm run bench`: each question in SQL milliseconds, beside DuckDB answering the same from the raw
 * daily rows in the same run. `--videos` for another size: its figures stand beside the
 * others in docs/bench.md, so that growth can be read off. Fills the database first if there is none.
 */
import { execFileSync } from 'node:child_process'
import { createWriteStream, mkdirSync, rmSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { to as copyTo } from 'pg-copy-streams'
import sql, { type Sql } from 'sql-template-tag'
import type { Scope } from '../src/core/scope.ts'
import { addDays } from '../src/core/time.ts'
import type { Db, Statement } from '../src/core/verb.ts'
import { readSums } from '../src/features/categories/sql/figures.ts'
import { MOST_ROWS } from '../src/features/statistics/contract.ts'
import * as questions from '../src/features/statistics/sql.ts'
import { startEmbedded } from '../src/server/db/embedded/embedded.ts'
import { migrate } from '../src/server/db/migrate.ts'
import { type Database, openDatabase } from '../src/server/db/pool.ts'
import { type Duck, openDuck } from './duck.ts'
import { planOf } from './plan.ts'
import { writeSection } from './section.ts'

const { values: flags } = parseArgs({
  options: { videos: { type: 'string', default: '1000000' }, rounds: { type: 'string', default: '25' } },
})
const ROUNDS = Number(flags.rounds)
const folder = resolve(flags.videos === '1000000' ? '.cache/bench' : `.cache/bench-${flags.videos}`)
mkdirSync(folder, { recursive: true })
/** Questions whose plan is printed: of one attribute, and the one that has most rows to add up. */
const PLANS = ['by category, 60 days', 'by partner, 30 days']
const plans: string[] = []
const embedded = await startEmbedded(folder, console.log)
const database = openDatabase(embedded.url, { timeoutMs: 0 })
try {
  await migrate(embedded.url)
  await fill()
  const through = (await questions.readRollupThrough(database))!
  const partner = (await database.one<{ id: string }>(
    sql`select partner_id::text as id from agg_partner_daily where partner_id > 0 group by 1 order by sum(plays) desc limit 1`,
  ))!
  const duck = await openDuck()
  await loadRaw(duck)
  const rows: string[] = []
  for (const question of questionsOf(through, partner.id)) rows.push(await compare(question, duck))
  await report(rows)
} finally {
  await database.end()
  await embedded.stop()
}

async function fill(): Promise<void> {
  if ((await database.one<{ some: boolean }>(sql`select exists (select from video) as some`))!.some) return
  execFileSync('node', ['--import', 'tsx', 'scripts/seed.ts', '--videos', flags.videos, '--days', '60'], {
    stdio: 'inherit',
    env: { ...process.env, DATABASE_URL: embedded.url },
  })
}

interface Question {
  name: string
  ask(db: Db): Promise<{ plays: number }[]>
  /** The same over the raw rows: `daily d join video v`. */
  raw: { key: string; where: string }
}

function questionsOf(through: string, partnerId: string): Question[] {
  const everyone: Scope = { kind: 'all' }
  const own: Scope = { kind: 'partner', partnerId }
  const slice = (days: number, part: Partial<questions.Slice> = {}): questions.Slice => ({
    from: addDays(through, 1 - days),
    to: through,
    ...{ platform: [], categoryId: [], contentType: [], productCode: [], partnerId: [] },
    ...part,
  })
  const since = (days: number) => `d.stat_date >= date '${addDays(through, 1 - days)}'`
  const ofOwn = `v.partner_id = ${partnerId}`
  const douyin = { platform: ['douyin'] }
  return [
    {
      name: 'total by day, 60 days',
      ask: (db) => questions.readSeries(db, everyone, slice(60), 'day'),
      raw: { key: 'd.stat_date', where: since(60) },
    },
    {
      name: 'by platform, 30 days',
      ask: (db) => questions.readRows(db, everyone, slice(30), 'platform', MOST_ROWS),
      raw: { key: 'v.platform', where: since(30) },
    },
    {
      name: 'by category, 60 days',
      ask: (db) => questions.readRows(db, everyone, slice(60), 'category', MOST_ROWS),
      raw: { key: 'v.category_id', where: since(60) },
    },
    {
      name: 'by category on one platform, 30 days',
      ask: (db) => questions.readRows(db, everyone, slice(30, douyin), 'category', MOST_ROWS),
      raw: { key: 'v.category_id', where: `${since(30)} and v.platform = 'douyin'` },
    },
    {
      name: 'by partner, 30 days',
      ask: (db) => questions.readRows(db, everyone, slice(30), 'partner', MOST_ROWS),
      raw: { key: 'v.partner_id', where: since(30) },
    },
    {
      name: 'category × platform, 30 days',
      ask: (db) => questions.readCross(db, everyone, slice(30), 'category', 'platform'),
      raw: { key: 'v.category_id, v.platform', where: since(30) },
    },
    {
      name: 'the largest partner’s own, by category, 30 days',
      ask: (db) => questions.readRows(db, own, slice(30), 'category', MOST_ROWS),
      raw: { key: 'v.category_id', where: `${since(30)} and ${ofOwn}` },
    },
    {
      name: 'category page, the largest partner on one platform, 30 days',
      ask: (db) => readSums(db, everyone, slice(30, { ...douyin, partnerId: [partnerId] })),
      raw: { key: 'v.category_id', where: `${since(30)} and ${ofOwn} and v.platform = 'douyin'` },
    },
    {
      name: 'the largest partner’s own, by day, 60 days',
      ask: (db) => questions.readSeries(db, own, slice(60), 'day'),
      raw: { key: 'd.stat_date', where: `${since(60)} and ${ofOwn}` },
    },
  ]
}

/** The raw rows as DuckDB likes them: two tables in memory. */
async function loadRaw(duck: Duck): Promise<void> {
  const copy = async (name: string, query: string) => {
    const file = resolve(folder, `${name}.csv`)
    const client = await database.pool.connect()
    try {
      await pipeline(
        client.query(copyTo(`copy (${query}) to stdout with (format csv, header)`)),
        createWriteStream(file),
      )
    } finally {
      client.release()
    }
    await duck.run(`create table ${name} as select * from read_csv('${file}', sample_size = -1)`)
    rmSync(file)
  }
  await copy(
    'daily',
    `select video_id, stat_date, play_delta, like_delta, comment_delta, share_delta, est_income_fen, finish_rate_ppm
     from video_metric_daily order by stat_date, video_id`,
  )
  await copy('video', `select id, platform, category_id, content_type, product_code, partner_id from video order by id`)
}

async function compare({ name, ask, raw }: Question, duck: Duck): Promise<string> {
  const { statements, rows } = await listen(ask)
  const answer = `select ${raw.key}, sum(d.play_delta) as plays, sum(d.like_delta) as likes, sum(d.comment_delta) as comments,
      sum(d.share_delta) as shares, sum(d.est_income_fen) as income, count(*) filter (where d.play_delta > 0) as active,
      sum(case when d.finish_rate_ppm is not null then round(d.play_delta * d.finish_rate_ppm / 1000000.0) end) as finished
    from daily d join video v on v.id = d.video_id where ${raw.where} group by all
    -- As many as an answer has: the largest.
    order by plays desc nulls last limit ${MOST_ROWS}`
  const [ours, theirs] = [
    rows.reduce((sum, { plays }) => sum + plays, 0),
    (await duck.run(answer)).reduce((sum, { plays }) => sum + Number(plays ?? 0), 0),
  ]
  if (ours !== theirs) throw new Error(`${name}: ${ours} from roll-ups, ${theirs} from the raw rows`)
  const [mine, duckMs]: [number[], number[]] = [[], []]
  // In turn, so that whatever else the machine does falls on both; the first round warms both up.
  for (let round = -1; round < ROUNDS; round++) {
    const a = await timed(async () => {
      for (const statement of statements) await database.rows(statement)
    })
    const b = await timed(() => duck.run(answer))
    if (round >= 0) {
      mine.push(a)
      duckMs.push(b)
    }
  }
  const [fast, slow] = [middle(mine), middle(duckMs)]
  if (PLANS.includes(name)) plans.push(`${name}:\n\n\`\`\`\n${await planOf(database, statements.at(-1)!)}\n\`\`\``)
  const line = `| ${name} | ${fast.toFixed(2)} | ${slow.toFixed(2)} | **${(fast / slow).toFixed(2)}** |`
  console.log(line)
  return line
}

/** What a question sends, and what it gets. */
async function listen(ask: Question['ask']): Promise<{ statements: Statement[]; rows: { plays: number }[] }> {
  const statements: Statement[] = []
  const rows = await ask({
    rows(statement) {
      statements.push(statement)
      return database.rows(statement)
    },
    one: (statement) => database.one(statement),
  })
  return { statements, rows }
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await run()
  return performance.now() - began
}

function middle(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!
}

async function count(db: Database, query: Sql): Promise<string> {
  return (await db.one<{ n: number }>(query))!.n.toLocaleString('en')
}

async function report(rows: string[]): Promise<void> {
  const [videos, days, slices] = [
    await count(database, sql`select count(*) as n from video`),
    await count(database, sql`select count(*) as n from video_metric_daily`),
    await count(database, sql`select count(*) as n from agg_line_slice_daily`),
  ]
  writeSection(
    `statistics ${flags.videos}`,
    `## Statistics at ${videos} videos

Written by \`npm run bench:statistics -- --videos ${flags.videos}\`, ${new Date().toISOString().slice(0, 10)}, on ${cpus().length} cores (${cpus()[0]!.model}), Node ${process.version},
the load of the machine at its end ${loadavg()[0]!.toFixed(1)}: ${days} daily rows, ${slices} rows of the widest roll-up of lines. Milliseconds of a statement with its round trip to
PostgreSQL, and of DuckDB answering the same from the raw daily rows in memory in the same process; middle of ${ROUNDS} rounds in
turn. Both answers are checked to be equal.

| question | roll-ups, ms | DuckDB over raw rows, ms | ratio |
|---|---|---|---|
${rows.join('\n')}

${plans.join('\n\n')}`,
  )
}
