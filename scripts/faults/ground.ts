import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { setSecretKey } from '../../src/server/auth/secrets.ts'
import { fillWorld } from '../../src/server/db/demo/fill.ts'
import { testSize } from '../../src/server/db/demo/size.ts'
import { freePort } from '../../src/server/db/embedded/cluster.ts'
import { migrate } from '../../src/server/db/migrate.ts'
import { openDatabase } from '../../src/server/db/pool.ts'
import { launch } from '../../tests/ground/launch.ts'

export const POLL_MS = 100
const SERVER = 'dist/server/main.js'

export type Ground = Awaited<ReturnType<typeof openGround>>

/** A built server on a data directory, in a process of its own that may be killed and started again. */
export async function openGround(dataDir: string, env: Record<string, string> = {}) {
  if (!existsSync(SERVER)) throw new Error('npm run build first')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let token = ''
  let run: ReturnType<typeof launch> | undefined

  async function start(): Promise<void> {
    run = launch([SERVER], { DATA_DIR: dataDir, PORT: String(port), NODE_ENV: 'production', DEMO: '0', ...env })
    await run.ready
  }

  async function kill(): Promise<void> {
    run!.child.kill('SIGKILL')
    await run!.ended
  }

  async function stop(): Promise<void> {
    run?.child.kill('SIGTERM')
    await run?.ended
  }

  const send = (method: string, path: string, body?: unknown, key: string = randomUUID()): Promise<Response> =>
    fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        // Files of hundreds of megabytes are read back: packing them is not what is looked at.
        'accept-encoding': 'identity',
        ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
        ...(method === 'GET' ? {} : { 'idempotency-key': key }),
      },
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
    })

  /** The answer's data. Throws on any answer but 200. */
  async function ask<T = any>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await send(method, path, body)
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return ((await response.json()) as { data: T }).data
  }

  async function signIn(username: string): Promise<void> {
    token = ''
    const answer = await ask<{ accessTicket: string }>('POST', '/api/user/login', {
      username,
      password: 'backlot-demo',
    })
    token = answer.accessTicket
  }

  /** Asks until the answer is as wanted; throws after a time in which it should have been. */
  async function until<T>(path: string, isThere: (data: T) => boolean, limitMs = 300_000): Promise<T> {
    for (const end = performance.now() + limitMs; ; await wait(POLL_MS)) {
      const data = await ask<T>('GET', path)
      if (isThere(data)) return data
      if (performance.now() > end) throw new Error(`${path}: still ${JSON.stringify(data).slice(0, 300)}`)
    }
  }

  /** Every row of a list, page by page. */
  async function* rows(path: string, query: string): AsyncGenerator<Record<string, unknown>> {
    for (let cursor = ''; ; ) {
      const page = await ask<{ list: Record<string, unknown>[]; nextCursor: string | null }>(
        'GET',
        `${path}?${query}&pageSize=100&total=none${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
      )
      yield* page.list
      if (!page.nextCursor) return
      cursor = page.nextCursor
    }
  }

  return {
    url,
    dataDir,
    files: join(dataDir, 'files'),
    start,
    kill,
    stop,
    send,
    ask,
    signIn,
    until,
    rows,
    child: () => run!.child,
    ended: async () => (await run!.ended).code,
    /** What a server that ended has written to its standard error. */
    lastWords: async () => (await run!.ended).error.slice(-4_000),
    token: () => token,
  }
}

/** Fills an empty database with the small world of the tests and the demo's accounts. */
export async function drawWorld(url: string): Promise<void> {
  await migrate(url)
  const database = openDatabase(url)
  setSecretKey(randomBytes(32))
  await fillWorld(database, testSize)
  await database.end()
}

/** Numbers from 0 to 1, the same ones for the same seed. */
export function drawn(seed: string): () => number {
  let count = 0
  return () => createHash('sha256').update(`${seed} ${count++}`).digest().readUInt32BE() / 2 ** 32
}
