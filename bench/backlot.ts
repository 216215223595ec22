/** Backlot as it runs, with its jobs, on the bench's database; started by run.ts. */
import { buildApp } from '../src/server/app.ts'
import { openDatabase } from '../src/server/db/pool.ts'
import { openHub } from '../src/server/events/hub.ts'
import { features } from '../src/server/features.ts'
import { openFiles } from '../src/server/files/files.ts'
import { startJobs } from '../src/server/jobs/runner.ts'

const [url] = process.argv.slice(2) as [string]
const dataDir = '.cache/bench-files'
const app = await buildApp({
  database: openDatabase(url, { size: 10 }),
  machineDatabase: openDatabase(url, { size: 5, yields: true }),
  features,
  hub: openHub(url, console.error),
  dataDir,
})
await startJobs({
  database: openDatabase(url, { size: 5, timeoutMs: 0, yields: true }),
  files: openFiles(dataDir),
  features,
  log: console,
})
await app.listen({ port: 0, host: '127.0.0.1' })
process.send!({ port: (app.server.address() as { port: number }).port })
