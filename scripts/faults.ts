/**
 * `npm run faults -- NAME`: one campaign of kill and break at full length, against the built product. Its line belongs
 * into docs/campaigns.md. The tests of each run have the short forms.
 */
import { parseArgs } from 'node:util'
import { killDatabase } from './faults/database.ts'
import { fillDisk } from './faults/disk.ts'
import { killExports } from './faults/exports.ts'
import { failOver } from './faults/failover.ts'
import { flap } from './faults/flapping.ts'
import { type Ground, openGround } from './faults/ground.ts'
import { killImports } from './faults/imports.ts'
import { behindPooler } from './faults/pooler.ts'
import { endUnderLoad } from './faults/signals.ts'
import { slowClients } from './faults/slow.ts'
import { soak } from './faults/soak.ts'
import { killUpgrades } from './faults/upgrades.ts'
import { killWrites } from './faults/writes.ts'

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    kills: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '30' },
    rows: { type: 'string', default: '100000' },
    /** A data directory with a large world, as `npm run bench` and `npm run seed` leave one. */
    world: { type: 'string', default: '.cache/bench' },
  },
})
const kills = Number(flags.kills)

/** A campaign on the large world, whose server is gone whatever comes of it. */
async function on(run: (ground: Ground) => Promise<string>): Promise<string> {
  const ground = await openGround(flags.world)
  try {
    return await run(ground)
  } finally {
    await ground.stop()
  }
}

const campaigns: Record<string, () => Promise<string>> = {
  exports: () => on((ground) => killExports(ground, kills)),
  writes: () => on((ground) => killWrites(ground, kills)),
  database: () => on((ground) => killDatabase(ground, kills)),
  signals: () => on((ground) => endUnderLoad(ground, kills)),
  disk: () => fillDisk(Math.min(kills, 20)),
  imports: () => on((ground) => killImports(ground, kills, Number(flags.rows))),
  slow: () => on((ground) => slowClients(ground, Number(flags.seconds))),
  flapping: () => flap(kills),
  upgrades: () => killUpgrades(kills),
  pooler: () => behindPooler(Number(flags.seconds)),
  soak: () => soak(flags.world, Number(flags.seconds)),
  failover: () => failOver(Number(flags.seconds)),
}
const wanted = positionals.length > 0 ? positionals : Object.keys(campaigns)
for (const name of wanted) {
  const campaign = campaigns[name]
  if (!campaign) {
    console.error(`There is no campaign ${name}: ${Object.keys(campaigns).join(', ')}`)
    process.exit(1)
  }
  const began = performance.now()
  console.log(`${name}: ${await campaign()} (${Math.round((performance.now() - began) / 1000)} s)`)
}
