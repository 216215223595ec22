import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { may } from '../../src/core/can.ts'
import type { Columns } from '../../src/core/columns.ts'
import type { List } from '../../src/core/contract.ts'
import { MAX_SORTS } from '../../src/core/listQuery.ts'
import { features } from '../../src/server/features.ts'
import { openServer } from '../http/app.ts'
import { readExpected } from '../matrix/expected.ts'
import type { Actor } from '../world.ts'

/**
 * Columns some may not see, over every list there is: for them such a column is a name like any other that does not
 * exist, in filter, sort and file, and no change of its values changes an answer.
 */
const { ask, database } = await openServer()
const lists = features.flatMap((feature) => (feature.lists ?? []).map(({ list }) => list as List))
const ASKERS: Actor[] = ['leader', 'cooMatch', 'partnerA', 'supplierA', 'adminOther']
const signed = new Map(readExpected().map(({ what, cells }) => [what, new Map(cells)]))
const mayAsk = (list: List, as: Actor): boolean => signed.get(`GET ${list.path}`)?.get(as) === 'yes'
const columnsOf = (list: List): Columns => ({ ...list.columns, ...list.filters })

const infoOf = async (as: Actor) => (await ask('POST', '/api/user/info', { as })).json().data
const sessions = new Map(await Promise.all(ASKERS.map(async (as) => [as, await infoOf(as)] as const)))
const denied = lists.flatMap((list) =>
  ASKERS.filter((as) => mayAsk(list, as)).flatMap((as) =>
    Object.entries(columnsOf(list))
      .filter(([, { options }]) => options.needs && !may(sessions.get(as)!, options.needs))
      .map(([name]) => [list.key, as, name, list] as const),
  ),
)
const UNKNOWN = 'noSuchColumn'

describe('a column this person may not see', () => {
  it('is on many lists, and somebody else sees it', () => {
    expect(denied.length).toBeGreaterThan(60)
  })

  it.each(denied)('of %s for %s: %s is refused as one that does not exist', async (_, as, name, list) => {
    const words = async (path: string, one: string) => {
      const answer = await ask('GET', path, { as })
      const { reason } = answer.json().data
      return { status: answer.statusCode, reason, msg: answer.json().msg.replaceAll(one, '·') }
    }
    for (const path of [
      (one: string) => `${list.path}?${one}=1`,
      (one: string) => `${list.path}?sort=${one}:desc`,
      (one: string) => `${list.path}/export.csv?columns=${one}`,
      (one: string) => `${list.path}/export.csv?sort=${one}`,
    ]) {
      const forbidden = await words(path(name), name)
      expect(forbidden.status).toBe(400)
      expect(forbidden).toEqual(await words(path(UNKNOWN), UNKNOWN))
      // What may be used instead is named, and this is not among it.
      expect(forbidden.msg.split(/[：:]/).at(-1)).not.toMatch(new RegExp(`\\b${name}\\b`))
    }
    // One's own partner may be in the row where asking for others by it is not.
    if (!list.columns[name]?.options.needs) return
    const page = (await ask('GET', `${list.path}?pageSize=200`, { as })).json().data
    for (const row of page.list) expect(Object.keys(row)).not.toContain(name)
  })
})

/** What only some may see, written anew in every row; who may not, with somebody who may. */
const CHANGES = [
  [
    'data',
    'leader',
    'cooMatch',
    sql`update video_stat set est_income_fen = est_income_fen + 777, settled_income_fen = 778`,
  ],
  [
    'risk',
    'partnerA',
    'leader',
    sql`update risk_case set score = 77, report_count = report_count + 7, sla_due_at = sla_due_at + interval '7 days', priority_key = priority_key + 7`,
  ],
  [
    'recommend',
    'partnerA',
    'adminOther',
    sql`update recommendation set source = case source when 'rule' then 'manual' else 'rule' end`,
  ],
  ['settlement-sm4', 'partnerA', 'cooMatch', sql`update statement set hold_reason = 'seven'`],
  ['distribution', 'supplierA', 'adminOther', sql`update dist_batch set name = name || ' seven'`],
] as const

/** Everything a list answers: its page in each sort this person has, its total, a search, its file. */
async function answersOf(list: List, as: Actor): Promise<[path: string, status: number, body: string][]> {
  const seen = Object.entries(columnsOf(list)).filter(
    ([, { options }]) => !options.needs || may(sessions.get(as)!, options.needs),
  )
  const sorts = seen
    .filter(([, { options }]) => options.sort)
    .flatMap(([name]) => [`sort=${name}:asc`, `sort=${name}:desc`])
  // All of them together too: as many as one sort takes, the other way round in the middle.
  const several = sorts
    .filter((_, at) => at % 2 === 0)
    .slice(0, MAX_SORTS)
    .map((sort, at) => (at === 1 ? sort.replace(':asc', ':desc') : sort).replace('sort=', ''))
  const paths = ['', 'keyword=7', ...sorts, ...(several.length > 1 ? [`sort=${several}`] : [])].map(
    (query) => `${list.path}?pageSize=200&${query}`,
  )
  const answers: [string, number, string][] = []
  for (const path of [
    ...paths.filter((path) => !path.includes('keyword') || 'keyword' in list.filters),
    `${list.path}/export.csv`,
  ]) {
    const answer = await ask('GET', path, { as })
    answers.push([path, answer.statusCode, answer.body])
  }
  return answers
}

describe('a value this person may not see', () => {
  it.each(CHANGES)('of %s changes nothing in what %s is answered; %s sees it', async (key, as, twin, change) => {
    const list = lists.find((one) => one.key === key)!
    const before = await answersOf(list, as)
    const seenBefore = await answersOf(list, twin)
    expect(before.filter(([, status]) => status !== 200)).toEqual([])
    expect(JSON.parse(before[0]![2]).data.total).toBeGreaterThan(0)
    await database.rows(change)
    expect(await answersOf(list, as)).toEqual(before)
    expect(await answersOf(list, twin)).not.toEqual(seenBefore)
  })
})

describe('a list and its file', () => {
  const asked = lists.flatMap((list) =>
    ASKERS.filter((as) => mayAsk(list, as)).map((as) => [list.key, as, list] as const),
  )
  it.each(asked)('%s for %s: the file has a line for each of the total', async (_, as, list) => {
    const { total, list: rows } = (await ask('GET', `${list.path}?pageSize=200`, { as })).json().data
    expect(rows).toHaveLength(Math.min(total, 200))
    const file = await ask('GET', `${list.path}/export.csv`, { as })
    // A cell may hold line breaks, so rows are counted outside of quotes.
    const lines = file.body
      .replace(/"(?:[^"]|"")*"/g, '')
      .trimEnd()
      .split('\r\n')
    expect(lines.length - 1).toBe(total)
  })
})
