import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, expect, test } from 'vitest'
import { isAlive } from '../../src/server/db/embedded/cluster.ts'
import { type Embedded, startEmbedded } from '../../src/server/db/embedded/embedded.ts'
import { isConnectionError, openDatabase } from '../../src/server/db/pool.ts'

const folder = mkdtempSync(join(tmpdir(), 'backlot-embedded-'))
chmodSync(folder, 0o755)
const dataDir = join(folder, 'data')
let embedded: Embedded | undefined
const children: ChildProcess[] = []
const isRoot = process.getuid?.() === 0
const nobody = { uid: 65_534, gid: 65_534 }
/** Another user must be able to read the program under test; a checkout closed to others cannot show these two. */
const canBeNobody =
  isRoot &&
  spawnSync(process.execPath, ['-e', ''], { ...nobody, cwd: import.meta.dirname, stdio: 'ignore' }).status === 0

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await embedded?.stop()
  embedded = undefined
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const owner = join(import.meta.dirname, 'owner.ts')
const tsx = join(import.meta.dirname, '../../node_modules/tsx/dist/cli.mjs')

/** A process of its own that owns a data directory; resolves with the line that says so. */
function startOwner(
  dir: string,
  options: { uid?: number; gid?: number } = {},
): Promise<{ child: ChildProcess; line: string }> {
  const child = spawn(process.execPath, ['--import', join(tsx, '../loader.mjs'), owner, dir], {
    ...options,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, HOME: '/tmp', TSX_DISABLE_CACHE: '1' },
  })
  children.push(child)
  return new Promise((resolve, reject) => {
    let output = ''
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', (chunk) => {
        output += chunk
        const line = /^running .*(?=\n)/m.exec(output)?.[0]
        if (line) resolve({ child, line })
      })
    child.once('exit', (code) => reject(new Error(`ended with ${code}: ${output}`)))
  })
}

async function ask(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 15_000; !(await holds()); await new Promise((go) => setTimeout(go, 20)))
    if (Date.now() > deadline) throw new Error('did not happen within 15 s')
}

test('starts, keeps what was written, and is gone when stopped', async () => {
  embedded = await startEmbedded(dataDir)
  await ask(embedded.url, 'create table kept as select 42 as answer')
  const settings = await ask(
    embedded.url,
    `select name, setting from pg_settings where name in ('fsync', 'listen_addresses', 'server_encoding') order by 1`,
  )
  expect(settings.map(({ setting }) => setting)).toEqual(['on', '127.0.0.1', 'UTF8'])
  const role = await ask(
    embedded.url,
    `select rolsuper, lower('ÄÖÉ') as lower from pg_roles where rolname = current_user`,
  )
  expect(role).toEqual([{ rolsuper: false, lower: 'äöé' }])
  const pid = embedded.pid()!
  await embedded.stop()
  expect(isAlive(pid)).toBe(false)

  embedded = await startEmbedded(dataDir)
  expect(await ask(embedded.url, 'select answer from kept')).toEqual([{ answer: 42 }])
})

test('a second owner is refused in one sentence, at once; the first goes on', async () => {
  const { child, line } = await startOwner(dataDir)
  const url = line.split(' ')[1]!
  const began = Date.now()
  await expect(startEmbedded(dataDir)).rejects.toThrow(/^Another Backlot is already running on the data directory \S+$/)
  expect(Date.now() - began).toBeLessThan(2_000)
  expect(await ask(url, 'select answer from kept')).toEqual([{ answer: 42 }])
  child.kill('SIGTERM')
  await until(() => child.exitCode !== null)
  expect(child.exitCode).toBe(0)
})

test('after kill -9 of the server its PostgreSQL is adopted, with everything that was acknowledged', async () => {
  const { child, line } = await startOwner(dataDir)
  const [, url, pid] = line.split(' ')
  await ask(url!, 'insert into kept values (43)')
  child.kill('SIGKILL')
  await until(() => child.signalCode !== null)
  expect(isAlive(+pid!)).toBe(true)

  embedded = await startEmbedded(dataDir)
  expect(embedded.wasRunning).toBe(true)
  expect(embedded.pid()).toBe(+pid!)
  expect(await ask(embedded.url, 'select answer from kept order by 1')).toEqual([{ answer: 42 }, { answer: 43 }])
  await embedded.stop()
  expect(isAlive(+pid!)).toBe(false)
})

test('connections that yield run below the others, and the others as they are', async () => {
  embedded = await startEmbedded(dataDir)
  const priorityOf = async (yields: boolean) => {
    const database = openDatabase(embedded!.url, { size: 1, yields })
    const [row] = await database.rows<{ pid: number }>({ text: 'select pg_backend_pid() as pid', values: [] })
    const priority = getPriority(row!.pid)
    await database.end()
    return priority
  }
  const usual = await priorityOf(false)
  expect(await priorityOf(true)).toBeGreaterThan(usual)
  await embedded.stop()
})

test('after kill -9 of PostgreSQL it runs again under the same address and still refuses a second owner', async () => {
  embedded = await startEmbedded(dataDir)
  const database = openDatabase(embedded.url)
  const [url, pid] = [embedded.url, embedded.pid()!]
  await database.rows({ text: 'insert into kept values (44)', values: [] })
  process.kill(pid, 'SIGKILL')
  const failure = await until(async () => {
    const error = await database.rows({ text: 'select 1', values: [] }).catch((reason: unknown) => reason)
    return isConnectionError(error)
  }).catch((error: Error) => error)
  expect(failure).toBeUndefined()
  await until(async () => Array.isArray(await database.rows({ text: 'select 1', values: [] }).catch(() => undefined)))
  expect(await database.rows({ text: 'select answer from kept where answer = 44', values: [] })).toEqual([
    { answer: 44 },
  ])
  expect(embedded.pid()).not.toBe(pid)
  expect(embedded.url).toBe(url)
  await until(
    async () => (await ask(embedded!.adminUrl, `select 1 from pg_locks where locktype = 'advisory'`)).length === 1,
  )
  await expect(startEmbedded(dataDir)).rejects.toThrow('Another Backlot')
  await database.end()
})

test('after the crash of a backend, which restarts all of them, the data directory is still ours', async () => {
  embedded = await startEmbedded(dataDir)
  const pid = embedded.pid()!
  const victim = new pg.Client({ connectionString: embedded.url })
  victim.on('error', () => {})
  await victim.connect()
  process.kill((await victim.query('select pg_backend_pid() as pid')).rows[0].pid, 'SIGKILL')
  await until(async () => {
    const locks = await ask(embedded!.adminUrl, `select 1 from pg_locks where locktype = 'advisory'`).catch(() => [])
    return locks.length === 1
  })
  expect(embedded.pid()).toBe(pid)
  await expect(startEmbedded(dataDir)).rejects.toThrow('Another Backlot')
})

test('a data directory that is a file, or of another PostgreSQL, is refused in one sentence', async () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  await expect(startEmbedded(file)).rejects.toThrow(/^The data directory \S+ cannot be used: it is not a directory$/)
  const old = join(folder, 'old')
  mkdirSync(join(old, 'postgres', 'data'), { recursive: true })
  writeFileSync(join(old, 'postgres', 'data', 'PG_VERSION'), '13\n')
  await expect(startEmbedded(old)).rejects.toThrow(
    /^The database in \S+ was made by PostgreSQL 13 and this version brings \d+: [^\n]+$/,
  )
})

test.runIf(canBeNobody)('without rights on the data directory the start ends in one sentence', async () => {
  const closed = join(folder, 'closed')
  mkdirSync(closed, { mode: 0o700 })
  await expect(startOwner(closed, nobody)).rejects.toThrow(
    /^ended with 1: The data directory \S+ cannot be used: permission denied\n$/,
  )
})

test.runIf(canBeNobody)('runs as another user than root on its own', async () => {
  const theirs = join(folder, 'theirs')
  mkdirSync(theirs)
  chmodSync(theirs, 0o777)
  const { line } = await startOwner(theirs, nobody)
  expect(await ask(line.split(' ')[1]!, 'select 1 as one')).toEqual([{ one: 1 }])
})

test.runIf(isRoot)(
  'a checkout closed to others keeps the database elsewhere, says where, and finds it again',
  async () => {
    const closed = join(folder, 'home')
    const dir = join(closed, 'data')
    mkdirSync(dir, { recursive: true })
    chmodSync(closed, 0o700)
    const lines: string[] = []
    embedded = await startEmbedded(dir, (line) => lines.push(line))
    const place = readFileSync(join(dir, 'postgres.location'), 'utf8').trim()
    expect(lines).toEqual([expect.stringContaining(`The database is kept in ${place}`)])
    expect(existsSync(join(place, 'data', 'PG_VERSION'))).toBe(true)
    await ask(embedded.url, 'create table here as select 7 as n')
    await embedded.stop()
    embedded = await startEmbedded(dir)
    expect(await ask(embedded.url, 'select n from here')).toEqual([{ n: 7 }])
    await embedded.stop()
    rmSync(join(place, '..'), { recursive: true })
  },
)
