import Type from 'typebox'
import { Day, Done, defineEndpoint, Id, nullable, strict } from '../../core/contract.ts'

/** How many days the chart shows, the newest finished one last. */
export const DAYS = 8
export const POPULAR = 5
export const RECENT_PAGES = 8
export const QUICK_PAGES = 8

/** What popular content is asked by; texts are articles of the academy, by their views. */
export const POPULAR_TYPES = ['text', 'image', 'video'] as const
export type PopularType = (typeof POPULAR_TYPES)[number]

/**
 * The specification's quick operations: each leads to the first of its pages that the user may open and is absent where
 * there is none. Beside them stand pages by their own names.
 */
export const OPERATIONS = {
  contentManagement: ['data_list', 'distribute_videos_list'],
  contentStatistics: ['statistics_list', 'today_rank'],
  advanced: ['system_config', 'group_form', 'user_list'],
  onlinePromotion: ['affiliate_links', 'affiliate_orders'],
  putIn: ['step_form', 'recommend_list'],
} as const satisfies Record<string, readonly string[]>
export type Operation = keyof typeof OPERATIONS
export const operationNames = Object.keys(OPERATIONS) as Operation[]

/** What this product has as projects: collections, campaigns of distribution, and recommendations a partner took. */
export const PROJECT_KINDS = ['campaign', 'claim', 'collection'] as const
export type ProjectKind = (typeof PROJECT_KINDS)[number]
/** How many projects come at a time. */
export const PROJECTS = 6

/** What waits for somebody, by kind. */
export const PENDING = ['payments', 'confirmations', 'accounts', 'tasks'] as const
export type Pending = (typeof PENDING)[number]

const Figure = nullable(Type.Integer())
const Popular = Type.Array(
  Type.Object({ videoId: Id, title: Type.String(), plays: Type.Integer(), playsBefore: Figure }),
)

const Projects = Type.Object({
  list: Type.Array(
    Type.Object({
      kind: Type.Enum([...PROJECT_KINDS]),
      id: Id,
      /** What its page knows it by. */
      openId: Id,
      name: Type.String(),
      state: nullable(Type.String()),
      /** Works inside. */
      count: nullable(Type.Integer()),
      at: Type.String(),
    }),
  ),
  /** Passing it as `after` continues below the last one; null at the end. */
  next: nullable(Type.String()),
})

/** Everything the workplace shows first, within the row scope, in one answer. */
export const workplaceSummary = defineEndpoint({
  method: 'GET',
  path: '/api/workplace/summary',
  permission: 'self.use',
  reply: Type.Object({
    /** The newest day all numbers here include, as statistics say it, and when that day last changed. */
    dataThrough: nullable(Day),
    updatedAt: nullable(Type.String()),
    /** Up to `dataThrough`, oldest first; null figures on a day that nothing was delivered for. */
    days: Type.Array(
      Type.Object({ day: Day, plays: Figure, comments: Figure, activeVideos: Figure, newVideos: Figure }),
    ),
    /**
     * What confirmed statements of the account's products still owe, and beside it the estimated income since the first of
     * the month of `dataThrough`, none of it settled; absent without the right.
     */
    balance: Type.Optional(
      Type.Object({
        owedFen: Type.Integer(),
        estimate: nullable(Type.Object({ fen: Type.Integer(), from: Day })),
      }),
    ),
    /**
     * What waits for this user: statements to pay and invoices to check for operators, statements to confirm for
     * partners, invited accounts for leaders, tasks to accept for suppliers.
     */
    pending: Type.Object({ kind: Type.Enum([...PENDING]), count: Type.Integer() }),
    /** Contracts that end within 30 days, and the first of those days. */
    renewals: Type.Object({ count: Type.Integer(), next: nullable(Day) }),
    /** Public videos. Categories are those of the first level, most first, five at most; the rest is `other`. */
    online: Type.Object({
      total: Type.Integer(),
      types: Type.Array(Type.Object({ key: Type.String(), count: Type.Integer() })),
      categories: Type.Array(
        Type.Object({
          kind: Type.Enum(['category', 'none', 'other']),
          nameZh: Type.String(),
          nameEn: Type.String(),
          count: Type.Integer(),
        }),
      ),
    }),
    popular: Type.Object({ text: Popular, image: Popular, video: Popular }),
    /** Newest first: days that were delivered; for operators also imports that were applied. */
    notices: Type.Array(
      Type.Object({
        kind: Type.Enum(['data', 'import', 'article']),
        at: Type.String(),
        /** The day, the file's name, or the article's title. */
        subject: Type.String(),
        /** Of the article. */
        id: nullable(Id),
        rows: nullable(Type.Integer()),
      }),
    ),
    /** Articles of the academy's documents, the most read first. */
    docs: Type.Array(Type.Object({ id: Id, title: Type.String() })),
    /** Names of pages, the last visited first. */
    recent: Type.Array(Type.String()),
    /** Names of operations and pages in their order; null until the user has chosen. */
    quick: nullable(Type.Array(Type.String())),
    /** The first projects, the last worked on first; null for who has none by his role. */
    projects: nullable(Projects),
  }),
})

/** The projects of a session, the last worked on first, a few at a time. */
export const projectList = defineEndpoint({
  method: 'GET',
  path: '/api/workplace/projects',
  permission: 'self.use',
  query: strict({
    after: Type.Optional(
      Type.String({
        pattern: '^[1-9]\\d{0,15} (campaign|claim|collection) [1-9]\\d{0,17}$',
        description: 'the `next` of the page before',
      }),
    ),
  }),
  reply: Projects,
})

/** Plays of the last eight finished days, the newest last. */
export const contentData = defineEndpoint({
  method: 'GET',
  path: '/api/content-data',
  permission: 'self.use',
  reply: Type.Array(Type.Object({ x: Day, y: Type.Integer() })),
})

/** The most played content of the newest finished day. `increases` is per cent against the day before; null when new. */
export const popularList = defineEndpoint({
  method: 'GET',
  path: '/api/popular/list',
  permission: 'self.use',
  query: strict({ type: Type.Enum([...POPULAR_TYPES]) }),
  reply: Type.Array(
    Type.Object({
      key: Type.Integer(),
      clickNumber: Type.String(),
      title: Type.String(),
      increases: nullable(Type.Number()),
    }),
  ),
})

const PageName = Type.String({ minLength: 1, maxLength: 60, description: 'name of a page or an operation' })

/** Remembers that a page was opened; again only moves it to the front. */
export const recordVisit = defineEndpoint({
  method: 'POST',
  path: '/api/workplace/visit',
  permission: 'self.use',
  body: strict({ name: PageName }),
  reply: Done,
})

/** Sets the quick operations, in their order. */
export const setQuick = defineEndpoint({
  method: 'PUT',
  path: '/api/workplace/quick',
  permission: 'self.use',
  body: strict({ names: Type.Array(PageName, { maxItems: QUICK_PAGES, uniqueItems: true }) }),
  reply: Done,
})
