/**
 * `npm run bench:streams`: 500 event streams open on one process. What the data list's page costs beside them, as a ratio
 * to the same page without any, in turn in the same run; how long a message takes to the last of them, and to those on
 * a second process. On the database of `npm run bench`.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { cpus } from 'node:os'
import { resolve } from 'node:path'
import sql from 'sql-template-tag'
import { MESSAGE_STREAM } from '../src/features/messages/contract.ts'
import { startEmbedded } from '../src/server/db/embedded/embedded.ts'
import { migrate } from '../src/server/db/migrate.ts'
import { openDatabase } from '../src/server/db/pool.ts'
import { sendNotices } from '../src/server/messages/messages.ts'
import { type Load, load } from './load.ts'
import { writeSection } from './section.ts'

const STREAMS = 500
const ELSEWHERE = 50
const ROUNDS = 5
const SECONDS = 5
const MESSAGES = 20
const PAGE = '/api/data?platform=douyin&total=none'
const NAME = 'bench-stream-'
const words = { title: '演练', content: '演练' }
const notice = { type: 'notice', bizType: 'drill', words: { 'zh-CN': words, 'en-US': words } } as const

const folder = resolve('.cache/bench')
if (!existsSync(folder)) throw new Error('npm run bench first: it fills the database')
const embedded = await startEmbedded(folder, console.log)
const database = openDatabase(embedded.url, { timeoutMs: 0 })
const children: ChildProcess[] = []
try {
  await migrate(embedded.url)
  const { userIds, tokens } = await makePeople(STREAMS + ELSEWHERE)
  const [here, there] = [await start(), await start()]
  const authorization = `Bearer ${tokens[0]}`
  await load(here, PAGE, { authorization }, SECONDS)

  const [without, beside]: [Load[], Load[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    without.push(await load(here, PAGE, { authorization }, SECONDS))
    const streams = await open(here, tokens.slice(0, STREAMS))
    beside.push(await load(here, PAGE, { authorization }, SECONDS))
    for (const stream of streams) stream.socket.destroy()
  }

  const near = await open(here, tokens.slice(0, STREAMS))
  const far = await open(there, tokens.slice(STREAMS))
  const [nearMs, farMs]: [number[], number[]] = [[], []]
  for (let message = 0; message < MESSAGES; message++) {
    const sentAt = performance.now()
    const told = (streams: Stream[], into: number[]) =>
      Promise.all(streams.map((stream) => stream.next())).then(() => into.push(performance.now() - sentAt))
    const all = [told(near, nearMs), told(far, farMs)]
    await database.transaction((db) => sendNotices(db, null, { ...notice, to: { userIds } }))
    await Promise.all(all)
  }
  for (const { socket } of [...near, ...far]) socket.destroy()
  report(without, beside, nearMs, farMs)
} finally {
  for (const child of children) child.kill()
  await dropPeople()
  await database.end()
  await embedded.stop()
}

/** Administrators of the bench with a session each: an account may hold eight streams. */
async function makePeople(count: number): Promise<{ userIds: string[]; tokens: string[] }> {
  await dropPeople()
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'))
  const hashes = tokens.map((token) => createHash('sha256').update(token).digest('hex'))
  const made = await database.rows<{ id: string }>(sql`
    with person as (
      insert into app_user (access_key, display_name, role, status)
      select ${NAME} || n, '演练' || n, 'admin', 'active' from generate_series(1, ${count}::int) n
      returning id, substr(access_key, ${NAME.length + 1})::int as n
    )
    insert into session (user_id, token_hash, idle_seconds, expires_at)
    select person.id, decode((${hashes}::text[])[n], 'hex'), 86400, now() + interval '1 day' from person
    returning user_id::text as id`)
  return { userIds: made.map(({ id }) => id), tokens }
}

async function dropPeople(): Promise<void> {
  const theirs = sql`select id from app_user where starts_with(access_key, ${NAME})`
  await database.rows(sql`delete from message where receiver_id in (${theirs})`)
  await database.rows(sql`delete from session where user_id in (${theirs})`)
  await database.rows(sql`delete from app_user where starts_with(access_key, ${NAME})`)
}

function start(): Promise<number> {
  const child = fork('bench/backlot.ts', [embedded.url], { execArgv: ['--import', 'tsx'] })
  children.push(child)
  return new Promise((done, fail) => {
    child.once('message', (message) => done((message as { port: number }).port))
    child.once('exit', (code) => fail(new Error(`the server ended with ${code}`)))
  })
}

interface Stream {
  socket: Socket
  /** When the next event has come. */
  next(): Promise<void>
}

/** Opens a stream for each token; all have said their first word when it returns. */
async function open(port: number, tokens: readonly string[]): Promise<Stream[]> {
  const streams = tokens.map((token) => {
    let heard: () => void = () => {}
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`GET ${MESSAGE_STREAM} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n\r\n`),
    )
    socket.setEncoding('utf8').on('data', (text: string) => text.includes('event: box') && heard())
    const next = () =>
      new Promise<void>((resolve) => {
        heard = resolve
      })
    return { socket, next, first: next() }
  })
  await Promise.all(streams.map(({ first }) => first))
  return streams
}

function report(without: Load[], beside: Load[], nearMs: number[], farMs: number[]): void {
  const middle = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1]!
  const of = (loads: Load[], key: keyof Load) => middle(loads.map((one) => one[key]))
  const ratio = middle(beside.map(({ p95Ms }, at) => p95Ms / without[at]!.p95Ms))
  const row = (name: string, loads: Load[]) =>
    `| ${name} | ${Math.round(of(loads, 'requestsPerSecond'))}/s | ${of(loads, 'p50Ms').toFixed(1)} | ${of(loads, 'p95Ms').toFixed(1)} |`
  const line = (name: string, ms: number[]) =>
    `| ${name} | ${middle(ms).toFixed(0)} ms | ${Math.max(...ms).toFixed(0)} ms |`
  writeSection(
    'streams',
    `## Event streams

\`npm run bench:streams\`: a page of 20 of the data list beside ${STREAMS} open streams of ${STREAMS} accounts on the same process, in turn with none; ${ROUNDS} rounds of ${SECONDS} s, 8 connections, ${cpus().length} cores that also hold all the clients. The ratio of the 95th percentiles is ${ratio.toFixed(2)}.

| | requests | p50 ms | p95 ms |
|---|---|---|---|
${row('no stream', without)}
${row(`${STREAMS} streams`, beside)}

From the beginning of the transaction that sends one message to all ${STREAMS + ELSEWHERE} accounts until the last stream has heard of it, ${MESSAGES} messages:

| | middle | longest |
|---|---|---|
${line(`${STREAMS} streams on one process`, nearMs)}
${line(`${ELSEWHERE} on a second process`, farMs)}
`,
  )
}
