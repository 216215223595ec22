import { readFileSync } from 'node:fs'
import sql from 'sql-template-tag'
import { beforeAll, describe, expect, test } from 'vitest'
import { openServer } from '../../../tests/http/app.ts'
import { type Actor, ctxFor, world } from '../../../tests/world.ts'
import { diagramOf } from '../../core/flow.ts'
import { jobContext } from '../../server/jobs/context.ts'
import { claimFlow, itemFlow } from './flow.ts'
import { blank } from './items.ts'
import { recommend } from './server.ts'

const { ask: call, database } = await openServer()

interface Answer {
  status: number
  reason?: string
  msg: string
  data: any
}
async function ask(actor: Actor, method: 'GET' | 'POST' | 'PATCH', url: string, body?: object): Promise<Answer> {
  const answer = await call(method, url, { as: actor, ...(body && { body }) })
  const { data, msg } = answer.json()
  return { status: answer.statusCode, reason: data?.reason, msg, data }
}
const post = (actor: Actor, url: string, body?: object) => ask(actor, 'POST', url, body)

const fields = { ...blank, title: '县城咖啡店的一天' }
const make = async (actor: Actor = 'coo', more: object = {}): Promise<string> => {
  const made = await post(actor, '/api/recommend', { ...fields, targetType: 'topic', targetId: null, ...more })
  expect(made.status, made.msg).toBe(200)
  return made.data.id
}
const rowOf = async (id: string) =>
  (await database.one<{ status: string; version: number; claimed: number; quota: number | null; held: string | null }>(
    sql`select status, version, claimed_count as claimed, quota, held_status as held from recommendation where id = ${id}`,
  ))!
const online = async (actor: Actor, id: string) =>
  post(actor, `/api/recommend/${id}/online`, { version: (await rowOf(id)).version })
const published = async (more: object = {}, actor: Actor = 'coo'): Promise<string> => {
  const id = await make(actor, more)
  expect((await online(actor, id)).status).toBe(200)
  return id
}
const creatorsOf = async (partnerId: string, platform?: string): Promise<string[]> =>
  (
    await database.rows<{ id: string }>(sql`
      select b.creator_id::text as id from creator_binding b join creator c on c.id = b.creator_id
      where b.partner_id = ${partnerId} and b.unbind_time is null and (${platform ?? null}::text is null or c.platform = ${platform ?? null})
      order by 1`)
  ).map(({ id }) => id)
const cleanVideo = async (partnerId: string): Promise<string> =>
  (await database.one<{ id: string }>(sql`
    select id::text from video where partner_id = ${partnerId} and risk_state = 'none' and visibility = 'public'
      and not exists (select from recommendation r where r.video_id = video.id) order by id limit 1`))!.id
const run = (name: string, now: Date) =>
  recommend.jobs!.find((job) => job.name === name)!.run(jobContext(database, {} as never, now), {})
const emit = async (event: 'video.restricted' | 'video.restored', payload: any) =>
  (await ctxFor(database, 'adminOther')).transaction((ctx) => ctx.emit(event, payload))
const listOf = async (actor: Actor, query = ''): Promise<any[]> =>
  (await ask(actor, 'GET', `/api/recommend?pageSize=200${query}`)).data.list
const idsOf = (rows: any[]) => rows.map(({ recId }) => recId)

let [creatorA, otherA]: string[] = []
beforeAll(async () => {
  ;[creatorA, otherA] = await creatorsOf(world.partners.A)
})
const claim = (actor: Actor, id: string, creatorId = creatorA!) =>
  post(actor, `/api/recommend/${id}/claim`, { creatorId })
const claimRow = async (id: string) =>
  (await database.one<{ status: string; version: number }>(
    sql`select status, version from recommendation_claim where id = ${id}`,
  ))!

test('the drawn flows are those declared', () => {
  const page = readFileSync('docs/flows/recommend.md', 'utf8')
  expect(page).toContain(diagramOf(itemFlow))
  expect(page).toContain(diagramOf(claimFlow))
})

describe('who sees what', () => {
  test('a partner sees what is online and meant for it, and no draft', async () => {
    const draft = await make()
    const all = await published()
    const forA = await published({ audience: 'partners', partnerIds: [world.partners.A] })
    const forB = await published({ audience: 'partners', partnerIds: [world.partners.B] })
    const [a, b] = [idsOf(await listOf('partnerA')), idsOf(await listOf('partnerB'))]
    expect(a).toEqual(expect.arrayContaining([all, forA]))
    expect(b).toEqual(expect.arrayContaining([all, forB]))
    for (const hidden of [draft, forB]) expect(a).not.toContain(hidden)
    for (const hidden of [draft, forA]) expect(b).not.toContain(hidden)
    expect(idsOf(await listOf('coo'))).toEqual(expect.arrayContaining([draft, all, forA, forB]))
  })

  test('an item of a line is for its operators and partners; a line’s operator sees no other', async () => {
    const first = await published({}, 'cooMatch')
    const second = await published({}, 'cooMismatch')
    const every = await published({}, 'coo')
    const seen = async (actor: Actor) =>
      idsOf(await listOf(actor))
        .filter((id) => [first, second, every].includes(id))
        .sort()
    expect(await seen('cooMatch')).toEqual([first])
    expect(await seen('cooMismatch')).toEqual([second])
    expect(await seen('partnerA')).toEqual([first, every].sort())
    expect(await seen('partnerB')).toEqual([second, every].sort())
    expect(await seen('adminOther')).toEqual([first, second, every].sort())
  })

  test('a partner learns nothing of others’ claims but the places left', async () => {
    const id = await published({ quota: 5 })
    const [creatorB] = await creatorsOf(world.partners.B)
    expect((await claim('partnerB', id, creatorB)).status).toBe(200)
    expect((await claim('partnerA', id)).status).toBe(200)
    const { data } = await ask('partnerA', 'GET', `/api/recommend/${id}`)
    expect(data.claims).toHaveLength(1)
    expect(data.item.quotaLeft).toBe(3)
    expect(data).not.toHaveProperty('staff')
    const row = (await listOf('partnerA')).find(({ recId }) => recId === id)
    for (const hidden of ['claims', 'impressions', 'submissions', 'plays', 'incomeFen', 'audience', 'source'])
      expect(row).not.toHaveProperty(hidden)
    const staff = await ask('coo', 'GET', `/api/recommend/${id}`)
    expect(staff.data.claims).toHaveLength(2)
    expect(staff.data.staff.claims).toBe(2)
    expect((await ask('partnerA', 'GET', '/api/recommend?sort=claims:desc')).reason).toBe('UNKNOWN_SORT')
    expect((await ask('partnerA', 'GET', '/api/recommend?audience=all')).reason).toBe('UNKNOWN_FILTER')
  })

  test('impressions and clicks count a person once a day, the file none', async () => {
    const id = await published()
    const figures = async () => (await ask('coo', 'GET', `/api/recommend/${id}`)).data.staff
    await call('GET', '/api/recommend/export.csv', { as: 'partnerA' })
    expect(await figures()).toMatchObject({ impressions: 0, clicks: 0 })
    await listOf('coo')
    for (let i = 0; i < 3; i++) await listOf('partnerA')
    await listOf('partnerB')
    expect(await figures()).toMatchObject({ impressions: 2, clicks: 0 })
    await ask('partnerA', 'GET', `/api/recommend/${id}`)
    await ask('partnerA', 'GET', `/api/recommend/${id}`)
    expect(await figures()).toMatchObject({ impressions: 2, clicks: 1 })
  })

  test('items stand by priority, then score, then start', async () => {
    await database.rows(sql`update recommendation set status = 'offline' where status in ('online', 'full')`)
    const low = await published({ score: 10 })
    const high = await published({ score: 90 })
    const topped = await published({ score: 1 })
    await post('coo', `/api/recommend/${topped}/top`, { version: (await rowOf(topped)).version })
    const order = idsOf(await listOf('partnerA')).filter((id) => [low, high, topped].includes(id))
    expect(order).toEqual([topped, high, low])
  })
})

describe('making and editing', () => {
  test.each([
    [{ startAt: '2027-01-02T00:00:00Z', endBefore: '2027-01-01T00:00:00Z' }, 'END_BEFORE_START', 'endBefore'],
    [{ startAt: '2027-01-02T00:00:00Z', deadlineAt: '2027-01-01T00:00:00Z' }, 'DEADLINE_BEFORE_START', 'deadlineAt'],
    [{ startAt: '2027-02-30T00:00:00Z' }, 'INVALID', 'startAt'],
    [{ title: '  ' }, 'TITLE_REQUIRED', 'title'],
    [{ audience: 'partners' }, 'PARTNERS_REQUIRED', 'partnerIds'],
    [{ audience: 'partners', partnerIds: ['999999'] }, 'PARTNER_NOT_FOUND', 'partnerIds'],
    [{ targetType: 'video' }, 'TARGET_REQUIRED', 'targetId'],
    [{ targetType: 'video', targetId: '999999' }, 'TARGET_NOT_FOUND', 'targetId'],
    [{ quota: 0 }, 'INVALID', 'quota'],
  ])('refuses %j with %s', async (more, reason, field) => {
    const answer = await post('coo', '/api/recommend', { ...fields, targetType: 'topic', targetId: null, ...more })
    expect(answer.reason).toBe(reason)
    expect(answer.data.field).toBe(field)
  })

  test('a line’s operator can neither aim at a foreign partner nor recommend a foreign video', async () => {
    const body = {
      ...fields,
      targetType: 'topic',
      targetId: null,
      audience: 'partners',
      partnerIds: [world.partners.B],
    }
    expect((await post('cooMatch', '/api/recommend', body)).reason).toBe('PARTNER_NOT_FOUND')
    expect((await post('cooMismatch', '/api/recommend', body)).status).toBe(200)
    const video = { ...fields, targetType: 'video', targetId: await cleanVideo(world.partners.B) }
    expect((await post('cooMatch', '/api/recommend', video)).reason).toBe('TARGET_NOT_FOUND')
    expect((await post('cooMismatch', '/api/recommend', video)).status).toBe(200)
  })

  test('of two editors the second is told what stands now', async () => {
    const id = await make()
    const edit = (title: string) => ask('coo', 'PATCH', `/api/recommend/${id}`, { ...fields, title, version: 1 })
    expect((await edit('甲')).data).toEqual({ version: 2 })
    const late = await edit('乙')
    expect(late).toMatchObject({ status: 409, reason: 'STALE' })
    expect(late.data.current).toMatchObject({ version: 2, title: '甲' })
  })

  test('a quota cannot fall below the claims; meeting them fills the item, raising it opens it', async () => {
    const id = await published({ quota: 5 })
    await claim('partnerA', id)
    await claim('partnerA', id, otherA)
    const edit = async (quota: number | null) =>
      ask('coo', 'PATCH', `/api/recommend/${id}`, { ...fields, quota, version: (await rowOf(id)).version })
    expect((await edit(1)).reason).toBe('QUOTA_BELOW_CLAIMED')
    expect((await edit(2)).status).toBe(200)
    expect((await rowOf(id)).status).toBe('full')
    expect((await edit(3)).status).toBe(200)
    expect((await rowOf(id)).status).toBe('online')
  })

  test('drafts of another list’s videos, titled as they are; a foreign one stops all', async () => {
    const [a, b] = [await cleanVideo(world.partners.A), await cleanVideo(world.partners.B)]
    const body = (ids: string[]) => ({ target: { ids }, reason: '', slotCode: 'home', quota: null })
    const count = async () =>
      (await database.one<{ n: number }>(sql`select count(*) as n from recommendation where video_id in (${a}, ${b})`))!
        .n
    expect(await post('cooMatch', '/api/recommend/videos', body([a, b]))).toMatchObject({
      status: 404,
      reason: 'ROWS_NOT_FOUND',
    })
    expect(await count()).toBe(0)
    const made = await post('adminOther', '/api/recommend/videos', body([a, b]))
    expect(made.data.created).toBe(2)
    expect(await count()).toBe(2)
  })
})

describe('going online', () => {
  test('a removed target cannot, a risky one cannot and the answer links to its case; a clean one can', async () => {
    const videoId = await cleanVideo(world.partners.A)
    const id = await make('coo', { targetType: 'video', targetId: videoId })
    await database.rows(sql`update video set risk_state = 'pending' where id = ${videoId}`)
    const { id: caseId } = (await database.one<{ id: string }>(sql`
      insert into risk_case (video_id, source, label, severity, sla_due_at) values (${videoId}, 'manual', 'ad', 'p2', now()) returning id::text`))!
    const risky = await online('coo', id)
    expect(risky).toMatchObject({ status: 422, reason: 'TARGET_RISKY' })
    expect(risky.data.link).toBe(`/dashboard/risk_videos?case=${caseId}`)
    await database.rows(sql`update video set risk_state = 'none', visibility = 'removed' where id = ${videoId}`)
    expect(await online('coo', id)).toMatchObject({ status: 422, reason: 'TARGET_REMOVED' })
    await database.rows(sql`update video set visibility = 'public' where id = ${videoId}`)
    expect(await online('coo', id)).toMatchObject({ status: 200, data: { status: 'online' } })
  })

  test('a slot takes twenty, also of forty that come at once; another slot is free', async () => {
    await database.rows(sql`update recommendation set status = 'offline' where status in ('online', 'full')`)
    const ids: string[] = []
    for (let i = 0; i < 40; i++) ids.push(await make('coo', { slotCode: 'academy' }))
    const answers = await Promise.all(ids.map((id) => post('coo', `/api/recommend/${id}/online`, { version: 1 })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ reason }) => reason))).toEqual(
      new Set(['SLOT_TAKEN']),
    )
    await published({ slotCode: 'home' })
  })

  test('tells the audience and nobody else', async () => {
    const told = async (id: string) =>
      (
        await database.rows<{ key: string }>(
          sql`select u.access_key as key from message m join app_user u on u.id = m.receiver_id
              where m.biz_type = 'recommendation' and m.biz_id = ${id} order by 1`,
        )
      ).map(({ key }) => key)
    const id = await make('coo', { audience: 'partners', partnerIds: [world.partners.B] })
    expect(await told(id)).toEqual([])
    await online('coo', id)
    expect(await told(id)).toEqual(['partner2'])
  })

  test('by the clock: starts, misses what is not clean, expires, and claims lapse with their place', async () => {
    await database.rows(
      sql`update recommendation set status = 'offline' where status in ('online', 'full', 'scheduled')`,
    )
    const videoId = await cleanVideo(world.partners.A)
    const day = 86_400_000
    const now = Date.now()
    const at = (days: number) => new Date(now + days * day).toISOString()
    const dates = { startAt: at(2), deadlineAt: at(20) }
    const fit = await make('coo', { ...dates, quota: 1 })
    const unfit = await make('coo', { ...dates, targetType: 'video', targetId: videoId })
    for (const id of [fit, unfit])
      expect((await post('coo', `/api/recommend/${id}/schedule`, { version: 1 })).data.status).toBe('scheduled')
    const past = await make('coo', { startAt: at(-2) })
    expect((await post('coo', `/api/recommend/${past}/schedule`, { version: 1 })).reason).toBe('START_NOT_AHEAD')
    await database.rows(sql`update video set risk_state = 'pending' where id = ${videoId}`)

    await run('recommend-clock', new Date(now + day))
    expect((await rowOf(fit)).status).toBe('scheduled')
    await run('recommend-clock', new Date(now + 3 * day))
    expect([(await rowOf(fit)).status, (await rowOf(unfit)).status]).toEqual(['online', 'offline'])

    const taken = await claim('partnerA', fit)
    expect((await rowOf(fit)).status).toBe('full')
    await run('recommend-clock', new Date(now + 6 * day))
    expect((await claimRow(taken.data.claimId)).status).toBe('claimed')
    await run('recommend-clock', new Date(now + 8 * day))
    expect((await claimRow(taken.data.claimId)).status).toBe('expired')
    expect(await rowOf(fit)).toMatchObject({ status: 'online', claimed: 0 })
    await run('recommend-clock', new Date(now + 21 * day))
    expect((await rowOf(fit)).status).toBe('expired')
    expect((await claim('partnerA', fit)).reason).toBe('CLOSED')
    await database.rows(sql`update video set risk_state = 'none' where id = ${videoId}`)
  })

  test('many at once: what refuses is told row by row; one out of scope stops all', async () => {
    await database.rows(sql`update recommendation set status = 'offline' where status in ('online', 'full')`)
    const [fresh, live] = [await make('cooMatch'), await published({}, 'cooMatch')]
    const foreign = await make('cooMismatch')
    const bulk = (ids: string[]) => post('cooMatch', '/api/recommend/online', { target: { ids } })
    expect(await bulk([fresh, foreign])).toMatchObject({ status: 404, reason: 'ROWS_NOT_FOUND' })
    expect((await rowOf(fresh)).status).toBe('draft')
    const report = await bulk([fresh, live])
    expect(report.data).toMatchObject({ done: 1, refused: [{ id: live, reason: 'NOT_IN_THIS_STATE' }] })
    expect((await rowOf(fresh)).status).toBe('online')
    const shifted = await post('cooMatch', '/api/recommend/shift', { target: { ids: [fresh] }, days: 3 })
    expect(shifted.data.refused).toMatchObject([{ reason: 'LIVE_START' }])
    const aimed = await post('cooMatch', '/api/recommend/audience', {
      target: { ids: [fresh] },
      audience: 'partners',
      partnerIds: [world.partners.C],
    })
    expect(aimed.data).toEqual({ done: 1, refused: [] })
    expect(idsOf(await listOf('partnerA'))).not.toContain(fresh)
  })
})

describe('a claim', () => {
  test('of 200 at once on five places exactly five succeed', async () => {
    const id = await published({ quota: 5 })
    await database.rows(sql`
      with made as (
        insert into creator (platform, platform_uid, nickname) select 'douyin', 'race' || n, '赛' || n from generate_series(1, 200) n returning id
      ) insert into creator_binding (creator_id, partner_id, bind_time) select id, ${world.partners.A}, '2026-01-01' from made`)
    const racers = await database.rows<{ id: string }>(
      sql`select id::text from creator where platform_uid like 'race%' order by id`,
    )
    const answers = await Promise.all(racers.map((racer) => claim('partnerA', id, racer.id)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ reason }) => reason))).toEqual(
      new Set(['FULL']),
    )
    expect(await rowOf(id)).toMatchObject({ status: 'full', claimed: 5 })
    const rows = await database.one<{ n: number }>(
      sql`select count(*) as n from recommendation_claim where recommendation_id = ${id}`,
    )
    expect(rows!.n).toBe(5)
  })

  test('is one a partner, creator and item, also of twenty at once, and takes one place', async () => {
    const id = await published({ quota: 10 })
    const answers = await Promise.all(Array.from({ length: 20 }, () => claim('partnerA', id)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(answers.map(({ reason }) => reason))).toEqual(new Set([undefined, 'ALREADY_CLAIMED']))
    expect((await rowOf(id)).claimed).toBe(1)
    expect((await claim('partnerA', id, otherA)).status).toBe(200)
  })

  test('takes only a creator bound to the partner; a foreign one answers as none', async () => {
    const id = await published()
    const [foreign] = await creatorsOf(world.partners.B)
    const [a, b] = [await claim('partnerA', id, foreign), await claim('partnerA', id, world.missingId)]
    expect(a).toMatchObject({ status: 422, reason: 'CREATOR_NOT_YOURS', msg: b.msg })
    expect((await claim('partnerB', id, foreign)).status).toBe(200)
  })

  test('cancelled gives its place back and can be taken again', async () => {
    const id = await published({ quota: 1 })
    const { data } = await claim('partnerA', id)
    expect((await claim('partnerA', id, otherA)).reason).toBe('FULL')
    const cancel = (actor: Actor) => post(actor, `/api/recommend/claims/${data.claimId}/cancel`, { version: 1 })
    expect((await cancel('partnerB')).status).toBe(404)
    expect((await cancel('partnerA')).status).toBe(200)
    expect(await rowOf(id)).toMatchObject({ status: 'online', claimed: 0 })
    expect((await claim('partnerA', id)).status).toBe(200)
  })

  test('its work: platform, own creator, once; then judged and the partner told', async () => {
    const work = (await database.one<{ creatorId: string; platform: string; itemId: string; id: string }>(sql`
      select v.id::text, v.creator_id::text as "creatorId", v.platform, v.platform_item_id as "itemId" from video v
      join creator_binding b on b.creator_id = v.creator_id and b.partner_id = v.partner_id and b.unbind_time is null
      where v.partner_id = ${world.partners.A} and v.platform = 'douyin' order by v.id limit 1`))!
    const link = `https://www.douyin.com/video/${work.itemId}`
    const id = await published()
    const taken = await claim('partnerA', id, work.creatorId)
    const claimId = taken.data.claimId
    const submit = (text: string, version = 1) =>
      post('partnerA', `/api/recommend/claims/${claimId}/submit`, { link: text, version })
    expect((await submit('https://example.com/1')).reason).toBe('UNKNOWN_LINK')
    expect((await submit('https://www.bilibili.com/video/BV1xx411c7mD')).reason).toBe('WRONG_PLATFORM')
    expect((await post('partnerB', `/api/recommend/claims/${claimId}/submit`, { link, version: 1 })).status).toBe(404)
    expect((await submit(link)).data).toEqual({ version: 2, isMatched: true })
    const again = await claim('partnerA', await published(), work.creatorId)
    const twice = await post('partnerA', `/api/recommend/claims/${again.data.claimId}/submit`, { link, version: 1 })
    expect(twice.reason).toBe('LINK_USED')

    const judge = (body: object) =>
      post('coo', `/api/recommend/claims/${claimId}/judge`, { version: 2, reason: null, ...body })
    expect((await judge({ isValid: false })).reason).toBe('REASON_REQUIRED')
    expect((await judge({ isValid: true })).data).toEqual({ version: 3 })
    expect(
      (await post('coo', `/api/recommend/claims/${claimId}/judge`, { isValid: true, reason: null, version: 3 })).data,
    ).toMatchObject({ reason: 'NOT_IN_THIS_STATE', state: 'valid', allowed: [] })
    const told = await database.one(sql`
      select 1 from message where biz_type = 'recommendation' and biz_id = ${id} and receiver_id = ${world.users.partner} and type = 'message'`)
    expect(told).toBeDefined()
    const plays = (await database.one<{ n: number }>(
      sql`select play_count as n from video_stat where video_id = ${work.id}`,
    ))!.n
    expect((await ask('coo', 'GET', `/api/recommend/${id}`)).data.staff).toMatchObject({
      submissions: 1,
      valid: 1,
      plays,
    })
  })

  test('a work of somebody else answers as one not known yet, and is never matched', async () => {
    const foreign = (await database.one<{ platform: string; itemId: string }>(
      sql`select platform, platform_item_id as "itemId" from video where partner_id = ${world.partners.B} and platform = 'douyin' limit 1`,
    ))!
    const [creator] = await creatorsOf(world.partners.A, 'douyin')
    const outcome = async (itemId: string) => {
      const { data } = await claim('partnerA', await published(), creator)
      const answer = await post('partnerA', `/api/recommend/claims/${data.claimId}/submit`, {
        link: `https://www.douyin.com/video/${itemId}`,
        version: 1,
      })
      return { id: data.claimId, status: answer.status, data: answer.data }
    }
    const [theirs, unknown] = [await outcome(foreign.itemId), await outcome('7000000000000000001')]
    expect(theirs.data).toEqual(unknown.data)
    await run('recommend-clock', new Date())
    const matched = (id: string) =>
      database.one<{ video: string | null }>(
        sql`select video_id::text as video from recommendation_claim where id = ${id}`,
      )
    expect((await matched(theirs.id))!.video).toBeNull()
    await database.rows(sql`
      insert into video (platform, platform_item_id, partner_id, creator_id) values ('douyin', '7000000000000000001', ${world.partners.A}, ${creator})`)
    await run('recommend-clock', new Date())
    expect((await matched(unknown.id))!.video).not.toBeNull()
  })
})

describe('a risk decision', () => {
  test('takes the video’s items offline; only undoing its last case brings them back as they were', async () => {
    await database.rows(sql`update recommendation set status = 'offline' where status in ('online', 'full')`)
    const videoId = await cleanVideo(world.partners.C)
    const target = { targetType: 'video', targetId: videoId }
    const [item, full, draft] = [
      await published(target),
      await published({ ...target, quota: 1 }),
      await make('coo', target),
    ]
    await claim('partnerA', full)
    const states = async () => [(await rowOf(item)).status, (await rowOf(full)).status, (await rowOf(draft)).status]
    expect(await states()).toEqual(['online', 'full', 'draft'])
    await emit('video.restricted', { videoId, caseId: '71', effects: ['freeze'], severity: 'p2' })
    expect(await states()).toEqual(['online', 'full', 'draft'])
    await emit('video.restricted', { videoId, caseId: '71', effects: ['remove'], severity: 'p1' })
    await emit('video.restricted', { videoId, caseId: '72', effects: ['limit'], severity: 'p2' })
    expect(await states()).toEqual(['offline', 'offline', 'draft'])
    await emit('video.restored', { videoId, caseId: '71' })
    expect(await states()).toEqual(['offline', 'offline', 'draft'])
    await emit('video.restored', { videoId, caseId: '72' })
    expect(await states()).toEqual(['online', 'full', 'draft'])
    const audits = await database.rows(sql`
      select action from audit_log where entity = 'recommendation' and entity_id = ${item} and action like 'recommendation.re%'`)
    expect(audits).toHaveLength(2)
  })

  test('does not bring back what somebody took offline, nor what ended meanwhile', async () => {
    const videoId = await cleanVideo(world.partners.C)
    const target = { targetType: 'video', targetId: videoId }
    const [byHand, over] = [await published(target), await published(target)]
    await post('coo', `/api/recommend/${byHand}/offline`, { version: 2 })
    await emit('video.restricted', { videoId, caseId: '73', effects: ['ban'], severity: 'p0' })
    await database.rows(sql`update recommendation set end_before = now() where id = ${over}`)
    await emit('video.restored', { videoId, caseId: '73' })
    expect([(await rowOf(byHand)).status, (await rowOf(over)).status]).toEqual(['offline', 'offline'])
  })
})

describe('the daily rule', () => {
  test('suggests growing categories’ best, never risky or fresh ones, and publishes nothing itself', async () => {
    await database.rows(sql`delete from agg_line_slice_daily`)
    const video = (await database.one<{ id: string; category: string }>(sql`
      select v.id::text, v.category_id::text as category from video v join video_stat s on s.video_id = v.id
      where v.partner_id = ${world.partners.A} and v.category_id is not null and s.finish_rate_ppm is not null
        and not exists (select from recommendation r where r.video_id = v.id) order by v.id limit 1`))!
    await database.rows(sql`update video set risk_state = 'none', visibility = 'public' where id = ${video.id}`)
    await database.rows(
      sql`update video_stat set finish_rate_ppm = 999000, play_delta_7d = 1000000000 where video_id = ${video.id}`,
    )
    await database.rows(sql`delete from recommendation_suggestion`)
    const grow = (week: number, before: number) =>
      database.rows(sql`
        insert into agg_line_slice_daily
        select d.day, 1, 'douyin', ${video.category}, 'img', 'wl', d.plays, 0, 0, 0, 0, 0, 0, 0, 0
        from (values (${world.through}::date, ${week}::bigint), (${world.through}::date - 8, ${before}::bigint)) d(day, plays)`)
    const open = async (actor: Actor = 'coo') =>
      (await ask(actor, 'GET', '/api/recommend/suggestions')).data.suggestions
    const now = new Date(`${world.through}T23:00:00Z`)
    await grow(149, 100)
    await run('recommend-suggest', now)
    expect(await open()).toEqual([])
    await database.rows(sql`delete from agg_line_slice_daily`)
    await grow(150, 100)
    await run('recommend-suggest', now)
    const [best] = await open()
    expect(best).toMatchObject({ videoId: video.id, growth: 500_000 })
    const ids = async (actor: Actor) => (await open(actor)).map(({ videoId }: { videoId: string }) => videoId)
    expect(await ids('cooMatch')).toContain(video.id)
    expect(await ids('cooMismatch')).not.toContain(video.id)
    const live = async () =>
      (await database.one<{ n: number }>(
        sql`select count(*) as n from recommendation where status in ('online', 'full', 'scheduled') and source = 'rule' and video_id = ${video.id}`,
      ))!.n
    expect(await live()).toBe(0)
    const accepted = await post('coo', `/api/recommend/suggestions/${best.suggestionId}/accept`)
    expect(await rowOf(accepted.data.id)).toMatchObject({ status: 'draft' })
    expect((await post('coo', `/api/recommend/suggestions/${best.suggestionId}/dismiss`)).reason).toBe('DECIDED')
    await database.rows(sql`delete from recommendation_suggestion where id <> ${best.suggestionId}`)
    await run('recommend-suggest', new Date(+now + 86_400_000))
    expect((await open()).filter(({ videoId }: { videoId: string }) => videoId === video.id)).toEqual([])
  })
})

test('the tiles sum what the list shows', async () => {
  const rows = await listOf('adminOther')
  const { data } = await ask('adminOther', 'GET', '/api/recommend/summary')
  const sum = (name: string) => rows.reduce((total, row) => total + row[name], 0)
  expect(data).toMatchObject({
    online: rows.filter(({ status }) => ['online', 'full'].includes(status)).length,
    impressions: sum('impressions'),
    clicks: sum('clicks'),
    claims: sum('claims'),
    submissions: sum('submissions'),
    plays: sum('plays'),
  })
  expect(rows.length).toBeGreaterThan(20)
})
