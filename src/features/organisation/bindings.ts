import { errors as common, refuse } from '../../core/errors.ts'
import { addDays, dayOf, startOf } from '../../core/time.ts'
import { serve } from '../../core/verb.ts'
import { bindingAdd, bindingEnd, bindings, creatorAdd, creatorEdit } from './contract.ts'
import { errors } from './errors.ts'
import { differing, ensureDay, ensureHeld } from './guards.ts'
import * as sql from './sqlWrite.ts'

const orNull = (text: string | null): string | null => text?.trim() || null
/** The instant a window ends that lasts through a day. */
const endOf = (day: string): Date => startOf(addDays(day, 1))

const addCreator = serve(creatorAdd, async (ctx, { body }) => {
  const { platform, platformUid } = body
  const creator = { platform, platformUid, nickname: body.nickname.trim(), accountNo: orNull(body.accountNo) }
  const id = await sql.addCreator(ctx.db, creator)
  if (!id) throw refuse(errors, 'UID_TAKEN', { field: 'platformUid' })
  await ctx.audit({ action: 'creator.create', entity: 'creator', entityId: id, after: creator })
  return { id }
})

const editCreator = serve(creatorEdit, async (ctx, { params, body }) => {
  const creator = ensureHeld(await sql.holdCreator(ctx.db, ctx.scope, params.id), body.version)
  const wanted = { nickname: body.nickname.trim(), accountNo: orNull(body.accountNo) }
  const changes = differing(creator, wanted)
  if (Object.keys(changes.after).length === 0) return { version: creator.version }
  await sql.setCreator(ctx.db, creator.id, wanted)
  await ctx.audit({ action: 'creator.update', entity: 'creator', entityId: creator.id, ...changes })
  return { version: creator.version + 1 }
})

const list = serve(bindings, async (ctx, { params }) => {
  if (!(await sql.holdCreator(ctx.db, ctx.scope, params.id))) throw refuse(common, 'NOT_FOUND')
  return { list: await sql.readBindings(ctx.db, params.id) }
})

const add = serve(bindingAdd, async (ctx, { params, body: { partnerId, from, through } }) => {
  const creator = await sql.holdCreator(ctx.db, ctx.scope, params.id)
  if (!creator) throw refuse(common, 'NOT_FOUND')
  ensureDay(from, 'from')
  ensureDay(through, 'through')
  if (through && through < from) throw refuse(errors, 'BINDING_ORDER', { field: 'through' })
  const partner = await sql.holdPartner(ctx.db, ctx.scope, partnerId)
  if (!partner) throw refuse(errors, 'PARTNER_NOT_FOUND', { field: 'partnerId' })
  if (partner.status === 'frozen' || partner.status === 'ended')
    throw refuse(errors, 'PARTNER_CLOSED', { field: 'partnerId' })
  const window = { from: startOf(from), until: through ? endOf(through) : null }
  const other = await sql.overlapOf(ctx.db, creator.id, window.from, window.until)
  if (other) throw refuse(errors, 'BINDING_OVERLAPS', { field: 'from', params: { partner: other.partner } })
  const binding = { creatorId: creator.id, partnerId, ...window }
  const id = await sql.addBinding(ctx.db, binding)
  const attributed = await sql.attribute(ctx.db, binding, ctx.session.accessId)
  await ctx.audit({
    action: 'creator.bind',
    entity: 'creator',
    entityId: creator.id,
    after: { partnerId, from, through, attributed },
  })
  return { id, attributed }
})

const end = serve(bindingEnd, async (ctx, { params, body: { through } }) => {
  const binding = await sql.holdBinding(ctx.db, ctx.scope, params.id, ctx.now)
  if (!binding) throw refuse(common, 'NOT_FOUND')
  ensureDay(through, 'through')
  if (binding.isOver) throw refuse(errors, 'BINDING_ENDED')
  if (through < dayOf(ctx.now)) throw refuse(errors, 'END_IN_PAST', { field: 'through' })
  const until = endOf(through)
  const other = await sql.nextBinding(ctx.db, binding, until)
  if (other) throw refuse(errors, 'BINDING_OVERLAPS', { field: 'through', params: { partner: other.partner } })
  const unbindTime = await sql.endBinding(ctx.db, binding.id, until)
  if (!unbindTime) throw refuse(errors, 'BINDING_ORDER', { field: 'through' })
  await ctx.audit({
    action: 'creator.unbind',
    entity: 'creator',
    entityId: binding.creatorId,
    before: { partnerId: binding.partnerId, unbindTime: binding.unbindTime },
    after: { partnerId: binding.partnerId, unbindTime },
  })
  return { unbindTime }
})

export const bindingVerbs = [list, addCreator, editCreator, add, end]
