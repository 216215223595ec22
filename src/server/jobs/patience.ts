import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { isConnectionError } from '../db/pool.ts'

const FIRST_WAIT_MS = 250
const MOST_WAIT_MS = 10_000

/**
 * A pool as the queue asks for it: nobody waits at a screen, so a connection is asked for again until there is one or
 * `signal` ends it. The clock's questions too, which may be asked twice: at the first that fails the library would stop,
 * and end the process by a rejection nobody can catch.
 */
export function patient(pool: pg.Pool, signal: AbortSignal, warn: (error: unknown) => void): pg.Pool {
  async function again<T>(ask: () => Promise<T>): Promise<T> {
    for (let pause = FIRST_WAIT_MS; ; pause = Math.min(pause * 2, MOST_WAIT_MS)) {
      try {
        return await ask()
      } catch (error) {
        if (signal.aborted || !isConnectionError(error)) throw error
        warn(error)
        await wait(pause, undefined, { signal }).catch(() => {})
      }
    }
  }
  const own = {
    connect(callback?: (error: Error | undefined, client?: pg.PoolClient, release?: () => void) => void) {
      const client = again(() => pool.connect())
      if (!callback) return client
      client.then((found) => callback(undefined, found, () => found.release()), callback)
    },
    query: (...asked: [string, unknown[]]) => again(() => pool.query(...asked)),
  }
  return new Proxy(pool, {
    get(target, key) {
      if (key in own) return own[key as keyof typeof own]
      const value = Reflect.get(target, key, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
