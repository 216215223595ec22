import type { Role, SettlementProduct } from '../../../core/access.ts'
import type { Input } from '../../../core/contract.ts'
import type { User, userCreate, userUpdate } from '../contract.ts'
import { ORGANISATION_FIELDS, type OrganisationField, organisationOf } from '../rules.ts'

/** What the form holds: text as typed, choices as their value, nothing chosen as the empty string. */
export interface FormValues {
  accessKey: string
  displayName: string
  role: Role | ''
  accessState: SettlementProduct | ''
  partnerId: string
  supplierId: string
  teamId: string
  lineId: string
  phone: string
  email: string
  remark: string
}
export type Field = keyof FormValues

export const RIGHTS: readonly Field[] = ['role', 'accessState', ...ORGANISATION_FIELDS]
const CONTACT: readonly Field[] = ['phone', 'email']

export const EMPTY: FormValues = {
  accessKey: '',
  displayName: '',
  role: '',
  accessState: '',
  partnerId: '',
  supplierId: '',
  teamId: '',
  lineId: '',
  phone: '',
  email: '',
  remark: '',
}

/** An account as the form shows it. Masked contact data stays out: it is typed anew, or shown in clear first. */
export function valuesOf(user: User): FormValues {
  return {
    accessKey: user.accessKey,
    displayName: user.displayName,
    role: user.role,
    accessState: user.accessState ?? '',
    partnerId: user.partnerId ?? '',
    supplierId: user.supplierId ?? '',
    teamId: user.teamId ?? '',
    lineId: user.lineId ?? '',
    phone: '',
    email: '',
    remark: user.remark ?? '',
  }
}

/** The organisation a role belongs to; the fields of other roles keep what was typed but are not sent. */
const organisationField = (role: Role | ''): OrganisationField | undefined =>
  role ? organisationOf[role]?.field : undefined

export function creationOf(values: FormValues): Input<typeof userCreate>['body'] {
  const own = organisationField(values.role)
  return {
    accessKey: values.accessKey,
    displayName: values.displayName,
    role: values.role as Role,
    accessState: values.accessState || null,
    ...(own ? { [own]: values[own] || null } : {}),
    phone: values.phone || null,
    email: values.email || null,
    remark: values.remark || null,
  }
}

type Patch = Omit<Input<typeof userUpdate>['body'], 'version'>

/** Only what the user changed against the account as it was read. */
export function patchOf(values: FormValues, base: FormValues): Patch {
  const own = organisationField(values.role)
  const fields = changedFields(values, base).filter(
    (field) => !ORGANISATION_FIELDS.includes(field as OrganisationField) || field === own,
  )
  // A new role needs its organisation, also where the form's value is the one it had before.
  if (own && fields.includes('role') && !fields.includes(own)) fields.push(own)
  return Object.fromEntries(
    fields.map((field) => [field, values[field] || (field === 'displayName' ? '' : null)]),
  ) as Patch
}

export const changedFields = (values: FormValues, base: FormValues): Field[] =>
  (Object.keys(base) as Field[]).filter((field) => values[field] !== base[field])

/**
 * Joins what somebody else saved meanwhile with what is typed here: fields touched here keep their text, all others take
 * the new value.
 */
export function rebase(values: FormValues, base: FormValues, current: FormValues): FormValues {
  const touched = new Set(changedFields(values, base))
  return Object.fromEntries(
    (Object.keys(values) as Field[]).map((field) => {
      const isKept = touched.has(field) || CONTACT.includes(field)
      return [field, isKept ? values[field] : current[field]]
    }),
  ) as unknown as FormValues
}

/** What differs between two states of an account, as far as the form shows it. */
export function differing(before: User, after: User) {
  const shown = ['displayName', 'role', 'organisation', 'accessState', 'phone', 'email', 'status', 'remark'] as const
  return shown
    .filter((field) => before[field] !== after[field])
    .map((field) => ({ field, from: before[field], to: after[field] }))
}
