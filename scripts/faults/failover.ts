import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { findBinaries } from '../../src/server/db/embedded/binaries.ts'
import { findCluster, freePort, postmasterOf, spawnPostmaster } from '../../src/server/db/embedded/cluster.ts'
import { startTemporary } from '../../src/server/db/embedded/embedded.ts'
import { copyAsStandby } from '../../tests/ground/standby.ts'
import { drawWorld, type Ground, openGround, POLL_MS } from './ground.ts'

const EACH_SECOND = 200
/** One request in so many writes. */
const WRITES_EVERY = 4
const KILL_AFTER_MS = 10_000
const GIVE_UP_MS = 20_000
const WRITERS = ['admin', 'godot', 'ops']
const READERS = ['leader', 'coo', 'partner', 'partner2', ...WRITERS]
const PAGE = '/api/data?pageSize=20&total=none'

/**
 * Kills the primary under two servers and promotes its synchronous replica, from which they read besides. The address they
 * know moves with the role, as a virtual address or a managed endpoint does. A writer that hears nothing sends the same
 * request with the same key until it is answered. In the end every article anybody was told of is there, none twice.
 */
export async function failOver(seconds: number): Promise<string> {
  const pair = await openPair()
  const secretKey = randomBytes(32).toString('hex')
  const folders = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'backlot-server-')))
  const env = { DATABASE_URL: pair.url, DATABASE_READ_URL: pair.readUrl, SECRET_KEY: secretKey }
  const servers = await Promise.all(folders.map((folder) => openGround(folder, env)))
  try {
    for (const server of servers) await server.start()
    return await underLoad(servers, pair, seconds)
  } finally {
    for (const server of servers) await server.stop()
    await pair.stop()
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  }
}

type Pair = Awaited<ReturnType<typeof openPair>>

async function underLoad(servers: Ground[], pair: Pair, seconds: number): Promise<string> {
  const [first] = servers as [Ground]
  const tokens: Record<string, string> = {}
  for (const account of READERS) {
    await first.signIn(account)
    tokens[account] = first.token()
  }
  await first.signIn('admin')
  const { categories } = await first.ask<{ categories: { id: string }[] }>('GET', '/api/articles/categories')
  const mark = randomUUID().slice(0, 8)
  const sums = { reads: 0, writes: 0, failed: 0, held: 0, slowestMs: 0 }
  const written = new Map<string, string>()
  let firstFailure = 0
  let lastFailure = 0

  /** The answer's data; undefined where it failed, which the window of errors is made of. */
  async function ask(nth: number, method: string, path: string, body?: unknown, key?: string) {
    const accounts = body ? WRITERS : READERS
    const began = performance.now()
    const answer = await fetch(servers[nth % servers.length]!.url + path, {
      method,
      signal: AbortSignal.timeout(GIVE_UP_MS),
      headers: {
        authorization: `Bearer ${tokens[accounts[nth % accounts.length]!]}`,
        ...(body ? { 'content-type': 'application/json', 'idempotency-key': key! } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
      .then(async (response) => ({ status: response.status, body: await response.text() }))
      .catch(() => undefined)
    const ended = performance.now()
    sums.slowestMs = Math.max(sums.slowestMs, ended - began)
    if (answer?.status === 200) return JSON.parse(answer.body).data
    // An account that waits for the database holds its share of connections: the next one is told to come again.
    if (answer?.status === 429) {
      sums.held++
      return undefined
    }
    if (answer && answer.status < 500) throw new Error(`${method} ${path}: ${answer.status} ${answer.body}`)
    sums.failed++
    firstFailure ||= ended
    lastFailure = ended
    return undefined
  }

  async function write(nth: number): Promise<void> {
    sums.writes++
    const [title, key] = [`${mark} ${nth}`, randomUUID()]
    const body = { title, categoryId: categories[0]!.id, lang: 'zh' }
    for (const end = performance.now() + GIVE_UP_MS; performance.now() < end; await wait(POLL_MS)) {
      const made = await ask(nth, 'POST', '/api/articles', body, key)
      if (made) return void written.set(title, made.id)
    }
  }
  async function read(nth: number): Promise<void> {
    sums.reads++
    await ask(nth, 'GET', PAGE)
  }

  const began = performance.now()
  let killed = 0
  let promotedMs = 0
  let failing: Promise<void> | undefined
  const asked: Promise<void>[] = []
  for (let nth = 0; performance.now() < began + seconds * 1000; nth++) {
    // By the clock, not by the answers: a server that is slow is not asked less.
    const early = began + (nth * 1000) / EACH_SECOND - performance.now()
    await (early > 0 ? wait(early) : turn())
    asked.push(nth % WRITES_EVERY === 0 ? write(nth) : read(nth))
    if (failing || performance.now() < began + KILL_AFTER_MS) continue
    killed = performance.now()
    failing = pair.failOver().then(() => {
      promotedMs = performance.now() - killed
    })
  }
  await failing
  await Promise.all(asked)

  for (const server of servers) {
    const { exitCode, signalCode } = server.child()
    if (exitCode !== null || signalCode)
      throw new Error(`a server ended (${exitCode ?? signalCode}): ${await server.lastWords()}`)
  }
  const there = new Map<string, string[]>()
  for await (const { articleId, title } of first.rows('/api/articles', `keyword=${mark}&status=draft`))
    there.set(title as string, [...(there.get(title as string) ?? []), articleId as string])
  const lost = [...written].filter(([title, id]) => !there.get(title)?.includes(id)).length
  const doubled = [...there.values()].filter((ids) => ids.length > 1).length
  const unheard = sums.writes - written.size
  const perSecond = Math.round((sums.reads + sums.writes) / seconds)
  const s = (ms: number): string => (ms / 1000).toFixed(1)
  return `primary killed under ${perSecond} requests a second to ${servers.length} servers (${sums.reads.toLocaleString('en')} reads, ${sums.writes.toLocaleString('en')} writes), its synchronous replica promoted and the address moved after ${s(promotedMs)} s: ${written.size.toLocaleString('en')} acknowledged writes, ${lost} lost, ${doubled} doubled, ${unheard} never answered; ${sums.failed} answers with 503 or none, the first ${s(firstFailure - killed)} s and the last ${s(lastFailure - killed)} s after the kill; ${sums.held} told that their account asks too much at once; the slowest answer ${s(sums.slowestMs)} s; no server was restarted`
}

/** A primary and its synchronous replica with the test world, and an address that leads to whichever is the primary. */
async function openPair() {
  const { embedded, remove } = await startTemporary()
  await drawWorld(embedded.url)
  const standby = await copyAsStandby(embedded)
  // After the copy: the one that is promoted has nobody to wait for.
  await run(embedded.adminUrl, `alter system set synchronous_standby_names = 'standby'`)
  const [adminUrl, url, folder] = [embedded.adminUrl, embedded.url, embedded.folder]
  await embedded.stop()

  // Nobody starts them again when they are killed.
  const binaries = findBinaries(() => {})
  const standbyCluster = findCluster(standby.dataDir)!
  // The copy has its password too.
  const primaryCluster = { ...standbyCluster, folder }
  const [primaryPort, standbyPort] = [Number(new URL(adminUrl).port), await freePort()]
  spawnPostmaster(primaryCluster, binaries, primaryPort)
  spawnPostmaster(standbyCluster, binaries, standbyPort)
  const at = (address: string, port: number): string => Object.assign(new URL(address), { port: String(port) }).href
  await until(() => run(at(adminUrl, standbyPort), 'select'))
  await until(async () => {
    const rows = await run(adminUrl, `select 1 from pg_stat_replication where sync_state = 'sync'`)
    if (rows.length === 0) throw new Error('The replica does not follow')
  })
  const address = await openAddress(primaryPort)
  return {
    url: at(url, address.port),
    readUrl: at(url, standbyPort),
    /** Returns when the replica takes writes under the address. */
    async failOver(): Promise<void> {
      process.kill(postmasterOf(primaryCluster)!.pid, 'SIGKILL')
      await run(at(adminUrl, standbyPort), 'select pg_promote()')
      address.move(standbyPort)
    },
    async stop(): Promise<void> {
      address.close()
      for (const cluster of [primaryCluster, standbyCluster]) {
        const running = postmasterOf(cluster)
        if (running) process.kill(running.pid, 'SIGQUIT')
        await until(async () => {
          if (postmasterOf(cluster)) throw new Error('PostgreSQL does not end')
        })
      }
      standby.remove()
      await remove()
    },
  }
}

/** A port whose connections go where the primary is; those that were open break when it moves. */
async function openAddress(target: number) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    const onward = connect(target, '127.0.0.1')
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      sockets.add(one)
      one.setNoDelay(true)
      one.on('error', () => {})
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const breakAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as { port: number }).port,
    move(to: number): void {
      target = to
      breakAll()
    },
    close(): void {
      server.close()
      breakAll()
    },
  }
}

async function run(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

const PATIENCE_MS = 60_000

/** Tries until it does not throw. */
async function until(attempt: () => Promise<unknown>): Promise<void> {
  for (const end = performance.now() + PATIENCE_MS; ; await wait(POLL_MS))
    try {
      await attempt()
      return
    } catch (error) {
      if (performance.now() > end) throw error
    }
}
