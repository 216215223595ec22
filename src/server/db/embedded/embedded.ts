import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { StartError } from '../../startError.ts'
import { type Binaries, findBinaries } from './binaries.ts'
import { type Cluster, findCluster, freePort, isAlive, openCluster, postmasterOf, spawnPostmaster } from './cluster.ts'

/** A running PostgreSQL of our own. */
export interface Embedded {
  /** The product's database, as the product's own role. */
  url: string
  /** Postmaster's superuser: for tests that make databases. */
  adminUrl: string
  /** Where its cluster lies. */
  folder: string
  /** True when it was still running from a server that was killed. */
  wasRunning: boolean
  pid(): number | undefined
  /** Fast shutdown: open transactions are rolled back, everything acknowledged is on disk. */
  stop(): Promise<void>
}

/** Any number: whoever holds it on the cluster owns the data directory. */
const OWNER_LOCK = 727_002
const START_LIMIT_MS = 30_000
const STOP_LIMIT_MS = 8_000
/** A postmaster that is there but silent so long may be another program under an old number: let PostgreSQL judge. */
const SILENCE_LIMIT_MS = 5_000
const POLL_MS = 25
const RETRY_MS = 1_000

/**
 * Starts the PostgreSQL of a data directory, or takes over one whose server was killed, and keeps it running. The owner
 * is whoever holds an advisory lock on one connection kept for that: it ends with its process, however that dies, so
 * nothing stale is left behind. Throws StartError, in one sentence, when the directory is taken or cannot be used.
 */
export async function startEmbedded(dataDir: string, say: (line: string) => void = () => {}): Promise<Embedded> {
  const binaries = findBinaries(say)
  const cluster = openCluster(dataDir, binaries, say)
  const wasRunning = postmasterOf(cluster) !== undefined
  let port = await freePort()
  let isStopping = false
  let owner: pg.Client
  let recovery: Promise<void> = Promise.resolve()

  const own = async (): Promise<void> => {
    port = await ensureRunning(cluster, binaries, port, () => isStopping)
    owner = await connect(urlOf(cluster, 'postgres', port, 'postgres'))
    const { rows } = await owner.query('select pg_try_advisory_lock($1) as mine', [OWNER_LOCK])
    if (!rows[0].mine) {
      await owner.end()
      throw new StartError(`Another Backlot is already running on the data directory ${dataDir}`)
    }
    // The connection breaks when PostgreSQL was killed or restarts after a crash: see that it runs, and own it again.
    owner.once('end', () => {
      if (!isStopping) recovery = recover()
    })
  }
  const recover = async (): Promise<void> => {
    say('PostgreSQL has gone; starting it again')
    while (!isStopping) {
      try {
        await own()
        say('PostgreSQL runs again')
        return
      } catch (error) {
        say((error as Error).message)
        await wait(RETRY_MS)
      }
    }
  }

  await own()
  await prepare(owner!, cluster)
  return {
    get url() {
      return urlOf(cluster, 'backlot', port, 'backlot')
    },
    get adminUrl() {
      return urlOf(cluster, 'postgres', port, 'postgres')
    },
    folder: cluster.folder,
    wasRunning,
    pid: () => postmasterOf(cluster)?.pid,
    async stop() {
      isStopping = true
      await recovery
      const running = postmasterOf(cluster)
      // SIGINT ends sessions and writes a checkpoint; SIGQUIT leaves the rest to the recovery of the next start.
      for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
        if (!running || !isAlive(running.pid)) break
        process.kill(running.pid, signal)
        for (const end = Date.now() + STOP_LIMIT_MS; isAlive(running.pid) && Date.now() < end; ) await wait(POLL_MS)
      }
      await owner.end().catch(() => {})
    },
  }
}

/** Returns the port of the cluster's postmaster, which answers; starts it first when it does not run. */
async function ensureRunning(
  cluster: Cluster,
  binaries: Binaries,
  wantedPort: number,
  isUnwanted: () => boolean,
): Promise<number> {
  const began = Date.now()
  let port = wantedPort
  let child: { exited: Promise<string> } | undefined
  let failure = ''
  while (Date.now() < began + START_LIMIT_MS && !isUnwanted()) {
    const running = postmasterOf(cluster)
    if (running?.port && (await answers(cluster, running.port))) return running.port
    if (!child && (!running || Date.now() > began + SILENCE_LIMIT_MS)) {
      child = spawnPostmaster(cluster, binaries, port)
      child.exited.then(async (reason) => {
        failure = reason
        // Backends of a killed postmaster take a moment to notice; a port may have been taken since it was chosen.
        if (/address already in use|could not create any TCP/i.test(reason)) port = await freePort()
        await wait(100)
        child = undefined
      })
    }
    await wait(POLL_MS)
  }
  throw new StartError(`The database in ${cluster.folder} does not start${failure ? `: ${failure}` : ''}`)
}

async function answers(cluster: Cluster, port: number): Promise<boolean> {
  try {
    const client = await connect(urlOf(cluster, 'postgres', port, 'postgres'))
    await client.end()
    return true
  } catch (error) {
    if ((error as { code?: string }).code === '28P01')
      throw new StartError(`The PostgreSQL running on ${cluster.folder} does not know our password: it is not ours`)
    return false
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'backlot-owner', keepAlive: true })
  client.on('error', () => {})
  await client.connect()
  return client
}

/** The product works as a role that owns its database and nothing else. */
async function prepare(owner: pg.Client, cluster: Cluster): Promise<void> {
  const { rows } = await owner.query(`select 1 from pg_database where datname = 'backlot'`)
  if (rows.length) return
  await owner.query(
    `do $$ begin create role backlot login password ${pg.escapeLiteral(cluster.password)}; exception when duplicate_object then end $$`,
  )
  await owner.query('create database backlot owner backlot')
}

const urlOf = (cluster: Cluster, user: string, port: number, database: string): string =>
  `postgres://${user}:${encodeURIComponent(cluster.password)}@127.0.0.1:${port}/${database}`

/**
 * The embedded database of a data directory for a command that reads: the running server's, left as it is, or started for
 * as long as the command takes. Throws StartError where there is none.
 */
export async function visitEmbedded(dataDir: string): Promise<{ url: string; stop(): Promise<void> }> {
  const cluster = findCluster(dataDir)
  if (!cluster) throw new StartError(`There is no database in ${dataDir}: set DATA_DIR or DATABASE_URL`)
  const running = postmasterOf(cluster)
  if (running?.port && (await answers(cluster, running.port)))
    return { url: urlOf(cluster, 'backlot', running.port, 'backlot'), stop: async () => {} }
  return startEmbedded(dataDir)
}

/** A cluster in a folder of its own, for tests and trials; `remove` leaves nothing of it. */
export async function startTemporary(): Promise<{ embedded: Embedded; remove(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'backlot-'))
  chmodSync(folder, 0o755)
  const embedded = await startEmbedded(folder)
  return {
    embedded,
    async remove() {
      await embedded.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
