import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { may } from '../../src/core/can.ts'
import type { Columns } from '../../src/core/columns.ts'
import { count, isNumeric, type Kind, money, rate, text } from '../../src/core/columns.ts'
import { visible } from '../../src/core/listQuery.ts'
import { exportable } from '../../src/kit/format/listCsv.ts'
import { features } from '../../src/server/features.ts'
import { figuresOf } from '../../src/server/http/columnFigures.ts'
import { type Actor, ctxFor, world } from '../world.ts'
import { openServer } from './app.ts'

const { ask, database } = await openServer()
/** As the browser sends it, which leaves out what is empty. */
const paramsOf = ({ query, ...rest }: Record<string, string>) =>
  new URLSearchParams({ ...rest, ...(query && { query }) })
const figures = (as: Actor, listKey: string, column: string, query = '') =>
  ask('GET', `/api/column-figures?${paramsOf({ listKey, column, query })}`, { as })
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

describe('the totals of a list', () => {
  const totals = (as: Actor, listKey: string, query = '') =>
    ask('GET', `/api/list-totals?${paramsOf({ listKey, query })}`, { as })

  it.each(lists.map((list) => [list.key, list] as const))(
    '%s: those of its file, for everybody who reads it',
    async (key, list) => {
      for (const as of ['adminOther', 'godot', 'leader', 'partnerA', 'supplierA'] as const) {
        const { session } = await ctxFor(database, as)
        const allows = (needs: Parameters<typeof may>[1]) => may(session, needs)
        const answer = await totals(as, key)
        if (!allows(list.permission)) {
          expect(answer.statusCode, as).toBe(404)
          continue
        }
        expect(answer.statusCode, `${as} ${answer.body}`).toBe(200)
        const numbers = Object.entries(exportable(visible(list.columns, allows))).filter(([, { kind }]) =>
          isNumeric(kind),
        )
        const { rows, columns } = answer.json().data
        expect(columns.map(({ name }: { name: string }) => name)).toEqual(numbers.map(([name]) => name))
        if (numbers.length === 0) continue
        const file = await ask('GET', `${list.path}/export.csv?columns=${numbers.map(([name]) => name)}`, { as })
        const [, ...lines] = parse(file.body, { bom: true, record_delimiter: '\r\n' }) as string[][]
        expect(rows).toBe(lines.length)
        for (const [at, [name, column]] of numbers.entries()) {
          const held = lines.map((cells) => inUnits(column.kind, cells[at]!)).filter((value) => value !== null)
          const sum = held.reduce((before, value) => before + value, 0)
          expect(columns[at], `${as} ${name}`).toEqual({
            name,
            sum: column.kind === 'rate' ? null : sum,
            mean: held.length === 0 ? null : Math.sign(sum) * Math.round(Math.abs(sum) / held.length),
          })
        }
      }
    },
  )

  it('are of the filter, and of what is there to be seen', async () => {
    const whole = (await totals('partnerA', 'data')).json().data
    const part = (await totals('partnerA', 'data', 'platform=douyin&sort=playCount:asc&pageSize=10')).json().data
    expect(part.rows).toBeLessThan(whole.rows)
    const named = ({ columns }: typeof whole) => columns.map(({ name }: { name: string }) => name)
    expect(named(whole)).toContain('estIncomeFen')
    expect(named((await totals('leader', 'data')).json().data)).not.toContain('estIncomeFen')
    const refused = (await totals('leader', 'data', 'estIncomeFen=1..')).json().data
    expect(refused).toMatchObject({ reason: 'UNKNOWN_FILTER' })
  })
})

/** A number of a file in the units of the wire; null where the cell is empty. */
function inUnits(kind: Kind, cell: string): number | null {
  if (cell === '') return null
  const units: Partial<Record<Kind, number>> = { money: 100, micro: 1_000_000, rate: 10_000, span: 1000 }
  return Math.round(Number(cell.replace('%', '')) * (units[kind] ?? 1))
}
