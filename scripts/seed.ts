import { parseArgs } from 'node:util'
import { readConfig } from '../src/server/config.ts'
import { fillWorld } from '../src/server/db/demo/fill.ts'
import { largeSize } from '../src/server/db/demo/size.ts'
import { launchDatabase } from '../src/server/db/launch.ts'
import { StartError } from '../src/server/startError.ts'

const USAGE = 'npm run seed -- [--videos 1000000] [--days 60] [--rows 10]'

/** Fills an empty database with a large drawn world; `--rows` is the number of daily rows a video has at most. */
async function seed(): Promise<void> {
  const { videos, days, rows } = readArguments()
  const launched = await launchDatabase({ ...readConfig({ DEMO: '0', ...process.env }), demo: false }, console.log)
  try {
    const began = Date.now()
    let told = began
    const seconds = (): number => Math.max(1, Math.round((Date.now() - began) / 1000))
    const filled = await fillWorld(launched.database, largeSize(new Date(), videos, days, rows), {
      progress(done, written, left) {
        if (left === 'rows' && Date.now() - told < 2_000 && done < videos) return
        told = Date.now()
        const what = { rows: '', indexes: '; building indexes', statistics: '; collecting statistics' }[left]
        console.log(
          `${seconds()} s: ${done.toLocaleString('en')} of ${videos.toLocaleString('en')} videos, ${written.toLocaleString('en')} daily rows${what}`,
        )
      },
    })
    if (!filled) throw new StartError('The database is not empty: seed a new one (another DATA_DIR or DATABASE_URL)')
    console.log(`Done in ${seconds()} s; the accounts are those of the demo`)
  } finally {
    await launched.stop()
  }
}

function readArguments(): { videos: number; days: number; rows: number } {
  const wholeNumber = (name: string, text: string, max: number): number => {
    if (!/^\d+$/.test(text) || +text < 1 || +text > max)
      throw new StartError(`--${name} must be a number from 1 to ${max}. ${USAGE}`)
    return +text
  }
  try {
    const { values } = parseArgs({
      options: {
        videos: { type: 'string', default: '1000000' },
        days: { type: 'string', default: '60' },
        rows: { type: 'string', default: '10' },
      },
    })
    return {
      videos: wholeNumber('videos', values.videos, 100_000_000),
      days: wholeNumber('days', values.days, 3_650),
      rows: wholeNumber('rows', values.rows, 3_650),
    }
  } catch (error) {
    throw error instanceof StartError ? error : new StartError(`${(error as Error).message.split('.')[0]}. ${USAGE}`)
  }
}

seed().catch((error: unknown) => {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
})
