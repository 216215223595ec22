import { may } from '../../../core/can.ts'
import { errors as common, refuse } from '../../../core/errors.ts'
import { yuanOf } from '../../../core/money.ts'
import { clockOf } from '../../../core/time.ts'
import { type Ctx, serve, type Verb } from '../../../core/verb.ts'
import * as contract from '../contract/statements.ts'
import { findPartner } from '../sql/adjustments.ts'
import { findLiving, freeRows, readBillable, reverseRows } from '../sql/statementBuild.ts'
import { type LockedStatement, moveStatement } from '../sql/statementRows.ts'
import { errors } from '../statementErrors.ts'
import { buildStatement, planOf, rebuildStatement, refuseRunning } from './building.ts'
import { BUILD_JOB } from './clock.ts'
import {
  each,
  eyeOf,
  findStatement,
  handOf,
  noteEvent,
  refuseHeld,
  refuseStale,
  refuseUnless,
  take,
  tell,
} from './common.ts'
import { moveHold, undo } from './ledger.ts'
import { HOLDABLE } from './statements.ts'
import { issue, lock, payDayOf } from './steps.ts'

const build = serve(contract.statementBuild, async (ctx, { body }) => {
  const { product, period, partnerId } = body
  refuseRunning(period, ctx.now)
  await planOf(handOf(ctx), body)
  const eye = eyeOf(ctx)
  if (partnerId !== null && !(await findPartner(ctx.db, eye, product, partnerId)))
    throw refuse(errors, 'PARTNER_NOT_FOUND', { field: 'partnerId' })
  const waiting = (await readBillable(ctx.db, product, period, eye)).map((one) => one.partnerId)
  if (partnerId === null) {
    if (waiting.length === 0) return { statementId: null, isQueued: false }
    await ctx.enqueue(BUILD_JOB, { product, period, partnerIds: waiting })
    await ctx.audit({
      action: 'statement.buildAll',
      entity: 'statement',
      entityId: '0',
      after: { product, period, partners: waiting.length },
    })
    return { statementId: null, isQueued: true }
  }
  const billed = { product, period, partnerId }
  const id = waiting.includes(partnerId) ? await buildStatement(handOf(ctx), billed) : null
  const living = id === null ? await findLiving(ctx.db, billed) : undefined
  if (living) throw refuse(errors, 'ALREADY_BUILT', { params: { no: living.no }, data: { statementId: living.id } })
  return { statementId: id, isQueued: false }
})

/** The row as it stands, at the version its reader saw, in a state the action may come from. */
async function begin(ctx: Ctx, id: string, version: number, action: Parameters<typeof refuseUnless>[2]) {
  const found = await findStatement(ctx, id)
  await refuseStale(ctx.db, found, version)
  refuseUnless(ctx, found, action)
  return found
}

const rebuild = serve(contract.statementRebuild, async (ctx, { params, body }) => {
  const found = await begin(ctx, params.id, body.version, 'rebuild')
  await rebuildStatement(handOf(ctx), found)
  return take(handOf(ctx), found, 'rebuild')
})

const issueOne = serve(contract.statementIssue, async (ctx, { params, body }) =>
  issue(handOf(ctx), await begin(ctx, params.id, body.version, 'issue')),
)

const issueMany = serve(contract.statementIssueMany, (ctx, { body }) =>
  each(ctx, body.target, async (found) => {
    refuseUnless(ctx, found, 'issue')
    await issue(handOf(ctx), found)
  }),
)

const lockOne = serve(contract.statementLock, async (ctx, { params, body }) =>
  lock(handOf(ctx), await begin(ctx, params.id, body.version, 'lock')),
)

const lockMany = serve(contract.statementLockMany, (ctx, { body }) =>
  each(ctx, body.target, async (found) => {
    refuseUnless(ctx, found, 'lock')
    await lock(handOf(ctx), found)
  }),
)

/**
 * Who may speak for the partner: itself where it has a page of the product, an operator where it has none. Throws
 * NOT_YOURS_TO_CONFIRM.
 */
export function refuseStranger(ctx: Ctx, { product }: LockedStatement): void {
  if ((product === 'sm4') !== (ctx.scope.kind === 'partner')) throw refuse(errors, 'NOT_YOURS_TO_CONFIRM')
}

/** Throws WINDOW_OVER. */
export function refuseLate(ctx: Ctx, { confirmDue }: LockedStatement): void {
  if (confirmDue !== null && +new Date(confirmDue) <= +ctx.now)
    throw refuse(errors, 'WINDOW_OVER', { params: { at: clockOf(confirmDue) } })
}

const confirm = serve(contract.statementConfirm, async (ctx, { params, body }) => {
  const found = await findStatement(ctx, params.id)
  refuseStranger(ctx, found)
  await refuseStale(ctx.db, found, body.version)
  refuseUnless(ctx, found, 'confirm')
  refuseLate(ctx, found)
  await ctx.endTodos('settlement', found.id)
  return take(handOf(ctx), found, 'confirm', {
    change: { confirmedAt: ctx.now, confirmedBy: ctx.session.accessId },
  })
})

const clear = serve(contract.statementClear, async (ctx, { params, body }) => {
  const found = await begin(ctx, params.id, body.version, 'clear')
  refuseHeld(found)
  const plan = await planOf(handOf(ctx), found)
  if (plan.params.invoiceRequired && found.state === 'locked') throw refuse(errors, 'INVOICE_NEEDED')
  return take(handOf(ctx), found, 'clear', { change: { payOn: await payDayOf(handOf(ctx), found.period, plan) } })
})

const retry = serve(contract.statementRetry, async (ctx, { params, body }) => {
  const found = await begin(ctx, params.id, body.version, 'retry')
  const plan = await planOf(handOf(ctx), found)
  return take(handOf(ctx), found, 'retry', { change: { payOn: await payDayOf(handOf(ctx), found.period, plan) } })
})

/** Sets or lifts a hold: the state stays, the version moves; a locked one's money moves in the ledger too. */
async function setHold(ctx: Ctx, found: LockedStatement, reason: string | null) {
  const before = found.holdReason
  const version = await moveStatement(ctx.db, found, [found.state], found.state, { holdReason: reason })
  if (version === undefined) throw refuse(common, 'STALE', { field: 'version' })
  Object.assign(found, { version, holdReason: reason })
  const name = reason === null ? 'release' : 'hold'
  await noteEvent(handOf(ctx), found, name, found.state, reason === null ? {} : { note: reason })
  if (found.lockedAt !== null) await moveHold(handOf(ctx), found, reason !== null)
  await ctx.audit({
    action: `statement.${name}`,
    entity: 'statement',
    entityId: found.id,
    before: { holdReason: before },
    after: { holdReason: reason },
    ...(reason !== null && { reason }),
  })
  return { state: found.state, version }
}

const hold = serve(contract.statementHold, async (ctx, { params, body }) => {
  const found = await findStatement(ctx, params.id)
  await refuseStale(ctx.db, found, body.version)
  if (!HOLDABLE.has(found.state)) throw refuse(errors, 'NOT_HOLDABLE')
  refuseHeld(found)
  return setHold(ctx, found, body.reason)
})

const release = serve(contract.statementRelease, async (ctx, { params, body }) => {
  const found = await findStatement(ctx, params.id)
  await refuseStale(ctx.db, found, body.version)
  if (found.holdReason === null) throw refuse(errors, 'NOT_HELD')
  return setHold(ctx, found, null)
})

const voidOne = serve(contract.statementVoid, async (ctx, { params, body }) => {
  const found = await findStatement(ctx, params.id)
  await refuseStale(ctx.db, found, body.version)
  if (found.state === 'locked') return voidLocked(ctx, found, body.reason)
  refuseUnless(ctx, found, 'void')
  await ctx.endTodos('settlement', found.id)
  const stood = await take(handOf(ctx), found, 'void', {
    change: { voidedAt: ctx.now, voidReason: body.reason },
    note: body.reason,
  })
  await freeRows(ctx.db, found.id)
  if (found.issuedAt !== null) await tellVoid(ctx, found, body.reason)
  return stood
})

const tellVoid = (ctx: Ctx, found: LockedStatement, reason: string) =>
  tell(handOf(ctx), 'partner', found, (say) => ({ title: say.voided, content: say.voidedContent(found.no, reason) }))

/** The first administrator proposes, another one does it: new rows undo the old ones, in the ledger as on the bill. */
async function voidLocked(ctx: Ctx, found: LockedStatement, reason: string) {
  if (!may(ctx.session, 'settlement.void')) throw refuse(common, 'FORBIDDEN')
  refuseHeld(found)
  if (found.voidProposedBy === null) {
    const version = await moveStatement(ctx.db, found, ['locked'], 'locked', {
      voidProposedBy: ctx.session.accessId,
      voidReason: reason,
    })
    if (version === undefined) throw refuse(common, 'STALE', { field: 'version' })
    found.version = version
    await noteEvent(handOf(ctx), found, 'proposeVoid', 'locked', { note: reason })
    await ctx.audit({
      action: 'statement.proposeVoid',
      entity: 'statement',
      entityId: found.id,
      after: { netFen: found.netFen },
      reason,
    })
    return { state: found.state, version }
  }
  if (found.voidProposedBy === ctx.session.accessId) throw refuse(errors, 'SECOND_PERSON')
  const stood = await take(handOf(ctx), found, 'voidLocked', {
    change: { voidedAt: ctx.now, voidReason: reason },
    note: reason,
  })
  await undo(handOf(ctx), found)
  await reverseRows(ctx.db, found.id)
  await tellVoid(ctx, found, reason)
  return stood
}

const remind = serve(contract.statementRemind, (ctx, { body }) =>
  each(ctx, body.target, async (found) => {
    refuseUnless(ctx, found, 'confirm')
    await tell(
      handOf(ctx),
      'partner',
      found,
      (say) => ({
        title: say.remind,
        content: say.issuedContent(found.no, yuanOf(found.netFen), clockOf(found.confirmDue!)),
      }),
      'todo',
    )
  }),
)

export const moveVerbs: Verb[] = [
  ...[build, rebuild, issueOne, issueMany, confirm, lockOne, lockMany, clear, retry, hold, release, voidOne, remind],
]
