import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arrange, builtInTree, faultOfMenu, type MenuNode } from '../../../core/menuTree.ts'
import { differencesOf } from './differences.ts'
import { inBlocks, linesOf, patch, place, placeIn, remove, step } from './tree.ts'

const tree: MenuNode[] = [
  { path: '/a', section: 'content' },
  { path: '/g', section: 'content', children: [{ path: '/g/1' }, { path: '/g/2' }] },
  { path: '/b', section: 'analysis' },
]
const pathsOf = (nodes: readonly MenuNode[]) => inBlocks(nodes).map(({ path }) => path)

describe('moving a line', () => {
  it('among its like, and into the block of what it was dropped on', () => {
    expect(pathsOf(place(tree, '/g', '/a', 'before'))).toEqual(['/g', '/a', '/b'])
    const moved = place(tree, '/a', '/b', 'after')
    expect(moved.find(({ path }) => path === '/a')!.section).toBe('analysis')
    expect(place(tree, '/g/2', '/g/1', 'before')[1]!.children!.map(({ path }) => path)).toEqual(['/g/2', '/g/1'])
  })

  it('never into or out of a group', () => {
    expect(place(tree, '/a', '/g/1', 'before')).toEqual(tree)
    expect(place(tree, '/g/1', '/a', 'before')).toEqual(tree)
  })

  it('by steps goes on into the next block, and stops at the ends', () => {
    const down = step(tree, '/g', 1)
    expect(down.find(({ path }) => path === '/g')!.section).toBe('analysis')
    expect(pathsOf(down)).toEqual(['/a', '/g', '/b'])
    expect(step(tree, '/g/2', 1)).toEqual(tree)
    expect(pathsOf(placeIn(tree, '/b', 'content', 'last'))).toEqual(['/a', '/g', '/b'])
  })
})

it('a change or a removal touches one line', () => {
  expect(patch(tree, '/g/1', { isHidden: true })[1]!.children![0]).toEqual({ path: '/g/1', isHidden: true })
  expect(patch(patch(tree, '/a', { icon: 'book' }), '/a', { icon: undefined })).toEqual(tree)
  expect(pathsOf(remove(tree, '/a'))).toEqual(['/g', '/b'])
})

it('whatever is done to the built-in menu, it may be saved, and no page is lost', () => {
  const pages = (nodes: readonly MenuNode[]): string[] =>
    nodes.flatMap(({ path, children }) => [path, ...pages(children ?? [])]).sort()
  const standard = builtInTree()
  const paths = pages(standard)
  const deed = fc.oneof(
    fc.record({ kind: fc.constant('step' as const), at: fc.nat(), by: fc.constantFrom(-1 as const, 1 as const) }),
    fc.record({ kind: fc.constant('place' as const), at: fc.nat(), to: fc.nat() }),
    fc.record({ kind: fc.constant('hide' as const), at: fc.nat() }),
  )
  fc.assert(
    fc.property(fc.array(deed, { maxLength: 40 }), (deeds) => {
      const of = (n: number) => paths[n % paths.length]!
      const after = deeds.reduce<MenuNode[]>((before, one) => {
        if (one.kind === 'step') return step(before, of(one.at), one.by)
        if (one.kind === 'place') return place(before, of(one.at), of(one.to), 'before')
        return patch(before, of(one.at), { isHidden: true })
      }, standard)
      expect(faultOfMenu(after)).toBeNull()
      expect(pages(arrange(after))).toEqual(paths)
    }),
    { seed: 20261120 },
  )
})

it('differences name what moved or was renamed, and nothing else', () => {
  const renamed = patch(tree, '/b', { names: { 'zh-CN': '乙', 'en-US': 'B' } })
  expect(differencesOf(linesOf(tree), linesOf(renamed))).toEqual([
    { at: '/b', before: 'analysis 3', after: 'analysis 3 · 乙 / B' },
  ])
  expect(differencesOf(null, { a: { b: 1 } })).toEqual([{ at: 'a.b', before: null, after: '1' }])
})
