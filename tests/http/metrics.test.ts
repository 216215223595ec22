import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../src/server/app.ts'
import { features } from '../../src/server/features.ts'
import { openMeter } from '../../src/server/metrics/meter.ts'
import { startRecording } from '../../src/server/metrics/record.ts'
import { addMinutes } from '../../src/server/metrics/sql.ts'
import { freshDatabase, signedIn } from '../world.ts'

const { database } = await freshDatabase()
const dataDir = mkdtempSync(join(tmpdir(), 'backlot-metrics-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
const open = async (options: { metricsToken?: string } = {}) => {
  const meter = openMeter()
  const app = await buildApp({ database, features, dataDir, webDir: join(dataDir, 'web'), meter, ...options })
  afterAll(() => app.close())
  return { app, meter }
}
const { app, meter } = await open()
const TOKEN = 'a-scraper-s-own-token'
const guarded = await open({ metricsToken: TOKEN })

describe('who may read /metrics', () => {
  const ask = (of: typeof app, remoteAddress: string, headers: Record<string, string> = {}) =>
    of.inject({ url: '/metrics', remoteAddress, headers }).then(({ statusCode }) => statusCode)

  it('without a token: this machine, and nobody through a proxy on it', async () => {
    expect(await ask(app, '127.0.0.1')).toBe(200)
    expect(await ask(app, '::ffff:127.0.0.1')).toBe(200)
    expect(await ask(app, '203.0.113.9')).toBe(404)
    for (const name of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'])
      expect(await ask(app, '127.0.0.1', { [name]: '203.0.113.9' }), name).toBe(404)
    // An administrator's session opens nothing either: it is a scraper's page.
    expect(await ask(app, '203.0.113.9', signedIn('adminKeyAdmin'))).toBe(404)
  })

  it('with a token: whoever brings it, and not even this machine without', async () => {
    expect(await ask(guarded.app, '203.0.113.9', { authorization: `Bearer ${TOKEN}` })).toBe(200)
    expect(await ask(guarded.app, '127.0.0.1')).toBe(404)
    expect(await ask(guarded.app, '127.0.0.1', { authorization: `Bearer ${TOKEN}x` })).toBe(404)
    expect(await ask(guarded.app, '127.0.0.1', signedIn('adminKeyAdmin'))).toBe(404)
  })
})

/** Samples by name and labels; throws where a line is not of the Prometheus text format. */
function samplesOf(page: string): Map<string, number> {
  const found = new Map<string, number>()
  const typed = new Set<string>()
  for (const line of page.trimEnd().split('\n')) {
    const type = /^# TYPE (\w+) (counter|gauge|histogram)$/.exec(line)
    if (type) typed.add(type[1]!)
    if (line.startsWith('#')) continue
    const [, key, name, value] = /^((\w+)(?:\{(?:\w+="(?:[^"\\\n]|\\.)*",?)*\})?) (\S+)$/.exec(line) ?? []
    if (!key || Number.isNaN(Number(value))) throw new Error(`no sample: ${line}`)
    if (!typed.has(name!) && !typed.has(name!.replace(/_(bucket|sum|count)$/, ''))) throw new Error(`untyped: ${line}`)
    if (found.has(key)) throw new Error(`twice: ${key}`)
    found.set(key, Number(value))
  }
  return found
}

it('counts answers by route, never by address, and leaves the probes out', async () => {
  await app.inject({ url: '/api/data/1', headers: signedIn('adminKeyAdmin') })
  await app.inject({ url: '/api/data/999999999', headers: signedIn('adminKeyAdmin') })
  await app.inject({ url: '/api/data/999999998' })
  await app.inject({ url: '/api/nothing/here?secret=1' })
  const page = (await app.inject({ url: '/metrics' })).body
  const samples = samplesOf(page)
  const of = (status: string) =>
    samples.get(`backlot_http_requests_total{method="GET",route="/api/data/:id",status="${status}"}`)
  expect([of('ok'), of('4xx'), of('5xx')]).toEqual([1, 2, 0])
  expect(samples.get('backlot_http_requests_total{method="GET",route="none",status="4xx"}')).toBe(1)
  // Without the samples' values: a fraction of a second may end in as many nines as an id.
  expect(page.replace(/ \S+$/gm, '')).not.toMatch(/99999999|secret|metrics"|readyz/)
  const histogram = 'backlot_http_request_duration_seconds'
  const labels = 'method="GET",route="/api/data/:id"'
  const buckets = [...samples].filter(([key]) => key.startsWith(`${histogram}_bucket{${labels}`)).map(([, n]) => n)
  expect(buckets).toEqual([...buckets].sort((a, b) => a - b))
  expect(buckets.at(-1)).toBe(3)
  expect(samples.get(`${histogram}_count{${labels}}`)).toBe(3)
  expect(samples.get('backlot_database_up')).toBe(1)
  expect(samples.get('backlot_jobs{state="failed"}')).toBe(0)
})

it('says that the database is away instead of failing', async () => {
  const gone = await freshDatabase()
  const away = await buildApp({ database: gone.database, features, dataDir, webDir: join(dataDir, 'web') })
  await gone.database.end()
  const answer = await away.inject({ url: '/metrics' })
  expect(answer.statusCode).toBe(200)
  expect(samplesOf(answer.body).get('backlot_database_up')).toBe(0)
  await away.close()
})

describe('minutes in the database', () => {
  const read = async () =>
    (
      await database.pool.query(
        `select route, sum(requests)::int as requests, sum(failed)::int as failed, sum(buckets[1])::int as fast, max(slowest_ms) as slowest,
           count(*)::int as rows from request_minute group by route order by route`,
      )
    ).rows

  it('are added to, by every process its own, and what could not be written is kept', async () => {
    await database.pool.query('delete from request_minute')
    const now = new Date('2026-11-20T02:03:04Z')
    const [one, two] = [openMeter(), openMeter()]
    one.observe('GET', '/api/a', 200, 3, now)
    one.observe('GET', '/api/a', 503, 7000, now)
    const lost = one.take()
    one.putBack(lost)
    await addMinutes(database, 'one', one.take())
    one.observe('GET', '/api/a', 200, 4, now)
    await addMinutes(database, 'one', one.take())
    two.observe('GET', '/api/a', 404, 1, now)
    await addMinutes(database, 'two', two.take())
    expect(await read()).toEqual([{ route: '/api/a', requests: 4, failed: 1, fast: 3, slowest: 7000, rows: 2 }])
    expect(one.take()).toEqual([])
    expect(one.totals()[0]).toMatchObject({ requests: 3, failed: 1 })
  })

  it('the rest is written when the server stops', async () => {
    await database.pool.query('delete from request_minute')
    meter.take()
    const recording = startRecording(database, meter, (error) => expect(error).toBeUndefined())
    await app.inject({ url: '/api/user/info', method: 'POST', headers: signedIn('leader') })
    await recording.stop()
    expect(await read()).toMatchObject([{ route: '/api/user/info', requests: 1 }])
  })
})

it('/readyz says no while the server is about to stop, and everything else is served to its end', async () => {
  const { app: stopping } = await open()
  expect((await stopping.inject({ url: '/readyz' })).statusCode).toBe(200)
  stopping.drain()
  const ready = await stopping.inject({ url: '/readyz' })
  expect([ready.statusCode, ready.json().status, ready.headers.connection]).toEqual([503, 'stopping', 'close'])
  const answer = await stopping.inject({ url: '/api/user/info', method: 'POST', headers: signedIn('leader') })
  expect([answer.statusCode, answer.headers.connection]).toEqual([200, 'close'])
  expect((await stopping.inject({ url: '/healthz' })).statusCode).toBe(200)
})
