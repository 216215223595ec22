import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ROLES, type Role } from '../core/access.ts'
import type { SessionInfo } from '../core/session.ts'
import { type Door, guard } from './guard.ts'
import { afterLogin, isOpenTo, NOT_FOUND, pages } from './pages.ts'
import type { ServerMenuItem } from './settings.ts'

const signedIn = (accessRoles: Role, more: Partial<SessionInfo> = {}) =>
  ({ accessRoles, accessKey: accessRoles, accessState: null, ...more }) as SessionInfo

/** A door that writes down what the guard asks of it. */
function doorOf(
  world: Partial<{ token: boolean; session: SessionInfo; info: SessionInfo; menu: ServerMenuItem[] | 'fails' }>,
) {
  const asked: string[] = []
  const door: Door = {
    startProgress: () => void asked.push('progress'),
    hasToken: () => world.token ?? !!world.session,
    session: () => world.session ?? null,
    async fetchInfo() {
      asked.push('info')
      if (!world.info) throw new Error('no info')
      return world.info
    },
    async logout() {
      asked.push('logout')
    },
    serverMenu() {
      if (!world.menu) return null
      asked.push('menu')
      return world.menu === 'fails' ? Promise.reject(new Error('no menu')) : Promise.resolve(world.menu)
    },
  }
  return { door, asked }
}

const visit = (path: string, world: Parameters<typeof doorOf>[0], search: Record<string, string> = {}) => {
  const { door, asked } = doorOf(world)
  return guard({ path, search }, door).then((verdict) => ({ verdict, asked }))
}

describe('without a token', () => {
  it('leads from the root to login', async () => {
    expect((await visit('/', {})).verdict).toEqual({ path: '/login', search: {} })
  })

  it('leads to login with the route name and the original query', async () => {
    const { verdict, asked } = await visit('/dashboard/data', {}, { keyword: '重庆', current: '2' })
    expect(verdict).toEqual({ path: '/login', search: { redirect: 'data_list', keyword: '重庆', current: '2' } })
    expect(asked).toEqual(['progress'])
  })

  it('leads unknown pages to login first', async () => {
    expect((await visit('/nowhere', {})).verdict).toEqual({ path: '/login', search: { redirect: 'notFound' } })
  })

  it.each(['/login', '/set-password'])('lets %s pass', async (path) => {
    expect((await visit(path, {})).verdict).toBeUndefined()
  })
})

describe('with a token but no role yet', () => {
  it('starts the progress bar, then fetches the info, then decides', async () => {
    const { verdict, asked } = await visit('/dashboard/users', { token: true, info: signedIn('leader') })
    expect(verdict).toBeUndefined()
    expect(asked).toEqual(['progress', 'info'])
  })

  it('logs out and leads to login when the info fails', async () => {
    const { verdict, asked } = await visit('/dashboard/users', { token: true })
    expect(asked).toEqual(['progress', 'info', 'logout'])
    expect(verdict).toEqual({ path: '/login', search: { redirect: 'user_list' } })
  })

  it('shows the login itself when the info fails there', async () => {
    expect((await visit('/login', { token: true })).verdict).toBeUndefined()
  })
})

describe('signed in without the second factor that is asked of the role', () => {
  const session = signedIn('partner', { lacksFactor: true })

  it('leads every page to the one that sets it up, and remembers where it was to go', async () => {
    expect((await visit('/dashboard/data', { session }, { keyword: '重庆' })).verdict).toEqual({
      path: '/second-factor',
      search: { redirect: 'data_list', keyword: '重庆' },
    })
    expect((await visit('/login', { session }, { redirect: 'data_list' })).verdict).toEqual({
      path: '/second-factor',
      search: { redirect: 'data_list' },
    })
    expect((await visit('/second-factor', { session })).verdict).toBeUndefined()
  })

  it('is no page for who has it, nor for who is not signed in', async () => {
    const search = { redirect: 'statistics_list' }
    const { verdict } = await visit('/second-factor', { session: signedIn('partner') }, search)
    expect(verdict).toEqual({ path: '/dashboard/statistics', search: {} })
    expect((await visit('/second-factor', {})).verdict).toMatchObject({ path: '/login' })
  })
})

describe('signed in', () => {
  it.each([
    ['supplier', '/dashboard/users', '/dashboard/distribute_videos'],
    ['partner', '/dashboard/users', '/dashboard/data'],
    ['leader', '/dashboard/statistics', '/dashboard/users'],
    ['coo', '/dashboard/data_star', '/dashboard/users'],
  ] as const)('leads a %s from %s to the first permitted page %s', async (role, from, to) => {
    expect((await visit(from, { session: signedIn(role) })).verdict).toEqual({ path: to, search: {} })
  })

  it('opens data_star to the keys admin and godot alone', async () => {
    expect(
      (await visit('/dashboard/data_star', { session: signedIn('admin', { accessKey: 'godot' }) })).verdict,
    ).toBeUndefined()
    expect(
      (await visit('/dashboard/data_star', { session: signedIn('admin', { accessKey: 'ops' }) })).verdict,
    ).toBeDefined()
  })

  it('leads a group to the first child the user may open', async () => {
    const session = signedIn('admin', { accessState: 'sm4' })
    const { verdict } = await visit('/dashboard/settlement', { session })
    expect(verdict?.path).toBe('/dashboard/settlement/settlement_sm4')
  })

  it('leads on from login, back to the page that was asked for', async () => {
    const { verdict } = await visit('/login', { session: signedIn('coo') }, { redirect: 'data_list', keyword: 'a' })
    expect(verdict).toEqual({ path: '/dashboard/data', search: { keyword: 'a' } })
  })

  it('shows not-found for a page nobody knows', async () => {
    expect((await visit('/nowhere', { session: signedIn('admin') })).verdict).toBeUndefined()
  })
})

describe('with the menu from the server', () => {
  const menu: ServerMenuItem[] = [
    {
      path: '/dashboard',
      meta: { locale: 'menu.dashboard' },
      children: [{ path: 'data', name: 'data_list', meta: { locale: 'menu.data' } }],
    },
    { path: '/dashboard/users', name: 'user_list', meta: { locale: 'menu.users' } },
  ]
  const world = { session: signedIn('partner'), menu }

  it('lets a page pass that is in it and permitted', async () => {
    expect((await visit('/dashboard/data', world)).verdict).toBeUndefined()
  })

  it.each([
    ['is in it but not permitted', '/dashboard/users'],
    ['is permitted but not in it', '/dashboard/export'],
  ])('shows not-found for a page that %s', async (_, path) => {
    expect((await visit(path, world)).verdict).toEqual({ path: NOT_FOUND, search: {} })
  })

  it('lets the rules alone decide when it could not be fetched: nobody is locked out, and nothing more opens', async () => {
    const broken = { session: signedIn('partner'), menu: 'fails' as const }
    const { verdict, asked } = await visit('/dashboard/data', broken)
    expect([verdict, asked]).toEqual([undefined, ['progress', 'menu']])
    expect((await visit('/dashboard/users', broken)).verdict).toEqual({ path: '/dashboard/data', search: {} })
    expect((await visit(NOT_FOUND, broken)).verdict).toBeUndefined()
  })
})

const anyone = fc.record({
  accessRoles: fc.constantFrom(...ROLES),
  accessKey: fc.constantFrom('admin', 'godot', 'ops'),
  accessState: fc.constantFrom(null, 'wl', 'sm4', 'other'),
}) as fc.Arbitrary<SessionInfo>

describe('always', () => {
  it('ends on a page that is open to the user, without a loop', async () => {
    const anywhere = fc.constantFrom(...pages.map(({ route }) => route.path), '/login', '/nowhere')
    await fc.assert(
      fc.asyncProperty(anyone, anywhere, async (session, start) => {
        let at = start
        for (let hops = 0; hops < 3; hops++) {
          const verdict = await guard({ path: at, search: {} }, doorOf({ session }).door)
          if (!verdict) break
          at = verdict.path
        }
        const page = pages.find(({ route }) => route.path === at)
        expect(await guard({ path: at, search: {} }, doorOf({ session }).door)).toBeUndefined()
        if (page) expect(isOpenTo(session, page)).toBe(true)
      }),
      { seed: 20261120 },
    )
  })

  it('follows no redirect but the name of a page the user may open', () => {
    const hostile = fc.oneof(
      fc.string(),
      fc.webUrl(),
      fc.constantFrom(
        '//evil.example',
        'https://evil.example',
        '/\\evil',
        '__proto__',
        'constructor',
        'toString',
        'login',
        '/dashboard/users',
        'javascript:alert(1)',
        'notFound',
        'DATA_LIST',
        'data_list\u0000',
      ),
    )
    fc.assert(
      fc.property(anyone, hostile, (session, redirect) => {
        fc.pre(!pages.some(({ route }) => route.name === redirect))
        expect(afterLogin(session, { redirect, keyword: 'x' })).toEqual({ path: '/dashboard/workplace', search: {} })
      }),
      { seed: 20261120 },
    )
  })
})
