import { may } from '../../core/can.ts'
import { errors as common, refuse } from '../../core/errors.ts'
import { step } from '../../core/flow.ts'
import { type Ctx, serve } from '../../core/verb.ts'
import { partnerAdd, partnerEdit, partnerMove, supplierAdd, supplierEdit, supplierMove } from './contract.ts'
import { errors } from './errors.ts'
import { type OrganisationAction, organisationFlow, statusWords } from './flow.ts'
import { differing, ensureDay, ensureHeld } from './guards.ts'
import * as sql from './sqlWrite.ts'

interface Terms {
  name: string
  kind: string
  teamId: string
  contractStart: string | null
  contractEnd: string | null
}

/** The terms as they are kept; the line is the team's. Throws BAD_DAY, CONTRACT_ORDER, TEAM_NOT_FOUND. */
async function termsOf(ctx: Ctx, { name, kind, teamId, contractStart, contractEnd }: Terms) {
  ensureDay(contractStart, 'contractStart')
  ensureDay(contractEnd, 'contractEnd')
  if (contractStart && contractEnd && contractEnd < contractStart)
    throw refuse(errors, 'CONTRACT_ORDER', { field: 'contractEnd' })
  const team = await sql.holdTeam(ctx.db, ctx.scope, teamId)
  if (!team) throw refuse(errors, 'TEAM_NOT_FOUND', { field: 'teamId' })
  return { name: name.trim(), kind, teamId, lineId: team.lineId, contractStart, contractEnd }
}

const addPartner = serve(partnerAdd, async (ctx, { body }) => {
  await sql.lockStructure(ctx.db)
  const terms = await termsOf(ctx, body)
  const { code, status } = body
  const id = await sql.addPartner(ctx.db, { ...terms, code, status })
  if (!id) throw refuse(errors, 'CODE_TAKEN', { field: 'code' })
  await ctx.audit({ action: 'partner.create', entity: 'partner', entityId: id, after: { code, status, ...terms } })
  return { id }
})

const editPartner = serve(partnerEdit, async (ctx, { params, body }) => {
  await sql.lockStructure(ctx.db)
  const partner = ensureHeld(await sql.holdPartner(ctx.db, ctx.scope, params.id), body.version)
  const terms = await termsOf(ctx, body)
  const changes = differing(partner, terms as Partial<sql.HeldPartner>)
  if (Object.keys(changes.after).length === 0) return { version: partner.version }
  await sql.setPartner(ctx.db, partner.id, terms)
  await ctx.audit({ action: 'partner.update', entity: 'partner', entityId: partner.id, ...changes })
  return { version: partner.version + 1 }
})

const addSupplier = serve(supplierAdd, async (ctx, { body }) => {
  const supplier = { code: body.code, name: body.name.trim() }
  const id = await sql.addSupplier(ctx.db, supplier)
  if (!id) throw refuse(errors, 'CODE_TAKEN', { field: 'code' })
  await ctx.audit({ action: 'supplier.create', entity: 'supplier', entityId: id, after: supplier })
  return { id }
})

const editSupplier = serve(supplierEdit, async (ctx, { params, body }) => {
  const supplier = ensureHeld(await sql.holdSupplier(ctx.db, ctx.scope, params.id), body.version)
  const name = body.name.trim()
  if (name === supplier.name) return { version: supplier.version }
  await sql.renameSupplier(ctx.db, supplier.id, name)
  await ctx.audit({
    action: 'supplier.update',
    entity: 'supplier',
    entityId: supplier.id,
    ...differing(supplier, { name }),
  })
  return { version: supplier.version + 1 }
})

/** Steps that take the logins away. */
const CLOSING: readonly OrganisationAction[] = ['freeze', 'end']

interface Move {
  version: number
  action: OrganisationAction
  reason?: string
}

/**
 * Takes a step of the flow. Who is frozen or has ended cannot sign in, and the sessions there are end now. Throws
 * NOT_IN_THIS_STATE, REASON_REQUIRED, STALE.
 */
async function takeStep(
  ctx: Ctx,
  table: sql.Table,
  row: { id: string; status: sql.HeldPartner['status'] },
  { version, action, reason }: Move,
): Promise<{ version: number; status: string; endedSessions: number }> {
  const to = step(organisationFlow, row.status, action, (needs) => may(ctx.session, needs), statusWords)
  if (CLOSING.includes(action) && !reason) throw refuse(errors, 'REASON_REQUIRED', { field: 'reason' })
  const { from } = organisationFlow.actions[action]
  const next = await sql.setStatus(ctx.db, table, row.id, { from, to, version })
  if (!next) throw refuse(common, 'STALE', { field: 'version' })
  let endedSessions = 0
  if (CLOSING.includes(action))
    for (const { id } of await sql.accountsOf(ctx.db, table, row.id))
      endedSessions += await ctx.accounts.revokeSessions(id, 'organisation')
  const released =
    table === 'partner' && action === 'end' ? { creators: await sql.letCreatorsGo(ctx.db, row.id, ctx.now) } : {}
  await ctx.audit({
    action: `${table}.${action}`,
    entity: table,
    entityId: row.id,
    before: { status: row.status },
    after: { status: to, ...released },
    ...(reason && { reason: reason.trim() }),
  })
  return { version: next, status: to, endedSessions }
}

const movePartner = serve(partnerMove, async (ctx, { params, body }) =>
  takeStep(ctx, 'partner', ensureHeld(await sql.holdPartner(ctx.db, ctx.scope, params.id), body.version), body),
)
const moveSupplier = serve(supplierMove, async (ctx, { params, body }) =>
  takeStep(ctx, 'supplier', ensureHeld(await sql.holdSupplier(ctx.db, ctx.scope, params.id), body.version), body),
)

export const partyVerbs = [addPartner, editPartner, movePartner, addSupplier, editSupplier, moveSupplier]
