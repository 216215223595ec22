import { refuse } from '../../../core/errors.ts'
import { serve } from '../../../core/verb.ts'
import { readWorkLink } from '../../../core/works.ts'
import { INTAKE_JOB } from '../clock.ts'
import { MAX_REFUSALS, riskFlag, riskReport, riskSignals } from '../contract.ts'
import { errors } from '../errors.ts'
import { takeSignals } from '../intake.ts'
import { readSignal } from '../signal.ts'
import { addSignals, findWork, findWorks, isOpen, readVideosToFlag } from '../sql/intake.ts'

/** The most videos one flag names. */
const MAX_FLAGGED = 1_000
/** What a report weighs until somebody has looked. */
const REPORT_SEVERITY = 'p2'

const flag = serve(riskFlag, async (ctx, { body }) => {
  const wanted = [...new Set(await ctx.idsOf(body.target))]
  if (wanted.length > MAX_FLAGGED)
    throw refuse(errors, 'TOO_MANY_CASES', { field: 'target', params: { limit: MAX_FLAGGED } })
  const videos = await readVideosToFlag(ctx.db, ctx.scope, wanted)
  const missing = wanted.length - videos.length
  if (missing > 0) throw refuse(errors, 'ROWS_NOT_FOUND', { field: 'target', params: { count: missing } })
  const signals = videos.map(({ id }) => ({
    videoId: id,
    source: 'manual',
    label: body.label,
    severity: body.severity,
    note: body.note,
    reporterId: ctx.session.accessId,
  }))
  await addSignals(ctx.db, signals, ctx.now)
  const taken = await takeSignals(ctx, signals.length)
  await ctx.audit(
    ...videos.map(({ id }) => ({
      action: 'risk.flag',
      entity: 'video',
      entityId: id,
      after: { label: body.label, severity: body.severity },
      reason: body.note,
    })),
  )
  return taken
})

const report = serve(riskReport, async (ctx, { body }) => {
  if (!(await isOpen(ctx.db, 'reports'))) throw refuse(errors, 'REPORTS_CLOSED')
  const work = readWorkLink(body.link.trim())
  if (!work) throw refuse(errors, 'BAD_LINK', { field: 'link' })
  const video = await findWork(ctx.db, work.platform, work.itemId)
  // The answer is the same for a work that is not ours: a report is no way to find out.
  if (video) {
    const reporterId = ctx.session.accessId
    const note = body.text.trim() || null
    await addSignals(
      ctx.db,
      [{ videoId: video.id, source: 'report', label: body.label, severity: REPORT_SEVERITY, note, reporterId }],
      ctx.now,
    )
    await ctx.enqueue(INTAKE_JOB, {})
  }
  return { done: true }
})

const signals = serve(riskSignals, async (ctx, { body }) => {
  if (!(await isOpen(ctx.db, 'machine'))) throw refuse(errors, 'MACHINE_CLOSED')
  const refusals: { index: number; field: string; code: string; msg: string }[] = []
  const no = (index: number, field: string, code: 'BAD_SIGNAL' | 'UNKNOWN_WORK') =>
    refusals.push({ index, field, code, msg: refuse(errors, code, { params: { field } }).explain(ctx.language) })
  const read = body.rows.flatMap((row, index) => {
    const signal = readSignal(row)
    if ('fault' in signal) no(index, signal.fault, 'BAD_SIGNAL')
    return 'fault' in signal ? [] : [{ ...signal, index }]
  })
  const keyOf = ({ platform, itemId }: { platform: string; itemId: string }) => `${platform} ${itemId}`
  const works = new Map((await findWorks(ctx.db, read)).map((work) => [keyOf(work), work.id]))
  const known = read.flatMap((signal) => {
    const videoId = works.get(keyOf(signal))
    if (!videoId) no(signal.index, 'platformItemId', 'UNKNOWN_WORK')
    return videoId ? [{ ...signal, videoId }] : []
  })
  const added = await addSignals(
    ctx.db,
    known.map(({ kind, itemId: _, index, ...signal }) => ({
      ...signal,
      source: kind,
      // Batch and row name a signal: the same batch again says nothing new.
      externalId: `${body.source} ${body.batchId} ${index}`,
    })),
    ctx.now,
  )
  if (added > 0) await ctx.enqueue(INTAKE_JOB, {})
  return {
    batchId: body.batchId,
    duplicate: known.length > 0 && added === 0,
    rows: body.rows.length,
    accepted: known.length,
    refused: refusals.length,
    refusals: refusals.sort((a, b) => a.index - b.index).slice(0, MAX_REFUSALS),
  }
})

export const intakeVerbs = [flag, report, signals]
