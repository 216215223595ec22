import fc from 'fast-check'
import sql from 'sql-template-tag'
import { beforeAll, describe, expect, test } from 'vitest'
import { openServer } from '../../../tests/http/app.ts'
import { ctxFor, world } from '../../../tests/world.ts'
import { addDays } from '../../core/time.ts'
import { verifyRecent } from './sql/verify.ts'
import { mergeJob } from './tree.ts'

const { ask, database } = await openServer()
const PATH = '/api/statistics-content-category'
const [from, to] = [addDays(world.through, -19), world.through]
const period = `from=${from}&to=${to}`

const rebuild = async () => {
  while ((await database.one<{ n: number }>(sql`select rebuild_rollups() as n`))!.n) {
    // Until nothing is dirty.
  }
}
beforeAll(rebuild)

const get = async (query = period, as: 'adminOther' | 'coo' = 'adminOther') => {
  const answer = await ask('GET', `${PATH}?${query}`, { as })
  return { ...(answer.json() as { data: any; msg: string }), status: answer.statusCode }
}
const post = async (method: 'POST' | 'PATCH' | 'DELETE', url: string, body?: object) => {
  const answer = await ask(method, url, { as: 'adminOther', ...(body && { body }) })
  return { ...(answer.json() as { data: any; msg: string }), status: answer.statusCode }
}
const rowOf = async (id: string) => (await database.one<any>(sql`select * from category where id = ${id}`))!
const sum = (rows: any[], key: string) => rows.reduce((total, row) => total + row[key], 0)

describe('golden: categories, statistics and submissions say the same', () => {
  test.each([
    '',
    '&platform=douyin',
    '&contentType=verticalVideo',
    '&partnerId=1',
    '&contentType=verticalVideo&platform=douyin',
    '&contentType=verticalVideo&partnerId=1',
  ])('for the period%s', async (filter) => {
    const { data } = await get(period + filter)
    const statistics = (
      await ask('GET', `/api/statistics?${period}${filter}&dimension=category`, { as: 'adminOther' })
    ).json().data
    for (const metric of ['plays', 'newVideos', 'estIncomeFen']) {
      expect(sum(data.list, metric)).toBe(statistics.totals[metric])
      expect(data.totals[metric]).toBe(statistics.totals[metric])
    }
    expect(data.totals.interactionRate).toBe(statistics.totals.interactionRate)
    expect(data.totals.finishRate).toBe(statistics.totals.finishRate)
    expect(data.totals.playsBefore).toBe(statistics.before.plays)
    for (const top of data.list.filter((one: any) => one.id !== '0')) {
      const file = await ask('GET', `/api/data/export.csv?statDate=${from}..${to}${filter}&categoryId=${top.id}`, {
        as: 'adminOther',
        headers: { 'accept-language': 'zh-CN' },
      })
      const [head, ...rows] = file.body
        .trimEnd()
        .split('\r\n')
        .map((line) => line.split(','))
      const at = head!.indexOf('期间播放')
      expect(at, head!.join()).toBeGreaterThan(0)
      expect(rows.reduce((total, row) => total + Number(row[at] || 0), 0)).toBe(top.plays)
    }
  })

  test('a first-level category is what lies right under it and its children', async () => {
    const { data } = await get()
    for (const top of data.list.filter((one: any) => one.children.length > 0)) {
      const direct = await database.one<{ plays: number }>(sql`
        select coalesce(sum(m.play_delta), 0)::bigint as plays from video_metric_daily m join video v on v.id = m.video_id
        where v.category_id = ${top.id} and m.stat_date between ${from}::date and ${to}::date`)
      expect(sum(top.children, 'plays') + direct!.plays).toBe(top.plays)
    }
  })

  test('spread, risk and top creator are those of the facts', async () => {
    const { data } = await get(`from=${to}&to=${to}`)
    const facts = await database.one<any>(sql`
      select percentile_disc(0.5) within group (order by m.play_delta) as p50, percentile_disc(0.9) within group (order by m.play_delta) as p90
      from video_metric_daily m where m.stat_date = ${to}::date and m.play_delta > 0`)
    // One day of few videos: the points are all there.
    const counts = await database.rows<{ n: number }>(
      sql`select count(*) as n from video_metric_daily m join video v on v.id = m.video_id where m.stat_date = ${to}::date and m.play_delta > 0 group by v.category_id`,
    )
    expect(Math.max(...counts.map(({ n }) => n))).toBeLessThanOrEqual(20)
    expect([data.totals.p50, data.totals.p90]).toEqual([facts.p50, facts.p90])
    const best = await database.one<{ id: string }>(sql`
      select v.creator_id::text as id from video_metric_daily m join video v on v.id = m.video_id
      where m.stat_date = ${to}::date and m.play_delta > 0 group by v.creator_id order by sum(m.play_delta) desc, v.creator_id limit 1`)
    expect(data.totals.topCreator.id).toBe(best!.id)
    const risk = await database.one<{ rate: number }>(sql`
      select round(1000000.0 * count(*) filter (where risk_state <> 'none') / count(*))::int as rate from video
      where (published_at at time zone 'Asia/Shanghai')::date between ${from}::date and ${to}::date`)
    expect((await get()).data.totals.riskRate).toBe(risk!.rate)
  })

  test('the file has every row and ends with the totals; figures a filter cannot narrow are left out', async () => {
    const { data } = await get()
    const file = await ask('GET', `${PATH}/export.csv?${period}`, {
      as: 'adminOther',
      headers: { 'accept-language': 'en-US' },
    })
    const lines = file.body.trimEnd().split('\r\n')
    expect(lines).toHaveLength(2 + data.list.length + data.list.flatMap((one: any) => one.children).length)
    expect(lines.at(-1)).toMatch(new RegExp(`^Total,,${data.totals.plays},100`))
    const { totals } = (await get(`${period}&platform=douyin`)).data
    expect([totals.p50, totals.topShare, totals.riskRate, totals.topCreator]).toEqual([null, null, null, null])
  })

  test('movers say the exact change and what it came from', async () => {
    const answer = await ask('GET', `${PATH}/movers?from=${addDays(to, -6)}&to=${to}`, { as: 'adminOther' })
    const { data } = answer.json()
    expect(answer.statusCode, answer.body).toBe(200)
    expect(data.videos.length).toBeGreaterThan(0)
    for (const video of data.videos) {
      const fact = await database.one<any>(sql`
        select coalesce(sum(play_delta) filter (where stat_date > ${addDays(to, -7)}::date), 0)::bigint as plays,
          coalesce(sum(play_delta) filter (where stat_date <= ${addDays(to, -7)}::date), 0)::bigint as before
        from video_metric_daily where video_id = ${video.id} and stat_date between ${addDays(to, -13)}::date and ${to}::date`)
      expect([video.plays, video.playsBefore]).toEqual([fact.plays, fact.before])
    }
    const changes = data.categories.map((one: any) => Math.abs(one.plays - one.playsBefore))
    expect(changes).toEqual([...changes].sort((a, b) => b - a))
    for (const one of data.categories) {
      const fact = await database.one<any>(sql`
        select coalesce(sum(m.play_delta) filter (where (v.published_at at time zone 'Asia/Shanghai')::date > m.stat_date - 7), 0)::bigint as young,
          coalesce(sum(m.play_delta), 0)::bigint as plays
        from video_metric_daily m join video v on v.id = m.video_id
        where coalesce(v.category_id, 0) = ${one.id} and m.stat_date between ${addDays(to, -6)}::date and ${to}::date`)
      expect([one.youngPlays, one.plays]).toEqual([fact.young, fact.plays])
    }
  })
})

describe('the roll-up', () => {
  const fingerprint = () =>
    database.rows(sql`select md5(string_agg(r::text, ';' order by r::text)) as sum from agg_category_daily r
      union all select md5(string_agg(r::text, ';' order by r::text)) from agg_category_top_daily r`)

  test('writing any days again, in any order, twice, leaves it as it was to the byte', async () => {
    const before = await fingerprint()
    const days = await database.rows<{ day: string }>(sql`select stat_date::text as day from metric_day order by 1`)
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...days.map(({ day }) => day)), { minLength: 1, maxLength: 8 }),
        async (some) => {
          for (const day of some) {
            await database.rows(
              sql`update video_metric_daily set play_count = play_count where stat_date = ${day}::date`,
            )
            await rebuild()
          }
          expect(await fingerprint()).toEqual(before)
        },
      ),
      { numRuns: 8, seed: 13 },
    )
  })

  test('what was tampered with is found and repaired; what is right is left alone', async () => {
    const before = await fingerprint()
    const days = [to, addDays(to, -1)]
    expect(await verifyRecent(database, days)).toBe(0)
    await database.rows(sql`update agg_category_daily set young_plays = young_plays + 1 where stat_date = ${to}::date`)
    expect(await verifyRecent(database, days)).toBe(1)
    await rebuild()
    expect(await fingerprint()).toEqual(before)
  })

  test('a video that comes under risk counts on its publication day, and no longer when it comes out', async () => {
    const video = (await database.one<{ id: string }>(
      sql`select id::text from video where risk_state = 'none' and published_at between ${from}::date and ${to}::date order by id limit 1`,
    ))!
    const rate = (await get()).data.totals.riskRate
    await database.rows(sql`update video set risk_state = 'blocked' where id = ${video.id}`)
    await rebuild()
    expect((await get()).data.totals.riskRate).toBeGreaterThan(rate)
    await database.rows(sql`update video set risk_state = 'none' where id = ${video.id}`)
    await rebuild()
    expect((await get()).data.totals.riskRate).toBe(rate)
  })
})

describe('bad questions', () => {
  test.each([
    ['reversed', 'from=2026-10-20&to=2026-10-01'],
    ['longer than 366 days', 'from=2024-01-01&to=2026-10-01'],
    ['in the future', 'from=2099-01-01&to=2099-02-01'],
    ['not in the calendar', 'from=2026-02-30&to=2026-03-01'],
    ['with an unknown parameter', `${period}&colour=red`],
    ['with a partner that is no id', `${period}&partnerId=x`],
    ['with an unknown comparison', `${period}&compare=yesterday`],
  ])('a period %s is refused', async (_, query) => {
    expect((await get(query)).status).toBe(400)
  })

  test('an operator has no category statistics, an administrator has', async () => {
    expect((await get(period, 'coo')).status).toBe(403)
    expect((await get()).status).toBe(200)
  })
})

describe('the tree', () => {
  const add = (nameZh: string, nameEn: string, parentId: string | null = null) =>
    post('POST', '/api/categories', { parentId, nameZh, nameEn, riskLevel: 'low' })

  test('adds, edits, moves and deletes, each written down', async () => {
    const top = (await add('手工', 'Crafts')).data.id
    const child = (await add(' 陶艺 ', 'Pottery', top)).data.id
    expect(await rowOf(child)).toMatchObject({ name_zh: '陶艺', parent_id: Number(top), version: 1 })
    const second = (await add('木工', 'Woodwork', top)).data.id
    expect((await post('POST', `/api/categories/${second}/move`, { version: 1, direction: 'up' })).data.version).toBe(2)
    expect((await rowOf(second)).sort).toBeLessThan((await rowOf(child)).sort)
    expect((await post('POST', `/api/categories/${second}/move`, { version: 2, direction: 'up' })).data.version).toBe(2)
    const edited = await post('PATCH', `/api/categories/${child}`, {
      version: 1,
      nameZh: '陶瓷',
      riskLevel: 'high',
      enabled: false,
    })
    expect(edited.data.version).toBe(2)
    const stale = await post('PATCH', `/api/categories/${child}`, { version: 1, nameZh: '瓷' })
    expect([stale.status, stale.data.current.nameZh]).toEqual([409, '陶瓷'])
    expect((await post('DELETE', `/api/categories/${top}?version=1`)).data.reason).toBe('HAS_CHILDREN')
    expect((await post('DELETE', `/api/categories/${second}?version=2`)).data).toEqual({ done: true })
    const written = await database.rows<{ action: string }>(
      sql`select action from audit_log where entity = 'category' and entity_id = any(${[top, child, second]}) order by id`,
    )
    expect(written.map(({ action }) => action)).toEqual([
      'category.add',
      'category.add',
      'category.add',
      'category.move',
      'category.edit',
      'category.delete',
    ])
  })

  test('refuses at the field: names, depth, loops', async () => {
    const top = (await add('园艺', 'Gardening')).data.id
    const other = (await add('户外', 'Outdoors')).data.id
    const child = (await add('盆栽', 'Potted plants', top)).data.id
    const refused = async (answer: ReturnType<typeof add>) => {
      const { status, data } = await answer
      return [status, data.reason, data.field]
    }
    const edit = (id: string, body: object) => refused(post('PATCH', `/api/categories/${id}`, { version: 1, ...body }))
    expect(await refused(add('盆栽', 'Bonsai', top))).toEqual([422, 'NAME_TAKEN', 'nameZh'])
    expect(await refused(add('盆景', 'POTTED plants', top))).toEqual([422, 'NAME_TAKEN', 'nameEn'])
    expect((await add('盆栽', 'Potted plants', other)).status).toBe(200)
    expect(await refused(add('  ', 'X'))).toEqual([400, 'NAME_LENGTH', 'nameZh'])
    expect(await refused(add('多肉', 'Succulents', child))).toEqual([422, 'TOO_DEEP', 'parentId'])
    expect(await refused(add('多肉', 'Succulents', world.missingId))).toEqual([422, 'PARENT_NOT_FOUND', 'parentId'])
    expect(await edit(top, { parentId: top })).toEqual([422, 'LOOP', 'parentId'])
    expect(await edit(top, { parentId: other })).toEqual([422, 'HAS_CHILDREN', 'parentId'])
    expect(await edit(top, { parentId: child })).toEqual([422, 'TOO_DEEP', 'parentId'])
    expect(await edit(child, { parentId: null })).toEqual([200, undefined, undefined])
  })

  test('deletes only what is empty, and says how many are in the way', async () => {
    const full = (await database.one<any>(
      sql`select c.id::text, c.version, count(*)::int as n from category c join video v on v.category_id = c.id group by 1, 2 order by n desc limit 1`,
    ))!
    const refused = await post('DELETE', `/api/categories/${full.id}?version=${full.version}`)
    expect([refused.status, refused.msg]).toEqual([422, `请先合并或迁移 ${full.n} 条作品`])
  })
})

describe('merging', () => {
  test('moves all videos in a job, keeps the sums, and leaves an alias that whoever writes follows', async () => {
    const pair = await database.rows<any>(sql`
      select c.id::text, c.version, c.name_zh as "nameZh", count(*)::int as n from category c join video v on v.category_id = c.id
      where c.parent_id is not null group by 1, 2, 3 order by n desc, 1 limit 2`)
    const [a, b] = pair
    await database.rows(
      sql`insert into platform_category_map (platform, external_code, category_id) values ('douyin', 'probe', ${a.id})`,
    )
    const before = (await get()).data
    const find = (data: any, id: string) =>
      data.list.flatMap((one: any) => one.children).find((one: any) => one.id === id)
    const [playsA, playsB] = [find(before, a.id).plays, find(before, b.id).plays]

    const merge = (body: object) =>
      post('POST', `/api/categories/${a.id}/merge`, { version: a.version, reason: '重复', ...body })
    expect((await merge({ intoId: a.id })).data.reason).toBe('INTO_ITSELF')
    expect((await merge({ intoId: world.missingId })).data.reason).toBe('INTO_MISSING')
    expect((await merge({ intoId: b.id, reason: ' ' })).data).toMatchObject({
      reason: 'REASON_REQUIRED',
      field: 'reason',
    })
    expect((await merge({ intoId: b.id })).data).toEqual({ videos: a.n })
    expect((await get()).data.merging).toHaveLength(1)
    expect((await merge({ intoId: b.id })).data.reason).toBe('MERGED')

    await mergeJob.run(
      {
        ...(await ctxFor(database, 'adminOther')),
        transaction: (run: any) => database.transaction((db) => run(db)),
      } as any,
      {},
    )
    await rebuild()
    const after = (await get()).data
    expect(after.merging).toEqual([])
    // Approximated figures depend on how days are grouped; sums do not.
    const { p50: _, p90: __, topShare: ___, ...exact } = before.totals
    expect(after.totals).toMatchObject(exact)
    expect(find(after, a.id)).toBeUndefined()
    expect(find(after, b.id).plays).toBe(playsA + playsB)

    const [video] = await database.rows<{ id: string }>(
      sql`select id::text from video where category_id <> ${b.id} limit 1`,
    )
    await database.rows(sql`update video set category_id = ${a.id} where id = ${video!.id}`)
    expect((await database.one<any>(sql`select category_id::text as id from video where id = ${video!.id}`))!.id).toBe(
      b.id,
    )
    expect(
      (await database.one<any>(
        sql`select category_id::text as id from platform_category_map where external_code = 'probe'`,
      ))!.id,
    ).toBe(b.id)
    const tree = await ask('GET', '/api/categories', { as: 'adminOther' })
    expect(tree.json().data.aliases).toContainEqual(expect.objectContaining({ id: a.id, intoId: b.id, isDone: true }))
    expect(tree.json().data.categories.map((one: any) => one.id)).not.toContain(a.id)
  })

  test('a category with children is not merged over their heads', async () => {
    const top = (await database.one<any>(
      sql`select c.id::text, c.version from category c where exists (select from category k where k.parent_id = c.id and k.merged_into is null) order by id limit 1`,
    ))!
    const other = (await database.one<any>(
      sql`select id::text from category where parent_id is null and id <> ${top.id} and enabled limit 1`,
    ))!
    const refused = await post('POST', `/api/categories/${top.id}/merge`, {
      version: top.version,
      intoId: other.id,
      reason: 'x',
    })
    expect(refused.data.reason).toBe('HAS_CHILDREN')
  })
})
