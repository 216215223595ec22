import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Type from 'typebox'
import { afterAll, expect, it } from 'vitest'
import { defineEndpoint, strict } from '../../src/core/contract.ts'
import { serve } from '../../src/core/verb.ts'
import { buildApp } from '../../src/server/app.ts'
import { features } from '../../src/server/features.ts'
import { logOptions } from '../../src/server/log.ts'
import { freshDatabase, signedIn, tokenOf, world } from '../world.ts'

const { database } = await freshDatabase()
const dataDir = mkdtempSync(join(tmpdir(), 'backlot-log-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const lines: string[] = []
const CANARY = 'canary-7f3a91'

/** Fails in the worst way: an error that carries all a careless caller may hang on it. */
const broken = defineEndpoint({
  method: 'POST',
  path: '/api/probe/broken',
  permission: 'public',
  body: strict({ password: Type.String() }),
})
const app = await buildApp({
  database,
  features: [
    ...features,
    {
      verbs: [
        serve(broken, async (_, { body }) => {
          throw Object.assign(new Error('probe'), {
            password: body.password,
            request: { headers: { authorization: `Bearer ${body.password}`, cookie: body.password } },
            config: { token: body.password, accessToken: body.password },
          })
        }),
      ],
    },
  ],
  dataDir,
  webDir: join(dataDir, 'web'),
  logger: logOptions('trace', { write: (line) => lines.push(line) }),
})
afterAll(() => app.close())

it('a log line is JSON with the request id its caller was told, and no secret is in any of them', async () => {
  const json = { 'content-type': 'application/json' }
  const failed = await app.inject({
    method: 'POST',
    url: `/api/probe/broken`,
    headers: { ...json, authorization: `Bearer ${tokenOf('partnerA')}`, cookie: `session=${CANARY}` },
    payload: { password: CANARY },
  })
  expect(failed.statusCode).toBe(500)
  const asked: [url: string, payload: unknown][] = [
    ['/api/user/login', { username: 'partner', password: CANARY }],
    ['/api/user/login', { username: CANARY, password: world.password }],
    ['/api/user/login', { username: 'partner', password: world.password }],
    ['/api/user/password', { password: CANARY, newPassword: CANARY }],
    ['/api/user/second-factor/confirm', { code: CANARY }],
    ['/api/tokens', { name: 'probe', scopes: ['videos.read'], expiresInDays: 30 }],
    ['/api/nothing', { password: CANARY }],
  ]
  const secrets = [CANARY, tokenOf('partnerA'), world.password]
  for (const [url, payload] of asked) {
    const answer = await app.inject({
      method: 'POST',
      url,
      headers: { ...json, ...signedIn('partnerA') },
      payload: payload as object,
    })
    const { data } = answer.json()
    for (const secret of [data?.accessTicket, data?.token]) if (secret) secrets.push(secret)
  }
  await app.inject({ url: '/ingest/v1/videos', method: 'POST', headers: { authorization: `Bearer blt_${CANARY}` } })
  // A ticket and a machine's token, each said once in its answer.
  expect(secrets).toHaveLength(5)

  const events = lines.map((line) => JSON.parse(line))
  const failure = events.find(({ msg }) => msg === 'INTERNAL')
  expect(failure.requestId).toBe(failed.headers['x-request-id'])
  expect(failure.err).toEqual({ type: 'Error', message: 'probe', stack: expect.stringContaining('log.test.ts') })
  expect(failed.body).not.toContain('probe')
  const log = lines.join('')
  for (const secret of secrets) expect(log).not.toContain(secret)
})
