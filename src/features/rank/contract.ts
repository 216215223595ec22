import Type from 'typebox'
import { choice, count, day, delta, flag, id, span, text, time, trend } from '../../core/columns.ts'
import { Day, defineEndpoint, defineList, Id, idParams, type List, nullable, strict } from '../../core/contract.ts'
import { CONTENT_TYPES, PLATFORMS } from '../../core/works.ts'

/** The three boards by the names of their pages, and the lists that answer them. */
export const BOARDS = ['today_rank', 'play_count_rank', 'history_play_count_rank'] as const
export type Board = (typeof BOARDS)[number]

/** Finished days the play board adds up. */
export const WINDOWS = ['1', '7', '30'] as const

export const STATUSES = ['live', 'final', 'revised'] as const

/** What a row is about to the board before: its place there, or how it came. */
export const MOVES = ['same', 'up', 'down', 'new', 'back', 'unknown'] as const

/** Public fields alone: what anybody can see on the platform, and the places on the board. No income, no partner. */
const columns = {
  statDate: day({ hidden: true }),
  rank: count({ width: 64 }),
  move: choice(MOVES, { width: 84 }),
  rankChange: delta({ nullable: true }),
  videoId: id({ hidden: true }),
  title: text({ width: 300 }),
  platform: choice(PLATFORMS, { filter: 'any' }),
  creatorName: text({ nullable: true }),
  categoryName: text({ nullable: true }),
  contentType: choice(CONTENT_TYPES, { filter: 'any' }),
  publishedAt: time({ nullable: true }),
  score: count(),
  scoreBefore: count({ nullable: true }),
  playCount: count(),
  playDelta: count(),
  likes: count(),
  comments: count(),
  shares: count(),
  bestRank: count(),
  daysOnBoard: count(),
  timesOnBoard: count(),
  platformItemId: id({ hidden: true }),
  /** Plays of each of the 24 hours before the window's end; empty where no feed of hours exists. */
  hours: trend({ internal: true }),
  durationMs: span({ nullable: true, internal: true }),
  coverUrl: text({ nullable: true, internal: true }),
  shareUrl: text({ nullable: true, internal: true }),
  isPublic: flag({ internal: true }),
  isMine: flag({ internal: true }),
  /** Whether the session may open the work in the submission data. */
  canOpen: flag({ internal: true }),
}

/** Which board, and what of it. Everything but the place of rows: a board has one order. */
const filters = {
  /** all, platform:<platform>, category:<id of the first level>, type:<content type> */
  scope: text({ filter: 'contains' }),
  date: day({ filter: 'between' }),
  /** Pages of one snapshot agree although a newer one arrives. */
  snapshotId: id({ filter: 'any' }),
  keyword: text({ filter: 'contains' }),
  categoryId: id({ filter: 'any' }),
  mine: flag({ filter: 'is' }),
}

export const todayRank = defineList({
  key: 'todayRank',
  path: '/api/hot-rank/today',
  permission: 'hotRank.read',
  columns,
  filters,
  order: ['rank', 'asc'],
  rowId: 'videoId',
})

export const playCountRank = defineList({
  key: 'playCountRank',
  path: '/api/hot-rank/play-count',
  permission: 'hotRank.read',
  columns,
  filters: { ...filters, window: choice(WINDOWS, { filter: 'any' }) },
  order: ['rank', 'asc'],
  rowId: 'videoId',
})

export const historyRank = defineList({
  key: 'historyRank',
  path: '/api/hot-rank/history',
  permission: 'hotRank.read',
  columns,
  filters,
  order: ['rank', 'asc'],
  rowId: 'videoId',
})

export const lists = {
  today_rank: todayRank,
  play_count_rank: playCountRank,
  history_play_count_rank: historyRank,
} as const satisfies Record<Board, List>

const Series = {
  board: Type.Enum([...BOARDS]),
  window: Type.Optional(Type.Enum([...WINDOWS])),
  scope: Type.Optional(Type.String({ maxLength: 40 })),
}

const Thresholds = Type.Array(
  Type.Object({ rank: Type.Integer(), score: nullable(Type.Integer()), before: nullable(Type.Integer()) }),
)

/** One snapshot of a board: what it is, its figures, the course of its first ten. Throws NO_BOARD, NO_SNAPSHOT. */
export const rankBoard = defineEndpoint({
  method: 'GET',
  path: '/api/hot-rank/board',
  permission: 'hotRank.read',
  query: strict({ ...Series, date: Type.Optional(Day), snapshotId: Type.Optional(Id) }),
  reply: Type.Object({
    snapshotId: Id,
    statDate: Day,
    status: Type.Enum([...STATUSES]),
    takenAt: Type.String(),
    windowStart: nullable(Type.String()),
    windowEnd: Type.String(),
    formulaVersion: Type.Integer(),
    /** Entries shown, of those stored. */
    shown: Type.Integer(),
    /** The end of the window the changes of rank compare with; null where there is nothing to compare. */
    comparedEnd: nullable(Type.String()),
    /** No board of today yet: this is the last final one. */
    isStandIn: Type.Boolean(),
    /** The board that stands now, where the snapshot asked for is no longer it. */
    newerId: nullable(Id),
    /** When the board that a revised one replaced was taken. */
    revisedFrom: nullable(Type.String()),
    thresholds: Thresholds,
    entered: Type.Integer(),
    returned: Type.Integer(),
    /** Entries of the session's own partner; absent where the session has none. */
    mine: Type.Optional(Type.Integer()),
    /** Kept off by a data problem; absent for those who may not see other partners' figures. */
    excluded: Type.Optional(Type.Integer()),
    climber: nullable(Type.Object({ videoId: Id, title: Type.String(), rank: Type.Integer(), places: Type.Integer() })),
    categories: Type.Array(
      Type.Object({ id: nullable(Id), nameZh: Type.String(), nameEn: Type.String(), entries: Type.Integer() }),
    ),
    /** The seven days up to the board's. */
    days: Type.Array(Day),
    /** The first ten and their ranks on those days; null where not among the entries shown. */
    course: Type.Array(Type.Object({ videoId: Id, title: Type.String(), ranks: Type.Array(nullable(Type.Integer())) })),
  }),
})

/** The days a board exists for, newest first, with their state. */
export const rankDays = defineEndpoint({
  method: 'GET',
  path: '/api/hot-rank/days',
  permission: 'hotRank.read',
  query: strict(Series),
  reply: Type.Object({
    days: Type.Array(Type.Object({ statDate: Day, status: Type.Enum([...STATUSES]) })),
  }),
})

/** The rules of the boards as they are applied, every version, the newest first; and the categories there are boards of. */
export const rankRules = defineEndpoint({
  method: 'GET',
  path: '/api/hot-rank/rules',
  permission: 'hotRank.read',
  reply: Type.Object({
    versions: Type.Array(
      Type.Object({
        version: Type.Integer(),
        playWeight: Type.Integer(),
        likeWeight: Type.Integer(),
        commentWeight: Type.Integer(),
        favoriteWeight: Type.Integer(),
        shareWeight: Type.Integer(),
        danmakuWeight: Type.Integer(),
        boostPercent: Type.Integer(),
        boostHours: Type.Integer(),
        perCreator: Type.Integer(),
        perPartner: Type.Integer(),
        storedCount: Type.Integer(),
        shownCount: Type.Integer(),
        createdAt: Type.String(),
      }),
    ),
    categories: Type.Array(
      Type.Object({ id: Id, parentId: nullable(Id), nameZh: Type.String(), nameEn: Type.String() }),
    ),
  }),
})

/** One work's days on a board, newest first, at most 90. A work that never was on any board answers as a missing one. */
export const rankOfVideo = defineEndpoint({
  method: 'GET',
  path: '/api/hot-rank/videos/:id',
  permission: 'hotRank.read',
  params: idParams,
  query: strict({ board: Type.Optional(Type.Enum([...BOARDS])), window: Series.window, scope: Series.scope }),
  reply: Type.Object({
    videoId: Id,
    title: Type.String(),
    days: Type.Array(
      Type.Object({
        statDate: Day,
        rank: Type.Integer(),
        score: Type.Integer(),
        playDelta: Type.Integer(),
        status: Type.Enum([...STATUSES]),
      }),
    ),
  }),
})
