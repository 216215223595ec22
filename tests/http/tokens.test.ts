import sql from 'sql-template-tag'
import Type from 'typebox'
import { describe, expect, it } from 'vitest'
import { defineEndpoint, strict } from '../../src/core/contract.ts'
import { type Feature, serve } from '../../src/core/verb.ts'
import { TOKENS_PER_USER } from '../../src/features/tokens/contract.ts'
import { features } from '../../src/server/features.ts'
import { documentOf } from '../../src/server/http/document.ts'
import { type Actor, actors, tokenOf, world } from '../world.ts'
import { openServer } from './app.ts'

/** Endpoints for machines that exist only here: they answer whose token it was. */
const Who = Type.Object({ accessId: Type.String(), scope: Type.String(), ip: Type.String() })
const write = defineEndpoint({
  method: 'POST',
  path: '/ingest/probe',
  permission: 'ingest.write',
  token: 'ingest.write',
  body: strict({ what: Type.String() }),
  bodyBytes: 3_000_000,
  reply: Who,
})
const read = defineEndpoint({
  method: 'GET',
  path: '/ingest/probe',
  permission: 'data.read',
  token: 'videos.read',
  reply: Who,
})
const probe: Feature = {
  verbs: [write, read].map((endpoint) =>
    serve(endpoint, async (ctx) => {
      if (endpoint.method === 'POST') await ctx.audit({ action: 'probe', entity: 'probe', entityId: '1' })
      return { accessId: ctx.session.accessId, scope: ctx.scope.kind, ip: ctx.session.clientIp }
    }),
  ),
}
const { ask, database } = await openServer([...features, probe])

const make = async (as: Actor, scopes: string[], name = 'probe') =>
  (await ask('POST', '/api/tokens', { as, body: { name, scopes, expiresInDays: 30 } })).json().data as {
    id: string
    token: string
    prefix: string
  }
const send = (token: string, body: unknown = { what: 'x' }, headers = {}) =>
  ask('POST', '/ingest/probe', { token, body, headers })
const see = (token: string) => ask('GET', '/ingest/probe', { token })
const set = (statement: ReturnType<typeof sql>) => database.rows(statement)
const reasonOf = (answer: { json(): { data: { reason: string } } }) => answer.json().data.reason

describe('a token', () => {
  it('acts as its owner, within the owner’s rows', async () => {
    const admins = await make('adminOther', ['ingest.write', 'videos.read'])
    const partners = await make('partnerA', ['videos.read'])
    expect((await send(admins.token)).json().data).toEqual({ accessId: world.users.ops, scope: 'all', ip: '127.0.0.1' })
    expect((await see(partners.token)).json().data).toMatchObject({ accessId: world.users.partner, scope: 'partner' })
    const entry = await database.one(
      sql`select actor_id::text from audit_log where action = 'probe' order by id desc limit 1`,
    )
    expect(entry).toEqual({ actor_id: world.users.ops })
  })

  it('is for machines’ endpoints alone, and a session for people’s alone', async () => {
    const { token } = await make('adminOther', ['videos.read'])
    expect((await ask('GET', '/api/data', { token })).statusCode).toBe(401)
    expect((await ask('GET', '/api/tokens', { token })).statusCode).toBe(401)
    for (const actor of Object.keys(actors) as Actor[])
      expect((await ask('GET', '/ingest/probe', { as: actor })).statusCode, actor).toBe(401)
    expect((await ask('GET', '/api/data', { as: 'adminOther' })).statusCode).toBe(200)
    expect((await see(token)).statusCode).toBe(200)
  })

  it('does what its scopes say and nothing more', async () => {
    const reader = await make('adminOther', ['videos.read'])
    const writer = await make('adminOther', ['ingest.write'])
    const refused = await send(reader.token)
    expect([refused.statusCode, reasonOf(refused), refused.json().msg]).toEqual([
      403,
      'SCOPE_MISSING',
      '令牌没有 ingest.write 权限',
    ])
    expect((await see(writer.token)).statusCode).toBe(403)
    expect((await send(writer.token)).statusCode).toBe(200)
    expect((await see(reader.token)).statusCode).toBe(200)
  })

  it('is no token when a letter is changed, missing or added, or in another scheme', async () => {
    const { token } = await make('adminOther', ['videos.read'])
    const other = token.slice(0, -2) + (token.endsWith('AA') ? 'BB' : 'AA')
    for (const wrong of [other, token.slice(4), token.slice(0, -1), `${token}A`, tokenOf('adminOther'), ''])
      expect((await see(wrong)).statusCode, wrong).toBe(401)
    for (const authorization of [`Basic ${token}`, token, `bearer ${token}`, `Bearer  ${token}`])
      expect((await ask('GET', '/ingest/probe', { headers: { authorization } })).statusCode).toBe(401)
    expect((await see(token)).statusCode).toBe(200)
  })

  it('ends with its time, its revocation, its owner and the owner’s organisation', async () => {
    const { id, token } = await make('partnerA', ['videos.read'])
    const status = async () => (await see(token)).statusCode
    expect(await status()).toBe(200)
    await set(sql`update api_token set expires_at = now() where id = ${id}`)
    expect(await status()).toBe(401)
    await set(sql`update api_token set expires_at = now() + interval '1 hour' where id = ${id}`)
    await set(sql`update app_user set status = 'disabled' where id = ${world.users.partner}`)
    expect(await status()).toBe(401)
    await set(sql`update app_user set status = 'active' where id = ${world.users.partner}`)
    await set(sql`update partner set status = 'frozen' where id = ${world.partners.A}`)
    expect(await status()).toBe(401)
    await set(sql`update partner set status = 'active' where id = ${world.partners.A}`)
    expect(await status()).toBe(200)
    expect((await ask('POST', `/api/tokens/${id}/revoke`, { as: 'partnerA' })).statusCode).toBe(200)
    expect(await status()).toBe(401)
  })

  it('loses what its owner loses', async () => {
    const { token } = await make('adminKeyAdmin', ['ingest.write'])
    expect((await send(token)).statusCode).toBe(200)
    await set(sql`update app_user set role = 'coo' where id = ${world.users.admin}`)
    const refused = await send(token)
    expect([refused.statusCode, reasonOf(refused)]).toEqual([403, 'FORBIDDEN'])
    await set(sql`update app_user set role = 'admin' where id = ${world.users.admin}`)
    expect((await send(token)).statusCode).toBe(200)
  })

  it('ends when somebody ends all sessions of its owner, and outlives the owner’s own change of password', async () => {
    const { token } = await make('partnerB', ['videos.read'])
    const password = { currentPassword: world.password, newPassword: 'a-new-Passw0rd-for-b' }
    const changed = await ask('POST', '/api/user/password', { as: 'partnerB', body: password })
    expect(changed.statusCode, changed.body).toBe(200)
    expect((await see(token)).statusCode).toBe(200)
    const out = await ask('POST', `/api/users/${world.users.partner2}/sign-out`, { as: 'adminOther' })
    expect(out.statusCode, out.body).toBe(200)
    expect((await see(token)).statusCode).toBe(401)
  })

  it('notes its use at most once a minute', async () => {
    const { id, token } = await make('supplierA', ['distributions.read'])
    const used = async () =>
      (await database.one<{ at: string | null }>(sql`select last_used_at as at from api_token where id = ${id}`))!.at
    expect(await used()).toBeNull()
    // The token lacks the scope asked for: seen all the same.
    await see(token)
    const first = await used()
    expect(first).not.toBeNull()
    await see(token)
    expect(await used()).toBe(first)
    await set(sql`update api_token set last_used_at = now() - interval '61 seconds' where id = ${id}`)
    const before = await used()
    await see(token)
    expect(await used()).not.toBe(before)
  })

  it('has its own limit of bytes and its own Idempotency-Keys', async () => {
    const { token } = await make('adminOther', ['ingest.write'])
    expect((await send(token, { what: 'x'.repeat(2_000_000) })).statusCode).toBe(200)
    expect((await send(token, { what: 'x'.repeat(3_000_000) })).statusCode).toBe(413)
    const count = async () =>
      (await database.one<{ n: number }>(sql`select count(*) as n from audit_log where action = 'probe'`))!.n
    const before = await count()
    const [first, again] = [
      await send(token, { what: 'x' }, { 'idempotency-key': 'k-1' }),
      await send(token, { what: 'x' }, { 'idempotency-key': 'k-1' }),
    ]
    expect(again.json()).toEqual(first.json())
    expect(await count()).toBe(before + 1)
  })
})

describe('one’s own tokens', () => {
  it('are shown once, kept as a hash, listed without the secret', async () => {
    const made = await make('leader', ['videos.read'], ' 夜间同步 ')
    expect(made.token).toMatch(/^blt_[\w-]{43}$/)
    expect(made.token.startsWith(made.prefix)).toBe(true)
    const answer = await ask('GET', '/api/tokens', { as: 'leader' })
    expect(answer.body).not.toContain(made.token)
    expect(answer.json().data).toMatchObject({
      list: [{ id: made.id, name: '夜间同步', prefix: made.prefix, scopes: ['videos.read'], state: 'living' }],
      scopes: ['videos.read'],
    })
    const kept = await database.rows(sql`
      select 1 from api_token t where t::text like ${`%${made.token}%`} union all
      select 1 from audit_log a where a::text like ${`%${made.token}%`}`)
    expect(kept).toEqual([])
    const { action, after } = (await database.one<{ action: string; after: object }>(sql`
      select action, after from audit_log where entity = 'token' and entity_id = ${made.id}`))!
    expect({ action, after }).toMatchObject({
      action: 'token.create',
      after: { name: '夜间同步', scopes: ['videos.read'] },
    })
  })

  it.each([
    ['adminOther', ['ingest.write', 'distributions.read', 'videos.read', 'statements.read']],
    ['cooMatch', ['videos.read', 'statements.read']],
    ['leader', ['videos.read']],
    ['partnerA', ['videos.read', 'statements.read']],
    ['partnerB', ['videos.read']],
    ['supplierA', ['distributions.read']],
  ] as const)('of %s may have the scopes of the pages they mirror', async (actor, scopes) => {
    // partnerB's session was ended above.
    if (actor === 'partnerB')
      await set(sql`update session set revoked_at = null where user_id = ${world.users.partner2}`)
    expect((await ask('GET', '/api/tokens', { as: actor })).json().data.scopes).toEqual(scopes)
    const foreign = ['ingest.write', 'distributions.read', 'videos.read', 'statements.read'].filter(
      (scope) => !(scopes as readonly string[]).includes(scope),
    )
    for (const scope of foreign) {
      const refused = await ask('POST', '/api/tokens', {
        as: actor,
        body: { name: 'x', scopes: [scopes[0], scope], expiresInDays: 1 },
      })
      expect([refused.statusCode, reasonOf(refused)]).toEqual([422, 'SCOPE_NOT_YOURS'])
    }
    expect((await make(actor, [...scopes])).token).toBeDefined()
  })

  it.each([
    [{ name: '', scopes: ['videos.read'], expiresInDays: 1 }],
    [{ name: '  ', scopes: ['videos.read'], expiresInDays: 1 }],
    [{ name: 'x'.repeat(61), scopes: ['videos.read'], expiresInDays: 1 }],
    [{ name: 'x', scopes: [], expiresInDays: 1 }],
    [{ name: 'x', scopes: ['videos.read', 'videos.read'], expiresInDays: 1 }],
    [{ name: 'x', scopes: ['everything'], expiresInDays: 1 }],
    [{ name: 'x', scopes: ['videos.read'], expiresInDays: 0 }],
    [{ name: 'x', scopes: ['videos.read'], expiresInDays: 366 }],
    [{ name: 'x', scopes: ['videos.read'] }],
    [{ name: 'x', scopes: ['videos.read'], expiresInDays: 1, userId: '1' }],
  ])('are refused as %j', async (body) => {
    expect((await ask('POST', '/api/tokens', { as: 'leader', body })).statusCode).toBe(400)
  })

  it(`are at most ${TOKENS_PER_USER} living; a revoked one makes room`, async () => {
    const living = async () =>
      (
        (await ask('GET', '/api/tokens', { as: 'supplierB' })).json().data.list as { id: string; state: string }[]
      ).filter(({ state }) => state === 'living')
    const attempts = Array.from({ length: TOKENS_PER_USER + 3 }, () =>
      ask('POST', '/api/tokens', {
        as: 'supplierB',
        body: { name: 'x', scopes: ['distributions.read'], expiresInDays: 1 },
      }),
    )
    const answers = await Promise.all(attempts)
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(TOKENS_PER_USER)
    expect(reasonOf(answers.find(({ statusCode }) => statusCode !== 200)!)).toBe('TOO_MANY_TOKENS')
    const [one] = await living()
    await ask('POST', `/api/tokens/${one!.id}/revoke`, { as: 'supplierB' })
    expect((await make('supplierB', ['distributions.read'])).token).toBeDefined()
    expect(await living()).toHaveLength(TOKENS_PER_USER)
  })
})

it('the API document says which endpoints take a token', () => {
  const { paths, components } = documentOf([probe]) as any
  expect(paths['/ingest/probe'].post.security).toEqual([{ token: ['ingest.write'] }])
  expect(Object.keys(components.securitySchemes)).toEqual(['ticket', 'token'])
})
