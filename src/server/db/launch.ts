import pg from 'pg'
import { readSecretKey, setSecretKey } from '../auth/secrets.ts'
import type { Config } from '../config.ts'
import { openStore } from '../files/open.ts'
import { StartError } from '../startError.ts'
import { fillWorld } from './demo/fill.ts'
import { demoSize } from './demo/size.ts'
import { startEmbedded } from './embedded/embedded.ts'
import { migrate } from './migrate.ts'
import { type Database, openDatabase } from './pool.ts'
import { faultOfPooler } from './pooler.ts'

export interface Launched {
  /** Leads to PostgreSQL itself, past a pooler. */
  url: string
  database: Database
  /** PostgreSQL is ours and runs on this machine. */
  isEmbedded: boolean
  /** Closes the connections, then stops the embedded PostgreSQL. */
  stop(): Promise<void>
  /** Ends the embedded PostgreSQL under whoever still asks it: nothing of ours runs on after the server. */
  cut(): Promise<void>
}

const OLDEST = 15
const CONNECT_LIMIT_MS = 5_000

/**
 * What happens before the server listens: finds or starts PostgreSQL, brings it to the newest schema, and fills an empty
 * one with the demo world where that is asked for. `say` hears one line per step. Throws StartError.
 */
export async function launchDatabase(config: Config, say: (line: string) => void): Promise<Launched> {
  const embedded = config.databaseUrl ? undefined : await startEmbedded(config.dataDir, say)
  if (embedded)
    say(
      embedded.wasRunning ? 'PostgreSQL was still running and is ours again' : `PostgreSQL runs in ${embedded.folder}`,
    )
  const url = config.databaseDirectUrl ?? embedded!.url
  const database = openDatabase(url)
  const stop = async (): Promise<void> => {
    await database.end()
    await embedded?.stop()
  }
  try {
    if (config.databaseUrl) await checkReachable(config.databaseUrl, 'DATABASE_URL')
    if (config.databaseUrl && config.databaseUrl !== url) {
      await checkReachable(url, 'DATABASE_DIRECT_URL')
      const fault = await faultOfPooler(config.databaseUrl)
      if (fault) throw new StartError(`DATABASE_URL leads through a pooler, and ${fault}: see docs/operations.md`)
    }
    const migrations = await migrate(url, say)
    if (migrations.length) say(`The schema is up to date (new: ${migrations.join(', ')})`)
    // The demo seals account numbers, which the server then opens.
    setSecretKey(readSecretKey(config.dataDir, config.secretKey))
    if (config.demo) await fillDemo(config, database, say)
  } catch (error) {
    await stop()
    throw error
  }
  return { url, database, isEmbedded: !!embedded, stop, cut: async () => embedded?.stop() }
}

async function fillDemo(config: Config, database: Database, say: (line: string) => void): Promise<void> {
  const store = await openStore(config)
  try {
    if (await fillWorld(database, demoSize(new Date()), { files: store.files })) say('The demo world is filled in')
  } finally {
    await store.stop()
  }
}

/** Throws StartError, which names the server but not the password, when the database does not answer or is too old. */
async function checkReachable(url: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_LIMIT_MS })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query(`select current_setting('server_version_num')::int / 10000 as version`)
    if (rows[0].version < OLDEST)
      throw new StartError(`${name} is PostgreSQL ${rows[0].version}; Backlot needs ${OLDEST} or newer`)
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(`The database of ${name} (${placeOf(url)}) cannot be reached: ${reasonOf(error as Error)}`)
  } finally {
    await client.end().catch(() => {})
  }
}

function placeOf(url: string): string {
  try {
    const { hostname, port, pathname } = new URL(url)
    return `${hostname || 'localhost'}:${port || 5432}${pathname}`
  } catch {
    return 'not an address'
  }
}

function reasonOf(error: Error & { code?: string }): string {
  switch (error.code) {
    case 'ECONNREFUSED':
      return 'nothing listens there'
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'the host name is unknown'
    case '28P01':
    case '28000':
      return 'user or password are refused'
    case '3D000':
      return 'there is no such database'
    default:
      return error.message || error.code || 'no answer'
  }
}
