import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { setUnionAddress } from '../features/affiliate/upstream/union.ts'
import { LINK_SECONDS } from '../features/session/limits.ts'
import { buildApp } from './app.ts'
import { accountsOn } from './auth/accounts.ts'
import { readSecretKey } from './auth/secrets.ts'
import { ensureAdmin, hasNoUser } from './auth/sql.ts'
import { type Config, readConfig } from './config.ts'
import { accounts, DEMO_PASSWORD } from './db/demo/accounts.ts'
import { type Launched, launchDatabase } from './db/launch.ts'
import { openDatabase } from './db/pool.ts'
import { projectRoot } from './db/projectRoot.ts'
import { openReplica } from './db/replica.ts'
import { openHub } from './events/hub.ts'
import { features } from './features.ts'
import { openStore } from './files/open.ts'
import { setScanner } from './files/scan.ts'
import { startJobs } from './jobs/runner.ts'
import { freeAbandonedJobs } from './jobs/sql.ts'
import { logOptions } from './log.ts'
import { setMail } from './mail/mailer.ts'
import { openMeter } from './metrics/meter.ts'
import { startRecording } from './metrics/record.ts'
import { setOutbound } from './outbound/outbound.ts'
import { StartError } from './startError.ts'

const EXIT_LIMIT_MS = 10_000
const JOB_CONNECTIONS = 6
const MACHINE_CONNECTIONS = 5

interface Running {
  stop(): Promise<void>
  /** Ends what would outlive the process, when there is no time left to stop. */
  cut?(): Promise<void>
}

const say = (line: string): void => console.log(`backlot: ${line}`)

/** Starts everything in order; what was started is stopped in the opposite one, at a signal or when a step fails. */
async function start(): Promise<void> {
  const config = readConfig(process.env)
  const running: Running[] = []
  let stopping: Promise<void> | undefined
  const stop = (): Promise<void> => {
    stopping ??= (async () => {
      for (const part of running.reverse()) await part.stop()
    })()
    return stopping
  }
  const cut = async () => {
    for (const part of running) await part.cut?.()
    process.exit(1)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      // Requests and jobs under way are finished; what takes longer than this is cut off and safe to run again.
      setTimeout(cut, EXIT_LIMIT_MS + config.drainSeconds * 1000).unref()
      stop().then(() => process.exit(0), cut)
    })
  try {
    await startParts(config, running)
  } catch (error) {
    await stop()
    throw error
  }
}

async function startParts(config: Config, running: Running[]): Promise<void> {
  const launched = await launchDatabase(config, say)
  running.push(launched)
  const store = await openStore(config)
  running.push(store)
  // On the same cores, jobs and machines yield to people.
  const yields = launched.isEmbedded
  const jobDatabase = openDatabase(launched.url, { size: JOB_CONNECTIONS, timeoutMs: 0, yields })
  running.push({ stop: () => jobDatabase.end() })
  // Requests may come through a pooler; jobs, LISTEN and migrations want PostgreSQL itself.
  const isPooled = config.databaseUrl !== config.databaseDirectUrl
  const requestUrl = config.databaseUrl ?? launched.url
  const database = isPooled ? openDatabase(requestUrl, { isPooled }) : launched.database
  if (isPooled) running.push({ stop: () => database.end() })
  const machineDatabase = openDatabase(requestUrl, { size: MACHINE_CONNECTIONS, yields, isPooled })
  running.push({ stop: () => machineDatabase.end() })
  let warn = (_: unknown): void => {}
  let tell = (_line: string, _error?: unknown): void => {}
  const { databaseReadUrl } = config
  const replica = databaseReadUrl ? openReplica(databaseReadUrl, database, (...what) => tell(...what)) : undefined
  if (replica) running.push(replica)
  const hub = openHub(launched.url, (error) => warn(error))
  running.push(hub)
  setUnionAddress(config.unionUrl)
  setOutbound({ allowed: config.outboundAllow })
  setMail(config.mail)
  setScanner(config.scanner)
  const meter = openMeter()
  const app = await buildApp({
    database,
    machineDatabase,
    replica,
    features,
    hub,
    dataDir: config.dataDir,
    store,
    secretKey: readSecretKey(config.dataDir, config.secretKey),
    webDir: join(projectRoot(), 'dist', 'web'),
    meter,
    metricsToken: config.metricsToken,
    logger: logOptions(config.logLevel, process.stderr),
  })
  warn = (error) => app.log.warn({ err: error }, 'events')
  tell = (line, error) => app.log.warn({ err: error }, line)
  if (!config.databaseUrl) await freeAbandonedJobs(jobDatabase)
  running.push(await startJobs({ database: jobDatabase, files: store.files, features, log: app.log, replica }))
  running.push(startRecording(database, meter, (error) => app.log.warn({ err: error }, 'metrics')))
  running.push({
    async stop() {
      app.drain()
      await wait(config.drainSeconds * 1000)
      await app.close()
    },
  })
  await listen(app, config)
  await welcome(app, config, launched)
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'EADDRINUSE')
      throw new StartError(`Port ${port} is in use: stop what listens there or set PORT to another`)
    if (code === 'EACCES')
      throw new StartError(`Port ${port} may not be used by this account: set PORT to 1024 or above`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new StartError(`HOST ${host} is not an address of this machine`)
    throw error
  }
}

/** Says where to go, and how to get in: the demo accounts, or on an empty database the first administrator's link. */
async function welcome(app: FastifyInstance, { demo, host }: Config, { database }: Launched): Promise<void> {
  const { port } = app.server.address() as AddressInfo
  const name = host.includes(':') ? `[${host}]` : host
  const origin = `http://${name}:${port}`
  say(`ready on ${origin}`)
  if (demo) say(`accounts ${accounts.map(({ key }) => key).join(', ')}; password ${DEMO_PASSWORD}`)
  if (!(await hasNoUser(database))) return
  const path = await database.transaction(async (db) => {
    const id = await ensureAdmin(db, 'admin')
    return (await accountsOn(db, null).createPasswordLink(id!, LINK_SECONDS.console)).path
  })
  say(
    `there is no account yet; set the password of the first administrator (admin) within 30 minutes: ${origin}${path}`,
  )
}

start().catch((error: unknown) => {
  // Whoever starts a server reads one sentence; only what nobody foresaw comes with its trace.
  console.error(error instanceof StartError ? `backlot: ${error.message}` : error)
  process.exit(1)
})
