import { beforeEach, describe, expect, it } from 'vitest'
import { comparable, openServer } from '../../../tests/http/app.ts'
import { tokenOf, world } from '../../../tests/world.ts'
import { routes } from '../../core/access.ts'
import { mayVisit } from '../../core/can.ts'
import type { SessionInfo } from '../../core/session.ts'
import { accountsOn } from '../../server/auth/accounts.ts'
import { THROTTLE } from './limits.ts'

const { ask, database } = await openServer()
const query = async <T>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await database.pool.query(text, values)).rows
const signIn = (username: string, password: string, from?: string, extra: object = {}) =>
  ask('POST', '/api/user/login', { body: { username, password, ...extra }, ...(from && { from }) })
const ticketOf = async (username: string, password: string = world.password, from?: string): Promise<string> =>
  (await signIn(username, password, from)).json().data.accessTicket

beforeEach(async () => {
  await query('truncate throttle')
})

describe('signing in', () => {
  it('answers the session info the specification names, with a ticket that works', async () => {
    const answer = await signIn('partner', world.password)
    expect(answer.statusCode).toBe(200)
    const { data, ...envelope } = answer.json()
    expect(envelope).toEqual({ status: 'ok', msg: '', code: 200 })
    expect(data).toMatchObject({
      accessId: world.users.partner,
      accessKey: 'partner',
      accessRoles: 'partner',
      accessState: 'sm4',
      clientIp: '127.0.0.1',
      expiresIn: 2 * 3_600,
    })
    expect(data.accessTicket).toMatch(/^[\w-]{43}$/)
    expect(Math.abs(Date.now() - Date.parse(data.create_time))).toBeLessThan(10_000)
    const info = await ask('POST', '/api/user/info', { token: data.accessTicket })
    expect({ ...info.json().data, expiresIn: data.expiresIn }).toEqual(data)
    expect(info.json().data.organisation).toBeTruthy()
  })

  it('takes the name in any case and width, with spaces around it', async () => {
    expect((await signIn(' ＡＤＭＩＮ ', world.password)).statusCode).toBe(200)
  })

  it('lasts longer when asked to remember', async () => {
    const answer = await signIn('partner', world.password, undefined, { remember: true })
    expect(answer.json().data.expiresIn).toBe(7 * 24 * 3_600)
  })

  it.each([
    [{ username: '', password: 'x' }, 'username', '用户名不能为空', 'Username cannot be empty'],
    [{ username: '  ', password: 'x' }, 'username', '用户名不能为空', 'Username cannot be empty'],
    [{ password: 'x' }, 'username', '用户名不能为空', 'Username cannot be empty'],
    [{ username: 'admin', password: '' }, 'password', '密码不能为空', 'Password cannot be empty'],
    [{ username: 'admin' }, 'password', '密码不能为空', 'Password cannot be empty'],
  ])('says what is empty, at the field, in both languages: %j', async (body, field, zh, en) => {
    const chinese = await ask('POST', '/api/user/login', { body })
    const english = await ask('POST', '/api/user/login', { body, headers: { 'accept-language': 'en-US,en;q=0.9' } })
    expect(chinese.json()).toMatchObject({ code: 400, status: 'fail', msg: zh, data: { field } })
    expect(english.json()).toMatchObject({ code: 400, status: 'fail', msg: en, data: { field } })
  })

  it('answers alike for a wrong password, an unknown name, and accounts that may not enter', async () => {
    await query(`update app_user set status = 'invited' where access_key = 'supplier2'`)
    await query(`update partner set status = 'ended' where id = $1`, [world.partners.B])
    const wrong = comparable(await signIn('admin', 'wrong-password'))
    expect(wrong.status).toBe(422)
    for (const [name, password] of [
      ['nobody-here', 'wrong-password'],
      ['suspended', world.password],
      ['supplier2', world.password],
      ['partner2', world.password],
    ])
      expect(comparable(await signIn(name!, password!))).toEqual(wrong)
    await query(`update app_user set status = 'active' where access_key = 'supplier2'`)
    await query(`update partner set status = 'active' where id = $1`, [world.partners.B])
    expect((await signIn('supplier2', world.password)).statusCode).toBe(200)
    expect((await signIn('partner2', world.password)).statusCode).toBe(200)
  })

  it('never adopts a token that was there before', async () => {
    const planted = 'A'.repeat(43)
    const answer = await ask('POST', '/api/user/login', {
      token: planted,
      body: { username: 'partner', password: world.password },
    })
    const ticket = answer.json().data.accessTicket
    expect(ticket).not.toBe(planted)
    expect(ticket).not.toBe(await ticketOf('partner'))
    expect((await ask('POST', '/api/user/info', { token: planted })).statusCode).toBe(401)
    expect((await ask('POST', '/api/user/info', { token: ticket })).statusCode).toBe(200)
  })

  it('keeps neither tickets nor passwords', async () => {
    const ticket = await ticketOf('leader')
    await signIn('leader', 'canary-password-7')
    const [found] = await query<{ hits: number }>(
      `select (select count(*) from session t where t::text like $1) + (select count(*) from sign_in t where t::text like any ($2))
         + (select count(*) from audit_log t where t::text like any ($2)) as hits`,
      [`%${ticket}%`, [`%${ticket}%`, '%canary-password-7%']],
    )
    expect(Number(found!.hits)).toBe(0)
    const [attempt] = await query<{ result: string }>(`select result from sign_in order by id desc limit 1`)
    expect(attempt!.result).toBe('refused')
  })
})

describe('guessing passwords', () => {
  const fail = async (name: string, from: string, times: number) => {
    for (let n = 0; n < times; n++) expect((await signIn(name, `wrong-${n}`, from)).statusCode).toBe(422)
  }

  it('is stopped after five failures of one account from one address; elsewhere the owner still gets in', async () => {
    await fail('coo', '198.51.100.1', THROTTLE.pair)
    const refused = await signIn('coo', world.password, '198.51.100.1')
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(600)
    expect((await signIn('coo', world.password, '198.51.100.2')).statusCode).toBe(200)
    expect((await signIn('leader', world.password, '198.51.100.1')).statusCode).toBe(200)
    expect((await signIn('coo', world.password, '198.51.100.1')).statusCode).toBe(429)
  })

  it('starts anew when the time is over, and after a success', async () => {
    await fail('coo', '198.51.100.3', THROTTLE.pair - 1)
    expect((await signIn('coo', world.password, '198.51.100.3')).statusCode).toBe(200)
    await fail('coo', '198.51.100.3', THROTTLE.pair)
    await query(`update throttle set window_ends_at = now() - interval '1 second'`)
    expect((await signIn('coo', world.password, '198.51.100.3')).statusCode).toBe(200)
  })

  it('counts every spelling, header and burst as the same guesser', async () => {
    const spellings = ['coo', 'COO', ' coo', 'ｃｏｏ', 'Coo']
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        ask('POST', '/api/user/login', {
          body: { username: spellings[n % 5], password: `guess-${n}` },
          headers: {
            'x-forwarded-for': `203.0.113.${n}`,
            'x-real-ip': `203.0.113.${n}`,
            forwarded: `for=203.0.113.${n}`,
          },
          from: '198.51.100.4',
        }),
      ),
    )
    const tally = answers.map(({ statusCode }) => statusCode)
    expect(tally.filter((status) => status === 422)).toHaveLength(THROTTLE.pair)
    expect(tally.filter((status) => status === 429)).toHaveLength(30 - THROTTLE.pair)
  })

  it('answers alike for a name that does not exist', async () => {
    await fail('coo', '198.51.100.5', THROTTLE.pair)
    await fail('nobody', '198.51.100.5', THROTTLE.pair)
    const real = await signIn('coo', 'x', '198.51.100.5')
    const unreal = await signIn('nobody', 'x', '198.51.100.5')
    expect(unreal.statusCode).toBe(429)
    expect(unreal.json().msg).toBe(real.json().msg)
  })

  it('from many addresses is stopped too, where only addresses the owner knows may go on', async () => {
    expect((await signIn('supplier', world.password, '192.0.2.10')).statusCode).toBe(200)
    for (let n = 0; n < THROTTLE.account / 4; n++) await fail('supplier', `198.51.100.${50 + n}`, 4)
    expect((await signIn('supplier', world.password, '198.51.100.99')).statusCode).toBe(429)
    expect((await signIn('supplier', world.password, '192.0.2.10')).statusCode).toBe(200)
  })

  it('locks the account for the people who look after it, until it is unlocked', async () => {
    await fail('leader', '198.51.100.6', THROTTLE.pair)
    const locked = `select locked_until > now() as locked from app_user where access_key = 'leader'`
    expect(await query(locked)).toEqual([{ locked: true }])
    await accountsOn(database, null).unlock(world.users.leader)
    expect(await query(locked)).toEqual([{ locked: null }])
    expect((await signIn('leader', world.password, '198.51.100.6')).statusCode).toBe(200)
  })
})

describe('a session', () => {
  it('ends with sign-out, and only that one', async () => {
    const [one, two] = [await ticketOf('partner'), await ticketOf('partner')]
    expect((await ask('POST', '/api/user/logout', { token: one })).json()).toMatchObject({
      code: 200,
      data: { done: true },
    })
    expect((await ask('POST', '/api/user/info', { token: one })).statusCode).toBe(401)
    expect((await ask('POST', '/api/user/info', { token: two })).statusCode).toBe(200)
  })

  const mine = 'where token_hash = sha256(convert_to($1, $2))'
  it.each([
    [
      'the account is disabled',
      `update app_user set status = 'disabled' where id = (select user_id from session ${mine})`,
      `update app_user set status = 'active' where id = (select user_id from session ${mine})`,
    ],
    [
      'its partner stops working with us',
      `update partner set status = 'frozen' where id = (select partner_id from app_user u join session s on s.user_id = u.id ${mine})`,
      `update partner set status = 'active' where id = (select partner_id from app_user u join session s on s.user_id = u.id ${mine})`,
    ],
    [
      'it was not used for its idle time',
      `update session set last_seen_at = now() - make_interval(secs => idle_seconds + 1) ${mine}`,
      `update session set last_seen_at = now() ${mine}`,
    ],
    [
      'its time is over, used or not',
      `update session set expires_at = now() - interval '1 second' ${mine}`,
      `update session set expires_at = now() + interval '1 hour' ${mine}`,
    ],
  ])('ends within one request when %s', async (_, breaks, mends) => {
    const ticket = await ticketOf('partner')
    await query(breaks, [ticket, 'UTF8'])
    expect((await ask('POST', '/api/user/info', { token: ticket })).statusCode).toBe(401)
    await query(mends, [ticket, 'UTF8'])
    expect((await ask('POST', '/api/user/info', { token: ticket })).statusCode).toBe(200)
  })

  it('notes that it is used at most once a minute', async () => {
    const ticket = await ticketOf('partner')
    const seen = () =>
      query<{ at: string }>(
        `select last_seen_at::text as at from session where token_hash = sha256(convert_to($1, 'UTF8'))`,
        [ticket],
      )
    const first = await seen()
    await ask('POST', '/api/user/info', { token: ticket })
    expect(await seen()).toEqual(first)
    await query(
      `update session set last_seen_at = now() - interval '61 seconds' where token_hash = sha256(convert_to($1, 'UTF8'))`,
      [ticket],
    )
    const before = await seen()
    await ask('POST', '/api/user/info', { token: ticket })
    expect(await seen()).not.toEqual(before)
  })

  it.each([
    ['no scheme', (token: string) => token],
    ['another scheme', (token: string) => `Basic ${token}`],
    ['cut short', (token: string) => `Bearer ${token.slice(0, -1)}`],
    ['longer', (token: string) => `Bearer ${token}A`],
    ['a JSON web token without signature', () => 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.'],
    ['two tokens', (token: string) => `Bearer ${token}, Bearer ${token}`],
    ['another letter at the end', (token: string) => `Bearer ${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`],
  ])('is not found by a header with %s', async (_, headerOf) => {
    const token = tokenOf('adminKeyAdmin')
    expect((await ask('POST', '/api/user/info', { headers: { authorization: headerOf(token) } })).statusCode).toBe(401)
    expect((await ask('POST', '/api/user/info', { headers: { authorization: `Bearer ${token}` } })).statusCode).toBe(
      200,
    )
  })

  it('is listed and ended by its owner; another person’s does not exist', async () => {
    const mine = await ticketOf('supplier')
    const other = await ticketOf('supplier')
    const { list } = (await ask('GET', '/api/user/sessions', { token: mine })).json().data
    expect(list.filter((one: { isCurrent: boolean }) => one.isCurrent)).toHaveLength(1)
    const [foreign] = await query<{ id: string }>(
      `select id::text from session where user_id = $1 and revoked_at is null`,
      [world.users.admin],
    )
    const path = (id: string) => `/api/user/sessions/${id}/revoke`
    const refused = comparable(await ask('POST', path(foreign!.id), { token: mine }))
    expect(refused.status).toBe(404)
    expect(comparable(await ask('POST', path(world.missingId), { token: mine }))).toEqual(refused)
    const [newest] = await query<{ id: string }>(
      `select id::text from session where token_hash = sha256(convert_to($1, 'UTF8'))`,
      [other],
    )
    expect((await ask('POST', path(newest!.id), { token: mine })).statusCode).toBe(200)
    expect((await ask('POST', '/api/user/info', { token: other })).statusCode).toBe(401)
  })

  it('answers each of many who ask at once for their own, the living and the ended', async () => {
    const people = ['leader', 'revoked', 'partnerB', 'expired', 'supplierA', 'suspended', 'godot'] as const
    const asked = Array.from({ length: 70 }, (_, n) => people[n % people.length]!)
    const answers = await Promise.all(asked.map((as) => ask('POST', '/api/user/info', { as })))
    const keys = answers.map((answer) => answer.json().data.accessKey ?? answer.statusCode)
    const known = {
      leader: 'leader',
      partnerB: 'partner2',
      supplierA: 'supplier',
      godot: 'godot',
      revoked: 401,
      expired: 401,
      suspended: 401,
    }
    expect(keys).toEqual(asked.map((as) => known[as]))
  })

  it('gets its rights from the database, whatever the scope header says', async () => {
    const answers = await Promise.all(
      [undefined, 'admin', 'partner', 'nonsense'].map((scope) =>
        ask('GET', '/api/data?pageSize=5', { as: 'leader', ...(scope && { headers: { scope } }) }),
      ),
    )
    expect(answers[0]!.statusCode).toBe(200)
    for (const answer of answers) expect(comparable(answer)).toEqual(comparable(answers[0]!))
    for (const scope of ['admin', 'supplier'])
      expect((await ask('GET', '/api/users', { as: 'supplierA', headers: { scope } })).statusCode).toBe(403)
  })
})

describe('the menu from the server', () => {
  const pagesOf = async (as: 'adminKeyAdmin' | 'adminOther' | 'supplierA' | 'partnerA') => {
    const items = (await ask('POST', '/api/user/menu', { as })).json().data as Item[]
    return { items, leaves: items.flatMap((item) => item.children ?? [item]) }
  }
  interface Item {
    path: string
    name: string
    meta: { locale: string; requiresAuth: boolean; order: number; hideInMenu: boolean }
    children?: Item[]
  }

  it('labels the dashboard group and its pages as the server’s own', async () => {
    const { items } = await pagesOf('adminKeyAdmin')
    expect(items[0]).toMatchObject({ meta: { locale: 'menu.server.dashboard', order: 0 } })
    expect(items[0]!.children!.map(({ meta }) => meta.locale)).toEqual(['menu.server.workplace', 'menu.server.monitor'])
  })

  it('names exactly the pages a person may open, hidden ones included', async () => {
    const info: SessionInfo = (await ask('POST', '/api/user/info', { as: 'partnerA' })).json().data
    const allowed = routes
      .flatMap((route) => (route.children ? [...route.children.filter(() => mayVisit(info, route))] : [route]))
      .filter((route) => mayVisit(info, route))
    const { leaves } = await pagesOf('partnerA')
    expect(leaves.map(({ name }) => name).sort()).toEqual(allowed.map(({ name }) => name!).sort())
    expect(leaves.find(({ name }) => name === 'article_detail')?.meta.hideInMenu).toBe(true)
    expect(leaves.some(({ name }) => name === 'article_edit')).toBe(false)
    expect((await pagesOf('adminOther')).leaves.some(({ name }) => name === 'data_list2')).toBe(false)
    expect((await pagesOf('adminKeyAdmin')).leaves.some(({ name }) => name === 'data_list2')).toBe(true)
  })
})

describe('passwords', () => {
  const change = (token: string, currentPassword: string, newPassword: string) =>
    ask('POST', '/api/user/password', { token, body: { currentPassword, newPassword } })
  const good = 'a long enough phrase'

  it('are changed by who knows the old one, which ends the other sessions and keeps this one', async () => {
    const [mine, other] = [await ticketOf('ops'), await ticketOf('ops')]
    const wrong = await change(mine, 'not it', good)
    expect(wrong.json()).toMatchObject({ code: 422, data: { reason: 'WRONG_PASSWORD', field: 'currentPassword' } })
    expect((await ask('POST', '/api/user/info', { token: other })).statusCode).toBe(200)
    expect((await change(mine, world.password, good)).statusCode).toBe(200)
    expect((await ask('POST', '/api/user/info', { token: other })).statusCode).toBe(401)
    expect((await ask('POST', '/api/user/info', { token: mine })).statusCode).toBe(200)
    expect((await signIn('ops', world.password)).statusCode).toBe(422)
    expect((await signIn('ops', good)).statusCode).toBe(200)
  })

  it('cannot be guessed with a stolen session either', async () => {
    const mine = await ticketOf('godot')
    for (let n = 0; n < THROTTLE.pair; n++) expect((await change(mine, `wrong-${n}`, good)).statusCode).toBe(422)
    expect((await change(mine, world.password, good)).statusCode).toBe(429)
  })

  it.each([
    ['short', ['至少 10 个字符'], ['at least 10 characters']],
    ['my supplier phrase', ['不能包含用户名'], ['must not contain the user name']],
    ['Password1234', ['不能是常见密码'], ['must not be a common password']],
    ['manchester', ['不能是常见密码'], ['must not be a common password']],
    ['Chocolate!2026', ['不能是常见密码'], ['must not be a common password']],
    ['woaini5201314', ['不能是常见密码'], ['must not be a common password']],
    ['supplier', ['至少 10 个字符', '不能包含用户名'], ['at least 10 characters', 'must not contain the user name']],
  ])('must be long, unlike the name and not well known: %s', async (password, zh, en) => {
    const token = await ticketOf('supplier')
    const answer = await change(token, world.password, password)
    expect(answer.json()).toMatchObject({ code: 400, data: { reason: 'WEAK_PASSWORD', field: 'newPassword' } })
    for (const rule of zh) expect(answer.json().msg).toContain(rule)
    const english = await ask('POST', '/api/user/password', {
      token,
      body: { currentPassword: world.password, newPassword: password },
      headers: { 'accept-language': 'en' },
    })
    for (const rule of en) expect(english.json().msg).toContain(rule)
  })

  const linkFor = async (userId: string) =>
    (await accountsOn(database, null).createPasswordLink(userId)).path.split('=')[1]!
  const setByLink = (token: string, password = good) =>
    ask('POST', '/api/user/password-link', { body: { token, password } })

  it('are set once by a one-time link, which lets an invited person in and ends what was open', async () => {
    await query(`update app_user set status = 'invited', password_hash = null where access_key = 'coo_wl'`)
    const token = await linkFor(world.users.coo_wl)
    expect((await setByLink(token, 'weak')).json()).toMatchObject({ code: 400, data: { field: 'password' } })
    expect((await setByLink(token)).json()).toMatchObject({ code: 200, data: { accessKey: 'coo_wl' } })
    expect((await setByLink(token)).json()).toMatchObject({ code: 410, data: { reason: 'LINK_GONE' } })
    expect((await signIn('coo_wl', good)).statusCode).toBe(200)
    expect((await ask('POST', '/api/user/info', { as: 'cooMismatch' })).statusCode).toBe(401)
  })

  it('are set by one of two who use a link at the same moment', async () => {
    const token = await linkFor(world.users.coo_sm4)
    const statuses = (await Promise.all([setByLink(token), setByLink(token)])).map(({ statusCode }) => statusCode)
    expect(statuses.sort()).toEqual([200, 410])
  })

  it('are not set by a link that has expired, was replaced, belongs to a disabled account or never was', async () => {
    const replaced = await linkFor(world.users.supplier2)
    const expired = await linkFor(world.users.supplier2)
    await query(`update password_link set expires_at = now() - interval '1 second' where user_id = $1`, [
      world.users.supplier2,
    ])
    const disabled = await linkFor(world.users.suspended)
    const answers = await Promise.all([replaced, expired, disabled, 'never'].map((token) => setByLink(token)))
    for (const answer of answers) expect(comparable(answer)).toEqual(comparable(answers[0]!))
    expect(answers[0]!.statusCode).toBe(410)
    expect((await setByLink(await linkFor(world.users.supplier2))).statusCode).toBe(200)
  })
})
