import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { startTemporary } from '../../src/server/db/embedded/embedded.ts'
import { drawn, openGround } from './ground.ts'

const SECRET_KEY = 'ab'.repeat(32)
const SCHEMA = `
  select 'column' as kind, table_schema || '.' || table_name || '.' || column_name as name,
    concat_ws(' ', data_type, is_nullable, column_default) as what
  from information_schema.columns where table_schema not in ('pg_catalog', 'information_schema')
  union all select 'index', schemaname || '.' || indexname, indexdef from pg_indexes where schemaname not in ('pg_catalog', 'information_schema')
  union all select 'constraint', conrelid::regclass || '.' || conname, pg_get_constraintdef(oid) from pg_constraint where connamespace::regnamespace::text not in ('pg_catalog', 'information_schema')
  union all select 'trigger', tgrelid::regclass || '.' || tgname, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  order by 1, 2, 3`

/**
 * Kills a server that is bringing an empty database up to date, then starts it again: it must come up by itself with the
 * schema of an undisturbed one, each migration noted once.
 */
export async function killUpgrades(kills: number): Promise<string> {
  const draw = drawn('upgrades')
  const { embedded, remove } = await startTemporary()
  const folder = mkdtempSync(join(tmpdir(), 'backlot-server-'))
  const admin = new pg.Client({ connectionString: embedded.adminUrl })
  await admin.connect()
  const ownerOf = new URL(embedded.url).username
  const at = (name: string): string => Object.assign(new URL(embedded.url), { pathname: `/${name}` }).href
  const create = async (name: string): Promise<string> => {
    await admin.query(`create database ${name} owner ${ownerOf}`)
    return at(name)
  }
  try {
    const whole = await create('whole')
    const undisturbed = await openGround(folder, { DATABASE_URL: whole, SECRET_KEY })
    const began = performance.now()
    const first = undisturbed.start()
    while ((await notedIn(whole)) < 0) await wait(5)
    const takesMs = performance.now() - began
    await first
    await undisturbed.stop()
    const wanted = await schemaOf(whole)
    const sums = { between: 0, before: 0, after: 0, other: 0, doubled: 0, notUp: 0 }
    for (let kill = 0; kill < kills; kill++) {
      const name = `kill_${kill}`
      const url = await create(name)
      const ground = await openGround(folder, { DATABASE_URL: url, SECRET_KEY })
      const starting = ground.start().catch(() => {})
      // They are one transaction: mostly while it is under way, sometimes just behind it.
      await wait(takesMs * (0.3 + draw() * 0.8))
      await ground.kill()
      await starting
      const noted = await notedIn(url)
      sums[noted <= 0 ? 'before' : noted < wanted.noted ? 'between' : 'after']++
      await ground.start().catch(() => sums.notUp++)
      const now = await schemaOf(url)
      if (now.digest !== wanted.digest) sums.other++
      if (now.noted !== wanted.noted) sums.doubled++
      await ground.stop()
      await admin.query(`drop database ${name} with (force)`)
    }
    return `${kills} kills of a server that brings an empty database up to date (${wanted.noted} migrations, ${(takesMs / 1000).toFixed(1)} s undisturbed): ${sums.before} while none was noted, ${sums.between} with some of them, ${sums.after} with all; started again, ${sums.notUp} did not come up, ${sums.other} have another schema than an undisturbed one, ${sums.doubled} another number of migrations noted`
  } finally {
    await admin.end()
    await remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function query<T extends pg.QueryResultRow>(url: string, text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<T>(text)).rows
  } finally {
    await client.end()
  }
}

/** How many migrations are noted; -1 before the first statement. */
async function notedIn(url: string): Promise<number> {
  const [there] = await query<{ there: boolean }>(url, `select to_regclass('schema_version') is not null as there`)
  if (!there!.there) return -1
  const [noted] = await query<{ count: number }>(
    url,
    'select count(*)::int as count from schema_version where version > 0',
  )
  return noted!.count
}

async function schemaOf(url: string): Promise<{ digest: string; noted: number }> {
  const rows = await query(url, SCHEMA)
  const digest = createHash('sha256').update(JSON.stringify(rows)).digest('hex')
  return { digest, noted: await notedIn(url) }
}
