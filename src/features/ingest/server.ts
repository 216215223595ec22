import { createHash } from 'node:crypto'
import type { Reply } from '../../core/contract.ts'
import { errors as common, refuse } from '../../core/errors.ts'
import { dayOf } from '../../core/time.ts'
import { type Ctx, type Feature, serve } from '../../core/verb.ts'
import type { Applied, Batch } from './apply/applied.ts'
import { applyBills } from './apply/bills.ts'
import { applyBindings } from './apply/bindings.ts'
import { applyHours, applyMetrics } from './apply/metrics.ts'
import { applyVideos } from './apply/videos.ts'
import {
  ingestBills,
  ingestBindings,
  ingestHourly,
  ingestMetrics,
  ingestRerun,
  ingestSourceSet,
  ingestSources,
  ingestVideos,
  KEPT_DAYS,
  type Kind,
  MAX_REFUSALS,
} from './contract.ts'
import { errors } from './errors.ts'
import { gate } from './gate.ts'
import { FIGURES_JOB, HOURS_JOB, jobs } from './jobs.ts'
import { isOpenDay } from './read/cells.ts'
import { codes, type Problem } from './read/codes.ts'
import { type Read, readBills, readBindings, readHours, readMetrics, readVideos } from './read/rows.ts'
import * as sql from './sql/batch.ts'
import { listRecent, listSources, listTroubled, switchSource } from './sql/sources.ts'
import { findStanding } from './sql/standing.ts'

type Answer = Reply<typeof ingestMetrics>

/** What a batch of any kind carries. */
interface Sent {
  batchId: string
  source: string
  statDate?: string
  isComplete?: boolean
  sourceFile?: string | null
  /** The batch whose refused rows these are. */
  rerunOf?: string
  rows: unknown[]
}

/** How one kind of rows is understood and written. */
interface Course<Row> {
  kind: Kind
  read: Read<Row>
  apply(batch: Batch, rows: readonly (Row & { index: number })[]): Promise<Applied>
  /** The job that carries on where the batch ends. */
  job: string
}

/** Builds what income rows come to; the room of settlement has it. */
const ACCRUALS_JOB = 'build-accruals'

const inTurn = gate()

/**
 * Takes a batch: rows are read before any connection is held, and all that is good of them goes in in one transaction,
 * with the refusals of the rest and the answer. The same batch again gets that answer. Throws BATCH_CHANGED,
 * SOURCE_DISABLED, DAY_NEEDED, BAD_DAY, TOO_MANY.
 */
async function receive<Row>(ctx: Ctx, { kind, read, apply, job }: Course<Row>, sent: Sent): Promise<Answer> {
  const { source, batchId, statDate = null, isComplete = false } = sent
  if (isComplete && !statDate) throw refuse(errors, 'DAY_NEEDED', { field: 'statDate' })
  if (statDate && !isOpenDay(statDate, dayOf(ctx.now))) throw refuse(errors, 'BAD_DAY', { field: 'statDate' })
  const found = await read(sent.rows, { now: ctx.now, statDate })
  const rerunOf = sent.rerunOf ?? null
  const hash = createHash('sha256')
    .update(JSON.stringify([statDate, isComplete, sent.rows]))
    .digest()
  const claim: sql.Claim = {
    ...{ source, kind, batchId, hash, statDate, isComplete, sourceFile: sent.sourceFile ?? null, rerunOf },
    userId: ctx.session.accessId,
    tokenId: ctx.session.tokenId ?? null,
  }
  return inTurn(() =>
    ctx.transaction(async (tx) => {
      const { db } = tx
      await sql.prepare(db)
      const id = await sql.claimBatch(db, claim)
      if (!id) return again(tx, claim)
      if (await sql.isDisabled(db, source, kind)) throw refuse(errors, 'SOURCE_DISABLED', { params: { source } })
      const standing = rerunOf ? await findStanding(db, kind, source, found.rows) : new Set<number>()
      const by = { actorId: claim.userId, reason: `${source} ${batchId}` }
      const done = await apply(
        {
          db,
          source,
          id,
          sourceFile: sent.sourceFile ?? null,
          now: ctx.now,
          by,
          completeDay: isComplete ? statDate : null,
        },
        found.rows.filter(({ index }) => !standing.has(index)),
      )
      const superseded = [...standing].map((index) => ({ index, field: '', value: '', code: 'SUPERSEDED' as const }))
      const problems = [...found.problems, ...superseded, ...done.problems].sort((a, b) => a.index - b.index)
      const accepted = sent.rows.length - problems.length
      const outcome: sql.Outcome = {
        rows: sent.rows.length,
        accepted,
        refused: problems.length,
        created: done.created,
        changed: done.changed,
        unchanged: accepted - done.created - done.changed,
        flagged: { ...found.flagged, ...done.flagged },
      }
      await sql.writeProblems(db, id, problems, sent.rows)
      await sql.finishBatch(db, id, outcome, { waitingVideos: done.waitingVideos, startedAt: ctx.now })
      await sql.noteSource(db, claim, { day: isComplete ? statDate : null, hour: done.hourThrough ?? null })
      await tx.audit({
        action: rerunOf ? 'ingest.rerun' : 'ingest.batch',
        entity: 'ingestBatch',
        entityId: id,
        after: { source, kind, batchId, accepted, refused: outcome.refused, ...(rerunOf && { rerunOf }) },
      })
      const due = isComplete ? ctx.now.toISOString() : await sql.figuresDue(db)
      if (done.created + done.changed > 0 || isComplete) await tx.enqueue(job, {}, { at: due })
      return answerOf(tx, { id, batchId, duplicate: false, outcome, problems })
    }),
  )
}

/** The answer of a batch that has been here. */
async function again(ctx: Ctx, claim: sql.Claim): Promise<Answer> {
  const known = await sql.readBatch(ctx.db, claim)
  if (!known.isSame) throw refuse(errors, 'BATCH_CHANGED', { field: 'batchId', params: { batchId: claim.batchId } })
  const problems = await sql.readProblems(ctx.db, known.id)
  return answerOf(ctx, { id: known.id, batchId: claim.batchId, duplicate: true, outcome: known.outcome, problems })
}

async function answerOf(
  { db, language }: Ctx,
  batch: { id: string; batchId: string; duplicate: boolean; outcome: sql.Outcome; problems: Problem[] },
): Promise<Answer> {
  const { outcome, problems, ...names } = batch
  return {
    ...names,
    ...outcome,
    refusals: problems.slice(0, MAX_REFUSALS).map((problem) => ({
      ...problem,
      msg: [problem.field, codes[problem.code][language]].filter(Boolean).join(language === 'zh-CN' ? '：' : ' '),
    })),
    dataThrough: await sql.readThrough(db),
  }
}

const videos = { kind: 'videos', read: readVideos, apply: applyVideos, job: FIGURES_JOB } as const
const metrics = { kind: 'metrics', read: readMetrics, apply: applyMetrics, job: FIGURES_JOB } as const
const hours = { kind: 'hourly-metrics', read: readHours, apply: applyHours, job: HOURS_JOB } as const
const bindings = { kind: 'bindings', read: readBindings, apply: applyBindings, job: FIGURES_JOB } as const
const bills = { kind: 'bills', read: readBills, apply: applyBills, job: ACCRUALS_JOB } as const

const takers: Record<Kind, (ctx: Ctx, sent: Sent) => Promise<Answer>> = {
  videos: (ctx, sent) => receive(ctx, videos, sent),
  metrics: (ctx, sent) => receive(ctx, metrics, sent),
  'hourly-metrics': (ctx, sent) => receive(ctx, hours, sent),
  bindings: (ctx, sent) => receive(ctx, bindings, sent),
  bills: (ctx, sent) => receive(ctx, bills, sent),
}

/**
 * Runs what was refused of a batch again. Throws NOT_FOUND, ALREADY_RERUN, NOTHING_KEPT, SOURCE_DISABLED, TOO_MANY. Two at
 * once are one batch: its name follows from the first one's id, and the second gets its answer.
 */
const rerun = serve(ingestRerun, async (ctx, { params: { id } }) => {
  const kept = await sql.readKept(ctx.db, id)
  if (!kept) throw refuse(common, 'NOT_FOUND')
  if (kept.rerun) throw refuse(errors, 'ALREADY_RERUN', { params: { batchId: kept.rerun } })
  if (kept.rows.length === 0) throw refuse(errors, 'NOTHING_KEPT', { params: { days: KEPT_DAYS } })
  const { source, kind, statDate, sourceFile } = kept
  const rows = kept.rows.map((row) => JSON.parse(row) as unknown)
  // Whether the day is complete was said by the first batch; a part of it says nothing anew.
  return takers[kind](ctx, {
    ...{ source, batchId: `rerun:${id}`, sourceFile, rerunOf: id, rows },
    ...(statDate && { statDate }),
  })
})

export const ingest: Feature = {
  verbs: [
    serve(ingestVideos, (ctx, { body }) => takers.videos(ctx, body)),
    serve(ingestMetrics, (ctx, { body }) => takers.metrics(ctx, body)),
    serve(ingestHourly, (ctx, { body }) => takers['hourly-metrics'](ctx, body)),
    serve(ingestBills, (ctx, { body }) => takers.bills(ctx, body)),
    serve(ingestBindings, (ctx, { body }) => takers.bindings(ctx, body)),
    rerun,
    serve(ingestSources, async ({ db }) => ({
      dataThrough: await sql.readThrough(db),
      list: await listSources(db),
      recent: await listRecent(db),
      troubled: await listTroubled(db),
    })),
    serve(ingestSourceSet, async (ctx, { body }) => {
      const done = await switchSource(ctx.db, body)
      if (!done) throw refuse(common, 'NOT_FOUND')
      if (done.isStale) throw refuse(common, 'STALE')
      const { source, kind, enabled } = body
      await ctx.audit({
        action: 'ingest.source',
        entity: 'ingestSource',
        entityId: `${source}/${kind}`,
        after: { enabled },
      })
      // Whoever is off holds nobody up: days may be complete now.
      await ctx.enqueue(FIGURES_JOB, {})
      return { done: true }
    }),
  ],
  jobs,
}
