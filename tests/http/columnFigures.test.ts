import { describe, expect, it } from 'vitest'
import { may } from '../../src/core/can.ts'
import type { Columns } from '../../src/core/columns.ts'
import { count, money, rate, text } from '../../src/core/columns.ts'
import { visible } from '../../src/core/listQuery.ts'
import { exportable } from '../../src/kit/format/listCsv.ts'
import { features } from '../../src/server/features.ts'
import { figuresOf } from '../../src/server/http/columnFigures.ts'
import { type Actor, ctxFor, world } from '../world.ts'
import { openServer } from './app.ts'

const { ask, database } = await openServer()
const figures = (as: Actor, listKey: string, column: string, query = '') =>
  ask('GET', `/api/column-figures?${new URLSearchParams({ listKey, column, query })}`, { as })
const lists = [...new Map(features.flatMap((room) => room.lists ?? []).map(({ list }) => [list.key, list])).values()]

it('tells of the rows of the scope and the filter alone', async () => {
  const of = async (where: string) =>
    (await database.pool.query(`select count(*)::int as n from video where ${where}`, [world.partners.A])).rows[0].n
  const { data } = (await figures('partnerA', 'data', 'platform', 'platform=douyin&pageSize=10')).json()
  const rows = await of(`partner_id = $1 and platform = 'douyin'`)
  expect(data).toMatchObject({ rows, empty: 0, distinct: 1, top: [{ value: 'douyin', rows }], sum: null })
  expect((await figures('partnerA', 'data', 'platform')).json().data.rows).toBe(await of('partner_id = $1'))
})

describe('every list, every actor', () => {
  it.each(lists.map((list) => [list.key, list] as const))('%s', async (key, list) => {
    for (const as of ['adminOther', 'godot', 'leader', 'partnerA', 'supplierA'] as const) {
      const { session } = await ctxFor(database, as)
      const allows = (needs: Parameters<typeof may>[1]) => may(session, needs)
      const names = Object.keys(exportable(list.columns as Columns))
      if (!allows(list.permission)) {
        // As a list that does not exist.
        expect((await figures(as, key, names[0]!)).statusCode, as).toBe(404)
        continue
      }
      const seen = Object.keys(exportable(visible(list.columns, allows)))
      const answer = await figures(as, key, seen.at(-1)!)
      expect(answer.statusCode, `${as} ${answer.body}`).toBe(200)
      const refused = async (name: string) => {
        const { reason, requestId, ...data } = (await figures(as, key, name)).json().data
        return { reason, data }
      }
      for (const name of names.filter((one) => !seen.includes(one)))
        expect(await refused(name), `${as} ${name}`).toEqual({ reason: 'UNKNOWN_FIELD', data: { field: name } })
      expect(await refused('nothing')).toEqual({ reason: 'UNKNOWN_FIELD', data: { field: 'nothing' } })
    }
  })
})

it('adds amounts exactly, rounds means half away from zero, and adds no shares', () => {
  expect(figuresOf(money(), [9_007_199_254_740_000, 1, 2, null])).toMatchObject({
    ...{ rows: 4, empty: 1, distinct: 3, min: '1', max: '9007199254740000', sum: 9_007_199_254_740_003 },
  })
  expect(figuresOf(count(), [1, 2]).mean).toBe(2)
  expect(figuresOf(count(), [-1, -2]).mean).toBe(-2)
  expect(figuresOf(rate(), [500_000, 250_000])).toMatchObject({ sum: null, mean: 375_000 })
  expect(figuresOf(count(), [])).toMatchObject({ rows: 0, min: null, sum: 0, mean: null })
  expect(figuresOf(text(), ['b', 'a', 'b', '']).top).toEqual([
    { value: 'b', rows: 2 },
    { value: 'a', rows: 1 },
  ])
})
