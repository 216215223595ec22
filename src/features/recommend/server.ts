import { may } from '../../core/can.ts'
import { errors as common, refuse } from '../../core/errors.ts'
import type { ListQuery } from '../../core/listQuery.ts'
import { dayOf } from '../../core/time.ts'
import { type Ctx, type Feature, serve, serveList } from '../../core/verb.ts'
import { readAll, readPage } from '../../kit/sql/list.ts'
import { claimVerbs } from './claims.ts'
import { jobs, reactions } from './clock.ts'
import {
  recommendDetail,
  recommendList,
  recommendOptions,
  recommendOwn,
  recommendSummary,
  recommendTargets,
  suggestionAccept,
  suggestionDismiss,
  suggestionList,
} from './contract.ts'
import { errors } from './errors.ts'
import { blank, draft, itemVerbs } from './items.ts'
import { readClaims, readOwn } from './sql/claims.ts'
import * as sql from './sql/items.ts'
import { readOptions, readTargets } from './sql/pick.ts'
import { decideSuggestion, type LockedSuggestion, lockSuggestion, readSuggestions } from './sql/suggest.ts'
import { text } from './text.ts'

const partnerOf = ({ scope }: Ctx): string | null => (scope.kind === 'partner' ? scope.partnerId : null)

const question = (ctx: Ctx, query: ListQuery) => ({
  db: ctx.db,
  list: recommendList,
  source: sql.itemSource(ctx.language, partnerOf(ctx)),
  query,
  fence: sql.fenceItems(ctx.scope),
  may: (needs: Parameters<typeof may>[1]) => may(ctx.session, needs),
})

/** One row is asked for to count a file's rows; nobody was shown anything. */
const COUNTS_ONLY = 1

const list = serveList({
  list: recommendList,
  text,
  async page(ctx, query) {
    const page = await readPage(question(ctx, query))
    if (query.pageSize !== COUNTS_ONLY)
      await noteSeen(
        ctx,
        page.list.map(({ recId }) => recId),
        false,
      )
    return page
  },
  all: (ctx, query) => readAll(question(ctx, query)),
})

/** A partner was shown items: counted here, once a person, day and item. */
async function noteSeen(ctx: Ctx, ids: string[], isOpened: boolean): Promise<void> {
  const partnerId = partnerOf(ctx)
  if (!partnerId) return
  await sql.noteSeen(ctx.db, { ids, day: dayOf(ctx.now), userId: ctx.session.accessId, partnerId, isOpened })
}

const summary = serve(recommendSummary, (ctx, { list: query }) =>
  sql.readTotals(ctx.db, ctx.scope, query, (needs) => may(ctx.session, needs)),
)

const own = serve(recommendOwn, (ctx) => {
  if (ctx.scope.kind !== 'partner') throw refuse(common, 'NOT_FOUND')
  return readOwn(ctx.db, ctx.scope, ctx.now)
})

const options = serve(recommendOptions, (ctx) => readOptions(ctx.db, ctx.scope, ctx.now))

const targets = serve(recommendTargets, async (ctx, { query }) => ({
  targets: await readTargets(ctx.db, ctx.scope, query.type, query.q?.trim() ?? ''),
}))

const detail = serve(recommendDetail, async (ctx, { params }) => {
  const item = await sql.readItem(ctx.db, ctx.scope, params.id)
  if (!item) throw refuse(common, 'NOT_FOUND')
  const claims = await readClaims(ctx.db, ctx.scope, params.id)
  await noteSeen(ctx, [params.id], true)
  // The answer's schema keeps what it names: a partner's item has no figure of others, and no `staff`.
  return { item, claims, ...(may(ctx.session, 'recommend.write') && { staff: item }) } as never
})

const suggestions = serve(suggestionList, async (ctx) => ({
  suggestions: await readSuggestions(ctx.db, ctx.scope),
}))

/** Holds an open suggestion. Throws NOT_FOUND, DECIDED. */
async function holdSuggestion(ctx: Ctx, id: string): Promise<LockedSuggestion> {
  const suggestion = await lockSuggestion(ctx.db, ctx.scope, id)
  if (!suggestion) throw refuse(common, 'NOT_FOUND')
  if (suggestion.status !== 'open') throw refuse(errors, 'DECIDED')
  return suggestion
}

const decide = async (ctx: Ctx, id: string, status: 'accepted' | 'dismissed', recommendationId: string | null) => {
  await decideSuggestion(ctx.db, id, { status, by: ctx.session.accessId, recommendationId, now: ctx.now })
  await ctx.audit({
    action: `recommendation.suggestion.${status}`,
    entity: 'recommendationSuggestion',
    entityId: id,
    after: { recommendationId },
  })
}

const accept = serve(suggestionAccept, async (ctx, { params }) => {
  const { videoId, title, score } = await holdSuggestion(ctx, params.id)
  const fields = { ...blank, tags: [], partnerIds: [], score, title: title.slice(0, 200) || videoId }
  const id = await draft(ctx, fields, { targetType: 'video', targetId: videoId, source: 'rule' })
  await decide(ctx, params.id, 'accepted', id)
  return { id }
})

const dismiss = serve(suggestionDismiss, async (ctx, { params }) => {
  await holdSuggestion(ctx, params.id)
  await decide(ctx, params.id, 'dismissed', null)
  return { done: true }
})

export const recommend: Feature = {
  lists: [list],
  verbs: [summary, own, options, targets, suggestions, accept, dismiss, detail, ...itemVerbs, ...claimVerbs],
  jobs,
  reactions,
}
