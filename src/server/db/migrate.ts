import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Logger, runMigrations } from 'graphile-worker'
import pg from 'pg'
import Postgrator from 'postgrator'
import { StartError } from '../startError.ts'
import { projectRoot } from './projectRoot.ts'

/** Any number; all processes that migrate one database agree on it. */
const LOCK = 727_001
/**
 * Whoever waits for a table keeps everybody waiting who comes after: less than a request's statements may take, and then
 * they are let through before it tries again.
 */
const LOCK_WAIT_MS = 2_000
const PAUSE_MS = 1_000
/** PostgreSQL's "lock not available". */
const LOCKED = '55P03'

/** Our file names are `0001_core.sql`: forward only, so there is no action in them as postgrator would have it. */
class Migrations extends Postgrator {
  override async getMigrations(): Promise<Postgrator.Migration[]> {
    const folder = join(projectRoot(), 'migrations')
    const migrations = readdirSync(folder)
      .filter((file) => file.endsWith('.sql'))
      .sort()
      .map((file): Postgrator.Migration => {
        const [, version, name] = /^(\d{4})_(\w+)\.sql$/.exec(file) ?? []
        if (!version || !name) throw new Error(`migrations/${file} is not named like 0001_core.sql`)
        const script = readFileSync(join(folder, file), 'utf8')
        const md5 = createHash('md5').update(script.replaceAll('\r\n', '\n')).digest('hex')
        return { version: +version, action: 'do', filename: join(folder, file), name, md5, getSql: () => script }
      })
    this.migrations = migrations
    return migrations
  }
  declare migrations: Postgrator.Migration[]
}

/**
 * Brings a database to the newest schema: ours in one transaction, wholly in or out, then the job queue's. Processes
 * that start at the same moment take turns, and a table that others use is waited for without holding them up; `say`
 * hears of that. Returns the names of the migrations that were new.
 */
export async function migrate(url: string, say: (line: string) => void = () => {}): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'backlot-migrate' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    let done = await tryMigrating(client)
    if (!done) say('A table that the new schema changes is in use: waiting for it')
    for (; !done; done = await tryMigrating(client)) await wait(PAUSE_MS)
    await migrateQueue(url)
    return done
  } finally {
    await client.end()
  }
}

/** The names of the migrations that were new; undefined when a table is in use, and nothing is done. */
async function tryMigrating(client: pg.Client): Promise<string[] | undefined> {
  await client.query(`begin; set local lock_timeout = ${LOCK_WAIT_MS}`)
  try {
    const done = await applyMigrations(client)
    await client.query('commit')
    return done
  } catch (error) {
    if ((error as { code?: string }).code !== LOCKED) throw error
    await client.query('rollback')
    return undefined
  }
}

/** The tables of the job queue. */
export const migrateQueue = (url: string): Promise<void> =>
  runMigrations({ connectionString: url, logger: new Logger(() => () => {}) })

/** Applies what is missing, up to a version, in the transaction that is open on the connection. Returns the names. */
export async function applyMigrations(client: pg.ClientBase, version?: number): Promise<string[]> {
  const postgrator = new Migrations({
    driver: 'pg',
    schemaTable: 'schema_version',
    execQuery: (query) => client.query(query),
  })
  const done = await postgrator.migrate(version === undefined ? '' : String(version)).catch((error: Error) => {
    // postgrator has no type for this. A landed migration is never edited: the schema would be neither old nor new.
    const changed = /MD5 checksum failed for migration \[(\d+)\]/.exec(error.message)?.[1]
    throw changed
      ? new StartError(
          `Migration ${changed} was edited after this database had it: use a new database, or the version that made it`,
        )
      : error
  })
  if ((await postgrator.getDatabaseVersion()) > (await postgrator.getMaxVersion()))
    throw new StartError('The database belongs to a newer version of Backlot than this one')
  return done.map((migration) => migration.name)
}

/** The newest version the program knows, and what the files of migrations up to a version were, as one word. */
export async function knownMigrations(): Promise<{ newest: number; digestOf(version: number): string }> {
  const all = await new Migrations({ driver: 'pg' }).getMigrations()
  return {
    newest: Math.max(...all.map(({ version }) => version)),
    digestOf: (version) =>
      createHash('sha256')
        .update(
          all
            .filter((one) => one.version <= version)
            .map(({ md5 }) => md5)
            .join(),
        )
        .digest('hex'),
  }
}
