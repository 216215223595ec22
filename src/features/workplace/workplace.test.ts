import type { FastifyInstance } from 'fastify'
import sql, { type Sql } from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Actor, actors, freshDatabase, signedIn, world } from '../../../tests/world.ts'
import { addDays, dayOf } from '../../core/time.ts'
import { buildApp } from '../../server/app.ts'
import type { Database } from '../../server/db/pool.ts'
import { statistics } from '../statistics/server.ts'
import { clickNumber, increaseOf } from './figures.ts'
import { onlineOf } from './online.ts'
import { workplace } from './server.ts'
import { foldOnline, type OnlineCount } from './sql.ts'

let database: Database
let app: FastifyInstance

beforeAll(async () => {
  ;({ database } = await freshDatabase())
  app = await buildApp({ database, features: [workplace, statistics], dataDir: '/tmp/backlot-workplace-test' })
  await rebuild()
})
afterAll(() => app.close())

async function rebuild(): Promise<void> {
  while ((await database.one<{ keys: number }>(sql`select rebuild_rollups() as keys`))!.keys) {
    // Until nothing is dirty.
  }
}

interface Answer {
  status: number
  code: number
  msg: string
  data: any
}
async function ask(actor: Actor, url: string, method: 'GET' | 'POST' | 'PUT' = 'GET', payload?: object) {
  const response = await app.inject({ method, url, headers: signedIn(actor), ...(payload && { payload }) })
  return { ...response.json(), httpStatus: response.statusCode } as Answer & { httpStatus: number }
}
const summaryOf = async (actor: Actor) => (await ask(actor, '/api/workplace/summary')).data
const one = async <T = Record<string, number>>(statement: Sql): Promise<T> => (await database.one<T>(statement))!

/** The videos each actor may see, as the domain page has it. */
const OWN: [Actor, Sql][] = [
  ['adminOther', sql`true`],
  ['cooMismatch', sql`v.partner_id in (select id from partner where business_line_id = ${world.lines.second})`],
  ['leader', sql`v.partner_id in (${world.partners.A}, ${world.partners.C})`],
  ['partnerA', sql`v.partner_id = ${world.partners.A}`],
  ['partnerB', sql`v.partner_id = ${world.partners.B}`],
  ['supplierA', sql`false`],
]
const factsOf = (day: string, where: Sql) =>
  one(sql`select coalesce(sum(m.play_delta), 0)::bigint as plays, coalesce(sum(m.comment_delta), 0)::bigint as comments,
    count(*) filter (where m.play_delta > 0) as "activeVideos"
    from video_metric_daily m join video v on v.id = m.video_id where m.stat_date = ${day}::date and ${where}`)

describe.each(OWN)('the figures of %s', (actor, where) => {
  test('are those of the own rows, day by day', async () => {
    const { days, dataThrough } = await summaryOf(actor)
    expect(dataThrough).toBe(world.through)
    expect(days.map(({ day }: any) => day)).toEqual(
      Array.from({ length: 8 }, (_, at) => addDays(world.through, at - 7)),
    )
    for (const day of days) expect(day).toMatchObject(await factsOf(day.day, where))
  })

  test('count the own public videos, by kind and by category', async () => {
    const { online } = await summaryOf(actor)
    const { n } = await one(sql`select count(*) as n from video v where v.visibility = 'public' and ${where}`)
    expect(online.total).toBe(n)
    expect(sum(online.types)).toBe(n)
    expect(sum(online.categories)).toBe(n)
    for (const { key, count } of online.types)
      expect(
        await one(
          sql`select count(*) as n from video v where v.visibility = 'public' and v.content_type = ${key} and ${where}`,
        ),
      ).toEqual({ n: count })
  })

  test('name the most played own videos of the day', async () => {
    const { popular } = await summaryOf(actor)
    // Articles are read by the day that has just ended, which the fixed world has not got.
    expect(popular.text).toEqual([])
    const expected = await database.rows(sql`
      select v.id::text as "videoId", v.title, m.play_delta as plays, b.play_delta as "playsBefore"
      from video_metric_daily m join video v on v.id = m.video_id
        left join video_metric_daily b on b.video_id = v.id and b.stat_date = m.stat_date - 1
      where m.stat_date = ${world.through}::date and m.play_delta > 0 and v.visibility = 'public' and v.content_type <> 'img' and ${where}
      order by m.play_delta desc, v.id desc limit 5`)
    expect(popular.video).toEqual(expected)
  })
})

const sum = (rows: { count: number }[]): number => rows.reduce((total, { count }) => total + count, 0)

describe('tiles by role', () => {
  test('plays and comments of the newest day are those of statistics', async () => {
    for (const actor of ['adminOther', 'cooMismatch', 'partnerA'] as const) {
      const { days } = await summaryOf(actor)
      const { data } = await ask(actor, `/api/statistics?from=${world.through}&to=${world.through}`)
      const { day, ...figures } = days.at(-1)
      expect(data.totals, day).toMatchObject(figures)
      expect(figures.plays).toBeGreaterThan(0)
    }
  })

  test('the balance is what confirmed statements owe, beside the month’s estimated income; without the right it is absent', async () => {
    const first = `${world.through.slice(0, 7)}-01`
    for (const [actor, where] of OWN) {
      const { balance } = await summaryOf(actor)
      if (actor === 'leader' || actor === 'supplierA') expect(balance).toBeUndefined()
      else {
        const facts = await one(sql`
          select coalesce(sum(m.est_income_fen), 0)::bigint as fen from video_metric_daily m join video v on v.id = m.video_id
          where m.stat_date between ${first}::date and ${world.through}::date and ${where}`)
        const { owed } = await one(sql`
          select coalesce(sum(s.net_fen), 0)::bigint as owed from statement s
          where s.state in ('confirmed', 'locked', 'invoiced', 'payable', 'paying', 'pay_failed')
            and s.product_code in (select product_code from user_product where user_id = ${world.users[actors[actor]!]})
            and exists (select from video v where v.partner_id = s.partner_id and ${where})`)
        expect(balance).toEqual({ owedFen: owed, estimate: { from: first, ...facts } })
      }
    }
  })

  test('what waits: payments for operators, confirmations for partners, a leader’s invited partners, a supplier’s tasks', async () => {
    await database.rows(sql`insert into app_user (access_key, display_name, role, partner_id) values
      ('waits_a', 'A', 'partner', ${world.partners.A}), ('waits_b', 'B', 'partner', ${world.partners.B})`)
    const pending = async (actor: Actor) => (await summaryOf(actor)).pending
    const statements = async (states: string[], partner: string | null) =>
      (
        await one(sql`select count(*)::integer as n from statement s where state = any(${states}) and (${partner}::bigint is null or partner_id = ${partner})
          and (${partner}::bigint is null or product_code = 'sm4')
          or ${partner}::bigint is null and exists (select from invoice_doc i where i.statement_id = s.id and i.state = 'waiting')`)
      ).n
    expect(await pending('adminOther')).toEqual({ kind: 'payments', count: await statements(['payable'], null) })
    expect(await pending('partnerA')).toEqual({
      kind: 'confirmations',
      count: await statements(['pending_confirm'], world.partners.A),
    })
    expect(await pending('leader')).toEqual({ kind: 'accounts', count: 1 })
    const { n } = await one(
      sql`select count(*)::integer as n from distribution where supplier_id = ${world.suppliers.A} and status = 'pending'`,
    )
    expect(await pending('supplierA')).toEqual({ kind: 'tasks', count: n })
  })

  test('contracts that end within 30 days, in scope, ended partners left out', async () => {
    const today = dayOf(new Date())
    await database.rows(sql`update partner set status = 'active', contract_end = case id when ${world.partners.A} then ${addDays(today, 30)}::date
      when ${world.partners.B} then ${today}::date when ${world.partners.C} then ${addDays(today, 31)}::date else ${addDays(today, -1)}::date end`)
    const renewals = async (actor: Actor) => (await summaryOf(actor)).renewals
    expect(await renewals('adminOther')).toEqual({ count: 2, next: today })
    expect(await renewals('leader')).toEqual({ count: 1, next: addDays(today, 30) })
    expect(await renewals('partnerB')).toEqual({ count: 1, next: today })
    expect(await renewals('supplierA')).toEqual({ count: 0, next: null })
    await database.rows(sql`update partner set status = 'ended' where id = ${world.partners.B}`)
    expect(await renewals('adminOther')).toEqual({ count: 1, next: addDays(today, 30) })
    await database.rows(sql`update partner set status = 'active' where id = ${world.partners.B}`)
  })

  test('notices tell everybody of delivered days, operators of their applied imports', async () => {
    await database.rows(sql`insert into import_job (created_by, file_name, file_key, file_bytes, file_sha256, status, counts, finished_at)
      values (${world.users.coo_wl}, 'applied.csv', 'key', 1, 'sum', 'applied', '{"taken": 12}', now())`)
    const notices = async (actor: Actor) => (await summaryOf(actor)).notices
    const imports = async (actor: Actor) => (await notices(actor)).filter(({ kind }: any) => kind === 'import')
    expect(await imports('cooMismatch')).toMatchObject([{ subject: 'applied.csv', rows: 12 }])
    expect(await imports('adminOther')).toHaveLength(1)
    expect(await imports('cooMatch')).toEqual([])
    expect(await imports('partnerA')).toEqual([])
    expect((await notices('partnerA')).map(({ subject }: any) => subject)).toContain(world.through)
  })
})

describe('the two given endpoints', () => {
  test('content data is eight points of x and y and nothing else', async () => {
    const answer = await ask('partnerA', '/api/content-data')
    expect(Object.keys(answer).sort()).toEqual(['code', 'data', 'httpStatus', 'msg', 'status'])
    expect(answer).toMatchObject({ code: 200, status: 'ok' })
    const { days } = await summaryOf('partnerA')
    expect(answer.data).toEqual(days.map(({ day, plays }: any) => ({ x: day, y: plays })))
    expect(answer.data).toHaveLength(8)
    expect((await ask('supplierA', '/api/content-data')).data.map(({ y }: any) => y)).toEqual(Array(8).fill(0))
  })

  test('a popular list is at most five items of four fields, by type', async () => {
    const list = async (type: string) => (await ask('adminOther', `/api/popular/list?type=${type}`)).data
    const { popular } = await summaryOf('adminOther')
    for (const type of ['image', 'video'] as const)
      expect(await list(type)).toEqual(
        popular[type].map(({ title, plays, playsBefore }: any, at: number) => ({
          key: at + 1,
          clickNumber: clickNumber(plays),
          title,
          increases: increaseOf(plays, playsBefore),
        })),
      )
    expect(popular.video).toHaveLength(5)
    expect(await list('text')).toEqual([])
    expect((await ask('adminOther', '/api/popular/list?type=audio')).httpStatus).toBe(400)
    expect((await ask('adminOther', '/api/popular/list')).httpStatus).toBe(400)
  })

  test.each([
    [0, '0'],
    [8_874, '8874'],
    [9_999, '9999'],
    [10_000, '1.0w+'],
    [3_463_999, '346.3w+'],
  ])('%i clicks are written %s', (count, written) => expect(clickNumber(count)).toBe(written))

  test('an increase needs a day before', () => {
    expect(increaseOf(135, 100)).toBe(35)
    expect(increaseOf(83, 100)).toBe(-17)
    expect(increaseOf(1, 3)).toBe(-66.7)
    expect(increaseOf(5, 0)).toBeNull()
    expect(increaseOf(5, null)).toBeNull()
  })
})

describe('other people’s rows', () => {
  test('two worlds that differ only in them answer a partner alike', async () => {
    const questions = ['/api/workplace/summary', '/api/content-data', '/api/popular/list?type=video']
    const answers = () => Promise.all(questions.map(async (url) => (await ask('partnerA', url)).data))
    const before = await answers()
    await database.rows(sql`update video_metric_daily set play_delta = play_delta + 1000000, comment_delta = 7, est_income_fen = est_income_fen + 5
      where video_id in (select id from video where partner_id is distinct from ${world.partners.A})`)
    await database.rows(sql`update video_stat set play_delta_1d = play_delta_1d + 1000000
      where video_id in (select id from video where partner_id is distinct from ${world.partners.A})`)
    await database.rows(
      sql`update video set visibility = 'private', title = 'foreign' where partner_id is distinct from ${world.partners.A}`,
    )
    await database.rows(sql`insert into partner (code, name, team_id, business_line_id, contract_end)
      select 'other', 'other', team_id, business_line_id, current_date + 3 from partner where id = ${world.partners.A}`)
    await rebuild()
    expect(await answers()).toEqual(before)
  })
})

describe('the counts of online content', () => {
  const counted = async () =>
    (await one(sql`select coalesce(sum(n), 0)::bigint as n from online_count where partner_id = ${world.partners.A}`)).n
  const facts = async () =>
    (await one(sql`select count(*) as n from video where visibility = 'public' and partner_id = ${world.partners.A}`)).n

  /** Per category and kind: of all partners together as counted for them, and as the works say. */
  const totals = () =>
    database.rows(sql`
      select coalesce(c.category_id, v.category_id) as category, coalesce(c.content_type, v.content_type) as type, c.n, v.n
      from (select category_id, content_type, sum(n) as n from online_total group by 1, 2 having sum(n) <> 0) c
      full join (select category_id, content_type, count(*) as n from video where visibility = 'public' group by 1, 2) v
        on c.category_id is not distinct from v.category_id and c.content_type = v.content_type
      where c.n is distinct from v.n`)

  test('follow every change, and folding keeps them', async () => {
    const change = async (statement: Sql) => {
      await database.rows(statement)
      expect(await counted()).toBe(await facts())
      expect(await totals()).toEqual([])
    }
    const start = await counted()
    await change(sql`update video set visibility = 'removed' where id in (select id from video where partner_id = ${world.partners.A}
      and visibility = 'public' order by id limit 2)`)
    expect(await counted()).toBe(start! - 2)
    await change(sql`insert into video (platform, platform_item_id, partner_id) values
      ('other', 'online1', ${world.partners.A}), ('other', 'online2', ${world.partners.A})`)
    await change(sql`update video set partner_id = ${world.partners.B} where platform_item_id = 'online1'`)
    await change(sql`delete from video where platform_item_id = 'online2'`)
    await foldOnline(database)
    expect(await counted()).toBe(await facts())
    expect(await totals()).toEqual([])
    const rows = (await one(sql`select count(*) as n from online_count`)).n
    await database.rows(sql`update video set title = title || '!' where partner_id = ${world.partners.A}`)
    expect((await one(sql`select count(*) as n from online_count`)).n).toBe(rows)
    await database.rows(sql`select recount_online()`)
    expect(await counted()).toBe(await facts())
    expect(await totals()).toEqual([])
  })

  test('name the five largest categories; the rest is other', () => {
    const row = (categoryId: string | null, count: number, type = 'img'): OnlineCount => ({
      type,
      categoryId,
      nameZh: categoryId,
      nameEn: categoryId,
      count,
    })
    const { total, types, categories } = onlineOf([
      ...[1, 2, 3, 4, 5, 6, 7].map((n) => row(`c${n}`, n)),
      row('c7', 10, 'verticalVideo'),
      row(null, 9),
    ])
    expect(total).toBe(47)
    expect(types).toEqual([
      { key: 'img', count: 37 },
      { key: 'verticalVideo', count: 10 },
    ])
    expect(categories.map(({ kind, nameZh, count }) => [kind, nameZh, count])).toEqual([
      ['category', 'c7', 17],
      ['none', '', 9],
      ['category', 'c6', 6],
      ['category', 'c5', 5],
      ['category', 'c4', 4],
      ['other', '', 6],
    ])
  })
})

describe('what a person keeps', () => {
  const visit = (actor: Actor, name: string) => ask(actor, '/api/workplace/visit', 'POST', { name })
  const set = (actor: Actor, names: unknown) => ask(actor, '/api/workplace/quick', 'PUT', { names })

  test('recent pages: own only, the last first, each once', async () => {
    expect((await summaryOf('cooMatch')).recent).toEqual([])
    for (const name of ['data_list', 'imports', 'data_list'])
      expect((await visit('cooMatch', name)).httpStatus).toBe(200)
    expect((await summaryOf('cooMatch')).recent).toEqual(['data_list', 'imports'])
    expect((await summaryOf('cooMismatch')).recent).toEqual([])
  })

  test('a page that does not exist, is still to come, is the workplace, or is not theirs is refused alike', async () => {
    const answers = []
    for (const name of ['nothing', 'article_edit', 'Workplace', 'user_list', 'Monitor']) {
      const { httpStatus, msg } = await visit('partnerA', name)
      answers.push([httpStatus, msg.replace(name, '·')])
    }
    expect(new Set(answers.map(String)).size).toBe(1)
    expect(answers[0]![0]).toBe(400)
  })

  test('a page lost with a role is no longer shown', async () => {
    await visit('partnerB', 'data_list')
    await set('partnerB', ['data_list'])
    await database.rows(sql`insert into recent_visit values (${world.users.partner2}, 'user_list', now())`)
    await database.rows(
      sql`update quick_operation set pages = '{user_list,data_list}' where user_id = ${world.users.partner2}`,
    )
    expect(await summaryOf('partnerB')).toMatchObject({ recent: ['data_list'], quick: ['data_list'] })
  })

  test('quick operations: null until chosen, then as chosen, also none', async () => {
    expect((await summaryOf('adminOther')).quick).toBeNull()
    await set('adminOther', ['imports', 'data_list'])
    expect((await summaryOf('adminOther')).quick).toEqual(['imports', 'data_list'])
    expect((await summaryOf('adminKeyAdmin')).quick).toBeNull()
    await set('adminOther', [])
    expect((await summaryOf('adminOther')).quick).toEqual([])
  })

  test('quick operations: an operation where one of its pages is theirs', async () => {
    expect((await set('partnerA', ['onlinePromotion', 'data_list', 'putIn'])).httpStatus).toBe(200)
    expect((await summaryOf('partnerA')).quick).toEqual(['onlinePromotion', 'data_list', 'putIn'])
    expect((await set('partnerA', ['advanced'])).httpStatus).toBe(400)
    expect((await set('leader', ['advanced'])).httpStatus).toBe(200)
    expect((await set('leader', ['onlinePromotion'])).httpStatus).toBe(400)
    expect((await set('supplierA', ['contentManagement'])).httpStatus).toBe(200)
    expect((await set('supplierA', ['putIn'])).httpStatus).toBe(400)
    await database.rows(sql`delete from quick_operation`)
  })

  test('quick operations: known pages, each once, eight at most', async () => {
    expect((await set('partnerA', ['data_list', 'user_list'])).httpStatus).toBe(400)
    expect((await set('partnerA', ['data_list', 'data_list'])).httpStatus).toBe(400)
    expect(
      (
        await set(
          'adminOther',
          Array.from({ length: 9 }, (_, n) => `page${n}`),
        )
      ).httpStatus,
    ).toBe(400)
    expect((await summaryOf('partnerA')).quick).toBeNull()
  })
})

describe('all projects', () => {
  const projectsOf = async (actor: Actor) => {
    const found: any[] = []
    for (let after: string | null = ''; after !== null; ) {
      const { data, httpStatus } = await ask(
        actor,
        `/api/workplace/projects${after && `?after=${encodeURIComponent(after)}`}`,
      )
      expect(httpStatus).toBe(200)
      expect(data.list.length).toBeLessThanOrEqual(6)
      found.push(...data.list)
      after = data.next
    }
    return found
  }
  const keysOf = (rows: { kind: string; id: string }[]) => rows.map(({ kind, id }) => `${kind} ${id}`)
  const madeAt = new Date('2026-11-01T00:00:00.123Z')

  beforeAll(async () => {
    await database.rows(sql`
      insert into collection (number, name, content_type, filter_type, business_line_id, last_time)
      select 'P-' || n, '项目 ' || n, 'img', 'artificial', case n % 3 when 0 then null when 1 then ${world.lines.first}::bigint else ${world.lines.second} end,
        ${madeAt}::timestamptz + n / 4 * interval '1 microsecond' from generate_series(1, 30) n`)
    await database.rows(sql`
      insert into dist_batch (name, mode, platforms, region, rights_start, rights_end, allow_edit, price_model, deadline_at, created_at)
      select '批次 ' || n, 'all', '{douyin}', 'cn', now(), now() + interval '1 month', false, 'none', now(), ${madeAt}::timestamptz from generate_series(1, 4) n`)
  })

  test('come a few at a time, each once, the last worked on first, also where times are the same', async () => {
    const everything = await database.rows<{ key: string }>(sql`
      select kind || ' ' || id as key from (
        select 'collection' as kind, id, last_time as at from collection
        union all select 'campaign', id, created_at from dist_batch
      ) p order by at desc, kind desc, id desc`)
    expect(everything.length).toBeGreaterThan(30)
    expect(keysOf(await projectsOf('adminOther'))).toEqual(everything.map(({ key }) => key))
    const { projects } = await summaryOf('adminOther')
    expect(keysOf(projects.list)).toEqual(everything.slice(0, 6).map(({ key }) => key))
  })

  test('are those of the role: a line’s collections, a supplier’s own campaigns, a partner’s own claims, none for a leader', async () => {
    const ofLine = await database.rows<{ key: string }>(sql`
      select 'collection ' || id as key from collection where business_line_id is null or business_line_id = ${world.lines.second}`)
    expect(keysOf(await projectsOf('cooMismatch')).sort()).toEqual(ofLine.map(({ key }) => key).sort())
    const given = await database.rows<{ key: string; works: number }>(sql`
      select 'campaign ' || batch_id as key, count(*) as works from distribution where supplier_id = ${world.suppliers.A} and batch_id is not null group by 1`)
    const shown = await projectsOf('supplierA')
    expect(shown.map(({ kind, id, count }) => [`${kind} ${id}`, count]).sort()).toEqual(
      given.map(({ key, works }) => [key, works]).sort(),
    )
    const claims = await database.rows<{ key: string }>(
      sql`select 'claim ' || id as key from recommendation_claim where partner_id = ${world.partners.A}`,
    )
    expect(keysOf(await projectsOf('partnerA')).sort()).toEqual(claims.map(({ key }) => key).sort())
    expect((await summaryOf('leader')).projects).toBeNull()
    expect(await projectsOf('leader')).toEqual([])
  })

  test('a mark that is none is refused, one of another kind only asks below it', async () => {
    for (const after of ['1', '1 statement 1', '01 claim 1', '2026-11-01 claim 1'])
      expect((await ask('adminOther', `/api/workplace/projects?after=${encodeURIComponent(after)}`)).httpStatus).toBe(
        400,
      )
    const below = await ask('adminOther', '/api/workplace/projects?after=1%20claim%201')
    expect(below.data).toEqual({ list: [], next: null })
  })
})

test('before anything is delivered nothing is claimed', async () => {
  const empty = await freshDatabase()
  await empty.database.rows(sql`truncate metric_day`)
  const bare = await buildApp({ ...empty, features: [workplace], dataDir: '/tmp/backlot-workplace-test' })
  const get = async (url: string) => (await bare.inject({ url, headers: signedIn('adminOther') })).json().data
  expect(await get('/api/workplace/summary')).toMatchObject({
    dataThrough: null,
    updatedAt: null,
    days: [],
    balance: { estimate: null },
  })
  expect((await get('/api/content-data')).map(({ y }: any) => y)).toEqual(Array(8).fill(0))
  await bare.close()
})
