import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { afterAll, expect, inject, test, vi } from 'vitest'
import { freePort } from '../../src/server/db/embedded/cluster.ts'
import { applyMigrations, knownMigrations, migrate } from '../../src/server/db/migrate.ts'
import { freshDatabase, signedIn } from '../world.ts'
import { launch, SERVER } from './launch.ts'

const { database, url } = await freshDatabase()
const folder = mkdtempSync(join(tmpdir(), 'backlot-upgrade-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function connect(to: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: to })
  await client.connect()
  return client
}

/** The program as it is, with one migration more: a version that comes after this one. */
async function nextVersion(migration: string): Promise<string> {
  const root = resolve(import.meta.dirname, '../..')
  const next = join(folder, 'next')
  for (const part of ['src', 'migrations', 'package.json', 'tsconfig.json'])
    cpSync(join(root, part), join(next, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(next, 'node_modules'), 'dir')
  const version = String((await knownMigrations()).newest + 1).padStart(4, '0')
  writeFileSync(join(next, 'migrations', `${version}_next.sql`), migration)
  return join(next, 'src/server/main.ts')
}

async function start(args: string[]) {
  const port = await freePort()
  const server = launch(args, { DATABASE_URL: url, DATA_DIR: folder, PORT: String(port) })
  return { ...server, url: `http://127.0.0.1:${port}` }
}

test('a version serves on while the next one changes the schema, even where its tables are held', async () => {
  const next = await nextVersion(`
    alter table video add column next_note text not null default '';
    alter table saved_view add column next_rank integer check (next_rank > 0);
    create table next_thing (id bigint primary key, video_id bigint not null references video);`)
  const old = await start(SERVER)
  await old.ready
  const categories = await fetch(`${old.url}/api/articles/categories`, { headers: signedIn('adminKeyAdmin') })
  const categoryId = ((await categories.json()) as { data: { categories: { id: string }[] } }).data.categories[0]!.id
  const statuses: number[] = []
  let isOver = false
  const ask = async (method: string, path: string, body?: object): Promise<void> => {
    const answer = await fetch(old.url + path, {
      method,
      headers: { ...signedIn('adminKeyAdmin'), ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    await answer.text()
    statuses.push(answer.status)
  }
  const people = [
    async () => ask('GET', '/api/data?platform=douyin'),
    async () => ask('GET', '/api/data/1'),
    async () => ask('POST', '/api/articles', { title: `upgrade ${statuses.length}`, categoryId, lang: 'zh' }),
  ].map(async (act) => {
    while (!isOver) await act()
  })

  // A report that has read the table and is not over yet.
  const report = await connect(url)
  await report.query('begin; select count(*) from video')
  const newer = await start(['--import', 'tsx', next])
  let isReady = false
  void newer.ready.then(() => {
    isReady = true
  })
  const said = vi.fn()
  newer.child.stdout.on('data', (chunk) => String(chunk).includes('in use: waiting') && said())
  await vi.waitFor(() => expect(said).toHaveBeenCalled(), { timeout: 60_000 })
  const answeredBefore = statuses.length
  await vi.waitFor(() => expect(statuses.length).toBeGreaterThan(answeredBefore + 20), { timeout: 20_000 })
  expect(isReady).toBe(false)
  await report.query('commit')
  await report.end()
  await newer.ready

  // Both serve: what one writes the other reads.
  const answeredThen = statuses.length
  await vi.waitFor(() => expect(statuses.length).toBeGreaterThan(answeredThen + 20), { timeout: 20_000 })
  const read = await fetch(`${newer.url}/api/articles?keyword=upgrade&status=draft`, {
    headers: signedIn('adminKeyAdmin'),
  })
  expect(((await read.json()) as { data: { list: unknown[] } }).data.list.length).toBeGreaterThan(0)
  const { rows } = await database.pool.query('select max(version)::int as version from schema_version')
  expect(rows[0].version).toBe((await knownMigrations()).newest + 1)
  isOver = true
  await Promise.all(people)
  expect(new Set(statuses)).toEqual(new Set([200]))
  for (const { child, ended } of [old, newer]) {
    child.kill('SIGTERM')
    expect((await ended).code).toBe(0)
  }
}, 180_000)

test('a migration that waits for a table lets others to it in between, and comes whole in the end', async () => {
  const { adminUrl, dropUrl } = inject('postgres')
  const name = `backlot_upgrade_${process.pid}`
  const admin = await connect(adminUrl)
  await admin.query(`create database ${name}`)
  const there = Object.assign(new URL(adminUrl), { pathname: `/${name}` }).href
  const [early, holder, other] = await Promise.all([connect(there), connect(there), connect(there)])
  try {
    await early.query('begin')
    await applyMigrations(early, 115)
    await early.query('commit')
    const versionOf = async () => (await other.query('select max(version)::int as v from schema_version')).rows[0].v
    expect(await versionOf()).toBe(115)
    await holder.query('begin; lock table risk_signal in row exclusive mode')
    const said: string[] = []
    const done = migrate(there, (line) => said.push(line))
    await vi.waitFor(() => expect(said).toEqual([expect.stringContaining('in use')]), { timeout: 20_000 })
    expect(await versionOf()).toBe(115)
    // As an insert would, while the one that holds it is still there.
    await other.query(`set lock_timeout = '4s'`)
    for (let turn = 0; turn < 3; turn++)
      await other.query('begin; lock table risk_signal in row exclusive mode; commit')
    await holder.query('commit')
    expect(await done).toContain('references_found')
    expect(said).toHaveLength(1)
  } finally {
    await Promise.all([early.end(), holder.end(), other.end()])
    const dropping = await connect(dropUrl)
    await dropping.query(`drop database if exists ${name} with (force)`)
    await Promise.all([dropping.end(), admin.end()])
  }
}, 60_000)
