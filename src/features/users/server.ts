import { may } from '../../core/can.ts'
import { foldPhone } from '../../core/contact.ts'
import { errors as common, refuse } from '../../core/errors.ts'
import type { ListQuery } from '../../core/listQuery.ts'
import { addDays, dayOf } from '../../core/time.ts'
import { type Ctx, type Feature, serve, serveList } from '../../core/verb.ts'
import { readAll, readPage } from '../../kit/sql/list.ts'
import { bulk } from './bulk.ts'
import {
  userCreate,
  userDetail,
  userDisable,
  userEnable,
  userHistory,
  userReset,
  userReveal,
  userSignIns,
  userSignOut,
  usersList,
  usersOptions,
  usersSummary,
  userUnlock,
  userUpdate,
} from './contract.ts'
import { errors } from './errors.ts'
import {
  ensureAdminRemains,
  ensureManageable,
  ensureOrganisation,
  ensureVersion,
  ensureWellFormed,
  lockEditable,
  lockManageable,
  note,
} from './guards.ts'
import { accountsImport } from './importTarget.ts'
import { foldKey, grantableRoles, ORGANISATION_FIELDS, organisationOf } from './rules.ts'
import * as sql from './sql.ts'
import { text } from './text.ts'

const LINK_LIFE_SECONDS = 48 * 3600
const ACTIVE_DAYS = 7

const question = (ctx: Ctx, query: ListQuery) => ({
  db: ctx.db,
  list: usersList,
  source: sql.usersSource,
  query,
  fence: sql.fenceUsers(ctx),
  may: (needs: Parameters<typeof may>[1]) => may(ctx.session, needs),
})

const list = serveList({
  list: usersList,
  text,
  async page(ctx, query) {
    const page = await readPage(question(ctx, query))
    return { ...page, list: sql.maskRows(page.list) }
  },
  async *all(ctx, query) {
    for await (const rows of readAll(question(ctx, query))) yield sql.maskRows(rows)
  },
})

const summary = serve(usersSummary, async (ctx) => {
  const activeFrom = addDays(dayOf(ctx.now), 1 - ACTIVE_DAYS)
  return { activeFrom, ...(await sql.readSummary(ctx.db, ctx, activeFrom)) }
})

const options = serve(usersOptions, async (ctx) => ({
  roles: [...grantableRoles(ctx.session)],
  ...(await sql.readOptions(ctx.db, ctx)),
}))

async function readVisible(ctx: Ctx, id: string) {
  const user = await sql.readUser(ctx.db, ctx, id)
  if (!user) throw refuse(common, 'NOT_FOUND')
  return user
}

const detail = serve(userDetail, async (ctx, { params }) => ({
  user: sql.maskContact(await readVisible(ctx, params.id)),
}))

const signIns = serve(userSignIns, async (ctx, { params, query }) => {
  await readVisible(ctx, params.id)
  return sql.readSignIns(ctx.db, params.id, query.before)
})

const history = serve(userHistory, async (ctx, { params, query }) => {
  await readVisible(ctx, params.id)
  return sql.readHistory(ctx.db, params.id, query.before)
})

/** An empty text field means "none". */
const orNull = (value: string | null | undefined): string | null => value?.trim() || null

const create = serve(userCreate, async (ctx, { body }) => {
  if (!grantableRoles(ctx.session).includes(body.role)) throw refuse(errors, 'ROLE_NOT_GRANTABLE', { field: 'role' })
  ensureWellFormed(body)
  await ensureOrganisation(ctx, body)
  const user = {
    accessKey: foldKey(body.accessKey),
    displayName: body.displayName.trim(),
    role: body.role,
    accessState: body.accessState ?? null,
    partnerId: body.partnerId ?? null,
    supplierId: body.supplierId ?? null,
    teamId: body.teamId ?? null,
    lineId: body.lineId ?? null,
    phone: orNull(body.phone && foldPhone(body.phone)),
    email: orNull(body.email),
    remark: orNull(body.remark),
  }
  const accessId = await sql.insertUser(ctx.db, { ...user, createdBy: ctx.session.accessId })
  if (!accessId) throw refuse(errors, 'KEY_TAKEN', { field: 'accessKey' })
  const link = await ctx.accounts.createPasswordLink(accessId, LINK_LIFE_SECONDS)
  await note(ctx, 'user.create', accessId, null, await readVisible(ctx, accessId))
  return { accessId, ...link }
})

const update = serve(userUpdate, async (ctx, { params: { id }, body: { version, ...body } }) => {
  if (body.role) await sql.lockAdministrators(ctx.db)
  const locked = await lockEditable(ctx, id)
  const before = await readVisible(ctx, id)
  ensureVersion(before, version)

  const role = body.role ?? before.role
  const own = organisationOf[role]?.field
  // A new role leaves the organisation of the old one behind.
  const organisation = Object.fromEntries(
    ORGANISATION_FIELDS.map((field) => [
      field,
      body[field] === undefined && field === own ? before[field] : (body[field] ?? null),
    ]),
  )
  const wanted = {
    ...(body.displayName === undefined ? {} : { displayName: body.displayName.trim() }),
    ...(body.phone === undefined ? {} : { phone: orNull(body.phone && foldPhone(body.phone)) }),
    ...(body.email === undefined ? {} : { email: orNull(body.email) }),
    ...(body.remark === undefined ? {} : { remark: orNull(body.remark) }),
  }
  const rights = {
    role,
    accessState: body.accessState === undefined ? before.accessState : body.accessState,
    ...organisation,
  }
  const changed = differences(before, { ...wanted, ...rights })
  if (changed.role) Object.assign(changed, organisation)
  const changedRights = Object.keys(changed).filter((field) => field in rights)
  if (changedRights.length > 0) {
    if (role !== 'admin') await ensureAdminRemains(ctx, [locked])
    ensureManageable(ctx, locked, changedRights[0]!)
    if (!grantableRoles(ctx.session).includes(role)) throw refuse(errors, 'ROLE_NOT_GRANTABLE', { field: 'role' })
  }
  ensureWellFormed({ ...changed, ...(changedRights.length > 0 ? rights : {}) })
  if (own && own in changed) await ensureOrganisation(ctx, { role, ...organisation })
  if (Object.keys(changed).length === 0) return { version }

  await sql.updateUsers(ctx.db, [id], changed)
  if (changedRights.length > 0) await ctx.accounts.revokeSessions(id, 'rights')
  await note(ctx, 'user.update', id, before, await readVisible(ctx, id))
  return { version: version + 1 }
})

/** The wanted values that differ from those that stand. */
function differences(before: object, wanted: object): Partial<sql.UserColumns> {
  const stands = before as Record<string, unknown>
  return Object.fromEntries(Object.entries(wanted).filter(([field, value]) => stands[field] !== value))
}

const reveal = serve(userReveal, (ctx, { params: { id } }) =>
  ctx.transaction(async (ctx) => {
    await lockEditable(ctx, id)
    const { phone, email } = await readVisible(ctx, id)
    await ctx.audit({ action: 'user.reveal', entity: 'user', entityId: id })
    return { phone, email }
  }),
)

const reset = serve(userReset, (ctx, { params: { id }, body }) =>
  ctx.transaction(async (ctx) => {
    const user = await lockManageable(ctx, id)
    ensureVersion(await readVisible(ctx, id), body.version)
    if (user.status === 'disabled') throw refuse(errors, 'ALREADY_DISABLED')
    await sql.updateUsers(ctx.db, [id], { passwordHash: null })
    const link = await ctx.accounts.createPasswordLink(id, LINK_LIFE_SECONDS)
    await ctx.accounts.revokeSessions(id, 'reset')
    await ctx.audit({ action: 'user.reset', entity: 'user', entityId: id })
    return link
  }),
)

const disable = serve(userDisable, async (ctx, { params: { id }, body }) => {
  await sql.lockAdministrators(ctx.db)
  const user = await lockEditable(ctx, id)
  await ensureAdminRemains(ctx, [user])
  ensureManageable(ctx, user)
  const before = await readVisible(ctx, id)
  ensureVersion(before, body.version)
  if (user.status === 'disabled') throw refuse(errors, 'ALREADY_DISABLED')
  await sql.updateUsers(ctx.db, [id], { status: 'disabled', disabledReason: body.reason })
  await ctx.accounts.revokeSessions(id, 'disabled')
  await ctx.audit({
    action: 'user.disable',
    entity: 'user',
    entityId: id,
    before: { status: user.status },
    after: { status: 'disabled' },
    reason: body.reason,
  })
  return { version: body.version + 1 }
})

const enable = serve(userEnable, async (ctx, { params: { id }, body }) => {
  const user = await lockManageable(ctx, id)
  ensureVersion(await readVisible(ctx, id), body.version)
  if (user.status !== 'disabled') throw refuse(errors, 'NOT_DISABLED')
  const status = user.hasPassword ? 'active' : 'invited'
  await sql.updateUsers(ctx.db, [id], { status, disabledReason: null })
  await ctx.audit({
    action: 'user.enable',
    entity: 'user',
    entityId: id,
    before: { status: 'disabled' },
    after: { status },
  })
  return { version: body.version + 1 }
})

const unlock = serve(userUnlock, async (ctx, { params: { id } }) => {
  await lockManageable(ctx, id)
  await ctx.accounts.unlock(id)
  await sql.updateUsers(ctx.db, [id], {})
  await ctx.audit({ action: 'user.unlock', entity: 'user', entityId: id })
  return { done: true }
})

const signOut = serve(userSignOut, async (ctx, { params: { id } }) => {
  await lockManageable(ctx, id)
  await ctx.accounts.revokeSessions(id, 'forced')
  await ctx.audit({ action: 'user.signOut', entity: 'user', entityId: id })
  return { done: true }
})

export const users: Feature = {
  lists: [list],
  imports: [accountsImport],
  verbs: [
    summary,
    options,
    detail,
    signIns,
    history,
    create,
    update,
    reveal,
    reset,
    disable,
    enable,
    unlock,
    signOut,
    ...bulk,
  ],
}
