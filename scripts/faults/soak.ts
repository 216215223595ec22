import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { visitEmbedded } from '../../src/server/db/embedded/embedded.ts'
import { type Ground, openGround, POLL_MS } from './ground.ts'
import { traffic } from './traffic.ts'

const PER_SECOND = 50
/** Under way at most: a machine that is too slow is asked less, and the line says how much. */
const AT_ONCE = 40
const SAMPLES = 100
/** The lowest figure of each counts: what is between two collections is no leak. */
const WINDOWS = 10
const WARM = 0.2
/** Pools close what is idle for a minute. */
const REST_MS = 70_000
const REST_LIMIT_MS = 150_000
const MEGABYTE = 2 ** 20
/** The server collects its garbage when it is told to, so that memory is measured without what only waits for it. */
const COLLECTING = `--import=data:text/javascript,${encodeURIComponent(
  `import v8 from 'node:v8'; import vm from 'node:vm'; v8.setFlagsFromString('--expose-gc'); const gc = vm.runInNewContext('gc'); process.on('SIGUSR2', () => gc())`,
)}`

interface Sample {
  atHours: number
  rss: number
  heap: number
  files: number
  connections: number
  streams: number
  jobs: number
}

/**
 * Fifty requests a second as people send them, for so long; then the server is left alone. Memory may not grow once it is
 * warm, and nothing that was opened may stay open. The clock is not touched: a run of minutes has fewer rounds of the
 * jobs of the clock than eight hours, and more requests than a quiet office sends in a day.
 */
export async function soak(world: string, seconds: number): Promise<string> {
  const isOurs = !existsSync(world)
  const dataDir = isOurs ? mkdtempSync(join(tmpdir(), 'backlot-soak-')) : world
  chmodSync(dataDir, 0o755)
  const ground = await openGround(dataDir, { DEMO: '1', NODE_OPTIONS: COLLECTING })
  await ground.start()
  const { url } = await visitEmbedded(dataDir)
  const watcher = new pg.Client({ connectionString: url, application_name: 'watcher' })
  await watcher.connect()
  try {
    return await run(ground, watcher, seconds)
  } finally {
    await watcher.end()
    await ground.stop()
    if (isOurs) rmSync(dataDir, { recursive: true, force: true })
  }
}

async function run(ground: Ground, watcher: pg.Client, seconds: number): Promise<string> {
  const people = await traffic(ground)
  const look = (): Promise<Sample> => measure(ground, watcher)
  // Everything has been done once, and everything is closed again: so it must be in the end.
  await people.oneOfEach()
  await wait(REST_MS)
  const before = await look()

  const began = performance.now()
  const end = began + seconds * 1000
  const samples: Sample[] = []
  let sent = 0
  const sampling = (async () => {
    while (performance.now() < end) {
      await wait((seconds * 1000) / SAMPLES)
      samples.push(await look())
    }
  })()
  while (performance.now() < end) {
    await wait(1000 / PER_SECOND)
    for (; people.underWay() < AT_ONCE && sent < ((performance.now() - began) / 1000) * PER_SECOND; sent++) people.act()
  }
  await sampling
  await people.end()
  const after = await rested(look, before)

  const warm = samples.slice(Math.floor(samples.length * WARM))
  const mb = (bytes: number): string => (bytes / MEGABYTE).toFixed(1)
  const course = (of: 'rss' | 'heap'): string => {
    const { slope, lowest } = lowerLine(warm, of)
    console.log(`${of}: ${lowest.map(mb).join(', ')} MB`)
    return `${mb(lowest[0]!)} to ${mb(lowest.at(-1)!)} MB, ${mb(slope)} MB an hour`
  }
  const most = (of: 'files' | 'connections' | 'streams' | 'jobs'): number => Math.max(...samples.map((one) => one[of]))
  const pair = (of: 'files' | 'connections' | 'streams' | 'jobs'): string =>
    `${before[of]} before, ${most(of)} at most, ${after[of]} after`
  return `${seconds} s, ${Math.round(people.answers() / seconds)} answers a second (${people.words()}); after the first fifth, lowest figures after a collection: resident ${course('rss')}, heap ${course('heap')}; open files and sockets ${pair('files')}; connections ${pair('connections')}; streams ${pair('streams')}; jobs in the queue ${pair('jobs')}`
}

/** What the server says of itself once it has collected its garbage, and what PostgreSQL says of it. */
async function measure(ground: Ground, watcher: pg.Client): Promise<Sample> {
  ground.child().kill('SIGUSR2')
  await fetch(`${ground.url}/healthz`)
  const page = await (await fetch(`${ground.url}/metrics`)).text()
  const read = (name: string): number => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(page)![1])
  const { rows } = await watcher.query(`
    select (select count(*)::int from pg_stat_activity where starts_with(application_name, 'backlot')) as connections,
      (select count(*)::int from graphile_worker.jobs) as jobs`)
  return {
    atHours: performance.now() / 3_600_000,
    rss: read('process_resident_memory_bytes'),
    heap: read('nodejs_heap_size_used_bytes'),
    files: read('process_open_fds'),
    streams: read('backlot_event_streams'),
    ...rows[0],
  }
}

/** When no more is open than there was, or after the time in which pools close what is idle. */
async function rested(look: () => Promise<Sample>, before: Sample): Promise<Sample> {
  for (const end = performance.now() + REST_LIMIT_MS; ; await wait(10 * POLL_MS)) {
    const now = await look()
    const isBack = now.files <= before.files && now.connections <= before.connections && now.streams === 0
    if (isBack || performance.now() > end) return now
  }
}

/** The line of least squares through the lowest figure of each window. */
function lowerLine(samples: readonly Sample[], of: 'rss' | 'heap') {
  const each = Math.ceil(samples.length / WINDOWS)
  const lowest: Sample[] = []
  for (let at = 0; at < samples.length; at += each)
    lowest.push(samples.slice(at, at + each).reduce((low, one) => (one[of] < low[of] ? one : low)))
  const mean = (of: 'rss' | 'heap' | 'atHours'): number => lowest.reduce((sum, one) => sum + one[of], 0) / lowest.length
  const [meanAt, meanOf] = [mean('atHours'), mean(of)]
  const sum = (value: (one: Sample) => number): number => lowest.reduce((sum, one) => sum + value(one), 0)
  const slope = sum((one) => (one.atHours - meanAt) * (one[of] - meanOf)) / sum((one) => (one.atHours - meanAt) ** 2)
  return { slope, lowest: lowest.map((one) => one[of]) }
}
