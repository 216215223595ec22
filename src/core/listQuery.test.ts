import fc from 'fast-check'
import { expect, test } from 'vitest'
import { choice, count, day, flag, id, money, text, time } from './columns.ts'
import { defineList } from './contract.ts'
import { AppError } from './errors.ts'
import { parseListQuery } from './listQuery.ts'

const list = defineList({
  key: 'films',
  path: '/api/films',
  permission: 'data.read',
  columns: {
    filmId: id(),
    title: text(),
    state: choice(['draft', 'online'], { filter: 'any' }),
    plays: count({ sort: true, filter: 'between' }),
    incomeFen: money({ sort: true, filter: 'between', needs: 'income.read' }),
    shownAt: time({ sort: true, filter: 'between' }),
    statDate: day({ filter: 'between' }),
  },
  filters: { keyword: text({ filter: 'contains' }), partnerId: id({ filter: 'any' }), isNew: flag({ filter: 'is' }) },
  order: ['shownAt', 'desc'],
  rowId: 'filmId',
})

const sees = () => true
const seesNoIncome = (needs: string) => needs !== 'income.read'
const reasonOf = (raw: Record<string, unknown>, may: (needs: never) => boolean = sees) => {
  try {
    parseListQuery(list, may as never, raw)
    return 'accepted'
  } catch (error) {
    if (error instanceof AppError) return error.reason
    throw error
  }
}

test('an empty question is the first page of twenty in the list’s own order', () => {
  expect(parseListQuery(list, sees, {})).toEqual({
    current: 1,
    pageSize: 20,
    sort: [{ field: 'shownAt', descending: true }],
    filters: [],
    wantsTotal: true,
  })
})

test('filters are read by kind', () => {
  const query = parseListQuery(list, sees, {
    keyword: ' 菜市场 ',
    state: 'draft,online,draft',
    plays: '1000..',
    shownAt: '2026-11-01..2026-11-07',
    partnerId: '12,none',
    isNew: 'true',
    sort: 'plays:asc',
  })
  expect(query.filters).toEqual([
    { name: 'keyword', kind: 'contains', text: '菜市场' },
    { name: 'state', kind: 'any', values: ['draft', 'online'] },
    { name: 'plays', kind: 'between', from: '1000' },
    { name: 'shownAt', kind: 'between', from: '2026-11-01', to: '2026-11-07' },
    { name: 'partnerId', kind: 'any', values: ['12', 'none'] },
    { name: 'isNew', kind: 'is', yes: true },
  ])
  expect(query.sort).toEqual([{ field: 'plays', descending: false }])
})

test('a list is sorted by up to three columns, the first above the second', () => {
  expect(parseListQuery(list, sees, { sort: 'plays:asc,shownAt,incomeFen:desc' }).sort).toEqual([
    { field: 'plays', descending: false },
    { field: 'shownAt', descending: true },
    { field: 'incomeFen', descending: true },
  ])
})

test.each([
  ['page size 0', { pageSize: '0' }, 'PAGE_SIZE'],
  ['page size 10,000', { pageSize: '10000' }, 'PAGE_SIZE'],
  ['a negative page', { current: '-1' }, 'PAGE'],
  ['an unknown filter', { colour: 'red' }, 'UNKNOWN_FILTER'],
  ['a name of the prototype', { constructor: 'x' }, 'UNKNOWN_FILTER'],
  ['a column that does not filter', { title: 'x' }, 'UNKNOWN_FILTER'],
  ['a filter given twice', { state: ['draft', 'online'] }, 'BAD_FILTER'],
  ['a value outside the choices', { state: 'gone' }, 'BAD_FILTER'],
  ['a day that is not in the calendar', { shownAt: '2026-02-30..2026-03-01' }, 'BAD_FILTER'],
  ['start after end', { shownAt: '2026-03-02..2026-03-01' }, 'BAD_FILTER'],
  ['more than 366 days', { shownAt: '2024-01-01..2026-01-01' }, 'BAD_FILTER'],
  ['a number with a unit', { plays: '1.2万..' }, 'BAD_FILTER'],
  ['a keyword of 201 characters', { keyword: '🎬'.repeat(201) }, 'BAD_FILTER'],
  ['an unknown sort', { sort: 'colour:desc' }, 'UNKNOWN_SORT'],
  ['a sort by a column that does not sort', { sort: 'title:desc' }, 'UNKNOWN_SORT'],
  ['an unknown sort below a known one', { sort: 'plays:desc,colour:asc' }, 'UNKNOWN_SORT'],
  ['a sort that ends in nothing', { sort: 'plays:desc,' }, 'UNKNOWN_SORT'],
  ['a column twice in a sort', { sort: 'plays:desc,plays:asc' }, 'SORTS'],
  ['a sort given twice', { sort: ['plays:desc', 'shownAt:asc'] }, 'BAD_FILTER'],
])('%s is refused', (_, raw, reason) => {
  expect(reasonOf(raw)).toBe(reason)
})

test('the rule that is broken is told in one language', () => {
  try {
    parseListQuery(list, sees, { shownAt: '2026-03-02..2026-03-01' })
  } catch (error) {
    expect((error as AppError).explain('zh-CN')).toBe('筛选项 shownAt 的值无效：开始日期晚于结束日期')
    expect((error as AppError).explain('en-US')).toBe('Filter shownAt is not valid: the start is after the end')
  }
  expect.assertions(2)
})

test('200 characters of emoji, quotes and wildcards are a keyword like any other', () => {
  expect(reasonOf({ keyword: `%_'"🎬`.repeat(40) })).toBe('accepted')
})

test('what a session may not see is refused exactly as what does not exist', () => {
  for (const [forbidden, unknown] of [
    [{ incomeFen: '1..' }, { nothing: '1..' }],
    [{ sort: 'incomeFen:desc' }, { sort: 'nothing:desc' }],
    [{ sort: 'plays:asc,incomeFen:desc' }, { sort: 'plays:asc,nothing:desc' }],
    [{ sort: 'plays,shownAt,incomeFen' }, { sort: 'plays,shownAt,nothing' }],
  ] as const) {
    const explain = (raw: Record<string, unknown>) => {
      try {
        parseListQuery(list, seesNoIncome as never, raw)
      } catch (error) {
        return (error as AppError).explain('zh-CN').replace(/incomeFen|nothing/, '')
      }
    }
    expect(explain(forbidden)).toBe(explain(unknown))
    expect(reasonOf(forbidden)).toBe('accepted')
  }
})

test('any query string is either read or refused, never a crash', () => {
  const value = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('..', '1..', 'a,b', '2026-11-01..', 'true'),
    fc.array(fc.string()),
  )
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.constantFrom(
          'keyword',
          'state',
          'plays',
          'shownAt',
          'partnerId',
          'isNew',
          'sort',
          'current',
          'pageSize',
          'x',
        ),
        value,
      ),
      (raw) => Boolean(reasonOf(raw)),
    ),
  )
})
