import type { FastifyInstance } from 'fastify'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Actor, freshDatabase, signedIn, world } from '../../../tests/world.ts'
import { addDays } from '../../core/time.ts'
import { buildApp } from '../../server/app.ts'
import type { Database } from '../../server/db/pool.ts'
import { COURSE_DAYS, SPAN_DAYS } from './contract.ts'
import { asShares, bySlot } from './parts/slots.ts'
import { visualization } from './server.ts'

let database: Database
let app: FastifyInstance

beforeAll(async () => {
  ;({ database } = await freshDatabase())
  app = await buildApp({ database, features: [visualization], dataDir: '/tmp/backlot-visualization-test' })
})
afterAll(() => app.close())

const ask = async (actor: Actor, path: string) => {
  const response = await app.inject({ url: `/api/visualization/${path}`, headers: signedIn(actor) })
  return { status: response.statusCode, data: response.json().data }
}
const number = async (query: ReturnType<typeof sql>) => (await database.one<{ n: number }>(query))!.n
const sumOf = (rows: any[], key: string) => rows.reduce((sum, row) => sum + row[key], 0)

test('for administrators alone', async () => {
  for (const path of ['data-analysis', 'multi-dimension']) {
    expect((await ask('adminOther', path)).status).toBe(200)
    for (const actor of ['leader', 'coo', 'partnerA', 'supplierA'] as const)
      expect((await ask(actor, path)).status).toBe(403)
  }
})

test('the courses, the slots and the authors are sums of the facts', async () => {
  const { data } = await ask('adminOther', 'data-analysis')
  expect(data.dataThrough).toBe(world.through)
  expect(data.days).toHaveLength(COURSE_DAYS)
  const day = sql`stat_date = ${world.through}::date`
  expect(data.days.at(-1).plays).toBe(
    await number(sql`select sum(play_delta)::bigint as n from video_metric_daily where ${day}`),
  )
  expect(sumOf(data.shares, 'value')).toBe(
    await number(sql`select sum(share_delta)::bigint as n from video_metric_daily where ${day}`),
  )
  expect(sumOf(data.published, 'value')).toBe(
    await number(sql`select count(*) as n from video
      where (published_at at time zone 'Asia/Shanghai')::date between ${addDays(world.through, 1 - SPAN_DAYS)}::date and ${world.through}::date`),
  )
  expect(data.authors[0].plays).toBe(
    await number(sql`select sum(s.play_delta_1d)::bigint as n from video_stat s join video v on v.id = s.video_id
      where s.play_delta_1d > 0 and v.creator_id is not null group by v.creator_id order by 1 desc limit 1`),
  )
  expect(data.authors.map(({ plays }: any) => plays)).toEqual(
    data.authors.map(({ plays }: any) => plays).sort((a: number, b: number) => b - a),
  )
})

test('periods stand side by side without a gap; sources are the new works', async () => {
  const { data } = await ask('adminOther', 'multi-dimension')
  expect(addDays(data.daysBefore.at(-1).day, 1)).toBe(data.days[0].day)
  expect(sumOf(data.sources, 'works')).toBe(
    await number(sql`select count(*) as n from video
      where (published_at at time zone 'Asia/Shanghai')::date between ${addDays(world.through, 1 - SPAN_DAYS)}::date and ${world.through}::date`),
  )
  expect(new Set(data.subjects.map(({ categoryId }: any) => categoryId)).size).toBeLessThanOrEqual(6)
})

test('slots are filled up and shares add up', () => {
  const [one, ...others] = bySlot([
    { contentType: 'img', slot: 11, value: 3 },
    { contentType: 'img', slot: 0, value: 1 },
    { contentType: 'verticalVideo', slot: 3, value: 0 },
  ])
  expect(one).toEqual({ contentType: 'img', values: [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3] })
  expect(others).toEqual([])
  expect(asShares([1, 0, 3])).toEqual([250_000, 0, 750_000])
  expect(asShares([0, 0])).toEqual([0, 0])
})
