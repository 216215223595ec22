import { may } from '../../core/can.ts'
import type { List } from '../../core/contract.ts'
import { errors as coreErrors, refuse } from '../../core/errors.ts'
import { badFilter, checkDays, type Filter, type ListQuery } from '../../core/listQuery.ts'
import { addDays, dayOf } from '../../core/time.ts'
import { type Ctx, type Feature, type Job, type JobCtx, type ListVerb, serve, serveList } from '../../core/verb.ts'
import { CONTENT_TYPES, PLATFORMS } from '../../core/works.ts'
import * as build from './build.ts'
import { type Board, lists, rankBoard, rankDays, rankOfVideo, rankRules } from './contract.ts'
import { errors } from './errors.ts'
import * as sql from './sql.ts'
import { listTexts } from './text.ts'

/** Entries of the course, and days of it. */
const COURSE_ENTRIES = 10
const COURSE_DAYS = 7

interface Asked {
  scope?: string | undefined
  window?: string | undefined
  date?: string | undefined
  snapshotId?: string | undefined
}

/** The board asked for. Throws BAD_FILTER at `scope` or `window` when there is no such board. */
async function seriesOf(ctx: Ctx, board: Board, { scope = 'all', window }: Asked): Promise<sql.Series> {
  if (window && board !== 'play_count_rank') throw badFilter('window', 'play_count_rank')
  const [kind, value = ''] = scope.split(':', 2) as [string, string?]
  const isKnown =
    scope === 'all' ||
    (kind === 'platform' && PLATFORMS.some((one) => one === value)) ||
    (kind === 'type' && CONTENT_TYPES.some((one) => one === value)) ||
    (kind === 'category' && /^[1-9]\d{0,17}$/.test(value) && (await sql.isTopCategory(ctx.db, value)))
  if (!isKnown) throw badFilter('scope', 'all | platform:… | category:… | type:…')
  return { board, scope, window: board === 'play_count_rank' ? Number(window ?? 1) : 0 }
}

/** Throws FUTURE, BAD_FILTER. */
async function findSnapshot(ctx: Ctx, series: sql.Series, asked: Asked): Promise<sql.Snapshot | undefined> {
  const { date } = asked
  checkDays(date, undefined, { from: 'date', to: 'date' })
  if (date && date > dayOf(ctx.now)) throw refuse(errors, 'FUTURE', { field: 'date', params: { field: 'date' } })
  return sql.readSnapshot(ctx.db, series, asked)
}

/** Throws NO_BOARD, NO_SNAPSHOT, FUTURE, BAD_FILTER. */
async function snapshotOf(ctx: Ctx, series: sql.Series, asked: Asked): Promise<sql.Snapshot> {
  const { date, snapshotId } = asked
  const snapshot = await findSnapshot(ctx, series, asked)
  if (snapshot) return snapshot
  throw snapshotId
    ? refuse(errors, 'NO_SNAPSHOT', { field: 'snapshotId' })
    : refuse(errors, 'NO_BOARD', date ? { field: 'date' } : {})
}

function askedBy({ filters }: ListQuery): Asked {
  const asked: Asked = {}
  for (const filter of filters) {
    if (filter.name === 'scope' && filter.kind === 'contains') asked.scope = filter.text
    if (filter.name === 'window') asked.window = oneOf(filter)
    if (filter.name === 'snapshotId') asked.snapshotId = oneOf(filter)
    if (filter.name === 'date' && filter.kind === 'between') {
      if (!filter.from || filter.from !== filter.to) throw badFilter('date', 'YYYY-MM-DD')
      asked.date = filter.from
    }
  }
  return asked
}

function oneOf(filter: Filter): string | undefined {
  if (filter.kind !== 'any') return undefined
  if (filter.values.length > 1 || filter.values[0] === 'none') throw badFilter(filter.name, '1')
  return filter.values[0]
}

async function checkCategories(ctx: Ctx, { filters }: ListQuery): Promise<void> {
  const filter = filters.find(({ name }) => name === 'categoryId')
  if (filter?.kind !== 'any') return
  const ids = filter.values.filter((one) => one !== 'none')
  if (ids.length > 0 && (await sql.countCategories(ctx.db, ids)) < ids.length) throw badFilter('categoryId', 'id')
}

/** A board as a list: its rows stand in one order, in one snapshot. */
function boardList(board: Board): ListVerb {
  const list: List = lists[board]
  const rowsOf = async (ctx: Ctx, query: ListQuery) => {
    const asked = askedBy(query)
    await checkCategories(ctx, query)
    const series = await seriesOf(ctx, board, asked)
    const isNamed = asked.date || asked.snapshotId
    const snapshot = await (isNamed ? snapshotOf(ctx, series, asked) : findSnapshot(ctx, series, asked))
    // Before the first board of all there is an empty one; a day without a board is another thing.
    if (!snapshot) return { rows: [], total: 0 }
    return sql.readRows(ctx.db, snapshot, {
      scope: ctx.scope,
      language: ctx.language,
      query,
      withHours: board === 'today_rank',
    })
  }
  return serveList({
    list,
    text: listTexts[board],
    async page(ctx, query) {
      const { rows, total } = await rowsOf(ctx, query)
      return { list: rows, total, totalIsExact: true, dataThrough: null, nextCursor: null }
    },
    async *all(ctx, query) {
      const { rows } = await rowsOf(ctx, { ...query, current: 1, pageSize: 1_000 })
      if (rows.length > 0) yield rows
    },
  })
}

const board = serve(rankBoard, async (ctx, { query }) => {
  const series = await seriesOf(ctx, query.board, query)
  const snapshot = await snapshotOf(ctx, series, query)
  const [newest, figures, categories, course] = await Promise.all([
    query.snapshotId ? sql.readSnapshot(ctx.db, series, { date: query.date }) : undefined,
    sql.readFigures(ctx.db, snapshot, ctx.scope),
    sql.readCategoriesOf(ctx.db, snapshot),
    sql.readCourse(ctx.db, snapshot, COURSE_ENTRIES),
  ])
  const { id, seriesId: _, excluded, ...rest } = snapshot
  const { mine, ...others } = figures
  return {
    snapshotId: id,
    ...rest,
    ...others,
    newerId: newest && newest.id !== id ? newest.id : null,
    isStandIn: query.board === 'today_rank' && !query.date && snapshot.statDate < dayOf(ctx.now),
    ...(ctx.scope.kind === 'partner' && { mine }),
    // How many of other partners' works have a data problem is not public.
    ...(may(ctx.session, 'partners.compare') && { excluded }),
    categories,
    days: Array.from({ length: COURSE_DAYS }, (_, at) => addDays(snapshot.statDate, at + 1 - COURSE_DAYS)),
    course,
  }
})

const days = serve(rankDays, async (ctx, { query }) => ({
  days: await sql.readDays(ctx.db, await seriesOf(ctx, query.board, query)),
}))

const rules = serve(rankRules, (ctx) => sql.readRules(ctx.db))

const video = serve(rankOfVideo, async (ctx, { params, query }) => {
  const series = await seriesOf(ctx, query.board ?? 'play_count_rank', query)
  const found = await sql.readVideo(ctx.db, params.id, series)
  if (!found) throw refuse(coreErrors, 'NOT_FOUND')
  return found
})

/**
 * Every ten minutes: today's board; at 00:05 the close of the day before; from 10:15 finished days whose data is new or
 * changed. A server that was down catches up by itself.
 */
const refresh: Job = {
  name: 'rank-boards',
  cron: '5,15,25,35,45,55 * * * *',
  isLong: true,
  run: (ctx) => refreshBoards(ctx),
}

/** What the job does; each day is a transaction of its own, so that what is done stays done and a server may stop between. */
export async function refreshBoards({
  transaction,
  now,
  signal,
}: Pick<JobCtx, 'transaction' | 'now' | 'signal'>): Promise<void> {
  await transaction(async (db) => {
    if (!(await build.takeTurn(db))) return
    await build.spreadChanges(db)
    await build.buildHourDays(db, now)
    await build.dropOldLive(db)
  })
  const next = () => transaction(async (db) => (await build.takeTurn(db)) && (await build.buildNextDay(db, now)))
  // The oldest first: later days take their history from earlier ones.
  while (!signal?.aborted && (await next()));
}

export const rank: Feature = {
  verbs: [board, days, rules, video],
  lists: [boardList('today_rank'), boardList('play_count_rank'), boardList('history_play_count_rank')],
  jobs: [refresh],
  reactions: {
    'video.restricted': (ctx) => build.markToday(ctx.db, ctx.now),
    'video.restored': (ctx) => build.markToday(ctx.db, ctx.now),
  },
}
