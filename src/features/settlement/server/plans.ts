import type { SettlementProduct } from '../../../core/access.ts'
import { may } from '../../../core/can.ts'
import { errors as common, refuse, type Words } from '../../../core/errors.ts'
import { actionsFrom, step } from '../../../core/flow.ts'
import { contradictionIn, type PlanParams } from '../../../core/settlement/params.ts'
import { LANGUAGES } from '../../../core/text.ts'
import { addDays, dayOf, isDay } from '../../../core/time.ts'
import { type Ctx, serve, type Verb } from '../../../core/verb.ts'
import {
  type PlanVersion,
  planApprove,
  planChange,
  planCreate,
  planDetail,
  planPropose,
  planPublish,
  planReject,
  planSimulate,
  planStart,
  planVersions,
  planWithdraw,
} from '../contract/plans.ts'
import { cpmPlan, splitPlan } from '../example.ts'
import { errors } from '../planErrors.ts'
import { type PlanAction, type PlanState, planFlow } from '../planFlow.ts'
import { planText } from '../planText.ts'
import * as sql from '../sql/plans.ts'

const AUDIT: Record<PlanAction, string> = {
  propose: 'plan.propose',
  approve: 'plan.approve',
  reject: 'plan.reject',
  publish: 'plan.publish',
  withdraw: 'plan.withdraw',
}

const today = ({ now }: Ctx): string => dayOf(now)
const wordsOf = (state: PlanState): Words =>
  Object.fromEntries(LANGUAGES.map((language) => [language, planText[language].states[state]])) as Words

/** Throws NOT_FOUND, for a version of another's product as for a missing one. */
async function find(ctx: Ctx, id: string): Promise<sql.StoredPlan> {
  const found = await sql.readPlan(ctx.db, ctx.session.accessId, id, today(ctx))
  if (!found) throw refuse(common, 'NOT_FOUND')
  return found
}

/** Whoever proposed a version does not decide on it. */
const isOwn = (ctx: Ctx, { proposedBy }: sql.StoredPlan): boolean => proposedBy === ctx.session.accessId

function shown(ctx: Ctx, { params, proposedBy, ...plan }: sql.StoredPlan): PlanVersion {
  const actions = actionsFrom(planFlow, plan.state, (permission) => may(ctx.session, permission))
  const isMine = proposedBy === ctx.session.accessId
  return { ...plan, actions: actions.filter((action) => !isMine || (action !== 'approve' && action !== 'reject')) }
}

/** Throws WRONG_PARAMS, PARAMS_CONTRADICT, BAD_DAY, DAY_PASSED. */
function check(
  ctx: Ctx,
  product: SettlementProduct,
  { params, validFrom }: { params: PlanParams; validFrom: string },
): void {
  if ((product === 'sm4') !== 'tiers' in params) throw refuse(errors, 'WRONG_PARAMS', { field: 'params' })
  const name = contradictionIn(params)
  if (name) throw refuse(errors, 'PARAMS_CONTRADICT', { field: name, params: { name } })
  if (!isDay(validFrom)) throw refuse(errors, 'BAD_DAY', { field: 'validFrom' })
  if (validFrom <= today(ctx)) throw refuse(errors, 'DAY_PASSED', { field: 'validFrom' })
}

/** Names of the parameters that are not the same in both. */
function namesChanged(before: object | null | undefined, after: object | null | undefined): string[] {
  const [one, other] = [(before ?? {}) as Record<string, unknown>, (after ?? {}) as Record<string, unknown>]
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name])).sort()
}

const list = serve(planVersions, async (ctx, { query }) => {
  const found = await sql.listPlans(ctx.db, ctx.session.accessId, query.product ?? null, today(ctx))
  return { list: found.map((plan) => shown(ctx, plan)) }
})

const start = serve(planStart, async (ctx, { query: { product } }) => {
  if (!(await sql.mayUse(ctx.db, ctx.session.accessId, product))) throw refuse(common, 'NOT_FOUND')
  const [newest, finish] = await Promise.all([sql.readNewest(ctx.db, product), sql.readFinish(ctx.db)])
  const first = product === 'wl' ? splitPlan : cpmPlan
  return {
    params: newest?.params ?? first,
    validFrom: `${addDays(`${today(ctx).slice(0, 7)}-01`, 31).slice(0, 7)}-01`,
    finish: finish?.p20 == null ? null : { ...finish, p20: finish.p20 },
  }
})

const detail = serve(planDetail, async (ctx, { params: { id } }) => {
  const found = await find(ctx, id)
  const [before, log] = await Promise.all([sql.readBefore(ctx.db, found), sql.readLog(ctx.db, id)])
  return {
    plan: shown(ctx, found),
    params: found.params,
    before: before ?? null,
    changed: before ? namesChanged(before.params, found.params) : [],
    log: log.map(({ before, after, ...entry }) => ({
      ...entry,
      changed: entry.action === 'plan.change' ? namesChanged(before, after) : [],
    })),
  }
})

const create = serve(planCreate, async (ctx, { body }) => {
  if (!(await sql.mayUse(ctx.db, ctx.session.accessId, body.product))) throw refuse(common, 'NOT_FOUND')
  check(ctx, body.product, body)
  const made = await sql.addPlan(ctx.db, body.product, body, { userId: ctx.session.accessId, now: ctx.now })
  const { product, validFrom } = body
  await ctx.audit({
    action: 'plan.create',
    entity: 'plan',
    entityId: made.id,
    after: { product, number: made.number, validFrom },
  })
  return made
})

const change = serve(planChange, async (ctx, { params: { id }, body }) => {
  await sql.lockPlan(ctx.db, id)
  const found = await find(ctx, id)
  if (found.version !== body.version) throw refuse(common, 'STALE', { field: 'version' })
  // A rejected one is changed before it is proposed again; the step says what is possible in any other state.
  step(planFlow, found.state, 'propose', (permission) => may(ctx.session, permission), wordsOf)
  check(ctx, found.product, body)
  if (!(await sql.changePlan(ctx.db, id, body, body.version))) throw refuse(common, 'STALE', { field: 'version' })
  await ctx.audit({
    ...{ action: 'plan.change', entity: 'plan', entityId: id },
    before: { ...found.params, validFrom: found.validFrom },
    after: { ...body.params, validFrom: body.validFrom },
  })
  return { version: body.version + 1 }
})

type Step = typeof planPropose | typeof planApprove | typeof planReject | typeof planPublish | typeof planWithdraw

/** One step of the flow: by its state and version, with what must hold and what happens beside. */
const moving = (endpoint: Step, action: PlanAction): Verb =>
  serve(endpoint as typeof planPropose, async (ctx, { params: { id }, body }) => {
    await sql.lockPlan(ctx.db, id)
    const found = await find(ctx, id)
    const { from } = planFlow.actions[action]
    const to = step(planFlow, found.state, action, (permission) => may(ctx.session, permission), wordsOf)
    if (found.version !== body.version) throw refuse(common, 'STALE', { field: 'version' })
    const note = body.note?.trim() || null
    if ((action === 'approve' || action === 'reject') && isOwn(ctx, found)) throw refuse(errors, 'OWN_PROPOSAL')
    if (action === 'reject' && !note) throw refuse(errors, 'REASON_NEEDED', { field: 'note' })
    if (action === 'propose' || action === 'publish') check(ctx, found.product, found)
    if (action === 'publish') await makeRoom(ctx, found)
    const moved = await sql.movePlan(ctx.db, id, {
      ...{ from, to, note, version: body.version, userId: ctx.session.accessId, now: ctx.now },
    })
    if (!moved) throw refuse(common, 'STALE', { field: 'version' })
    await ctx.audit({
      ...{ action: AUDIT[action], entity: 'plan', entityId: id, before: { state: found.state }, after: { state: to } },
      ...(note && { reason: note }),
    })
    return { state: to, version: moved.version }
  })

/** Versions follow each other without a gap or an overlap. Throws VERSION_FOLLOWS. */
async function makeRoom(ctx: Ctx, { product, validFrom }: sql.StoredPlan): Promise<void> {
  await sql.takeVersions(ctx.db, product)
  const later = await sql.readLater(ctx.db, product, validFrom)
  if (later)
    throw refuse(errors, 'VERSION_FOLLOWS', {
      field: 'validFrom',
      params: { number: later.number, day: later.validFrom },
    })
  await sql.endBefore(ctx.db, product, validFrom)
}

const simulation = serve(planSimulate, async (ctx, { params: { id }, body }) => {
  const found = await find(ctx, id)
  const period = body.period ?? `${addDays(`${today(ctx).slice(0, 7)}-01`, -1).slice(0, 7)}-01`
  const last = addDays(`${addDays(period, 31).slice(0, 7)}-01`, -1)
  return { period, ...(await sql.simulate(ctx.db, ctx.scope, found, period, last)) }
})

export const verbs: Verb[] = [
  ...[list, start, detail, create, change, simulation],
  moving(planPropose, 'propose'),
  moving(planApprove, 'approve'),
  moving(planReject, 'reject'),
  moving(planPublish, 'publish'),
  moving(planWithdraw, 'withdraw'),
]
