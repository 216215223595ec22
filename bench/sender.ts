/** The machine that sends, in a process of its own as in life; started by ingest.ts. */
import { type Batch, sendBatch } from '../scripts/ingestClient.ts'
import { openDatabase } from '../src/server/db/pool.ts'
import { type Fact, playsOf, readFacts } from './facts.ts'

export interface Order {
  source: string
  day: string
  /** Makes this sending's figures others than the last one's. */
  round: number
}

const BATCH = 2_000
const PARALLEL = 2
const [databaseUrl, url, token, rows] = process.argv.slice(2) as [string, string, string, string]
const database = openDatabase(databaseUrl, { size: 1, timeoutMs: 0 })
const facts = await readFacts(database, Number(rows))
await database.end()
process.on('message', (order: Order) => send(order).then((seconds) => process.send!({ seconds }), fail))
process.send!({ port: 0 })

function fail(error: unknown): void {
  console.error(error)
  process.exit(1)
}

async function send({ source, day, round }: Order): Promise<number> {
  const began = performance.now()
  let next = 0
  const takeTurns = async () => {
    while (next < facts.length) {
      const from = next
      next += BATCH
      const batch: Batch = { rows: facts.slice(from, from + BATCH).map((fact) => rowOf(fact, round)), statDate: day }
      const { created, changed } = await sendBatch({ url, token, source, kind: 'metrics' }, batch)
      if (created + changed !== batch.rows.length)
        throw new Error(`${batch.rows.length} rows, ${created} new, ${changed} changed`)
    }
  }
  await Promise.all(Array.from({ length: PARALLEL }, takeTurns))
  return (performance.now() - began) / 1000
}

const rowOf = (fact: Fact, round: number) => ({
  platform: fact.platform,
  platformItemId: fact.platformItemId,
  playCount: playsOf(fact, round),
  likeCount: fact.like,
  commentCount: fact.comment,
  shareCount: fact.share,
  favoriteCount: fact.favorite,
})
