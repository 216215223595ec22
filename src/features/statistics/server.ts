import { may } from '../../core/can.ts'
import type { Input, Reply } from '../../core/contract.ts'
import { refuse } from '../../core/errors.ts'
import { badFilter, checkDays, MAX_VALUES } from '../../core/listQuery.ts'
import { comparedPeriod, lastDayOf } from '../../core/period.ts'
import type { Session } from '../../core/session.ts'
import { dayOf } from '../../core/time.ts'
import { type Ctx, type Feature, type Job, serve } from '../../core/verb.ts'
import {
  type Dimension,
  dimensionsFor,
  MOST_ROWS,
  statisticsCross,
  statisticsFile,
  statisticsHours,
  statisticsOfPeriod,
  statisticsOptions,
} from './contract.ts'
import { foldCross } from './cross.ts'
import { errors } from './errors.ts'
import { writeRows } from './file.ts'
import { rebuildDay, verifyRecent } from './rollup.ts'
import * as sql from './sql.ts'

type Query = Input<typeof statisticsOfPeriod>['query']

async function answerOf(ctx: Ctx, query: Query, most: number | null): Promise<Reply<typeof statisticsOfPeriod>> {
  const slice = readSlice(ctx, query)
  const dimension = readDimension(ctx.session, query.dimension)
  const granularity = query.granularity ?? 'day'
  const compared = comparedPeriod(slice, query.compare ?? 'previous')
  const before = compared && { ...slice, ...compared }
  const [dataThrough, firstDay, series, rows, seriesBefore, rowsBefore] = await Promise.all([
    sql.readRollupThrough(ctx.db),
    sql.readFirstDay(ctx.db),
    sql.readSeries(ctx.db, ctx.scope, slice, granularity),
    sql.readRows(ctx.db, ctx.scope, slice, dimension, most),
    before ? sql.readSeries(ctx.db, ctx.scope, before, granularity) : [],
    // All of them: the largest of today may have been the smallest then.
    before ? sql.readRows(ctx.db, ctx.scope, before, dimension, null) : [],
  ])
  const totals = addUp(series)
  const playsBefore = new Map(rowsBefore.map((row) => [row.key, row.plays]))
  return {
    dataThrough,
    firstDay,
    from: slice.from,
    to: slice.to,
    compareFrom: compared?.from ?? null,
    compareTo: compared?.to ?? null,
    totals: metricsOf(totals),
    before: before ? metricsOf(addUp(seriesBefore)) : null,
    series: series.map((point) => ({
      bucket: point.bucket,
      complete: dataThrough !== null && lastDayOf(point.bucket, granularity) <= dataThrough,
      ...metricsOf(point),
    })),
    seriesBefore: seriesBefore.map((point) => ({ bucket: point.bucket, ...metricsOf(point) })),
    rows: rows.map((row) => ({
      key: row.key,
      nameZh: row.nameZh ?? '',
      nameEn: row.nameEn ?? '',
      share: ppm(row.plays, totals.plays),
      ...metricsOf(row),
      playsBefore: before ? (playsBefore.get(row.key) ?? 0) : null,
    })),
  }
}

const answer = serve(statisticsOfPeriod, (ctx, { query }) => answerOf(ctx, query, MOST_ROWS))

const file = serve(statisticsFile, async (ctx, { query }) => {
  const dimension = readDimension(ctx.session, query.dimension)
  const { rows, totals, from, to } = await answerOf(ctx, query, null)
  return {
    name: `statistics_${dimension}_${from}_${to}.csv`,
    type: 'text/csv; charset=utf-8',
    body: writeRows(rows, totals, dimension, ctx.language),
  }
})

const cross = serve(statisticsCross, async (ctx, { query }) => {
  const slice = readSlice(ctx, query)
  const dimension = readDimension(ctx.session, query.dimension)
  const by = readDimension(ctx.session, query.by, 'by')
  if (by === dimension) throw badFilter('by', RULES.sameDimension)
  return foldCross(await sql.readCross(ctx.db, ctx.scope, slice, dimension, by))
})

const hours = serve(statisticsHours, async (ctx, { query }) => {
  const slice = readSlice(ctx, query)
  if (slice.productCode.length > 0) return { isKnown: false, days: 0, cells: [] }
  const cells = await sql.readHours(ctx.db, ctx.scope, slice)
  return { isKnown: true, days: cells[0]?.days ?? 0, cells }
})

const options = serve(statisticsOptions, async (ctx) => {
  const [partners, categories] = await Promise.all([
    may(ctx.session, 'partners.compare') ? sql.readPartners(ctx.db, ctx.scope) : [],
    sql.readCategories(ctx.db),
  ])
  return { partners, categories }
})

function readSlice(ctx: Ctx, query: Query): sql.Slice {
  checkDays(query.from, undefined)
  checkDays(undefined, query.to)
  const today = dayOf(ctx.now)
  if (query.from > today) throw refuse(errors, 'FUTURE', { field: 'from', params: { field: 'from' } })
  // biome-ignore lint/complexity/useMathMinMax: days are strings
  const to = query.to > today ? today : query.to
  checkDays(query.from, to)
  const names = (field: 'platform' | 'contentType' | 'productCode') => query[field]?.split(',').filter(Boolean) ?? []
  const ids = (field: 'categoryId' | 'partnerId') => {
    const found = query[field]?.split(',').filter(Boolean) ?? []
    if (found.length > MAX_VALUES || found.some((id) => !/^\d{1,18}$/.test(id))) throw badFilter(field, 'id')
    return found
  }
  return {
    from: query.from,
    to,
    platform: names('platform'),
    contentType: names('contentType'),
    productCode: names('productCode'),
    categoryId: ids('categoryId'),
    partnerId: ids('partnerId'),
  }
}

function readDimension(session: Session, wanted = 'platform', field = 'dimension'): Dimension {
  const allowed = dimensionsFor((needs) => may(session, needs))
  const found = allowed.find((one) => one === wanted)
  if (!found)
    throw refuse(errors, 'UNKNOWN_DIMENSION', {
      field,
      params: { field: wanted.slice(0, 40), allowed: allowed.join(', ') },
    })
  return found
}

const RULES = {
  sameDimension: { 'zh-CN': '须与分组维度不同', 'en-US': 'must differ from the grouping' },
} as const

const NOTHING: sql.Sums = {
  plays: 0,
  likes: 0,
  comments: 0,
  shares: 0,
  newVideos: 0,
  activeVideos: 0,
  estIncomeFen: 0,
  finishPlays: 0,
  ratedPlays: 0,
  days: 0,
}

function addUp(parts: sql.Sums[]): sql.Sums {
  const total = { ...NOTHING }
  for (const part of parts) for (const key of Object.keys(NOTHING) as (keyof sql.Sums)[]) total[key] += part[key]
  return total
}

/** Ratios of the sums; a mean of days for what does not add up over days. */
function metricsOf(sums: sql.Sums) {
  return {
    plays: sums.plays,
    likes: sums.likes,
    comments: sums.comments,
    shares: sums.shares,
    newVideos: sums.newVideos,
    activeVideos: sums.days ? Math.round(sums.activeVideos / sums.days) : 0,
    estIncomeFen: sums.estIncomeFen,
    finishRate: ppm(sums.finishPlays, sums.ratedPlays),
    interactionRate: ppm(sums.likes + sums.comments + sums.shares, sums.plays),
    rpmFen: sums.plays > 0 ? Math.round((sums.estIncomeFen * 1000) / sums.plays) : null,
  }
}

const ppm = (part: number, whole: number): number | null => (whole > 0 ? Math.round((part / whole) * 1_000_000) : null)

/** Recomputes dirty days until none is left. */
const rollup: Job = {
  name: 'rollup-statistics',
  cron: '* * * * *',
  async run({ transaction }) {
    while (await transaction(rebuildDay)) {
      // Each day is a transaction of its own, so that what is done stays done.
    }
  },
}

/** Compares the sums of the last week and one older day with the facts, and repairs what differs. */
const verify: Job = {
  name: 'verify-statistics',
  cron: '23 19 * * *',
  isLong: true,
  async run({ db, now }) {
    await verifyRecent(db, dayOf(now))
  },
}

export const statistics: Feature = { verbs: [answer, file, cross, hours, options], jobs: [rollup, verify] }
