import { type Route, routes } from '../../../core/access.ts'
import { wordOf } from '../../../core/menuText.ts'
import type { MenuNode } from '../../../core/menuTree.ts'
import { useApp } from '../../../kit/hooks/app.ts'

const flatten = (all: readonly Route[]): Route[] => all.flatMap((route) => [route, ...flatten(route.children ?? [])])
const byPath = new Map(flatten(routes).map((route) => [route.path, route]))

/** The icon a page has where nobody chose another. */
export const iconOf = ({ path, icon }: MenuNode): string => icon ?? byPath.get(path)?.icon ?? 'link'

/** What a line of the menu is called in the language of the reader. */
export function useMenuNames(): (node: Pick<MenuNode, 'path' | 'names'>) => string {
  const { language } = useApp()
  return ({ path, names }) => names?.[language] ?? wordOf(language, byPath.get(path)?.word ?? path)
}
