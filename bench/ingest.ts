import { type ChildProcess, fork } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { cpus, loadavg } from 'node:os'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { from as copyFrom } from 'pg-copy-streams'
import sql, { raw } from 'sql-template-tag'
import { TOKEN_PREFIX } from '../src/core/access.ts'
import { dayOf } from '../src/core/time.ts'
import type { Database } from '../src/server/db/pool.ts'
import { type Fact, playsOf, readFacts } from './facts.ts'
import { type Load, load } from './load.ts'
import { writeSection } from './section.ts'
import type { Order } from './sender.ts'

export interface Subject {
  database: Database
  databaseUrl: string
  /** Of Backlot. */
  port: number
  /** A session, for the list. */
  token: string
  rows: number
  rounds: number
}

const QUIET_SECONDS = 8
/** Two people who look at lists all the time. */
const READERS = 2
const LIST = '/api/data?platform=douyin&total=none'

/** What one round came to; rates are rows a second. */
interface Round {
  bare: number
  indexed: number
  api: number
  /** Seconds from the first row to the moment every list shows the last one. */
  settled: number
  quiet: Load
  /** A page of the list while rows come in, and after that until the lists have followed. */
  during: Load
  after: Load
}

/**
 * Rows of one new day through the API, beside the same rows by COPY into a bare table with the same primary key, and by
 * COPY into the table of the facts itself, in turn; and what a page of the data list costs meanwhile.
 */
export async function benchIngest({ database, databaseUrl, port, token, rows, rounds }: Subject): Promise<void> {
  const facts = await readFacts(database, rows)
  // The drawn world ends yesterday.
  const day = dayOf(new Date())
  const sender = await startSender([databaseUrl, `http://127.0.0.1:${port}`, await newToken(database), String(rows)])
  const list = (seconds: number, signal?: AbortSignal) =>
    load(port, LIST, { authorization: `Bearer ${token}` }, seconds, READERS, signal)
  const done: Round[] = []
  try {
    for (let round = 0; round < rounds; round++) {
      await clear(database, day)
      const bare = await copyBare(database, facts, day, round)
      const indexed = await copyIndexed(database, facts, day, round)
      await clear(database, day)
      const api = rows / (await order(sender, { source: 'bench', day, round }))
      await settle(database)
      // The same again with people reading, beside the same people alone.
      await clear(database, day)
      const quiet = await list(QUIET_SECONDS)
      const began = performance.now()
      const during = await watch(list, order(sender, { source: 'bench-read', day, round }))
      const after = await watch(list, settle(database))
      const settled = (performance.now() - began) / 1000
      done.push({ bare, indexed, api, settled, quiet, during, after })
      console.log(
        `${facts.length} rows: API ${Math.round(api)}/s, COPY ${Math.round(bare)}/s bare, ${Math.round(indexed)}/s indexed, ` +
          `list p95 ${[quiet, during, after].map((one) => one.p95Ms.toFixed(1)).join(' → ')} ms, lists follow after ${settled.toFixed(1)} s`,
      )
    }
  } finally {
    sender.kill()
    await clear(database, day)
    await database.rows(sql`drop table if exists bench_copy`)
    await database.rows(sql`delete from api_token where name = 'bench'`)
  }
  report(facts.length, done)
}

function startSender(args: string[]): Promise<ChildProcess> {
  const child = fork('bench/sender.ts', args, { execArgv: ['--import', 'tsx'] })
  return new Promise((ready, fail) => {
    child.once('message', () => ready(child))
    child.once('exit', (code) => fail(new Error(`the sender ended with ${code}`)))
  })
}

/** Has the sender send all rows; returns the seconds it took. */
function order(sender: ChildProcess, what: Order): Promise<number> {
  return new Promise((done, fail) => {
    sender.once('message', (message) => done((message as { seconds: number }).seconds))
    sender.once('exit', (code) => fail(new Error(`the sender ended with ${code}`)))
    sender.send(what)
  })
}

/** The list while something goes on. */
async function watch(
  list: (seconds: number, signal: AbortSignal) => Promise<Load>,
  work: Promise<unknown>,
): Promise<Load> {
  const over = new AbortController()
  const end = () => over.abort()
  work.then(end, end)
  const [found] = await Promise.all([list(3_600, over.signal), work])
  return found
}

/** Takes the day out again and gives its room back, so that every sending finds the table as the first did. */
async function clear(database: Database, day: string): Promise<void> {
  await database.rows(sql`select ensure_metric_partitions(${day}::date, ${day}::date)`)
  await database.rows(sql`delete from video_metric_daily where stat_date = ${day}::date`)
  await database.rows(sql`vacuum (analyze) ${raw(`video_metric_daily_${day.slice(0, 7).replace('-', '')}`)}`)
}

async function newToken(database: Database): Promise<string> {
  const token = TOKEN_PREFIX + randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(token).digest()
  await database.rows(sql`
    insert into api_token (user_id, name, prefix, token_hash, scopes, expires_at)
    select id, 'bench', ${token.slice(0, 10)}, ${hash}, '{ingest.write}', now() + interval '1 day'
    from app_user where role = 'admin' order by id limit 1`)
  return token
}

/** Rows a second of a bare COPY: no index but the primary key, no increments, no roll-ups, no checking. */
async function copyBare(database: Database, facts: readonly Fact[], day: string, round: number): Promise<number> {
  await database.rows(sql`drop table if exists bench_copy`)
  await database.rows(sql`create table bench_copy (video_id bigint not null, stat_date date not null, play_count bigint not null,
    like_count bigint, comment_count bigint, share_count bigint, favorite_count bigint, primary key (video_id, stat_date))`)
  return copy(
    database,
    'bench_copy (video_id, stat_date, play_count, like_count, comment_count, share_count, favorite_count)',
    facts,
    (fact) => [...[fact.id, day, playsOf(fact, round), fact.like, fact.comment, fact.share, fact.favorite]],
  )
}

/** The same into the table of the facts, with its months, indexes and marks for the roll-ups; increments come ready. */
async function copyIndexed(database: Database, facts: readonly Fact[], day: string, round: number): Promise<number> {
  return copy(
    database,
    'video_metric_daily (video_id, stat_date, play_count, like_count, comment_count, share_count, favorite_count, play_delta, like_delta, comment_delta, share_delta)',
    facts,
    (fact) => [
      ...[fact.id, day, playsOf(fact, round), fact.like, fact.comment, fact.share, fact.favorite],
      ...[playsOf(fact, round) - fact.play, 0, 0, 0],
    ],
  )
}

async function copy(
  database: Database,
  target: string,
  facts: readonly Fact[],
  cellsOf: (fact: Fact) => (string | number)[],
): Promise<number> {
  const client = await database.pool.connect()
  try {
    const began = performance.now()
    function* lines() {
      for (let at = 0; at < facts.length; at += 500)
        yield facts
          .slice(at, at + 500)
          .map((fact) => `${cellsOf(fact).join('\t')}\n`)
          .join('')
    }
    await pipeline(Readable.from(lines()), client.query(copyFrom(`copy ${target} from stdin`)))
    return facts.length / ((performance.now() - began) / 1000)
  } finally {
    client.release()
  }
}

/** Returns when every list shows the last row. */
async function settle(database: Database): Promise<void> {
  while (await database.one(sql`select 1 from ingest_batch where waiting_videos is not null limit 1`)) await wait(100)
}

function report(rows: number, rounds: readonly Round[]): void {
  const middle = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!
  const span = (values: number[], digits: number) =>
    `**${middle(values).toFixed(digits)}** (${Math.min(...values).toFixed(digits)}–${Math.max(...values).toFixed(digits)})`
  const of = (value: (round: Round) => number) => rounds.map(value)
  const rate = (value: (round: Round) => number) => Math.round(middle(of(value))).toLocaleString('en')
  const p95 = (value: (round: Round) => Load) => middle(of((one) => value(one).p95Ms)).toFixed(1)
  writeSection(
    'ingest',
    `## Figures sent in by machines

Written by \`npm run bench -- --only ingest\`, ${new Date().toISOString().slice(0, 10)}, on ${cpus().length} cores (${cpus()[0]!.model}), Node ${process.version},
the load of the machine at its end ${loadavg()[0]!.toFixed(1)}${(loadavg()[0] ?? 0) > cpus().length * 2 ? ' (others were at work: to be repeated on a quiet machine)' : ''}.
${rows.toLocaleString('en')} rows of one day, one per video, in batches of 2,000, two at a time, by the client of
\`scripts/ingestClient.ts\`; ${rounds.length} rounds. Through the API every row is checked, found by its platform id, given its increments
against the day before, indexed by day, marked for the roll-ups and audited; sender, server, worker and database share the
machine. Two references in the same run: COPY of the same rows into a bare table with the same primary key, and COPY of rows
whose ids and increments are known into the table of the facts itself, with its months, indexes and marks: what is left
between the API and the latter is JSON, checking, looking up and the rows before.

| | rows per second | API to this |
|---|---|---|
| API | ${rate((one) => one.api)} | |
| bare COPY | ${rate((one) => one.bare)} | ${span(
      of((one) => one.api / one.bare),
      2,
    )} |
| COPY into the facts | ${rate((one) => one.indexed)} | ${span(
      of((one) => one.api / one.indexed),
      2,
    )} |

The same again while ${READERS} readers ask for a page of the data list without pause; the lists show the last row
${middle(of((one) => one.settled)).toFixed(1)} s after the first was sent.

| a page of the list, p95 ms | | to quiet |
|---|---|---|
| quiet | ${p95((one) => one.quiet)} | |
| while rows come in | ${p95((one) => one.during)} | ${span(
      of((one) => one.during.p95Ms / one.quiet.p95Ms),
      1,
    )} |
| then, until the lists have followed | ${p95((one) => one.after)} | ${span(
      of((one) => one.after.p95Ms / one.quiet.p95Ms),
      1,
    )} |`,
  )
}
