import { expect, test } from 'vitest'
import { startOf } from '../../src/core/time.ts'
import { actors, ctxFor, freshDatabase, tokenOf, world } from '../world.ts'

const { database } = await freshDatabase()
const rows = async (text: string) => (await database.pool.query(text)).rows

test('every actor but the dead ones has a session of the promised account', async () => {
  for (const [actor, key] of Object.entries(actors) as [keyof typeof actors, keyof typeof world.users | null][]) {
    if (['expired', 'revoked', 'suspended'].includes(actor)) {
      await expect(ctxFor(database, actor)).rejects.toThrow('no living session')
      continue
    }
    const { session } = await ctxFor(database, actor)
    expect([session.accessKey, session.accessId]).toEqual(key ? [key, world.users[key]] : ['', ''])
  }
  expect(tokenOf('leader')).toMatch(/^[\w-]{43}$/)
})

test('figures equal what the database computes from the snapshots', async () => {
  const stat = `select * from video_stat order by video_id`
  const metrics = `select * from video_metric_daily order by video_id, stat_date`
  const [drawnStat, drawnMetrics] = [await rows(stat), await rows(metrics)]
  await database.pool.query(
    `update video_metric_daily set play_delta = -7, like_delta = -7, comment_delta = -7, share_delta = -7, quality_flag = 'ok'`,
  )
  await database.pool.query('select refresh_metric_deltas((select array_agg(id) from video))')
  await database.pool.query('select refresh_video_stat(null)')
  expect(await rows(metrics)).toEqual(drawnMetrics)
  expect(await rows(stat)).toEqual(drawnStat)
  expect(drawnMetrics.length).toBeGreaterThan(1_000)
})

test('videos belong to the partner their creator was bound to at publication', async () => {
  const wrong = await rows(`
    select v.id from video v left join creator_binding b on b.creator_id = v.creator_id
      and b.bind_time <= v.published_at and (b.unbind_time is null or v.published_at < b.unbind_time)
    where v.partner_id is distinct from b.partner_id`)
  expect(wrong).toEqual([])
  const owners = await rows(
    `select distinct partner_id::text as id from video where creator_id = ${world.creators.moved}`,
  )
  expect(owners.length).toBe(2)
  const unbound = await rows(`select partner_id from video where creator_id = ${world.creators.unbound}`)
  expect(unbound.length).toBeGreaterThan(0)
  expect(unbound.every((video) => video.partner_id === null)).toBe(true)
})

test('every kind of data problem is there, every partner has videos, and the data end on the promised day', async () => {
  const flags = await rows('select distinct quality_flag as flag from video_stat order by 1')
  expect(flags.map(({ flag }) => flag)).toEqual(['missing', 'ok', 'rollback', 'spike', 'stale'])
  const partners = await rows(
    'select partner_id::text as id from video where partner_id is not null group by 1 order by 1',
  )
  expect(partners.map(({ id }) => id)).toEqual(Object.values(world.partners))
  expect(await rows('select min(stat_date) as from, max(stat_date) as through from metric_day')).toEqual([
    { from: world.from, through: world.through },
  ])
  const [late] = await rows(
    `select count(*)::int as n from video where published_at >= '${startOf('2026-11-01').toISOString()}'`,
  )
  expect(late.n).toBe(0)
})

test('new rows get ids after the drawn ones', async () => {
  const [video] = await rows(`insert into video (platform, platform_item_id) values ('other', 'new') returning id`)
  expect(Number(video.id)).toBe(61)
})
