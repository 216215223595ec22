import { SECTIONS, type Section } from '../../../core/access.ts'
import type { MenuNode } from '../../../core/menuTree.ts'

/** The outermost lines in the order of their blocks, as the menu shows them. */
export const inBlocks = (tree: readonly MenuNode[]): MenuNode[] =>
  SECTIONS.flatMap((section) => tree.filter((node) => node.section === section))

type Change = (siblings: MenuNode[]) => MenuNode[]

/** Changes the lines among which a line stands: the outermost ones, or those of its group. */
function amongSiblings(tree: readonly MenuNode[], path: string, change: Change): MenuNode[] {
  if (tree.some((node) => node.path === path)) return change([...tree])
  return tree.map((node) =>
    node.children?.some((child) => child.path === path) ? { ...node, children: change([...node.children]) } : node,
  )
}

/** Puts a line before or after another of the same level; an outermost one moves into the other's block. */
export function place(tree: readonly MenuNode[], path: string, target: string, side: 'before' | 'after'): MenuNode[] {
  if (path === target) return [...tree]
  return amongSiblings(tree, path, (siblings) => {
    const moved = siblings.find((node) => node.path === path)!
    const rest = siblings.filter((node) => node !== moved)
    const at = rest.findIndex((node) => node.path === target)
    if (at < 0) return siblings
    const section = rest[at]!.section
    return rest.toSpliced(side === 'before' ? at : at + 1, 0, { ...moved, ...(section && { section }) })
  })
}

/** Moves an outermost line into a block, as its first or last. */
export function placeIn(tree: readonly MenuNode[], path: string, section: Section, end: 'first' | 'last'): MenuNode[] {
  const moved = tree.find((node) => node.path === path)
  if (!moved) return [...tree]
  const rest = tree.filter((node) => node !== moved)
  const line = { ...moved, section }
  return end === 'first' ? [line, ...rest] : [...rest, line]
}

/** One step up or down as the menu shows it; at the edge of its block an outermost line goes on into the next block. */
export function step(tree: readonly MenuNode[], path: string, by: -1 | 1): MenuNode[] {
  const ordered = inBlocks(tree)
  const outer = ordered.find((node) => node.path === path)
  const siblings = outer
    ? ordered.filter(({ section }) => section === outer.section)
    : (ordered.find(({ children }) => children?.some((child) => child.path === path))?.children ?? [])
  const at = siblings.findIndex((node) => node.path === path)
  const neighbour = siblings[at + by]
  if (neighbour) return place(ordered, path, neighbour.path, by < 0 ? 'before' : 'after')
  const next = outer && SECTIONS[SECTIONS.indexOf(outer.section!) + by]
  return next ? placeIn(ordered, path, next, by < 0 ? 'last' : 'first') : ordered
}

/** Changes a line; a field given as undefined goes. */
export function patch(
  tree: readonly MenuNode[],
  path: string,
  change: { [K in keyof MenuNode]?: MenuNode[K] | undefined },
): MenuNode[] {
  return amongSiblings(tree, path, (siblings) =>
    siblings.map((node) => (node.path === path ? clean({ ...node, ...change }) : node)),
  )
}

const clean = (node: { [K in keyof MenuNode]?: MenuNode[K] | undefined }): MenuNode =>
  Object.fromEntries(Object.entries(node).filter(([, value]) => value !== undefined)) as unknown as MenuNode

export const remove = (tree: readonly MenuNode[], path: string): MenuNode[] =>
  amongSiblings(tree, path, (siblings) => siblings.filter((node) => node.path !== path))

/** Each line as what it says and where it stands, to compare two arrangements by. */
export function linesOf(tree: readonly MenuNode[], above = ''): Record<string, string> {
  return Object.fromEntries(
    inOrder(tree).flatMap(({ path, section, names, icon, isHidden, children }, at) => [
      [
        path,
        [`${above || section || ''} ${at + 1}`, names && `${names['zh-CN']} / ${names['en-US']}`, icon, isHidden && '×']
          .filter(Boolean)
          .join(' · '),
      ],
      ...Object.entries(linesOf(children ?? [], path)),
    ]),
  )
}

const inOrder = (nodes: readonly MenuNode[]): readonly MenuNode[] => (nodes[0]?.section ? inBlocks(nodes) : nodes)
