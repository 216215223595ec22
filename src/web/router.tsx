import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router'
import NProgress from 'nprogress'
import { type Door, guard, REDIRECT, SECOND_FACTOR } from './guard.ts'
import { pages } from './pages.ts'
import { parseSearch, stringifySearch, trimmed } from './path.ts'
import { activeServerMenu, fetchInfo, readToken, signOut, useSession } from './session.ts'
import { Frame, LoginPage, SecondFactorPage, SetPasswordPage } from './shell/Frame.tsx'
import { Shell } from './shell/Shell.tsx'

const doorAt = (path: string): Door => ({
  // A changed query is the same page: the bar would flash with every filter.
  startProgress: () => {
    if (router.state.resolvedLocation?.pathname !== path) NProgress.start()
  },
  hasToken: () => readToken() !== null,
  session: () => useSession.getState().info,
  fetchInfo,
  logout: signOut,
  serverMenu: activeServerMenu,
})

const root = createRootRoute({
  component: Frame,
  async beforeLoad({ location }) {
    const target = { path: trimmed(location.pathname), search: location.search as Record<string, string> }
    const verdict = await guard(target, doorAt(location.pathname))
    if (verdict) throw redirect({ to: verdict.path, search: verdict.search, replace: true })
  },
})

const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: Shell })

const routeTree = root.addChildren([
  createRoute({ getParentRoute: () => root, path: '/login', component: LoginPage }),
  createRoute({ getParentRoute: () => root, path: '/set-password', component: SetPasswordPage }),
  createRoute({ getParentRoute: () => root, path: SECOND_FACTOR, component: SecondFactorPage }),
  shell.addChildren([
    ...pages.map(({ route }) => createRoute({ getParentRoute: () => shell, path: route.path })),
    createRoute({
      getParentRoute: () => shell,
      path: `${REDIRECT}/$`,
      beforeLoad({ params }) {
        // Only path and query are taken, so the wrapper cannot lead to another host.
        const { pathname, search } = new URL(`/${params._splat ?? ''}`.replace(/^\/+/, '/'), location.origin)
        throw redirect({ to: pathname, search: parseSearch(search), replace: true })
      },
    }),
    createRoute({ getParentRoute: () => shell, path: '$' }),
  ]),
])

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  // The pages keep their own positions; a changed filter must not jump to the top.
  scrollRestoration: () => false,
  defaultPendingMs: 60_000,
})

/** The specification's constants (section 9). */
/** The specification's constants (section 9). The library's own markup carries roles that do not exist. */
NProgress.configure({
  minimum: 0.08,
  speed: 200,
  trickleRate: 0.02,
  trickleSpeed: 800,
  showSpinner: false,
  template: '<div class="bar" aria-hidden="true"><div class="peg"></div></div>',
  barSelector: '.bar',
} as Parameters<typeof NProgress.configure>[0])
router.subscribe('onResolved', () => NProgress.done())
