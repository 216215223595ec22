import { describe, expect, it } from 'vitest'
import { openServer } from '../../../tests/http/app.ts'
import { world } from '../../../tests/world.ts'

const { ask } = await openServer()
const explain = async (accountId: string, kind: string, what: string) => {
  const query = new URLSearchParams({ accountId, kind, what })
  return (await ask('GET', `/api/access/explain?${query}`, { as: 'adminKeyAdmin' })).json()
}

describe('why somebody may or may not', () => {
  it.each([
    [world.users.admin, 'page', '/dashboard/data_star', true, undefined],
    [world.users.ops, 'page', '/dashboard/data_star', false, 'keys'],
    [world.users.partner, 'page', '/dashboard/settlement/settlement_sm4', true, undefined],
    [world.users.partner2, 'page', '/dashboard/settlement/settlement_sm4', false, 'states'],
    [world.users.supplier, 'permission', 'data.read', false, 'roles'],
    [world.users.leader, 'endpoint', 'GET /api/data', true, undefined],
    [world.users.supplier, 'endpoint', 'PATCH /api/users/:id', false, 'roles'],
  ] as const)('account %s, %s %s: %s', async (id, kind, what, isAllowed, decides) => {
    const { data } = await explain(id, kind, what)
    expect(data.isAllowed).toBe(isAllowed)
    expect(data.clauses.find(({ passes }: { passes: boolean }) => !passes)?.list).toBe(decides)
  })

  it('says the same as the door: endpoints asked by who may and who may not', async () => {
    for (const [as, id] of [
      ['leader', world.users.leader],
      ['supplierA', world.users.supplier],
      ['partnerA', world.users.partner],
    ] as const)
      for (const path of ['/api/data', '/api/users', '/api/recommend', '/api/distribute-videos', '/api/audit']) {
        const answered = (await ask('GET', path, { as })).statusCode === 200
        expect([as, path, (await explain(id, 'endpoint', `GET ${path}`)).data.isAllowed]).toEqual([as, path, answered])
      }
  })

  it('names the rows somebody sees, and an account that cannot get in at all', async () => {
    expect((await explain(world.users.leader, 'permission', 'data.read')).data.scope.kind).toBe('team')
    expect((await explain(world.users.partner, 'permission', 'data.read')).data.scope).toMatchObject({
      kind: 'partner',
    })
    expect((await explain(world.users.coo, 'permission', 'data.read')).data.scope).toEqual({ kind: 'all', name: null })
    const { data } = await explain(world.users.suspended, 'permission', 'data.read')
    expect([data.account.maySignIn, data.isAllowed]).toEqual([false, false])
  })

  it('says which scope a machine needs', async () => {
    const { data } = await explain(world.users.admin, 'endpoint', 'POST /ingest/v1/star-orders')
    expect([data.tokenScope, data.isAllowed]).toEqual(['ingest.write', true])
  })

  it('knows no page, permission, endpoint or account that is not there', async () => {
    for (const [kind, what] of [
      ['page', '/no/such'],
      ['permission', 'constructor'],
      ['endpoint', 'GET /no'],
    ] as const)
      expect((await explain(world.users.admin, kind, what)).code).toBe(404)
    expect((await explain(world.missingId, 'permission', 'data.read')).code).toBe(404)
  })

  it('offers accounts by name and key, literally', async () => {
    const find = async (keyword: string) =>
      (await ask('GET', `/api/access/accounts?keyword=${encodeURIComponent(keyword)}`, { as: 'adminOther' })).json()
        .data.list
    expect((await find('godot')).map(({ key }: { key: string }) => key)).toEqual(['godot'])
    expect(await find('%')).toEqual([])
  })

  it('lists every endpoint with its permission', async () => {
    const { list } = (await ask('GET', '/api/access/endpoints', { as: 'adminOther' })).json().data
    expect(list).toContainEqual({ method: 'GET', path: '/api/audit', permission: 'system.read', scope: null })
    expect(list).toContainEqual({ method: 'GET', path: '/api/access/explain', permission: 'system.read', scope: null })
  })
})
