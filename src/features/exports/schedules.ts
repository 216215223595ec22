import type { Sql } from 'sql-template-tag'
import { may } from '../../core/can.ts'
import { AppError, errors as common, refuse } from '../../core/errors.ts'
import { scheduleExport } from '../../core/export.ts'
import { nextTurn } from '../../core/schedule.ts'
import { type Ctx, type Feature, type Job, type JobCtx, type ListVerb, serve } from '../../core/verb.ts'
import { SCHEDULES_EACH, scheduleDrop, scheduleList, schedulePause, scheduleResume } from './contract.ts'
import { filtersInWords } from './describe.ts'
import { errors } from './errors.ts'
import { tellNothingOrdered, tellPaused } from './notices.ts'
import { placeOrder } from './order.ts'
import { planOf, queryOn } from './plan.ts'
import { isUnchanged, rightsOf, seesColumns } from './rights.ts'
import { lockOwner } from './sql.ts'
import * as sql from './sqlSchedules.ts'

interface House {
  listOf(key: string): ListVerb | undefined
  fence(ctx: Ctx): Sql
}

/** Exports that come back by the clock, over the lists of the house. */
export function schedulesFor({ listOf, fence }: House): Required<Pick<Feature, 'verbs' | 'jobs'>> {
  const list = serve(scheduleList, async (ctx) => {
    const { language } = ctx
    const found = await sql.readSchedules(ctx.db, fence(ctx))
    return {
      list: found.flatMap((row) => {
        const verb = listOf(row.listKey)
        if (!verb) return []
        return [
          {
            ...row,
            title: row.title[language],
            isOwn: row.ownerId === ctx.session.accessId,
            filters: filtersInWords(verb, queryOn(row, ctx.now), language, ctx.now),
          },
        ]
      }),
    }
  })

  const create = serve(scheduleExport, async (ctx, { body }) => {
    const verb = listOf(body.listKey)
    if (!verb || !may(ctx.session, verb.list.permission)) throw refuse(common, 'NOT_FOUND')
    const plan = planOf(ctx, verb, body)
    await lockOwner(ctx.db, plan.ownerId)
    if ((await sql.countSchedules(ctx.db, plan.ownerId)) >= SCHEDULES_EACH)
      throw refuse(errors, 'TOO_MANY_SCHEDULES', { params: { limit: SCHEDULES_EACH } })
    const nextAt = nextTurn(plan, ctx.now)
    const id = await sql.insertSchedule(ctx.db, plan, nextAt, ctx.now)
    const { listKey, query, columns, format, cadence, onDay, atTime, windowField, windowDays } = plan
    await ctx.audit({
      action: 'exportSchedule.create',
      entity: 'exportSchedule',
      entityId: id,
      after: { listKey, query, columns, format, cadence, onDay, atTime, windowField, windowDays },
    })
    return { id, nextAt: nextAt.toISOString() }
  })

  /** A schedule one may see, held for a change. Throws NOT_FOUND, and STALE where it is not the version that was seen. */
  const hold = async (ctx: Ctx, id: string, version?: number): Promise<sql.Schedule> => {
    const row = await sql.lockSchedule(ctx.db, fence(ctx), id)
    if (!row) throw refuse(common, 'NOT_FOUND')
    if (version !== undefined && version !== row.version)
      throw refuse(common, 'STALE', {
        field: 'version',
        data: { current: { status: row.status, nextAt: row.nextAt, version: row.version } },
      })
    return row
  }

  const pause = serve(schedulePause, async (ctx, { params: { id }, body }) => {
    const { status } = await hold(ctx, id, body.version)
    if (status === 'active') {
      await sql.pauseSchedule(ctx.db, id, null)
      await ctx.audit({ action: 'exportSchedule.pause', entity: 'exportSchedule', entityId: id, before: { status } })
    }
    return { done: true }
  })

  const resume = serve(scheduleResume, async (ctx, { params: { id }, body }) => {
    const row = await hold(ctx, id, body.version)
    if (row.status === 'active') return { done: true }
    const isOwn = row.ownerId === ctx.session.accessId
    const verb = listOf(row.listKey)
    if (!verb || (isOwn && !seesColumns(ctx.session, verb, row.columns))) throw refuse(errors, 'SCOPE_CHANGED')
    await sql.resumeSchedule(ctx.db, id, isOwn ? rightsOf(ctx.session) : row.rights, nextTurn(row, ctx.now))
    await ctx.audit({
      action: 'exportSchedule.resume',
      entity: 'exportSchedule',
      entityId: id,
      before: { status: row.status, pauseReason: row.pauseReason },
    })
    return { done: true }
  })

  const drop = serve(scheduleDrop, async (ctx, { params: { id } }) => {
    const { listKey, query, cadence, onDay, atTime } = await hold(ctx, id)
    await sql.dropSchedule(ctx.db, id)
    await ctx.audit({
      action: 'exportSchedule.delete',
      entity: 'exportSchedule',
      entityId: id,
      before: { listKey, query, cadence, onDay, atTime },
    })
    return { done: true }
  })

  /** Orders what is due. Turns that were missed while nothing ran come to one; what cannot be ordered is told. */
  const turn = async (ctx: JobCtx, id: string): Promise<void> => {
    await ctx.transaction(async (db, inner) => {
      const row = await sql.lockDue(db, id, ctx.now)
      if (!row) return
      const verb = listOf(row.listKey)
      const owner = verb && (await inner.actAs(row.ownerId, row.language))
      if (!owner || !isUnchanged(owner.session, verb, row)) {
        await sql.pauseSchedule(db, id, 'SCOPE_CHANGED')
        return tellPaused(inner, row)
      }
      const note = (end: { jobId: string | null; failure: string | null }) =>
        sql.noteTurn(db, id, { at: ctx.now, nextAt: nextTurn(row, ctx.now), ...end })
      try {
        const order = await placeOrder(owner, verb, { ...row, query: queryOn(row, ctx.now) })
        await note({ jobId: order.id, failure: null })
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        await note({ jobId: null, failure: error.reason })
        await tellNothingOrdered(inner, row, error)
      }
    })
  }

  const clock: Job = {
    name: 'export-schedules',
    cron: '* * * * *',
    async run(ctx) {
      const faults: unknown[] = []
      for (const { id } of await sql.readDue(ctx.db, ctx.now)) await turn(ctx, id).catch((error) => faults.push(error))
      // One that breaks keeps none of the others waiting; the queue tries it again.
      if (faults.length > 0) throw faults[0]
    },
  }
  return { verbs: [list, create, pause, resume, drop], jobs: [clock] }
}
