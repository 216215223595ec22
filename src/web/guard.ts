import { routes } from '../core/access.ts'
import { firstPermitted } from '../core/can.ts'
import type { SessionInfo } from '../core/session.ts'
import { afterLogin, type Destination, isOpenTo, NOT_FOUND, pageAt } from './pages.ts'
import type { ServerMenuItem } from './settings.ts'

export const LOGIN = '/login'
export const REDIRECT = '/redirect'
/** All there is for who lacks the second factor that is asked of the role. */
export const SECOND_FACTOR = '/second-factor'
/** Reachable without a session. */
const PUBLIC = [LOGIN, '/set-password']

/** What the guard needs of the world around it. */
export interface Door {
  startProgress(): void
  hasToken(): boolean
  session(): SessionInfo | null
  fetchInfo(): Promise<SessionInfo>
  logout(): Promise<void>
  /** The server's menu, fetched once; null where the setting is off. Rejects when the fetch failed. */
  serverMenu(): Promise<ServerMenuItem[]> | null
}

/** Undefined lets the navigation pass, otherwise where it goes instead. */
export type Verdict = Destination | undefined

const isListed = (menu: ServerMenuItem[], path: string, name: string | undefined): boolean =>
  menu.some(
    (item) =>
      (name !== undefined && item.name === name) || item.path === path || isListed(item.children ?? [], path, name),
  )

/** The check before each navigation, in the order of the specification's section 4. */
export async function guard(target: Destination, door: Door): Promise<Verdict> {
  door.startProgress()
  if (target.path === '/') return { path: LOGIN, search: {} }
  const page = pageAt(target.path)
  const toLogin = { path: LOGIN, search: { redirect: nameOf(target.path), ...target.search } }

  if (!door.hasToken()) return PUBLIC.includes(target.path) ? undefined : toLogin

  let session = door.session()
  if (!session) {
    try {
      session = await door.fetchInfo()
    } catch {
      await door.logout()
      return PUBLIC.includes(target.path) ? undefined : toLogin
    }
  }
  if (session.lacksFactor) {
    if (target.path === SECOND_FACTOR) return undefined
    return { path: SECOND_FACTOR, search: target.path === LOGIN ? target.search : toLogin.search }
  }
  if (target.path === LOGIN || target.path === SECOND_FACTOR) return afterLogin(session, target.search)
  if (!page) return undefined

  // A menu that could not be fetched has been reported; the rules alone decide, so that nobody is locked out.
  const menu = await door.serverMenu()?.catch(() => null)
  if (!menu) {
    if (!isOpenTo(session, page)) return goTo(firstPermitted(routes, session)?.path ?? NOT_FOUND)
  } else if (!isListed(menu, page.route.path, page.route.name) || !isOpenTo(session, page)) return goTo(NOT_FOUND)

  const { children } = page.route
  if (!children) return undefined
  const child = children.find((route) => isOpenTo(session, { route, parents: [...page.parents, page.route] }))
  return goTo(child?.path ?? NOT_FOUND)
}

const goTo = (path: string): Destination => ({ path, search: {} })

/** The route name a redirect carries; `notFound` for a page nobody knows. A group is known by its first page. */
function nameOf(path: string): string {
  const route = pageAt(path)?.route
  return route?.name ?? route?.children?.[0]?.name ?? 'notFound'
}
