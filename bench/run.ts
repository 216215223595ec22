/**
 * `npm run bench`: what Backlot adds to its own SQL, as ratios to a bare server in the same run. Fills a large database
 * first if there is none (1,000,000 videos; `--videos` for another size). Writes docs/bench.md.
 */
import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import sql from 'sql-template-tag'
import { startEmbedded } from '../src/server/db/embedded/embedded.ts'
import { migrate } from '../src/server/db/migrate.ts'
import { type Database, openDatabase } from '../src/server/db/pool.ts'
import { benchIngest } from './ingest.ts'
import { type Load, load } from './load.ts'
import { type Prepared, prepare, questions } from './questions.ts'
import { benchRank } from './rank.ts'
import { writeSection } from './section.ts'
import { benchSettlement } from './settlement.ts'

const { values: flags } = parseArgs({
  options: {
    videos: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
    /** One part alone: lists, rank, settlement or ingest. */
    only: { type: 'string' },
    /** Rows the ingest part sends a round. */
    rows: { type: 'string', default: '1000000' },
  },
})
const ROUNDS = Number(flags.rounds)
const SECONDS = Number(flags.seconds)

const dataDir = resolve('.cache/bench')
mkdirSync(dataDir, { recursive: true })
const embedded = await startEmbedded(dataDir, console.log)
const database = openDatabase(embedded.url, { timeoutMs: 0 })
const children: ChildProcess[] = []
try {
  await migrate(embedded.url)
  await fill()
  const rows = await sizes()
  console.log(`${rows.videos.toLocaleString()} videos, ${rows.days.toLocaleString()} daily rows`)
  const wants = (part: string) => !flags.only || flags.only === part
  if (wants('settlement')) await benchSettlement(database)
  if (wants('rank')) await benchRank(database)
  const token = await signIn(database)
  const backlot = await start('bench/backlot.ts', [embedded.url])
  if (wants('lists')) await benchLists(rows, backlot, token)
  if (wants('ingest'))
    await benchIngest({
      database,
      databaseUrl: embedded.url,
      port: backlot,
      token,
      rows: Number(flags.rows),
      rounds: Math.min(ROUNDS, 3),
    })
} finally {
  for (const child of children) child.kill()
  await database.end()
  await embedded.stop()
}

async function benchLists(rows: { videos: number; days: number }, backlot: number, token: string): Promise<void> {
  const prepared: Prepared[] = []
  for (const question of questions) prepared.push(await prepare(database, question))
  const file = resolve('.cache/bench-questions.json')
  writeFileSync(file, JSON.stringify(prepared))
  const reference = await start('bench/reference.ts', [file, embedded.url])

  const results: string[] = []
  for (const [index, { question, path, statements }] of prepared.entries()) {
    const ours: Load[] = []
    const bare: Load[] = []
    // In turn, so that whatever else the machine does falls on both.
    for (let round = -1; round < ROUNDS; round++) {
      const a = await load(backlot, path, { authorization: `Bearer ${token}` }, SECONDS)
      const b = await load(reference, `/${index}`, {}, SECONDS)
      // The first round warms both up.
      if (round >= 0) {
        ours.push(a)
        bare.push(b)
      }
    }
    const ratios = ours
      .map((one, round) => one.requestsPerSecond / bare[round]!.requestsPerSecond)
      .sort((a, b) => a - b)
    const row = [
      question.name,
      statements.length,
      rate(ours),
      rate(bare),
      `**${middle(ratios).toFixed(2)}** (${ratios[0]!.toFixed(2)}–${ratios.at(-1)!.toFixed(2)})`,
      `${milliseconds(ours, 'p50Ms')} / ${milliseconds(ours, 'p99Ms')}`,
      `${milliseconds(bare, 'p50Ms')} / ${milliseconds(bare, 'p99Ms')}`,
    ]
    results.push(`| ${row.join(' | ')} |`)
    console.log(results.at(-1))
  }
  report(rows, results)
}

async function sizes(): Promise<{ videos: number; days: number }> {
  return (await database.one<{ videos: number; days: number }>(
    sql`select (select count(*) from video) as videos, (select count(*) from video_metric_daily) as days`,
  ))!
}

async function fill(): Promise<void> {
  if ((await sizes()).videos > 0) return
  execFileSync('node', ['--import', 'tsx', 'scripts/seed.ts', '--videos', flags.videos, '--days', '60'], {
    stdio: 'inherit',
    env: { ...process.env, DATABASE_URL: embedded.url },
  })
}

async function signIn(db: Database): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(token).digest()
  await db.rows(sql`
    insert into session (user_id, token_hash, idle_seconds, expires_at)
    select id, ${hash}, 86400, now() + interval '1 day' from app_user where role = 'admin' order by id limit 1`)
  return token
}

function start(script: string, args: string[]): Promise<number> {
  const child = fork(script, args, { execArgv: ['--import', 'tsx'] })
  children.push(child)
  return new Promise((done, fail) => {
    child.once('message', (message) => done((message as { port: number }).port))
    child.once('exit', (code) => fail(new Error(`${script} ended with ${code}`)))
  })
}

function middle(sorted: number[]): number {
  return sorted[Math.floor(sorted.length / 2)]!
}
function rate(loads: Load[]): string {
  return `${Math.round(middle(loads.map((one) => one.requestsPerSecond).sort((a, b) => a - b)))}/s`
}
function milliseconds(loads: Load[], key: 'p50Ms' | 'p99Ms'): string {
  return middle(loads.map((one) => one[key]).sort((a, b) => a - b)).toFixed(1)
}

function report({ videos, days }: { videos: number; days: number }, rows: string[]): void {
  writeSection(
    'lists',
    `## Lists, above their SQL

Written by \`npm run bench -- --only lists\`, ${new Date().toISOString().slice(0, 10)}, on ${cpus().length} cores (${cpus()[0]!.model}), Node ${process.version},
${videos.toLocaleString()} videos and ${days.toLocaleString()} daily rows. Both servers and the asker share the machine: read the ratios.

The reference is a bare \`node:http\` server with \`pg\` that runs the very statements Backlot runs, prepared, and answers
\`JSON.stringify\` of their rows: no session, scope, checking or headers. Backlot looks up the session, applies the row
scope, checks the query and serialises through the schema. ${ROUNDS} rounds of ${SECONDS} s each in turn after one to warm up, 8 connections;
ratio of requests per second, middle (smallest–largest).

| question | statements | Backlot | bare | ratio | Backlot p50 / p99 ms | bare p50 / p99 ms |
|---|---|---|---|---|---|---|
${rows.join('\n')}

Totals are counted to 100,000 and estimated above, and totals from 10,000 on are kept for 30 seconds under the whole
statement with its values (decision 0008): "with its total" is therefore the price of a cached total, while the reference
counts each time. What counting costs without the cache is the difference of the bare column's first two rows.
`,
  )
}
