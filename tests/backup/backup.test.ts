import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import sql from 'sql-template-tag'
import { afterAll, expect, inject, it } from 'vitest'
import { setSecretKey } from '../../src/server/auth/secrets.ts'
import { backUp } from '../../src/server/backup/backup.ts'
import { compare, isKeyRight, restore } from '../../src/server/backup/restore.ts'
import { freshDatabase } from '../world.ts'

const folder = mkdtempSync(join(tmpdir(), 'backlot-backup-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const { database, url } = await freshDatabase()
const say = () => {}

const emptyName = `backlot_empty_${process.pid}`
const emptyUrl = Object.assign(new URL(inject('postgres').adminUrl), { pathname: `/${emptyName}` }).href
await ask(inject('postgres').adminUrl, `create database ${emptyName}`)
afterAll(() => ask(inject('postgres').adminUrl, `drop database ${emptyName} with (force)`), 120_000)

async function ask(address: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

const tablesThere = async () =>
  (await ask(emptyUrl, `select count(*)::int as n from pg_tables where schemaname = 'public'`))[0]!.n

it('a backup made under writes is one instant; damaged it changes nothing, whole it comes back row for row', async () => {
  const key = randomBytes(32)
  setSecretKey(key)
  const dataDir = join(folder, 'here')
  mkdirSync(join(dataDir, 'files/incoming'), { recursive: true })
  const [stored, bytes] = [randomUUID(), randomBytes(70_001)]
  writeFileSync(join(dataDir, 'files', stored), bytes)
  await database.rows(
    sql`select graphile_worker.add_job('house:sweep', run_at := '2099-01-01', job_key := 'backup-test')`,
  )

  // Pairs of rows written together: any instant holds both of a pair or none.
  let [isWriting, pairs] = [true, 0]
  const writing = (async () => {
    while (isWriting)
      await database.transaction(async (db) => {
        const name = `pair-${++pairs}`
        await db.rows(sql`insert into throttle (key, failures, window_ends_at) values (${name}, 1, '2099-01-01')`)
        await db.rows(sql`insert into sign_in (access_key, ip, result) values (${name}, '127.0.0.1', 'refused')`)
      })
  })()
  const path = join(folder, 'whole')
  const { tables, files } = await backUp(path, { url, dataDir, hasKey: true, say })
  isWriting = false
  await writing
  expect(existsSync(`${path}.part`)).toBe(false)
  expect(Object.keys(files)).toEqual([stored])
  expect(tables['public.video']!.rows).toBe(
    (await database.one<{ n: number }>(sql`select count(*) as n from video`))!.n,
  )
  await expect(backUp(path, { url, dataDir, hasKey: true, say })).rejects.toThrow('never written over')
  const whole = readFileSync(path)
  expect(whole.includes(key.toString('hex'))).toBe(false)
  expect(whole.includes(key)).toBe(false)

  const there = join(folder, 'there')
  const tries: [string, (copy: Buffer) => Buffer, RegExp][] = [
    ['cut', (copy) => copy.subarray(0, copy.indexOf('tables/') + 9_000), /not whole/],
    ['file', (copy) => copy.fill(0, copy.indexOf(bytes) + 9, copy.indexOf(bytes) + 19), /is damaged/],
    ['rows', (copy) => copy.fill(7, copy.indexOf('tables/') + 5_000, copy.indexOf('tables/') + 5_010), /cannot be/],
    ['other', () => Buffer.alloc(2048, 'x'), /not a backup/],
  ]
  for (const [name, damage, sentence] of tries) {
    const damaged = join(folder, name)
    writeFileSync(damaged, damage(Buffer.from(whole)))
    await expect(restore(damaged, { url: emptyUrl, dataDir: there, say }), name).rejects.toThrow(sentence)
    expect(await tablesThere(), name).toBe(0)
    expect(readdirSync(join(there, 'files')), name).toEqual(['incoming'])
  }

  // Another installation's key: the rows come, and it is said that what is sealed stays sealed.
  setSecretKey(randomBytes(32))
  const restored = await restore(path, { url: emptyUrl, dataDir: there, say })
  expect(restored.isKeyRight).toBe(false)
  setSecretKey(key)
  expect(isKeyRight(restored.about)).toBe(true)
  expect(readFileSync(join(there, 'files', stored))).toEqual(bytes)
  const same = await compare(emptyUrl, restored)
  expect(same.length).toBe(Object.keys(tables).length)
  expect(same.filter(({ isSame }) => !isSame)).toEqual([])

  const [counted] = await ask(
    emptyUrl,
    `select (select count(*)::int from throttle where key like 'pair-%') as halves,
       (select count(*)::int from sign_in where access_key like 'pair-%') as others,
       (select count(*)::int from graphile_worker.jobs where key = 'backup-test') as jobs`,
  )
  expect(counted).toEqual({ halves: counted!.others, others: counted!.others, jobs: 1 })
  expect(pairs).toBeGreaterThan(Number(counted!.others))

  // The schema is that of a migrated database: every index, reference, trigger and partition.
  const SHAPE = `select 'i ' || indexdef as line from pg_indexes where schemaname = 'public'
    union all select 'c ' || conrelid::regclass || ' ' || pg_get_constraintdef(oid) || convalidated from pg_constraint where connamespace = 'public'::regnamespace
    union all select 't ' || tgrelid::regclass || ' ' || tgname || tgenabled::text from pg_trigger where not tgisinternal order by 1`
  const shapeOf = async (address: string) => (await ask(address, SHAPE)).map(({ line }) => String(line))
  const [before, after] = [await shapeOf(url), await shapeOf(emptyUrl)]
  expect(before.filter((line) => !after.includes(line))).toEqual([])
  expect(after.filter((line) => !before.includes(line))).toEqual([])
  expect(after).toEqual(before)

  // Numbers go on where they were, and what differs by one row is seen.
  const [next] = await ask(
    emptyUrl,
    `insert into sign_in (access_key, ip, result) values ('after', '127.0.0.1', 'refused') returning id > (select coalesce(max(id), 0) from sign_in) as is_new`,
  )
  expect(next!.is_new).toBe(true)
  const differing = (await compare(emptyUrl, restored)).filter(({ isSame }) => !isSame)
  expect(differing.map(({ table }) => table)).toEqual(['public.sign_in'])

  await expect(restore(path, { url: emptyUrl, dataDir: join(folder, 'third'), say })).rejects.toThrow('is not empty')
}, 120_000)
