import type { Target } from '../../core/bulk.ts'
import { may } from '../../core/can.ts'
import { errors as common, refuse } from '../../core/errors.ts'
import { checkDays, type ListQuery } from '../../core/listQuery.ts'
import { addDays } from '../../core/time.ts'
import { type Ctx, type Feature, serve, serveList } from '../../core/verb.ts'
import { readAll, readPage, selectAll } from '../../kit/sql/list.ts'
import { countRows } from '../../kit/sql/total.ts'
import {
  dataChangeOwner,
  dataDays,
  dataDetail,
  dataExclude,
  dataHistory,
  dataList,
  dataOptions,
  dataSetCategory,
  dataSummary,
} from './contract.ts'
import { errors } from './errors.ts'
import { valuesOf } from './history.ts'
import * as sql from './sql.ts'
import { text } from './text.ts'

const question = (ctx: Ctx, query: ListQuery, through: string | null) => ({
  db: ctx.db,
  list: dataList,
  source: sql.dataSource(ctx.language, through, sql.spanOf(query), ctx.scope),
  query,
  fence: sql.fenceVideos(ctx.scope),
  may: (needs: Parameters<typeof may>[1]) => may(ctx.session, needs),
})

const list = serveList({
  list: dataList,
  text,
  async page(ctx, query) {
    const through = await sql.readDataThrough(ctx.db)
    return readPage(question(ctx, query, through), through)
  },
  async *all(ctx, query) {
    yield* readAll(question(ctx, query, await sql.readDataThrough(ctx.db)))
  },
  async copy(ctx, query, columns) {
    return selectAll(question(ctx, query, await sql.readDataThrough(ctx.db)), columns)
  },
})

/** Drops the income of daily rows for a session that may not see it. */
function withoutIncome<Row extends { estIncomeFen?: number }>(ctx: Ctx, rows: Row[]): Row[] {
  return may(ctx.session, 'income.read') ? rows : rows.map(({ estIncomeFen, ...row }) => row as Row)
}

const summary = serve(dataSummary, async (ctx, { list: query }) => {
  const through = await sql.readDataThrough(ctx.db)
  const set = {
    list: dataList,
    query,
    scope: ctx.scope,
    through: through ?? '1970-01-01',
    may: (p: 'income.read') => may(ctx.session, p),
  }
  const [videos, problems, days] = await Promise.all([
    countRows(ctx.db, sql.videosOf(set)),
    countRows(ctx.db, sql.problemsOf(set)),
    through ? sql.readDays(ctx.db, set) : [],
  ])
  const [before, last] = [days.at(-2), days.at(-1)]
  const seesIncome = may(ctx.session, 'income.read')
  return {
    dataThrough: through,
    videos: videos.rows,
    problems: problems.rows,
    newVideos: last?.newVideos ?? 0,
    newVideosBefore: before?.newVideos ?? 0,
    plays: last?.plays ?? null,
    playsBefore: before?.plays ?? null,
    ...(seesIncome ? { incomeFen: last?.incomeFen ?? null, incomeBeforeFen: before?.incomeFen ?? null } : {}),
    days: days.map(({ incomeFen, ...day }) => (seesIncome ? { ...day, incomeFen } : day)),
  }
})

const options = serve(dataOptions, async (ctx) => {
  const found = await sql.readOptions(ctx.db, ctx.scope)
  return {
    ...found,
    partners: ctx.scope.kind === 'partner' ? [] : found.partners,
    teams: may(ctx.session, 'partners.compare') ? found.teams : [],
  }
})

const detail = serve(dataDetail, async (ctx, { params }) => {
  const [video, through] = await Promise.all([sql.readVideo(ctx.db, ctx.scope, params.id), sql.readDataThrough(ctx.db)])
  if (!video) throw refuse(common, 'NOT_FOUND')
  const to = through ?? '1970-01-01'
  const seesIncome = may(ctx.session, 'income.read')
  const [days, owners] = await Promise.all([
    sql.readMetricDays(ctx.db, params.id, addDays(to, 1 - sql.DETAIL_DAYS), to, seesIncome),
    sql.readOwnerChanges(ctx.db, params.id),
  ])
  const { estIncomeFen, settledIncomeFen, ...plain } = video
  // Owner history names other partners: it is for those who work with all of them.
  const seesOwners = ctx.scope.kind !== 'partner'
  return {
    video: (seesIncome ? video : plain) as never,
    days: withoutIncome(ctx, days),
    owners: seesOwners ? owners : [],
  }
})

const days = serve(dataDays, async (ctx, { params, query }) => {
  checkDays(query.from, query.to)
  if (!(await sql.readVideo(ctx.db, ctx.scope, params.id))) throw refuse(common, 'NOT_FOUND')
  const seesIncome = may(ctx.session, 'income.read')
  return { days: withoutIncome(ctx, await sql.readMetricDays(ctx.db, params.id, query.from, query.to, seesIncome)) }
})

const history = serve(dataHistory, async (ctx, { params, query }) => {
  checkDays(query.day, query.day, { from: 'day', to: 'day' })
  if (!(await sql.readVideo(ctx.db, ctx.scope, params.id))) throw refuse(common, 'NOT_FOUND')
  const snapshots = await sql.readSnapshots(ctx.db, params.id, query.day)
  const [day, before] = snapshots[0]?.statDate === query.day ? snapshots : []
  if (!day) return { values: [], dayBefore: null }
  const corrections = await sql.readCorrections(
    ctx.db,
    params.id,
    snapshots.map(({ statDate }) => statDate),
  )
  const rights = { income: may(ctx.session, 'income.read'), imports: may(ctx.session, 'imports.metrics') }
  const valuesBefore = before ? valuesOf(before, corrections, rights) : []
  return {
    values: valuesOf(day, corrections, rights),
    dayBefore: before && valuesBefore.length > 1 ? { statDate: before.statDate, values: valuesBefore } : null,
  }
})

/** Locks the rows of a bulk action; one that is missing or foreign stops the whole. */
async function lockAll(ctx: Ctx, target: Target): Promise<sql.LockedVideo[]> {
  const wanted = await ctx.idsOf(target)
  const found = await sql.lockVideos(ctx.db, ctx.scope, wanted)
  const missing = wanted.length - found.length
  if (missing > 0) throw refuse(errors, 'ROWS_NOT_FOUND', { field: 'target', params: { count: missing } })
  return found
}

const setCategory = serve(dataSetCategory, async (ctx, { body }) => {
  if (!(await sql.categoryExists(ctx.db, body.categoryId)))
    throw refuse(errors, 'CATEGORY_NOT_FOUND', { field: 'categoryId' })
  const changed = (await lockAll(ctx, body.target)).filter(({ categoryId }) => categoryId !== body.categoryId)
  await sql.updateVideos(
    ctx.db,
    changed.map(({ id }) => id),
    { categoryId: body.categoryId },
  )
  await ctx.audit(
    ...changed.map(({ id, categoryId }) => ({
      action: 'video.category',
      entity: 'video',
      entityId: id,
      before: { categoryId },
      after: { categoryId: body.categoryId },
    })),
  )
  return { changed: changed.length }
})

const exclude = serve(dataExclude, async (ctx, { body }) => {
  const excludedReason = body.excluded ? body.reason : null
  const changed = (await lockAll(ctx, body.target)).filter((video) => (video.excludedReason !== null) !== body.excluded)
  await sql.updateVideos(
    ctx.db,
    changed.map(({ id }) => id),
    { excludedReason },
  )
  await ctx.audit(
    ...changed.map(({ id, excludedReason: before }) => ({
      action: body.excluded ? 'video.exclude' : 'video.include',
      entity: 'video',
      entityId: id,
      before: { excludedReason: before },
      after: { excludedReason },
      reason: body.reason,
    })),
  )
  return { changed: changed.length }
})

const changeOwner = serve(dataChangeOwner, async (ctx, { params, body }) => {
  const before = await sql.lockOwner(ctx.db, ctx.scope, params.id)
  if (!before) throw refuse(common, 'NOT_FOUND')
  if (before.version !== body.version) {
    const current = await sql.readVideo(ctx.db, ctx.scope, params.id)
    throw refuse(common, 'STALE', {
      field: 'version',
      data: {
        current: { version: current!.version, partnerId: current!.partnerId, partnerName: current!.partnerName },
      },
    })
  }
  if (body.partnerId && !(await sql.partnerName(ctx.db, body.partnerId)))
    throw refuse(errors, 'PARTNER_NOT_FOUND', { field: 'partnerId' })
  await sql.updateVideos(ctx.db, [params.id], { partnerId: body.partnerId })
  await sql.addOwnerChange(ctx.db, {
    videoId: params.id,
    from: before.partnerId,
    to: body.partnerId,
    reason: body.reason,
    actorId: ctx.session.accessId,
  })
  await ctx.audit({
    action: 'video.owner',
    entity: 'video',
    entityId: params.id,
    before: { partnerId: before.partnerId },
    after: { partnerId: body.partnerId },
    reason: body.reason,
  })
  return { version: before.version + 1 }
})

export const data: Feature = {
  lists: [list],
  verbs: [summary, options, detail, days, history, setCategory, exclude, changeOwner],
}
