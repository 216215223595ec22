import sql, { type Sql } from 'sql-template-tag'
import { expect, test } from 'vitest'
import { freshDatabase, world } from '../../../tests/world.ts'
import type { Scope } from '../../core/scope.ts'
import { addDays } from '../../core/time.ts'
import { rebuildDay } from './rollup.ts'
import * as questions from './sql.ts'

const { database } = await freshDatabase()
while (await database.transaction(rebuildDay)) {
  // Until nothing is dirty.
}

const columns = {
  platform: sql`r.platform`,
  category: sql`r.category_id::text`,
  contentType: sql`r.content_type`,
  product: sql`r.product_code`,
  partner: sql`r.partner_id::text`,
  team: sql`coalesce(p.team_id, 0)::text`,
} as const
type Key = keyof typeof columns
const keys = Object.keys(columns) as Key[]
const filters: Partial<questions.Slice>[] = [
  {},
  { platform: ['douyin'] },
  { contentType: ['verticalVideo', 'horizontalVideo'] },
  { productCode: [''] },
  { platform: ['douyin', 'kuaishou'], contentType: ['verticalVideo'] },
  { partnerId: [String(world.partners.A), String(world.partners.C)] },
  { partnerId: [String(world.partners.B)], platform: ['douyin'] },
]
const scopes = [
  [{ kind: 'all' }, sql`true`],
  [{ kind: 'line', lineId: String(world.lines.second) }, sql`p.business_line_id = ${world.lines.second}`],
  [{ kind: 'partner', partnerId: String(world.partners.A) }, sql`r.partner_id = ${world.partners.A}`],
] as [Scope, Sql][]
const summed = (key: Sql, where: Sql) => sql`
  select ${key} as key, sum(r.plays)::bigint as plays, sum(r.likes)::bigint as likes, sum(r.new_videos)::bigint as "newVideos",
    sum(r.active_videos)::bigint as "activeVideos", sum(r.income_fen)::bigint as "estIncomeFen",
    sum(r.finish_plays)::bigint as "finishPlays", count(distinct r.stat_date) as days
  from agg_partner_slice_daily r left join partner p on p.id = r.partner_id where ${where} group by 1`
const byKey = <T extends { key: string; part?: string }>(rows: T[]) =>
  rows.map((row) => [`${row.key}|${row.part ?? ''}`, row] as const).sort(([a], [b]) => (a < b ? -1 : 1))

test.each(scopes)('whichever roll-up answers %o, it says what all slices say', async (scope, fence) => {
  const parent = (await database.one<{ id: string }>(
    sql`select parent_id::text as id from category where parent_id is not null group by 1 order by count(*) desc, 1 limit 1`,
  ))!.id
  for (const part of [...filters, { categoryId: [parent] }, { categoryId: [parent], platform: ['douyin'] }]) {
    const none = { platform: [], categoryId: [], contentType: [], productCode: [], partnerId: [] }
    const slice: questions.Slice = { ...none, ...part, from: addDays(world.through, -20), to: world.through }
    const where = sql`${fence} and r.stat_date between ${slice.from}::date and ${slice.to}::date
      and (${slice.platform.length} = 0 or r.platform = any(${slice.platform}))
      and (${slice.contentType.length} = 0 or r.content_type = any(${slice.contentType}))
      and (${slice.productCode.length} = 0 or r.product_code = any(${slice.productCode}))
      and (${slice.partnerId.length} = 0 or r.partner_id = any(${slice.partnerId}::bigint[]))
      and (${slice.categoryId.length} = 0 or r.category_id in (
        select id from category where id = any(${slice.categoryId}::bigint[]) or parent_id = any(${slice.categoryId}::bigint[])))`
    const series = await questions.readSeries(database, scope, slice, 'day')
    const days = await database.rows<{ key: string }>(summed(sql`r.stat_date::text`, where))
    expect(series.length).toBe(days.length)
    expect(byKey(series.map((row) => ({ ...row, key: row.bucket })))).toMatchObject(byKey(days))
    for (const key of keys) {
      const rows = await questions.readRows(database, scope, slice, key, null)
      const expected = await database.rows<{ key: string }>(summed(columns[key], where))
      expect(rows.length).toBe(expected.length)
      expect(byKey(rows)).toMatchObject(byKey(expected))
      for (const by of keys.filter((one) => one !== key)) {
        const cells = await questions.readCross(database, scope, slice, key, by)
        const pairs = await database.rows<{ key: string; part: string }>(sql`
          select ${columns[key]} as key, ${columns[by]} as part, sum(r.plays)::bigint as plays
          from agg_partner_slice_daily r left join partner p on p.id = r.partner_id where ${where} group by 1, 2`)
        expect(cells.length).toBe(pairs.length)
        expect(byKey(cells)).toMatchObject(byKey(pairs))
      }
    }
  }
})
