import { refuse } from '../../../core/errors.ts'
import { yuanOf } from '../../../core/money.ts'
import { clockOf, dayOf, isDay } from '../../../core/time.ts'
import { type Ctx, serve, type Verb } from '../../../core/verb.ts'
import { disputeAnswer, disputeRaise, invoiceDecide, invoiceUpload } from '../contract/disputes.ts'
import { addAdjustment } from '../sql/adjustments.ts'
import { addDispute, addInvoice, answerDispute, decideInvoice, findLines } from '../sql/disputes.ts'
import { type LockedStatement, nextRev } from '../sql/statementRows.ts'
import { errors } from '../statementErrors.ts'
import { needsSecond, tellSecond } from './adjustments.ts'
import { planOf, rebuildStatement, splitOff } from './building.ts'
import { fenFrom, findStatement, handOf, noteEvent, refuseStale, refuseUnless, take, tell } from './common.ts'
import { filesOf } from './files.ts'
import { refuseLate, refuseStranger } from './moves.ts'
import { dueOf } from './steps.ts'

/** The lines named, each once and each of the statement. Throws LINE_TWICE, LINE_NOT_FOUND. */
async function linesOf(ctx: Ctx, found: LockedStatement, lineNos: readonly number[], field: string) {
  const doubled = lineNos.find((no, at) => lineNos.indexOf(no) !== at)
  if (doubled !== undefined) throw refuse(errors, 'LINE_TWICE', { field, params: { line: doubled } })
  const lines = new Map((await findLines(ctx.db, found.id, lineNos)).map((line) => [line.lineNo, line]))
  const missing = lineNos.find((no) => !lines.has(no))
  if (missing !== undefined) throw refuse(errors, 'LINE_NOT_FOUND', { field, params: { line: missing } })
  return lines
}

const raise = serve(disputeRaise, async (ctx, { params, body }) => {
  const found = await findStatement(ctx, params.id)
  refuseStranger(ctx, found)
  await refuseStale(ctx.db, found, body.version)
  refuseUnless(ctx, found, 'dispute')
  refuseLate(ctx, found)
  const lines = body.lines.map(({ lineNo, claimed }) => ({
    lineNo,
    claimedFen: claimed === null ? null : fenFrom(claimed, 'claimed'),
  }))
  const lineNos = lines.map(({ lineNo }) => lineNo)
  await linesOf(ctx, found, lineNos, 'lines')
  await filesOf(ctx, body.fileIds, 'fileIds')
  const hand = handOf(ctx)
  await ctx.endTodos('settlement', found.id)

  const isSome = body.payRest && lines.length < found.lineCount
  const disputed = isSome ? await splitOff(hand, found, await nextRev(ctx.db, found), lineNos) : found
  const stood = await take(hand, found, isSome ? 'disputeSome' : 'dispute', {
    ...(isSome && { change: { confirmedAt: ctx.now, confirmedBy: ctx.session.accessId } }),
    data: { lines: lineNos.length, ...(isSome && { child: disputed.no }) },
    note: body.text,
  })
  const disputeId = await addDispute(ctx.db, {
    ...{ statementId: disputed.id, reasonCode: body.reasonCode, text: body.text, fileIds: body.fileIds, lines },
    ...{ by: ctx.session.accessId, now: ctx.now },
  })
  await tell(
    hand,
    'staff',
    disputed,
    (say) => ({ title: say.disputed, content: say.disputedContent(disputed.no, disputed.partnerName, lineNos.length) }),
    'todo',
  )
  return { ...stood, disputeId, disputedStatementId: disputed.id }
})

const answer = serve(disputeAnswer, async (ctx, { params, body }) => {
  const found = await findStatement(ctx, params.id)
  await refuseStale(ctx.db, found, body.version)
  refuseUnless(ctx, found, 'keep')
  const hand = handOf(ctx)
  await ctx.endTodos('settlement', found.id)
  const how = { isAccepted: body.isAccepted, answer: body.answer, by: ctx.session.accessId, now: ctx.now }
  await answerDispute(ctx.db, found.id, how)
  if (!body.isAccepted) return keep(ctx, found, body.answer)

  if (body.corrections.length === 0) throw refuse(errors, 'CORRECTION_NEEDED', { field: 'corrections' })
  const lineNos = body.corrections.map(({ lineNo }) => lineNo)
  const lines = await linesOf(ctx, found, lineNos, 'corrections')
  for (const { lineNo, difference } of body.corrections) {
    const amountFen = fenFrom(difference, 'corrections')
    if (amountFen === 0) throw refuse(errors, 'ZERO_AMOUNT', { field: 'corrections' })
    const isLarge = await needsSecond(ctx, found, amountFen, found.netFen)
    await addAdjustment(ctx.db, {
      ...{ product: found.product, partnerId: found.partnerId, videoId: lines.get(lineNo)!.videoId },
      ...{ lineType: 'dispute', amountFen, originPeriod: found.period, reason: body.answer.slice(0, 500) },
      ...{ evidenceId: null, needsSecond: isLarge, by: ctx.session.accessId, now: ctx.now, fromStatementId: found.id },
    })
    if (isLarge) await tellSecond(ctx, found.partnerName, found.partnerId, amountFen)
  }
  await take(hand, found, 'reissue', {
    change: { rev: await nextRev(ctx.db, found), confirmDue: null },
    note: body.answer,
    data: { corrections: lineNos.length },
  })
  await rebuildStatement(hand, found)
  await tell(hand, 'partner', found, (say) => ({
    title: say.reissue,
    content: say.reissueContent(found.no, body.answer),
  }))
  return { state: found.state, version: found.version }
})

/** As it was, with an answer and a new window. */
async function keep(ctx: Ctx, found: LockedStatement, said: string) {
  const hand = handOf(ctx)
  const due = dueOf(ctx.now, await planOf(hand, found))
  const stood = await take(hand, found, 'keep', { change: { confirmDue: due }, note: said })
  await tell(
    hand,
    'partner',
    found,
    (say) => ({ title: say.kept, content: say.keptContent(found.no, said, clockOf(due)) }),
    'todo',
  )
  return stood
}

const uploadInvoice = serve(invoiceUpload, async (ctx, { params, body }) => {
  const found = await findStatement(ctx, params.id)
  refuseStranger(ctx, found)
  await refuseStale(ctx.db, found, body.version)
  refuseUnless(ctx, found, 'invoice')
  const plan = await planOf(handOf(ctx), found)
  if (!plan.params.invoiceRequired) throw refuse(errors, 'INVOICE_NOT_NEEDED')
  if (!isDay(body.issuedOn) || body.issuedOn > dayOf(ctx.now)) throw refuse(errors, 'BAD_DAY', { field: 'issuedOn' })
  const amountFen = fenFrom(body.amount, 'amount')
  if (amountFen !== found.netFen)
    throw refuse(errors, 'INVOICE_AMOUNT', {
      field: 'amount',
      params: { given: yuanOf(amountFen), net: yuanOf(found.netFen) },
    })
  await filesOf(ctx, [body.fileId], 'fileId')
  const made = await addInvoice(ctx.db, {
    ...{ statementId: found.id, number: body.number, issuedOn: body.issuedOn, amountFen, fileId: body.fileId },
    ...{ by: ctx.session.accessId, now: ctx.now },
  })
  if (!made) throw refuse(errors, 'INVOICE_THERE')
  await noteEvent(handOf(ctx), found, 'uploadInvoice', found.state, { number: body.number })
  await ctx.audit({
    action: 'statement.uploadInvoice',
    entity: 'statement',
    entityId: found.id,
    after: { number: body.number, amountFen },
  })
  return { invoiceId: made.id, version: found.version }
})

const checkInvoice = serve(invoiceDecide, async (ctx, { params, body }) => {
  const found = await findStatement(ctx, params.id)
  await refuseStale(ctx.db, found, body.version)
  refuseUnless(ctx, found, 'invoice')
  if (!body.isReceived && body.reason === null) throw refuse(errors, 'REASON_REQUIRED', { field: 'reason' })
  const decided = await decideInvoice(ctx.db, found.id, {
    ...{ state: body.isReceived ? 'received' : 'rejected', reason: body.reason },
    ...{ by: ctx.session.accessId, now: ctx.now },
  } as const)
  if (!decided) throw refuse(errors, 'NO_INVOICE')
  if (body.isReceived) return take(handOf(ctx), found, 'invoice', { data: { number: decided.number } })
  await noteEvent(handOf(ctx), found, 'rejectInvoice', found.state, { number: decided.number, note: body.reason })
  await ctx.audit({
    action: 'statement.rejectInvoice',
    entity: 'statement',
    entityId: found.id,
    after: { number: decided.number },
    reason: body.reason!,
  })
  await tell(handOf(ctx), 'partner', found, (say) => ({
    title: say.invoiceRejected,
    content: `${decided.number} · ${body.reason}`,
  }))
  return { state: found.state, version: found.version }
})

export const disputeVerbs: Verb[] = [raise, answer, uploadInvoice, checkInvoice]
