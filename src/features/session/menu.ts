import { type Route, routes, SECTIONS, type Section } from '../../core/access.ts'
import { mayVisit, type Subject } from '../../core/can.ts'
import { arrange, isLink, type MenuNode } from '../../core/menuTree.ts'
import type { Language } from '../../core/text.ts'

export interface MenuItem {
  path: string
  name: string
  meta: {
    locale: string
    requiresAuth: boolean
    icon?: string
    order: number
    hideInMenu: boolean
    /** Of outermost lines: the block they stand in. */
    section?: Section
    /** In place of the word of `locale`. */
    names?: Record<Language, string>
  }
  children?: MenuItem[]
}

/**
 * The menu the server gives a session, as administrators arranged it. It names every page the session may open, hidden
 * ones too: with the menu from the server switched on, a page that is not in it is not found. The dashboard pages stand in
 * a group under the server's own labels.
 */
export function menuFor(subject: Subject, tree: readonly MenuNode[] | null): MenuItem[] {
  const nodes = arrange(tree)
  const isDashboard = ({ section }: MenuNode): boolean => section === 'dashboard'
  const dashboard: MenuItem = {
    path: '/dashboard',
    name: 'dashboard',
    meta: { locale: 'menu.server.dashboard', requiresAuth: true, icon: 'dashboard', order: 0, hideInMenu: false },
    children: itemsOf(subject, nodes.filter(isDashboard), routes, 'menu.server'),
  }
  const shown = SECTIONS.flatMap((section) => nodes.filter((node) => node.section === section && !isDashboard(node)))
  const hidden = routes.filter((route) => !route.section || route.hideInMenu).map(({ path }) => ({ path }))
  const rest = itemsOf(subject, [...shown, ...hidden], routes, 'menu')
  return [dashboard, ...rest.map((item, at) => ({ ...item, meta: { ...item.meta, order: at + 1 } }))]
}

function itemsOf(subject: Subject, nodes: readonly MenuNode[], among: readonly Route[], prefix: string): MenuItem[] {
  return nodes.flatMap((node, order): MenuItem[] => {
    const route = among.find(({ path }) => path === node.path)
    if (route ? !mayVisit(subject, route) : !isLink(node.path)) return []
    const icon = node.icon ?? (route ? route.icon : 'link')
    const { path, section, names, isHidden } = node
    const meta = {
      locale: route ? `${prefix}.${route.word}` : path,
      requiresAuth: true,
      ...(icon && { icon }),
      order,
      hideInMenu: isHidden ?? route?.hideInMenu ?? false,
      ...(section && { section }),
      ...(names && { names }),
    }
    const name = route ? (route.name ?? route.word) : path
    if (!route?.children) return [{ path, name, meta }]
    return [{ path, name, meta, children: itemsOf(subject, node.children ?? [], route.children, prefix) }]
  })
}
