import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, expect, it } from 'vitest'
import type { Notice } from '../../src/core/notice.ts'
import { MESSAGE_STREAM } from '../../src/features/messages/contract.ts'
import { buildApp } from '../../src/server/app.ts'
import { openHub } from '../../src/server/events/hub.ts'
import { features } from '../../src/server/features.ts'
import { sendNotices } from '../../src/server/messages/messages.ts'
import { type Actor, freshDatabase, signedIn, world } from '../world.ts'

const { database, url } = await freshDatabase()
const [first, second] = [await openProcess(), await openProcess()]

/** A server process of its own on the shared database. */
async function openProcess() {
  const dataDir = mkdtempSync(join(tmpdir(), 'backlot-stream-'))
  const hub = openHub(url, () => {})
  const app = await buildApp({ database, features, dataDir, hub })
  await app.listen({ port: 0, host: '127.0.0.1' })
  afterAll(async () => {
    await app.close()
    await hub.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return { app, origin: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}` }
}

async function follow(origin: string, as: Actor) {
  const stop = new AbortController()
  const response = await fetch(origin + MESSAGE_STREAM, { headers: signedIn(as), signal: stop.signal })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    next: async () => (await reader!.read()).value,
    end: () => stop.abort(),
  }
}

const notice: Notice = {
  to: { userIds: [world.users.leader] },
  type: 'notice',
  bizType: 'stream',
  words: { 'zh-CN': { title: '一', content: '二' }, 'en-US': { title: 'one', content: 'two' } },
}

it('tells every process once the message is committed, and nobody else', async () => {
  const [here, there, other] = await Promise.all([
    follow(first.origin, 'leader'),
    follow(second.origin, 'leader'),
    follow(first.origin, 'partnerA'),
  ])
  expect(here.type).toBe('text/event-stream; charset=utf-8')
  for (const stream of [here, there, other]) expect(await stream.next()).toContain('event: box')
  await database.transaction(async (db) => {
    await sendNotices(db, null, notice)
  })
  expect(await here.next()).toBe('event: box\ndata: {}\n\n')
  expect(await there.next()).toBe('event: box\ndata: {}\n\n')
  // The next thing the other reader hears is its own.
  await sendNotices(database, null, { ...notice, to: { partnerId: world.partners.A } })
  expect(await other.next()).toBe('event: box\ndata: {}\n\n')
  for (const stream of [here, there, other]) stream.end()
})

it('are counted while they are open, beside what the process keeps', async () => {
  const read = async (name: string) => {
    const page = (await first.app.inject({ url: '/metrics' })).body
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(page)?.[1])
  }
  const before = await read('backlot_event_streams')
  const streams = await Promise.all([follow(first.origin, 'partnerB'), follow(first.origin, 'partnerB')])
  expect(await read('backlot_event_streams')).toBe(before + 2)
  expect(await read('nodejs_heap_size_used_bytes')).toBeGreaterThan(1_000_000)
  if (process.platform === 'linux') expect(await read('process_open_fds')).toBeGreaterThan(2)
  for (const stream of streams) stream.end()
  await expect.poll(() => read('backlot_event_streams')).toBe(before)
})

it('comes back by itself when its connection is cut, and says so, as something may have been missed', async () => {
  const stream = await follow(first.origin, 'leader')
  await stream.next()
  await database.rows(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'backlot-events' and datname = current_database()`)
  await sendNotices(database, null, notice)
  expect(await stream.next()).toBe('event: box\ndata: {}\n\n')
  stream.end()
})

it('is for those who are signed in', async () => {
  expect((await fetch(first.origin + MESSAGE_STREAM)).status).toBe(401)
  expect((await follow(first.origin, 'expired')).status).toBe(401)
})

it('refuses more windows than anybody has', async () => {
  const streams = await Promise.all(Array.from({ length: 8 }, () => follow(second.origin, 'supplierA')))
  expect(streams.map(({ status }) => status)).toEqual(Array(8).fill(200))
  expect((await follow(second.origin, 'supplierA')).status).toBe(429)
  expect((await follow(second.origin, 'supplierB')).status).toBe(200)
  for (const stream of streams) stream.end()
})
