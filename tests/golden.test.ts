import sql from 'sql-template-tag'
import { afterAll, describe, expect, test } from 'vitest'
import { rangeDays } from '../src/core/period.ts'
import { dayOf, startOf } from '../src/core/time.ts'
import { presetRange } from '../src/kit/format/ranges.ts'
import { fullTime, shortTime } from '../src/kit/format/time.ts'
import { features } from '../src/server/features.ts'
import { openFiles } from '../src/server/files/files.ts'
import { runWaitingJobs } from '../src/server/jobs/runner.ts'
import { openServer } from './http/app.ts'
import { type Actor, world } from './world.ts'

/** The golden checks of the domain page, section 7: numbers that stand in several places are one number. */
const { ask, database, dataDir } = await openServer()
const log = { debug() {}, info() {}, warn() {}, error() {} } as never

async function rebuild(): Promise<void> {
  while ((await database.one<{ keys: number }>(sql`select rebuild_rollups() as keys`))!.keys > 0) {
    // Until nothing is dirty.
  }
}
await rebuild()

const get = async (as: Actor, url: string) => {
  const answer = await ask('GET', url, { as })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().data
}
/** The columns of a file as numbers, added up; amounts in fen. */
async function sumOfFile(as: Actor, url: string): Promise<number[]> {
  const answer = await ask('GET', url, { as })
  expect(answer.statusCode, answer.body).toBe(200)
  const [, ...lines] = answer.body.trimEnd().split('\r\n')
  return lines
    .map((line) => line.split(',').slice(1))
    .reduce(
      (sums, cells) => sums.map((sum, at) => sum + Math.round(Number(cells[at] || 0) * (at === 1 ? 100 : 1))),
      [0, 0],
    )
}

describe('(a) statistics are the sum of the data list’s file for the same filter', () => {
  const [from, to] = ['2026-10-05', '2026-10-25']
  test.each([
    ['adminOther', ''],
    ['adminOther', '&platform=douyin,kuaishou'],
    ['adminOther', `&partnerId=${world.partners.C}&contentType=verticalVideo`],
    ['cooMismatch', ''],
    ['partnerA', '&productCode=wl,sm4'],
    ['partnerB', ''],
  ] as const)('for %s with %s', async (actor, filters) => {
    const { totals, rows } = await get(actor, `/api/statistics?from=${from}&to=${to}${filters}&dimension=category`)
    const file = (narrowed: string) =>
      sumOfFile(
        actor,
        `/api/data/export.csv?statDate=${from}..${to}&columns=videoId,periodPlays,periodIncomeFen${narrowed}`,
      )
    expect(await file(filters)).toEqual([totals.plays, totals.estIncomeFen])
    expect(totals.plays).toBeGreaterThan(0)
    // And so is each row the sum of the list it leads to.
    for (const row of rows.slice(0, 4))
      expect(await file(`${filters}&categoryId=${row.key === '0' ? 'none' : row.key}`)).toEqual([
        row.plays,
        row.estIncomeFen,
      ])
  })
})

describe('(b) yesterday on the workplace is yesterday of statistics', () => {
  test.each(['adminOther', 'cooMismatch', 'partnerA', 'partnerB'] as const)('for %s', async (actor) => {
    const { dataThrough: day, days } = await get(actor, '/api/workplace/summary')
    const { totals } = await get(actor, `/api/statistics?from=${day}&to=${day}`)
    const { plays, comments, newVideos, activeVideos } = totals
    expect(days.at(-1)).toEqual({ day, plays, comments, newVideos, activeVideos })
    const points = await get(actor, '/api/content-data')
    expect(points.at(-1)).toEqual({ x: day, y: plays })
    const data = await get(actor, '/api/data/summary')
    expect({ plays: data.plays, newVideos: data.newVideos }).toEqual({ plays, newVideos })
  })
})

describe('(e) another zone of the browser or the server moves nothing', () => {
  const zone = process.env.TZ
  afterAll(() => {
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
  })

  test('neither days nor instants, words nor answers', async () => {
    const edges = [
      '2026-11-19T15:59:59.999Z',
      '2026-11-19T16:00:00.000Z',
      '2026-03-08T10:00:00Z',
      '2026-12-31T16:00:00Z',
    ]
    const questions = [
      '/api/data?pageSize=50',
      `/api/data?statDate=2026-10-01..2026-10-03&publishedAt=2026-09-20..2026-10-31`,
      '/api/data/summary',
      '/api/statistics?from=2026-10-01&to=2026-10-31&granularity=week',
      '/api/statistics/hours?from=2026-10-01&to=2026-10-31',
      '/api/workplace/summary',
    ]
    const seen = async (name: string) => {
      process.env.TZ = name
      return {
        words: edges.map((at) => [
          dayOf(new Date(at)),
          startOf(dayOf(new Date(at))).toISOString(),
          shortTime(at, 'zh-CN'),
          fullTime(at),
          rangeDays('last7', dayOf(new Date(at))),
          presetRange('thisWeek', dayOf(new Date(at))),
          presetRange('lastMonth', dayOf(new Date(at))),
        ]),
        answers: await Promise.all(questions.map((url) => get('adminOther', url))),
        // What does move, so that the zone is known to have changed.
        hour: new Date(edges[0]!).getHours(),
      }
    }
    const [here, there] = [await seen('Asia/Shanghai'), await seen('America/Los_Angeles')]
    expect(there.hour).not.toBe(here.hour)
    expect(there.words).toEqual(here.words)
    expect(there.answers).toEqual(here.answers)
  })
})

describe('(f) a day that comes in twice changes nothing', () => {
  const day = '2026-10-20'
  const FINGERPRINT = [
    'video_metric_daily',
    'agg_partner_slice_daily',
    'agg_partner_daily',
    'agg_line_slice_daily',
    'agg_partner_dimension_daily',
    'agg_line_dimension_daily',
    'agg_line_pair_daily',
  ]

  /** Everything numbers are read from, without when it was written and by which file. */
  async function fingerprint(): Promise<string[]> {
    const sums = []
    for (const table of FINGERPRINT)
      sums.push(
        (await database.one<{ sum: string }>({
          text: `select md5(coalesce(string_agg(r, ';' order by r), '')) as sum from (
              select (to_jsonb(t) - array['updated_at', 'import_id'])::text as r from ${table} t) rows`,
          values: [],
        }))!.sum,
      )
    const corrections = await database.one<{ n: number }>(sql`select count(*) as n from metric_correction`)
    return [...sums, String(corrections!.n)]
  }

  async function importFile(content: string): Promise<{ status: string; counts: Record<string, number> }> {
    const body = [
      '--edge',
      'content-disposition: form-data; name="file"; filename="day.csv"',
      'content-type: text/csv',
      '',
      content,
      '--edge--',
      '',
    ].join('\r\n')
    const headers = { 'content-type': 'multipart/form-data; boundary=edge' }
    const { id } = (await ask('POST', '/api/imports', { as: 'adminOther', body, headers })).json().data
    const jobs = { database, features, files: openFiles(dataDir), log } as Parameters<typeof runWaitingJobs>[0]
    const step = async (name: string, extra: object) => {
      const { version } = await get('adminOther', `/api/imports/${id}`)
      const answer = await ask('POST', `/api/imports/${id}/${name}`, { as: 'adminOther', body: { version, ...extra } })
      expect(answer.statusCode, answer.body).toBe(200)
      await runWaitingJobs(jobs)
    }
    const { mapping } = await get('adminOther', `/api/imports/${id}`)
    await step('check', { mapping: { ...mapping, platform: 'douyin', counts: 'cumulative' } })
    await step('apply', {})
    await rebuild()
    return get('adminOther', `/api/imports/${id}`)
  }

  test('as a file: the first time it is new, the second time nothing is', async () => {
    const videos = await database.rows<{ item: string; plays: number; likes: number }>(sql`
      select v.platform_item_id as item, m.play_count + 7 as plays, m.like_count as likes
      from video v join video_metric_daily m on m.video_id = v.id and m.stat_date = ${day}::date
      where v.platform = 'douyin' order by v.id limit 12`)
    const file = [
      'item_id,views,likes,date',
      ...videos.map(({ item, plays, likes }) => [item, plays, likes, day].join()),
    ].join('\n')
    const before = await fingerprint()
    expect(await importFile(file)).toMatchObject({ status: 'applied' })
    const once = await fingerprint()
    expect(once).not.toEqual(before)
    expect(await importFile(file)).toMatchObject({ status: 'applied', counts: { changed: 0 } })
    expect(await fingerprint()).toEqual(once)
  })
})
