import { createHash, randomBytes } from 'node:crypto'
import { cpus, loadavg } from 'node:os'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { from as copyFrom } from 'pg-copy-streams'
import sql from 'sql-template-tag'
import { type Batch, sendBatch } from '../scripts/ingestClient.ts'
import { TOKEN_PREFIX } from '../src/core/access.ts'
import { dayOf } from '../src/core/time.ts'
import type { Database } from '../src/server/db/pool.ts'
import { type Load, load } from './load.ts'
import { writeSection } from './section.ts'

export interface Subject {
  database: Database
  /** Of Backlot. */
  port: number
  /** A session, for the list. */
  token: string
  rows: number
  rounds: number
}

const BATCH = 2_000
const PARALLEL = 2
const QUIET_SECONDS = 8
/** Two people who look at lists all the time. */
const READERS = 2
const LIST = '/api/data?platform=douyin&total=none'

interface Fact {
  id: string
  platform: string
  platformItemId: string
  play: number
  like: number
  comment: number
  share: number
  favorite: number
}

/**
 * Rows of one new day through the API beside the same rows by COPY into a bare table with the same primary key, in turn;
 * and what a page of the data list costs meanwhile.
 */
export async function benchIngest({ database, port, token, rows, rounds }: Subject): Promise<void> {
  const sender = {
    url: `http://127.0.0.1:${port}`,
    source: 'bench',
    kind: 'metrics',
    token: await newToken(database),
  } as const
  const facts = await database.rows<Fact>(sql`
    select v.id::text, v.platform, v.platform_item_id as "platformItemId", s.play_count as play, s.like_count as "like",
      s.comment_count as comment, s.share_count as share, s.favorite_count as favorite
    from video v join video_stat s on s.video_id = v.id where v.published_at is not null order by v.id limit ${rows}`)
  // The drawn world ends yesterday.
  const day = dayOf(new Date())
  const ratios: number[] = []
  const bare: number[] = []
  const api: number[] = []
  const settled: number[] = []
  const quiet: Load[] = []
  const busy: Load[] = []
  try {
    for (let round = 0; round < rounds; round++) {
      const grown = facts.map((fact) => ({ ...fact, play: fact.play + ((Number(fact.id) * 7919 + round) % 5_000) }))
      bare.push(await copy(database, grown, day))
      await clear(database, day)
      const began = performance.now()
      await send(sender, grown, day)
      api.push(facts.length / ((performance.now() - began) / 1000))
      ratios.push(api.at(-1)! / bare.at(-1)!)
      settled.push(await settle(database, began))
      // The same again with people reading, beside the same people alone.
      quiet.push(await load(port, LIST, { authorization: `Bearer ${token}` }, QUIET_SECONDS, READERS))
      await clear(database, day)
      const sending = send({ ...sender, source: `${sender.source}-read` }, grown, day)
      busy.push(await watch(port, token, sending))
      await sending
      await settle(database, began)
      console.log(
        `${facts.length} rows: API ${Math.round(api.at(-1)!)}/s, COPY ${Math.round(bare.at(-1)!)}/s, ratio ${ratios.at(-1)!.toFixed(2)}, ` +
          `list p95 ${quiet.at(-1)!.p95Ms.toFixed(1)} → ${busy.at(-1)!.p95Ms.toFixed(1)} ms, lists follow after ${settled.at(-1)!.toFixed(1)} s`,
      )
    }
  } finally {
    await database.rows(sql`drop table if exists bench_copy`)
    await database.rows(sql`delete from api_token where name = 'bench'`)
  }
  report({ rows: facts.length, rounds, ratios, bare, api, settled, quiet, busy })
}

async function clear(database: Database, day: string): Promise<void> {
  await database.rows(sql`delete from video_metric_daily where stat_date = ${day}::date`)
  await database.rows(sql`vacuum (analyze) video_metric_daily`)
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
async function copy(database: Database, facts: readonly Fact[], day: string): Promise<number> {
  await database.rows(sql`drop table if exists bench_copy`)
  await database.rows(sql`create table bench_copy (video_id bigint not null, stat_date date not null, play_count bigint not null,
    like_count bigint, comment_count bigint, share_count bigint, favorite_count bigint, primary key (video_id, stat_date))`)
  const client = await database.pool.connect()
  try {
    const began = performance.now()
    function* lines() {
      for (let at = 0; at < facts.length; at += 500)
        yield facts
          .slice(at, at + 500)
          .map(
            (fact) =>
              `${fact.id}\t${day}\t${fact.play}\t${fact.like}\t${fact.comment}\t${fact.share}\t${fact.favorite}\n`,
          )
          .join('')
    }
    await pipeline(Readable.from(lines()), client.query(copyFrom('copy bench_copy from stdin')))
    return facts.length / ((performance.now() - began) / 1000)
  } finally {
    client.release()
  }
}

type BenchSender = Parameters<typeof sendBatch>[0]

async function send(sender: BenchSender, facts: readonly Fact[], day: string): Promise<void> {
  let next = 0
  const takeTurns = async () => {
    while (next < facts.length) {
      const from = next
      next += BATCH
      const rows = facts.slice(from, from + BATCH).map((fact) => ({
        platform: fact.platform,
        platformItemId: fact.platformItemId,
        playCount: fact.play,
        likeCount: fact.like,
        commentCount: fact.comment,
        shareCount: fact.share,
        favoriteCount: fact.favorite,
      }))
      const batch: Batch = { rows, statDate: day }
      const { created, changed } = await sendBatch(sender, batch)
      if (created + changed !== rows.length) throw new Error(`${rows.length} rows, ${created} new, ${changed} changed`)
    }
  }
  await Promise.all(Array.from({ length: PARALLEL }, takeTurns))
}

/** The list while something goes on. */
async function watch(port: number, token: string, during: Promise<unknown>): Promise<Load> {
  const over = new AbortController()
  during.then(
    () => over.abort(),
    () => over.abort(),
  )
  return load(port, LIST, { authorization: `Bearer ${token}` }, 3_600, READERS, over.signal)
}

/** Seconds from the first row to the moment every list shows the last one. */
async function settle(database: Database, began: number): Promise<number> {
  while (await database.one(sql`select 1 from ingest_batch where waiting_videos is not null limit 1`)) await wait(100)
  return (performance.now() - began) / 1000
}

interface Results {
  rows: number
  rounds: number
  ratios: number[]
  bare: number[]
  api: number[]
  settled: number[]
  quiet: Load[]
  busy: Load[]
}

function report({ rows, rounds, ratios, bare, api, settled, quiet, busy }: Results): void {
  const middle = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!
  const span = (values: number[], digits: number) =>
    `**${middle(values).toFixed(digits)}** (${Math.min(...values).toFixed(digits)}–${Math.max(...values).toFixed(digits)})`
  const p95 = (loads: Load[]) => middle(loads.map((one) => one.p95Ms)).toFixed(1)
  const growth = busy.map((one, at) => one.p95Ms / quiet[at]!.p95Ms)
  writeSection(
    'ingest',
    `## Figures sent in by machines

Written by \`npm run bench -- --only ingest\`, ${new Date().toISOString().slice(0, 10)}, on ${cpus().length} cores (${cpus()[0]!.model}), Node ${process.version},
the load of the machine at its end ${loadavg()[0]!.toFixed(1)}${(loadavg()[0] ?? 0) > cpus().length * 2 ? ' (others were at work: to be repeated on a quiet machine)' : ''}.
${rows.toLocaleString()} rows of one day, one per video, in batches of ${BATCH.toLocaleString()}, ${PARALLEL} at a time, by the client of
\`scripts/ingestClient.ts\`; ${rounds} rounds. The reference is COPY of the same rows into a bare table with the same primary key, by the
same process. Through the API every row is checked, found by its platform id, given its increments against the day before,
indexed by day, marked for the roll-ups and audited, and the worker brings the lists up to date behind it; sender, server, worker
and database share the machine. Then the same again while ${READERS} readers ask for a page of the data list without pause.

| | API | bare COPY | ratio |
|---|---|---|---|
| rows per second | ${Math.round(middle(api)).toLocaleString()} | ${Math.round(middle(bare)).toLocaleString()} | ${span(ratios, 2)} |

| a page of the list, p95 ms | quiet | during | ratio |
|---|---|---|---|
| | ${p95(quiet)} | ${p95(busy)} | ${span(growth, 1)} |

All lists showed the last row ${middle(settled).toFixed(1)} s after the first was sent.`,
  )
}
