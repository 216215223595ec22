import { createReadStream, existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { parseArgs } from 'node:util'
import { parse as parseCsv } from 'csv-parse'
import { type Answer, Refused, type Sender, sendBatch } from './ingestClient.ts'

const KINDS = ['videos', 'metrics', 'hourly-metrics', 'bindings', 'bills'] as const
const USAGE = `BACKLOT_TOKEN=blt_… npm run ingest -- ${KINDS.join('|')} FILE|- --source NAME
  [--url http://127.0.0.1:8080] [--day 2026-11-19] [--complete] [--format csv|ndjson] [--batch 2000] [--parallel 2]
  FILE: CSV whose header names the fields, or NDJSON; - reads standard input. Fields: docs/ingest.md`

/** Fields that are numbers; all others of a CSV are text. */
const NUMBERS = new Set([
  ...['playCount', 'effectivePlayCount', 'likeCount', 'commentCount', 'shareCount', 'favoriteCount'],
  ...['finishRatePpm', 'estIncomeFen', 'durationMs', 'settleType', 'upstreamRatioPpm', 'sourceRow'],
])
const SHOWN = 20

type Row = Record<string, unknown>

class Usage extends Error {}

function readArguments() {
  const options = {
    url: { type: 'string', default: process.env.BACKLOT_URL ?? 'http://127.0.0.1:8080' },
    source: { type: 'string' },
    day: { type: 'string' },
    complete: { type: 'boolean', default: false },
    format: { type: 'string' },
    batch: { type: 'string', default: '2000' },
    parallel: { type: 'string', default: '2' },
  } as const
  const { values, positionals } = parseArgs({ allowPositionals: true, options })
  const [kind, file, ...rest] = positionals
  const token = process.env.BACKLOT_TOKEN
  const known = KINDS.find((one) => one === kind)
  if (!known || !file || rest.length || !values.source) throw new Usage(USAGE)
  if (!token) throw new Usage('BACKLOT_TOKEN holds no token: make one with the scope ingest.write on the settings page')
  if (values.complete && !values.day) throw new Usage('--complete needs --day: which day is complete?')
  if ((values.day || values.complete) && known !== 'metrics') throw new Usage('--day and --complete are for metrics')
  const [size, parallel] = [Number(values.batch), Number(values.parallel)]
  if (!(size >= 1 && size <= 10_000 && parallel >= 1 && parallel <= 8))
    throw new Usage('--batch is 1 to 10000 rows, --parallel 1 to 8 batches')
  if (file !== '-' && !existsSync(file)) throw new Usage(`There is no file ${file}`)
  const sender: Sender = { url: values.url, token, source: values.source, kind: known, language: 'en-US' }
  const format = values.format ?? (/\.(ndjson|jsonl)$/i.test(file) ? 'ndjson' : 'csv')
  return { sender, file, format, size, parallel, day: values.day, isComplete: values.complete }
}

async function* rowsOf(input: Readable, format: string): AsyncGenerator<Row> {
  if (format === 'ndjson') {
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY }))
      if (line.trim()) yield JSON.parse(line) as Row
    return
  }
  const cells = input.pipe(parseCsv({ columns: true, bom: true, trim: true, skip_empty_lines: true }))
  for await (const row of cells as AsyncIterable<Record<string, string>>) {
    const named: Row = {}
    for (const [field, cell] of Object.entries(row)) {
      if (cell === '') continue
      // What is no number stays text, and is refused with its row.
      named[field] = NUMBERS.has(field) && /^-?\d+$/.test(cell) ? Number(cell) : cell
    }
    yield named
  }
}

async function* batchesOf(rows: AsyncIterable<Row>, size: number): AsyncGenerator<{ rows: Row[]; first: number }> {
  let batch: Row[] = []
  let first = 0
  for await (const row of rows) {
    batch.push(row)
    if (batch.length < size) continue
    yield { rows: batch, first }
    first += batch.length
    batch = []
  }
  if (batch.length > 0) yield { rows: batch, first }
}

async function ingest(): Promise<void> {
  const { sender, file, format, size, parallel, day, isComplete } = readArguments()
  const began = Date.now()
  const sum = { rows: 0, accepted: 0, created: 0, changed: 0, unchanged: 0, refused: 0, duplicates: 0 }
  const flagged: Record<string, number> = {}
  const refusals: string[] = []
  const add = (answer: Answer, first: number) => {
    for (const name of ['rows', 'accepted', 'created', 'changed', 'unchanged', 'refused'] as const)
      sum[name] += answer[name]
    if (answer.duplicate) sum.duplicates++
    for (const [what, count] of Object.entries(answer.flagged)) flagged[what] = (flagged[what] ?? 0) + count
    for (const { index, msg, value } of answer.refusals)
      if (refusals.length < SHOWN) refusals.push(`  row ${first + index + 1}: ${msg}${value && ` (${value})`}`)
    return answer.dataThrough
  }
  const batches = batchesOf(rowsOf(file === '-' ? process.stdin : createReadStream(file), format), size)
  const takeTurns = async () => {
    for await (const { rows, first } of { [Symbol.asyncIterator]: () => ({ next: () => batches.next() }) })
      add(await sendBatch(sender, { rows, ...(day && { statDate: day }) }), first)
  }
  await Promise.all(Array.from({ length: parallel }, takeTurns))
  // Said last, by itself: a day is complete when all of it has been taken.
  if (isComplete) {
    const through = add(await sendBatch(sender, { rows: [], statDate: day, isComplete }), 0)
    console.log(`${day} is complete. Pages showed data through ${through ?? 'no day'}; they follow in a few seconds.`)
  }
  const seconds = Math.max((Date.now() - began) / 1000, 0.001)
  console.log(
    `${sum.rows} rows in ${seconds.toFixed(1)} s (${Math.round(sum.rows / seconds)}/s): ${sum.created} new, ` +
      `${sum.changed} changed, ${sum.unchanged} unchanged, ${sum.refused} refused`,
  )
  if (sum.duplicates) console.log(`${sum.duplicates} batches had been taken before`)
  for (const [what, count] of Object.entries(flagged)) console.log(`  ${what}: ${count}`)
  for (const line of refusals) console.log(line)
  if (sum.refused > refusals.length) console.log(`  … and ${sum.refused - refusals.length} more`)
  if (sum.refused) process.exitCode = 1
}

ingest().catch((error: unknown) => {
  console.error(error instanceof Usage || error instanceof Refused ? error.message : error)
  process.exitCode = 2
})
