import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import sql, { raw } from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Actor, freshDatabase, signedIn, world } from '../../../tests/world.ts'
import { comparedPeriod, lastDayOf } from '../../core/period.ts'
import { addDays } from '../../core/time.ts'
import { buildApp } from '../../server/app.ts'
import type { Database } from '../../server/db/pool.ts'
import { rebuildDay, verifyRecent } from './rollup.ts'
import { statistics } from './server.ts'

let database: Database
let app: FastifyInstance

beforeAll(async () => {
  ;({ database } = await freshDatabase())
  app = await buildApp({ database, features: [statistics], dataDir: '/tmp/backlot-statistics-test' })
  await rebuild()
})
afterAll(() => app.close())

async function rebuild(): Promise<void> {
  while (await database.transaction(rebuildDay)) {
    // Until nothing is dirty.
  }
}

const month = `from=${addDays(world.through, -29)}&to=${world.through}`
const ask = async (actor: Actor, query = month, path = '') => {
  const response = await app.inject({ url: `/api/statistics${path}?${query}`, headers: signedIn(actor) })
  return { ...response.json(), status: response.statusCode } as { status: number; msg: string; data: any }
}

/** The same question to the facts themselves. */
const factsOf = async (where = sql`true`) =>
  (await database.one<any>(sql`
    select coalesce(sum(m.play_delta), 0)::bigint as plays, coalesce(sum(m.est_income_fen), 0)::bigint as "estIncomeFen", coalesce(sum(m.like_delta), 0)::bigint as likes
    from video_metric_daily m join video v on v.id = m.video_id
    where m.stat_date between ${addDays(world.through, -29)}::date and ${world.through}::date and ${where}`))!

const ROLLUPS = [
  'agg_partner_slice_daily',
  'agg_partner_daily',
  'agg_partner_dimension_daily',
  'agg_line_slice_daily',
  'agg_line_dimension_daily',
  'agg_line_pair_daily',
]
async function fingerprint(): Promise<unknown> {
  const sums = []
  for (const table of ROLLUPS)
    sums.push(
      (
        await database.pool.query(
          `select md5(coalesce(string_agg(r::text, ';' order by r::text), '')) as sum from ${table} r`,
        )
      ).rows[0].sum,
    )
  return sums
}

describe('statistics are the sums of the facts', () => {
  test.each([
    ['adminOther', sql`true`],
    ['partnerA', sql`v.partner_id = ${world.partners.A}`],
    ['partnerB', sql`v.partner_id = ${world.partners.B}`],
    ['cooMismatch', sql`v.partner_id in (select id from partner where business_line_id = ${world.lines.second})`],
  ] as const)('for %s, as totals, as series and by every dimension', async (actor, where) => {
    const facts = await factsOf(where)
    const dimensions = actor.startsWith('partner')
      ? ['platform', 'category', 'contentType', 'product']
      : ['platform', 'category', 'contentType', 'product', 'partner', 'team']
    for (const dimension of dimensions) {
      const { data } = await ask(actor, `${month}&dimension=${dimension}&granularity=week`)
      const added = (rows: any[]) => ({
        plays: rows.reduce((sum, row) => sum + row.plays, 0),
        likes: rows.reduce((sum, row) => sum + row.likes, 0),
        estIncomeFen: rows.reduce((sum, row) => sum + row.estIncomeFen, 0),
      })
      expect(data.totals).toMatchObject(facts)
      expect(added(data.series)).toEqual(facts)
      expect(added(data.rows)).toEqual(facts)
    }
  })

  test('a filter narrows them as it narrows the facts', async () => {
    const facts = await factsOf(sql`v.platform in ('douyin', 'kuaishou') and v.content_type = 'verticalVideo'`)
    expect(
      (await ask('adminOther', `${month}&platform=douyin,kuaishou&contentType=verticalVideo&dimension=category`)).data
        .totals,
    ).toMatchObject(facts)
    const one = await factsOf(sql`v.partner_id = ${world.partners.C} and v.platform = 'douyin'`)
    expect(
      (await ask('adminOther', `${month}&partnerId=${world.partners.C}&platform=douyin`)).data.totals,
    ).toMatchObject(one)
  })

  test('the compared period is the same question about the days before', async () => {
    const now = (await ask('adminOther')).data
    const then = (await ask('adminOther', `from=${now.compareFrom}&to=${now.compareTo}&compare=none`)).data
    expect(now.before).toEqual(then.totals)
    expect(then.before).toBeNull()
  })
})

describe('two dimensions at once', () => {
  const crossOf = (actor: Actor, query: string) => ask(actor, query, '/cross')

  test.each([
    ['adminOther', 'category', 'platform'],
    ['adminOther', 'partner', 'contentType'],
    ['adminOther', 'category', 'team'],
    ['cooMismatch', 'team', 'product'],
    ['partnerA', 'contentType', 'platform'],
  ] as const)('%s: %s × %s adds up to the totals, and each bar to its row', async (actor, dimension, by) => {
    const { data } = await crossOf(actor, `${month}&dimension=${dimension}&by=${by}`)
    const plain = (await ask(actor, `${month}&dimension=${dimension}`)).data
    const sumOf = (bar: { plays: number[] }) => bar.plays.reduce((sum, one) => sum + one, 0)
    expect(data.bars.reduce((sum: number, bar: any) => sum + sumOf(bar), 0)).toBe(plain.totals.plays)
    expect(data.bars.length).toBeLessThanOrEqual(11)
    expect(data.parts.length).toBeLessThanOrEqual(6)
    for (const bar of data.bars) {
      expect(bar.plays).toHaveLength(data.parts.length)
      const row = plain.rows.find(({ key }: { key: string }) => key === bar.key)
      if (bar.key !== 'rest')
        expect({ plays: sumOf(bar), name: bar.nameZh }).toEqual({ plays: row.plays, name: row.nameZh })
    }
  })

  test('a dimension a role may not group by is refused in the words for one that does not exist', async () => {
    for (const [path, field] of [
      ['', 'dimension'],
      ['/cross', 'dimension'],
      ['/cross', 'by'],
    ] as const) {
      const of = (name: string) =>
        ask(
          'partnerA',
          `${month}${path && (field === 'by' ? '&dimension=category' : '&by=platform')}&${field}=${name}`,
          path,
        )
      const [hidden, unknown] = [await of('partner'), await of('nothing')]
      expect(hidden.status).toBe(400)
      expect(hidden.msg.replace('partner', '·')).toBe(unknown.msg.replace('nothing', '·'))
    }
    expect((await crossOf('adminOther', `${month}&dimension=partner&by=platform`)).status).toBe(200)
  })

  test('one dimension twice is refused', async () => {
    expect((await crossOf('adminOther', `${month}&dimension=platform&by=platform`)).status).toBe(400)
  })
})

describe('hours of the week', () => {
  test('are the means of the days the hourly feed has', async () => {
    await database.rows(sql`delete from agg_partner_slice_hourly`)
    const video = (await database.one<{ platform: string }>(
      sql`select platform from video where partner_id = ${world.partners.A} limit 1`,
    ))!
    // Two Fridays at nine in the evening of one partner, and one of another.
    for (const [at, partner, plays] of [
      ['2026-10-23T13:00:00Z', world.partners.A, 10],
      ['2026-10-30T13:00:00Z', world.partners.A, 30],
      ['2026-10-30T13:00:00Z', world.partners.B, 500],
    ])
      await database.rows(sql`insert into agg_partner_slice_hourly (bucket_at, partner_id, category_id, platform, content_type, plays, likes, comments, shares, favorites)
        values (${at}, ${partner}, 0, ${video.platform}, 'img', ${plays}, 0, 0, 0, 0)`)
    const cell = { weekday: 5, hour: 21 }
    expect((await ask('partnerA', month, '/hours')).data).toEqual({
      isKnown: true,
      days: 2,
      cells: [{ ...cell, plays: 20 }],
    })
    expect((await ask('adminOther', month, '/hours')).data.cells).toEqual([{ ...cell, plays: 270 }])
    expect((await ask('adminOther', `${month}&contentType=verticalVideo`, '/hours')).data.cells).toEqual([])
    expect((await ask('adminOther', `${month}&productCode=wl`, '/hours')).data).toEqual({
      isKnown: false,
      days: 0,
      cells: [],
    })
  })
})

describe('the file and the options', () => {
  test('the file has the rows of the answer and ends with its totals', async () => {
    const { data } = await ask('adminOther', `${month}&dimension=partner`)
    const answer = await app.inject({
      url: `/api/statistics/export.csv?${month}&dimension=partner`,
      headers: { ...signedIn('adminOther'), 'accept-language': 'en-US' },
    })
    expect(answer.headers['content-disposition']).toContain(`statistics_partner_${data.from}_${data.to}.csv`)
    const lines = answer.body.trimEnd().split('\r\n')
    expect(lines).toHaveLength(data.rows.length + 2)
    expect(lines.at(-1)).toMatch(new RegExp(`^Total,${data.totals.plays},`))
    const hidden = await app.inject({
      url: `/api/statistics/export.csv?${month}&dimension=partner`,
      headers: signedIn('partnerA'),
    })
    expect(hidden.statusCode).toBe(400)
  })

  test('partners are offered to those who may compare them, within their line', async () => {
    const partnersOf = async (actor: Actor) => {
      const answer = await app.inject({ url: '/api/statistics/options', headers: signedIn(actor) })
      return (answer.json().data.partners as { id: string }[]).map(({ id }) => id)
    }
    expect(await partnersOf('partnerA')).toEqual([])
    expect(await partnersOf('adminOther')).toContain(world.partners.A)
    const own = await database.rows<{ id: string }>(
      sql`select id::text from partner where business_line_id = ${world.lines.second}`,
    )
    expect((await partnersOf('cooMismatch')).sort()).toEqual(own.map(({ id }) => id).sort())
  })

  test('says the first day there is anything of', async () => {
    const { data } = await ask('partnerA')
    expect(data.firstDay).toBe(
      (await database.one<{ day: string }>(sql`select min(stat_date)::text as day from metric_day`))!.day,
    )
  })
})

describe('who may ask', () => {
  test('a leader and a supplier have no statistics', async () => {
    expect((await ask('leader')).status).toBe(403)
    expect((await ask('supplierA')).status).toBe(403)
    expect((await ask('partnerA')).status).toBe(200)
  })

  test('a partner may not group by partner, and is told what one says of an unknown dimension', async () => {
    const [hidden, unknown] = [
      await ask('partnerA', `${month}&dimension=partner`),
      await ask('partnerA', `${month}&dimension=colour`),
    ]
    expect(hidden.status).toBe(400)
    expect(hidden.msg.replace('partner', '')).toBe(unknown.msg.replace('colour', ''))
    expect((await ask('coo', `${month}&dimension=partner`)).status).toBe(200)
  })

  test('a partner naming another partner gets nothing of it', async () => {
    expect((await ask('partnerA', `${month}&partnerId=${world.partners.B}`)).data.totals.plays).toBe(0)
  })

  test('two worlds that differ only in the rows of others answer a partner alike', async () => {
    const questions = ['platform', 'category', 'contentType', 'product'].map(
      (dimension) => `${month}&dimension=${dimension}`,
    )
    const before = await Promise.all(questions.map(async (query) => (await ask('partnerA', query)).data))
    await database.rows(sql`update video_metric_daily set play_delta = play_delta + 1000, est_income_fen = est_income_fen + 5
      where video_id in (select id from video where partner_id is distinct from ${world.partners.A})`)
    await rebuild()
    expect(await Promise.all(questions.map(async (query) => (await ask('partnerA', query)).data))).toEqual(before)
  })
})

describe('bad questions', () => {
  test.each([
    ['reversed', 'from=2026-10-20&to=2026-10-01'],
    ['longer than 366 days', 'from=2024-01-01&to=2026-10-01'],
    ['in the future', 'from=2099-01-01&to=2099-02-01'],
    ['not in the calendar', 'from=2026-02-30&to=2026-03-01'],
    ['with an unknown parameter', `${month}&colour=red`],
    ['with a partner that is no id', `${month}&partnerId=x`],
  ])('a range %s is refused', async (_, query) => {
    expect((await ask('adminOther', query)).status).toBe(400)
  })
})

describe('roll-ups heal by themselves', () => {
  test('writing any days again, in any order, twice, leaves them as they were to the byte', async () => {
    const before = await fingerprint()
    const days = fc.integer({ min: 0, max: 39 }).map((n) => addDays(world.from, n))
    await fc.assert(
      fc.asyncProperty(fc.array(days, { minLength: 1, maxLength: 6 }), async (again) => {
        for (const day of [...again, ...again].reverse())
          await database.rows(sql`update video_metric_daily set updated_at = now() where stat_date = ${day}::date`)
        await rebuild()
        expect(await fingerprint()).toEqual(before)
      }),
      { numRuns: 12, seed: 7 },
    )
  })

  test('a video that moves takes its sums along, and back', async () => {
    const before = await fingerprint()
    const video = (await database.one<{ id: string }>(
      sql`select id::text from video where partner_id = ${world.partners.A} order by id limit 1`,
    ))!
    await database.rows(
      sql`update video set partner_id = ${world.partners.B}, category_id = null where id = ${video.id}`,
    )
    await rebuild()
    expect(await fingerprint()).not.toEqual(before)
    expect((await ask('partnerA')).data.totals).toMatchObject(await factsOf(sql`v.partner_id = ${world.partners.A}`))
    expect((await ask('partnerB')).data.totals).toMatchObject(await factsOf(sql`v.partner_id = ${world.partners.B}`))
  })

  test('a day that waits for the worker is not yet claimed as included', async () => {
    await database.rows(sql`update video_metric_daily set updated_at = now() where stat_date = ${world.through}::date`)
    expect((await ask('adminOther')).data.dataThrough).toBe(addDays(world.through, -1))
    await rebuild()
    expect((await ask('adminOther')).data.dataThrough).toBe(world.through)
  })

  test('the verifier finds a wrong sum and repairs it', async () => {
    expect(await verifyRecent(database, addDays(world.through, 1))).toBe(0)
    await database.rows(sql`update agg_line_dimension_daily set plays = plays + 1
      where dimension = 'total' and stat_date = ${world.through}::date and business_line_id = ${world.lines.first}`)
    expect(await verifyRecent(database, addDays(world.through, 1))).toBe(1)
    await rebuild()
    expect(await verifyRecent(database, addDays(world.through, 1))).toBe(0)
  })

  test.each([
    ['agg_line_pair_daily', sql`business_line_id = -1 and dimensions = 'product,category'`],
    ['agg_line_pair_daily', sql`business_line_id = ${world.lines.first} and dimensions = 'platform,category'`],
    ['agg_partner_dimension_daily', sql`partner_id = ${world.partners.A} and dimension = 'category'`],
  ])('and one in %s', async (table, where) => {
    const before = await fingerprint()
    await database.rows(sql`update ${raw(table)} set income_fen = income_fen + 1
      where ctid = (select ctid from ${raw(table)} where stat_date = ${world.through}::date and ${where} limit 1)`)
    expect(await fingerprint()).not.toEqual(before)
    expect(await verifyRecent(database, addDays(world.through, 1))).toBe(1)
    await rebuild()
    expect(await fingerprint()).toEqual(before)
  })
})

describe('periods', () => {
  test('the previous period is as long and ends the day before', () => {
    expect(comparedPeriod({ from: '2026-11-01', to: '2026-11-07' }, 'previous')).toEqual({
      from: '2026-10-25',
      to: '2026-10-31',
    })
    expect(comparedPeriod({ from: '2024-02-29', to: '2024-03-01' }, 'year')).toEqual({
      from: '2023-02-28',
      to: '2023-03-01',
    })
  })
  test('a bucket ends where the next begins', () => {
    expect([
      lastDayOf('2026-11-16', 'week'),
      lastDayOf('2024-02-01', 'month'),
      lastDayOf('2026-12-01', 'month'),
    ]).toEqual(['2026-11-22', '2024-02-29', '2026-12-31'])
  })
})
