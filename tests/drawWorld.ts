import { randomBytes } from 'node:crypto'
import { setSecretKey } from '../src/server/auth/secrets.ts'
import { fillWorld } from '../src/server/db/demo/fill.ts'
import { testSize } from '../src/server/db/demo/size.ts'
import { migrate } from '../src/server/db/migrate.ts'
import { openDatabase } from '../src/server/db/pool.ts'
import { actors, tokenOf, world, worldAccounts } from './world.ts'

/** Draws the test world, with a session for every actor, into an empty database. */
export async function drawWorld(url: string): Promise<void> {
  await migrate(url)
  const database = openDatabase(url)
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
}
