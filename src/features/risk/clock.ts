import type { Job, JobCtx } from '../../core/verb.ts'
import { UNDO_SECONDS } from './flow.ts'
import { takeSignals } from './intake.ts'
import { addEvent, changeCase, type LockedCase, lockExpired, lockSettled } from './sql/case.ts'
import * as effects from './sql/effects.ts'
import { refreshPriorities } from './sql/intake.ts'

/** The job that takes waiting signals into cases. */
export const INTAKE_JOB = 'risk_intake'

async function expireClaims(job: JobCtx): Promise<void> {
  await job.transaction(async (db) => {
    for (const found of await lockExpired(db, job.now)) {
      await addEvent(db, {
        caseId: found.id,
        actorId: null,
        kind: 'expire',
        from: 'claimed',
        to: 'pending',
        at: job.now,
      })
      await changeCase(db, found, ['claimed'], { state: 'pending', assigneeId: null, claimUntil: null })
    }
  })
}

async function closeSettled(job: JobCtx): Promise<void> {
  await job.transaction(async (db, ctx) => {
    for (const found of await lockSettled(db, job.now, UNDO_SECONDS)) {
      await addEvent(db, { caseId: found.id, actorId: null, kind: 'close', from: 'decided', to: 'closed', at: job.now })
      await changeCase(db, found, ['decided'], { state: 'closed', closedAt: job.now })
      await ctx.endTodos('risk', found.id)
    }
  })
}

/** Suspensions end by themselves; the rest of their case stands. */
async function endSuspensions(job: JobCtx): Promise<void> {
  await job.transaction(async (db) => {
    for (const { effectId, caseId, videoId, state } of await effects.findEndedBans(db, job.now)) {
      await effects.lockVideo(db, videoId)
      const to = state as LockedCase['state']
      const eventId = await addEvent(db, { caseId, actorId: null, kind: 'banEnd', from: to, to, at: job.now })
      await effects.endBan(db, effectId, eventId, job.now)
      await effects.project(db, videoId, eventId, '')
    }
  })
}

export const jobs: Job[] = [
  {
    name: 'risk_clock',
    cron: '* * * * *',
    async run(job) {
      await expireClaims(job)
      await closeSettled(job)
      await endSuspensions(job)
    },
  },
  {
    name: INTAKE_JOB,
    cron: '*/5 * * * *',
    async run(job) {
      let taken: number
      do {
        const { opened, joined } = await job.transaction((db, ctx) => takeSignals({ ...ctx, db }))
        taken = opened + joined
      } while (taken > 0)
    },
  },
  { name: 'risk_priorities', cron: '37 * * * *', run: (job) => refreshPriorities(job.db) },
]
