import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../../src/server/db/embedded/cluster.ts'
import { startTemporary } from '../../src/server/db/embedded/embedded.ts'
import { drawn, drawWorld, type Ground, openGround, POLL_MS } from './ground.ts'
import { startReaders } from './readers.ts'

const READERS = 4
const LONGEST_MS = 500
const GONE_MS = 30_000
const SETTLE_LIMIT_MS = 30_000

/**
 * The way to an external database breaks and comes back, again and again, then stays broken for half a minute; no
 * connection may be left over.
 */
export async function flap(times: number): Promise<string> {
  const { embedded, remove } = await startTemporary()
  await drawWorld(embedded.url)
  const way = await openWay(embedded.url)
  const folder = mkdtempSync(join(tmpdir(), 'backlot-server-'))
  const ground = await openGround(folder, { DATABASE_URL: way.url, SECRET_KEY: 'ab'.repeat(32) })
  const watcher = new pg.Client({ connectionString: embedded.url, application_name: 'watcher' })
  await watcher.connect()
  try {
    return await underLoad(ground, way, watcher, times)
  } finally {
    await watcher.end()
    await ground.stop()
    await way.stop()
    await remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

type Way = Awaited<ReturnType<typeof openWay>>

async function underLoad(ground: Ground, way: Way, watcher: pg.Client, times: number): Promise<string> {
  const draw = drawn('flapping')
  await ground.start()
  await ground.signIn('admin')
  const connections = async (): Promise<number> =>
    (await watcher.query(`select from pg_stat_activity where starts_with(application_name, 'backlot')`)).rowCount!
  const readers = startReaders(ground, READERS)
  await wait(2_000)
  const before = await connections()
  for (let time = 0; time < times; time++) {
    way.break()
    await wait(draw() * LONGEST_MS)
    way.mend()
    await readers.back()
    await wait(draw() * LONGEST_MS)
  }
  way.break()
  await wait(GONE_MS)
  way.mend()
  await readers.back()
  await wait(2_000)
  await readers.end()
  for (const end = performance.now() + SETTLE_LIMIT_MS; performance.now() < end; await wait(POLL_MS))
    if ((await connections()) <= before) break
  const after = await connections()
  const { exitCode, signalCode } = ground.child()
  return `${times} breaks of up to half a second and one of ${GONE_MS / 1000} s under ${READERS} readers, ${readers.words()}; connections ${before} before, ${after} after; the server ${exitCode === null && !signalCode ? 'was not restarted' : 'ENDED'}`
}

/** An address that leads to the database while it is whole. */
async function openWay(to: string) {
  const target = new URL(to)
  const port = await freePort()
  const open = new Set<Socket>()
  let isWhole = true
  const server = createServer((socket) => {
    if (!isWhole) return void socket.destroy()
    const onward = connect(Number(target.port), target.hostname)
    for (const one of [socket, onward]) {
      open.add(one)
      one.on('error', () => {})
      one.on('close', () => {
        open.delete(one)
        socket.destroy()
        onward.destroy()
      })
    }
    socket.pipe(onward).pipe(socket)
  })
  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready))
  const url = new URL(to)
  url.hostname = '127.0.0.1'
  url.port = String(port)
  return {
    url: url.href,
    break() {
      isWhole = false
      for (const one of open) one.destroy()
    },
    mend() {
      isWhole = true
    },
    async stop() {
      for (const one of open) one.destroy()
      await new Promise((closed) => server.close(closed))
    },
  }
}
