import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { setSecretKey } from '../src/server/auth/secrets.ts'
import { fillWorld } from '../src/server/db/demo/fill.ts'
import { testSize } from '../src/server/db/demo/size.ts'
import { startTemporary } from '../src/server/db/embedded/embedded.ts'
import { migrate } from '../src/server/db/migrate.ts'
import { openDatabase } from '../src/server/db/pool.ts'
import { actors, tokenOf, world, worldAccounts } from './world.ts'

/**
 * One PostgreSQL for the whole run: DATABASE_URL, whose user must be allowed to make databases, or a temporary one of
 * our own. The world is drawn once, into a template that every test file clones.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const own = process.env.DATABASE_URL ? undefined : await startTemporary()
  if (own) await query(own.embedded.adminUrl, 'alter role backlot createdb')
  const adminUrl = process.env.DATABASE_URL ?? own!.embedded.url
  const template = `backlot_world_${process.pid}`
  const templateUrl = Object.assign(new URL(adminUrl), { pathname: `/${template}` }).href
  await query(adminUrl, `create database ${template}`)
  await migrate(templateUrl)
  const database = openDatabase(templateUrl)
  setSecretKey(randomBytes(32))
  await fillWorld(database, testSize, { more: worldAccounts })
  for (const [actor, key] of Object.entries(actors)) {
    if (!key) continue
    await database.pool.query(
      `insert into session (user_id, token_hash, ip, user_agent, idle_seconds, expires_at, revoked_at, revoked_reason)
       values ($1, sha256($2), '127.0.0.1', 'test', 1000000000, $3, $4, $5)`,
      [
        world.users[key],
        tokenOf(actor as keyof typeof actors),
        actor === 'expired' ? '2026-01-01' : '2099-01-01',
        ...(actor === 'revoked' ? ['2026-11-01', 'logout'] : [null, null]),
      ],
    )
  }
  await database.end()
  // Only a superuser may drop a database while PostgreSQL's own vacuum looks into it.
  project.provide('postgres', { adminUrl, dropUrl: own?.embedded.adminUrl ?? adminUrl, template })
  return async () => {
    if (own) await own.remove()
    else await query(adminUrl, `drop database ${template} with (force)`)
  }
}

async function query(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}
