import { beforeEach, describe, expect, it } from 'vitest'
import { openServer } from '../../../tests/http/app.ts'
import { endpointsOf } from '../../../tests/matrix/endpoints.ts'
import { world } from '../../../tests/world.ts'
import { defaultOf } from '../../core/settings.ts'
import { features } from '../../server/features.ts'
import { THROTTLE } from './limits.ts'
import { codeAt, fromBase32, stepAt, stepOf, toBase32 } from './totp.ts'

describe('time-based codes', () => {
  const secret = Buffer.from('12345678901234567890')

  // RFC 6238, appendix B, SHA-1, eight digits.
  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('at second %d the code is %s', (second, code) => {
    expect(codeAt(secret, stepAt(new Date(second * 1000)), 8)).toBe(code)
  })

  it('takes a code one step early or late, not two, and none twice', () => {
    const now = new Date(1_234_567_890_000)
    const at = stepAt(now)
    expect([-2, -1, 0, 1, 2].map((drift) => stepOf(secret, codeAt(secret, at + drift), now, 0))).toEqual([
      undefined,
      at - 1,
      at,
      at + 1,
      undefined,
    ])
    expect(stepOf(secret, codeAt(secret, at), now, at)).toBeUndefined()
    expect(stepOf(secret, 'abcdef', now, 0)).toBeUndefined()
  })

  it('reads back the base32 it writes', () => {
    expect(toBase32(secret)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
    expect(Buffer.from(fromBase32(toBase32(secret)))).toEqual(secret)
  })
})

const { ask, database } = await openServer()
const query = async <T>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await database.pool.query(text, values)).rows
const signIn = (code?: string, username = 'partner2') =>
  ask('POST', '/api/user/login', { body: { username, password: world.password, ...(code !== undefined && { code }) } })
const as = 'partnerB' as const

/** The code of a step near now; each step's code works once, so tests name the steps they spend. */
const codeNow = (secret: string, drift = 0): string => codeAt(fromBase32(secret), stepAt(new Date()) + drift)

async function turnOn(): Promise<{ secret: string; recoveryCodes: string[] }> {
  await query('truncate second_factor, recovery_code')
  const begun = await ask('POST', '/api/user/second-factor/begin', { as, body: { currentPassword: world.password } })
  const { secret } = begun.json().data
  const confirmed = await ask('POST', '/api/user/second-factor/confirm', { as, body: { code: codeNow(secret, -1) } })
  expect(confirmed.statusCode).toBe(200)
  return { secret, recoveryCodes: confirmed.json().data.recoveryCodes }
}

beforeEach(async () => {
  await query('truncate throttle')
})

describe('a second factor', () => {
  it('changes nothing until its first code is right', async () => {
    await query('truncate second_factor, recovery_code')
    await ask('POST', '/api/user/second-factor/begin', { as, body: { currentPassword: world.password } })
    const wrong = await ask('POST', '/api/user/second-factor/confirm', { as, body: { code: '12345' } })
    expect(wrong.json()).toMatchObject({ code: 422, data: { reason: 'WRONG_CODE', field: 'code' } })
    expect((await signIn()).statusCode).toBe(200)
  })

  it('needs the password to begin', async () => {
    const refused = await ask('POST', '/api/user/second-factor/begin', { as, body: { currentPassword: 'wrong' } })
    expect(refused.json().data.reason).toBe('WRONG_PASSWORD')
  })

  it('asks for a code once on, takes it once, and leaves others as they were', async () => {
    const { secret } = await turnOn()
    expect((await signIn()).json()).toMatchObject({ code: 422, data: { reason: 'CODE_NEEDED', field: 'code' } })
    const code = codeNow(secret)
    expect((await signIn(code)).json().data.accessTicket).toMatch(/^[\w-]{43}$/)
    expect((await signIn(code)).json().data.reason).toBe('WRONG_CODE')
    expect((await signIn(undefined, 'partner')).statusCode).toBe(200)
  })

  it('takes one code of two requests at once', async () => {
    const { secret } = await turnOn()
    const code = codeNow(secret)
    const answers = await Promise.all([signIn(code), signIn(code)])
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 422])
  })

  it('takes each recovery code once, in any spelling, and keeps only hashes', async () => {
    const { recoveryCodes } = await turnOn()
    expect(new Set(recoveryCodes).size).toBe(10)
    expect((await signIn(` ${recoveryCodes[0]!.toUpperCase().replace('-', ' ')} `)).statusCode).toBe(200)
    expect((await signIn(recoveryCodes[0])).json().data.reason).toBe('WRONG_CODE')
    expect((await ask('GET', '/api/user/second-factor', { as })).json().data).toMatchObject({
      isOn: true,
      recoveryLeft: 9,
    })
    const [stored] = await query<{ text: string }>(
      `select string_agg(encode(code_hash, 'escape'), ' ') as text from recovery_code`,
    )
    expect(recoveryCodes.some((code) => stored!.text.includes(code.replace('-', '')))).toBe(false)
  })

  it('keeps its secret sealed', async () => {
    const { secret } = await turnOn()
    const [row] = await query<{ secret: Buffer }>('select secret from second_factor')
    expect(row!.secret.includes(secret)).toBe(false)
    expect(row!.secret.includes(fromBase32(secret))).toBe(false)
  })

  it('counts wrong codes as failed sign-ins', async () => {
    await turnOn()
    for (let guess = 0; guess < THROTTLE.pair; guess++) expect((await signIn('abcdef')).statusCode).toBe(422)
    expect((await signIn('abcdef')).statusCode).toBe(429)
  })

  it('goes off by password and code, not by either alone', async () => {
    const { secret } = await turnOn()
    const off = (currentPassword: string, code: string) =>
      ask('POST', '/api/user/second-factor/off', { as, body: { currentPassword, code } })
    expect((await off(world.password, 'abcdef')).json().data.reason).toBe('WRONG_CODE')
    expect((await off('wrong', codeNow(secret))).json().data.reason).toBe('WRONG_PASSWORD')
    expect((await off(world.password, codeNow(secret))).statusCode).toBe(200)
    expect((await signIn()).statusCode).toBe(200)
  })

  it('is one’s own: another account’s stays as it is', async () => {
    await turnOn()
    expect((await ask('GET', '/api/user/second-factor', { as: 'partnerA' })).json().data).toEqual({
      isOn: false,
      since: null,
      recoveryLeft: 0,
    })
  })
})

describe('a second factor that is asked of a role', () => {
  let version = 0
  const askOf = async (role: 'partner' | 'admin', isAsked: boolean) => {
    const value = { ...defaultOf('session.secondFactor'), [role]: isAsked }
    const set = await ask('PUT', '/api/config/session.secondFactor', {
      as: 'adminKeyAdmin',
      body: { version: version++, value },
    })
    expect(set.statusCode).toBe(200)
  }
  const enter = async (username?: string) => (await signIn(undefined, username)).json().data
  /** The reason of a refusal; undefined where there was none. */
  const reasonOf = async ({ method, path }: (typeof every)[number], token?: string) =>
    (await ask(method, path.replace(/:\w+/g, '1'), token ? { token } : {})).json()?.data?.reason
  const LOGOUT = '/api/user/logout'
  const every = endpointsOf(features).filter(({ path }) => path !== LOGOUT)

  it('leaves nothing open but setting one up and going, and all once it is set up', async () => {
    await query('truncate second_factor, recovery_code')
    await askOf('partner', true)
    const { accessTicket: token, lacksFactor } = await enter()
    expect(lacksFactor).toBe(true)
    const open = []
    for (const endpoint of every) {
      const isForPeople = (await reasonOf(endpoint)) === 'UNAUTHENTICATED'
      const reason = await reasonOf(endpoint, token)
      if (isForPeople && reason !== 'FACTOR_NEEDED' && reason !== 'UNAUTHENTICATED')
        open.push(`${endpoint.method} ${endpoint.path}`)
    }
    expect(open.sort()).toEqual([
      'GET /api/user/second-factor',
      'POST /api/user/info',
      'POST /api/user/second-factor/begin',
      'POST /api/user/second-factor/confirm',
    ])
    expect((await ask('POST', LOGOUT, { token })).statusCode).toBe(200)
    const { accessTicket: again } = await enter()

    const begun = await ask('POST', '/api/user/second-factor/begin', {
      token: again,
      body: { currentPassword: world.password },
    })
    const code = codeNow(begun.json().data.secret, -1)
    expect((await ask('POST', '/api/user/second-factor/confirm', { token: again, body: { code } })).statusCode).toBe(
      200,
    )
    expect((await ask('POST', '/api/user/info', { token: again })).json().data.lacksFactor).toBe(false)
    expect((await ask('GET', '/api/data', { token: again })).statusCode).toBe(200)
    expect((await signIn()).json().data.reason).toBe('CODE_NEEDED')
    await askOf('partner', false)
  })

  it('counts for later sign-ins of that role alone', async () => {
    await query('truncate second_factor, recovery_code')
    const before = await enter()
    await askOf('partner', true)
    expect((await ask('GET', '/api/data', { token: before.accessTicket })).statusCode).toBe(200)
    const other = await enter('coo_wl')
    expect(other.lacksFactor).toBe(false)
    expect((await ask('GET', '/api/data', { token: other.accessTicket })).statusCode).toBe(200)
    await askOf('partner', false)
    expect((await enter()).lacksFactor).toBe(false)
  })

  it('leaves the tokens of machines as they are', async () => {
    await query('truncate second_factor, recovery_code')
    const { accessTicket } = await enter('admin')
    const made = await ask('POST', '/api/tokens', {
      token: accessTicket,
      body: { name: '上报', scopes: ['ingest.write'], expiresInDays: 7 },
    })
    await askOf('admin', true)
    const { token } = made.json().data
    const answer = await ask('POST', '/ingest/v1/videos', { token, body: {} })
    expect(answer.json()).toMatchObject({ code: 400 })
    await askOf('admin', false)
  })
})
