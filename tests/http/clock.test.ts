import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { THROTTLE } from '../../src/features/session/limits.ts'
import { world } from '../world.ts'
import { openServer } from './app.ts'

const HOUR_MS = 3_600_000
const { ask, database } = await openServer()
const signIn = (password: string) => ask('POST', '/api/user/login', { body: { username: 'partner2', password } })

beforeEach(() => database.pool.query('truncate throttle'))
afterEach(() => {
  vi.useRealTimers()
})
const jump = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })

/** Several servers never agree on the time: the database's clock is the one that counts. */
describe.each([
  ['an hour ahead', HOUR_MS],
  ['an hour back', -HOUR_MS],
  ['five weeks ahead', 35 * 24 * HOUR_MS],
])('a server whose clock jumps %s', (_, ms) => {
  it('neither ends a session nor gives one more time', async () => {
    const { accessTicket: token, expiresIn } = (await signIn(world.password)).json().data
    jump(ms)
    const info = await ask('POST', '/api/user/info', { token })
    expect(info.statusCode).toBe(200)
    expect(Math.abs(info.json().data.expiresIn - expiresIn)).toBeLessThan(60)
    expect((await ask('GET', '/api/data', { token })).statusCode).toBe(200)
  })

  it('lets nobody guess on', async () => {
    for (let guess = 0; guess < THROTTLE.pair; guess++) expect((await signIn('wrong')).statusCode).toBe(422)
    expect((await signIn('wrong')).statusCode).toBe(429)
    jump(ms)
    expect((await signIn('wrong')).statusCode).toBe(429)
  })

  it('does once what is sent again with its key', async () => {
    const body = { name: `上报 ${ms}`, scopes: ['ingest.write'], expiresInDays: 7 }
    const headers = { 'idempotency-key': `the-same-${ms}` }
    const send = () => ask('POST', '/api/tokens', { as: 'adminKeyAdmin', body, headers })
    const first = await send()
    expect(first.statusCode).toBe(200)
    jump(ms)
    expect((await send()).json().data.id).toBe(first.json().data.id)
  })
})
