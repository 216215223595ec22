import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import Type from 'typebox'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { Done, defineEndpoint } from '../../src/core/contract.ts'
import { type Feature, type ListVerb, serve } from '../../src/core/verb.ts'
import { runExport } from '../../src/features/exports/run.ts'
import { buildApp } from '../../src/server/app.ts'
import { readConfig } from '../../src/server/config.ts'
import { type Embedded, startEmbedded, startTemporary } from '../../src/server/db/embedded/embedded.ts'
import { openDatabase } from '../../src/server/db/pool.ts'
import { openReplica, type Replica } from '../../src/server/db/replica.ts'
import { examine } from '../../src/server/doctor/doctor.ts'
import { features } from '../../src/server/features.ts'
import { openFiles } from '../../src/server/files/files.ts'
import { jobContext } from '../../src/server/jobs/context.ts'
import { sendNotices } from '../../src/server/messages/messages.ts'
import { drawWorld } from '../drawWorld.ts'
import { copyAsStandby } from '../ground/standby.ts'
import { type Actor, signedIn, tokenOf, world } from '../world.ts'

/** Where a read is answered, and ways for it to fail on the replica alone. */
const probe = (name: string) =>
  defineEndpoint({
    method: 'GET',
    path: `/api/probe/${name}`,
    permission: 'self.use',
    reply: Type.Object({ isReplica: Type.Boolean() }),
  })
const isReplica = { text: 'select pg_is_in_recovery() as "isReplica"', values: [] }
const conflict = `do $$ begin if pg_is_in_recovery() then raise exception 'conflict' using errcode = '40001'; end if; end $$`
const probes: Feature = {
  verbs: [
    serve(probe('place'), async (ctx) => (await ctx.db.one<{ isReplica: boolean }>(isReplica))!),
    serve(probe('conflict'), async (ctx) => {
      await ctx.db.rows({ text: conflict, values: [] })
      return (await ctx.db.one<{ isReplica: boolean }>(isReplica))!
    }),
    serve(probe('noting'), async (ctx) => {
      await ctx.audit({ action: 'probe', entity: 'probe', entityId: '-' })
      return (await ctx.db.one<{ isReplica: boolean }>(isReplica))!
    }),
    serve(
      defineEndpoint({
        ...{ method: 'POST', path: '/api/probe/alone', permission: 'self.use', ownTransaction: true, reply: Done },
      }),
      async () => ({ done: true }),
    ),
  ],
}

const dataDir = mkdtempSync(join(tmpdir(), 'backlot-replica-'))
let primary: Awaited<ReturnType<typeof startTemporary>>
let copied: Awaited<ReturnType<typeof copyAsStandby>>
let standby: Embedded
let admin: pg.Client
const told: string[] = []

/** A server process, as far as it matters here: an app with pools of its own. */
async function openProcess(limits: { lagMs?: number } = {}) {
  const database = openDatabase(primary.embedded.url, { size: 4 })
  const replica = openReplica(standby.url, database, (line) => told.push(line), limits)
  const app = await buildApp({
    ...{ database, replica, dataDir, features: [...features, probes], webDir: join(dataDir, 'web') },
  })
  const get = (url: string, as: Actor) => app.inject({ url, headers: signedIn(as) })
  return {
    app,
    database,
    replica,
    get,
    place: async (as: Actor, name = 'place') => {
      const answer = await get(`/api/probe/${name}`, as)
      expect(answer.statusCode, answer.body).toBe(200)
      return answer.json().data.isReplica ? 'replica' : 'primary'
    },
    async close() {
      await app.close()
      await replica.stop()
      await database.end()
    },
  }
}
type Process = Awaited<ReturnType<typeof openProcess>>
const isUsed = (replica: Replica) => vi.waitFor(() => expect(replica.state().isUsed).toBe(true), { timeout: 15_000 })

let first: Process
let second: Process
let categoryId: string

beforeAll(async () => {
  primary = await startTemporary()
  await drawWorld(primary.embedded.url)
  copied = await copyAsStandby(primary.embedded)
  standby = await startEmbedded(copied.dataDir)
  admin = await connect(standby)
  first = await openProcess()
  second = await openProcess()
  await Promise.all([isUsed(first.replica), isUsed(second.replica)])
  categoryId = (await first.get('/api/articles/categories', 'adminKeyAdmin')).json().data.categories[0].id
}, 120_000)

afterAll(async () => {
  await Promise.all([first?.close(), second?.close()])
  await admin?.end().catch(() => {})
  await standby?.stop()
  copied?.remove()
  await primary?.remove()
  rmSync(dataDir, { recursive: true, force: true })
}, 60_000)

async function connect(of: Embedded): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: Object.assign(new URL(of.adminUrl), { pathname: '/backlot' }).href })
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Nothing that is written reaches the replica while this runs. */
async function paused(run: () => Promise<void>): Promise<void> {
  await admin.query('select pg_wal_replay_pause()')
  try {
    await run()
  } finally {
    await admin.query('select pg_wal_replay_resume()')
  }
}

async function write(as: Actor, title: string): Promise<void> {
  const answer = await first.app.inject({
    ...{ method: 'POST', url: '/api/articles', headers: signedIn(as), payload: { title, categoryId, lang: 'zh' } },
  })
  expect(answer.statusCode, answer.body).toBe(200)
}
const sees = async (process: Process, as: Actor, title: string): Promise<boolean> => {
  const answer = await process.get(`/api/articles?keyword=${title}&status=draft`, as)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().data.list.length === 1
}
/** Until the replica has what was written so far. */
const caughtUp = (as: Actor) =>
  vi.waitFor(async () => expect(await first.place(as)).toBe('replica'), { timeout: 5_000 })

describe('a read', () => {
  it('is answered by the replica: lists, details, statistics and the rows of a file', async () => {
    const before = first.replica.counts.replica
    for (const url of ['/api/data', '/api/data/1', '/api/data/summary', '/api/statistics/options'])
      expect((await first.get(url, 'adminKeyAdmin')).statusCode, url).toBe(200)
    expect(await first.place('leader')).toBe('replica')
    expect((await first.get('/api/data/export.csv', 'leader')).statusCode).toBe(200)
    expect(first.replica.counts.replica).toBeGreaterThan(before + 3)
  })

  it('sees what its account wrote, in every process, while others may not yet', async () => {
    await caughtUp('adminKeyAdmin')
    const title = `replica${randomUUID().slice(0, 8)}`
    await paused(async () => {
      await write('adminKeyAdmin', title)
      for (const process of [first, second]) expect(await sees(process, 'adminKeyAdmin', title)).toBe(true)
      expect(await first.place('godot')).toBe('replica')
      for (const process of [first, second]) expect(await sees(process, 'godot', title)).toBe(false)
    })
    await vi.waitFor(async () => expect(await sees(second, 'godot', title)).toBe(true), { timeout: 5_000 })
    await caughtUp('adminKeyAdmin')
    expect(await sees(first, 'adminKeyAdmin', title)).toBe(true)
  })

  it('sees what a mutation with transactions of its own has left', async () => {
    await caughtUp('coo')
    await paused(async () => {
      await first.app.inject({ method: 'POST', url: '/api/probe/alone', headers: signedIn('coo') })
      expect(await second.place('coo')).toBe('primary')
    })
  })

  it('sees what its account was told of, whoever did it', async () => {
    await caughtUp('leader')
    const words = { title: 'done', content: 'done' }
    await paused(async () => {
      await first.database.transaction((db) =>
        sendNotices(db, null, {
          ...{ to: { userIds: [world.users.leader] }, type: 'notice', bizType: 'article' },
          words: { 'zh-CN': words, 'en-US': words },
        }),
      )
      expect(await second.place('leader')).toBe('primary')
      expect(await second.place('partnerA')).toBe('replica')
    })
  })

  it('is refused at once when its session has ended, whatever the replica knows', async () => {
    expect(await first.place('supplierA')).toBe('replica')
    await paused(async () => {
      await first.database.pool.query('update session set revoked_at = now() where token_hash = sha256($1)', [
        tokenOf('supplierA'),
      ])
      expect((await first.get('/api/probe/place', 'supplierA')).statusCode).toBe(401)
    })
  })
})

describe('the rows of an ordered file', () => {
  // What happened to the replica before may have put it out of use for a moment.
  beforeEach(() => isUsed(first.replica))
  const places: boolean[] = []
  /** The data list, which notes where it is read and lets something happen after its first rows. */
  const watched = (halfway: () => Promise<unknown> = async () => {}): ListVerb[] => {
    const verb = features.flatMap(({ lists = [] }) => lists).find(({ list }) => list.key === 'data')!
    const all: ListVerb['all'] = async function* (ctx, query) {
      places.push((await ctx.db.one<{ isReplica: boolean }>(isReplica))!.isReplica)
      for await (const batch of verb.all(ctx, query)) {
        yield batch.slice(0, 10)
        await halfway()
        yield batch.slice(10)
      }
    }
    return [{ ...verb, all, copy: undefined as never }]
  }
  const make = async (lists: ListVerb[]) => {
    places.length = 0
    const payload = { listKey: 'data', query: '', columns: [], format: 'csv', bom: true }
    const post = (url: string, body?: object) =>
      first.app.inject({
        ...{ method: 'POST', url, headers: signedIn('adminKeyAdmin') },
        ...(body && { payload: body }),
      })
    const { id } = (await post('/api/exports', payload)).json().data
    const files = openFiles(dataDir)
    await runExport(jobContext(first.database, files, new Date(), features, undefined, first.replica), lists, id)
    const { rows } = await first.database.pool.query(
      'select status, row_count::int as "rowCount", restarts, attempts from export_job where id = $1',
      [id],
    )
    const file = await first.app.inject({ url: `/api/exports/${id}/file`, headers: signedIn('adminKeyAdmin') })
    await first.app.inject({ method: 'DELETE', url: `/api/exports/${id}`, headers: signedIn('adminKeyAdmin') })
    expect(readdirSync(files.incoming)).toEqual([])
    return { ...rows[0], lines: file.body.trim().split('\r\n').length }
  }
  const whole = { status: 'done', rowCount: 60, lines: 61, restarts: 0, attempts: 1 }

  it('come from the replica, with all that was over when the file was begun', async () => {
    expect(await make(watched())).toEqual(whole)
    expect(places).toEqual([true])
    // Its order itself is newer than what a replica at rest has: it waits for it.
    let made: ReturnType<typeof make>
    await paused(async () => {
      made = make(watched())
      const running = async () =>
        (await first.database.pool.query(`select from export_job where status = 'running'`)).rowCount
      await vi.waitFor(async () => expect(await running()).toBe(1), { timeout: 2_000 })
    })
    expect(await made!).toEqual(whole)
    expect(places).toEqual([true])
    const { replica } = first.replica.counts
    expect(await make(features.flatMap(({ lists = [] }) => lists))).toEqual(whole)
    expect(first.replica.counts.replica).toBe(replica + 1)
  })

  it('come from the primary where the replica does not get there', async () => {
    await paused(async () => expect(await make(watched())).toEqual(whole))
    expect(places).toEqual([false])
  }, 15_000)

  it('are begun again on the primary when what is replayed ends their reading, and none comes twice', async () => {
    const { failed } = first.replica.counts
    await admin.query(`alter system set max_standby_streaming_delay = 0`)
    await admin.query('select pg_reload_conf()')
    // A table the reader holds is locked on the primary: the replica does the same and sends the reader away.
    const lockOnce = vi.fn(async () => {
      if (lockOnce.mock.calls.length > 1) return
      await first.database.pool.query('begin; lock table video_stat in access exclusive mode; commit')
      await vi.waitFor(async () => expect(await readersThere()).toBe(0), { timeout: 5_000 })
    })
    const readersThere = async () =>
      (
        await admin.query(
          `select from pg_locks l join pg_stat_activity a using (pid)
           where l.relation = 'video_stat'::regclass and a.application_name = 'backlot'`,
        )
      ).rowCount
    expect(await make(watched(lockOnce))).toEqual(whole)
    expect(places).toEqual([true, false])
    expect(first.replica.counts.failed).toBe(failed + 1)
    await admin.query(`alter system reset max_standby_streaming_delay`)
    await admin.query('select pg_reload_conf()')
  })

  it('are for the primary when their connection there is cut', async () => {
    const cutOnce = vi.fn(async () => {
      if (cutOnce.mock.calls.length > 1) return
      await admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where state = 'idle in transaction' and application_name = 'backlot'`,
      )
    })
    expect(await make(watched(cutOnce))).toEqual(whole)
    expect(places).toEqual([true, false])
    await isUsed(first.replica)
  })

  it('are for the primary when the replica falls silent in the middle', async () => {
    const { rows } = await admin.query(
      `select pid from pg_stat_activity where application_name = 'backlot' and pid <> pg_backend_pid()`,
    )
    const pids: number[] = [standby.pid()!, ...rows.map(({ pid }) => pid)]
    const silence = vi.fn(async () => {
      if (silence.mock.calls.length > 1) return
      const { rows } = await admin.query(`select pid from pg_stat_activity where state = 'idle in transaction'`)
      pids.push(...rows.map(({ pid }) => pid))
      for (const pid of pids) process.kill(pid, 'SIGSTOP')
    })
    try {
      expect(await make(watched(silence))).toEqual(whole)
      expect(places).toEqual([true, false])
    } finally {
      for (const pid of pids) process.kill(pid, 'SIGCONT')
    }
    await isUsed(first.replica)
  }, 40_000)
})

describe('the primary answers', () => {
  it('what the replica’s recovery ends, and what notes something on its way', async () => {
    const { failed } = first.replica.counts
    expect(await first.place('supplierB', 'conflict')).toBe('primary')
    expect(first.replica.counts.failed).toBe(failed + 1)
    expect(await first.place('supplierB', 'noting')).toBe('primary')
    const before = { ...first.replica.counts }
    expect(await first.place('supplierB', 'noting')).toBe('primary')
    // By then it is known: the replica is not even asked.
    expect(first.replica.counts).toEqual(before)
  })

  it('while the replica is too far behind, which /metrics and the monitor tell', async () => {
    const strict = await openProcess({ lagMs: 500 })
    try {
      await isUsed(strict.replica)
      const title = `behind${randomUUID().slice(0, 8)}`
      await paused(async () => {
        await write('adminKeyAdmin', title)
        await vi.waitFor(() => expect(strict.replica.state().isUsed).toBe(false), { timeout: 5_000 })
        expect(await sees(strict, 'godot', title)).toBe(true)
        const page = (await strict.app.inject({ url: '/metrics' })).body
        expect(page).toMatch(/^backlot_replica_used 0$/m)
        expect(Number(/^backlot_replica_lag_seconds (\S+)$/m.exec(page)![1])).toBeGreaterThan(0.5)
        expect(page).toMatch(/^backlot_reads_total\{place="behind"\} [1-9]/m)
        const { replica } = (await strict.get('/api/monitor', 'adminKeyAdmin')).json().data
        expect(replica).toMatchObject({ isUsed: false })
        expect(replica.lagMs).toBeGreaterThan(500)
      })
      await isUsed(strict.replica)
    } finally {
      await strict.close()
    }
    expect(told.join('\n')).toMatch(/the replica is \d+ s behind/)
  })

  it('when the replica is killed, without an error, until it is back', async () => {
    process.kill(standby.pid()!, 'SIGKILL')
    for (let read = 0; read < 20; read++) expect((await first.get('/api/data', 'leader')).statusCode).toBe(200)
    expect(first.replica.counts.failed + first.replica.counts.away).toBeGreaterThan(0)
    expect(told).toContain('the replica is away: the primary answers its reads')
    await isUsed(first.replica)
    await caughtUp('leader')
    admin = await connect(standby)
  }, 30_000)
})

it('doctor tells how far the replica is behind, and when nothing feeds it', async () => {
  const lines = async () => {
    const config = readConfig({
      ...{ DATA_DIR: dataDir, DATABASE_URL: primary.embedded.url, DATABASE_READ_URL: standby.url },
    })
    return (await examine({ config, url: primary.embedded.url }))
      .map(({ level, what }) => `${level} ${what}`)
      .join('\n')
  }
  await vi.waitFor(async () => expect(await lines()).toMatch(/^ok the replica is \d/m), { timeout: 5_000 })
  await admin.query(`alter system set primary_conninfo = ''`)
  await admin.query('select pg_reload_conf()')
  await vi.waitFor(async () => expect(await lines()).toMatch(/^fail the replica receives nothing/m), {
    timeout: 10_000,
  })
}, 30_000)
