import { HOME, type Route, routes } from '../core/access.ts'
import { firstPermitted, may, mayVisit, type Subject } from '../core/can.ts'

/** A route with the groups above it. */
export interface Page {
  route: Route
  parents: readonly Route[]
}

const flatten = (list: readonly Route[], parents: readonly Route[] = []): Page[] =>
  list.flatMap((route) => [{ route, parents }, ...flatten(route.children ?? [], [...parents, route])])

/** Every page and group of the access table. */
export const pages: readonly Page[] = flatten(routes)
const byPath = new Map(pages.map((page) => [page.route.path, page]))
const byName = new Map(pages.flatMap((page) => (page.route.name ? [[page.route.name, page]] : [])))

export const pageAt = (path: string): Page | undefined => byPath.get(path)
export const pageNamed = (name: string): Page | undefined => byName.get(name)

/** A page is open to a user when its rule and that of every group above it pass. */
export const isOpenTo = (subject: Subject, { route, parents }: Page): boolean =>
  parents.every((parent) => may(subject, parent.permission)) && mayVisit(subject, route)

/** Path of a page no rule names: shows "not found" inside the shell. */
export const NOT_FOUND = '/not-found'

/** Where a user lands without another wish: the workplace, else the first permitted page, else not-found. */
export function landingOf(subject: Subject): string {
  const home = pageAt(HOME)
  if (home && isOpenTo(subject, home)) return HOME
  return firstPermitted(routes, subject)?.path ?? NOT_FOUND
}

export interface Destination {
  path: string
  search: Record<string, string>
}

/**
 * Where to go after the login: the page whose route *name* stands in `redirect`, with the rest of the query, if there
 * is such a page and the user may open it; else the landing page. Nothing else in the address is ever followed.
 */
export function afterLogin(subject: Subject, search: Record<string, string>): Destination {
  const { redirect = '', ...rest } = search
  const page = pageNamed(redirect)
  if (!page || !isOpenTo(subject, page)) return { path: landingOf(subject), search: {} }
  return { path: page.route.path, search: rest }
}
