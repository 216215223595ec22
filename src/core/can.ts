import { type Permission, permissions, type Route, type Rule, TOKEN_SCOPES, type TokenScope } from './access.ts'
import type { Session } from './session.ts'

/** What a rule looks at; a session without a role passes only rules that name no role, or every role. */
export type Subject = Pick<Session, 'accessRoles' | 'accessState' | 'accessKey'>

/**
 * The specification's section 5, all three clauses: the role list is absent, contains `*`, or contains the role; the
 * state list is absent, contains the state, or the user has none; the key list is absent or contains the key.
 */
export function can(subject: Subject, rule: Rule): boolean {
  const { roles, states, keys } = rule
  return (
    (!roles || roles.includes('*') || roles.includes(subject.accessRoles)) &&
    (!states || !subject.accessState || states.includes(subject.accessState)) &&
    (!keys || keys.includes(subject.accessKey))
  )
}

export const may = (subject: Subject, permission: Permission): boolean => can(subject, permissions[permission])

/** Whether a user may have and use tokens of a scope. */
export const mayHold = (subject: Subject, scope: TokenScope): boolean =>
  TOKEN_SCOPES[scope].some((permission) => may(subject, permission))

/** A page is reachable when its own rule and that of every group above it pass; a group also needs a reachable child. */
export function mayVisit(subject: Subject, route: Route): boolean {
  if (!may(subject, route.permission)) return false
  return !route.children || route.children.some((child) => mayVisit(subject, child))
}

/**
 * The first page the user may open, breadth first in the specification's order; undefined when there is none.
 * Unnamed groups and hidden pages are passed over but a group's children are looked at, and the full rule decides, not
 * the role alone, so that a redirect can never lead to a page that refuses again.
 */
export function firstPermitted(routes: readonly Route[], subject: Subject): Route | undefined {
  const queue = [...routes]
  for (let route = queue.shift(); route; route = queue.shift()) {
    if (!may(subject, route.permission)) continue
    if (route.name && !route.hideInMenu) return route
    queue.push(...(route.children ?? []))
  }
  return undefined
}

/** The pages in the menu that a subject may open today, groups left out; pages still to come are not among them. */
export function openPages(routes: readonly Route[], subject: Subject): Route[] {
  return routes
    .filter((route) => mayVisit(subject, route))
    .flatMap((route) => [
      ...(route.name && !route.hideInMenu ? [route] : []),
      ...openPages(route.children ?? [], subject),
    ])
}
