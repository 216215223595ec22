import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ROLES } from '../core/access.ts'
import type { Subject } from '../core/can.ts'
import { menuText, wordOf } from '../core/menuText.ts'
import { LANGUAGES } from '../core/text.ts'
import { menuFor } from '../features/session/menu.ts'
import { type Entry, holds, leavesOf, markedPath, menuOf, renamedIn } from './menu.ts'
import { isOpenTo, pages } from './pages.ts'

const user = (accessRoles: Subject['accessRoles'], more: Partial<Subject> = {}): Subject => ({
  accessRoles,
  accessKey: accessRoles,
  accessState: null,
  ...more,
})
const pathsOf = (subject: Subject) => leavesOf(menuOf(subject, null)).map(({ path }) => path)

const anyone: fc.Arbitrary<Subject> = fc.record({
  accessRoles: fc.constantFrom(...ROLES),
  accessKey: fc.constantFrom('admin', 'godot', 'ops'),
  accessState: fc.constantFrom(null, 'wl', 'sm4', 'other'),
})

describe('the menu', () => {
  it('of a supplier holds distributed videos, the import of their links and the open pages alone', () => {
    expect(pathsOf(user('supplier'))).toEqual([
      '/dashboard/workplace',
      '/dashboard/distribute_videos',
      '/dashboard/hot_rank/today_rank',
      '/dashboard/hot_rank/play_count_rank',
      '/dashboard/hot_rank/history_play_count_rank',
      '/imports',
      '/user/info',
      '/user/setting',
    ])
  })

  it('shows data_star to the key that may open it', () => {
    expect(pathsOf(user('admin', { accessKey: 'godot' }))).toContain('/dashboard/data_star')
    expect(pathsOf(user('admin', { accessKey: 'ops' }))).not.toContain('/dashboard/data_star')
  })

  it('holds for everyone exactly the pages that are open and not hidden', () => {
    fc.assert(
      fc.property(anyone, (subject) => {
        const open = pages.filter((page) => page.route.name && !page.route.hideInMenu && isOpenTo(subject, page))
        expect(new Set(pathsOf(subject))).toEqual(new Set(open.map(({ route }) => route.path)))
      }),
      { seed: 20261120 },
    )
  })

  it('has no empty group', () => {
    const empty = (entry: Entry): boolean => entry.children?.length === 0
    fc.assert(
      fc.property(anyone, (subject) => {
        expect(menuOf(subject, null).some(({ entries }) => entries.length === 0 || entries.some(empty))).toBe(false)
      }),
      { seed: 20261120 },
    )
  })

  it('marks the article list while a hidden article page is open', () => {
    const marked = markedPath('/dashboard/article_edit')
    expect(marked).toBe('/dashboard/article_list')
    expect(
      menuOf(user('coo'), null)
        .flatMap(({ entries }) => entries)
        .some((entry) => holds(entry, marked)),
    ).toBe(true)
  })
})

describe('the menu from the server', () => {
  it('names the same pages, under the server’s labels', () => {
    fc.assert(
      fc.property(anyone, (subject) => {
        const served = leavesOf(menuOf(subject, menuFor(subject, null)))
        expect(new Set(served.map(({ path }) => path))).toEqual(new Set(pathsOf(subject)))
        expect(served.find(({ path }) => path === '/dashboard/workplace')?.word).toBe('menu.server.workplace')
      }),
      { seed: 20261120 },
    )
  })

  it('never shows a page that is refused, whatever the server says', () => {
    const served = menuOf(user('supplier'), menuFor(user('admin'), null))
    expect(new Set(leavesOf(served).map(({ path }) => path))).toEqual(new Set(pathsOf(user('supplier'))))
  })

  it('comes as it was arranged: order, names in both languages, hidden lines, and links out of the house', () => {
    const names = { 'zh-CN': '作品库', 'en-US': 'Library' }
    const link = {
      path: 'https://example.com/help',
      section: 'content' as const,
      names: { 'zh-CN': '帮助', 'en-US': 'Help' },
    }
    const tree = [
      link,
      { path: '/dashboard/recommend', section: 'content' as const, isHidden: true },
      { path: '/dashboard/data', section: 'analysis' as const, names, icon: 'book' },
    ]
    const blocks = menuOf(user('admin'), menuFor(user('admin'), tree))
    const content = blocks.find(({ section }) => section === 'content')!.entries
    expect(content[0]).toMatchObject({ path: link.path, icon: 'link' })
    expect(wordOf('en-US', content[0]!.word)).toBe('Help')
    expect(content.map(({ path }) => path)).not.toContain('/dashboard/recommend')
    const moved = blocks.find(({ section }) => section === 'analysis')!.entries[0]!
    expect([moved.path, moved.icon, wordOf('zh-CN', moved.word)]).toEqual(['/dashboard/data', 'book', '作品库'])
    // The trail, the tab and the window’s title call a page what the menu calls it; the rest keep their words.
    expect([...renamedIn(menuFor(user('admin'), tree))].map(([path, word]) => [path, wordOf('en-US', word)])).toEqual([
      ['/dashboard/data', 'Library'],
    ])
    // Pages nobody arranged are still there.
    expect(leavesOf(blocks).map(({ path }) => path)).toContain('/dashboard/users')
  })

  it('takes no address but those of the web for a link', () => {
    const bad = ['javascript:alert(1)', 'data:text/html,x', '//example.com', 'ftp://example.com'].map((path) => ({
      path,
      name: path,
      meta: { locale: 'x', section: 'content' as const },
    }))
    expect(menuOf(user('admin'), bad)).toEqual([])
  })

  it('leaves out what it does not know', () => {
    const items = [{ path: '/elsewhere', name: 'elsewhere', meta: { locale: 'menu.elsewhere' } }]
    expect(menuOf(user('admin'), items)).toEqual([])
  })
})

describe('words', () => {
  it('exist for every page in both languages', () => {
    for (const language of LANGUAGES) {
      for (const { route } of pages) expect(menuText[language].words).toHaveProperty([route.word])
    }
  })

  it('of an unknown key are the key itself', () => {
    expect(wordOf('zh-CN', 'menu.elsewhere')).toBe('menu.elsewhere')
    expect(wordOf('zh-CN', 'menu.server.workplace')).toBe('工作台-服务端')
  })
})
