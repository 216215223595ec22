import { spawn, spawnSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { SERVANT } from '../../src/server/db/embedded/binaries.ts'
import { freePort } from '../../src/server/db/embedded/cluster.ts'
import { startTemporary } from '../../src/server/db/embedded/embedded.ts'
import { drawWorld, type Ground, openGround, POLL_MS } from './ground.ts'

const CLIENTS = 16
const ACCOUNTS = ['admin', 'godot', 'ops']
/** Fewer than the servers hold open, so that every session is shared. */
const SESSIONS = 5
const READS = ['/api/data?pageSize=20', '/api/data/summary', '/api/statistics/options', '/api/messages', '/api/monitor']
const EXPORT = '/api/data/export.csv'

/**
 * Two servers behind a pgbouncer in transaction mode that has fewer sessions than they have connections: everything is
 * asked at once for a while, then the pooler is killed and started again. Wants pgbouncer on this machine.
 */
export async function behindPooler(seconds: number): Promise<string> {
  const found = spawnSync('pgbouncer', ['--version'], { encoding: 'utf8' })
  if (found.status !== 0) return 'not run: there is no pgbouncer on this machine'
  const { embedded, remove } = await startTemporary()
  await drawWorld(embedded.url)
  const pooler = await openPooler(embedded.url)
  const folders = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'backlot-server-')))
  const env = {
    DATABASE_URL: pooler.url,
    DATABASE_DIRECT_URL: embedded.url,
    SECRET_KEY: randomBytes(32).toString('hex'),
  }
  const servers = await Promise.all(folders.map((folder) => openGround(folder, env)))
  try {
    for (const server of servers) await server.start()
    const version = found.stdout.split('\n')[0]
    return `${version}, ${SESSIONS} sessions for two servers: ${await underLoad(servers, pooler, seconds)}`
  } finally {
    for (const server of servers) await server.stop()
    await pooler.stop()
    await remove()
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  }
}

type Pooler = Awaited<ReturnType<typeof openPooler>>

async function underLoad(servers: Ground[], pooler: Pooler, seconds: number): Promise<string> {
  const [first, second] = servers as [Ground, Ground]
  const tokens: string[] = []
  for (const account of ACCOUNTS) {
    await first.signIn(account)
    tokens.push(first.token())
  }
  const { categories } = await first.ask<{ categories: { id: string }[] }>('GET', '/api/articles/categories')
  const sums = { answers: 0, writes: 0, files: 0 }
  const wrong = new Map<string, number>()
  const times = new Set<string>()
  let isOver = false

  async function ask(nth: number, method: string, path: string, body?: unknown): Promise<string | undefined> {
    const answer = await fetch(servers[nth % 2]!.url + path, {
      method,
      headers: {
        authorization: `Bearer ${tokens[nth % tokens.length]}`,
        ...(body ? { 'content-type': 'application/json', 'idempotency-key': randomUUID() } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const said = await answer.text()
    sums.answers++
    // Two files at once is what one account may have; that is told, and no fault.
    if (answer.ok || answer.status === 429) return answer.ok ? said : undefined
    const what = `${method} ${path.split('?')[0]}: ${answer.status}`
    wrong.set(what, (wrong.get(what) ?? 0) + 1)
    return undefined
  }
  async function client(nth: number): Promise<void> {
    for (let turn = nth; !isOver; turn++) {
      if (turn % 4 === 0) {
        const title = `${randomUUID()}`
        if (await ask(nth, 'POST', '/api/articles', { title, categoryId: categories[0]!.id, lang: 'zh' })) sums.writes++
      } else if (turn % 11 === 0) {
        if (await ask(nth, 'GET', EXPORT)) sums.files++
      } else {
        const said = await ask(nth, 'GET', READS[turn % READS.length]!)
        for (const [, zone] of said?.matchAll(/"\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-][\d:]+)"/g) ?? []) times.add(zone!)
      }
    }
  }

  const clients = Array.from({ length: CLIENTS }, (_, nth) => client(nth))
  const heard = await hears(second, tokens[0]!, () => ask(0, 'POST', '/api/exports', ORDER))
  await wait(seconds * 1000)
  isOver = true
  await Promise.all(clients)

  await pooler.restart()
  const began = performance.now()
  while ((await first.send('GET', READS[0]!)).status !== 200) await wait(POLL_MS)
  const backSeconds = (performance.now() - began) / 1000
  const faults = [...wrong].map(([what, count]) => `${count} times ${what}`).join(', ') || 'none wrong'
  return `${CLIENTS} clients for ${seconds} s, ${sums.answers.toLocaleString('en')} answers (${sums.writes.toLocaleString('en')} writes, ${sums.files} streamed files), ${faults}; instants end in ${[...times].join(' and ')}; the end of an export ordered at one server was ${heard ? 'heard' : 'NOT HEARD'} on a stream of the other; pooler killed and started again: pages back after ${backSeconds.toFixed(1)} s, no server restarted`
}

const ORDER = { listKey: 'data', query: 'sort=playCount:desc', columns: [], format: 'csv', bom: true }
const PATIENCE_MS = 30_000

/** Whether a stream of messages tells of what is begun elsewhere; what it says at once is its greeting. */
async function hears({ url }: Ground, token: string, begin: () => Promise<unknown>): Promise<boolean> {
  const stream = await fetch(`${url}/api/message/stream`, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  let events = 0
  try {
    for await (const piece of stream.body!) {
      events += Buffer.from(piece).toString().split('event: box').length - 1
      if (events === 1) await begin()
      if (events > 1) return true
    }
  } catch {
    // Nothing came in time.
  }
  return false
}

/** A pgbouncer before a database, as docs/operations.md tells to set it. */
async function openPooler(url: string) {
  const { hostname, port, username, password, pathname } = new URL(url)
  const folder = mkdtempSync(join(tmpdir(), 'backlot-pooler-'))
  const listenPort = await freePort()
  const [ini, users] = [join(folder, 'pgbouncer.ini'), join(folder, 'users.txt')]
  writeFileSync(users, `"${username}" "${decodeURIComponent(password)}"\n`)
  writeFileSync(
    ini,
    `[databases]
${pathname.slice(1)} = host=${hostname} port=${port} timezone=UTC connect_query='set statement_timeout = 5000'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${SESSIONS}
max_client_conn = 200
admin_users = ${username}
`,
  )
  chmodSync(folder, 0o755)
  if (SERVANT) for (const file of [folder, ini, users]) chownSync(file, SERVANT.uid, SERVANT.gid)
  const start = () => spawn('pgbouncer', ['-q', ini], { ...SERVANT, cwd: '/', stdio: 'ignore' })
  let child = start()
  const end = (signal: NodeJS.Signals) =>
    new Promise<void>((done) => {
      child.once('exit', () => done())
      child.kill(signal)
    })
  return {
    url: Object.assign(new URL(url), { port: String(listenPort) }).href,
    async restart(): Promise<void> {
      await end('SIGKILL')
      child = start()
    },
    async stop(): Promise<void> {
      await end('SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
