import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { freePort } from '../../src/server/db/embedded/cluster.ts'
import { launch, SERVER as server } from './launch.ts'

const folder = mkdtempSync(join(tmpdir(), 'backlot-process-'))
chmodSync(folder, 0o755)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The start must fail, with exactly one line that matches. */
async function expectRefusal(run: ReturnType<typeof launch>, sentence: RegExp): Promise<void> {
  const { code, error } = await run.ended
  expect(code).toBe(1)
  expect(error.trim().split('\n')).toEqual([expect.stringMatching(sentence)])
}

test('fills an empty data directory with the demo world, lets its accounts in, and stops clean at SIGTERM', async () => {
  const env = { DATA_DIR: join(folder, 'demo'), PORT: String(await freePort()) }
  const url = `http://127.0.0.1:${env.PORT}`
  const { child, ended, ready } = launch(server, env)
  await ready
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  const signIn = (password: string) =>
    fetch(`${url}/api/user/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'partner', password }),
    })
  expect((await signIn('backlot-demo')).status).toBe(200)
  expect((await signIn('backlot-demO')).status).not.toBe(200)

  await expectRefusal(
    launch(server, { ...env, PORT: String(await freePort()) }),
    /Another Backlot is already running on the data directory/,
  )

  child.kill('SIGTERM')
  expect((await ended).code).toBe(0)
  expect(existsSync(join(env.DATA_DIR, 'postgres/data/postmaster.pid'))).toBe(false)

  const warm = launch(server, env)
  await warm.ready
  warm.child.kill('SIGINT')
  expect((await warm.ended).code).toBe(0)

  // Somebody who never finishes a request is cut off in the end, and the database goes with the server.
  const held = launch(server, env)
  await held.ready
  const slow = request({
    port: env.PORT,
    path: '/api/user/login',
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': 100, expect: '100-continue' },
  })
  slow.on('error', () => {})
  slow.flushHeaders()
  await once(slow, 'continue')
  held.child.kill('SIGTERM')
  expect((await held.ended).code).toBe(1)
  expect(existsSync(join(env.DATA_DIR, 'postgres/data/postmaster.pid'))).toBe(false)
}, 240_000)

test('a port in use', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as { port: number }
  await expectRefusal(
    launch(server, { DATA_DIR: join(folder, 'port'), DEMO: '0', PORT: String(port) }),
    new RegExp(`Port ${port} is in use`),
  )
  taken.close()
})

test('a dead DATABASE_URL', async () => {
  const port = await freePort()
  await expectRefusal(
    launch(server, { DATABASE_URL: `postgres://me:secret@127.0.0.1:${port}/backlot` }),
    new RegExp(
      `The database of DATABASE_URL \\(127.0.0.1:${port}/backlot\\) cannot be reached: nothing listens there$`,
    ),
  )
})

test('a malformed setting', async () => {
  await expectRefusal(launch(server, { PORT: 'eighty' }), /PORT="eighty" is not valid/)
})

test('a Node that is too old, before anything else is looked at', async () => {
  const older = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.4' } })`
  await expectRefusal(
    launch(['--import', `data:text/javascript,${encodeURIComponent(older)}`, 'scripts/start.mjs'], {}),
    /^Backlot needs Node 20\.19 or newer; this is Node 18\.20\.4$/,
  )
})
