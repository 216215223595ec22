import { may } from '../../../core/can.ts'
import { errors as common, refuse, type Words } from '../../../core/errors.ts'
import type { ListQuery } from '../../../core/listQuery.ts'
import { LANGUAGES, type Language } from '../../../core/text.ts'
import { addDays, dayOf, isDay } from '../../../core/time.ts'
import { type Ctx, type ListVerb, serve, serveList, type Verb } from '../../../core/verb.ts'
import { readAll, readPage } from '../../../kit/sql/list.ts'
import { rateDecide, rateList, ratePropose, rateWithdraw } from '../contract/rates.ts'
import { errors } from '../rateErrors.ts'
import { rateText } from '../rateText.ts'
import { findPartner } from '../sql/adjustments.ts'
import * as sql from '../sql/rates.ts'
import { eyeOf } from './common.ts'

const both = <T>(say: (words: (typeof rateText)[Language]) => T): Record<Language, T> =>
  Object.fromEntries(LANGUAGES.map((language) => [language, say(rateText[language])])) as Record<Language, T>

const question = (ctx: Ctx, query: ListQuery) => ({
  db: ctx.db,
  list: rateList,
  source: sql.rateSource(eyeOf(ctx), dayOf(ctx.now)),
  query,
  fence: sql.fenceRates(eyeOf(ctx)),
  may: (needs: Parameters<typeof may>[1]) => may(ctx.session, needs),
})
const list = serveList({
  list: rateList,
  text: both(({ title, columns, states, filters }) => ({ title, columns, choices: { state: states }, filters })),
  page: (ctx, query) => readPage(question(ctx, query)),
  all: (ctx, query) => readAll(question(ctx, query)),
})

/**
 * The same when it is proposed and when it is approved, for meanwhile another may have come or a month been locked. Throws
 * BAD_DAY, END_FIRST, PERIOD_LOCKED, RATE_OVERLAP.
 */
async function check(ctx: Ctx, window: sql.Window): Promise<void> {
  const { partnerId, validFrom, validBefore } = window
  if (!isDay(validFrom)) throw refuse(errors, 'BAD_DAY', { field: 'validFrom' })
  if (validBefore !== null && !isDay(validBefore)) throw refuse(errors, 'BAD_DAY', { field: 'validBefore' })
  if (validBefore !== null && validBefore <= validFrom) throw refuse(errors, 'END_FIRST', { field: 'validBefore' })
  await sql.takeRates(ctx.db, partnerId)
  const locked = await sql.readLockedMonth(ctx.db, partnerId)
  const first = locked && `${addDays(locked.period, 31).slice(0, 7)}-01`
  if (first && validFrom < first)
    throw refuse(errors, 'PERIOD_LOCKED', {
      field: 'validFrom',
      params: { month: locked.period.slice(0, 7), no: locked.no, day: first },
    })
  const other = await sql.readOverlap(ctx.db, window)
  if (other) {
    const before: Words = both(({ open }) => other.validBefore ?? open)
    // Where it begins inside the other the beginning is wrong, else it runs into it.
    const field = other.validFrom <= validFrom ? 'validFrom' : 'validBefore'
    throw refuse(errors, 'RATE_OVERLAP', { field, params: { from: other.validFrom, before } })
  }
}

const propose = serve(ratePropose, async (ctx, { body }) => {
  const reason = body.reason.trim()
  if (reason.length < 2) throw refuse(errors, 'REASON_NEEDED', { field: 'reason' })
  const partner = await findPartner(ctx.db, eyeOf(ctx), 'wl', body.partnerId)
  if (!partner) throw refuse(errors, 'PARTNER_NOT_FOUND', { field: 'partnerId' })
  await check(ctx, body)
  const rateId = await sql.addRate(ctx.db, { ...body, reason, by: ctx.session.accessId, now: ctx.now })
  await ctx.notify({
    to: { roles: ['admin'] },
    type: 'todo',
    bizType: 'settlement',
    bizId: `rate:${rateId}`,
    link: '/dashboard/settlement/settlement_wl?tab=rates',
    words: both(({ waiting, waitingContent }) => ({
      title: waiting,
      content: waitingContent(partner.name, `${body.ratePpm / 10_000}%`),
    })),
  })
  await ctx.audit({ action: 'rate.propose', entity: 'rate', entityId: rateId, after: { ...body, reason }, reason })
  return { rateId }
})

/** The rate, locked, while it is a proposal. Throws NOT_FOUND, STALE, DECIDED. */
async function findProposal(ctx: Ctx, id: string, version: number): Promise<sql.LockedRate> {
  const found = await sql.lockRate(ctx.db, eyeOf(ctx), id)
  if (!found) throw refuse(common, 'NOT_FOUND')
  if (found.version !== version)
    throw refuse(common, 'STALE', {
      field: 'version',
      data: { current: { version: found.version, state: found.state } },
    })
  if (found.state !== 'proposed') throw refuse(errors, 'DECIDED')
  return found
}

async function settle(ctx: Ctx, found: sql.LockedRate, state: sql.RateState, note: string | null, more: object = {}) {
  if (!(await sql.decideRate(ctx.db, found, { state, by: ctx.session.accessId, note, now: ctx.now })))
    throw refuse(common, 'STALE', { field: 'version' })
  await ctx.endTodos('settlement', `rate:${found.id}`)
  await ctx.audit({
    action: `rate.${state}`,
    entity: 'rate',
    entityId: found.id,
    before: { state: found.state },
    after: { state, ratePpm: found.ratePpm, creatorRatePpm: found.creatorRatePpm, validFrom: found.validFrom, ...more },
    ...(note !== null && { reason: note }),
  })
  return { state }
}

const decide = serve(rateDecide, async (ctx, { params, body }) => {
  const found = await findProposal(ctx, params.id, body.version)
  if (found.proposedBy === ctx.session.accessId) throw refuse(errors, 'OWN_PROPOSAL')
  if (!body.isApproved) {
    if (body.note === null) throw refuse(errors, 'REASON_NEEDED', { field: 'note' })
    return settle(ctx, found, 'rejected', body.note)
  }
  await check(ctx, found)
  const ended = await sql.endRateBefore(ctx.db, found)
  const settled = await settle(ctx, found, 'approved', body.note, ended && { ends: ended.id })
  await sql.markRateDays(ctx.db, found)
  return settled
})

const withdraw = serve(rateWithdraw, async (ctx, { params, body }) => {
  const found = await findProposal(ctx, params.id, body.version)
  if (found.proposedBy !== ctx.session.accessId) throw refuse(errors, 'NOT_PROPOSER')
  return settle(ctx, found, 'withdrawn', null)
})

export const rateLists: ListVerb[] = [list]
export const rateVerbs: Verb[] = [propose, decide, withdraw]
