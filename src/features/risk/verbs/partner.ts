import { refuse } from '../../../core/errors.ts'
import { type Ctx, serve } from '../../../core/verb.ts'
import { riskAppeal, riskFix } from '../contract.ts'
import { errors } from '../errors.ts'
import { MAX_APPEAL, MIN_APPEAL } from '../flow.ts'
import { appealed, fixed } from '../notices.ts'
import type { LockedCase } from '../sql/case.ts'
import * as effects from '../sql/effects.ts'
import { eventOf, FREE, findCase, refuseUnless, take } from './common.ts'

/** The text without the space around it. Throws TEXT_LENGTH with how long it is. */
function checkText(typed: string): string {
  const text = typed.trim()
  const count = [...text].length
  if (count < MIN_APPEAL || count > MAX_APPEAL)
    throw refuse(errors, 'TEXT_LENGTH', { field: 'text', params: { min: MIN_APPEAL, max: MAX_APPEAL, count } })
  return text
}

/** Throws NOTHING_TO_APPEAL, APPEAL_LATE. */
function checkAnswerable(ctx: Ctx, found: LockedCase): void {
  if (found.effects.includes('none')) throw refuse(errors, 'NOTHING_TO_APPEAL')
  if (!found.appealDueAt || +new Date(found.appealDueAt) <= +ctx.now) throw refuse(errors, 'APPEAL_LATE')
}

const appeal = serve(riskAppeal, async (ctx, { params, body }) => {
  const found = await findCase(ctx, params.id)
  // "You had your appeal" says more than "not in this state".
  if (found.appealState !== 'none') throw refuse(errors, 'APPEAL_USED')
  refuseUnless(ctx, found, 'appeal')
  checkAnswerable(ctx, found)
  const text = checkText(body.text)
  await effects.lockVideo(ctx.db, found.videoId)
  const eventId = await eventOf(ctx, found, 'appeal', { text })
  await take(ctx, found, 'appeal', {
    eventId,
    change: { appealState: 'submitted', appealText: text, appealedAt: ctx.now },
    data: { text },
  })
  await effects.project(ctx.db, found.videoId, eventId, '')
  await ctx.endTodos('risk', found.id)
  await ctx.notify(appealed(found))
  return { done: true }
})

const fix = serve(riskFix, async (ctx, { params, body }) => {
  const found = await findCase(ctx, params.id)
  if (found.fixedAt) throw refuse(errors, 'FIX_USED')
  refuseUnless(ctx, found, 'fix')
  checkAnswerable(ctx, found)
  const text = checkText(body.text)
  await effects.lockVideo(ctx.db, found.videoId)
  const eventId = await eventOf(ctx, found, 'fix', { text })
  await take(ctx, found, 'fix', { eventId, change: { ...FREE, fixText: text, fixedAt: ctx.now }, data: { text } })
  await effects.project(ctx.db, found.videoId, eventId, '')
  await ctx.endTodos('risk', found.id)
  await ctx.notify(fixed(found))
  return { done: true }
})

export const partnerVerbs = [appeal, fix]
