import Type, { type Static } from 'typebox'
import { choice, count, id, text, time } from '../../core/columns.ts'
import { Day, Done, defineEndpoint, defineList, Id, idParams, nullable, strict, Version } from '../../core/contract.ts'
import { IMPORT_TARGETS } from '../../core/importing.ts'
import { PLATFORMS } from '../../core/works.ts'

export const STATUSES = [
  'uploaded',
  'checking',
  'checked',
  'applying',
  'applied',
  'failed',
  'cancelled',
  'undoing',
  'undone',
] as const
export type Status = (typeof STATUSES)[number]

export const MAX_BYTES = 30 * 1024 * 1024
export const MAX_ROWS = 200_000
export const MAX_COLUMNS = 200
export const PREVIEW_ROWS = 20
export const REFUSALS_PAGE = 100
/** How long what an import changed is kept, so that it can be taken back. */
export const UNDO_DAYS = 30

/** What a column of a file of metrics can mean, in the order the screen offers it. */
export const FIELDS = [
  'itemId',
  'shareUrl',
  'statDate',
  'playCount',
  'platform',
  'title',
  'likeCount',
  'commentCount',
  'shareCount',
  'favoriteCount',
  'effectivePlayCount',
  'finishRate',
  'estIncome',
  'creatorName',
  'creatorUid',
  'category',
  'publishedAt',
  'contentType',
  'duration',
  'coverUrl',
] as const
export type Field = (typeof FIELDS)[number]

/** How days are written. A full `YYYY-MM-DD` is read under every one of them. */
export const DATE_FORMATS = ['ymd', 'dmy', 'mdy', 'md', 'dm', 'serial'] as const
export type DateFormat = (typeof DATE_FORMATS)[number]

const Named = Type.Array(Type.Object({ id: Id, name: Type.String() }))
const Header = Type.String({ minLength: 1, maxLength: 200 })

const Target = Type.Enum(IMPORT_TARGETS)

/** Targets other than metrics use the columns, the platform and how days are written; the rest stays as it is. */
export const Mapping = strict({
  /** Field → heading in the file. */
  columns: Type.Record(Type.String({ pattern: '^[A-Za-z]{1,40}$' }), Header, { additionalProperties: false }),
  /** For rows whose file has no such column, or an empty cell in it. */
  platform: nullable(Type.Enum(PLATFORMS)),
  statDate: nullable(Day),
  /** Owner of new videos that no creator binding decides. */
  partnerId: nullable(Id),
  dateFormat: Type.Enum(DATE_FORMATS),
  /** The year of days written without one. */
  year: nullable(Type.Integer({ minimum: 2005, maximum: 2100 })),
  /** Days written as numbers have lost a final zero: `22.1` is `22.10`. */
  zeroEaten: Type.Boolean(),
  /** What a finish rate without a percent sign is. */
  rateUnit: Type.Enum(['percent', 'fraction']),
  /** Totals since publication, or what one day added. */
  counts: Type.Enum(['cumulative', 'daily']),
})
export type Mapping = Static<typeof Mapping>

const Format = Type.Object({
  kind: Type.Enum(['csv', 'xlsx']),
  encoding: nullable(Type.String()),
  delimiter: nullable(Type.String()),
  /** The sheet that is read, the first, and how many there are. */
  sheet: nullable(Type.String()),
  sheets: Type.Integer(),
  header: Type.Array(Type.String()),
  rows: Type.Integer(),
  preview: Type.Array(Type.Array(Type.String())),
})
export type Format = Static<typeof Format>

const Counts = Type.Object({
  rows: Type.Integer(),
  /** Rows that stand: new + changed + unchanged + replaced. */
  taken: Type.Integer(),
  fresh: Type.Integer(),
  changed: Type.Integer(),
  unchanged: Type.Integer(),
  /** Rows that a later row of the same video and day replaces. */
  replaced: Type.Integer(),
  refused: Type.Integer(),
  reasons: Type.Array(Type.Object({ reason: Type.String(), column: Type.String(), count: Type.Integer() })),
  /** What happens beside the rows, by name of the target's note. */
  notes: Type.Optional(Type.Array(Type.Object({ note: Type.String(), count: Type.Integer() }))),
  // What a file of metrics is counted by besides.
  videosNew: Type.Optional(Type.Integer()),
  videosKnown: Type.Optional(Type.Integer()),
  /** Known videos whose title or missing facts the file changes. */
  videosUpdated: Type.Optional(Type.Integer()),
  creatorsNew: Type.Optional(Type.Integer()),
  unattributed: Type.Optional(Type.Integer()),
  uncategorised: Type.Optional(Type.Integer()),
  from: Type.Optional(nullable(Day)),
  to: Type.Optional(nullable(Day)),
  days: Type.Optional(Type.Integer()),
  /** Taken as they stand and flagged in the data. */
  warnings: Type.Optional(
    Type.Object({
      negative: Type.Integer(),
      falls: Type.Integer(),
      likesOverPlays: Type.Integer(),
      rateOver: Type.Integer(),
    }),
  ),
})
export type Counts = Static<typeof Counts>
export type MetricCounts = Required<Omit<Counts, 'notes'>>

const SampleRow = Type.Object({
  rowNo: Type.Integer(),
  platform: Type.String(),
  itemId: Type.String(),
  title: Type.String(),
  statDate: Day,
  playCount: Type.Integer(),
  /** The total the database holds for that day now. */
  before: nullable(Type.Integer()),
})
const Sample = Type.Object({
  fresh: Type.Array(SampleRow),
  changed: Type.Array(SampleRow),
  unchanged: Type.Array(SampleRow),
})
export type Sample = Static<typeof Sample>

const PlainRows = Type.Array(
  Type.Object({
    rowNo: Type.Integer(),
    /** The cells by field as they were read. */
    data: Type.Record(Type.String(), nullable(Type.String())),
    /** What stands there now, in words. */
    before: nullable(Type.String()),
  }),
)
const PlainSample = Type.Object({ fresh: PlainRows, changed: PlainRows, unchanged: PlainRows })
export type PlainSample = Static<typeof PlainSample>

export const ImportJob = Type.Object({
  id: Id,
  target: Target,
  fileName: Type.String(),
  fileBytes: Type.Integer(),
  status: Type.Enum(STATUSES),
  format: Format,
  mapping: Mapping,
  counts: nullable(Counts),
  /** The first rows of each kind: of metrics, and of any other target. */
  sample: nullable(Sample),
  plainSample: nullable(PlainSample),
  progress: Type.Integer(),
  failure: nullable(Type.String()),
  /** Until then it can be taken back; null where it cannot. */
  undoUntil: nullable(Type.String()),
  createdBy: Type.String(),
  createdAt: Type.String(),
  finishedAt: nullable(Type.String()),
  version: Type.Integer(),
})
export type ImportJob = Static<typeof ImportJob>

/** The history of imports: one's own; all of them for administrators. */
export const importList = defineList({
  key: 'imports',
  path: '/api/imports',
  permission: 'imports.use',
  columns: {
    importId: id({ hidden: true, width: 88 }),
    fileName: text({ width: 232, pin: 'start' }),
    target: choice(IMPORT_TARGETS, { filter: 'any', width: 112 }),
    status: choice(STATUSES, { filter: 'any', width: 104 }),
    rows: count({ width: 96 }),
    taken: count({ nullable: true, width: 96 }),
    refused: count({ nullable: true, width: 96 }),
    createdBy: text({ width: 120 }),
    createdAt: time({ sort: true, filter: 'between', width: 132 }),
    finishedAt: time({ nullable: true, width: 132 }),
  },
  filters: {
    ownerId: id({ filter: 'any' }),
  },
  order: ['createdAt', 'desc'],
  rowId: 'importId',
})

/** Takes a file, looks at it and proposes what its columns mean. Nothing is imported yet. */
export const importUpload = defineEndpoint({
  method: 'POST',
  path: '/api/imports',
  permission: 'imports.use',
  query: strict({ target: Type.Optional(Target) }),
  uploadBytes: MAX_BYTES,
  reply: ImportJob,
})

const TargetInfo = Type.Object({
  name: Target,
  note: Type.String(),
  maxRows: Type.Integer(),
  page: Type.String(),
  see: Type.String(),
  /** In the order of the template; those of metrics have a form of their own and are not named here. */
  fields: Type.Array(
    Type.Object({
      name: Type.String(),
      label: Type.String(),
      hint: nullable(Type.String()),
      as: Type.String(),
      isRequired: Type.Boolean(),
    }),
  ),
  reasons: Type.Record(Type.String(), Type.String()),
  notes: Type.Record(Type.String(), Type.String()),
})
export type TargetInfo = Static<typeof TargetInfo>

/** What the session may bring in, with the words of each target in its language. */
export const importTargets = defineEndpoint({
  method: 'GET',
  path: '/api/imports/targets',
  permission: 'imports.use',
  reply: Type.Object({ targets: Type.Array(TargetInfo) }),
})

/** An empty table of a target: its headings, and rows that show how they are filled in. */
export const importTemplate = defineEndpoint({
  method: 'GET',
  path: '/api/imports/template.csv',
  permission: 'imports.use',
  query: strict({ target: Target }),
  raw: true,
})

export const importDetail = defineEndpoint({
  method: 'GET',
  path: '/api/imports/:id',
  permission: 'imports.use',
  params: idParams,
  reply: ImportJob,
})

/** Starts the dry run: every row is read and compared, only the report is written. */
export const importCheck = defineEndpoint({
  method: 'POST',
  path: '/api/imports/:id/check',
  permission: 'imports.use',
  params: idParams,
  body: strict({ mapping: Mapping, version: Version }),
  reply: ImportJob,
})

/** Starts the import of a checked file, whole or not at all. */
export const importApply = defineEndpoint({
  method: 'POST',
  path: '/api/imports/:id/apply',
  permission: 'imports.use',
  params: idParams,
  body: strict({ version: Version }),
  reply: ImportJob,
})

/** Gives up a file that is not being applied and deletes it. */
export const importCancel = defineEndpoint({
  method: 'POST',
  path: '/api/imports/:id/cancel',
  permission: 'imports.use',
  params: idParams,
  reply: ImportJob,
})

/**
 * Takes an applied import back. Refused with the rows that somebody has touched since: then nothing is taken back.
 */
export const importUndo = defineEndpoint({
  method: 'POST',
  path: '/api/imports/:id/undo',
  permission: 'imports.use',
  params: idParams,
  body: strict({ version: Version }),
  reply: ImportJob,
})

/** The file as it was uploaded. */
export const importOriginal = defineEndpoint({
  method: 'GET',
  path: '/api/imports/:id/original',
  permission: 'imports.use',
  params: idParams,
  raw: true,
})

/** Refused rows, a hundred at a time in file order; `after` is the last row number seen. */
export const importRefusals = defineEndpoint({
  method: 'GET',
  path: '/api/imports/:id/refusals',
  permission: 'imports.use',
  params: idParams,
  query: strict({
    after: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_000_000 })),
    reason: Type.Optional(Type.String({ maxLength: 40 })),
  }),
  reply: Type.Object({
    refusals: Type.Array(
      Type.Object({ rowNo: Type.Integer(), column: Type.String(), value: Type.String(), reason: Type.String() }),
    ),
  }),
})

/** The refused rows as they stood in the file, with a last column that says why; can be fixed and sent again. */
export const importRefused = defineEndpoint({
  method: 'GET',
  path: '/api/imports/:id/refused.csv',
  permission: 'imports.use',
  params: idParams,
  raw: true,
})

const SavedMapping = Type.Object({ id: Id, name: Type.String(), mapping: Mapping })
export type SavedMapping = Static<typeof SavedMapping>

export const importMappings = defineEndpoint({
  method: 'GET',
  path: '/api/imports/mappings',
  permission: 'imports.use',
  query: strict({ target: Type.Optional(Target) }),
  reply: Type.Object({ mappings: Type.Array(SavedMapping) }),
})

/** Keeps a mapping under a name; the same name again replaces it. */
export const importSaveMapping = defineEndpoint({
  method: 'POST',
  path: '/api/imports/mappings',
  permission: 'imports.use',
  body: strict({
    name: Type.String({ minLength: 1, maxLength: 40, pattern: '\\S' }),
    mapping: Mapping,
    target: Type.Optional(Target),
  }),
  reply: SavedMapping,
})

export const importDropMapping = defineEndpoint({
  method: 'DELETE',
  path: '/api/imports/mappings/:id',
  permission: 'imports.use',
  params: idParams,
  reply: Done,
})

/** Partners that may be named as owner of a file's new videos, and people whose imports one sees, within the scope. */
export const importOptions = defineEndpoint({
  method: 'GET',
  path: '/api/imports/options',
  permission: 'imports.use',
  reply: Type.Object({ partners: Named, owners: Named }),
})
