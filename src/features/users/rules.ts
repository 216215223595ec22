import { ROLES, type Role } from '../../core/access.ts'
import { isEmail, isPhone } from '../../core/contact.ts'
import type { SessionInfo } from '../../core/session.ts'

/** Who acts: the server's session and the browser's session info alike. */
export type Actor = Pick<SessionInfo, 'accessId' | 'accessRoles'>
/** The account acted on. */
export interface Target {
  accessId: string
  role: Role
}

/** The roles each role may give and manage: nobody grants a role at or above the own one, administrators excepted. */
const GRANTS: Record<Role, readonly Role[]> = {
  admin: ROLES,
  coo: ['leader', 'partner', 'supplier'],
  leader: ['partner'],
  partner: [],
  supplier: [],
}

/** Roles the actor may give to an account, in the order of the specification. */
export const grantableRoles = (actor: Actor): readonly Role[] => GRANTS[actor.accessRoles] ?? []

/** Whether the actor may change the account's profile: name, contact, remark. Row scope is a matter of the server. */
export const mayEdit = (actor: Actor, target: Target): boolean => grantableRoles(actor).includes(target.role)

/** Whether the actor may change the account's rights, disable, unlock, reset or sign it out: nobody does so to himself. */
export const mayManage = (actor: Actor, target: Target): boolean =>
  mayEdit(actor, target) && actor.accessId !== target.accessId

export type OrganisationField = 'partnerId' | 'supplierId' | 'teamId' | 'lineId'
export const ORGANISATION_FIELDS = ['partnerId', 'supplierId', 'teamId', 'lineId'] as const

/** The one organisation a role belongs to; a coo without a line works for all of them. */
export const organisationOf: Record<Role, { field: OrganisationField; required: boolean } | null> = {
  admin: null,
  leader: { field: 'teamId', required: true },
  coo: { field: 'lineId', required: false },
  partner: { field: 'partnerId', required: true },
  supplier: { field: 'supplierId', required: true },
}

/** Keys the specification names: they open data_star, so no new account may take them. */
export const RESERVED_KEYS: readonly string[] = ['admin', 'godot']

/** The form in which an access key is kept and compared. */
export const foldKey = (key: string): string => key.trim().toLowerCase()

export interface Account {
  accessKey?: string
  displayName?: string
  role?: Role
  partnerId?: string | null
  supplierId?: string | null
  teamId?: string | null
  lineId?: string | null
  phone?: string | null
  email?: string | null
}

export type Problem =
  | 'KEY_FORMAT'
  | 'KEY_RESERVED'
  | 'NAME_LENGTH'
  | 'PHONE_FORMAT'
  | 'EMAIL_FORMAT'
  | 'PARTNER_REQUIRED'
  | 'SUPPLIER_REQUIRED'
  | 'TEAM_REQUIRED'
  | 'ORGANISATION_FOREIGN'

const REQUIRED: Partial<Record<OrganisationField, Problem>> = {
  partnerId: 'PARTNER_REQUIRED',
  supplierId: 'SUPPLIER_REQUIRED',
  teamId: 'TEAM_REQUIRED',
}

/**
 * What is wrong with an account before anybody asks the database, by field. Only fields that are present are judged;
 * the organisation is judged when the role is present.
 */
export function problemsOf(account: Account): Partial<Record<keyof Account, Problem>> {
  const problems: Partial<Record<keyof Account, Problem>> = {}
  const { accessKey, displayName, role, phone, email } = account
  if (accessKey !== undefined) {
    const key = foldKey(accessKey)
    if (!/^[a-z0-9_.-]{3,32}$/.test(key)) problems.accessKey = 'KEY_FORMAT'
    else if (RESERVED_KEYS.includes(key)) problems.accessKey = 'KEY_RESERVED'
  }
  if (displayName !== undefined) {
    const length = [...displayName.trim()].length
    if (length < 1 || length > 40) problems.displayName = 'NAME_LENGTH'
  }
  if (role) {
    const own = organisationOf[role]
    for (const field of ORGANISATION_FIELDS) {
      if (field !== own?.field && account[field]) problems[field] = 'ORGANISATION_FOREIGN'
    }
    if (own?.required && !account[own.field]) problems[own.field] = REQUIRED[own.field]!
  }
  if (phone && !isPhone(phone)) problems.phone = 'PHONE_FORMAT'
  if (email && !isEmail(email)) problems.email = 'EMAIL_FORMAT'
  return problems
}
