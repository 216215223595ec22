import { type Permission, permissions, type Route, type Rule, routes } from './access.ts'
import type { Subject } from './can.ts'

/** One of the three clauses of a rule (specification section 5), judged for somebody. */
export interface Clause {
  /** The permission whose rule it is. */
  permission: Permission
  list: 'roles' | 'states' | 'keys'
  /** What the list holds. */
  wanted: string[]
  /** What the account brings; null where it has none. */
  has: string | null
  passes: boolean
}

/** The clauses a permission's rule has, each judged; a list the rule does not have restricts nothing and is not named. */
export function clausesOf(subject: Subject, permission: Permission): Clause[] {
  const { roles, states, keys }: Rule = permissions[permission]
  const clauses: Clause[] = []
  const add = (list: Clause['list'], wanted: readonly string[], has: string | null, passes: boolean) =>
    clauses.push({ permission, list, wanted: [...wanted], has, passes })
  const { accessRoles, accessState, accessKey } = subject
  if (roles) add('roles', roles, accessRoles, roles.includes('*') || roles.includes(accessRoles))
  if (states) add('states', states, accessState || null, !accessState || states.includes(accessState))
  if (keys) add('keys', keys, accessKey, keys.includes(accessKey))
  return clauses
}

/** The permissions a page asks for: its own, and those of the groups above it. Empty for a path that is no page. */
export function permissionsOfPage(path: string, among: readonly Route[] = routes): Permission[] {
  for (const route of among) {
    if (route.path === path) return [route.permission]
    const inside = permissionsOfPage(path, route.children ?? [])
    if (inside.length > 0) return [...new Set([route.permission, ...inside])]
  }
  return []
}
