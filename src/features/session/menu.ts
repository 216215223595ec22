import { menuOrder, type Route, routes, SECTIONS } from '../../core/access.ts'
import { mayVisit, type Subject } from '../../core/can.ts'

export interface MenuItem {
  path: string
  name: string
  meta: { locale: string; requiresAuth: boolean; icon?: string; order: number; hideInMenu: boolean }
  children?: MenuItem[]
}

/**
 * The menu the server gives a session. It names every page the session may open, hidden ones too: with the menu from the
 * server switched on, a page that is not in it is not found. The dashboard pages stand in a group under the server's own
 * labels.
 */
export function menuFor(subject: Subject): MenuItem[] {
  const pages = routes.filter((route) => mayVisit(subject, route))
  const isDashboard = (route: Route): boolean => route.section === 'dashboard'
  const dashboard: MenuItem = {
    path: '/dashboard',
    name: 'dashboard',
    meta: { locale: 'menu.server.dashboard', requiresAuth: true, icon: 'dashboard', order: 0, hideInMenu: false },
    children: pages.filter(isDashboard).map((route, order) => itemOf(subject, route, order, 'menu.server')),
  }
  const rest = pages
    .filter((route) => !isDashboard(route))
    .sort((a, b) => rankOf(a) - rankOf(b))
    .map((route, index) => itemOf(subject, route, index + 1, 'menu'))
  return [dashboard, ...rest]
}

/** The blocks in their order, within a block the menu's; pages without a block, the hidden ones, come last. */
function rankOf({ section, path }: Route): number {
  const place = menuOrder.includes(path) ? menuOrder.indexOf(path) : menuOrder.length
  return (section ? SECTIONS.indexOf(section) : SECTIONS.length) * 1_000 + place
}

function itemOf(subject: Subject, route: Route, order: number, prefix: string): MenuItem {
  const { path, name, word, icon, hideInMenu = false, children } = route
  return {
    path,
    name: name ?? word,
    meta: { locale: `${prefix}.${word}`, requiresAuth: true, ...(icon ? { icon } : {}), order, hideInMenu },
    ...(children && {
      children: children
        .filter((child) => mayVisit(subject, child))
        .map((child, index) => itemOf(subject, child, index, prefix)),
    }),
  }
}
