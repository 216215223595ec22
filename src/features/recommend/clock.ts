import type { Ctx, Job, JobCtx, Reactions } from '../../core/verb.ts'
import { itemFlow } from './flow.ts'
import { tellAudience, tellMaker } from './notices.ts'
import { lapseClaims, matchWorks, readLapsing } from './sql/claims.ts'
import * as sql from './sql/items.ts'
import { readThrough, suggest } from './sql/suggest.ts'

const hasPlaces = ({ quota, claimedCount }: sql.Held): boolean => quota === null || claimedCount < quota
const isOver = ({ deadlineAt, endBefore }: sql.Held, now: Date): boolean =>
  [deadlineAt, endBefore].some((instant) => instant !== null && new Date(instant) <= now)

/** Starts what is due and can start; what cannot goes offline and its maker is told. */
async function startDue(ctx: JobCtx): Promise<void> {
  for (const item of await sql.lockDue(ctx.db, ctx.now)) {
    const isFit =
      (await sql.findFault(ctx.db, item.id)) === undefined &&
      (await sql.hasRoom(ctx.db, item.slotCode, item.lineId, item.id))
    const action = !isFit ? 'miss' : hasPlaces(item) ? 'start' : 'publishFull'
    const { from, to } = itemFlow.actions[action]
    await sql.moveItem(ctx.db, { id: item.id, from, to, now: ctx.now, startsNow: isFit })
    if (isFit) await tellAudience(ctx, item, await sql.readAudience(ctx.db, item))
    else await tellMaker(ctx, item, 'missed')
  }
}

/** What time does: items end and start, claims without a work lapse, works that have arrived are matched. */
const clock: Job = {
  name: 'recommend-clock',
  cron: '* * * * *',
  async run({ transaction }) {
    await transaction(async (db, ctx) => {
      await sql.expireItems(db, ctx.now)
      await startDue(ctx)
    })
    await transaction(async (db, ctx) => {
      for (const { id } of await readLapsing(db, ctx.now)) await lapseClaims(db, id, ctx.now)
    })
    await transaction((db) => matchWorks(db))
  },
}

/** Every morning at 08:00 in Shanghai. */
const suggestions: Job = {
  name: 'recommend-suggest',
  cron: '0 0 * * *',
  async run({ transaction }) {
    await transaction(async (db, ctx) => {
      const through = await readThrough(db)
      if (through) await suggest(db, through, ctx.now)
    })
  },
}

export const jobs = [clock, suggestions]

/** Effects of a risk decision that no item may stand beside. */
const TAKES_OFFLINE: ReadonlySet<string> = new Set(['limit', 'remove', 'ban'])

async function restore(ctx: Ctx, item: sql.Held): Promise<void> {
  const waits = item.heldStatus === 'scheduled' && item.startAt !== null && new Date(item.startAt) > ctx.now
  const isFit = !isOver(item, ctx.now) && (waits || (await sql.hasRoom(ctx.db, item.slotCode, item.lineId, item.id)))
  const action = waits ? 'restoreScheduled' : hasPlaces(item) ? 'restore' : 'restoreFull'
  const { from, to } = itemFlow.actions[action]
  const next = isFit ? to : 'offline'
  await sql.moveItem(ctx.db, { id: item.id, from, to: next, now: ctx.now })
  if (!isFit) await tellMaker(ctx, item, 'stays')
  await ctx.audit({
    action: 'recommendation.restore',
    entity: 'recommendation',
    entityId: item.id,
    before: { status: 'offline' },
    after: { status: next },
  })
}

export const reactions: Reactions = {
  async 'video.restricted'(ctx, { videoId, caseId, effects }) {
    if (!effects.some((effect) => TAKES_OFFLINE.has(effect))) return
    for (const item of await sql.holdItems(ctx.db, videoId, caseId, ctx.now)) {
      await tellMaker(ctx, item, 'risk')
      await ctx.audit({
        action: 'recommendation.restrict',
        entity: 'recommendation',
        entityId: item.id,
        before: { status: item.heldStatus },
        after: { status: item.status, caseId },
      })
    }
  },
  async 'video.restored'(ctx, { caseId }) {
    for (const item of await sql.releaseItems(ctx.db, caseId)) await restore(ctx, item)
  },
}
