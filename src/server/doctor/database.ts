import type { Db } from '../../core/verb.ts'
import { knownMigrations } from '../db/migrate.ts'
import { type Database, openDatabase } from '../db/pool.ts'
import { faultOfPooler } from '../db/pooler.ts'
import { LAG_LIMIT_MS } from '../db/replica.ts'
import { readGauges } from '../metrics/sql.ts'
import { type Finding, fail, ok, warn } from './doctor.ts'
import { countHeldJobs, readLag, readMigration, readOldestTransaction, readServer, type Server } from './sql.ts'

const OLDEST = 15
/** The pools of one server process, its listener and a command. */
const CONNECTIONS = 22
const [MINUTE, HOUR] = [60, 3_600]
/** Figures of a day come the next morning. */
const DATA_AGE_LIMIT = 36 * HOUR

/** The database, its schema, its queue and its roll-ups, and the replica where one is named. */
export async function checkDatabase(url: string, readUrl: string | undefined): Promise<Finding[]> {
  const database = openDatabase(url, { size: 1 })
  const replica = readUrl ? openDatabase(readUrl, { size: 1 }) : undefined
  try {
    return [
      ...(await checkServer(database)),
      ...(await checkSchema(database)),
      ...(replica ? await checkReplica(database, replica) : []),
    ]
  } catch (error) {
    return [fail(`the database does not answer: ${(error as Error).message}`, 'look at DATABASE_URL and at PostgreSQL')]
  } finally {
    await Promise.all([database.end(), replica?.end()])
  }
}

async function checkServer(database: Database): Promise<Finding[]> {
  await database.rows({ text: 'select 1', values: [] })
  const asked = Date.now()
  const server = await readServer(database)
  return [versionOf(server), clockOf(server, (asked + Date.now()) / 2), ...safetyOf(server), seatsOf(server)]
}

const versionOf = ({ major, encoding, isReplica }: Server): Finding => {
  if (isReplica) return fail('the database is a replica: nothing can be written', 'let DATABASE_URL name the primary')
  if (major < OLDEST) return fail(`PostgreSQL ${major}`, `upgrade to ${OLDEST} or newer`)
  if (encoding !== 'UTF8') return fail(`the database is encoded in ${encoding}`, 'make it anew with encoding UTF8')
  return ok(`PostgreSQL ${major} answers; no extension is needed`)
}

function clockOf({ clock }: Server, here: number): Finding {
  const seconds = Math.abs(clock - here) / 1000
  const what = `the clocks of server and database differ by ${seconds.toFixed(1)} s`
  if (seconds > 30) return fail(what, 'run NTP on both: sessions and second factors go by the clock')
  return seconds > 2 ? warn(what, 'run NTP on both') : ok(what)
}

function safetyOf({ fsync, fullPages, commit, autovacuum }: Server): Finding[] {
  const found: Finding[] = []
  if (fsync !== 'on' || fullPages !== 'on')
    found.push(fail('fsync or full_page_writes is off: a power cut destroys the database', 'switch them on'))
  if (commit === 'off') found.push(fail('synchronous_commit is off: acknowledged writes can be lost', 'switch it on'))
  if (autovacuum !== 'on') found.push(warn('autovacuum is off: lists become slower every day', 'switch it on'))
  return found.length ? found : [ok('what is acknowledged is on disk')]
}

const seatsOf = ({ limit, used }: Server): Finding => {
  const what = `${used} of ${limit} connections are taken`
  const todo = `a server process takes up to ${CONNECTIONS}: raise max_connections`
  return limit - used < CONNECTIONS ? warn(what, todo) : ok(what)
}

async function checkSchema(database: Db): Promise<Finding[]> {
  const [version, { newest }] = [await readMigration(database), await knownMigrations()]
  if (version > newest)
    return [fail(`the schema is at ${version}, this program knows ${newest}`, 'run the newer program')]
  if (version < newest)
    return [warn(`the schema is at ${version} of ${newest}`, 'back up; the next start brings it up to date')]
  return [ok(`the schema is up to date (${version})`), ...(await checkWork(database))]
}

async function checkWork(database: Db): Promise<Finding[]> {
  const gauges = await readGauges(database)
  const [held, open] = [await countHeldJobs(database), await readOldestTransaction(database)]
  const found: Finding[] = []
  const judge = (isWell: boolean, what: string, todo: string) => found.push(isWell ? ok(what) : warn(what, todo))
  const minutes = (seconds: number): string => `${Math.round(seconds / MINUTE)} min`
  judge(
    gauges.failed === 0,
    `${gauges.failed} jobs have failed for good`,
    'see the page “monitor”, and run them again there',
  )
  judge(
    gauges.oldestWaitSeconds < 10 * MINUTE,
    `the job that waits longest has waited ${minutes(gauges.oldestWaitSeconds)}`,
    'start a server, or look what holds its two workers',
  )
  judge(
    held === 0,
    `${held} jobs are held for more than an hour`,
    'their process is gone: they run again four hours after it took them',
  )
  judge(open < HOUR, `the oldest transaction is ${minutes(open)} old`, 'end it: nothing is cleaned up behind it')
  judge(
    gauges.dirtyDays < 3,
    `${gauges.dirtyDays} days and ${gauges.dirtyHours} hours wait to be added up`,
    'look whether jobs run',
  )
  const { dataAgeSeconds: age } = gauges
  judge(
    age !== null && age < DATA_AGE_LIMIT,
    age === null ? 'no day has been delivered yet' : `the newest delivered day ended ${Math.round(age / HOUR)} h ago`,
    'look at the sources: docs/ingest.md',
  )
  return found
}

async function checkReplica(primary: Db, replica: Db): Promise<Finding[]> {
  try {
    const { isReplica } = await readServer(replica)
    if (!isReplica) return [warn('DATABASE_READ_URL is not a replica', 'let it name one, or leave it out')]
    const { seconds, bytes, isFed } = await readLag(primary, replica)
    if (!isFed)
      return [fail('the replica receives nothing from its primary', 'look at the line between them, and at its log')]
    const what = `the replica is ${seconds.toFixed(1)} s and ${(bytes / 1e6).toFixed(1)} MB behind`
    return [seconds * 1000 > LAG_LIMIT_MS ? warn(what, 'look at its load and the line between them') : ok(what)]
  } catch (error) {
    return [fail(`the replica does not answer: ${(error as Error).message}`, 'look at DATABASE_READ_URL')]
  }
}

export async function checkPooler(url: string): Promise<Finding[]> {
  try {
    const fault = await faultOfPooler(url)
    if (fault) return [fail(`the pooler of DATABASE_URL: ${fault}`, 'set it in the pooler: docs/operations.md')]
    return [ok('the pooler of DATABASE_URL answers')]
  } catch (error) {
    return [fail(`the pooler of DATABASE_URL does not answer: ${(error as Error).message}`, 'look at it')]
  }
}
