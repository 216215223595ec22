import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import sql from 'sql-template-tag'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { october, octoberBills, octoberSums } from '../../../tests/affiliate/october.ts'
import { startFakeUnion } from '../../../tests/fakeUnion.ts'
import { type Actor, freshDatabase, signedIn } from '../../../tests/world.ts'
import { buildApp } from '../../server/app.ts'
import { features } from '../../server/features.ts'
import { openFiles } from '../../server/files/files.ts'
import { jobContext } from '../../server/jobs/context.ts'
import { MAX_COOKIE_BYTES, parseCookies, pinOf } from './cookies.ts'
import { affiliate } from './server.ts'
import { setUnionAddress, signOf } from './upstream/union.ts'
import { windowsOf } from './upstream/upstream.ts'

const { database } = await freshDatabase()
const dataDir = mkdtempSync(join(tmpdir(), 'backlot-union-'))
/** Everything the server ever says to its log. */
let log = ''
const stream = new Writable({
  write(chunk, _, done) {
    log += chunk
    done()
  },
})
const app = await buildApp({
  database,
  features,
  dataDir,
  webDir: join(dataDir, 'web'),
  logger: { level: 'trace', stream },
})
const fake = await startFakeUnion()
setUnionAddress(fake.url)
afterAll(async () => {
  await app.close()
  await fake.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Every answer the server ever gave. */
let answers = ''
async function ask(as: Actor, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, body?: object) {
  const answer = await app.inject({ method, url, headers: signedIn(as), ...(body && { payload: body }) })
  answers += `${answer.body}\n${JSON.stringify(answer.headers)}\n`
  const isJson = String(answer.headers['content-type']).includes('json')
  const data = isJson ? answer.json().data : null
  return { status: answer.statusCode, data, reason: data?.reason as string | undefined }
}
const files = openFiles(dataDir)
const run = (name: string, now: Date, payload: Record<string, unknown> = {}) =>
  affiliate.jobs!.find((job) => job.name === name)!.run(jobContext(database, files, now), payload)
const shanghai = (time: string): Date => new Date(`${time.replace(' ', 'T')}+08:00`)

const blank = { siteId: null, positionId: '3003581', sharePpm: 700_000, requiredCookies: [], remark: null }
async function makeAccount(source: 'api' | 'cookie', more: object = {}): Promise<string> {
  const keys = source === 'api' ? { appKey: fake.appKey.replace('-', '_'), secret: fake.secret } : {}
  const body = { alias: '主账号', unionId: '77', source, ...blank, ...keys, ...more }
  return (await ask('adminOther', 'POST', '/api/jd-accounts', body)).data.id
}
const state = (id: string) =>
  database.one<Record<string, any>>(sql`select * from union_account where id = ${id}`) as Promise<Record<string, any>>
const todos = () =>
  database.rows<{ title: string }>(
    sql`select distinct dedup_key from message where type = 'todo' and biz_type = 'affiliate' and status = 0`,
  )

beforeEach(async () => {
  await database.pool.query(
    'truncate jd_month_close, jd_daily, jd_fee_line, jd_order_history, jd_order_import, jd_order cascade',
  )
  await database.pool.query('truncate union_account cascade')
  await database.rows(sql`delete from message`)
  Object.assign(fake, { rows: [], troubles: [], asked: [], appKey: 'fake_key', pageRows: 3 })
})

describe('cookies as people have them', () => {
  const same = [
    ['pairs', 'pin=jd_fake; token=abc'],
    ['a header', 'Cookie: pin=jd_fake; token=abc'],
    ['lines', 'pin=jd_fake\ntoken=abc\n'],
    ['an extension’s JSON', '[{"name":"pin","value":"jd_fake","domain":".jd.com"},{"name":"token","value":"abc"}]'],
    [
      'a Netscape file',
      '# Netscape HTTP Cookie File\n.jd.com\tTRUE\t/\tTRUE\t0\tpin\tjd_fake\n#HttpOnly_.jd.com\tTRUE\t/\tTRUE\t0\ttoken\tabc',
    ],
  ] as const
  test.each(same)('%s', (_, text) =>
    expect(parseCookies(text)).toEqual({
      cookies: [
        { name: 'pin', value: 'jd_fake' },
        { name: 'token', value: 'abc' },
      ],
    }),
  )
  test.each([
    ['  ', 'COOKIES_EMPTY'],
    ['[]', 'COOKIES_EMPTY'],
    ['just words', 'COOKIES_MALFORMED'],
    ['[{"name":"a"}]', 'COOKIES_MALFORMED'],
    ['[{"name":"a","value":"b\\r\\nX-Evil: 1"}]', 'COOKIES_CONTROL'],
    ['[{"name":"a\\nb","value":"c"}]', 'COOKIES_CONTROL'],
    ['a=b\u0001c', 'COOKIES_CONTROL'],
    ['a=值', 'COOKIES_MALFORMED'],
    ['a b=c', 'COOKIES_MALFORMED'],
    [`a=${'x'.repeat(MAX_COOKIE_BYTES)}`, 'COOKIES_TOO_LARGE'],
  ])('%j is refused: %s', (text, fault) => expect(parseCookies(text)).toEqual({ fault }))
  test('sixteen thousand and some bytes are enough', () =>
    expect(parseCookies(`a=${'x'.repeat(MAX_COOKIE_BYTES - 2)}`)).toHaveProperty('cookies'))
  test('the pin is read as it was meant', () => expect(pinOf([{ name: 'pt_pin', value: '%E5%BA%97' }])).toBe('店'))
})

test('the union’s own way to sign', () =>
  // md5 of "s" + "a1b2" + "s", computed with another tool.
  expect(signOf({ b: '2', a: '1' }, 's')).toBe('5EE29085AF57D942F21F1C5BA3C2A90A'))

test('windows are an hour at most and leave no gap', () => {
  const windows = windowsOf(shanghai('2026-10-01 00:00:00'), shanghai('2026-10-01 02:30:00'))
  expect(windows.map(({ from, to }) => (+to - +from) / 60_000)).toEqual([60, 60, 30])
  for (const [at, { from }] of windows.entries()) if (at > 0) expect(from).toEqual(windows[at - 1]!.to)
})

describe('the month fetched from a union', () => {
  test('hour by hour, with pages and an overlap, it is the month computed by hand', { timeout: 120_000 }, async () => {
    const id = await makeAccount('api')
    const told = [...october]
    await database.rows(
      sql`update union_account set synced_through = ${shanghai('2026-10-01 09:00:00')} where id = ${id}`,
    )
    // A look every time something was told, as the clock would; the union shows a row only as it is then.
    for (const event of told) {
      fake.rows = [...fake.rows.filter((row) => row.id !== event.id), event]
      const now = new Date(+shanghai(event.modifyTime) + 60_000)
      await run('affiliate-freeze', now)
      // Between two tellings lie days: the windows of quiet hours are left out of the test.
      const near = new Date(+shanghai(event.modifyTime) - 2 * 3_600_000)
      await database.rows(
        sql`update union_account set synced_through = greatest(synced_through, ${near}) where id = ${id}`,
      )
      await run('affiliate-sync', now, { accountId: id })
    }
    await run('affiliate-freeze', shanghai('2026-11-02 11:30:00'))
    const bills = await database.rows<Record<string, any>>(
      sql`select day || ' ' || coalesce(partner_id::text, '-') as key, * from jd_daily`,
    )
    for (const [key, { orders, all, share }] of Object.entries(octoberBills)) {
      const bill = bills.find((one) => one.key === key)
      expect([bill?.orders, bill?.first_fen, bill?.change_fen, bill?.clawback_fen, bill?.current_fen], key).toEqual([
        orders,
        ...all,
      ])
      expect([bill?.first_partner_fen, bill?.current_partner_fen], key).toEqual([share[0], share[3]])
    }
    const sum = await database.one<{ fen: number }>(
      sql`select sum(net_fen)::bigint as fen from jd_daily where day < '2026-11-01'`,
    )
    expect(sum!.fen).toBe(octoberSums.netFen)
    expect(await state(id)).toMatchObject({ health: 'valid', fail_count: 0, health_note: null })
    expect(fake.asked.some(({ pageIndex }) => pageIndex > 1)).toBe(false)
  })

  test('pages are read until there are no more; amounts arrive as they were written', async () => {
    const id = await makeAccount('api')
    const now = shanghai('2026-10-05 12:00:00')
    fake.rows = Array.from({ length: 8 }, (_, at) => ({
      ...october[0]!,
      id: `${at}_1`,
      orderId: `${at}`,
      modifyTime: '2026-10-05 11:30:00',
      estimateFee: '0.615',
    }))
    await run('affiliate-sync', now, { accountId: id })
    expect(fake.asked.filter(({ pageIndex }) => pageIndex === 3)).toHaveLength(1)
    const rows = await database.rows<{ fee: number }>(sql`select est_fee_fen as fee from jd_order`)
    expect(rows.map(({ fee }) => fee)).toEqual(Array.from({ length: 8 }, () => 62))
    // Again: the overlap asks for the last ten minutes anew, and nothing changes.
    const before = await database.rows(sql`select count(*)::integer as n from jd_order_history`)
    await run('affiliate-sync', new Date(+now + 60_000), { accountId: id })
    expect(await database.rows(sql`select count(*)::integer as n from jd_order_history`)).toEqual(before)
  })

  test('what was fetched before the union failed is kept, and the next run goes on there', async () => {
    const id = await makeAccount('api')
    const start = shanghai('2026-10-05 08:00:00')
    await database.rows(sql`update union_account set synced_through = ${start}, health = 'valid' where id = ${id}`)
    fake.rows = [{ ...october[0]!, modifyTime: '2026-10-05 08:30:00' }]
    // Two quiet windows, then trouble.
    const now = shanghai('2026-10-05 11:00:00')
    fake.troubles = [null, null, 503]
    await run('affiliate-sync', now, { accountId: id })
    const after = await state(id)
    expect(after).toMatchObject({ health: 'valid', health_note: 'busy', fail_count: 1 })
    expect(+new Date(after.synced_through)).toBe(+shanghai('2026-10-05 09:50:00'))
    expect(await database.rows(sql`select 1 from jd_order`)).toHaveLength(1)
    fake.troubles = []
    await run('affiliate-sync', now, { accountId: id })
    expect(await state(id)).toMatchObject({ fail_count: 0, health_note: null })
  })

  test.each([
    [{ code: 2001401 }, 'expired'],
    [{ code: 2001403 }, 'blocked'],
    [401, 'expired'],
  ])('%j makes it %s, with a todo that ends when it is well again', async (trouble, health) => {
    const id = await makeAccount('api')
    fake.troubles = [trouble]
    await run('affiliate-sync', new Date(), { accountId: id })
    expect(await state(id)).toMatchObject({ health })
    expect(await todos()).toHaveLength(1)
    expect((await ask('adminOther', 'POST', `/api/jd-accounts/${id}/check`)).data).toEqual({
      health: 'valid',
      note: null,
    })
    expect(await todos()).toHaveLength(0)
  })
})

describe('cookies', () => {
  const post = (id: string, text: string, more: object = {}) =>
    ask('adminOther', 'POST', `/api/jd-accounts/${id}/cookies`, { text, saveUntried: false, version: 1, ...more })

  test('are tried before they are kept, and the old ones stay until the new ones pass', async () => {
    const id = await makeAccount('cookie', { pin: 'jd_fake', requiredCookies: ['token'] })
    expect((await post(id, 'pin=jd_fake; token=wrong')).reason).toBe('UNION_EXPIRED')
    expect((await post(id, 'pin=other; token=abc')).reason).toBe('COOKIES_FOREIGN')
    expect((await post(id, 'pin=jd_fake')).reason).toBe('COOKIES_MISSING')
    expect((await post(id, 'token=abc')).reason).toBe('COOKIES_WITHOUT_PIN')
    expect(await state(id)).toMatchObject({ cookies_sealed: null, version: 1 })
    const { data } = await post(id, fake.cookies)
    expect(data).toMatchObject({ names: ['pin', 'token'], health: 'valid' })
    expect((await post(id, fake.cookies)).reason).toBe('STALE')
    expect((await post(id, 'pin=jd_fake; token=later', { saveUntried: true, version: 2 })).data.health).toBe('unknown')
  })

  test('are told of at day 25 and are over at day 31', async () => {
    const id = await makeAccount('cookie')
    await post(id, fake.cookies)
    const now = new Date()
    const aged = async (days: number) => {
      await database.rows(
        sql`update union_account set health = 'valid', cookies_at = ${new Date(+now - days * 86_400_000)} where id = ${id}`,
      )
      await run('affiliate-sync-all', now)
      await run('affiliate-sync', now, { accountId: id })
      return (await state(id)).health
    }
    expect(await aged(24)).toBe('valid')
    expect(await todos()).toHaveLength(0)
    expect(await aged(25)).toBe('expiring')
    expect(await todos()).toMatchObject([{ dedup_key: `affiliate:expiring:${id}` }])
    await database.rows(sql`update union_account set cookies_at = ${new Date(+now - 31 * 86_400_000)} where id = ${id}`)
    await run('affiliate-sync-all', now)
    expect((await state(id)).health).toBe('expired')
  })
})

describe('an account', () => {
  test('with orders is switched off, one without is deleted', async () => {
    const id = await makeAccount('api')
    fake.rows = [{ ...october[0]!, modifyTime: '2026-10-05 11:30:00' }]
    await run('affiliate-sync', shanghai('2026-10-05 12:00:00'), { accountId: id })
    expect((await ask('adminOther', 'DELETE', `/api/jd-accounts/${id}?version=1`)).reason).toBe('ACCOUNT_IN_USE')
    const other = await makeAccount('cookie', { unionId: '78' })
    expect((await ask('adminOther', 'DELETE', `/api/jd-accounts/${other}?version=1`)).status).toBe(200)
    expect(
      (await ask('adminOther', 'POST', '/api/jd-accounts', { alias: 'x', unionId: '77', source: 'feed', ...blank }))
        .reason,
    ).toBe('UNION_ID_TAKEN')
  })
})

test('a canary in a key or a cookie comes out nowhere', async () => {
  const [key, cookie] = ['canary-key-5d1f7e', 'canary-cookie-9a3b2c']
  const jar = `pin=jd_fake; token=${cookie}`
  fake.secret = key
  fake.cookies = jar
  const api = await makeAccount('api', { unionId: '81', secret: key })
  const id = await makeAccount('cookie', { unionId: '82', pin: 'jd_fake' })
  const cookies = (text: unknown, version = 1, saveUntried = false) =>
    ask('adminOther', 'POST', `/api/jd-accounts/${id}/cookies`, { text, version, saveUntried } as object)
  // Refused in every way a person can be refused.
  await cookies(`${jar}; bad line`)
  await cookies(`[{"name":"a","value":"${cookie}\\n"}]`)
  await cookies(`${jar}${'x'.repeat(40_000)}`)
  await cookies({ [cookie]: cookie })
  await cookies(jar, 99)
  await cookies(`pin=other; token=${cookie}`)
  await ask('adminOther', 'POST', '/api/jd-accounts', {
    alias: 'x',
    unionId: '83',
    source: 'api',
    ...blank,
    secret: `${key} with spaces`,
  })
  await ask('adminOther', 'PATCH', `/api/jd-accounts/${api}`, { secret: key, version: 1 })
  for (const trouble of [500, 302, 403, { code: 500 }]) {
    fake.troubles = [trouble]
    await cookies(jar)
  }
  expect((await cookies(jar)).status).toBe(200)
  expect((await cookies(jar, 2, true)).status).toBe(200)
  const change = { alias: '改名', source: 'api', ...blank, secret: key, isEnabled: true, version: 1 }
  expect((await ask('adminOther', 'PATCH', `/api/jd-accounts/${api}`, change)).status).toBe(200)
  // Used, and failing while used.
  for (const account of [api, id]) {
    await ask('adminOther', 'POST', `/api/jd-accounts/${account}/check`)
    await run('affiliate-sync', new Date(), { accountId: account })
    fake.troubles = [500]
    await run('affiliate-sync', new Date(), { accountId: account })
    await ask('adminOther', 'POST', `/api/jd-accounts/${account}/sync`, {})
    await ask('adminOther', 'GET', `/api/jd-accounts/${account}`)
  }
  setUnionAddress('http://127.0.0.1:1/nobody')
  await ask('adminOther', 'POST', `/api/jd-accounts/${api}/check`)
  setUnionAddress(fake.url)
  await ask('adminOther', 'GET', '/api/jd-accounts')
  await ask('adminOther', 'GET', '/api/jd-accounts/export.csv')
  await ask('adminOther', 'GET', '/api/jd-accounts/summary')
  // They are there, and they open: otherwise nothing would have been shown.
  expect((await state(api)).secret_sealed.length).toBeGreaterThan(key.length)
  expect((await state(id)).cookies_sealed.length).toBeGreaterThan(jar.length)
  const audits = await database.rows(
    sql`select 1 from audit_log where action = 'unionAccount.cookies' and entity_id = ${id}`,
  )
  expect(audits).toHaveLength(2)

  const tables = await database.rows<{ name: string }>(
    sql`select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'graphile_worker')`,
  )
  let stored = ''
  for (const { name } of tables) {
    const { rows } = await database.pool.query(`select string_agg(to_jsonb(t)::text, ' ') as text from ${name} t`)
    stored += rows[0].text ?? ''
  }
  expect(stored).toContain('unionAccount.cookies')
  expect(log.length + answers.length).toBeGreaterThan(1_000)
  for (const canary of [key, cookie])
    for (const form of [
      canary,
      Buffer.from(canary).toString('hex'),
      Buffer.from(canary).toString('base64').slice(0, -4),
    ])
      for (const [where, text] of Object.entries({ log, answers, stored }))
        expect(text.includes(form), `${form} in ${where}`).toBe(false)
})
