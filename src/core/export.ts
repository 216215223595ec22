import Type from 'typebox'
import { defineEndpoint, Id, nullable, strict } from './contract.ts'
import { CADENCES } from './schedule.ts'

export const EXPORT_FORMATS = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** Up to this many rows a CSV file is sent at once; more become a job (domain page S9). */
export const DIRECT_ROWS = 1_000
/** Rows a file that is sent at once can have at all. */
export const STREAM_ROWS = 100_000
/** Where the files of jobs are, by the name of the page. */
export const EXPORT_PAGE = '/dashboard/export'

const what = {
  listKey: Type.String({ pattern: '^[\\w-]{1,60}$', description: 'list key' }),
  /** The list's query string: filters and sort. */
  query: Type.String({ maxLength: 20_000 }),
  /** In the file's order; all that may be seen when empty. */
  columns: Type.Array(Type.String({ pattern: '^\\w{1,60}$' }), { maxItems: 100, uniqueItems: true }),
  format: Type.Enum([...EXPORT_FORMATS]),
  /** The mark at the start of a CSV file by which spreadsheets know UTF-8. */
  bom: Type.Boolean(),
}

/** Orders a file of all rows of a list's filter. The same order within ten minutes answers the earlier job. */
export const orderExport = defineEndpoint({
  method: 'POST',
  path: '/api/exports',
  permission: 'exports.read',
  body: strict(what),
  reply: Type.Object({
    id: Id,
    /** True when it was ordered before and that job stands for this one. */
    isEarlier: Type.Boolean(),
  }),
})

/** Days seen from the day of the run, so that a schedule moves on with its days. */
export const WINDOWS = ['yesterday', 'last7', 'last30', 'thisWeek', 'lastWeek', 'thisMonth', 'lastMonth'] as const
export type Window = (typeof WINDOWS)[number]

/** When a schedule runs, and of which days: those of a filter on days, or the filter as it stands. */
export const whenFields = {
  cadence: Type.Enum([...CADENCES]),
  /** 1 to 7 from Monday where it is weekly, day of the month where it is monthly; not looked at where it is daily. */
  onDay: Type.Integer({ minimum: 1, maximum: 31 }),
  atTime: Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', description: 'HH:MM, Asia/Shanghai' }),
  window: nullable(
    Type.Object(
      { field: Type.String({ pattern: '^\\w{1,60}$' }), days: Type.Enum([...WINDOWS]) },
      { additionalProperties: false },
    ),
  ),
}

/** Orders the same file again every day, week or month. */
export const scheduleExport = defineEndpoint({
  method: 'POST',
  path: '/api/exports/schedules',
  permission: 'exports.read',
  body: strict({ ...what, ...whenFields }),
  reply: Type.Object({ id: Id, nextAt: Type.String() }),
})
