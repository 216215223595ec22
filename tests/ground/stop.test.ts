import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, get, request as open } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { freePort } from '../../src/server/db/embedded/cluster.ts'
import { freshDatabase, signedIn } from '../world.ts'
import { launch, SERVER } from './launch.ts'

const { database, url: databaseUrl } = await freshDatabase()
const folder = mkdtempSync(join(tmpdir(), 'backlot-stop-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function start(env: Record<string, string> = {}) {
  const port = await freePort()
  const server = launch(SERVER, { DATABASE_URL: databaseUrl, DATA_DIR: folder, PORT: String(port), ...env })
  await server.ready
  return { ...server, port }
}

/** The status of a small answer, read to its end; the error's code where there is none. */
const statusOf = (port: number, path: string, agent?: Agent): Promise<number | string> =>
  new Promise((resolve) => {
    get({ port, host: '127.0.0.1', path, headers: signedIn('leader'), ...(agent && { agent }) }, (answer) => {
      text(answer).then(
        () => resolve(answer.statusCode!),
        (error) => resolve(error.code),
      )
    }).on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
  })

test('SIGTERM while requests are being sent: every one is answered and done, new ones are turned away, exit 0', async () => {
  const { child, ended, port } = await start()
  const COUNT = 20
  const begun = await Promise.all(
    Array.from({ length: COUNT }, async (_, index) => {
      const body = JSON.stringify({ listKey: 'data', name: `stop ${index}`, query: '' })
      const headers = {
        ...signedIn('leader'),
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
        // The server says that it has read the head: from here on the request is under way.
        expect: '100-continue',
      }
      const request = open({ port, host: '127.0.0.1', path: '/api/views', method: 'POST', headers })
      const answered = once(request, 'response').then(async ([answer]) => ({
        status: answer.statusCode as number,
        body: JSON.parse(await text(answer)),
      }))
      request.flushHeaders()
      await once(request, 'continue')
      request.write(body.slice(0, 10))
      return { answered, finish: () => request.end(body.slice(10)) }
    }),
  )
  child.kill('SIGTERM')
  while ((await statusOf(port, '/api/workplace/summary')) === 200);
  expect(child.exitCode).toBeNull()
  for (const { finish } of begun) finish()
  for (const { answered } of begun) expect(await answered).toMatchObject({ status: 200, body: { code: 200 } })
  expect((await ended).code).toBe(0)
  const { rows } = await database.pool.query(`select count(*)::int as n from saved_view where name like 'stop %'`)
  expect(rows[0].n).toBe(COUNT)
}, 60_000)

test('SIGTERM behind a balancer that asks /readyz: with time to drain, no request fails', async () => {
  const { child, ended, port } = await start({ DRAIN_SECONDS: '2' })
  const agent = new Agent({ keepAlive: true, maxSockets: 10 })
  let isServing = true
  const answers: (number | string)[] = []
  const worker = async () => {
    while (isServing) answers.push(await statusOf(port, '/api/message/list', agent))
  }
  const working = Array.from({ length: 10 }, worker)
  await statusOf(port, '/api/message/list')
  child.kill('SIGTERM')
  while ((await statusOf(port, '/readyz')) === 200);
  // The balancer has heard; what it had sent before is still served.
  isServing = false
  await Promise.all(working)
  agent.destroy()
  expect(answers.length).toBeGreaterThan(10)
  expect(answers.filter((status) => status !== 200)).toEqual([])
  expect((await ended).code).toBe(0)
}, 60_000)

test('SIGTERM while somebody is still sending the head of a request: it is not waited for, exit 0', async () => {
  const { child, ended, port } = await start()
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  await once(socket, 'connect')
  socket.write('GET /api/data HTTP/1.1\r\nhost: backlot\r\nx-slow: ')
  // Answered behind it: by then the server has read what was sent before.
  expect(await statusOf(port, '/api/workplace/summary')).toBe(200)
  child.kill('SIGTERM')
  expect((await ended).code).toBe(0)
}, 60_000)
