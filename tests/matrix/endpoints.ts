import type { Feature } from '../../src/core/verb.ts'

export interface Known {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  /** Has a `:parameter`. */
  takesId: boolean
  needsQuery: boolean
}

/** Every route the server has under /api: those of the features, the exports of their lists, the API document. */
export function endpointsOf(features: Feature[]): Known[] {
  const known = (method: Known['method'], path: string, needsQuery = false): Known => ({
    method,
    path,
    takesId: path.includes(':'),
    needsQuery,
  })
  return [
    ...features.flatMap(({ lists = [], verbs = [] }) => [
      ...lists.flatMap(({ list }) => [known('GET', list.path), known('GET', `${list.path}/export.csv`)]),
      ...verbs.map(({ endpoint }) => {
        const required = (endpoint.query as { required?: string[] } | undefined)?.required ?? []
        return known(endpoint.method, endpoint.path, required.length > 0)
      }),
    ]),
    known('GET', '/api/openapi.json'),
    known('GET', '/api/docs'),
  ]
}
