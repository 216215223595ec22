import { may } from '../../core/can.ts'
import { visible } from '../../core/listQuery.ts'
import { scopeOf } from '../../core/scope.ts'
import type { Session } from '../../core/session.ts'
import type { ListVerb } from '../../core/verb.ts'
import { exportable } from '../../kit/format/listCsv.ts'

/** What decides which rows and columns a person gets; an export is made and handed out only while it stays the same. */
export interface Rights {
  role: string
  scope: string
}

export const rightsOf = (session: Session): Rights => ({
  role: session.accessRoles,
  scope: Object.values(scopeOf(session)).join(':'),
})

/** Whether a person may see a list and all of these columns of it now. */
export function seesColumns(session: Session, { list }: ListVerb, columns: readonly string[]): boolean {
  if (!may(session, 'exports.read') || !may(session, list.permission)) return false
  const seen = exportable(visible(list.columns, (needs) => may(session, needs)))
  return columns.every((name) => Object.hasOwn(seen, name))
}

/** Whether a person is still the one who ordered: same role, same rows, same columns. */
export function isUnchanged(session: Session, verb: ListVerb, ordered: { rights: Rights; columns: string[] }): boolean {
  const now = rightsOf(session)
  const { role, scope } = ordered.rights
  return now.role === role && now.scope === scope && seesColumns(session, verb, ordered.columns)
}
