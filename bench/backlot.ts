/** Backlot as it runs, on the bench's database; started by run.ts. */
import { buildApp } from '../src/server/app.ts'
import { openDatabase } from '../src/server/db/pool.ts'
import { features } from '../src/server/features.ts'

const [url] = process.argv.slice(2) as [string]
const app = await buildApp({ database: openDatabase(url, { size: 10 }), features, dataDir: '.cache/bench-files' })
await app.listen({ port: 0, host: '127.0.0.1' })
process.send!({ port: (app.server.address() as { port: number }).port })
