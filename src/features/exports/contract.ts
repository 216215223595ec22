import Type from 'typebox'
import { choice, count, flag, id, rate, text, time } from '../../core/columns.ts'
import { Day, Done, defineEndpoint, defineList, Id, idParams, nullable, strict, Version } from '../../core/contract.ts'
import { EXPORT_FORMATS, orderExport, WINDOWS, whenFields } from '../../core/export.ts'
import { STATES } from './flow.ts'

export const LIFE_DAYS = 7
export const JOIN_MINUTES = 10
/** Above this a CSV export is a ZIP of parts, and a workbook is refused. */
export const ZIP_FROM = 5_000_000
export const PART_ROWS = 1_000_000

/** The export centre (domain page S9). One sees one's own exports, administrators everybody's. */
export const exportsList = defineList({
  key: 'exports',
  path: '/api/exports',
  permission: 'exports.read',
  columns: {
    exportId: id({ hidden: true, width: 96 }),
    title: text({ width: 180, pin: 'start' }),
    status: choice(STATES, { filter: 'any', width: 190 }),
    rowCount: count({ width: 104 }),
    format: choice(EXPORT_FORMATS, { filter: 'any', width: 84 }),
    sizeBytes: count({ width: 104 }),
    ownerName: text({ needs: 'exports.all', width: 112 }),
    createdAt: time({ sort: true, filter: 'between', width: 150 }),
    finishedAt: time({ nullable: true, hidden: true, width: 150 }),
    expiresAt: time({ nullable: true, width: 150 }),
    downloads: count({ hidden: true, width: 96 }),
    progress: rate({ internal: true }),
    queuePlace: count({ internal: true, nullable: true }),
    failure: text({ internal: true, nullable: true }),
    attempts: count({ internal: true }),
  },
  filters: {
    keyword: text({ filter: 'contains' }),
    owner: text({ filter: 'contains', needs: 'exports.all' }),
    /** Which list the file is of. */
    resource: text({ filter: 'any' }),
    /** One's own, for those who see everybody's. */
    isMine: flag({ filter: 'is' }),
  },
  order: ['createdAt', 'desc'],
  rowId: 'exportId',
})

/** What is under way and what is kept, of the exports the list shows without filters. Storage in bytes. */
export const exportsSummary = defineEndpoint({
  method: 'GET',
  path: '/api/exports/summary',
  permission: 'exports.read',
  reply: Type.Object({
    running: Type.Integer(),
    waiting: Type.Integer(),
    doneToday: Type.Integer(),
    rowsToday: Type.Integer(),
    storedBytes: Type.Integer(),
    storedFiles: Type.Integer(),
    /** The lists there are files of, by their names. */
    resources: Type.Array(Type.Object({ listKey: Type.String(), title: Type.String() })),
  }),
})

const Pairs = Type.Array(Type.Object({ label: Type.String(), value: Type.String() }))

/** One export with all that proves its file. */
export const exportDetail = defineEndpoint({
  method: 'GET',
  path: '/api/exports/:id',
  permission: 'exports.read',
  params: idParams,
  reply: Type.Object({
    id: Id,
    title: Type.String(),
    listKey: Type.String(),
    query: Type.String(),
    status: Type.Enum([...STATES]),
    format: Type.Enum([...EXPORT_FORMATS]),
    progress: Type.Integer(),
    rowCount: Type.Integer(),
    rowEstimate: Type.Integer(),
    sizeBytes: Type.Integer(),
    sha256: nullable(Type.String()),
    fileName: nullable(Type.String()),
    failure: nullable(Type.String()),
    filters: Pairs,
    columns: Type.Array(Type.String()),
    columnNames: Type.Array(Type.String()),
    bom: Type.Boolean(),
    /** Filters on days, whose days a schedule may let move on. */
    dayFilters: Type.Array(Type.Object({ name: Type.String(), label: Type.String() })),
    totals: Pairs,
    dataThrough: nullable(Day),
    snapshotAt: nullable(Type.String()),
    createdAt: Type.String(),
    finishedAt: nullable(Type.String()),
    expiresAt: nullable(Type.String()),
    downloads: Type.Integer(),
    ownerName: Type.String(),
    parts: Type.Array(
      Type.Object({ name: Type.String(), rows: Type.Integer(), bytes: Type.Integer(), sha256: Type.String() }),
    ),
  }),
})

export const exportFile = defineEndpoint({
  method: 'GET',
  path: '/api/exports/:id/file',
  permission: 'exports.read',
  params: idParams,
  raw: true,
})

export const exportCancel = defineEndpoint({
  method: 'POST',
  path: '/api/exports/:id/cancel',
  permission: 'exports.read',
  params: idParams,
  reply: Done,
})

export const exportRetry = defineEndpoint({
  method: 'POST',
  path: '/api/exports/:id/retry',
  permission: 'exports.read',
  params: idParams,
  reply: Done,
})

/** Orders the same filter once more, of today's data. */
export const exportAgain = defineEndpoint({
  method: 'POST',
  path: '/api/exports/:id/again',
  permission: 'exports.read',
  params: idParams,
  reply: orderExport.reply,
})

/** Deletes an export that is over, and its file. */
export const exportDrop = defineEndpoint({
  method: 'DELETE',
  path: '/api/exports/:id',
  permission: 'exports.read',
  params: idParams,
  reply: Done,
})

/** Schedules a person keeps; those of others count for them alone. */
export const SCHEDULES_EACH = 20

/** Exports that come back, the next one first: one's own, for administrators everybody's. */
export const scheduleList = defineEndpoint({
  method: 'GET',
  path: '/api/exports/schedules',
  permission: 'exports.read',
  reply: Type.Object({
    list: Type.Array(
      Type.Object({
        id: Id,
        title: Type.String(),
        ownerName: Type.String(),
        isOwn: Type.Boolean(),
        format: Type.Enum([...EXPORT_FORMATS]),
        filters: Pairs,
        cadence: whenFields.cadence,
        onDay: Type.Integer(),
        atTime: Type.String(),
        windowDays: nullable(Type.Enum([...WINDOWS])),
        status: Type.Enum(['active', 'paused']),
        pauseReason: nullable(Type.String()),
        nextAt: Type.String(),
        lastAt: nullable(Type.String()),
        lastJobId: nullable(Id),
        lastStatus: nullable(Type.Enum([...STATES])),
        lastFailure: nullable(Type.String()),
        version: Version,
      }),
    ),
  }),
})

const ofSchedule = (action: 'pause' | 'resume') =>
  defineEndpoint({
    method: 'POST',
    path: `/api/exports/schedules/:id/${action}`,
    permission: 'exports.read',
    params: idParams,
    body: strict({ version: Version }),
    reply: Done,
  })
export const schedulePause = ofSchedule('pause')
/** Resumed by its owner, a schedule runs under the rights of now. */
export const scheduleResume = ofSchedule('resume')

/** Deletes a schedule; files it has made stay. */
export const scheduleDrop = defineEndpoint({
  method: 'DELETE',
  path: '/api/exports/schedules/:id',
  permission: 'exports.read',
  params: idParams,
  reply: Done,
})
