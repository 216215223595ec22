import type { FastifyInstance } from 'fastify'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Actor, freshDatabase, signedIn, world } from '../../../tests/world.ts'
import { addDays, startOf } from '../../core/time.ts'
import { buildApp } from '../../server/app.ts'
import type { Database } from '../../server/db/pool.ts'
import { data } from './server.ts'

let database: Database
let app: FastifyInstance

beforeAll(async () => {
  ;({ database } = await freshDatabase())
  app = await buildApp({ database, features: [data], dataDir: '/tmp/backlot-data-test' })
})
afterAll(() => app.close())

interface Answer {
  status: number
  reason?: string
  msg: string
  data: any
}

async function ask(actor: Actor, url: string, body?: unknown): Promise<Answer> {
  const response = await app.inject({
    url,
    headers: signedIn(actor),
    ...(body ? { method: 'POST', payload: body } : {}),
  } as never)
  const { data, msg } = response.json()
  return { status: response.statusCode, reason: data?.reason, msg, data }
}

const list = async (actor: Actor, query = ''): Promise<any> => (await ask(actor, `/api/data?pageSize=200${query}`)).data
const idsOf = (page: { list: { videoId: string }[] }) => page.list.map(({ videoId }) => videoId)
const videosOf = async (where: ReturnType<typeof sql>): Promise<string[]> =>
  (await database.rows<{ id: string }>(sql`select v.id::text from video v where ${where} order by v.id`)).map(
    ({ id }) => id,
  )
const sorted = (ids: string[]) => [...ids].sort((a, b) => Number(a) - Number(b))

describe('who sees which videos', () => {
  test('an administrator sees all, the unattributed included', async () => {
    const page = await list('adminOther')
    expect(sorted(idsOf(page))).toEqual(await videosOf(sql`true`))
    expect(await videosOf(sql`partner_id is null`)).not.toEqual([])
    expect(page.total).toBe(page.list.length)
  })

  test('a partner sees its own alone', async () => {
    const own = await videosOf(sql`partner_id = ${world.partners.A}`)
    expect(own).not.toEqual([])
    expect(sorted(idsOf(await list('partnerA')))).toEqual(own)
  })

  test('a leader sees the partners of the team and of the teams below', async () => {
    expect(sorted(idsOf(await list('leader')))).toEqual(
      await videosOf(sql`partner_id in (${world.partners.A}, ${world.partners.C})`),
    )
  })

  test('a supplier has no data list', async () => {
    expect((await ask('supplierA', '/api/data')).status).toBe(403)
  })

  test('filtering by a foreign partner finds nothing, whoever asks', async () => {
    expect(idsOf(await list('partnerA', `&partnerId=${world.partners.B}`))).toEqual([])
    expect(idsOf(await list('partnerA', `&partnerId=${world.partners.A}`))).not.toEqual([])
  })

  test('tiles count what the list counts', async () => {
    for (const actor of ['adminOther', 'leader', 'partnerA', 'partnerB'] as const) {
      const [page, summary] = [
        await list(actor, '&platform=douyin'),
        await ask(actor, '/api/data/summary?platform=douyin'),
      ]
      expect(summary.data.videos).toBe(page.total)
    }
  })
})

describe('the course of a filtered set', () => {
  const filters = [
    '',
    'platform=douyin,kuaishou',
    'contentType=verticalVideo&productCode=sm4',
    `partnerId=${world.partners.A},none`,
    'categoryId=none',
    'categoryId=1,2',
    'categoryId=1,none&platform=douyin',
    `partnerId=${world.partners.A}&platform=douyin`,
    `statDate=${addDays(world.through, -9)}..${addDays(world.through, -3)}`,
    'teamId=1,2&contentType=verticalVideo',
    `statDate=${addDays(world.through, -30)}..&contentType=verticalVideo`,
    `statDate=${addDays(world.through, -40)}..${addDays(world.through, -20)}`,
  ]

  test('is the same from roll-ups and from the facts, for every scope', async () => {
    const course = async (actor: Actor, query: string) => (await ask(actor, `/api/data/summary?${query}`)).data.days
    while ((await database.one<{ keys: number }>(sql`select rebuild_rollups() as keys`))!.keys > 0) {
      // Until every day is rolled up.
    }
    for (const actor of ['adminOther', 'leader', 'cooMismatch', 'partnerA', 'partnerB'] as const)
      for (const query of filters) {
        const rolledUp = await course(actor, query)
        await database.rows(sql`insert into dirty_key values (${world.through}::date, 0)`)
        expect(await course(actor, query)).toEqual(rolledUp)
        await database.rows(sql`delete from dirty_key`)
      }
  })

  test('of a set narrowed to days is that of those days, of works that have figures on them', async () => {
    const [from, to] = [addDays(world.through, -9), addDays(world.through, -3)]
    const { days } = (await ask('adminOther', `/api/data/summary?statDate=${from}..${to}`)).data
    const facts = await database.rows<{ day: string; plays: number }>(sql`
      select stat_date::text as day, sum(play_delta)::bigint as plays from video_metric_daily
      where stat_date between ${from}::date and ${to}::date group by 1`)
    const plays = new Map(facts.map((one) => [one.day, one.plays]))
    expect(plays.size).toBe(7)
    expect(days.map((one: any) => one.plays)).toEqual(days.map((one: any) => plays.get(one.statDate) ?? null))
    const fresh = await database.one<{ n: number }>(sql`
      select count(*) as n from video v where v.published_at >= ${startOf(addDays(world.through, -13))}
        and exists (select from video_metric_daily m where m.video_id = v.id and m.stat_date between ${from}::date and ${to}::date)`)
    expect(days.reduce((sum: number, one: any) => sum + one.newVideos, 0)).toBe(fresh!.n)
  })

  test('roll-ups really are what answers when nothing waits', async () => {
    const plays = async () => (await ask('adminOther', '/api/data/summary')).data.plays
    const before = await plays()
    await database.rows(
      sql`update agg_line_dimension_daily set plays = plays + 1 where stat_date = ${world.through}::date`,
    )
    expect(await plays()).toBeGreaterThan(before)
    await database.rows(
      sql`update agg_line_dimension_daily set plays = plays - 1 where stat_date = ${world.through}::date`,
    )
  })
})

describe('income', () => {
  test('stands in the rows of a partner and not in those of a leader', async () => {
    expect((await list('partnerA')).list[0]).toHaveProperty('estIncomeFen')
    expect((await list('leader')).list[0]).not.toHaveProperty('estIncomeFen')
  })

  test('a leader may not sort or filter by it, and is told what one says of an unknown name', async () => {
    const [hidden, unknown] = [
      await ask('leader', '/api/data?sort=estIncomeFen:desc'),
      await ask('leader', '/api/data?sort=nothing:desc'),
    ]
    expect(hidden).toMatchObject({ status: 400, reason: 'UNKNOWN_SORT' })
    expect(hidden.msg.replace('estIncomeFen:desc', '')).toBe(unknown.msg.replace('nothing:desc', ''))
    expect(hidden.msg.replace('estIncomeFen:desc', '')).not.toContain('ncome')
    expect((await ask('leader', '/api/data?hasIncome=true')).reason).toBe('UNKNOWN_FILTER')
    expect((await ask('partnerA', '/api/data?sort=estIncomeFen:desc&hasIncome=true')).status).toBe(200)
  })

  test('is absent from tiles, detail and export for a leader', async () => {
    const id = idsOf(await list('leader'))[0]
    for (const url of [
      '/api/data/summary',
      `/api/data/${id}`,
      `/api/data/${id}/days?from=${world.from}&to=${world.through}`,
    ]) {
      expect(JSON.stringify((await ask('leader', url)).data)).not.toContain('ncomeFen')
      expect(JSON.stringify((await ask('adminOther', url)).data)).toContain('ncomeFen')
    }
    const header = async (actor: Actor) =>
      (await app.inject({ url: '/api/data/export.csv', headers: signedIn(actor) })).body.split('\r\n')[0]
    expect(await header('leader')).not.toContain('收益')
    expect(await header('partnerA')).toContain('预估收益')
  })

  test('two worlds that differ only in income answer a leader alike', async () => {
    const questions = [
      '/api/data?pageSize=200',
      '/api/data/summary',
      '/api/data?sort=playCount:desc&qualityFlag=ok,spike',
    ]
    const before = await Promise.all(questions.map(async (url) => (await ask('leader', url)).data))
    await database.rows(sql`update video_stat set est_income_fen = est_income_fen + 7, est_income_1d_fen = 9`)
    await database.rows(sql`update video_metric_daily set est_income_fen = est_income_fen + 7`)
    expect(await Promise.all(questions.map(async (url) => (await ask('leader', url)).data))).toEqual(before)
  })
})

describe('order and pages', () => {
  test.each([
    'publishedAt:desc',
    'publishedAt:asc',
    'playCount:desc',
    'playDelta1d:desc',
    'playDelta1d:asc',
    'finishRate:desc',
    'estIncomeFen:asc',
  ])('by %s, following the cursor gives each video once, in the order of the numbered pages', async (sort) => {
    const whole = idsOf(await list('adminOther', `&sort=${sort}`))
    const walked: string[] = []
    let cursor = ''
    do {
      const page = (await ask('adminOther', `/api/data?pageSize=7&sort=${sort}${cursor && `&cursor=${cursor}`}`)).data
      walked.push(...idsOf(page))
      cursor = page.nextCursor ?? ''
    } while (cursor)
    expect(walked).toEqual(whole)
    expect(new Set(walked).size).toBe(walked.length)
  })

  test('a page beyond the end is empty with the true total', async () => {
    const page = (await ask('adminOther', '/api/data?current=400&pageSize=20')).data
    expect(page).toMatchObject({ list: [], total: (await list('adminOther')).total })
  })

  test('a cursor of another sort, or of nobody, is refused', async () => {
    const { nextCursor } = (await ask('adminOther', '/api/data?pageSize=5')).data
    expect((await ask('adminOther', `/api/data?pageSize=5&cursor=${nextCursor}`)).status).toBe(200)
    for (const cursor of [
      `${nextCursor}&sort=playCount:desc`,
      'x',
      Buffer.from(`["publishedAt",true,"now()","1"]`).toString('base64url'),
    ]) {
      expect((await ask('adminOther', `/api/data?cursor=${cursor}`)).reason).toBe('BAD_CURSOR')
    }
  })
})

describe('search', () => {
  test('two Chinese characters of a title find it, and nothing without them', async () => {
    const title = (await database.one<{ title: string }>(
      sql`select title from video where title ~ '[一-龥]{4}' order by id limit 1`,
    ))!.title
    const pair = /[一-龥]{2}/.exec(title)![0]
    const found = await list('adminOther', `&keyword=${encodeURIComponent(pair)}`)
    expect(sorted(idsOf(found))).toEqual(await videosOf(sql`strpos(title, ${pair}) > 0`))
  })

  test('wildcards and quotes are characters like any other', async () => {
    await database.rows(sql`update video set title = '100%_好''评"\\' where id = (select min(id) from video)`)
    for (const keyword of ['100%_', '%_', `'`, '_好', '"\\', '100%_好\'评"\\']) {
      expect((await list('adminOther', `&keyword=${encodeURIComponent(keyword)}`)).total).toBe(1)
    }
    expect((await list('adminOther', `&keyword=${encodeURIComponent('1%0')}`)).total).toBe(0)
  })

  test('a pasted id finds the work, of another partner nothing', async () => {
    const [own, foreign] = await Promise.all(
      [world.partners.A, world.partners.B].map((id) =>
        database.one<{ item: string }>(
          sql`select platform_item_id as item from video where partner_id = ${id} order by id limit 1`,
        ),
      ),
    )
    expect((await list('partnerA', `&keyword=${own!.item}`)).total).toBe(1)
    expect((await list('partnerA', `&keyword=${foreign!.item}`)).total).toBe(0)
  })

  test('a link that is not a work’s is refused in words', async () => {
    expect(await ask('partnerA', '/api/data?keyword=https%3A%2F%2Fexample.com%2F1')).toMatchObject({
      status: 400,
      reason: 'UNKNOWN_LINK',
    })
  })
})

describe('one video', () => {
  test('its days are the differences of its snapshots, and sum to the list’s figures', async () => {
    const row = (await list('adminOther', '&sort=playCount:desc')).list[0]
    const { video, days } = (await ask('adminOther', `/api/data/${row.videoId}`)).data
    expect(video.playCount).toBe(row.playCount)
    expect(days[0].playDelta).toBe(row.playDelta1d)
    const known = days.slice(0, 7).map((day: { playDelta: number | null }) => day.playDelta ?? 0)
    expect(known.reduce((a: number, b: number) => a + b, 0)).toBe(row.playDelta7d)
  })

  test('a foreign video and a missing one answer alike', async () => {
    const foreign = (await videosOf(sql`partner_id = ${world.partners.B}`))[0]
    for (const path of ['', `/days?from=${world.from}&to=${world.through}`]) {
      const answers = await Promise.all(
        [foreign, world.missingId].map((id) => ask('partnerA', `/api/data/${id}${path}`)),
      )
      const plain = answers.map(({ data: { requestId, ...rest }, ...answer }) => ({ ...answer, data: rest }))
      expect(plain[0]).toMatchObject({ status: 404, reason: 'NOT_FOUND' })
      expect(plain[0]).toEqual(plain[1])
    }
    expect((await ask('partnerB', `/api/data/${foreign}`)).status).toBe(200)
  })
})

describe('changes', () => {
  test('a bulk change with one foreign id changes nothing', async () => {
    const own = await videosOf(
      sql`partner_id in (select id from partner where business_line_id = ${world.lines.second})`,
    )
    const foreign = await videosOf(sql`partner_id = ${world.partners.A}`)
    const categoryId = (await database.one<{ id: string }>(
      sql`select id::text from category order by id desc limit 1`,
    ))!.id
    const refused = await ask('cooMismatch', '/api/data/category', {
      target: { ids: [own[0], foreign[0], world.missingId] },
      categoryId,
    })
    const isLineScoped = (await list('cooMismatch')).total < (await list('adminOther')).total
    expect(isLineScoped).toBe(true)
    expect(refused).toMatchObject({ status: 404, reason: 'ROWS_NOT_FOUND' })
    expect(refused.msg).toContain('2 条')
    const done = await ask('cooMismatch', '/api/data/category', { target: { ids: own.slice(0, 3) }, categoryId })
    expect(done.status).toBe(200)
    expect(await videosOf(sql`category_id = ${categoryId} and v.id = any(${own.slice(0, 3)}::bigint[])`)).toHaveLength(
      3,
    )
  })

  test('exclusion from settlement needs a reason, is audited, and can be taken back', async () => {
    const [id] = await videosOf(sql`true`)
    expect((await ask('coo', '/api/data/exclude', { target: { ids: [id] }, excluded: true, reason: '' })).status).toBe(
      400,
    )
    expect(
      (await ask('partnerA', '/api/data/exclude', { target: { ids: [id] }, excluded: true, reason: '刷量嫌疑' }))
        .status,
    ).toBe(403)
    expect(
      (await ask('adminOther', '/api/data/exclude', { target: { ids: [id] }, excluded: true, reason: '刷量嫌疑' }))
        .data,
    ).toEqual({ changed: 1 })
    expect(
      (await ask('adminOther', '/api/data/exclude', { target: { ids: [id] }, excluded: true, reason: '刷量嫌疑' })).data
        .changed,
    ).toBe(0)
    expect(
      (await ask('adminOther', '/api/data/exclude', { target: { ids: [id] }, excluded: false, reason: '核实无误' }))
        .data.changed,
    ).toBe(1)
    const audit = await database.rows<{ action: string; reason: string }>(sql`
      select action, reason from audit_log where entity = 'video' and entity_id = ${id} and action in ('video.exclude', 'video.include') order by id`)
    expect(audit).toEqual([
      { action: 'video.exclude', reason: '刷量嫌疑' },
      { action: 'video.include', reason: '核实无误' },
    ])
  })

  test('an owner moves once: the second mover sees what changed', async () => {
    const [id] = await videosOf(sql`partner_id = ${world.partners.A}`)
    const { version } = (await ask('adminOther', `/api/data/${id}`)).data.video
    const move = (partnerId: string) =>
      ask('adminOther', `/api/data/${id}/owner`, { partnerId, reason: '合同转移', version })
    expect(
      (await ask('coo', `/api/data/${id}/owner`, { partnerId: world.partners.B, reason: '合同转移', version })).status,
    ).toBe(403)
    expect((await move(world.partners.B)).status).toBe(200)
    expect(await move(world.partners.C)).toMatchObject({
      status: 409,
      reason: 'STALE',
      data: { current: { partnerId: world.partners.B } },
    })
    expect((await ask('partnerA', `/api/data/${id}`)).status).toBe(404)
    const owners = (await ask('adminOther', `/api/data/${id}`)).data.owners
    expect(owners).toMatchObject([{ reason: '合同转移' }])
    expect((await ask('partnerB', `/api/data/${id}`)).data.owners).toEqual([])
  })

  test('twenty movers at once: one wins, nothing is lost', async () => {
    const [id] = await videosOf(sql`partner_id = ${world.partners.C}`)
    const { version } = (await ask('adminOther', `/api/data/${id}`)).data.video
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        ask('adminOther', `/api/data/${id}/owner`, { partnerId: world.partners.D, reason: '并发转移', version }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
    expect((await ask('adminOther', `/api/data/${id}`)).data.video.version).toBe(version + 1)
  })
})

describe('why a number is what it is', () => {
  beforeAll(() => database.rows(sql`delete from metric_correction`).then(() => {}))
  const asked = { day: addDays(world.through, -5) }
  const correct = (videoId: string, set: ReturnType<typeof sql>) =>
    database.rows(
      sql`update video_metric_daily set ${set} where video_id = ${videoId} and stat_date = ${asked.day}::date`,
    )
  /** A video of partner A with figures on that day and no corrections around it. */
  const untouched = async () =>
    (await database.one<{ id: string; plays: number; delta: number }>(sql`
      select m.video_id::text as id, m.play_count as plays, m.play_delta as delta
      from video_metric_daily m join video v on v.id = m.video_id
      where v.partner_id = ${world.partners.A} and m.stat_date = ${asked.day}::date and m.play_delta is not null
        and not exists (select from metric_correction c where c.video_id = m.video_id)
      order by m.video_id limit 1`))!

  test('every correction is kept with what brought it, and the day after the corrected one names it', async () => {
    const { id, plays, delta } = await untouched()
    const historyOf = async (actor: Actor, day: string) => (await ask(actor, `/api/data/${id}/history?day=${day}`)).data
    expect(await historyOf('partnerA', asked.day)).toMatchObject({ values: [{ playCount: plays, playDelta: delta }] })
    await database.transaction(async (db) => {
      await db.rows(sql`select set_config('backlot.source', 'ingest:7', true)`)
      await db.rows(
        sql`update video_metric_daily set play_count = play_count + 100 where video_id = ${id} and stat_date = ${asked.day}::date`,
      )
      await db.rows(sql`select refresh_metric_deltas(${[id]}::bigint[])`)
    })
    await correct(id, sql`play_count = play_count - 344`)
    await database.rows(sql`select refresh_metric_deltas(${[id]}::bigint[])`)

    const { values, dayBefore } = await historyOf('adminOther', asked.day)
    expect(values).toMatchObject([
      { playCount: plays - 244, playDelta: delta - 244, source: { kind: 'unknown', id: null } },
      { playCount: plays + 100, playDelta: delta + 100, source: { kind: 'ingest', id: '7' } },
      { playCount: plays, playDelta: delta },
    ])
    expect(dayBefore).toBeNull()
    // Which batch it was is the business of those who import.
    expect((await historyOf('partnerA', asked.day)).values[1].source).toEqual({ kind: 'ingest', id: null })
    const next = await historyOf('partnerA', addDays(asked.day, 1))
    expect(next.values).toHaveLength(1)
    expect(next.dayBefore).toMatchObject({ statDate: asked.day, values: [{}, {}, {}] })
    const { days } = (await ask('partnerA', `/api/data/${id}/days?from=${asked.day}&to=${asked.day}`)).data
    expect(days).toMatchObject([{ statDate: asked.day, playDelta: delta - 244, corrections: 2 }])
  })

  test('increments recomputed and figures written again are no corrections', async () => {
    const count = async () => (await database.one<{ n: number }>(sql`select count(*) as n from metric_correction`))!.n
    const before = await count()
    await database.rows(sql`update video_metric_daily set play_delta = play_delta + 1, updated_at = now()`)
    await database.rows(sql`select refresh_metric_deltas(array(select id from video))`)
    expect(await count()).toBe(before)
  })

  test('a correction of income alone does not exist for those who may not see income', async () => {
    const { id } = await untouched()
    const askAll = async (actor: Actor) => [
      (await ask(actor, `/api/data/${id}/history?day=${asked.day}`)).data,
      (await ask(actor, `/api/data/${id}/days?from=${asked.day}&to=${asked.day}`)).data,
    ]
    const before = await askAll('leader')
    await correct(id, sql`est_income_fen = est_income_fen + 55`)
    expect(await askAll('leader')).toEqual(before)
    expect(JSON.stringify(before)).not.toContain('ncome')
    expect((await askAll('partnerA'))[0].values).toHaveLength(2)
  })

  test('a day without figures has no history; one outside the calendar is refused', async () => {
    const { id } = await untouched()
    expect((await ask('partnerA', `/api/data/${id}/history?day=2020-01-01`)).data).toEqual({
      values: [],
      dayBefore: null,
    })
    expect((await ask('partnerA', `/api/data/${id}/history?day=2026-02-30`)).status).toBe(400)
  })
})

describe('the days of the figures', () => {
  const span = `${addDays(world.through, -9)}..${addDays(world.through, -3)}`
  const inSpan = sql`m.stat_date between ${addDays(world.through, -9)}::date and ${addDays(world.through, -3)}::date`

  test('find the videos that have any, with the sums of those days', async () => {
    const page = await list('adminOther', `&statDate=${span}`)
    expect(sorted(idsOf(page))).toEqual(
      await videosOf(sql`exists (select from video_metric_daily m where m.video_id = v.id and ${inSpan})`),
    )
    const facts = await database.one<{ plays: number; income: number }>(
      sql`select sum(play_delta)::bigint as plays, sum(est_income_fen)::bigint as income from video_metric_daily m where ${inSpan}`,
    )
    const sum = (name: string) => page.list.reduce((all: number, row: any) => all + (row[name] ?? 0), 0)
    expect({ plays: sum('periodPlays'), income: sum('periodIncomeFen') }).toEqual(facts)
    expect((await list('adminOther')).list[0].periodPlays).toBeNull()
  })

  test('a range reversed, too long or not of the calendar is refused', async () => {
    for (const bad of ['2026-10-02..2026-10-01', '2025-01-01..2026-10-01', '2026-02-30..2026-03-01'])
      expect((await ask('adminOther', `/api/data?statDate=${bad}`)).reason).toBe('BAD_FILTER')
  })

  test('chosen videos, also as a file, are those that were chosen and are one’s own', async () => {
    const own = (await videosOf(sql`partner_id = ${world.partners.A}`)).slice(0, 3)
    const foreign = (await videosOf(sql`partner_id = ${world.partners.B}`))[0]
    const query = `videoId=${[...own, foreign].join(',')}`
    expect(sorted(idsOf(await list('partnerA', `&${query}`)))).toEqual(own)
    const file = await app.inject({ url: `/api/data/export.csv?${query}`, headers: signedIn('partnerA') })
    expect(file.body.trimEnd().split('\r\n')).toHaveLength(own.length + 1)
    const many = Array.from({ length: 1_001 }, (_, at) => at + 1).join(',')
    expect((await ask('partnerA', `/api/data?videoId=${many}`)).reason).toBe('BAD_FILTER')
  })

  test('a team is a filter for those who may compare partners, and unknown to the others', async () => {
    const ofTeam = await videosOf(sql`partner_id in (select id from partner where team_id = ${world.teams.leaders})`)
    expect(sorted(idsOf(await list('adminOther', `&teamId=${world.teams.leaders}`)))).toEqual(ofTeam)
    for (const actor of ['partnerA', 'leader'] as const)
      expect((await ask(actor, `/api/data?teamId=${world.teams.leaders}`)).reason).toBe('UNKNOWN_FILTER')
  })
})

test('the videos of a collection: another line’s holds nothing, and a partner cannot ask', async () => {
  const { rows } = await database.pool.query(
    `insert into collection (number, name, content_type, filter_type, business_line_id, rule)
     values ('of-line-2', 'of line 2', 'verticalVideo', 'rules', 2,
       '{"match":"all","conditions":[{"field":"plays","min":1}],"sort":"playCount","limit":10}') returning id::text`,
  )
  const id = rows[0].id
  await database.pool.query(
    `insert into collection_item select $1, id, row_number() over (order by id), 'include' from video where partner_id in (1, 2)`,
    [id],
  )
  const filter = `&collectionId=${id}`
  expect(sorted(idsOf(await list('adminOther', filter)))).toEqual(await videosOf(sql`partner_id in (1, 2)`))
  expect(sorted(idsOf(await list('cooMismatch', filter)))).toEqual(await videosOf(sql`partner_id = 2`))
  expect(await list('cooMatch', filter)).toMatchObject({ list: [], total: 0 })
  expect(await ask('partnerA', `/api/data?collectionId=${id}`)).toMatchObject({ status: 400, reason: 'UNKNOWN_FILTER' })
})
