import { useQuery } from '@tanstack/react-query'
import { type Permission, permissions, type Route, routes } from '../../../core/access.ts'
import { wordOf } from '../../../core/menuText.ts'
import { useApp } from '../../../kit/hooks/app.ts'
import { accessEndpoints, type Kind } from '../contract.ts'

/** Something a right is asked for. */
export interface Thing {
  /** As `accessExplain` takes it. */
  id: string
  name: string
  /** What must pass: the page's own, and those of its groups. */
  permissions: Permission[]
  scope?: string | null
}

function pagesOf(all: readonly Route[], above: Permission[], wordFor: (word: string) => string): Thing[] {
  return all.flatMap((route) => {
    const asked = [...new Set([...above, route.permission])]
    if (route.children) return pagesOf(route.children, asked, wordFor)
    return [{ id: route.path, name: wordFor(route.word), permissions: asked }]
  })
}

/** Pages, permissions and endpoints; the last come from the server. */
export function useThings() {
  const { call, language } = useApp()
  const { data, error, refetch } = useQuery({
    queryKey: ['access', 'endpoints'],
    queryFn: async ({ signal }) => (await call(accessEndpoints, {}, { signal, quiet: true })).list,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const things: Record<Kind, Thing[] | undefined> = {
    page: pagesOf(routes, [], (word) => wordOf(language, word)),
    permission: (Object.keys(permissions) as Permission[]).map((name) => ({ id: name, name, permissions: [name] })),
    endpoint: data?.map(({ method, path, permission, scope }) => ({
      id: `${method} ${path}`,
      name: `${method} ${path}`,
      permissions: [permission as Permission],
      scope,
    })),
  }
  return { things, error, refetch }
}
