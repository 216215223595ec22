import type { AuditEntry, Ctx, Feature, Job } from '../../core/verb.ts'
import { overdueNotices, recallNotices, restoreNotices, todoOf } from './notices.ts'
import { dueOf } from './operator.ts'
import { applyClock, hold, releaseRows, restrictRows, type Taken } from './sql/recall.ts'
import { dropOldDownloads, hasPending } from './sql/rows.ts'

/** Writes down deadlines and recalls that have passed. Reading does not wait for it: the clock counts at read. */
export const clock: Job = {
  name: 'distribution_clock',
  cron: '*/5 * * * *',
  async run({ transaction, now }) {
    await transaction(async (db, ctx) => {
      const moved = await applyClock(db, now)
      await ctx.notify(...overdueNotices(moved.filter(({ action }) => action === 'overdue')))
      const expired = moved.filter(({ action }) => action === 'expire')
      const batches = new Map(expired.map((row) => [todoOf(row.batchId, row.supplierId), row]))
      for (const [todo, { batchId, supplierId }] of batches)
        if (!(await hasPending(db, batchId, supplierId))) await ctx.endTodos('distribution', todo)
      await dropOldDownloads(db, now)
    })
  },
}

const entriesOf = (action: 'restrict' | 'restore', caseId: string, rows: Taken[]): AuditEntry[] =>
  rows.map(({ distId, before, after }) => ({
    action: `distribution.${action}`,
    entity: 'distribution',
    entityId: distId,
    before: { status: before },
    after: { status: after, caseId },
  }))

/** What distribution does when a risk decision takes a video down, and when that decision is overturned. */
export const reactions: Feature['reactions'] = {
  async 'video.restricted'(ctx: Ctx, { videoId, caseId, effects, severity }) {
    if (!effects.some((effect) => effect === 'remove' || effect === 'ban')) return
    const dueAt = dueOf(ctx.now, severity)
    await hold(ctx.db, videoId, caseId, dueAt)
    const taken = await restrictRows(ctx.db, videoId, caseId, dueAt, ctx.now)
    await ctx.audit(...entriesOf('restrict', caseId, taken))
    await ctx.notify(...recallNotices(taken, dueAt))
  },
  async 'video.restored'(ctx: Ctx, { videoId, caseId }) {
    const restored = await releaseRows(ctx.db, videoId, caseId, ctx.now)
    await ctx.audit(...entriesOf('restore', caseId, restored))
    await ctx.notify(...restoreNotices(restored))
  },
}
