import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, expect, it } from 'vitest'
import { readConfig } from '../../src/server/config.ts'
import { examine, type Visit } from '../../src/server/doctor/doctor.ts'
import { freshDatabase } from '../world.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'backlot-doctor-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
const { database, url } = await freshDatabase()
const well = { DATA_DIR: dataDir, DATABASE_URL: url, SECRET_KEY: 'ab'.repeat(32), DRAIN_SECONDS: '5' }

const lines = async (env: Record<string, string>, visit: Partial<Visit> = {}): Promise<string> => {
  const found = await examine({ config: readConfig(env), url, ...visit })
  return found.map(({ level, what }) => `${level} ${what}`).join('\n')
}

it('finds nothing broken in a deployment that works, and what is broken in one that does not', async () => {
  const healthy = await lines(well)
  expect(healthy).not.toMatch(/^fail/m)
  for (const line of [/^ok PostgreSQL \d+ answers/m, /^ok the schema is up to date/m, /^ok the key is there/m])
    expect(healthy).toMatch(line)
  expect(healthy).toMatch(/^ok 0 jobs have failed for good/m)
  expect(healthy).toMatch(/^ok 0 jobs are held/m)
  expect(healthy).not.toMatch(/DRAIN_SECONDS|SECRET_KEY|DEMO/)

  const poor = await lines({ DATA_DIR: dataDir, DATABASE_URL: url, DEMO: '1' })
  for (const name of ['DEMO=1', 'SECRET_KEY', 'DRAIN_SECONDS=0']) expect(poor).toMatch(new RegExp(`^warn ${name}`, 'm'))
  expect(poor).toMatch(/^warn there is no key yet/m)
  const key = join(dataDir, 'secret.key')
  writeFileSync(key, 'ab'.repeat(32))
  chmodSync(key, 0o644)
  expect(await lines({ DATA_DIR: dataDir, DATABASE_URL: url })).toMatch(/^fail .*secret\.key can be read by others/m)
  chmodSync(key, 0o600)
  expect(await lines({ DATA_DIR: dataDir, DATABASE_URL: url })).toMatch(/^ok the key is there/m)

  await database.rows(sql`select graphile_worker.add_job('house:sweep', job_key := 'doctor', max_attempts := 1)`)
  const setJob = (change: string) =>
    database.pool.query(`update graphile_worker._private_jobs set ${change} where key = 'doctor'`)
  await setJob(`locked_at = now() - interval '2 hours', locked_by = 'gone'`)
  expect(await lines(well)).toMatch(/^warn 1 jobs are held/m)
  await setJob('locked_at = null, locked_by = null, attempts = 1')
  expect(await lines(well)).toMatch(/^warn 1 jobs have failed for good/m)

  // The world's database stands in for a replica that is none.
  expect(await lines({ ...well, DATABASE_READ_URL: url })).toMatch(/^warn DATABASE_READ_URL is not a replica/m)

  await database.rows(sql`insert into schema_version (version, name, md5, run_at) values (9999, 'later', 'x', now())`)
  expect(await lines(well)).toMatch(/^fail the schema is at 9999/m)
  await database.rows(sql`
    delete from schema_version where version >= (select max(version) from schema_version where version < 9999)`)
  expect(await lines(well)).toMatch(/^warn the schema is at \d+ of \d+/m)

  const dead = Object.assign(new URL(url), { port: '1' }).href
  expect(await lines(well, { url: dead })).toMatch(/^fail the database does not answer/m)
  writeFileSync(join(dataDir, 'file'), '')
  expect(await lines({ ...well, DATA_DIR: join(dataDir, 'file') })).toMatch(/^fail files cannot be written/m)
})

it('sees what a proxy takes away or adds', async () => {
  let policy: string[] = ["script-src 'self'"]
  let status = 200
  const proxy = createServer((request, response) => {
    response.statusCode = request.url === '/readyz' ? status : request.url === '/metrics' ? 404 : 200
    response.setHeader('connection', 'close')
    if (policy.length > 0) response.setHeader('content-security-policy', policy)
    response.end()
  }).listen(0, '127.0.0.1')
  await new Promise((done) => proxy.once('listening', done))
  const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const asked = () => lines(well, { url: undefined, address })
  const good = await asked()
  expect(good).toMatch(/^ok Content-Security-Policy is there once/m)
  expect(good).toMatch(/^ok .* is ready/m)
  policy = ["script-src 'self'", "default-src 'none'"]
  expect(await asked()).toMatch(/^warn Content-Security-Policy is sent twice/m)
  policy = []
  status = 503
  const bad = await asked()
  expect(bad).toMatch(/^fail the page comes without our Content-Security-Policy/m)
  expect(bad).toMatch(/^fail .*\/readyz answers 503/m)
  await new Promise((done) => proxy.close(done))
  expect(await asked()).toMatch(/^fail .* does not answer/m)
})
