import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SessionInfo } from '../core/session.ts'
import { pages } from './pages.ts'
import { recall } from './tabMemory.ts'
import {
  close,
  closedBy,
  FRESH,
  KEPT_MAX,
  keyOf,
  mayClose,
  move,
  reload,
  type Tab,
  type Tabs,
  tabOf,
  togglePin,
  visit,
} from './tabs.ts'
import { unsaved } from './unsaved.ts'

const HOME = '/dashboard/workplace'
const PATHS = ['/dashboard/data', '/dashboard/users', '/imports', '/dashboard/export'] as const
const [DATA, USERS, IMPORTS, EXPORTS] = PATHS
const paths = ({ list }: Tabs) => list.map(({ path }) => path)
const opened = PATHS.reduce((tabs, path) => visit(tabs, tabOf(path)!), FRESH)

describe('tabs', () => {
  it('start with the workplace', () => {
    expect(paths(FRESH)).toEqual([HOME])
    expect(FRESH.list[0]).toEqual({
      title: 'workplace',
      name: 'Workplace',
      path: HOME,
      fullPath: HOME,
      query: {},
      ignoreCache: false,
    })
  })

  it('hold a page once, with its last query', () => {
    const tabs = visit(visit(FRESH, tabOf(DATA, { keyword: '重庆' })!), tabOf(DATA, { current: '2' })!)
    expect(paths(tabs)).toEqual([HOME, DATA])
    expect(tabs.list[1]).toMatchObject({ query: { current: '2' }, fullPath: `${DATA}?current=2` })
  })

  it.each(['/login', '/redirect/%2Fdashboard%2Fdata', '/not-found', '/dashboard/settlement', '/set-password'])(
    'are never made for %s',
    (path) => expect(tabOf(path)).toBeUndefined(),
  )

  it('keep a page mounted unless it wants to be built anew', () => {
    expect(visit(FRESH, tabOf(DATA)!).kept).toEqual([HOME, DATA])
    expect(visit(FRESH, { ...tabOf(DATA)!, ignoreCache: true }).kept).toEqual([HOME])
  })

  it('make a reloaded page another page', () => {
    expect(reload(reload(opened, DATA), DATA).reloads).toEqual({ [DATA]: 2 })
  })
})

describe('a page that shows one of many', () => {
  const DETAIL = '/dashboard/article_detail'
  it('has a tab for each, whatever else its query says', () => {
    const queries: Tab['query'][] = [{ id: '7' }, { id: '8' }, { id: '7', path: '3' }]
    const asked = queries.map((query) => tabOf(DETAIL, query)!)
    const tabs = asked.reduce(visit, FRESH)
    expect(tabs.list.map(keyOf)).toEqual([HOME, `${DETAIL}#7`, `${DETAIL}#8`])
    expect(tabs.list[1]!.query).toEqual({ id: '7', path: '3' })
    expect(close(tabs, 'closeThis', `${DETAIL}#7`, `${DETAIL}#7`).tabs.list.map(keyOf)).toEqual([HOME, `${DETAIL}#8`])
  })
})

describe('pinning and moving', () => {
  const pinned = togglePin(togglePin(opened, EXPORTS), USERS)
  it('puts pinned tabs behind the workplace, and back in front of the rest', () => {
    expect(paths(pinned)).toEqual([HOME, EXPORTS, USERS, DATA, IMPORTS])
    expect(paths(togglePin(pinned, EXPORTS))).toEqual([HOME, USERS, EXPORTS, DATA, IMPORTS])
    expect(togglePin(opened, HOME)).toBe(opened)
  })
  it('keeps pinned tabs from every closing verb', () => {
    expect(closedBy(pinned, 'closeAll', HOME)).toEqual([DATA, IMPORTS])
    expect(mayClose(pinned, 'closeThis', USERS)).toBe(false)
  })
  it('moves a tab among its own kind', () => {
    expect(paths(move(pinned, IMPORTS, 0))).toEqual([HOME, EXPORTS, USERS, IMPORTS, DATA])
    expect(paths(move(pinned, EXPORTS, 4))).toEqual([HOME, USERS, EXPORTS, DATA, IMPORTS])
    expect(move(pinned, HOME, 2)).toBe(pinned)
  })
})

it('unsaved work is never put to sleep', () => {
  unsaved.set(DATA, 'Leave?')
  const many = pages.flatMap(({ route }) => tabOf(route.path) ?? []).slice(0, KEPT_MAX * 2)
  expect(many.reduce(visit, visit(FRESH, tabOf(DATA)!)).kept).toContain(DATA)
  unsaved.clear()
  expect(many.toReversed().reduce(visit, visit(FRESH, tabOf(DATA)!)).kept).toHaveLength(KEPT_MAX)
})

describe('after the browser is reloaded', () => {
  const admin = { accessId: '1', accessRoles: 'admin', accessKey: 'admin', accessState: null } as unknown as SessionInfo
  const supplier = { ...admin, accessRoles: 'supplier' } as unknown as SessionInfo
  const stored = JSON.stringify({
    user: '1',
    tabs: [
      { path: DATA, query: { keyword: '重庆' }, isPinned: false },
      { path: USERS, query: {}, isPinned: false },
      { path: IMPORTS, query: {}, isPinned: true },
      { path: '/no/such/page', query: {}, isPinned: false },
    ],
  })
  it('the tabs are there in their order, with their queries and pins, asleep', () => {
    const tabs = recall(stored, admin)!
    expect(paths(tabs)).toEqual([HOME, IMPORTS, DATA, USERS])
    expect(tabs).toMatchObject({ pinned: [IMPORTS], kept: [HOME] })
    expect(tabs.list[2]!.query).toEqual({ keyword: '重庆' })
  })
  it('those of pages no longer permitted are gone', () => {
    expect(paths(recall(stored, supplier)!)).toEqual([HOME, IMPORTS])
  })
  it.each([
    null,
    '',
    '{',
    '[]',
    '{"user":"1","tabs":[{"path":1}]}',
    '{"user":"1","tabs":[{"path":"/imports","query":{"a":2}}]}',
  ])('a record that is none brings nothing: %s', (record) => expect(recall(record, admin)).toBeUndefined())
  it('and so does that of another account', () => {
    expect(recall(stored, { ...admin, accessId: '2' })).toBeUndefined()
  })
})

describe('closing', () => {
  it.each([
    ['closeThis', USERS, [USERS]],
    ['closeThis', HOME, []],
    ['closeLeft', IMPORTS, [DATA, USERS]],
    ['closeLeft', DATA, []],
    ['closeRight', USERS, [IMPORTS, EXPORTS]],
    ['closeRight', EXPORTS, []],
    ['closeOthers', USERS, [DATA, IMPORTS, EXPORTS]],
    ['closeAll', USERS, [DATA, USERS, IMPORTS, EXPORTS]],
  ] as const)('%s on %s closes %j', (verb, path, closed) => {
    expect(closedBy(opened, verb, path)).toEqual(closed)
    expect(mayClose(opened, verb, path)).toBe(closed.length > 0)
  })

  it('the open tab leads to the one before it', () => {
    expect(close(opened, 'closeThis', USERS, USERS).goTo?.path).toBe(DATA)
  })

  it('another tab leads nowhere', () => {
    expect(close(opened, 'closeThis', USERS, DATA).goTo).toBeUndefined()
  })

  it.each([
    ['closeLeft', IMPORTS, DATA],
    ['closeRight', USERS, EXPORTS],
    ['closeOthers', USERS, DATA],
  ] as const)('%s on %s while %s is open leads to the tab itself', (verb, path, active) => {
    expect(close(opened, verb, path, active).goTo?.path).toBe(path)
  })

  it('all leads to the workplace', () => {
    const { tabs, goTo } = close(opened, 'closeAll', USERS, IMPORTS)
    expect(paths(tabs)).toEqual([HOME])
    expect(goTo?.path).toBe(HOME)
  })
})

describe('whatever is done', () => {
  it('the first tab is the workplace, no page has two, only open tabs are kept, and one of them is shown', () => {
    const anyPath = fc.constantFrom(...pages.map(({ route }) => route.path))
    const anyVerb = fc.constantFrom('closeThis', 'closeLeft', 'closeRight', 'closeOthers', 'closeAll')
    const steps = fc.array(
      fc.oneof({ arbitrary: fc.tuple(fc.constant('visit'), anyPath), weight: 3 }, fc.tuple(anyVerb, anyPath)),
      {
        maxLength: 60,
      },
    )
    fc.assert(
      fc.property(steps, (done) => {
        let tabs = FRESH
        let active = HOME
        const open = (tab: Tab) => {
          tabs = visit(tabs, tab)
          active = tab.path
        }
        for (const [step, path] of done) {
          const tab = tabOf(path, { at: step })
          if (step === 'visit') {
            if (tab) open(tab)
          } else {
            const after = close(tabs, step, path, active)
            tabs = after.tabs
            if (after.goTo) open(after.goTo)
          }
          expect(tabs.list[0]?.path).toBe(HOME)
          expect(new Set(paths(tabs)).size).toBe(tabs.list.length)
          expect(paths(tabs)).toContain(active)
          expect(paths(tabs)).toEqual(expect.arrayContaining([...tabs.kept]))
          expect(tabs.kept.length).toBeLessThanOrEqual(KEPT_MAX)
        }
      }),
      { seed: 20261120 },
    )
  })
})
