import { refuse } from '../../core/errors.ts'
import { addDays, dayOf, daysBetween, isDay, startOf } from '../../core/time.ts'
import { type Ctx, type Feature, serve } from '../../core/verb.ts'
import { readWorkLink } from '../../core/works.ts'
import {
  campaignCreate,
  campaignOptions,
  campaignPreview,
  campaignResolve,
  MAX_ROWS,
  type Reason,
  type Source,
  type Terms,
} from './contract.ts'
import { errors } from './errors.ts'
import { type Plan, planOf, type Receiver } from './plan.ts'
import * as sql from './sql.ts'
import { text } from './text.ts'

const MAX_RIGHTS_DAYS = 3 * 366
/** Refusals shown one by one; the rest is counted. */
const SHOWN = 100

async function videosOf(ctx: Ctx, source: Source): Promise<string[]> {
  if (!('collectionId' in source)) return ctx.idsOf(source)
  const ids = await sql.collectionVideos(ctx.db, source.collectionId)
  if (!ids) throw refuse(errors, 'COLLECTION_NOT_FOUND', { field: 'source' })
  return ids
}

/** The instants the terms mean. Throws what does not go together. */
function checkTerms(terms: Terms, now: Date): sql.Instants {
  const { rightsFrom, rightsTo, deadline, priceModel, unitPriceE4, sharePpm } = terms
  const today = dayOf(now)
  if (!isDay(rightsFrom) || !isDay(rightsTo) || rightsTo < rightsFrom || rightsTo < today)
    throw refuse(errors, 'RIGHTS_PERIOD', { field: 'rightsTo' })
  if (daysBetween(rightsFrom, rightsTo) > MAX_RIGHTS_DAYS) throw refuse(errors, 'RIGHTS_PERIOD', { field: 'rightsTo' })
  if (!isDay(deadline) || deadline < today || deadline < rightsFrom || deadline > rightsTo)
    throw refuse(errors, 'DEADLINE', { field: 'deadline' })
  const needsUnit = priceModel === 'per_post' || priceModel === 'cpm'
  if (needsUnit !== (unitPriceE4 != null) || (priceModel === 'share') !== (sharePpm != null))
    throw refuse(errors, 'PRICE', { field: priceModel === 'share' ? 'sharePpm' : 'unitPriceE4' })
  return {
    rightsStart: startOf(rightsFrom),
    rightsEnd: startOf(addDays(rightsTo, 1)),
    deadlineAt: startOf(addDays(deadline, 1)),
    now,
  }
}

interface Prepared {
  at: sql.Instants
  ids: string[]
  suppliers: sql.SupplierRow[]
  receivers: Receiver[]
  plan: Plan
}

/** Looks at everything a campaign would touch, locked where it is about to be made. */
async function prepare(ctx: Ctx, source: Source, terms: Terms, locks: boolean): Promise<Prepared> {
  const at = checkTerms(terms, ctx.now)
  const ids = await videosOf(ctx, source)
  if (ids.length * (terms.mode === 'all' ? terms.supplierIds.length : 1) > MAX_ROWS)
    throw refuse(errors, 'TOO_MANY_ROWS', { field: 'source', params: { limit: MAX_ROWS } })
  const suppliers = await sql.readSuppliers(ctx.db, terms.supplierIds, startOf(dayOf(ctx.now)), locks)
  if (suppliers.length < terms.supplierIds.length) throw refuse(errors, 'SUPPLIER_NOT_FOUND', { field: 'supplierIds' })
  if (locks) await sql.lockVideos(ctx.db, ids)
  const candidates = await sql.readCandidates(ctx.db, ids, terms.rightsTo)
  if (candidates.length < ids.length)
    throw refuse(errors, 'ROWS_NOT_FOUND', { field: 'source', params: { count: ids.length - candidates.length } })
  const strengths = await sql.readStrengths(ctx.db, terms.supplierIds)
  const receivers = suppliers.map((supplier): Receiver => {
    const mine = strengths.filter(({ supplierId }) => supplierId === supplier.id)
    return {
      id: supplier.id,
      name: supplier.name,
      refusal: refusalOf(supplier, terms),
      quotaLeft: leftOf(supplier),
      strength: new Map(mine.map(({ categoryId, n }) => [categoryId, n])),
    }
  })
  return { at, ids, suppliers, receivers, plan: planOf(candidates, receivers, terms.mode) }
}

const refusalOf = ({ isActive, platforms }: sql.SupplierRow, terms: Terms): Reason | null =>
  !isActive
    ? 'SUPPLIER_PAUSED'
    : terms.platforms.some((platform) => platforms.includes(platform))
      ? null
      : 'NO_PLATFORM'

const leftOf = ({ dailyQuota, sentToday }: sql.SupplierRow): number | null =>
  dailyQuota === null ? null : Math.max(0, dailyQuota - sentToday)

/** What the person sees of a plan. */
function shown({ ids, receivers, plan }: Prepared) {
  const reasons = new Map<string, number>()
  for (const { reason } of plan.refused) reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
  return {
    videos: ids.length,
    rows: plan.rows.length,
    suppliers: receivers.map(({ id, name, refusal, quotaLeft }) => ({
      id,
      name,
      refusal,
      quotaLeft,
      rows: plan.rows.filter(({ supplierId }) => supplierId === id).length,
    })),
    reasons: [...reasons].map(([reason, count]) => ({ reason, count })).sort((a, b) => b.count - a.count),
    refused: plan.refused.slice(0, SHOWN),
  }
}

const preview = serve(campaignPreview, async (ctx, { body }) =>
  shown(await prepare(ctx, body.source, body.terms, false)),
)

const create = serve(campaignCreate, async (ctx, { body: { source, terms } }) => {
  const prepared = await prepare(ctx, source, terms, true)
  const { plan, at, receivers } = prepared
  if (plan.rows.length === 0) throw refuse(errors, 'NOTHING_TO_SEND', { field: 'source' })
  const batchId = await sql.addBatch(ctx.db, terms, at, ctx.session.accessId)
  const made = await sql.addRows(ctx.db, plan.rows, { batchId, mode: terms.mode, ...at })
  await ctx.audit(
    {
      action: 'distribution.batch',
      entity: 'dist_batch',
      entityId: batchId,
      after: { ...terms, rows: made.length, refused: plan.refused.length },
    },
    ...made.map(({ distId, supplierId }) => ({
      action: 'distribution.send',
      entity: 'distribution',
      entityId: distId,
      after: { status: 'pending', batchId, supplierId },
    })),
  )
  const [zh, en] = [text['zh-CN'].notice, text['en-US'].notice]
  for (const { id } of receivers) {
    const count = made.filter(({ supplierId }) => supplierId === id).length
    if (count === 0) continue
    await ctx.notify({
      to: { supplierId: id },
      type: 'todo',
      messageType: 0,
      bizType: 'distribution',
      bizId: `${batchId}-${id}`,
      link: `/dashboard/distribute_videos?status=pending&batchId=${batchId}`,
      words: {
        'zh-CN': { title: zh.title(count), content: zh.content(count, terms.deadline) },
        'en-US': { title: en.title(count), content: en.content(count, terms.deadline) },
      },
    })
  }
  return { ...shown(prepared), batchId }
})

const resolve = serve(campaignResolve, async (ctx, { body }) => {
  const lines = body.lines.map((line) => line.trim())
  const asked = lines.map((line) => {
    const work = readWorkLink(line)
    return {
      own: /^[1-9]\d{0,17}$/.test(line) ? line : null,
      platform: work?.platform ?? null,
      item: work?.itemId ?? line,
    }
  })
  const found = await sql.resolveLines(ctx.db, asked)
  return {
    ids: [...new Set(found.flatMap(({ id }) => (id ? [id] : [])))],
    unknown: lines.filter((_, at) => !found[at]?.id),
  }
})

const options = serve(campaignOptions, async (ctx) => {
  const [suppliers, collections, categories, partners] = await Promise.all([
    sql.readSuppliers(ctx.db, null, startOf(dayOf(ctx.now)), false),
    sql.readCollections(ctx.db),
    sql.readCategories(ctx.db),
    sql.readPartners(ctx.db),
  ])
  return {
    suppliers: suppliers.map((supplier) => ({
      id: supplier.id,
      name: supplier.name,
      isActive: supplier.isActive,
      platforms: supplier.platforms,
      quotaLeft: leftOf(supplier),
    })),
    collections,
    categories,
    partners,
    today: dayOf(ctx.now),
  }
})

export const campaign: Feature = { verbs: [preview, create, resolve, options] }
