import Type from 'typebox'
import { defineEndpoint, Id, strict } from './contract.ts'

export const EXPORT_FORMATS = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** Up to this many rows a CSV file is sent at once; more become a job (domain page S9). */
export const DIRECT_ROWS = 1_000
/** Rows a file that is sent at once can have at all. */
export const STREAM_ROWS = 100_000
/** Where the files of jobs are, by the name of the page. */
export const EXPORT_PAGE = '/dashboard/export'

/** Orders a file of all rows of a list's filter. The same order within ten minutes answers the earlier job. */
export const orderExport = defineEndpoint({
  method: 'POST',
  path: '/api/exports',
  permission: 'exports.read',
  body: strict({
    listKey: Type.String({ pattern: '^[\\w-]{1,60}$', description: 'list key' }),
    /** The list's query string: filters and sort. */
    query: Type.String({ maxLength: 20_000 }),
    /** In the file's order; all that may be seen when empty. */
    columns: Type.Array(Type.String({ pattern: '^\\w{1,60}$' }), { maxItems: 100, uniqueItems: true }),
    format: Type.Enum([...EXPORT_FORMATS]),
    /** The mark at the start of a CSV file by which spreadsheets know UTF-8. */
    bom: Type.Boolean(),
  }),
  reply: Type.Object({
    id: Id,
    /** True when it was ordered before and that job stands for this one. */
    isEarlier: Type.Boolean(),
  }),
})
