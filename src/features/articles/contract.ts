import Type, { type Static } from 'typebox'
import { BulkReport, Target } from '../../core/bulk.ts'
import { choice, count, flag, id, rate, text, time } from '../../core/columns.ts'
import { Done, defineEndpoint, defineList, Id, idParams, nullable, strict, Version } from '../../core/contract.ts'

export const STATUSES = ['draft', 'in_review', 'scheduled', 'published', 'unpublished', 'archived'] as const
export type Status = (typeof STATUSES)[number]
export const LANGS = ['zh', 'en'] as const
export const MY_STATES = ['unread', 'read', 'confirmed'] as const
/** Who reads beside the editors, who see everything. */
export const AUDIENCE_ROLES = ['leader', 'partner'] as const

export const MAX_PINNED = 5
export const MAX_TAGS = 10
export const MAX_PATH_TITLE = 40
export const MAX_PATH_SUMMARY = 200
export const MAX_STEPS = 30
export const MAX_HTML = 1_000_000
export const MEDIA_BYTES = 10 * 1024 * 1024
/** An editor that says nothing for so long has gone (domain page S14). */
export const LOCK_MS = 120_000

/** The academy: what a person may read; editors see every state, and the figures of each. */
export const articlesList = defineList({
  key: 'articles',
  path: '/api/articles',
  permission: 'articles.read',
  columns: {
    title: text({ width: 300 }),
    category: text({ width: 120 }),
    status: choice(STATUSES, { filter: 'any', needs: 'articles.write', width: 96 }),
    lang: choice(LANGS, { filter: 'any', width: 72, hidden: true }),
    isMustRead: flag({ filter: 'is', width: 80 }),
    isPinned: flag({ filter: 'is', width: 72 }),
    isAnnouncement: flag({ filter: 'is', width: 72, hidden: true }),
    tags: text({ width: 160, hidden: true }),
    publishedAt: time({ sort: true, filter: 'between', nullable: true, width: 136 }),
    views: count({ sort: true, width: 88 }),
    readers: count({ needs: 'articles.write', width: 88 }),
    confirmed: text({ needs: 'articles.write', nullable: true, width: 96 }),
    helpfulRate: rate({ needs: 'articles.write', nullable: true, width: 96 }),
    updatedAt: time({ sort: true, needs: 'articles.write', width: 136 }),
    myState: choice(MY_STATES, { filter: 'any', hidden: true, width: 88 }),
    articleId: id({ internal: true }),
    author: text({ internal: true }),
    digest: text({ internal: true }),
    /** The words around what was searched for. */
    excerpt: text({ internal: true, nullable: true }),
    coverKey: text({ internal: true, nullable: true }),
    minutes: count({ internal: true }),
    /** Recommended first: what matches best, then what is pinned, what must still be read, what is new. */
    rank: count({ internal: true, sort: true }),
    hasChanges: flag({ internal: true, needs: 'articles.write' }),
    version: count({ internal: true, needs: 'articles.write' }),
  },
  filters: {
    keyword: text({ filter: 'contains' }),
    categoryId: id({ filter: 'any' }),
  },
  order: ['rank', 'desc'],
  rowId: 'articleId',
})

const Title = Type.String({ minLength: 1, maxLength: 64, pattern: '\\S' })
const Lang = Type.Enum([...LANGS])
const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
const MediaKey = Type.String({ pattern: UUID, description: 'picture key' })
/** One editor window; a UUID it made for itself. */
const Window = Type.String({ pattern: UUID, description: 'editor window' })
const Tag = Type.String({ minLength: 1, maxLength: 20, pattern: '\\S' })

const Category = Type.Object({
  id: Id,
  parentId: nullable(Id),
  nameZh: Type.String(),
  nameEn: Type.String(),
  isDocs: Type.Boolean(),
  version: Type.Integer(),
  /** Published articles the asker may read; for editors all. */
  count: Type.Integer(),
})
export type Category = Static<typeof Category>

export const articleCategories = defineEndpoint({
  method: 'GET',
  path: '/api/articles/categories',
  permission: 'articles.read',
  reply: Type.Object({ categories: Type.Array(Category) }),
})

const CategoryFields = {
  nameZh: Type.String({ minLength: 1, maxLength: 20, pattern: '\\S' }),
  nameEn: Type.String({ minLength: 1, maxLength: 40, pattern: '\\S' }),
  isDocs: Type.Boolean(),
}
export const categoryCreate = defineEndpoint({
  method: 'POST',
  path: '/api/articles/categories',
  permission: 'articles.write',
  body: strict({ ...CategoryFields, parentId: nullable(Id) }),
  reply: Type.Object({ id: Id }),
})
export const categoryUpdate = defineEndpoint({
  method: 'PATCH',
  path: '/api/articles/categories/:id',
  permission: 'articles.write',
  params: idParams,
  body: strict({ ...CategoryFields, version: Version }),
  reply: Done,
})
/** One up or down among its siblings. */
export const categoryMove = defineEndpoint({
  method: 'POST',
  path: '/api/articles/categories/:id/move',
  permission: 'articles.write',
  params: idParams,
  body: strict({ direction: Type.Enum(['up', 'down']) }),
  reply: Done,
})
export const categoryDelete = defineEndpoint({
  method: 'DELETE',
  path: '/api/articles/categories/:id',
  permission: 'articles.write',
  params: idParams,
  reply: Done,
})

const Audience = {
  audienceRoles: Type.Array(Type.Enum([...AUDIENCE_ROLES]), { maxItems: 2, uniqueItems: true }),
  /** Empty: every partner. */
  audiencePartners: Type.Array(Id, { maxItems: 200, uniqueItems: true }),
}

/** Names for the audience. */
export const articleOptions = defineEndpoint({
  method: 'GET',
  path: '/api/articles/options',
  permission: 'articles.write',
  reply: Type.Object({ partners: Type.Array(Type.Object({ id: Id, name: Type.String() })) }),
})

export const articleCreate = defineEndpoint({
  method: 'POST',
  path: '/api/articles',
  permission: 'articles.write',
  body: strict({ title: Title, categoryId: Id, lang: Lang }),
  reply: Type.Object({ id: Id }),
})

const Neighbour = nullable(Type.Object({ id: Id, title: Type.String() }))
/** The article as it is read; `preview` shows editors the working copy. Counts no view. */
export const articleDetail = defineEndpoint({
  method: 'GET',
  path: '/api/articles/:id',
  permission: 'articles.read',
  params: idParams,
  query: strict({ preview: Type.Optional(Type.Boolean()) }),
  reply: Type.Object({
    id: Id,
    title: Type.String(),
    author: Type.String(),
    digest: Type.String(),
    coverKey: nullable(Type.String()),
    tags: Type.Array(Type.String()),
    lang: Type.String(),
    sourceUrl: nullable(Type.String()),
    html: Type.String(),
    words: Type.Integer(),
    minutes: Type.Integer(),
    categoryId: Id,
    categoryZh: Type.String(),
    categoryEn: Type.String(),
    isMustRead: Type.Boolean(),
    isAnnouncement: Type.Boolean(),
    /** Null in a preview. */
    versionNo: nullable(Type.Integer()),
    publishedAt: nullable(Type.String()),
    updatedAt: nullable(Type.String()),
    views: Type.Integer(),
    readers: Type.Integer(),
    helpful: Type.Integer(),
    unhelpful: Type.Integer(),
    mine: Type.Object({
      confirmedAt: nullable(Type.String()),
      isHelpful: nullable(Type.Boolean()),
      why: Type.String(),
      /** Given on an earlier version. */
      isOfEarlier: Type.Boolean(),
    }),
    /** How many of those who must have confirmed it; for editors. */
    completion: Type.Optional(Type.Object({ confirmed: Type.Integer(), audience: Type.Integer() })),
    previous: Neighbour,
    next: Neighbour,
    related: Type.Array(Type.Object({ id: Id, title: Type.String(), minutes: Type.Integer() })),
  }),
})

const DraftFields = {
  title: Title,
  author: Type.String({ maxLength: 16 }),
  digest: Type.String({ maxLength: 128 }),
  coverKey: nullable(MediaKey),
  tags: Type.Array(Tag, { maxItems: MAX_TAGS, uniqueItems: true }),
  lang: Lang,
  sourceUrl: nullable(Type.String({ maxLength: 500 })),
  html: Type.String({ maxLength: MAX_HTML }),
}
const Draft = Type.Object({
  ...DraftFields,
  revision: Type.Integer(),
  savedAt: Type.String(),
  savedBy: Type.String(),
})
export type Draft = Static<typeof Draft>

const LockState = Type.Object({
  isMine: Type.Boolean(),
  /** Held by the asker's account, in this window or another. */
  isSelf: Type.Boolean(),
  /** Who holds it; null when nobody does. */
  holder: nullable(Type.String()),
  until: nullable(Type.String()),
})

/** Everything the editor needs: the working copy, where the article stands, what may be done. */
export const articleDraft = defineEndpoint({
  method: 'GET',
  path: '/api/articles/:id/draft',
  permission: 'articles.write',
  params: idParams,
  reply: Type.Object({
    id: Id,
    draft: Draft,
    isDirty: Type.Boolean(),
    status: Type.String(),
    actions: Type.Array(Type.String()),
    liveNo: nullable(Type.Integer()),
    publishAt: nullable(Type.String()),
    publishedAt: nullable(Type.String()),
    categoryId: Id,
    audienceRoles: Type.Array(Type.String()),
    audiencePartners: Type.Array(Id),
    isPinned: Type.Boolean(),
    isMustRead: Type.Boolean(),
    isAnnouncement: Type.Boolean(),
    lock: LockState,
    version: Type.Integer(),
  }),
})

/**
 * Saves the working copy on the revision it was made from. Throws DRAFT_CHANGED with the other text, LOCKED,
 * EMPTY_OVER_TEXT.
 */
export const draftSave = defineEndpoint({
  method: 'PUT',
  path: '/api/articles/:id/draft',
  permission: 'articles.write',
  params: idParams,
  bodyBytes: 4 * MAX_HTML,
  body: strict({
    ...DraftFields,
    revision: Version,
    /** The window that holds the lock. */
    window: Window,
    /** A person means the text to be empty. */
    isCleared: Type.Boolean(),
  }),
  reply: Type.Object({ revision: Type.Integer(), savedAt: Type.String(), html: Type.String(), words: Type.Integer() }),
})

/** Takes, renews or gives back the lock of one editor window. */
export const articleLock = defineEndpoint({
  method: 'PUT',
  path: '/api/articles/:id/lock',
  permission: 'articles.write',
  params: idParams,
  body: strict({
    window: Window,
    act: Type.Enum(['hold', 'takeOver', 'release']),
  }),
  reply: LockState,
})

/** Where an article stands; works at once, on a published one too. */
export const articlePlace = defineEndpoint({
  method: 'PATCH',
  path: '/api/articles/:id',
  permission: 'articles.write',
  params: idParams,
  body: strict({
    categoryId: Id,
    ...Audience,
    isPinned: Type.Boolean(),
    isMustRead: Type.Boolean(),
    isAnnouncement: Type.Boolean(),
    version: Version,
  }),
  reply: Type.Object({ version: Type.Integer() }),
})

const Move = Type.Enum([
  'submit',
  'sendBack',
  'schedule',
  'unschedule',
  'publish',
  'update',
  'unpublish',
  'archive',
  'reopen',
])
export type Move = Static<typeof Move>

/** One step of its life; what the step needs beside is checked by the step. */
export const articleMove = defineEndpoint({
  method: 'POST',
  path: '/api/articles/:id/move',
  permission: 'articles.write',
  params: idParams,
  body: strict({
    action: Move,
    version: Version,
    /** For publish and update: the text that was looked at; another one is not published unseen. */
    revision: Type.Optional(Version),
    publishAt: Type.Optional(
      Type.String({
        pattern: '^\\d{4}-\\d\\d-\\d\\dT[\\d:.]{5,12}(Z|[+-]\\d\\d:\\d\\d)$',
        description: 'ISO 8601 instant',
      }),
    ),
    reason: Type.Optional(Type.String({ maxLength: 300 })),
    /** Confirmations of earlier versions no longer count. */
    asksAgain: Type.Optional(Type.Boolean()),
  }),
  reply: Type.Object({ status: Type.String(), version: Type.Integer(), liveNo: nullable(Type.Integer()) }),
})

export const articleVersions = defineEndpoint({
  method: 'GET',
  path: '/api/articles/:id/versions',
  permission: 'articles.write',
  params: idParams,
  reply: Type.Object({
    versions: Type.Array(
      Type.Object({
        no: Type.Integer(),
        title: Type.String(),
        words: Type.Integer(),
        publishedAt: Type.String(),
        publishedBy: nullable(Type.String()),
      }),
    ),
  }),
})
export const articleVersion = defineEndpoint({
  method: 'GET',
  path: '/api/articles/:id/version',
  permission: 'articles.write',
  params: idParams,
  query: strict({ no: Type.Integer({ minimum: 1, maximum: 100_000 }) }),
  reply: Type.Object({ ...DraftFields, no: Type.Integer() }),
})
/** Puts a version into the working copy; publishing it makes a new version. */
export const articleRestore = defineEndpoint({
  method: 'POST',
  path: '/api/articles/:id/restore',
  permission: 'articles.write',
  params: idParams,
  body: strict({ no: Type.Integer({ minimum: 1, maximum: 100_000 }), revision: Version }),
  reply: Type.Object({ revision: Type.Integer() }),
})
export const articleDuplicate = defineEndpoint({
  method: 'POST',
  path: '/api/articles/:id/duplicate',
  permission: 'articles.write',
  params: idParams,
  body: strict({}),
  reply: Type.Object({ id: Id }),
})

/** Somebody opened it. */
export const articleRead = defineEndpoint({
  method: 'POST',
  path: '/api/articles/:id/read',
  permission: 'articles.read',
  params: idParams,
  body: strict({}),
  reply: Done,
})
export const articleConfirm = defineEndpoint({
  method: 'POST',
  path: '/api/articles/:id/confirm',
  permission: 'articles.read',
  params: idParams,
  body: strict({ versionNo: Version }),
  reply: Type.Object({ confirmedAt: Type.String() }),
})
export const articleFeedback = defineEndpoint({
  method: 'POST',
  path: '/api/articles/:id/feedback',
  permission: 'articles.read',
  params: idParams,
  body: strict({ isHelpful: Type.Boolean(), why: Type.String({ maxLength: 300 }) }),
  reply: Done,
})

/** A phrase that found nothing, for the editors' list of what is missing. */
export const searchMiss = defineEndpoint({
  method: 'POST',
  path: '/api/articles/searches',
  permission: 'articles.read',
  body: strict({ keyword: Type.String({ minLength: 1, maxLength: 60, pattern: '\\S' }) }),
  reply: Done,
})

/** What editors look after. */
export const articleFigures = defineEndpoint({
  method: 'GET',
  path: '/api/articles/figures',
  permission: 'articles.write',
  reply: Type.Object({
    published: Type.Integer(),
    drafts: Type.Integer(),
    inReview: Type.Integer(),
    /** Confirmations made of those asked for, in parts per million; null where nothing must be read. */
    completion: nullable(Type.Integer()),
    misses: Type.Array(Type.Object({ keyword: Type.String(), n: Type.Integer() })),
    /** At least five answers, fewer than six of ten helpful. */
    low: Type.Array(Type.Object({ id: Id, title: Type.String(), helpful: Type.Integer(), answers: Type.Integer() })),
  }),
})

/** One change for many; the pin and the steps of the flow are refused row by row. */
export const articleBulk = defineEndpoint({
  method: 'POST',
  path: '/api/articles/bulk',
  permission: 'articles.write',
  body: strict({
    target: Target,
    change: Type.Union([
      strict({ kind: Type.Literal('category'), categoryId: Id }),
      strict({ kind: Type.Literal('audience'), ...Audience }),
      strict({ kind: Type.Literal('move'), action: Type.Enum(['publish', 'unpublish', 'archive']) }),
    ]),
  }),
  reply: BulkReport,
})

export const mediaUpload = defineEndpoint({
  method: 'POST',
  path: '/api/articles/media',
  permission: 'articles.write',
  uploadBytes: MEDIA_BYTES,
  reply: Type.Object({ key: Type.String() }),
})
export const mediaFile = defineEndpoint({
  method: 'GET',
  path: '/api/articles/media/:key',
  permission: 'articles.read',
  params: strict({ key: Type.String({ maxLength: 60, description: 'picture key' }) }),
  raw: true,
})

/** Live figures inside an article, in the reader's scope. */
export const videoCard = defineEndpoint({
  method: 'GET',
  path: '/api/articles/cards/video/:id',
  permission: 'articles.read',
  params: idParams,
  reply: Type.Object({
    id: Id,
    title: Type.String(),
    platform: Type.String(),
    coverUrl: nullable(Type.String()),
    plays: Type.Integer(),
    playsDay: nullable(Type.Integer()),
    day: nullable(Type.String()),
  }),
})
/** The 口令 a link is shared by now; missing, foreign and run out answer alike. */
export const tokenCard = defineEndpoint({
  method: 'GET',
  path: '/api/articles/cards/token/:id',
  permission: 'articles.read',
  params: idParams,
  reply: Type.Object({
    title: Type.String(),
    tokenText: Type.String(),
    shareText: Type.String(),
    expireAt: Type.String(),
  }),
})
export const statisticsCard = defineEndpoint({
  method: 'GET',
  path: '/api/articles/cards/statistics',
  permission: 'articles.read',
  reply: Type.Object({
    day: nullable(Type.String()),
    plays: Type.Integer(),
    playsBefore: nullable(Type.Integer()),
    activeVideos: Type.Integer(),
    newVideos: Type.Integer(),
  }),
})

const PathSteps = Type.Array(
  Type.Object({
    id: Id,
    title: Type.String(),
    minutes: Type.Integer(),
    isMustRead: Type.Boolean(),
    /** Readers are shown no other; editors also what is not out. */
    isOut: Type.Boolean(),
    state: Type.Enum([...MY_STATES]),
    /** Read, or confirmed where it must be. */
    isDone: Type.Boolean(),
  }),
)
const Path = Type.Object({
  id: Id,
  title: Type.String(),
  summary: Type.String(),
  steps: PathSteps,
  /** For editors: what may be changed, and how many accounts learn by it and have got through. */
  setting: Type.Optional(
    Type.Object({
      audienceRoles: Type.Array(Type.Enum([...AUDIENCE_ROLES])),
      isOnline: Type.Boolean(),
      version: Type.Integer(),
      learners: Type.Integer(),
      finished: Type.Integer(),
    }),
  ),
})
export type Path = Static<typeof Path>

/** The learning paths of the asker, each with his own progress. */
export const pathList = defineEndpoint({
  method: 'GET',
  path: '/api/articles/paths',
  permission: 'articles.read',
  reply: Type.Object({ paths: Type.Array(Path) }),
})
const PathFields = {
  title: Type.String({ minLength: 1, maxLength: MAX_PATH_TITLE, pattern: '\\S' }),
  summary: Type.String({ maxLength: MAX_PATH_SUMMARY }),
  audienceRoles: Audience.audienceRoles,
  isOnline: Type.Boolean(),
  articleIds: Type.Array(Id, { minItems: 1, maxItems: MAX_STEPS, uniqueItems: true }),
}
export const pathCreate = defineEndpoint({
  method: 'POST',
  path: '/api/articles/paths',
  permission: 'articles.write',
  body: strict(PathFields),
  reply: Type.Object({ id: Id }),
})
export const pathUpdate = defineEndpoint({
  method: 'PATCH',
  path: '/api/articles/paths/:id',
  permission: 'articles.write',
  params: idParams,
  body: strict({ ...PathFields, version: Version }),
  reply: Done,
})
export const pathMove = defineEndpoint({
  method: 'POST',
  path: '/api/articles/paths/:id/move',
  permission: 'articles.write',
  params: idParams,
  body: strict({ direction: Type.Enum(['up', 'down']) }),
  reply: Done,
})
export const pathDelete = defineEndpoint({
  method: 'DELETE',
  path: '/api/articles/paths/:id',
  permission: 'articles.write',
  params: idParams,
  reply: Done,
})
