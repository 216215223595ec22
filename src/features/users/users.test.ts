import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { type Actor, freshDatabase, signedIn, tokenOf, world } from '../../../tests/world.ts'
import { buildApp } from '../../server/app.ts'
import { session } from '../session/server.ts'
import type { User } from './contract.ts'
import { users } from './server.ts'

const { database } = await freshDatabase()
const dataDir = mkdtempSync(join(tmpdir(), 'backlot-users-'))
const app = await buildApp({ database, features: [session, users], dataDir })
afterAll(async () => {
  await app.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const { users: ids, partners, suppliers, teams } = world
type Method = 'GET' | 'POST' | 'PATCH'
interface Answer {
  code: number
  msg: string
  data: any
}

async function ask(actor: Actor, method: Method, url: string, body?: object, headers = {}): Promise<Answer> {
  const payload = body ? { payload: body } : {}
  const reply = await app.inject({ method, url, headers: { ...signedIn(actor), ...headers }, ...payload })
  expect(reply.json().code).toBe(reply.statusCode)
  return reply.json()
}
const rows = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows
const userOf = async (id: string): Promise<User> => (await ask('adminOther', 'GET', `/api/users/${id}`)).data.user
const versionOf = async (id: string) => (await userOf(id)).version
const keysOf = async (actor: Actor, search = '') =>
  (await ask(actor, 'GET', `/api/users?pageSize=200${search}`)).data.list.map((row: User) => row.accessKey).sort()
const auditOf = (id: string) =>
  rows(`select * from audit_log where entity = 'user' and entity_id = $1 order by id desc`, [id])

let made = 0
/** A partner account of partner A nobody else's test touches. */
async function newPartner(body: object = {}): Promise<string> {
  const accessKey = `made_${++made}`
  const account = { accessKey, displayName: '新人', role: 'partner', partnerId: partners.A, ...body }
  const { code, data } = await ask('adminOther', 'POST', '/api/users', account)
  expect(code).toBe(200)
  return data.accessId
}
/** An active account with a living session; answers the session's headers. */
async function comeAlive(id: string): Promise<Record<string, string>> {
  const token = Buffer.from(`${id}`.padStart(32, 'x')).toString('base64url')
  await rows(`update app_user set status = 'active', password_hash = 'x' where id = $1`, [id])
  await rows(
    `insert into session (user_id, token_hash, idle_seconds, expires_at) values ($1, sha256($2), 1000000, '2099-01-01')
     on conflict (token_hash) do update set revoked_at = null`,
    [id, token],
  )
  return { authorization: `Bearer ${token}` }
}
const isAlive = async (headers: Record<string, string>) =>
  (await app.inject({ method: 'POST', url: '/api/user/info', headers })).statusCode === 200

describe('row scope', () => {
  it('shows an administrator everyone', async () => {
    const [{ n }] = await rows('select count(*)::int as n from app_user')
    expect((await ask('adminOther', 'GET', '/api/users')).data.total).toBe(n)
  })

  it('hides administrators from a coo, and other lines from a coo of a line', async () => {
    const all = await keysOf('coo')
    expect(all).toContain('partner2')
    expect(all).not.toContain('admin')
    const line2 = await keysOf('cooMismatch')
    expect(line2).toContain('partner2')
    expect(line2).toContain('supplier')
    expect(line2).toContain('coo')
    for (const key of ['admin', 'partner', 'leader', 'coo_sm4']) expect(line2).not.toContain(key)
  })

  it('shows a leader the own account and the partner accounts below the own team', async () => {
    const keys = await keysOf('leader')
    expect(keys).toContain('leader')
    expect(keys).toContain('partner')
    for (const key of ['partner2', 'supplier', 'coo', 'admin']) expect(keys).not.toContain(key)
    const seen = (await ask('leader', 'GET', '/api/users?pageSize=200')).data.list
    expect(new Set(seen.map((row: User) => row.role))).toEqual(new Set(['leader', 'partner']))
  })

  it.each(['partnerA', 'supplierA'] as const)('keeps %s out', async (actor) => {
    expect((await ask(actor, 'GET', '/api/users')).code).toBe(403)
    expect((await ask(actor, 'POST', '/api/users', {})).code).toBe(403)
  })

  it('answers a foreign account byte for byte like a missing one, in every verb', async () => {
    const verbs: [Method, string, object?][] = [
      ['GET', ''],
      ['GET', '/sign-ins'],
      ['GET', '/history'],
      ['PATCH', '', { version: 1, displayName: 'x' }],
      ['POST', '/contact'],
      ['POST', '/reset', { version: 1 }],
      ['POST', '/disable', { version: 1, reason: '测试' }],
      ['POST', '/enable', { version: 1 }],
      ['POST', '/unlock'],
      ['POST', '/sign-out'],
    ]
    for (const [actor, foreign] of [
      ['leader', ids.partner2],
      ['coo', ids.admin],
      ['cooMismatch', ids.partner],
    ] as const) {
      for (const [method, path, body] of verbs) {
        const [mine, none] = await Promise.all(
          [foreign, world.missingId].map((id) => ask(actor, method, `/api/users/${id}${path}`, body)),
        )
        expect(mine!.code).toBe(404)
        expect({ ...mine, data: { ...mine!.data, requestId: '' } }).toEqual({
          ...none,
          data: { ...none!.data, requestId: '' },
        })
      }
    }
    expect((await ask('leader', 'GET', `/api/users/${ids.partner}`)).code).toBe(200)
  })

  it('offers only organisations in scope and roles to grant', async () => {
    const { data } = await ask('leader', 'GET', '/api/users/options')
    expect(data.roles).toEqual(['partner'])
    expect(data.partners.map(({ id }: { id: string }) => id).sort()).toEqual([partners.A, partners.C])
    expect([data.suppliers, data.lines]).toEqual([[], []])
    const all = (await ask('adminOther', 'GET', '/api/users/options')).data
    expect([all.partners.length, all.suppliers.length > 0, all.lines.length]).toEqual([4, true, 2])
  })

  it('lets a coo see a peer but not touch one', async () => {
    expect((await ask('coo', 'GET', `/api/users/${ids.coo_sm4}`)).code).toBe(200)
    const refused = await ask('coo', 'PATCH', `/api/users/${ids.coo_sm4}`, { version: 1, displayName: 'x' })
    expect([refused.code, refused.data.reason]).toEqual([403, 'FORBIDDEN'])
    expect((await ask('coo', 'POST', `/api/users/${ids.coo_sm4}/contact`)).code).toBe(403)
    expect((await ask('leader', 'PATCH', `/api/users/${ids.leader}`, { version: 1, displayName: 'x' })).code).toBe(403)
  })
})

describe('list', () => {
  it('filters by status, team, partner and keyword; a lock that has passed is none', async () => {
    const id = await newPartner({ displayName: '百分%号_名', phone: '13911117788' })
    await comeAlive(id)
    const key = (await userOf(id)).accessKey
    await rows(`update app_user set locked_until = now() + interval '1 minute' where id = $1`, [id])
    expect(await keysOf('adminOther', '&status=locked')).toContain(key)
    expect((await userOf(id)).status).toBe('locked')
    await rows(`update app_user set locked_until = now() - interval '1 minute' where id = $1`, [id])
    expect(await keysOf('adminOther', '&status=locked')).not.toContain(key)
    expect(await keysOf('adminOther', '&status=active')).toContain(key)

    for (const word of ['百分%25', '%25号_', '7788', key.toUpperCase()])
      expect(await keysOf('adminOther', `&keyword=${word}`)).toEqual([key])
    expect(await keysOf('adminOther', '&keyword=1111')).not.toContain(key)
    expect(await keysOf('adminOther', `&partnerId=${partners.B}`)).not.toContain(key)
    expect(await keysOf('adminOther', `&partnerId=${partners.A}`)).toContain(key)
    expect(await keysOf('adminOther', `&teamId=${teams.leaders}`)).toEqual(
      expect.arrayContaining([key, 'leader', 'partner']),
    )
    expect(await keysOf('adminOther', `&teamId=${teams.third}`)).not.toContain(key)
  })

  it('masks contact data in rows, detail and file', async () => {
    const id = await newPartner({ phone: '13912345678', email: 'anna.li@b.cn' })
    const { accessKey } = await userOf(id)
    const row = (await ask('adminOther', 'GET', `/api/users?keyword=${accessKey}`)).data.list[0]
    expect([row.phone, row.email]).toEqual(['139****5678', 'a***@b.cn'])
    const detail = await userOf(id)
    expect([detail.phone, detail.email]).toEqual(['139****5678', 'a***@b.cn'])
    const file = await app.inject({
      url: `/api/users/export.csv?keyword=${accessKey}&columns=accessKey,phone,email`,
      headers: signedIn('adminOther'),
    })
    expect(file.statusCode).toBe(200)
    expect(file.body).toContain('139****5678')
    expect(file.body).not.toContain('13912345678')
    expect(file.body).not.toContain('anna.li')
  })

  it('counts the tiles as the list filters', async () => {
    const { data } = await ask('leader', 'GET', '/api/users/summary')
    const total = async (search: string) => (await ask('leader', 'GET', `/api/users?${search}`)).data.total
    expect(data.total).toBe(await total(''))
    expect(data.neverSignedIn).toBe(await total('neverSignedIn=true'))
    expect(data.locked).toBe(await total('status=locked'))
    expect(data.active).toBe(await total(`lastLoginAt=${data.activeFrom}..`))
  })
})

describe('creation', () => {
  const body = { accessKey: 'fresh', displayName: '新人', role: 'partner', partnerId: partners.A }

  it('makes an invited account whose one-time link sets the password', async () => {
    const { code, data } = await ask('leader', 'POST', '/api/users', { ...body, accessKey: ' Fresh.One ' })
    expect(code).toBe(200)
    const hours = (Date.parse(data.expiresAt) - Date.now()) / 3_600_000
    expect(hours).toBeGreaterThan(47.9)
    expect(hours).toBeLessThanOrEqual(48)
    const user = await userOf(data.accessId)
    expect([user.accessKey, user.status, user.createdBy]).toEqual(['fresh.one', 'invited', '陆一鸣'])

    const token = data.path.split('=').at(-1)
    const password = 'Correct-Horse-42'
    const set = (value: string) =>
      app.inject({ method: 'POST', url: '/api/user/password-link', payload: { token: value, password } })
    expect((await set(token)).statusCode).toBe(200)
    expect((await set(token)).statusCode).toBe(410)
    expect((await userOf(data.accessId)).status).toBe('active')
    const [entry] = (await auditOf(data.accessId)).filter(({ action }) => action === 'user.create')
    expect(entry.after).toMatchObject({ accessKey: 'fresh.one', role: 'partner' })
    expect(JSON.stringify(await auditOf(data.accessId))).not.toContain(token)
  })

  it.each([
    [{ accessKey: 'partner' }, 422, 'KEY_TAKEN', 'accessKey', '登录名已存在'],
    [{ accessKey: 'PARTNER' }, 422, 'KEY_TAKEN', 'accessKey', '登录名已存在'],
    [{ accessKey: 'godot' }, 422, 'KEY_RESERVED', 'accessKey', undefined],
    [{ accessKey: 'a b' }, 400, 'KEY_FORMAT', 'accessKey', undefined],
    [{ displayName: ' ' }, 400, 'NAME_LENGTH', 'displayName', undefined],
    [{ partnerId: null }, 422, 'PARTNER_REQUIRED', 'partnerId', '请选择所属合作方'],
    [{ role: 'supplier', partnerId: null }, 422, 'SUPPLIER_REQUIRED', 'supplierId', undefined],
    [{ role: 'leader', partnerId: null }, 422, 'TEAM_REQUIRED', 'teamId', undefined],
    [{ teamId: teams.leaders }, 422, 'ORGANISATION_FOREIGN', 'teamId', undefined],
    [{ partnerId: world.missingId }, 422, 'ORGANISATION_NOT_FOUND', 'partnerId', undefined],
    [{ phone: '12345' }, 400, 'PHONE_FORMAT', 'phone', undefined],
    [{ email: 'nobody' }, 400, 'EMAIL_FORMAT', 'email', undefined],
    [{ accessState: 'xx' }, 400, 'INVALID', 'accessState', undefined],
  ] as const)('refuses %j at its field', async (change, code, reason, field, msg) => {
    const answer = await ask('adminOther', 'POST', '/api/users', { ...body, ...change })
    expect([answer.code, answer.data.reason, answer.data.field]).toEqual([code, reason, field])
    if (msg) expect(answer.msg).toBe(msg)
    expect(await rows(`select 1 from app_user where access_key = 'fresh'`)).toEqual([])
  })

  it.each([
    ['leader', { role: 'leader', teamId: teams.leaders }],
    ['leader', { role: 'supplier', supplierId: suppliers.A }],
    ['coo', { role: 'coo' }],
    ['coo', { role: 'admin' }],
  ] as const)('%s may not grant %j', async (actor, change) => {
    const account = { accessKey: 'fresh', displayName: '新人', ...change }
    const answer = await ask(actor, 'POST', '/api/users', account)
    expect([answer.code, answer.data.reason, answer.data.field]).toEqual([403, 'ROLE_NOT_GRANTABLE', 'role'])
  })

  it('answers a foreign organisation like a missing one; the own one is taken', async () => {
    const answer = await ask('leader', 'POST', '/api/users', { ...body, partnerId: partners.B })
    expect([answer.code, answer.data.reason]).toEqual([422, 'ORGANISATION_NOT_FOUND'])
    const coo = { displayName: '新人', role: 'leader' }
    const foreign = await ask('cooMismatch', 'POST', '/api/users', { ...coo, accessKey: 'l_1', teamId: teams.leaders })
    expect([foreign.code, foreign.data.reason]).toEqual([422, 'ORGANISATION_NOT_FOUND'])
    const own = await ask('cooMismatch', 'POST', '/api/users', { ...coo, accessKey: 'l_2', teamId: teams.third })
    expect(own.code).toBe(200)
  })

  it('keeps nothing of the one-time link in clear, though a repeated form gets it again', async () => {
    const body = { accessKey: 'sealed_one', displayName: '封存', role: 'partner', partnerId: partners.A }
    const headers = { 'idempotency-key': 'sealed-form' }
    const { data } = await ask('adminOther', 'POST', '/api/users', body, headers)
    expect(data.path).toContain('#token=')
    const [stored] = await rows(`select body::text from idempotency where key = 'sealed-form'`)
    expect(stored.body).not.toContain('token')
    expect((await ask('adminOther', 'POST', '/api/users', body, headers)).data).toEqual(data)
  })

  it('has one effect per idempotency key', async () => {
    const headers = { 'idempotency-key': 'one-form' }
    const account = { ...body, accessKey: 'only.once' }
    const [first, again] = [
      await ask('adminOther', 'POST', '/api/users', account, headers),
      await ask('adminOther', 'POST', '/api/users', account, headers),
    ]
    expect(again).toEqual(first)
    expect((await ask('adminOther', 'POST', '/api/users', account)).data.reason).toBe('KEY_TAKEN')
  })

  it.each([
    'accessId',
    'id',
    'status',
    'version',
    'passwordHash',
    'password',
    'createdBy',
    'lockedUntil',
    'failedCount',
    'lastLoginAt',
    'disabledReason',
    'accessRoles',
  ])('refuses the field %s in a creation and an edit', async (name) => {
    const created = await ask('adminOther', 'POST', '/api/users', { ...body, [name]: '1' })
    expect([created.code, created.data.reason]).toEqual([400, 'UNKNOWN_FIELD'])
    expect(await rows(`select 1 from app_user where access_key = 'fresh'`)).toEqual([])
    if (name === 'version') return
    const before = await userOf(ids.partner)
    const edit = { version: before.version, displayName: '改', [name]: '1' }
    expect((await ask('adminOther', 'PATCH', `/api/users/${ids.partner}`, edit)).code).toBe(400)
    expect(await userOf(ids.partner)).toEqual(before)
  })

  it('refuses another access key for an account that has one', async () => {
    const edit = { version: await versionOf(ids.partner), accessKey: 'other' }
    expect((await ask('adminOther', 'PATCH', `/api/users/${ids.partner}`, edit)).data.reason).toBe('UNKNOWN_FIELD')
  })
})

describe('edit', () => {
  it('changes the profile without ending sessions, and records masked values', async () => {
    const id = await newPartner({ phone: '13912345678' })
    const alive = await comeAlive(id)
    const edit = { version: 1, displayName: '改名', phone: '13887654321', remark: '  ' }
    expect(await ask('leader', 'PATCH', `/api/users/${id}`, edit)).toMatchObject({ code: 200, data: { version: 2 } })
    expect(await isAlive(alive)).toBe(true)
    const [entry] = await auditOf(id)
    expect(entry).toMatchObject({ action: 'user.update', actor_id: Number(ids.leader) })
    expect(entry.before).toEqual({ displayName: '新人', phone: '139****5678' })
    expect(entry.after).toEqual({ displayName: '改名', phone: '138****4321' })
  })

  it.each([
    ['role', { role: 'leader', teamId: teams.leaders }],
    ['state', { accessState: 'sm4' }],
    ['partner', { partnerId: partners.C }],
  ])('ends every session when the %s changes', async (_, change) => {
    const id = await newPartner()
    const alive = await comeAlive(id)
    expect(await isAlive(alive)).toBe(true)
    expect((await ask('adminOther', 'PATCH', `/api/users/${id}`, { version: 1, ...change })).code).toBe(200)
    expect(await isAlive(alive)).toBe(false)
  })

  it('leaves the organisation of the old role behind', async () => {
    const id = await newPartner()
    const missing = await ask('adminOther', 'PATCH', `/api/users/${id}`, { version: 1, role: 'supplier' })
    expect([missing.data.reason, missing.data.field]).toEqual(['SUPPLIER_REQUIRED', 'supplierId'])
    const change = { version: 1, role: 'supplier', supplierId: suppliers.B }
    expect((await ask('adminOther', 'PATCH', `/api/users/${id}`, change)).code).toBe(200)
    const [row] = await rows('select partner_id, supplier_id from app_user where id = $1', [id])
    expect(row).toEqual({ partner_id: null, supplier_id: Number(suppliers.B) })
  })

  it('answers a stale edit with the row as it stands, and changes nothing', async () => {
    const id = await newPartner({ phone: '13912345678' })
    await ask('adminOther', 'PATCH', `/api/users/${id}`, { version: 1, displayName: '先到' })
    const late = await ask('leader', 'PATCH', `/api/users/${id}`, { version: 1, displayName: '后到' })
    expect([late.code, late.data.reason]).toEqual([409, 'STALE'])
    expect(late.data.current).toMatchObject({ displayName: '先到', version: 2, phone: '139****5678' })
    expect((await userOf(id)).displayName).toBe('先到')
    expect((await ask('leader', 'PATCH', `/api/users/${id}`, { displayName: 'x' })).code).toBe(400)
  })

  it('loses no update of many editors', async () => {
    const id = await newPartner()
    const edits = Array.from({ length: 8 }, (_, n) =>
      ask('adminOther', 'PATCH', `/api/users/${id}`, { version: 1, displayName: `第 ${n}` }),
    )
    const codes = (await Promise.all(edits)).map(({ code }) => code).sort()
    expect(codes).toEqual([200, ...Array(7).fill(409)])
    expect(await versionOf(id)).toBe(2)
  })

  it('counts an edit that changes nothing as none', async () => {
    const id = await newPartner()
    const same = { version: 1, displayName: '新人', role: 'partner', partnerId: partners.A, accessState: null }
    expect((await ask('adminOther', 'PATCH', `/api/users/${id}`, same)).data.version).toBe(1)
    expect((await auditOf(id)).length).toBe(1)
  })

  it.each([{ role: 'coo' }, { accessState: 'wl' }])('nobody changes the own rights: %j', async (change) => {
    const version = await versionOf(ids.ops)
    const answer = await ask('adminOther', 'PATCH', `/api/users/${ids.ops}`, { version, ...change })
    expect([answer.code, answer.data.reason]).toEqual([403, 'OWN_RIGHTS'])
    const profile = { version, remark: '自己改的' }
    expect((await ask('adminOther', 'PATCH', `/api/users/${ids.ops}`, profile)).code).toBe(200)
    await ask('adminOther', 'PATCH', `/api/users/${ids.ops}`, { version: version + 1, remark: null })
  })

  it('a leader cannot lift an account above the role it may grant, nor out of the own team', async () => {
    const id = await newPartner()
    const up = await ask('leader', 'PATCH', `/api/users/${id}`, { version: 1, role: 'leader', teamId: teams.leaders })
    expect([up.code, up.data.reason]).toEqual([403, 'ROLE_NOT_GRANTABLE'])
    const out = await ask('leader', 'PATCH', `/api/users/${id}`, { version: 1, partnerId: partners.B })
    expect([out.code, out.data.reason]).toEqual([422, 'ORGANISATION_NOT_FOUND'])
    expect((await ask('leader', 'PATCH', `/api/users/${id}`, { version: 1, partnerId: partners.C })).code).toBe(200)
  })
})

describe('single verbs', () => {
  it('reveals contact data to those who may edit, and records it', async () => {
    const id = await newPartner({ phone: '13912345678', email: 'anna@b.cn' })
    const { data } = await ask('leader', 'POST', `/api/users/${id}/contact`)
    expect(data).toEqual({ phone: '13912345678', email: 'anna@b.cn' })
    const [entry] = await auditOf(id)
    expect([entry.action, entry.actor_id, entry.before, entry.after]).toEqual([
      'user.reveal',
      Number(ids.leader),
      null,
      null,
    ])
  })

  it('resets by a link: the old password and every session end at once', async () => {
    const id = await newPartner()
    const alive = await comeAlive(id)
    const answer = await ask('leader', 'POST', `/api/users/${id}/reset`, { version: 1 })
    expect(answer.data.path).toMatch(/^\/set-password#token=[\w-]{43}$/)
    expect(await isAlive(alive)).toBe(false)
    expect(await rows('select password_hash from app_user where id = $1', [id])).toEqual([{ password_hash: null }])
    expect((await ask('leader', 'POST', `/api/users/${id}/reset`, { version: 1 })).code).toBe(409)
    expect((await ask('adminOther', 'POST', `/api/users/${ids.ops}/reset`, { version: 1 })).data.reason).toBe(
      'OWN_RIGHTS',
    )
  })

  it('disables with a reason, ends sessions, and enables again', async () => {
    const id = await newPartner()
    const alive = await comeAlive(id)
    for (const body of [{ version: 1 }, { version: 1, reason: ' ' }, { version: 1, reason: '   ' }])
      expect((await ask('leader', 'POST', `/api/users/${id}/disable`, body)).code).toBe(400)
    const body = { version: 1, reason: '离职' }
    expect(await ask('leader', 'POST', `/api/users/${id}/disable`, body)).toMatchObject({ data: { version: 2 } })
    expect(await isAlive(alive)).toBe(false)
    expect(await userOf(id)).toMatchObject({ status: 'disabled', disabledReason: '离职' })
    const [entry] = await auditOf(id)
    expect(entry).toMatchObject({ before: { status: 'active' }, after: { status: 'disabled' }, reason: '离职' })
    const twice = await ask('leader', 'POST', `/api/users/${id}/disable`, { version: 2, reason: '离职' })
    expect([twice.code, twice.data.reason]).toEqual([422, 'ALREADY_DISABLED'])
    expect((await ask('leader', 'POST', `/api/users/${id}/enable`, { version: 2 })).data).toEqual({ version: 3 })
    expect(await userOf(id)).toMatchObject({ status: 'active', disabledReason: null })
    expect(await isAlive(alive)).toBe(false)
    expect((await ask('leader', 'POST', `/api/users/${id}/enable`, { version: 3 })).data.reason).toBe('NOT_DISABLED')
  })

  it('enables an account that never had a password as invited', async () => {
    const id = await newPartner()
    await ask('leader', 'POST', `/api/users/${id}/disable`, { version: 1, reason: '误建' })
    await ask('leader', 'POST', `/api/users/${id}/enable`, { version: 2 })
    expect((await userOf(id)).status).toBe('invited')
  })

  it('unlocks, and signs out everywhere', async () => {
    const id = await newPartner()
    const alive = await comeAlive(id)
    await rows(`update app_user set failed_count = 5, locked_until = now() + interval '15 minutes' where id = $1`, [id])
    expect((await ask('leader', 'POST', `/api/users/${id}/unlock`)).data).toEqual({ done: true })
    expect((await userOf(id)).status).toBe('active')
    expect((await userOf(id)).sessions).toBe(1)
    expect((await ask('leader', 'POST', `/api/users/${id}/sign-out`)).data).toEqual({ done: true })
    expect(await isAlive(alive)).toBe(false)
    expect((await userOf(id)).sessions).toBe(0)
    expect((await auditOf(id)).slice(0, 2).map(({ action }) => action)).toEqual(['user.signOut', 'user.unlock'])
  })

  it('tells the history by batches, newest first, with actor, time and address', async () => {
    const id = await newPartner()
    await rows(
      `insert into audit_log (actor_id, action, entity, entity_id, ip) select $1, 'user.unlock', 'user', $2, '10.0.0.9' from generate_series(1, 60)`,
      [ids.ops, id],
    )
    const first = (await ask('leader', 'GET', `/api/users/${id}/history`)).data
    expect(first.list.length).toBe(50)
    expect(first.list[0]).toMatchObject({ action: 'user.unlock', actor: '许晚舟', ip: '10.0.0.9' })
    const rest = (await ask('leader', 'GET', `/api/users/${id}/history?before=${first.before}`)).data
    expect([rest.list.length, rest.before, rest.list.at(-1).action]).toEqual([11, null, 'user.create'])
    expect(rest.list.at(-1).after).toMatchObject({ role: 'partner', organisation: expect.any(String) })
  })

  it('tells the sign-ins of the account alone', async () => {
    const id = await newPartner()
    await rows(
      `insert into sign_in (user_id, access_key, ip, user_agent, result) values ($1, 'x', '10.0.0.9', 'curl/8', 'refused'), ($2, 'y', null, null, 'ok')`,
      [id, ids.ops],
    )
    const { data } = await ask('leader', 'GET', `/api/users/${id}/sign-ins`)
    expect(data.list).toMatchObject([{ ip: '10.0.0.9', userAgent: 'curl/8', result: 'refused' }])
  })
})

describe('bulk', () => {
  it('disables a selection and skips those that already are', async () => {
    const [a, b] = [await newPartner(), await newPartner()]
    await ask('leader', 'POST', `/api/users/${a}/disable`, { version: 1, reason: '离职' })
    const { data } = await ask('leader', 'POST', '/api/users/disable', { ids: [a, b, b], reason: '合同到期' })
    expect(data).toEqual({ changed: 1 })
    expect([(await userOf(a)).disabledReason, (await userOf(b)).disabledReason]).toEqual(['离职', '合同到期'])
    expect([await versionOf(a), await versionOf(b)]).toEqual([2, 2])
  })

  it('sets the product, ends the sessions of those that change, and records each', async () => {
    const [a, b] = [await newPartner({ accessState: 'wl' }), await newPartner()]
    const [aliveA, aliveB] = [await comeAlive(a), await comeAlive(b)]
    const { data } = await ask('leader', 'POST', '/api/users/state', { ids: [a, b], accessState: 'wl' })
    expect(data).toEqual({ changed: 1 })
    expect([await isAlive(aliveA), await isAlive(aliveB)]).toEqual([true, false])
    expect((await auditOf(b))[0]).toMatchObject({ before: { accessState: null }, after: { accessState: 'wl' } })
  })

  it('counts foreign, missing, peer and own accounts, and applies nothing', async () => {
    const id = await newPartner()
    for (const [actor, others] of [
      ['leader', [ids.partner2, world.missingId, ids.leader]],
      ['coo', [ids.admin, ids.coo_sm4, ids.coo]],
    ] as const) {
      const answer = await ask(actor, 'POST', '/api/users/disable', { ids: [id, ...others], reason: '测试' })
      expect([answer.code, answer.data.reason]).toEqual([404, 'ROWS_NOT_FOUND'])
      expect(answer.msg).toContain('3 条无权限或不存在')
    }
    expect((await userOf(id)).status).toBe('invited')
  })

  it('takes at most 1,000 ids', async () => {
    const many = Array.from({ length: 1001 }, (_, n) => String(n + 1))
    expect((await ask('adminOther', 'POST', '/api/users/disable', { ids: many, reason: '测试' })).code).toBe(400)
    expect((await ask('adminOther', 'POST', '/api/users/state', { ids: [], accessState: null })).code).toBe(400)
  })
})

describe('the last administrator', () => {
  const admins = [ids.admin, ids.godot, ids.ops]
  const revive = async () => {
    await rows(
      `update app_user set status = case when id = any($1) then 'active' else 'disabled' end, role = 'admin',
      disabled_reason = null where role = 'admin' or id = any($1)`,
      [admins],
    )
    await rows(`update session set revoked_at = null where token_hash in (sha256($1), sha256($2), sha256($3))`, [
      tokenOf('adminKeyAdmin'),
      tokenOf('godot'),
      tokenOf('adminOther'),
    ])
  }
  const disable = async (actor: Actor, id: string) => {
    const [{ version }] = await rows('select version from app_user where id = $1', [id])
    return ask(actor, 'POST', `/api/users/${id}/disable`, { version, reason: '测试' })
  }
  const activeAdmins = async () =>
    (await rows(`select count(*)::int as n from app_user where role = 'admin' and status = 'active'`))[0].n

  it('cannot be disabled or demoted, not even by himself', async () => {
    await revive()
    expect((await disable('adminOther', ids.admin)).code).toBe(200)
    expect((await disable('adminOther', ids.godot)).code).toBe(200)
    const last = await disable('adminOther', ids.ops)
    expect([last.code, last.data.reason, last.msg]).toEqual([422, 'LAST_ADMIN', '至少保留一个管理员'])
    const version = await versionOf(ids.ops)
    const demoted = await ask('adminOther', 'PATCH', `/api/users/${ids.ops}`, { version, role: 'coo' })
    expect([demoted.code, demoted.data.reason]).toEqual([422, 'LAST_ADMIN'])
    await revive()
    expect((await disable('adminOther', ids.ops)).data.reason).toBe('OWN_RIGHTS')
  })

  it('remains when two administrators remove each other at the same instant', async () => {
    for (let round = 0; round < 5; round++) {
      await revive()
      expect((await disable('adminOther', ids.admin)).code).toBe(200)
      const verb = async (actor: Actor, id: string) => {
        if (round % 2 === 0) return disable(actor, id)
        const [{ version }] = await rows('select version from app_user where id = $1', [id])
        return ask(actor, 'PATCH', `/api/users/${id}`, { version, role: 'coo' })
      }
      const codes = (await Promise.all([verb('adminOther', ids.godot), verb('godot', ids.ops)])).map(({ code }) => code)
      expect(codes).toContain(200)
      expect(await activeAdmins()).toBe(1)
    }
    await revive()
  })

  it('remains when a bulk action names all others at the same instant', async () => {
    await revive()
    const bulk = (actor: Actor, others: string[]) =>
      ask(actor, 'POST', '/api/users/disable', { ids: others, reason: '测试' })
    await Promise.all([
      bulk('adminOther', [ids.admin, ids.godot]),
      bulk('godot', [ids.admin, ids.ops]),
      bulk('adminKeyAdmin', [ids.godot, ids.ops]),
    ])
    expect(await activeAdmins()).toBe(1)
    await revive()
  })
})
