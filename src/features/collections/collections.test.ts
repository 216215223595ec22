import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { openServer } from '../../../tests/http/app.ts'
import { type Actor, world } from '../../../tests/world.ts'
import { actionsFrom, diagramOf } from '../../core/flow.ts'
import { jobContext } from '../../server/jobs/context.ts'
import { rebuildJob } from './build.ts'
import { type CollectionStatus, collectionFlow } from './flow.ts'
import type { Condition, Rule } from './rule.ts'

const { ask: call, database } = await openServer()
const NOW = new Date('2026-11-01T04:00:00Z')

interface Answer {
  status: number
  reason?: string
  msg: string
  data: any
}
async function ask(actor: Actor, method: 'GET' | 'POST' | 'PATCH', url: string, body?: object): Promise<Answer> {
  const answer = await call(method, `/api/collections${url}`, { as: actor, ...(body && { body }) })
  const { data, msg } = answer.json()
  return { status: answer.statusCode, reason: data?.reason, msg, data }
}
const fields = { orderDate: null, reportDate: null, rule: null as Rule | null, mayMatchAll: false }
const ruleOf = (...conditions: Condition[]): Rule => ({ match: 'all', conditions, sort: 'playCount', limit: 1000 })
const VERTICAL = { contentType: 'verticalVideo', lineId: null }
const make = async (actor: Actor = 'adminOther', more: object = {}): Promise<string> => {
  const body = { ...fields, name: '测试集合', ...VERTICAL, filterType: 'artificial', ...more }
  const made = await ask(actor, 'POST', '', body)
  expect(made.status, made.msg).toBe(200)
  return made.data.id
}
const byRule = (rule: Rule, actor: Actor = 'adminOther', more: object = {}) =>
  make(actor, { filterType: 'rules', rule, ...more })
const videosOf = async (where = sql`true`): Promise<string[]> =>
  (
    await database.rows<{ id: string }>(
      sql`select v.id::text from video v join video_stat s on s.video_id = v.id where ${where} order by v.id`,
    )
  ).map(({ id }) => id)
const vertical = (partnerId: string) => sql`v.content_type = 'verticalVideo' and v.partner_id = ${partnerId}`
const itemsIn = async (id: string): Promise<string[]> =>
  (
    await database.rows<{ id: string }>(
      sql`select video_id::text as id from collection_item where collection_id = ${id} order by video_id`,
    )
  ).map((row) => row.id)
const rowOf = async (id: string) =>
  (await database.one<{ status: CollectionStatus; version: number; count: number; buildError: string | null }>(sql`
    select status, version, item_count as count, build_error as "buildError" from collection where id = ${id}`))!
const add = (actor: Actor, id: string, ids: string[]) => ask(actor, 'POST', `/${id}/items`, { target: { ids } })
const move = async (actor: Actor, id: string, action: 'online' | 'offline' | 'delete') =>
  ask(actor, 'POST', `/${id}/${action}`, { version: (await rowOf(id))?.version ?? 1 })
const rebuild = () => rebuildJob.run(jobContext(database, {} as never, NOW), {})

const [verticalA, verticalB] = [await videosOf(vertical(world.partners.A)), await videosOf(vertical(world.partners.B))]
const horizontal = (await videosOf(sql`v.content_type = 'horizontalVideo' and v.partner_id is not null`))[0]!

test('the world has collections of both kinds, and their counts are those of their items', async () => {
  const rows = await database.rows<{ kind: string; count: number; items: number }>(sql`
    select filter_type as kind, item_count as count,
      (select count(*) from collection_item i where i.collection_id = c.id) as items from collection c`)
  expect(new Set(rows.map(({ kind }) => kind))).toEqual(new Set(['artificial', 'rules']))
  for (const { count, items } of rows) expect(count).toBe(items)
})

describe('the list', () => {
  const numbers = (answer: Answer): string[] => answer.data.list.map((row: { number: string }) => row.number)

  test('each filter of the specification narrows it to what the database says', async () => {
    const id = await make('adminOther', { name: '筛选 100%_样本', orderDate: '2026-10-02', reportDate: '2026-10-05' })
    await database.rows(sql`update collection set last_time = '2026-10-10T00:00:00Z' where id = ${id}`)
    const cases = {
      number: ['C2026', sql`number ilike '%C2026%'`],
      name: ['100%_', sql`position('100%_' in name) > 0`],
      contentType: ['img', sql`content_type = 'img'`],
      filterType: ['rules', sql`filter_type = 'rules'`],
      lastTime: ['2026-10-10..2026-10-10', sql`(last_time at time zone 'Asia/Shanghai')::date = '2026-10-10'`],
      orderDate: ['2026-10-01..2026-10-02', sql`order_date between '2026-10-01' and '2026-10-02'`],
      reportDate: ['2026-10-05..', sql`report_date >= '2026-10-05'`],
      status: ['online', sql`status = 'online'`],
    } as const
    for (const [name, [value, where]] of Object.entries(cases)) {
      const found = await ask('adminOther', 'GET', `?pageSize=200&${name}=${encodeURIComponent(value)}`)
      const expected = await database.rows<{ number: string }>(sql`select number from collection where ${where}`)
      expect(expected.length, name).toBeGreaterThan(0)
      expect(numbers(found).sort(), name).toEqual(expected.map(({ number }) => number).sort())
    }
  })

  test('a coo of a line sees the line’s and the house’s, with the counts of the line alone', async () => {
    const mixed = await make()
    await add('adminOther', mixed, [...verticalA.slice(0, 2), ...verticalB.slice(0, 3)])
    const own = await make('cooMatch')
    const foreign = await make('cooMismatch')
    const rows = (await ask('cooMatch', 'GET', '?pageSize=200')).data.list as { collectionId: string; count: number }[]
    const ids = rows.map(({ collectionId }) => collectionId)
    expect(ids).toContain(own)
    expect(ids).not.toContain(foreign)
    expect(rows.find(({ collectionId }) => collectionId === mixed)!.count).toBe(2)
    expect((await ask('cooMismatch', 'GET', `/${mixed}`)).data.count).toBe(3)
    expect((await ask('coo', 'GET', `/${mixed}`)).data.count).toBe(5)
    expect((await ask('cooMatch', 'GET', `/${mixed}/items`)).data.total).toBe(2)
    const file = await call('GET', `/api/collections/${mixed}/items.csv`, { as: 'cooMatch' })
    expect(file.body.trim().split('\r\n')).toHaveLength(3)
    const sorted = (await ask('cooMatch', 'GET', '?pageSize=200&sort=count:desc')).data.list as { count: number }[]
    expect(sorted.map(({ count }) => count)).toEqual([...sorted.map(({ count }) => count)].sort((a, b) => b - a))
  })

  test('what a coo of a line reads of a house collection is the same however much other lines put in', async () => {
    const id = await byRule(ruleOf({ field: 'partner', values: [world.partners.A] }, { field: 'noRisk' }))
    const read = async () =>
      JSON.stringify([
        (await ask('cooMatch', 'GET', `/${id}`)).data,
        (await ask('cooMatch', 'GET', `/${id}/items`)).data,
      ])
    const before = await read()
    const rule = ruleOf({ field: 'partner', values: [world.partners.A, world.partners.B] }, { field: 'noRisk' })
    await database.rows(sql`update collection set rule = ${JSON.stringify(rule)}::jsonb where id = ${id}`)
    await rebuild()
    await database.rows(
      sql`update collection set last_time = (select created_at from collection where id = ${id}), built_at = created_at where id = ${id}`,
    )
    const after = await read()
    const plain = (seen: string) => seen.replace(/"(lastTime|builtAt|hidesPartners)":[^,}]+/g, '')
    expect(plain(after)).toBe(plain(before))
    expect(JSON.parse(after)[0]).toMatchObject({ hidesPartners: true, builds: [] })
  })

  test('a house collection is read-only to a coo of a line, and not to one of all lines', async () => {
    const id = await make()
    expect(await add('cooMatch', id, verticalA.slice(0, 1))).toMatchObject({ status: 403, reason: 'READ_ONLY' })
    expect(await add('coo', id, verticalA.slice(0, 1))).toMatchObject({ status: 200, data: { done: 1 } })
  })
})

describe('a collection by hand', () => {
  test('takes what fits, and says of each other why not', async () => {
    const id = await make('cooMatch')
    expect((await add('cooMatch', id, verticalA.slice(0, 2))).data).toEqual({ done: 2, refusedCount: 0, refused: [] })
    expect((await itemsIn(id)).sort()).toEqual(verticalA.slice(0, 2).sort())
    const again = await add('cooMatch', id, verticalA.slice(1, 3))
    expect(again.data).toMatchObject({ done: 1, refused: [{ id: verticalA[1], reason: 'ALREADY_IN' }] })
    const house = await make()
    expect((await add('adminOther', house, [horizontal])).data.refused[0].reason).toBe('WRONG_TYPE')
    const line = await make('adminOther', { lineId: world.lines.first })
    expect((await add('adminOther', line, [verticalB[0]!])).data.refused[0].reason).toBe('WRONG_LINE')
  })

  test('a video out of scope is counted and none is put in', async () => {
    const id = await make('cooMatch')
    const mixed = await add('cooMatch', id, [verticalA[0]!, verticalB[0]!, world.missingId])
    expect(mixed).toMatchObject({ status: 404, reason: 'ROWS_NOT_FOUND' })
    expect(mixed.msg).toContain('2')
    expect(await itemsIn(id)).toEqual([])
    expect((await add('cooMatch', id, [verticalA[0]!])).status).toBe(200)
  })

  test('takes pasted ids and links, and reports the rest', async () => {
    const id = await make()
    const [one] = await database.rows<{ item: string }>(
      sql`select platform_item_id as item from video where id = ${verticalA[0]}`,
    )
    const text = `${one!.item}\n${verticalA[0]}，https://www.douyin.com/video/1\n${horizontal}`
    expect((await ask('adminOther', 'POST', `/${id}/paste`, { text })).data).toMatchObject({
      done: 1,
      refused: [{ reason: 'DUPLICATE' }, { reason: 'UNKNOWN_VIDEO' }, { reason: 'WRONG_TYPE' }],
    })
    expect(await ask('adminOther', 'POST', `/${id}/paste`, { text: ' ,\n' })).toMatchObject({
      reason: 'NOTHING_PASTED',
    })
  })
})

describe('a rule', () => {
  const arbitrary: fc.Arbitrary<Condition> = fc.oneof(
    fc.record({ field: fc.constant('plays' as const), min: fc.integer({ min: 0, max: 400_000 }) }),
    fc.record({ field: fc.constant('finishRate' as const), min: fc.integer({ min: 0, max: 500_000 }) }),
    fc.record({ field: fc.constant('publishedWithin' as const), days: fc.integer({ min: 1, max: 366 }) }),
    fc.record({
      field: fc.constant('platform' as const),
      values: fc.uniqueArray(fc.constantFrom('douyin' as const, 'kuaishou' as const, 'bilibili' as const), {
        minLength: 1,
      }),
    }),
    fc.record({
      field: fc.constant('partner' as const),
      values: fc.uniqueArray(fc.constantFrom(...Object.values(world.partners)), { minLength: 1 }),
    }),
    fc.constant({ field: 'noRisk' as const }),
  )

  test('shows in its preview the count its build gives, and holds what an independent reading of it finds', async () => {
    const facts = await database.rows<any>(sql`
      select v.id::text, v.platform, v.partner_id::text as partner, v.risk_state as risk, v.published_at as published,
        s.play_count as plays, s.finish_rate_ppm as finish from video v join video_stat s on s.video_id = v.id
      where v.content_type = 'verticalVideo'`)
    const midnight = (days: number) =>
      +new Date(`${new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)}T00:00:00+08:00`) - days * 86_400_000
    const holds = (row: any, one: Condition): boolean => {
      if (one.field === 'plays') return row.plays >= one.min
      if (one.field === 'finishRate') return row.finish !== null && row.finish >= one.min
      if (one.field === 'publishedWithin')
        return row.published !== null && +new Date(row.published) >= midnight(one.days - 1)
      if (one.field === 'platform') return one.values.includes(row.platform)
      if (one.field === 'partner') return one.values.includes(row.partner)
      return row.risk === 'none'
    }
    const rules = fc.record({
      match: fc.constantFrom('all' as const, 'any' as const),
      conditions: fc.array(arbitrary, { minLength: 1, maxLength: 4 }),
      sort: fc.constantFrom(
        'playCount' as const,
        'finishRate' as const,
        'publishedAt' as const,
        'playDelta7d' as const,
      ),
      limit: fc.integer({ min: 1, max: 40 }),
    })
    await fc.assert(
      fc.asyncProperty(rules, async (rule) => {
        const matching = facts.filter((row) =>
          rule.match === 'all'
            ? rule.conditions.every((one) => holds(row, one))
            : rule.conditions.some((one) => holds(row, one)),
        )
        const preview = await ask('adminOther', 'POST', '/preview', { rule, ...VERTICAL, collectionId: null })
        expect(preview.status, preview.msg).toBe(200)
        expect(preview.data.matched).toBe(matching.length)
        const id = await byRule(rule, 'adminOther', { mayMatchAll: true })
        const items = await itemsIn(id)
        expect(items.length).toBe(preview.data.count)
        expect((await rowOf(id)).count).toBe(items.length)
        expect(items.length).toBe(Math.min(rule.limit, matching.length))
        const known = new Set(matching.map((row) => row.id))
        expect(items.filter((item) => !known.has(item))).toEqual([])
        await database.rows(sql`delete from collection where id = ${id}`)
      }),
      { numRuns: 40, seed: 20 },
    )
  }, 30_000)

  test('that matches everything is refused until a person confirms it', async () => {
    const body = { ...fields, name: '全部', ...VERTICAL, filterType: 'rules', rule: ruleOf({ field: 'plays', min: 0 }) }
    expect(await ask('adminOther', 'POST', '', body)).toMatchObject({ status: 422, reason: 'RULE_MATCHES_ALL' })
    expect((await ask('adminOther', 'POST', '', { ...body, mayMatchAll: true })).status).toBe(200)
    const none = { ...body, rule: ruleOf() }
    expect((await ask('adminOther', 'POST', '', none)).status).toBe(400)
  })

  test('names only partners of the scope, categories that exist and days in order', async () => {
    const refusal = async (actor: Actor, condition: Condition) =>
      (await ask(actor, 'POST', '/preview', { rule: ruleOf(condition), ...VERTICAL, collectionId: null })).reason
    const partner = (id: string): Condition => ({ field: 'partner', values: [id] })
    expect(await refusal('cooMatch', partner(world.partners.B))).toBe('PARTNER_NOT_FOUND')
    expect(await refusal('cooMatch', partner(world.missingId))).toBe('PARTNER_NOT_FOUND')
    expect(await refusal('cooMatch', partner(world.partners.A))).toBeUndefined()
    expect(await refusal('coo', { field: 'category', values: [world.missingId] })).toBe('CATEGORY_NOT_FOUND')
    expect(await refusal('coo', { field: 'published', from: '2026-10-02', to: '2026-10-01' })).toBe('DAYS_REVERSED')
    expect(await refusal('coo', { field: 'published', from: null, to: null })).toBe('DAYS_REQUIRED')
    expect(await refusal('coo', { field: 'published', from: '2026-10-01', to: null })).toBeUndefined()
  })

  test('of a coo of a line finds the line’s videos alone', async () => {
    const id = await byRule(ruleOf({ field: 'plays', min: 1 }), 'cooMatch', { mayMatchAll: true })
    const line = await videosOf(
      sql`v.content_type = 'verticalVideo' and s.play_count >= 1 and v.partner_id in (${world.partners.A}, ${world.partners.C})`,
    )
    expect(await itemsIn(id)).toEqual([...line].sort((a, b) => +a - +b))
  })

  test('gives way to what was put in and taken out by hand, build after build', async () => {
    const id = await byRule(ruleOf({ field: 'partner', values: [world.partners.A] }))
    const [first] = await itemsIn(id)
    expect((await ask('adminOther', 'POST', `/${id}/remove`, { target: { ids: [first] } })).data.done).toBe(1)
    expect((await add('adminOther', id, [verticalB[0]!])).data.done).toBe(1)
    await rebuild()
    const items = await itemsIn(id)
    expect(items).not.toContain(first)
    expect(items).toContain(verticalB[0])
    expect((await ask('adminOther', 'POST', `/${id}/restore`, { ids: [first] })).data.done).toBe(1)
    expect(await itemsIn(id)).toContain(first)
  })

  test('follows the figures every hour and notes what came and went; nothing changed leaves no trace', async () => {
    const id = await byRule(ruleOf({ field: 'platform', values: ['other'] }))
    await database.rows(
      sql`insert into video (platform, platform_item_id, partner_id) values ('other', 'hourly', ${world.partners.A})`,
    )
    await rebuild()
    await rebuild()
    const builds = (await ask('adminOther', 'GET', `/${id}`)).data.builds
    expect(builds[0]).toMatchObject({ cause: 'clock', added: 1, removed: 0, error: null })
    expect(builds.filter(({ cause }: { cause: string }) => cause === 'clock')).toHaveLength(1)
    await database.rows(sql`delete from video where platform_item_id = 'hourly'`)
  })

  test('whose build fails keeps its items, says why, and its owner hears of it once', async () => {
    const id = await byRule(ruleOf({ field: 'partner', values: [world.partners.A] }), 'coo')
    const before = await itemsIn(id)
    await database.rows(
      sql`update collection set rule = jsonb_set(rule, '{conditions}', '[{"field":"plays","min":0}]') where id = ${id}`,
    )
    await rebuild()
    await rebuild()
    expect(await itemsIn(id)).toEqual(before)
    expect((await rowOf(id)).buildError).toBe('RULE_MATCHES_ALL')
    const told = await database.rows(sql`select 1 from message where biz_type = 'collection' and biz_id = ${id}`)
    expect(told).toHaveLength(1)
    expect(await move('coo', id, 'online')).toMatchObject({ status: 422, reason: 'NOT_BUILT' })
  })
})

describe('online and offline', () => {
  test('the drawn flow is the one declared', () => {
    expect(readFileSync('docs/flows/collections.md', 'utf8')).toContain(diagramOf(collectionFlow))
  })

  test('a random walk over the real verbs stays inside the flow, and online is never empty', async () => {
    const actions = fc.constantFrom('online', 'offline', 'delete', 'fill', 'drain', 'clock')
    await fc.assert(
      fc.asyncProperty(fc.array(actions, { maxLength: 12 }), async (walk) => {
        const id = await byRule(ruleOf({ field: 'platform', values: ['other'] }))
        for (const action of walk) {
          const before = await rowOf(id)
          if (!before) break
          if (action === 'clock') await rebuild()
          else if (action === 'fill') await add('adminOther', id, verticalA.slice(0, 1))
          else if (action === 'drain') {
            const drained = await ask('adminOther', 'POST', `/${id}/remove`, { target: { ids: verticalA.slice(0, 1) } })
            if (before.count > 0) expect(drained.status).toBe(before.status === 'online' ? 422 : 200)
          } else {
            const { status, reason, data } = await move('adminOther', id, action as 'online')
            const allowed = actionsFrom(collectionFlow, before.status, () => true)
            if (!allowed.includes(action as 'online')) {
              expect(reason).toBe('NOT_IN_THIS_STATE')
              expect(data).toMatchObject({ state: before.status, allowed })
            } else if (action === 'online' && before.count === 0) expect(reason).toBe('EMPTY')
            else expect(status).toBe(200)
          }
          const after = await rowOf(id)
          if (after?.status === 'online') expect(after.count).toBeGreaterThan(0)
        }
      }),
      { numRuns: 15, seed: 7 },
    )
  }, 30_000)

  test('a rebuild that leaves nothing takes it offline and tells the owner', async () => {
    await database.rows(
      sql`insert into video (platform, platform_item_id, partner_id) values ('other', 'lonely', ${world.partners.A})`,
    )
    const id = await byRule(ruleOf({ field: 'platform', values: ['other'] }), 'coo')
    expect((await move('coo', id, 'online')).status).toBe(200)
    await database.rows(sql`delete from video where platform_item_id = 'lonely'`)
    await rebuild()
    expect(await rowOf(id)).toMatchObject({ status: 'offline', count: 0 })
    const told = await database.rows<{ title: string }>(sql`
      select words->'zh-CN'->>'title' as title from message where biz_type = 'collection' and biz_id = ${id}`)
    expect(told).toHaveLength(1)
  })

  test('a collection in use is not deleted, one that nobody uses is', async () => {
    const id = await make()
    await database.rows(sql`
      insert into recommendation (target_type, collection_id, title, slot_code) values ('collection', ${id}, '占用', 'home')`)
    expect(await move('adminOther', id, 'delete')).toMatchObject({ status: 422, reason: 'IN_USE' })
    await database.rows(sql`update recommendation set status = 'expired' where collection_id = ${id}`)
    expect((await move('adminOther', id, 'delete')).status).toBe(200)
    expect((await ask('adminOther', 'GET', `/${id}`)).status).toBe(404)
    const audit = await database.rows<{ action: string }>(sql`
      select action from audit_log where entity = 'collection' and entity_id = ${id} order by id`)
    expect(audit.map(({ action }) => action)).toEqual(['collection.create', 'collection.delete'])
  })
})

describe('changes', () => {
  test('a stale edit shows the row as it is; the current one goes through', async () => {
    const id = await make('coo', { name: '先' })
    const edit = (version: number, name: string) => ask('coo', 'PATCH', `/${id}`, { ...fields, name, version })
    expect((await edit(1, '后')).status).toBe(200)
    const stale = await edit(1, '迟')
    expect(stale).toMatchObject({ status: 409, reason: 'STALE', data: { current: { name: '后', version: 2 } } })
    expect((await edit(2, '再')).data.version).toBe(3)
  })

  test('a name may stand twice; whoever types it is told', async () => {
    const first = await make('coo', { name: '同名集合' })
    const second = await make('coo', { name: '同名集合' })
    const found = await ask('coo', 'GET', `/same-name?name=${encodeURIComponent('同名集合')}`)
    expect(found.data.collections.map(({ id }: { id: string }) => id)).toEqual([first, second])
  })

  test('a copy holds the same, offline, in the copier’s line', async () => {
    const id = await make()
    await add('adminOther', id, [...verticalA.slice(0, 2), ...verticalB.slice(0, 1)])
    const copied = await ask('cooMatch', 'POST', `/${id}/copy`, { name: '副本' })
    expect((await itemsIn(copied.data.id)).sort()).toEqual(verticalA.slice(0, 2).sort())
    const detail = (await ask('cooMatch', 'GET', `/${copied.data.id}`)).data
    expect(detail).toMatchObject({ lineId: world.lines.first, status: 'offline', isReadOnly: false })
  })
})

describe('an import', () => {
  test('reports what it would do, row by row, and then does just that', async () => {
    const id = await make('adminOther', { name: '导入目标' })
    await add('adminOther', id, verticalA.slice(0, 1))
    const { number } = (await ask('adminOther', 'GET', `/${id}`)).data
    const text = [
      '集合编号,集合名称,内容体裁,作品',
      `${number},,,${verticalA[1]}`,
      `${number},,,${verticalA[0]}`,
      `${number},,,${horizontal}`,
      `${number},,,${world.missingId}`,
      `,导入新建,竖版短视频,${verticalA[2]}`,
      `,导入新建,,${verticalA[2]}`,
      `C000000-0000,,,${verticalA[2]}`,
      `,,,${verticalA[2]}`,
      `,导入新建,,`,
      `,错体裁,小视频,${verticalA[2]}`,
    ].join('\n')
    const count = async () => (await database.one<{ n: number }>(sql`select count(*) as n from collection`))!.n
    const before = await count()
    const checked = (await ask('adminOther', 'POST', '/import/check', { text })).data
    expect(await count()).toBe(before)
    expect(checked).toMatchObject({ rows: 10, done: 2 })
    expect(checked.refused.map(({ row, reason }: any) => [row, reason])).toEqual([
      [3, 'ALREADY_IN'],
      [4, 'WRONG_TYPE'],
      [5, 'UNKNOWN_VIDEO'],
      [7, 'DUPLICATE'],
      [8, 'UNKNOWN_COLLECTION'],
      [9, 'NO_COLLECTION'],
      [10, 'NO_VIDEO'],
      [11, 'BAD_TYPE'],
    ])
    const applied = (await ask('adminOther', 'POST', '/import', { text })).data
    expect(applied.done).toBe(checked.done)
    expect(applied.refused).toEqual(checked.refused)
    expect(await count()).toBe(before + 1)
    expect((await itemsIn(id)).sort()).toEqual(verticalA.slice(0, 2).sort())
    expect((await ask('adminOther', 'POST', '/import', { text: `name,video\n导入新建,${verticalA[2]}` })).reason).toBe(
      'IMPORT_NOTHING',
    )
  })

  test.each([
    ['作品\n1', 'IMPORT_NO_HEADER'],
    ['集合名称,作品', 'IMPORT_EMPTY'],
    ['集合名称,作品,作品\n甲,1,1', 'IMPORT_DOUBLE_HEADER'],
    ['集合名称,作品\n"甲,1', 'IMPORT_MALFORMED'],
  ])('a file that cannot be read says why: %j', async (text, reason) => {
    expect(await ask('adminOther', 'POST', '/import/check', { text })).toMatchObject({ status: 400, reason })
  })

  test('of a coo of a line reaches neither other lines’ collections nor their videos', async () => {
    const foreign = await make('cooMismatch')
    const { number } = (await ask('cooMismatch', 'GET', `/${foreign}`)).data
    const text = `number,video\n${number},${verticalA[0]}\nC000000-0000,${verticalA[0]}`
    const { refused } = (await ask('cooMatch', 'POST', '/import/check', { text })).data
    expect(refused.map(({ reason }: any) => reason)).toEqual(['UNKNOWN_COLLECTION', 'UNKNOWN_COLLECTION'])
    const own = `name,content type,video\n自己的,img,${verticalB[0]}\n自己的二,,${verticalA[0]}`
    const mine = (await ask('cooMatch', 'POST', '/import/check', { text: own })).data
    expect(mine).toMatchObject({ done: 1, refused: [{ reason: 'UNKNOWN_VIDEO' }] })
  })
})

/** Last: its videos stay, and are images, which nothing above looks at. */
test('a collection by hand holds at most ten thousand', async () => {
  const id = await make()
  await database.rows(sql`
    with made as (
      insert into video (platform, platform_item_id, content_type)
      select 'other', 'full-' || n, 'img' from generate_series(1, 9999) n returning id
    ) insert into collection_item (collection_id, video_id, position, source)
      select ${id}::bigint, id, row_number() over (), 'manual' from made`)
  expect(await add('adminOther', id, verticalA.slice(0, 2))).toMatchObject({ status: 422, reason: 'FULL' })
  expect(await add('adminOther', id, verticalA.slice(0, 1))).toMatchObject({ status: 200, data: { done: 1 } })
}, 30_000)
