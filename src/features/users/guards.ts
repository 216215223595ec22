import { maskEmail, maskPhone } from '../../core/contact.ts'
import { errors as common, refuse } from '../../core/errors.ts'
import type { Ctx } from '../../core/verb.ts'
import type { User } from './contract.ts'
import { errors } from './errors.ts'
import { type Account, mayEdit, mayManage, ORGANISATION_FIELDS, organisationOf, problemsOf } from './rules.ts'
import * as sql from './sql.ts'

/** Locks an account whose profile the session may change. Throws NOT_FOUND, FORBIDDEN. */
export async function lockEditable(ctx: Ctx, id: string): Promise<sql.LockedUser> {
  const [user] = await sql.lockUsers(ctx.db, ctx, [id])
  if (!user) throw refuse(common, 'NOT_FOUND')
  if (!mayEdit(ctx.session, user)) throw refuse(common, 'FORBIDDEN')
  return user
}

/** Locks an account the session may manage. Throws NOT_FOUND, FORBIDDEN, OWN_RIGHTS. */
export async function lockManageable(ctx: Ctx, id: string): Promise<sql.LockedUser> {
  const user = await lockEditable(ctx, id)
  ensureManageable(ctx, user)
  return user
}

/** Throws OWN_RIGHTS for the session's own account. */
export function ensureManageable(ctx: Ctx, user: sql.LockedUser, field?: string): void {
  if (!mayManage(ctx.session, user)) throw refuse(errors, 'OWN_RIGHTS', field ? { field } : {})
}

/** Throws STALE with the row as it stands now. */
export function ensureVersion(user: User, version: number): void {
  if (user.version !== version) {
    throw refuse(common, 'STALE', { field: 'version', data: { current: sql.maskContact(user) } })
  }
}

/** Throws LAST_ADMIN when no active administrator would remain without these accounts. Needs `lockAdministrators`. */
export async function ensureAdminRemains(ctx: Ctx, users: sql.LockedUser[]): Promise<void> {
  const admins = users.filter((user) => user.role === 'admin' && user.status === 'active')
  if (admins.length === 0) return
  const ids = admins.map(({ accessId }) => accessId)
  if (!(await sql.adminRemains(ctx.db, ids))) throw refuse(errors, 'LAST_ADMIN')
}

/** Throws the first problem of an account's fields, at its field. */
export function ensureWellFormed(account: Account): void {
  const [problem] = Object.entries(problemsOf(account))
  if (problem) throw refuse(errors, problem[1], { field: problem[0] })
}

/** Throws ORGANISATION_NOT_FOUND when the role's organisation is missing, or foreign to the session. */
export async function ensureOrganisation(ctx: Ctx, account: Account): Promise<void> {
  const field = account.role && organisationOf[account.role]?.field
  const id = field && account[field]
  if (id && !(await sql.organisationName(ctx.db, ctx, field, id))) {
    throw refuse(errors, 'ORGANISATION_NOT_FOUND', { field })
  }
}

const NOTED = [
  'accessKey',
  'displayName',
  'role',
  'accessState',
  'organisation',
  ...ORGANISATION_FIELDS,
  'phone',
  'email',
  'remark',
] as const

/** Writes what changed between two states of an account into the audit log; contact data masked. */
export async function note(ctx: Ctx, action: string, entityId: string, before: User | null, after: User) {
  const changed = NOTED.filter((field) => (before?.[field] ?? null) !== after[field])
  const side = (user: User) => Object.fromEntries(changed.map((field) => [field, show(user, field)]))
  await ctx.audit({
    action,
    entity: 'user',
    entityId,
    ...(before ? { before: side(before) } : {}),
    after: side(after),
  })
}

function show(user: User, field: (typeof NOTED)[number]): string | null {
  if (field === 'phone') return maskPhone(user.phone)
  if (field === 'email') return maskEmail(user.email)
  return user[field]
}
