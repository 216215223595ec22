import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { features } from '../src/server/features.ts'
import { openServer } from './http/app.ts'
import { endpointsOf } from './matrix/endpoints.ts'
import { readExpected } from './matrix/expected.ts'
import { type Actor, world } from './world.ts'

/**
 * Two worlds that differ only in what belongs to others answer a partner alike, byte for byte: in rows, totals, counts,
 * files and words. Every question under these paths that a partner may ask is asked; a new one joins by itself.
 */
const { ask, database } = await openServer()
const ROOMS = ['/api/statistics', '/api/workplace', '/api/data', '/api/content-data', '/api/popular']
const PARTNER: Actor = 'partnerA'
const own = world.partners.A

const [ownVideo] = await database.rows<{ id: string }>(
  sql`select id::text from video where partner_id = ${own} order by id limit 1`,
)
const span = `from=2026-10-01&to=${world.through}`
/** What the questions that need a query are asked, and further ones worth asking. */
const QUERIES: Record<string, string[]> = {
  '/api/statistics': ['platform', 'category', 'contentType', 'product'].map(
    (one) => `${span}&dimension=${one}&granularity=week`,
  ),
  '/api/statistics/export.csv': [`${span}&dimension=category`],
  '/api/statistics/cross': [`${span}&dimension=category&by=platform`, `${span}&dimension=product&by=contentType`],
  '/api/statistics/hours': [span, `${span}&platform=douyin`],
  '/api/data': [
    'pageSize=200',
    'sort=playCount:desc',
    `statDate=2026-10-01..${world.through}`,
    'keyword=a',
    'riskState=none&qualityFlag=ok',
  ],
  '/api/data/export.csv': ['', 'sort=playCount:asc'],
  '/api/data/summary': ['', 'platform=douyin', 'qualityFlag=ok'],
  '/api/data/:id/days': [span],
  '/api/data/:id/history': [`day=${world.through}`],
  '/api/popular/list': ['type=text', 'type=image', 'type=video'],
}

const may = new Set(
  readExpected()
    .filter(({ cells }) => cells.some(([actor, cell]) => actor === PARTNER && cell === 'yes'))
    .map(({ what }) => what),
)
const questions = endpointsOf(features)
  .filter(({ method, path }) => method === 'GET' && ROOMS.some((room) => path === room || path.startsWith(`${room}/`)))
  .filter(({ method, path }) => may.has(`${method} ${path}`))
  .flatMap(({ path }) => (QUERIES[path] ?? ['']).map((query) => `${path.replace(':id', ownVideo!.id)}?${query}`))

async function rebuild(): Promise<void> {
  while ((await database.one<{ keys: number }>(sql`select rebuild_rollups() as keys`))!.keys > 0) {
    // Until nothing is dirty.
  }
  while ((await database.one<{ isDone: boolean }>(sql`select rebuild_hour() as "isDone"`))!.isDone) {
    // Until nothing is dirty.
  }
}

const answers = (as: Actor) =>
  Promise.all(
    questions.map(async (url) => {
      const answer = await ask('GET', url, { as })
      return [url, answer.statusCode, answer.body] as const
    }),
  )

test('a partner’s answers hold nothing that is made of the rows of others', async () => {
  await rebuild()
  const before = await answers(PARTNER)
  const beforeOthers = await answers('partnerB')
  expect(questions.length).toBeGreaterThan(20)
  expect(before.filter(([, status]) => status !== 200)).toEqual([])

  // Everything that others have changes: figures, hours, titles, states, names, contracts; and there is more of it.
  const others = sql`(select id from video where partner_id is distinct from ${own})`
  await database.rows(sql`
    update video_metric_daily set play_count = play_count * 3 + 11, like_count = like_count + 5, comment_count = comment_count * 2 + 1,
      share_count = share_count + 9, est_income_fen = est_income_fen + 7, finish_rate_ppm = 999999 where video_id in ${others}`)
  await database.rows(
    sql`select refresh_metric_deltas(array(select id from video where partner_id is distinct from ${own}))`,
  )
  await database.rows(sql`
    update video_metric_hourly set play_count = play_count + 1000, play_delta = coalesce(play_delta, 0) + 1000 where video_id in ${others}`)
  await database.rows(sql`
    update video set title = 'a ' || title, visibility = 'private', risk_state = 'pending', category_id = null,
      content_type = 'img', product_code = null where id in ${others}`)
  await database.rows(sql`
    insert into video (platform, platform_item_id, title, partner_id, published_at)
    select 'douyin', 'twin-' || n, 'a new one', ${world.partners.B}, now() - make_interval(days => 25) from generate_series(1, 40) n`)
  await database.rows(
    sql`select refresh_video_stat(array(select id from video where partner_id is distinct from ${own}))`,
  )
  await database.rows(sql`update partner set name = name || '!', contract_end = '2026-11-25' where id <> ${own}`)
  await database.rows(
    sql`update creator set nickname = nickname || '!' where id not in (select creator_id from video where partner_id = ${own} and creator_id is not null)`,
  )
  await rebuild()

  const after = await answers(PARTNER)
  for (const [at, answer] of after.entries()) expect(answer, answer[0]).toEqual(before[at])
  // The twin: who owns some of what changed does see it.
  const afterOthers = await answers('partnerB')
  expect(afterOthers.filter((answer, at) => answer[2] !== beforeOthers[at]![2]).length).toBeGreaterThan(12)
})
