import { describe, expect, test } from 'vitest'
import { isConnectionError, openDatabase } from '../../src/server/db/pool.ts'
import { freshDatabase } from '../world.ts'

const { database, url } = await freshDatabase()
const statement = (text: string, ...values: unknown[]) => ({ text, values })

describe('values', () => {
  test('arrive as the product speaks of them', async () => {
    const row = await database.one(
      statement(`select 9007199254740991::bigint as exact, 9007199254740993::bigint as large, date '2026-02-28' as day,
        timestamptz '2026-02-28 23:59:59.123456+08' as instant, timestamptz '2026-02-28 08:00+08' as plain, sum(x) as total, null::bigint as nothing
        from (values (1::bigint), (2)) v (x)`),
    )
    expect(row).toEqual({
      exact: 9_007_199_254_740_991,
      large: '9007199254740993',
      day: '2026-02-28',
      instant: '2026-02-28T15:59:59.123456Z',
      plain: '2026-02-28T00:00:00Z',
      total: '3',
      nothing: null,
    })
  })
  test('an instant with all its digits finds its own row again', async () => {
    const at = (await database.one<{ at: string }>(statement('select clock_timestamp() as at')))!.at
    expect(await database.one(statement('select $1::timestamptz = $2::timestamptz as same', at, at))).toEqual({
      same: true,
    })
    expect(new Date(at).toISOString().slice(0, 19)).toBe(at.slice(0, 19))
  })
})

test('a statement is planned once per connection', async () => {
  const single = openDatabase(url, { size: 1 })
  for (const n of [1, 2, 3]) await single.rows(statement('select $1::int as n', n))
  const prepared = await single.rows<{ statement: string }>(statement('select statement from pg_prepared_statements'))
  expect(prepared.filter((one) => one.statement === 'select $1::int as n')).toHaveLength(1)
  await single.end()
})

test('what has no limit ends when nobody waits for it any more', async () => {
  const jobs = openDatabase(url, { size: 1, timeoutMs: 0 })
  const holder = await database.pool.connect()
  await holder.query('select pg_advisory_lock(4711)')
  const client = await jobs.pool.connect()
  const waiting = client.query('select pg_advisory_lock(4711)').catch(() => {})
  const left = async () =>
    (
      await database.rows(
        statement(`select from pg_stat_activity where query = 'select pg_advisory_lock(4711)' and state = 'active'`),
      )
    ).length
  await expect.poll(left).toBe(1)
  // As a process that is killed: no word of farewell.
  ;(client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
  await expect.poll(left, { timeout: 10_000 }).toBe(0)
  await waiting
  client.release(true)
  holder.release(true)
  await jobs.end()
})

describe('a transaction', () => {
  test('keeps everything', async () => {
    const id = await database.transaction(async (db) => {
      const line = await db.one<{ id: string }>(
        statement(`insert into business_line (name) values ('甲') returning id::text`),
      )
      return line!.id
    })
    expect(await database.one(statement('select name from business_line where id = $1', id))).toEqual({ name: '甲' })
  })
  test('or nothing', async () => {
    await expect(
      database.transaction(async (db) => {
        await db.rows(statement(`insert into business_line (name) values ('乙')`))
        throw new Error('changed my mind')
      }),
    ).rejects.toThrow('changed my mind')
    expect(await database.rows(statement(`select 1 from business_line where name = '乙'`))).toEqual([])
  })
  test('may take longer than a request, and leaves the limit as it was', async () => {
    const quick = openDatabase(url, { size: 1, timeoutMs: 50 })
    const slow = statement('select pg_sleep(0.2)')
    await quick.transaction((db) => db.rows(slow), { timeoutMs: 0 })
    await expect(quick.rows(slow)).rejects.toMatchObject({ code: '57014' })
    await quick.end()
  })
  test('whose connection is lost fails as such, and the pool goes on', async () => {
    const other = openDatabase(url, { size: 1 })
    const error = await other
      .transaction(async (db) => {
        const me = await db.one<{ pid: number }>(statement('select pg_backend_pid() as pid'))
        await database.rows(statement('select pg_terminate_backend($1)', me!.pid))
        await db.rows(statement('select 1'))
      })
      .catch((reason: unknown) => reason)
    expect(isConnectionError(error)).toBe(true)
    expect(await other.rows(statement('select 1 as one'))).toEqual([{ one: 1 }])
    await other.end()
  })
})

describe('a failure', () => {
  test('of the database is told apart from one of the statement', async () => {
    const gone = openDatabase('postgres://nobody@127.0.0.1:1/none')
    expect(isConnectionError(await gone.rows(statement('select 1')).catch((error: unknown) => error))).toBe(true)
    await gone.end()
    expect(isConnectionError(await database.rows(statement('select nothing')).catch((error: unknown) => error))).toBe(
      false,
    )
    expect(isConnectionError(new Error('no'))).toBe(false)
  })
})

test('a connection that ends while it goes from hand to hand does not end the process', async () => {
  const single = openDatabase(url, { size: 1 })
  try {
    single.pool.once('acquire', (client) => queueMicrotask(() => client.emit('error', new Error('terminated'))))
    expect(await single.transaction((db) => db.one(statement('select 1 as one')))).toEqual({ one: 1 })
  } finally {
    await single.end()
  }
})
