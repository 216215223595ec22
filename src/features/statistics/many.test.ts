import type { FastifyInstance } from 'fastify'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, signedIn, world } from '../../../tests/world.ts'
import { addDays } from '../../core/time.ts'
import { buildApp } from '../../server/app.ts'
import { MOST_ROWS } from './contract.ts'
import { rebuildDay } from './rollup.ts'
import { statistics } from './server.ts'

/** More partners than the table shows: of two days, who was last on the first is first on the second. */
const MANY = MOST_ROWS + 20
const { database } = await freshDatabase()
let app: FastifyInstance

beforeAll(async () => {
  app = await buildApp({ database, features: [statistics], dataDir: '/tmp/backlot-statistics-test' })
  await database.rows(sql`delete from video_metric_daily`)
  await database.rows(sql`
    with p as (
      insert into partner (code, name, team_id, business_line_id)
      select 'many' || n, 'many' || n, ${world.teams.leaders}, ${world.lines.first} from generate_series(1, ${MANY}) n returning id, code
    ), v as (
      insert into video (platform, platform_item_id, partner_id) select 'other', code, id from p returning id, platform_item_id as code
    )
    insert into video_metric_daily (video_id, stat_date, play_count, play_delta)
    select v.id, day::date, 0, case day when ${world.through}::date then substr(v.code, 5)::int else ${MANY} + 1 - substr(v.code, 5)::int end
    from v, (values (${addDays(world.through, -1)}::date), (${world.through}::date)) days(day)`)
  while (await database.transaction(rebuildDay)) {
    // Until nothing is dirty.
  }
})
afterAll(() => app.close())

const ask = (path: string) =>
  app.inject({
    url: `/api/statistics${path}?from=${world.through}&to=${world.through}&dimension=partner`,
    headers: signedIn('adminOther'),
  })

test('the table has the largest, each with what it had before, however small that was', async () => {
  const { rows } = (await ask('')).json().data
  expect(rows).toHaveLength(MOST_ROWS)
  expect(rows[0]).toMatchObject({ plays: MANY, playsBefore: 1 })
  for (const { plays, playsBefore } of rows) expect(plays + playsBefore).toBe(MANY + 1)
})

test('the file has all of them, and they add up to its total', async () => {
  const [, ...lines] = (await ask('/export.csv')).body.trim().split('\r\n')
  const plays = lines.map((line) => Number(line.split(',')[1]))
  const total = plays.pop()
  // A partner without plays may be there for what it published.
  expect(plays.filter((one) => one > 0)).toHaveLength(MANY)
  expect(plays.reduce((sum, one) => sum + one, 0)).toBe(total)
})
