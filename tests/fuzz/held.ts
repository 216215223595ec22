import type pg from 'pg'
import type { Db, Statement } from '../../src/core/verb.ts'
import type { Database } from '../../src/server/db/pool.ts'

export interface Held extends Database {
  /** Everything that was written since the last call is undone. */
  undo(): Promise<void>
}

/**
 * A database whose writes can all be undone: one connection in one transaction, in which each of the server's own
 * transactions (and each lone statement) is a savepoint. So one case of the fuzz cannot stand in the way of the next, and
 * a case that fails can be made smaller and tried again.
 */
export async function hold(database: Database): Promise<Held> {
  const client = await database.pool.connect()
  await client.query('begin')
  const db = statementsOn(client)
  let last: Promise<unknown> = Promise.resolve()
  /** One at a time: savepoints nest, they do not lie side by side. */
  const alone = <T>(run: () => Promise<T>): Promise<T> => {
    const mine = last.then(run, run)
    last = mine.catch(() => {})
    return mine
  }
  const saved = <T>(run: (db: Db) => Promise<T>): Promise<T> =>
    alone(async () => {
      await client.query('savepoint held')
      try {
        return await run(db)
      } catch (error) {
        await client.query('rollback to savepoint held')
        throw error
      } finally {
        await client.query('release savepoint held')
      }
    })
  return {
    pool: database.pool,
    rows: (statement) => saved((inner) => inner.rows(statement)),
    one: (statement) => saved((inner) => inner.one(statement)),
    transaction: (run) => saved(run),
    undo: () =>
      alone(async () => {
        await client.query('rollback')
        await client.query('begin')
      }),
    async end() {
      await alone(() => client.query('rollback'))
      client.release()
    },
  }
}

function statementsOn(client: pg.PoolClient): Db {
  const rows = async <T>({ text, values }: Statement): Promise<T[]> =>
    // How isolated it is can only be said of a whole transaction, and this one has begun.
    text.startsWith('set transaction') ? [] : ((await client.query({ text, values })).rows as T[])
  return { rows, one: async <T>(statement: Statement) => (await rows<T>(statement))[0] }
}
