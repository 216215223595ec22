import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { choice, count, day, flag, id, money, text } from '../../core/columns.ts'
import { defineList } from '../../core/contract.ts'
import { parseListQuery } from '../../core/listQuery.ts'
import { ALL_ROWS, askOf, readSearch, writeSearch } from './listSearch.ts'

const list = defineList({
  key: 'things',
  path: '/api/things',
  permission: 'self.use',
  columns: {
    thingId: id(),
    kind: choice(['a', 'b', 'c'], { filter: 'any' }),
    plays: count({ filter: 'between', sort: true }),
    income: money({ filter: 'between', sort: true, needs: 'income.read' }),
    on: day({ filter: 'between', sort: true }),
  },
  filters: { keyword: text({ filter: 'contains' }), isNew: flag({ filter: 'is' }) },
  order: ['on', 'desc'],
  rowId: 'thingId',
})
const all = () => true
const none = () => false

const dayText = fc
  .date({ min: new Date('2026-01-01'), max: new Date('2026-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const range = (value: fc.Arbitrary<string>) =>
  fc.tuple(value, value).map(([one, other]) => (one < other ? `${one}..${other}` : `${other}..${one}`))
const state = fc.record({
  filters: fc.record(
    {
      kind: fc.subarray(['a', 'b', 'c'], { minLength: 1 }).map((kinds) => kinds.join(',')),
      plays: fc.integer({ min: 0, max: 1e9 }).map((low) => `${low}..${low + 5}`),
      on: range(dayText),
      keyword: fc.string({ minLength: 1, maxLength: 50 }).filter((word) => !word.includes('\u0000')),
      isNew: fc.constantFrom('true', 'false'),
    },
    { requiredKeys: [] },
  ),
  sort: fc.uniqueArray(fc.record({ field: fc.constantFrom('plays', 'on', 'income'), descending: fc.boolean() }), {
    minLength: 1,
    maxLength: 3,
    selector: ({ field }) => field,
  }),
  current: fc.integer({ min: 1, max: 500 }),
  pageSize: fc.constantFrom(10, 20, 50, 100, 200),
})
// Rows that are loaded on have no pages.
const anyState = fc.oneof(
  state,
  state.map((one) => ({ ...one, current: 1, pageSize: ALL_ROWS })),
)

describe('the URL of a list', () => {
  it('gives back every state, and asks what the server accepts', () => {
    fc.assert(
      fc.property(anyState, (given) => {
        const url = new URLSearchParams(writeSearch(list, given)).toString()
        const read = readSearch(list, all, Object.fromEntries(new URLSearchParams(url)))
        expect(read).toEqual({ ...given, ignored: [] })
        const query = parseListQuery(list, all, askOf(read))
        expect(query.sort).toEqual(given.sort)
        expect(query.filters.map(({ name }) => name).sort()).toEqual(Object.keys(given.filters).sort())
      }),
      { seed: 20261120 },
    )
  })

  it('whatever stands in it, the screen gets a state it can draw', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.string()), (search) => {
        const { current, pageSize, sort } = readSearch(list, all, search)
        expect(current >= 1 && pageSize >= 0 && pageSize <= 200).toBe(true)
        expect(['plays', 'on', 'income']).toContain(sort[0]?.field)
      }),
      { seed: 20261120 },
    )
  })

  it('does not apply what the role may not see, and says so', () => {
    const search = { income: '1..', sort: 'income:desc,plays:asc', plays: '1..' }
    expect(readSearch(list, none, search)).toMatchObject({
      filters: { plays: '1..' },
      sort: [{ field: 'plays', descending: false }],
      ignored: ['income'],
    })
    expect(readSearch(list, all, search)).toMatchObject({
      filters: { income: '1..', plays: '1..' },
      sort: [
        { field: 'income', descending: true },
        { field: 'plays', descending: false },
      ],
      ignored: [],
    })
  })

  it('leaves the defaults out', () => {
    expect(
      writeSearch(list, { filters: {}, sort: [{ field: 'on', descending: true }], current: 1, pageSize: 20 }),
    ).toEqual({})
  })
})
