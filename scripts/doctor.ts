import { type Config, readConfig } from '../src/server/config.ts'
import { findCluster } from '../src/server/db/embedded/cluster.ts'
import { visitEmbedded } from '../src/server/db/embedded/embedded.ts'
import { examine } from '../src/server/doctor/doctor.ts'
import { StartError } from '../src/server/startError.ts'

const USAGE = 'npm run doctor -- [https://console.example.com]'

/** Prints one line a finding. Ends with 1 when something is broken, with 0 when all is well or merely worth a look. */
async function run(config: Config, address: string | undefined): Promise<void> {
  const visited = !config.databaseUrl && findCluster(config.dataDir) ? await visitEmbedded(config.dataDir) : undefined
  try {
    const found = await examine({ config, url: config.databaseDirectUrl ?? visited?.url, address })
    for (const { level, what, todo } of found) console.log(`${level.padEnd(4)}  ${what}${todo ? ` → ${todo}` : ''}`)
    const count = (wanted: string): number => found.filter(({ level }) => level === wanted).length
    console.log(`${count('ok')} ok, ${count('warn')} worth a look, ${count('fail')} broken`)
    process.exitCode = count('fail') ? 1 : 0
  } finally {
    await visited?.stop()
  }
}

const [address, ...rest] = process.argv.slice(2)
if (rest.length || (address && !/^https?:\/\/[^/]+\/?$/.test(address))) {
  console.error(USAGE)
  process.exit(2)
}
try {
  await run(readConfig(process.env), address?.replace(/\/$/, ''))
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exit(1)
}
