import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, describe, expect, it } from 'vitest'
import { openServer } from '../../../tests/http/app.ts'
import { signedIn, world } from '../../../tests/world.ts'
import { builtInTree, faultOfMenu } from '../../core/menuTree.ts'
import { defaultOf, faultOf, SETTING_KEYS, type SettingKey } from '../../core/settings.ts'
import { readSetting } from '../../kit/sql/settings.ts'
import { buildApp } from '../../server/app.ts'
import { features } from '../../server/features.ts'

const { ask, database } = await openServer()
const versions = new Map<string, number>()
/** Sets a value as an administrator, over what was set last. */
async function set(key: SettingKey, value: unknown) {
  const version = versions.get(key) ?? 0
  const answer = await ask('PUT', `/api/config/${key}`, { as: 'adminKeyAdmin', body: { version, value } })
  expect(answer.statusCode, answer.body).toBe(200)
  versions.set(key, answer.json().data.version)
}
const itemOf = async (key: SettingKey) =>
  (await ask('GET', '/api/config', { as: 'adminOther' }))
    .json()
    .data.items.find((item: { key: string }) => item.key === key)

describe('setting and taking back', () => {
  const key = 'house.name'
  const value = { 'zh-CN': '星河后台', 'en-US': 'Galaxy' }

  it('keeps every version, answers who set it, and restores an earlier one as a new one', async () => {
    expect(await itemOf(key)).toMatchObject({ version: 0, isDefault: true, changedBy: null })
    await set(key, value)
    await set(key, { 'zh-CN': '银河', 'en-US': 'Milky Way' })
    const restored = await ask('POST', `/api/config/${key}/restore`, {
      as: 'adminOther',
      body: { version: 2, restore: 1, note: '改回' },
    })
    expect(restored.json().data).toEqual({ version: 3 })
    versions.set(key, 3)
    expect(await itemOf(key)).toMatchObject({ value, version: 3, isDefault: false })
    const { list } = (await ask('GET', `/api/config/history?key=${key}`, { as: 'adminKeyAdmin' })).json().data
    expect(list.map(({ version, note }: { version: number; note: string }) => [version, note])).toEqual([
      [3, '改回'],
      [2, null],
      [1, null],
    ])
    expect(list[1]).toMatchObject({ before: value, after: { 'zh-CN': '银河' } })
    expect(list[2].before).toBeNull()
  })

  it('gives back the default', async () => {
    await set(key, null)
    expect(await itemOf(key)).toMatchObject({ value: defaultOf(key), isDefault: true })
  })

  it('writes each change into the audit log, in its transaction', async () => {
    const rows = await database.rows<{ action: string }>(
      sql`select action from audit_log where entity = 'config' and entity_id = ${key} order by audit_log.id`,
    )
    expect(rows.map(({ action }) => action)).toEqual(['config.set', 'config.set', 'config.restore', 'config.reset'])
  })

  it('refuses a version that is not the newest, with what stands', async () => {
    const answer = await ask('PUT', `/api/config/${key}`, { as: 'adminKeyAdmin', body: { version: 1, value } })
    expect(answer.statusCode).toBe(409)
    expect(answer.json().data.current).toMatchObject({ key, version: 4 })
  })

  it('lets one of many at once through', async () => {
    const all = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        ask('PUT', '/api/config/house.mark', { as: 'adminKeyAdmin', body: { version: 0, value: String(at) } }),
      ),
    )
    expect(all.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 409)])
    versions.set('house.mark', 1)
  })

  it('is for administrators alone', async () => {
    for (const as of ['coo', 'leader', 'partnerA', 'supplierA'] as const)
      expect((await ask('PUT', `/api/config/${key}`, { as, body: { version: 4, value } })).statusCode).toBe(403)
  })

  it('refuses a bad value at its field, in the language asked for', async () => {
    const answer = await ask('PUT', '/api/config/session.timeouts', {
      as: 'adminKeyAdmin',
      body: { version: 0, value: { ...defaultOf('session.timeouts'), idleMinutes: 1 } },
      headers: { 'accept-language': 'en-US' },
    })
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({ msg: 'A whole number from 5 to 1440', data: { field: 'value.idleMinutes' } })
  })
})

describe('what may be set', () => {
  it('takes every default, and null for every key', () => {
    for (const key of SETTING_KEYS) expect([key, faultOf(key, defaultOf(key))]).toEqual([key, null])
  })

  it.each([
    ['house.name', { 'zh-CN': '只有中文', 'en-US': '' }, 'bothLanguages'],
    ['house.name', { 'zh-CN': '甲'.repeat(21), 'en-US': 'a' }, 'length'],
    ['house.name', 'Backlot', 'shape'],
    ['house.name', { 'zh-CN': '甲', 'en-US': 'a', fr: 'x' }, 'shape'],
    ['house.mark', 'ABC', 'length'],
    ['house.mark', 'A\n', 'length'],
    ['house.slogans', [{ title: { 'zh-CN': '甲', 'en-US': 'a' } }], 'shape'],
    ['session.timeouts', { ...defaultOf('session.timeouts'), idleMinutes: 1.5 }, 'range'],
    ['session.timeouts', { ...defaultOf('session.timeouts'), absoluteHours: 1 }, 'idleOverAbsolute'],
    ['session.timeouts', { ...defaultOf('session.timeouts'), more: 1 }, 'shape'],
    [
      'rank.weights',
      { ...defaultOf('rank.weights'), play: 0, like: 0, comment: 0, favorite: 0, share: 0, danmaku: 0 },
      'allZero',
    ],
    ['risk.slaMinutes', { p0: 60, p1: 30, p2: 90, p3: 120 }, 'order'],
    ['switch.exports', 'yes', 'shape'],
    ['menu.tree', [{ path: '/no/such/page', section: 'content' }], 'menu'],
  ] as const)('refuses %s = %j', (key, value, rule) => {
    expect(faultOf(key, value)?.rule).toBe(rule)
  })

  it.each([
    [
      'a page twice',
      [
        { path: '/dashboard/data', section: 'content' },
        { path: '/dashboard/data', section: 'analysis' },
      ],
    ],
    ['a page in a foreign group', [{ path: '/list', section: 'content', children: [{ path: '/dashboard/data' }] }]],
    ['a link without names', [{ path: 'https://example.com', section: 'content' }]],
    [
      'a link that is code',
      [{ path: 'javascript:alert(1)', section: 'content', names: { 'zh-CN': '甲', 'en-US': 'a' } }],
    ],
    ['an unknown drawing', [{ path: '/dashboard/data', section: 'content', icon: '<svg>' }]],
    ['a block that is none', [{ path: '/dashboard/data', section: 'elsewhere' }]],
    ['a field nobody knows', [{ path: '/dashboard/data', section: 'content', roles: ['*'] }]],
  ])('refuses a menu with %s', (_, tree) => {
    expect(faultOfMenu(tree)).not.toBeNull()
  })

  it('takes the built-in menu', () => {
    expect(faultOfMenu(builtInTree())).toBeNull()
  })
})

describe('a change takes effect with the next request', () => {
  const login = (remember = false) =>
    ask('POST', '/api/user/login', { body: { username: 'leader', password: world.password, remember } })

  it('session time-outs', async () => {
    await set('session.timeouts', {
      idleMinutes: 10,
      absoluteHours: 1,
      rememberedIdleDays: 2,
      rememberedAbsoluteDays: 3,
    })
    expect((await login()).json().data.expiresIn).toBe(600)
    const last = await database.one<{ hours: number }>(
      sql`select round(extract(epoch from expires_at - created_at) / 3600)::int as hours from session order by session.id desc limit 1`,
    )
    expect(last!.hours).toBe(1)
    expect((await login(true)).json().data.expiresIn).toBe(2 * 86_400)
  })

  it('the switch of "remember": a longer session is not given', async () => {
    await set('switch.remember', false)
    expect((await login(true)).json().data.expiresIn).toBe(600)
  })

  it('quotas of exports', async () => {
    const order = (keyword: string) =>
      ask('POST', '/api/exports', {
        as: 'partnerA',
        body: { listKey: 'data', query: `keyword=${keyword}`, columns: [], format: 'csv', bom: true },
      })
    await set('exports.quotas', { openEach: 1, partnerDaily: 20, rowsDaily: 50_000_000 })
    expect((await order('a')).statusCode).toBe(200)
    expect((await order('b')).json()).toMatchObject({ code: 429, data: { reason: 'TOO_MANY_OPEN' } })
    await set('exports.quotas', { openEach: 9, partnerDaily: 2, rowsDaily: 50_000_000 })
    expect((await order('b')).statusCode).toBe(200)
    expect((await order('c')).json()).toMatchObject({ data: { reason: 'PARTNER_QUOTA' } })
    await set('exports.quotas', null)
    expect((await order('c')).statusCode).toBe(200)
  })

  it('the switch of exports', async () => {
    const body = { listKey: 'data', query: 'keyword=z', columns: [], format: 'csv', bom: true }
    await set('switch.exports', false)
    const refused = await ask('POST', '/api/exports', { as: 'adminKeyAdmin', body })
    expect(refused.json()).toMatchObject({ code: 403, data: { reason: 'SWITCHED_OFF' } })
    await set('switch.exports', true)
    expect((await ask('POST', '/api/exports', { as: 'adminKeyAdmin', body })).statusCode).toBe(200)
  })

  it('the switch of imports', async () => {
    const upload = () =>
      ask('POST', '/api/imports', {
        as: 'cooMatch',
        body: '--edge\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\ncontent-type: text/csv\r\n\r\nvideo_id,views\nabc,1\n\r\n--edge--\r\n',
        headers: { 'content-type': 'multipart/form-data; boundary=edge' },
      })
    await set('switch.imports', false)
    expect((await upload()).json()).toMatchObject({ code: 403, data: { reason: 'SWITCHED_OFF' } })
    await set('switch.imports', true)
    expect((await upload()).statusCode).toBe(200)
  })

  it('the switch of tokens', async () => {
    const made = await ask('POST', '/api/tokens', {
      as: 'adminKeyAdmin',
      body: { name: 'probe', scopes: ['ingest.write'], expiresInDays: 30 },
    })
    const { token } = made.json().data
    const send = () => ask('POST', '/ingest/v1/star-orders', { token, body: { orders: [{}] } })
    expect((await send()).statusCode).toBe(200)
    await set('switch.tokens', false)
    expect((await send()).json()).toMatchObject({ code: 403, data: { reason: 'SWITCHED_OFF' } })
    await set('switch.tokens', null)
    expect((await send()).statusCode).toBe(200)
  })

  it('weights of the boards: a new version of the formula, the old one kept', async () => {
    const weights = { ...defaultOf('rank.weights'), play: 77 }
    await set('rank.weights', weights)
    const { versions: formulas } = (await ask('GET', '/api/hot-rank/rules', { as: 'supplierA' })).json().data
    expect(formulas[0]).toMatchObject({ version: 2, playWeight: 77, storedCount: 500 })
    expect(formulas[1]).toMatchObject({ version: 1, playWeight: 25 })
    expect((await itemOf('rank.weights')).value).toEqual(weights)
    await set('rank.weights', null)
    expect((await itemOf('rank.weights')).value).toEqual(defaultOf('rank.weights'))
  })

  it('time to handle a risk case', async () => {
    await set('risk.slaMinutes', { p0: 15, p1: 100, p2: 200, p3: 300 })
    const video = await database.one<{ id: string }>(
      sql`select id::text from video v where not exists (select from risk_case c where c.video_id = v.id) and v.partner_id is not null limit 1`,
    )
    const flag = await ask('POST', '/api/risk-videos', {
      as: 'adminKeyAdmin',
      body: { target: { ids: [video!.id] }, label: 'porn', severity: 'p1', note: 'probe' },
    })
    expect(flag.statusCode, flag.body).toBe(200)
    const found = await database.one<{ minutes: number }>(sql`
      select round(extract(epoch from sla_due_at - created_at) / 60)::int as minutes from risk_case where video_id = ${video!.id}`)
    expect(found!.minutes).toBe(100)
  })

  it('the server’s menu', async () => {
    const link = { path: 'https://example.com/help', section: 'content', names: { 'zh-CN': '帮助', 'en-US': 'Help' } }
    await set('menu.tree', [link, { path: '/dashboard/recommend', section: 'content', isHidden: true }])
    const items = (await ask('POST', '/api/user/menu', { as: 'partnerA' })).json().data
    const content = items.filter(({ meta }: { meta: { section?: string } }) => meta.section === 'content')
    expect(content[0]).toMatchObject({ path: link.path, meta: { names: link.names, hideInMenu: false } })
    // Hidden, and still in it: its page stays reachable. What was not arranged follows.
    expect(content[1]).toMatchObject({ name: 'recommend_list', meta: { hideInMenu: true } })
    expect(content.map(({ name }: { name: string }) => name)).toContain('data_list')
    // What a role may not open is not in its menu, however it was arranged.
    const supplier = (await ask('POST', '/api/user/menu', { as: 'supplierA' })).json().data
    expect(JSON.stringify(supplier)).not.toContain('recommend_list')
  })

  it('another process sees it: nothing is kept in this one', async () => {
    await database.rows(sql`insert into config_version (key, version, value) values ('house.mark', 2, '"鹿"')`)
    expect(await readSetting(database, 'house.mark')).toBe('鹿')
  })
})

describe('the page carries what the house is called', () => {
  const folder = mkdtempSync(join(tmpdir(), 'backlot-house-'))
  mkdirSync(join(folder, 'web'))
  writeFileSync(join(folder, 'web', 'index.html'), '<!doctype html><head><title>Backlot</title></head>')
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('with the next start of a page, and nothing in it can break out', async () => {
    const app = await buildApp({ database, features, dataDir: folder, webDir: join(folder, 'web') })
    const name = { 'zh-CN': '"><script>$&', 'en-US': '\'"<img>' }
    await set('house.name', name)
    for (const url of ['/', '/dashboard/data']) {
      const { body } = await app.inject({ url, headers: signedIn('anonymous') })
      expect(body).not.toContain('<script')
      expect(body).not.toContain('<img')
      const content = /<meta name="house" content="([^"]*)">/.exec(body)![1]!
      const read = content.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(+code))
      expect(JSON.parse(read)['house.name']).toEqual(name)
    }
    await app.close()
  })
})
