import { menuOrder, type Route, routes, SECTIONS, type Section } from './access.ts'
import { LANGUAGES, type Language } from './text.ts'

/** The drawings a line of the menu may have. */
export const MENU_ICONS = [
  'dashboard',
  'activity',
  'video',
  'star',
  'thumb',
  'share',
  'shield',
  'chart',
  'category',
  'flame',
  'visualization',
  'cash',
  'download',
  'upload',
  'users',
  'book',
  'list',
  'form',
  'file',
  'link',
  'settings',
  'user',
] as const

/** A line of the server's menu as an administrator arranged it: a page or group of the console, or a link out of it. */
export interface MenuNode {
  /** Path of a page or group; an address beginning with https:// or http:// is a link. */
  path: string
  /** Of the outermost lines: the block they stand in. */
  section?: Section
  /** In place of the built-in name. */
  names?: Record<Language, string>
  icon?: string
  /** Not shown; pages stay reachable by their address. */
  isHidden?: boolean
  children?: MenuNode[]
}

export const MAX_LINKS = 20
export const MAX_MENU_NAME = 30

export const isLink = (path: string): boolean => /^https?:\/\//i.test(path)

/** The pages of the console as the built-in menu has them, those it hides left out: they are always reachable. */
export function builtInTree(): MenuNode[] {
  const rank = ({ path }: Route) => (menuOrder.includes(path) ? menuOrder.indexOf(path) : menuOrder.length)
  const shown = routes.filter((route) => route.section && !route.hideInMenu)
  return SECTIONS.flatMap((section) =>
    shown
      .filter((route) => route.section === section)
      .sort((a, b) => rank(a) - rank(b))
      .map((route) => nodeOf(route, section)),
  )
}

const nodeOf = ({ path, children }: Route, section?: Section): MenuNode => ({
  path,
  ...(section && { section }),
  ...(children && { children: children.filter((child) => !child.hideInMenu).map((child) => nodeOf(child)) }),
})

/**
 * The arrangement over today's pages: what an administrator arranged comes as arranged, a page that came since is added
 * where the built-in menu has it, one that is gone is left out. So no arrangement can make a page disappear.
 */
export function arrange(tree: readonly MenuNode[] | null): MenuNode[] {
  const standard = builtInTree()
  if (!tree) return standard
  return merge(tree, standard)
}

function merge(arranged: readonly MenuNode[], standard: readonly MenuNode[]): MenuNode[] {
  const known = new Map(standard.map((node) => [node.path, node]))
  const kept = arranged.flatMap((node): MenuNode[] => {
    if (isLink(node.path)) return [node]
    const own = known.get(node.path)
    if (!own) return []
    return [own.children ? { ...node, children: merge(node.children ?? [], own.children) } : node]
  })
  const missing = standard.filter(({ path }) => !arranged.some((node) => node.path === path))
  return [...kept, ...missing]
}

/** The path of the first line that is wrong, or `shape`; null when the arrangement may stand. */
export function faultOfMenu(value: unknown): string | null {
  if (!Array.isArray(value)) return 'shape'
  const standard = new Map(builtInTree().map((node) => [node.path, node]))
  const seen = new Set<string>()
  for (const node of value as unknown[]) {
    const fault = faultOfNode(node, seen, true)
    if (fault) return fault
    const { path, children } = node as MenuNode
    const own = standard.get(path)
    if (isLink(path) ? children : !own || (children && !own.children)) return path
    for (const child of children ?? []) {
      const inside = faultOfNode(child, seen, false)
      if (inside) return inside
      if (!isLink(child.path) && !own?.children?.some((one) => one.path === child.path)) return child.path
      if (child.children) return child.path
    }
  }
  return [...seen].filter(isLink).length > MAX_LINKS ? 'links' : null
}

const ALLOWED = ['path', 'section', 'names', 'icon', 'isHidden', 'children']

function faultOfNode(value: unknown, seen: Set<string>, isOuter: boolean): string | null {
  if (typeof value !== 'object' || value === null) return 'shape'
  const node = value as MenuNode
  if (typeof node.path !== 'string' || node.path.length > 300) return 'shape'
  const { path, section, names, icon, isHidden, children } = node
  if (Object.keys(node).some((name) => !ALLOWED.includes(name)) || seen.has(path)) return path
  seen.add(path)
  if (isOuter ? !SECTIONS.includes(section as Section) : section !== undefined) return path
  if (icon !== undefined && !(MENU_ICONS as readonly string[]).includes(icon)) return path
  if (isHidden !== undefined && typeof isHidden !== 'boolean') return path
  if (children !== undefined && !Array.isArray(children)) return path
  if (isLink(path) && (!URL.canParse(path) || !names)) return path
  if (names === undefined) return null
  if (typeof names !== 'object' || names === null || Object.keys(names).length !== LANGUAGES.length) return path
  const isNamed = LANGUAGES.every((language) => {
    const name = names[language]
    return typeof name === 'string' && name.trim() !== '' && [...name].length <= MAX_MENU_NAME && !/\p{Cc}/u.test(name)
  })
  return isNamed ? null : path
}
