import Type, { type Static } from 'typebox'
import { Target } from '../../core/bulk.ts'
import { choice, count, day, flag, id, text, time } from '../../core/columns.ts'
import { Day, Done, defineEndpoint, defineList, Id, idParams, nullable, strict, Version } from '../../core/contract.ts'
import { CONTENT_TYPES } from '../../core/works.ts'
import { Rule } from './rule.ts'

export const FILTER_TYPES = ['artificial', 'rules'] as const
export const STATUSES = ['online', 'offline'] as const

/** The specification's search table (section 2); `collectionsFilters` gives the order of its form. */
export const collectionsList = defineList({
  key: 'collections',
  path: '/api/collections',
  permission: 'collections.read',
  columns: {
    number: id({ filter: 'contains', width: 132 }),
    name: text({ filter: 'contains', width: 240 }),
    contentType: choice(CONTENT_TYPES, { filter: 'any', width: 196 }),
    filterType: choice(FILTER_TYPES, { filter: 'any', width: 110 }),
    count: count({ sort: true, width: 88 }),
    lastTime: time({ filter: 'between', sort: true, width: 136 }),
    status: choice(STATUSES, { filter: 'any', width: 96 }),
    collectionId: id({ internal: true }),
    orderDate: day({ filter: 'between', internal: true, nullable: true }),
    reportDate: day({ filter: 'between', internal: true, nullable: true }),
    buildError: text({ internal: true, nullable: true }),
    /** Of all business lines, read by somebody of one: it cannot be changed. */
    isReadOnly: flag({ internal: true }),
    version: count({ internal: true }),
  },
  order: ['lastTime', 'desc'],
  rowId: 'collectionId',
})

/** The filters in the specification's order. */
export const collectionsFilters = [
  'number',
  'name',
  'contentType',
  'filterType',
  'lastTime',
  'orderDate',
  'reportDate',
  'status',
] as const

const Name = Type.String({ minLength: 1, maxLength: 60, pattern: '\\S' })
const ContentType = Type.Enum([...CONTENT_TYPES])
const versioned = strict({ version: Version })

/** What the forms offer, within the session's scope; lines only to those who work for all of them. */
export const collectionsOptions = defineEndpoint({
  method: 'GET',
  path: '/api/collections/options',
  permission: 'collections.view',
  reply: Type.Object({
    partners: Type.Array(Type.Object({ id: Id, name: Type.String() })),
    categories: Type.Array(
      Type.Object({ id: Id, parentId: nullable(Id), nameZh: Type.String(), nameEn: Type.String() }),
    ),
    lines: Type.Array(Type.Object({ id: Id, name: Type.String() })),
  }),
})

/** Collections of this name that the session may see; a name may stand twice, but people should know. */
export const collectionsSameName = defineEndpoint({
  method: 'GET',
  path: '/api/collections/same-name',
  permission: 'collections.write',
  query: strict({ name: Type.String({ minLength: 1, maxLength: 60 }) }),
  reply: Type.Object({ collections: Type.Array(Type.Object({ id: Id, number: Type.String() })) }),
})

const Build = Type.Object({
  at: Type.String(),
  cause: Type.String(),
  added: Type.Integer(),
  removed: Type.Integer(),
  items: Type.Integer(),
  error: nullable(Type.String()),
})

/** One collection: what it is, its rule with the names in it, its last builds, what may be done with it. */
export const collectionDetail = defineEndpoint({
  method: 'GET',
  path: '/api/collections/:id',
  permission: 'collections.view',
  params: idParams,
  reply: Type.Object({
    collectionId: Id,
    number: Type.String(),
    name: Type.String(),
    contentType: Type.String(),
    filterType: Type.String(),
    lineId: nullable(Id),
    lineName: nullable(Type.String()),
    rule: nullable(Rule),
    /** Names of the rule's ids. Partners of other lines are left out of the rule for a session of one line. */
    partners: Type.Array(Type.Object({ id: Id, name: Type.String() })),
    categories: Type.Array(Type.Object({ id: Id, nameZh: Type.String(), nameEn: Type.String() })),
    /** The rule names partners the session may not know of. */
    hidesPartners: Type.Boolean(),
    mayMatchAll: Type.Boolean(),
    count: Type.Integer(),
    lastTime: Type.String(),
    orderDate: nullable(Day),
    reportDate: nullable(Day),
    status: Type.String(),
    ownerName: nullable(Type.String()),
    createdAt: Type.String(),
    builtAt: nullable(Type.String()),
    buildError: nullable(Type.String()),
    isReadOnly: Type.Boolean(),
    actions: Type.Array(Type.String()),
    version: Type.Integer(),
    builds: Type.Array(Build),
    excluded: Type.Array(Type.Object({ videoId: Id, title: Type.String() })),
  }),
})

export const ITEMS_PAGE = 20

/** The collection's videos that lie within the session's scope, with their figures; a page of twenty. */
export const collectionItems = defineEndpoint({
  method: 'GET',
  path: '/api/collections/:id/items',
  permission: 'collections.view',
  params: idParams,
  query: strict({ current: Type.Optional(Type.Integer({ minimum: 1, maximum: 5_000 })) }),
  reply: Type.Object({
    total: Type.Integer(),
    items: Type.Array(
      Type.Object({
        videoId: Id,
        title: Type.String(),
        platform: Type.String(),
        platformItemId: Type.String(),
        creatorName: nullable(Type.String()),
        partnerName: nullable(Type.String()),
        durationMs: nullable(Type.Integer()),
        coverUrl: nullable(Type.String()),
        publishedAt: nullable(Type.String()),
        visibility: Type.String(),
        riskState: Type.String(),
        playCount: Type.Integer(),
        playDelta1d: nullable(Type.Integer()),
        finishRate: nullable(Type.Integer()),
        source: Type.String(),
      }),
    ),
  }),
})

/** The same videos, all of them, as CSV. */
export const collectionFile = defineEndpoint({
  method: 'GET',
  path: '/api/collections/:id/items.csv',
  permission: 'collections.view',
  params: idParams,
  raw: true,
})

const Fields = {
  name: Name,
  orderDate: nullable(Day),
  reportDate: nullable(Day),
  /** Null for a collection put together by hand. */
  rule: nullable(Rule),
  /** The rule may match every video: confirmed by a person. */
  mayMatchAll: Type.Boolean(),
}
const Saved = Type.Object({ id: Id, number: Type.String(), count: Type.Integer(), version: Type.Integer() })

/** Content type, filter type and business line are chosen here and stay. */
export const collectionCreate = defineEndpoint({
  method: 'POST',
  path: '/api/collections',
  permission: 'collections.write',
  body: strict({
    ...Fields,
    contentType: ContentType,
    filterType: Type.Enum([...FILTER_TYPES]),
    lineId: nullable(Id),
  }),
  reply: Saved,
})

export const collectionUpdate = defineEndpoint({
  method: 'PATCH',
  path: '/api/collections/:id',
  permission: 'collections.write',
  params: idParams,
  body: strict({ ...Fields, version: Version }),
  reply: Saved,
})

/** Another one, offline, with the same rule or the same items within the session's scope. */
export const collectionCopy = defineEndpoint({
  method: 'POST',
  path: '/api/collections/:id/copy',
  permission: 'collections.write',
  params: idParams,
  body: strict({ name: Name }),
  reply: Saved,
})

const flowVerb = <const P extends string>(path: P) =>
  defineEndpoint({
    method: 'POST',
    path,
    permission: 'collections.write',
    params: idParams,
    body: versioned,
    reply: Done,
  })
export const collectionOnline = flowVerb('/api/collections/:id/online')
export const collectionOffline = flowVerb('/api/collections/:id/offline')
export const collectionDelete = flowVerb('/api/collections/:id/delete')

/** Rebuilds a collection of a rule at once; a build that fails says why and leaves the items as they were. */
export const collectionBuild = defineEndpoint({
  method: 'POST',
  path: '/api/collections/:id/build',
  permission: 'collections.write',
  params: idParams,
  body: strict({}),
  reply: Type.Object({
    added: Type.Integer(),
    removed: Type.Integer(),
    count: Type.Integer(),
    error: nullable(Type.String()),
  }),
})

const Sample = Type.Object({ videoId: Id, title: Type.String(), platform: Type.String(), playCount: Type.Integer() })

/** What a rule would hold now: the count a build gives, and the first five. */
export const collectionPreview = defineEndpoint({
  method: 'POST',
  path: '/api/collections/preview',
  permission: 'collections.write',
  reads: true,
  body: strict({
    rule: Rule,
    contentType: ContentType,
    lineId: nullable(Id),
    /** An existing one: what was included and excluded by hand counts. */
    collectionId: nullable(Id),
  }),
  reply: Type.Object({
    matched: Type.Integer(),
    isTooMany: Type.Boolean(),
    isEverything: Type.Boolean(),
    count: Type.Integer(),
    samples: Type.Array(Sample),
  }),
})

/** What was not taken, and why; the first hundred of them one by one. */
export const AddReport = Type.Object({
  done: Type.Integer(),
  refusedCount: Type.Integer(),
  refused: Type.Array(Type.Object({ id: Type.String(), reason: Type.String(), msg: Type.String() })),
})
export type AddReport = Static<typeof AddReport>

/** Puts videos into a collection; into one of a rule they come beside what it finds, and stay. */
export const collectionAdd = defineEndpoint({
  method: 'POST',
  path: '/api/collections/:id/items',
  permission: 'collections.write',
  params: idParams,
  body: strict({ target: Target }),
  reply: AddReport,
})

/** The same for pasted ids and links, one a line or separated by commas. */
export const collectionPaste = defineEndpoint({
  method: 'POST',
  path: '/api/collections/:id/paste',
  permission: 'collections.write',
  params: idParams,
  body: strict({ text: Type.String({ minLength: 1, maxLength: 200_000 }) }),
  reply: AddReport,
})

/** Takes videos out; of one of a rule they stay out until they are let back in. */
export const collectionRemove = defineEndpoint({
  method: 'POST',
  path: '/api/collections/:id/remove',
  permission: 'collections.write',
  params: idParams,
  body: strict({ target: Target }),
  reply: Type.Object({ done: Type.Integer() }),
})

/** Lets excluded videos back in where the rule finds them. */
export const collectionRestore = defineEndpoint({
  method: 'POST',
  path: '/api/collections/:id/restore',
  permission: 'collections.write',
  params: idParams,
  body: strict({ ids: Type.Array(Id, { minItems: 1, maxItems: 1000, uniqueItems: true }) }),
  reply: Type.Object({ done: Type.Integer() }),
})

/** Collections the session may put videos into, by number or name, newest first. */
export const collectionsTargets = defineEndpoint({
  method: 'GET',
  path: '/api/collections/targets',
  permission: 'collections.write',
  query: strict({ search: Type.Optional(Type.String({ maxLength: 60 })) }),
  reply: Type.Object({
    collections: Type.Array(
      Type.Object({
        id: Id,
        number: Type.String(),
        name: Type.String(),
        contentType: Type.String(),
        filterType: Type.String(),
        count: Type.Integer(),
      }),
    ),
  }),
})

/** The most rows one imported file may have. */
export const MAX_IMPORT_ROWS = 10_000
const ImportBody = strict({ text: Type.String({ minLength: 1, maxLength: 900_000 }) })
export const ImportReport = Type.Object({
  rows: Type.Integer(),
  done: Type.Integer(),
  collections: Type.Array(
    Type.Object({
      /** Null for one that the import makes. */
      number: nullable(Type.String()),
      name: Type.String(),
      contentType: Type.String(),
      items: Type.Integer(),
    }),
  ),
  refused: Type.Array(
    Type.Object({
      row: Type.Integer(),
      collection: Type.String(),
      video: Type.String(),
      reason: Type.String(),
      msg: Type.String(),
    }),
  ),
})
export type ImportReport = Static<typeof ImportReport>

/** What a file of collections and videos would do; nothing is changed. */
export const collectionsImportCheck = defineEndpoint({
  method: 'POST',
  path: '/api/collections/import/check',
  permission: 'collections.write',
  reads: true,
  body: ImportBody,
  reply: ImportReport,
})

/** Does it: the rows that are fine, whole; the others are reported. */
export const collectionsImport = defineEndpoint({
  method: 'POST',
  path: '/api/collections/import',
  permission: 'collections.write',
  body: ImportBody,
  reply: ImportReport,
})
