import Type, { type Static } from 'typebox'
import { defineEndpoint, nullable, strict } from './contract.ts'

/** Rows looked at when somebody asks; a larger set is refused in words, for nobody waits for a million. */
export const MAX_FIGURE_ROWS = 20_000
/** The most frequent values told. */
export const TOP_VALUES = 10

/** What a column of a list holds under a filter, asked for by one person at one moment. */
export const columnFigures = defineEndpoint({
  method: 'GET',
  path: '/api/column-figures',
  permission: 'self.use',
  query: strict({
    listKey: Type.String({ pattern: '^[\\w-]{1,60}$', description: 'list key' }),
    column: Type.String({ pattern: '^\\w{1,60}$', description: 'a column of the list' }),
    /** The list's query string; its paging is not looked at. Left out, all rows are meant. */
    query: Type.Optional(Type.String({ maxLength: 4000 })),
  }),
  reply: Type.Object({
    rows: Type.Integer(),
    empty: Type.Integer(),
    distinct: Type.Integer(),
    /** Smallest and largest of numbers, days and times, as the rows carry them, written out. */
    min: nullable(Type.String()),
    max: nullable(Type.String()),
    /** Of numbers that add up; shares do not. */
    sum: nullable(Type.Integer()),
    /** Sum over the rows that have a value, rounded to the whole unit. */
    mean: nullable(Type.Integer()),
    /** Of words, choices and flags: the most frequent values first. */
    top: Type.Array(Type.Object({ value: Type.String(), rows: Type.Integer() })),
  }),
})

/** Rows summed where one statement does it. */
export const MAX_SUMMED_ROWS = 100_000

/** The sums and means of a list's numbers under a filter: of all its rows, not of a page. */
export const listTotals = defineEndpoint({
  method: 'GET',
  path: '/api/list-totals',
  permission: 'self.use',
  query: strict({
    listKey: Type.String({ pattern: '^[\\w-]{1,60}$', description: 'list key' }),
    /** The list's query string; its paging is not looked at. Left out, all rows are meant. */
    query: Type.Optional(Type.String({ maxLength: 4000 })),
  }),
  reply: Type.Object({
    rows: Type.Integer(),
    columns: Type.Array(
      Type.Object({
        name: Type.String(),
        /** Shares do not add up. */
        sum: nullable(Type.Integer()),
        /** Over the rows that have a value, rounded to the whole unit. */
        mean: nullable(Type.Integer()),
      }),
    ),
  }),
})
export type ColumnFigures = Static<typeof columnFigures.reply>
