import { describe, expect, it } from 'vitest'
import { type Route, routes } from '../../src/core/access.ts'
import { mayVisit } from '../../src/core/can.ts'
import type { SessionInfo } from '../../src/core/session.ts'
import { features } from '../../src/server/features.ts'
import { openServer } from '../http/app.ts'
import { type Actor, world } from '../world.ts'
import { endpointsOf, type Known } from './endpoints.ts'
import { isPage, readExpected } from './expected.ts'

const { app, ask } = await openServer()
const expected = readExpected()
const endpoints = endpointsOf(features)
const pages = routes.flatMap((route) => route.children ?? [route])

describe('the signed matrix', () => {
  it('has a row for every endpoint and page, and none for what does not exist', () => {
    const real = [
      ...endpoints.map(({ method, path }) => `${method} ${path}`),
      ...pages.map(({ path }) => `PAGE ${path}`),
    ]
    expect(expected.map(({ what }) => what).sort()).toEqual(real.sort())
  })

  it('knows every route the server has', async () => {
    await app.ready()
    for (const { method, path } of endpoints)
      expect(app.hasRoute({ method, url: path }), `${method} ${path}`).toBe(true)
    const served = app.printRoutes({ commonPrefix: false }).match(/\((?:[A-Z]+, )*[A-Z]+\)/g) ?? []
    const methods = served.flatMap((one) => one.slice(1, -1).split(', ')).filter((method) => method !== 'HEAD')
    // Beside the endpoints: /healthz, /readyz, /metrics and, where the front door is built, its files.
    expect(methods).toHaveLength(endpoints.length + 3)
  })
})

/**
 * Asks in a way that changes nothing: reads as they are; everything else with a parameter no endpoint knows, which is
 * refused after the guard and before the verb. So "yes" is an answer that only comes from behind the guard.
 */
async function probe({ method, path, takesId, needsQuery }: Known, as: Actor): Promise<string> {
  const isRead = method === 'GET' && !needsQuery && !takesId
  const url = path.replace(/:\w+/g, world.missingId) + (isRead ? '' : '?probe=1')
  const answer = await ask(method, url, { as })
  if (answer.statusCode === 401 || answer.statusCode === 403) return String(answer.statusCode)
  if (isRead) return answer.statusCode === 200 ? 'yes' : `${answer.statusCode} ${answer.body}`
  const { reason } = answer.json().data
  return ['UNKNOWN_FIELD', 'INVALID', 'UNSUPPORTED_TYPE'].includes(reason)
    ? 'yes'
    : `${answer.statusCode} ${answer.body}`
}

describe('every endpoint, asked by every actor, answers as signed', () => {
  const rows = expected.filter((row) => !isPage(row))
  it.each(rows.map((row) => [row.what, row] as const))('%s', async (what, { cells }) => {
    const endpoint = endpoints.find(({ method, path }) => `${method} ${path}` === what)!
    const answered: [Actor, string][] = []
    for (const [actor] of cells) answered.push([actor, await probe(endpoint, actor)])
    expect(answered).toEqual(cells)
  })
})

describe('every page, visited by every actor, opens as signed', async () => {
  const subjects = new Map<Actor, SessionInfo | undefined>()
  for (const [actor] of expected[0]!.cells) {
    const answer = await ask('POST', '/api/user/info', { as: actor })
    subjects.set(actor, answer.statusCode === 200 ? answer.json().data : undefined)
  }
  const open = (route: Route, actor: Actor): string => {
    const subject = subjects.get(actor)
    if (!subject) return 'login'
    const group = routes.find(({ children }) => children?.includes(route))
    return mayVisit(subject, route) && (!group || mayVisit(subject, group)) ? 'yes' : 'no'
  }
  it.each(expected.filter(isPage).map((row) => [row.what, row] as const))('%s', (what, { cells }) => {
    const route = pages.find(({ path }) => `PAGE ${path}` === what)!
    expect(cells.map(([actor]) => [actor, open(route, actor)])).toEqual(cells)
  })
})
