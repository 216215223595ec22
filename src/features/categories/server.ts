import type { Input, Reply } from '../../core/contract.ts'
import { refuse } from '../../core/errors.ts'
import { badFilter, checkDays, MAX_VALUES } from '../../core/listQuery.ts'
import { type Comparison, comparedPeriod } from '../../core/period.ts'
import { addDays, dayOf } from '../../core/time.ts'
import { type Ctx, type Feature, type Job, serve } from '../../core/verb.ts'
import { treeOf } from './compute.ts'
import { categoryFile, categoryMovers, categoryOptions, categoryStatistics } from './contract.ts'
import { errors } from './errors.ts'
import { writeTree } from './file.ts'
import { moversOf } from './movers.ts'
import * as sql from './sql/figures.ts'
import { readAll } from './sql/tree.ts'
import { verifyRecent } from './sql/verify.ts'
import { mergeJob, treeVerbs } from './tree.ts'

type Asked = Pick<Ctx, 'db' | 'scope' | 'now'>
type Query = Input<typeof categoryStatistics>['query']
const DEFAULT_COMPARISON: Comparison = 'previous'

/** Answers the question of the page, its filters checked. Throws FUTURE and what checkDays throws. */
export async function answerOf(ctx: Asked, query: Query): Promise<Reply<typeof categoryStatistics>> {
  const slice = readSlice(ctx, query)
  const compared = comparedPeriod(slice, query.compare ?? DEFAULT_COMPARISON)
  // Spread, top ten and risk are kept per category as a whole.
  const isWhole = !sql.isFiltered(slice)
  const { db, scope } = ctx
  const [categories, days, now, before, shapes, videos, creators] = await Promise.all([
    readAll(db),
    sql.readDays(db, slice),
    sql.readSums(db, scope, slice),
    compared && sql.readSums(db, scope, { ...slice, ...compared }),
    isWhole ? sql.readShapes(db, scope, slice) : null,
    isWhole ? sql.readTop(db, scope, 'video', slice) : null,
    isWhole ? sql.readTop(db, scope, 'creator', slice) : null,
  ])
  const names = await sql.readCreators(db, [...new Set(creators?.map(({ id }) => id))])
  const byId = new Map(categories.map((one) => [one.id, one]))
  return {
    ...days,
    from: slice.from,
    to: slice.to,
    compareFrom: compared?.from ?? null,
    compareTo: compared?.to ?? null,
    merging: categories.flatMap((one) => {
      const into = one.mergedInto && !one.isMerged ? byId.get(one.mergedInto) : undefined
      return into ? [{ fromZh: one.nameZh, fromEn: one.nameEn, toZh: into.nameZh, toEn: into.nameEn }] : []
    }),
    ...treeOf(categories, {
      days: Math.max(...now.map((one) => one.days), 0),
      now,
      before,
      shapes,
      videos,
      creators,
      names: new Map(names.map(({ id, name }) => [id, name])),
    }),
  }
}

const answer = serve(categoryStatistics, (ctx, { query }) => answerOf(ctx, query))

const file = serve(categoryFile, async (ctx, { query }) => {
  const of = await answerOf(ctx, query)
  return {
    name: `statistics_content_category_${of.from}_${of.to}.csv`,
    type: 'text/csv; charset=utf-8',
    body: writeTree(of, ctx.language),
  }
})

const movers = serve(categoryMovers, async (ctx, { query }) => {
  const slice = readSlice(ctx, query)
  return moversOf(ctx, slice, comparedPeriod(slice, query.compare ?? DEFAULT_COMPARISON)!)
})

const options = serve(categoryOptions, async (ctx) => ({ partners: await sql.readPartners(ctx.db, ctx.scope) }))

function readSlice(ctx: Asked, query: Query): sql.Slice {
  checkDays(query.from, undefined)
  checkDays(undefined, query.to)
  const today = dayOf(ctx.now)
  if (query.from > today) throw refuse(errors, 'FUTURE', { field: 'from', params: { field: 'from' } })
  // biome-ignore lint/complexity/useMathMinMax: days are strings
  const to = query.to > today ? today : query.to
  checkDays(query.from, to)
  const names = (field: 'platform' | 'contentType' | 'productCode' | 'partnerId') =>
    query[field]?.split(',').filter(Boolean) ?? []
  const partnerId = names('partnerId')
  if (partnerId.length > MAX_VALUES || partnerId.some((id) => !/^\d{1,18}$/.test(id)))
    throw badFilter('partnerId', 'id')
  return {
    from: query.from,
    to,
    platform: names('platform'),
    contentType: names('contentType'),
    productCode: names('productCode'),
    partnerId,
  }
}

/** Compares the last week and one older day with the facts; what differs is recomputed. */
const verify: Job = {
  name: 'verify-categories',
  cron: '37 19 * * *',
  async run({ db, now }) {
    const today = dayOf(now)
    const week = Array.from({ length: 7 }, (_, i) => addDays(today, -1 - i))
    await verifyRecent(db, [...week, addDays(today, -8 - ((Date.parse(today) / 86_400_000) % 180))])
  },
}

export const categories: Feature = { verbs: [answer, file, movers, options, ...treeVerbs], jobs: [verify, mergeJob] }
