import fc from 'fast-check'
import sql from 'sql-template-tag'
import { beforeAll, expect, it } from 'vitest'
import { freshDatabase } from '../../../tests/world.ts'
import { count, day, id, time } from '../../core/columns.ts'
import { defineList } from '../../core/contract.ts'
import { type ListQuery, parseListQuery, type Sort, sortText } from '../../core/listQuery.ts'
import type { Database } from '../../server/db/pool.ts'
import { type ListSource, readAll, readPage } from './list.ts'

const things = defineList({
  key: 'things',
  path: '/api/things',
  permission: 'self.use',
  columns: {
    thingId: id(),
    size: count({ sort: true, nullable: true }),
    rank: count({ sort: true }),
    seenOn: day({ sort: true }),
    madeAt: time({ sort: true, nullable: true }),
  },
  order: ['madeAt', 'desc'],
  rowId: 'thingId',
})
const source: ListSource<typeof things> = {
  keys: () => sql`thing t`,
  id: sql`t.id`,
  rows: sql`join thing t on t.id = page.id`,
  columns: {
    thingId: sql`t.id::text`,
    size: sql`t.size`,
    rank: sql`t.rank`,
    seenOn: sql`t.seen_on::text`,
    madeAt: sql`t.made_at`,
  },
  sorts: {
    size: sql`coalesce(t.size, -1)`,
    rank: sql`t.rank`,
    seenOn: sql`t.seen_on`,
    madeAt: sql`coalesce(t.made_at, '-infinity')`,
  },
  filters: {},
}
const ROWS = 120

let database: Database
beforeAll(async () => {
  ;({ database } = await freshDatabase())
  // Three or four values each, some of them none: most rows are alike in every sort.
  await database.rows(sql`
    create table thing as select n::bigint as id, nullif(n * 7 % 4, 0)::bigint as size, (n * 5 % 3 - 1)::bigint as rank,
      date '2026-11-01' + n * 11 % 3 as seen_on,
      case when n % 5 > 0 then timestamptz '2026-11-01 08:00:00.123456+08' + n % 3 * interval '1 microsecond' end as made_at
    from generate_series(1, ${ROWS}::int) n`)
})

const ask = (raw: Record<string, string>): Parameters<typeof readPage<typeof things>>[0] => ({
  db: database,
  list: things,
  source,
  query: parseListQuery(things, () => true, raw),
  fence: sql`true`,
  may: () => true,
})
const sorts: fc.Arbitrary<Sort[]> = fc.uniqueArray(
  fc.record({ field: fc.constantFrom('size', 'rank', 'seenOn', 'madeAt'), descending: fc.boolean() }),
  { minLength: 1, maxLength: 3, selector: ({ field }) => field },
)

/** All ids in the order of a sort, put in order here: nulls below everything, rows alike in the way of the last sort. */
async function expectedIds(sort: ListQuery['sort']): Promise<string[]> {
  const rows = await database.rows<Record<string, string>>(sql`
    select id::text as "thingId", lpad((coalesce(size, -1) + 9)::text, 4, '0') as size, lpad((rank + 9)::text, 4, '0') as rank,
      seen_on::text as "seenOn", coalesce(made_at::text, '') as "madeAt", lpad(id::text, 9, '0') as tie from thing`)
  const ways = [...sort, { field: 'tie', descending: sort.at(-1)!.descending }]
  return rows
    .sort((a, b) => {
      const way = ways.find(({ field }) => a[field] !== b[field])!
      return a[way.field]! < b[way.field]! === way.descending ? 1 : -1
    })
    .map((row) => row.thingId!)
}

it('joins its pages by cursor to the whole in any sort, with rows alike and values missing', async () => {
  await fc.assert(
    fc.asyncProperty(sorts, fc.integer({ min: 1, max: 60 }), async (sort, pageSize) => {
      const walked: string[] = []
      let cursor = ''
      do {
        const raw = { sort: sortText(sort), pageSize: String(pageSize), total: 'none' }
        const page = await readPage(ask(cursor ? { ...raw, cursor } : raw))
        walked.push(...page.list.map(({ thingId }) => thingId))
        cursor = page.nextCursor ?? ''
      } while (cursor)
      expect(walked).toEqual(await expectedIds(sort))
    }),
    { seed: 20261122, numRuns: 40 },
  )
})

it('numbered pages and the file are in the same order', async () => {
  const raw = { sort: 'rank:desc,madeAt:asc,size:desc', pageSize: '50' }
  const { sort } = ask(raw).query
  const expected = await expectedIds(sort)
  const second = await readPage(ask({ ...raw, current: '2' }))
  expect(second.list.map(({ thingId }) => thingId)).toEqual(expected.slice(50, 100))
  const file: string[] = []
  for await (const rows of readAll(ask(raw))) file.push(...rows.map(({ thingId }) => thingId))
  expect(file).toEqual(expected)
})

it('refuses a cursor of another sort, and one that names other values than its sort has', async () => {
  const raw = { sort: 'rank:desc,size:asc', pageSize: '5' }
  const { nextCursor } = await readPage(ask(raw))
  expect((await readPage(ask({ ...raw, cursor: nextCursor! }))).list).toHaveLength(5)
  const forged = (cursor: unknown) => Buffer.from(JSON.stringify(cursor)).toString('base64url')
  for (const [sort, cursor] of [
    ['rank:desc,size:desc', nextCursor!],
    ['rank:desc', nextCursor!],
    ['rank:desc,size:asc', forged(['rank:desc,size:asc', ['1'], '1'])],
    ['rank:desc,size:asc', forged(['rank:desc,size:asc', ['1', 'now()'], '1'])],
    ['rank:desc,size:asc', forged(['rank:desc,size:asc', 'xy', '1'])],
  ] as const)
    await expect(readPage(ask({ ...raw, sort, cursor }))).rejects.toMatchObject({ reason: 'BAD_CURSOR' })
})
