import { parse } from 'csv-parse/sync'
import Type from 'typebox'
import { describe, expect, it } from 'vitest'
import { count, id, text } from '../../src/core/columns.ts'
import { defineEndpoint, defineList } from '../../src/core/contract.ts'
import { type Feature, serve, serveList } from '../../src/core/verb.ts'
import { features } from '../../src/server/features.ts'
import type { Actor } from '../world.ts'
import { openServer } from './app.ts'

/** A list whose size the test decides. */
const size = { rows: 0, isExact: true, failsAt: -1, gate: Promise.resolve() }
const numbers = defineList({
  key: 'numbers',
  path: '/api/numbers',
  permission: 'self.use',
  columns: { no: id(), words: text(), square: count({ sort: true }) },
  order: ['square', 'asc'],
  rowId: 'no',
})
const words = { title: '数字', columns: { no: '编号', words: '文字', square: '平方' } }
const many: Feature = {
  lists: [
    serveList({
      list: numbers,
      text: { 'zh-CN': words, 'en-US': { ...words, title: 'Numbers' } },
      page: async () => ({
        list: [],
        total: size.rows,
        totalIsExact: size.isExact,
        dataThrough: null,
        nextCursor: null,
      }),
      async *all() {
        for (let from = 0; from < size.rows; from += 1_000) {
          await size.gate
          if (from === size.failsAt) throw new Error('the disk fell out')
          const length = Math.min(1_000, size.rows - from)
          yield Array.from({ length }, (_, n) => ({ no: String(from + n), words: '=1', square: (from + n) ** 2 }))
        }
      },
    }),
  ],
  // Beside the list, to see that its own path is not taken for an id.
  verbs: [
    serve(
      defineEndpoint({
        method: 'GET',
        path: '/api/numbers/:id',
        permission: 'self.use',
        params: Type.Object({ id: Type.String() }, { additionalProperties: false }),
        reply: Type.Null(),
      }),
      async () => null,
    ),
  ],
}

const { ask, database } = await openServer([...features, many])
const rowsOf = (csv: string): string[][] => parse(csv, { bom: true, record_delimiter: '\r\n' })
const audited = async () =>
  (
    await database.pool.query(
      `select actor_id::text, entity, after from audit_log where action = 'export' order by id desc limit 1`,
    )
  ).rows[0]

describe('an export of the data list', () => {
  const exported = (as: Actor, query = '', language = 'zh-CN') =>
    ask('GET', `/api/data/export.csv${query}`, { as, headers: { 'accept-language': language } })

  it('holds the whole filter in its sort, not the page', async () => {
    const query = 'sort=playCount:asc&pageSize=2'
    const listed = (await ask('GET', `/api/data?${query}`, { as: 'adminOther' })).json().data
    const [header, ...rows] = rowsOf((await exported('adminOther', `?${query}&columns=videoId,playCount`)).body)
    expect(header).toHaveLength(2)
    expect(rows).toHaveLength(listed.total)
    expect(rows.slice(0, 2).map(([videoId]) => videoId)).toEqual(
      listed.list.map((row: { videoId: string }) => row.videoId),
    )
    const plays = rows.map(([, count]) => Number(count))
    expect(plays).toEqual(plays.toSorted((a, b) => a - b))
  })

  it('holds the rows of the scope and the columns of the role', async () => {
    for (const as of ['leader', 'partnerA', 'cooMatch'] as const) {
      const { total } = (await ask('GET', '/api/data', { as })).json().data
      expect(rowsOf((await exported(as)).body)).toHaveLength(total + 1)
    }
    const [leaders] = rowsOf((await exported('leader', '', 'en')).body)
    const [admins] = rowsOf((await exported('adminOther', '', 'en')).body)
    expect(admins!.length).toBeGreaterThan(leaders!.length)
    expect(admins!.some((title) => title.includes('(CNY)'))).toBe(true)
    expect(leaders!.some((title) => title.includes('(CNY)'))).toBe(false)
  })

  it('refuses a column the role may not see with the words for one that does not exist', async () => {
    const refused = async (name: string) => (await exported('leader', `?columns=title,${name}`)).json()
    const forbidden = await refused('estIncomeFen')
    expect(forbidden).toMatchObject({ code: 400, data: { reason: 'UNKNOWN_FIELD' } })
    expect(forbidden.msg.replace('estIncomeFen', '·')).toBe((await refused('nonsense')).msg.replace('nonsense', '·'))
    expect((await exported('partnerA', '?columns=title,estIncomeFen')).statusCode).toBe(200)
  })

  it('refuses a bad filter as the list does', async () => {
    expect((await exported('leader', '?nonsense=1')).json()).toMatchObject({
      code: 400,
      data: { reason: 'UNKNOWN_FILTER' },
    })
  })

  it('is written into the audit log with filter and number of rows', async () => {
    const { body } = await exported('partnerA', '?platform=douyin')
    expect(await audited()).toMatchObject({
      actor_id: '6',
      entity: 'data',
      after: { filters: [{ name: 'platform', kind: 'any', values: ['douyin'] }], rows: rowsOf(body).length - 1 },
    })
  })

  it('is a download with a name in the language', async () => {
    const { headers } = await exported('leader', '', 'zh-CN')
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(headers['content-disposition']).toMatch(/^attachment; filename=".+\.csv"; filename\*=UTF-8''%E[\w%-]+\.csv$/)
  })
})

describe('an export of any size', () => {
  const exported = () => ask('GET', '/api/numbers/export.csv', { as: 'leader' })

  it('of no rows is a header', async () => {
    Object.assign(size, { rows: 0, isExact: true, failsAt: -1 })
    expect((await exported()).body).toBe('\uFEFF编号,文字,平方\r\n')
  })

  it('of 100,000 rows is complete', async () => {
    Object.assign(size, { rows: 100_000 })
    const rows = rowsOf((await exported()).body)
    expect(rows).toHaveLength(100_001)
    expect(rows.at(-1)).toEqual(['99999', "'=1", String(99_999 ** 2)])
  })

  it.each([
    [100_001, true],
    [100_000, false],
  ])('of more rows is refused before the first byte: %i, counted %s', async (rows, isExact) => {
    Object.assign(size, { rows, isExact })
    const answer = await exported()
    expect(answer.json()).toMatchObject({ code: 422, data: { reason: 'EXPORT_TOO_LARGE' } })
    expect(answer.json().msg).toContain('100000')
    expect(answer.headers['content-disposition']).toBeUndefined()
  })

  it('that fails at once is an error; one that fails later breaks off instead of looking complete', async () => {
    Object.assign(size, { rows: 50_000, isExact: true, failsAt: 0 })
    expect((await exported()).json()).toMatchObject({ code: 500, data: { reason: 'INTERNAL' } })
    size.failsAt = 40_000
    await expect(exported()).rejects.toThrow()
    size.failsAt = -1
    expect((await exported()).statusCode).toBe(200)
  })

  it('does not take a connection more than twice per person', async () => {
    let open = () => {}
    const gate = new Promise<void>((resolve) => {
      open = resolve
    })
    Object.assign(size, { rows: 5, gate })
    const asked = [exported(), exported(), exported()]
    const refused = await Promise.race(asked)
    expect(refused.json()).toMatchObject({ code: 429, data: { reason: 'TOO_MANY' } })
    open()
    expect((await Promise.all(asked)).map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 429])
    expect((await exported()).statusCode).toBe(200)
  })
})
