import { errors, refuse } from '../../core/errors.ts'
import type { Db } from '../../core/verb.ts'
import type { Database } from './pool.ts'

/** Connections one account holds at once, over all pools of the process. */
export const CONNECTIONS_EACH = 4
const WAIT_MS = 3_000

/** A pool as an account sees it. */
export type Share = Db & Pick<Database, 'transaction'>

/** Gives an account its share of a pool. */
export type Budget = (accountId: string, database: Database) => Share

interface Places {
  taken: number
  /** Those who wait, the first one first. Each is told when a place is theirs. */
  waiting: Set<() => void>
}

/**
 * Keeps one account from taking the connections of all: a statement or transaction above its share waits for one of its
 * own to end, and is refused with TOO_MANY_AT_ONCE when none does.
 */
export function openBudget(waitMs = WAIT_MS): Budget {
  const accounts = new Map<string, Places>()

  const take = async (accountId: string): Promise<void> => {
    const places = accounts.get(accountId) ?? { taken: 0, waiting: new Set() }
    accounts.set(accountId, places)
    if (places.taken < CONNECTIONS_EACH) {
      places.taken++
      return
    }
    await new Promise<void>((resolve, reject) => {
      const called = () => {
        clearTimeout(limit)
        resolve()
      }
      const limit = setTimeout(() => {
        places.waiting.delete(called)
        reject(refuse(errors, 'TOO_MANY_AT_ONCE', { data: { retryAfterSeconds: 2 } }))
      }, waitMs)
      places.waiting.add(called)
    })
  }
  const giveBack = (accountId: string): void => {
    const places = accounts.get(accountId)!
    const [next] = places.waiting
    if (next) {
      // The place goes from hand to hand.
      places.waiting.delete(next)
      next()
    } else if (--places.taken === 0) accounts.delete(accountId)
  }

  return (accountId, database) => {
    const within = async <T>(run: () => Promise<T>): Promise<T> => {
      await take(accountId)
      try {
        return await run()
      } finally {
        giveBack(accountId)
      }
    }
    return {
      pool: database.pool,
      rows: (statement) => within(() => database.rows(statement)),
      one: (statement) => within(() => database.one(statement)),
      transaction: (run, options) => within(() => database.transaction(run, options)),
    }
  }
}
