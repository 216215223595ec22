import Type from 'typebox'
import { describe, expect, it } from 'vitest'
import { Done, defineEndpoint, strict } from '../../src/core/contract.ts'
import { type Ctx, type Feature, poolOf, serve } from '../../src/core/verb.ts'
import { CONNECTIONS_EACH, openBudget } from '../../src/server/db/budget.ts'
import { openServer } from './app.ts'

const statement = (text: string) => ({ text, values: [] })
const wait = statement('select pg_advisory_xact_lock_shared(4711)')
const quick = statement('select 1 as one')

const question = { permission: 'self.use', query: strict({ waits: Type.Boolean() }), reply: Done } as const
const run = async (ctx: Ctx, { query }: { query: { waits: boolean } }) => {
  await ctx.db.rows(query.waits ? wait : quick)
  return { done: true }
}
const read = defineEndpoint({ method: 'GET', path: '/api/probe/hold', ...question })
const write = defineEndpoint({ method: 'POST', path: '/api/probe/hold', ...question })
const holding: Feature = { verbs: [serve(read, run), serve(write, run)] }

const { ask, database } = await openServer([holding])

/** Runs while statements that wait have something to wait for; returns how many came to the database. */
async function whileHeld(look: (held: () => Promise<number>) => Promise<void>): Promise<void> {
  await database.transaction(async (db) => {
    await db.rows(statement('select pg_advisory_xact_lock(4711)'))
    const held = async () => {
      const row = await db.one<{ n: number }>(
        statement(`select count(*)::int as n from pg_locks where locktype = 'advisory' and objid = 4711 and not granted
          and database = (select oid from pg_database where datname = current_database())`),
      )
      return row!.n
    }
    await look(held)
  })
}

async function untilHeld(held: () => Promise<number>, count: number): Promise<void> {
  while ((await held()) < count) await new Promise((resolve) => setTimeout(resolve, 10))
}

describe('one account', () => {
  it('holds no more than its share of the connections, and others go on', async () => {
    database.pool.options.max = 8
    const asked: ReturnType<typeof ask>[] = []
    await whileHeld(async (held) => {
      for (let n = 0; n < CONNECTIONS_EACH; n++)
        asked.push(ask(n % 2 ? 'POST' : 'GET', '/api/probe/hold?waits=true', { as: 'leader' }))
      await untilHeld(held, CONNECTIONS_EACH)
      const [more, other] = [
        ask('GET', '/api/probe/hold?waits=false', { as: 'leader' }),
        ask('GET', '/api/probe/hold?waits=false', { as: 'coo' }),
      ]
      expect((await other).statusCode).toBe(200)
      const refused = await more
      expect(refused.statusCode).toBe(429)
      expect(refused.headers['retry-after']).toBe('2')
      expect(refused.json()).toMatchObject({
        data: { reason: 'TOO_MANY_AT_ONCE' },
        msg: '你同时发出的请求过多，请等它们完成后再试',
      })
      expect(await held()).toBe(CONNECTIONS_EACH)
    })
    expect((await Promise.all(asked)).map((answer) => answer.statusCode)).toEqual([200, 200, 200, 200])
    expect((await ask('GET', '/api/probe/hold?waits=false', { as: 'leader' })).statusCode).toBe(200)
  })
})

describe('a share', () => {
  it('hands a place on to who waits, in turn, and gets back those of what failed', async () => {
    const share = openBudget()('1', database)
    const broken = Array.from({ length: 9 }, () => share.rows(statement('select nothing')).catch(() => 'failed'))
    expect(new Set(await Promise.all(broken))).toEqual(new Set(['failed']))
    const order: number[] = []
    const all = Array.from({ length: 12 }, (_, n) =>
      share.transaction((db) => db.rows(quick)).then(() => order.push(n)),
    )
    await Promise.all(all)
    expect(order).toHaveLength(12)
    expect(poolOf(share)).toBe(poolOf(database))
  })
})
