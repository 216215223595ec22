import { errors, refuse } from '../../core/errors.ts'

/** Batches that write at once in one process; they take turns in the database anyway. */
const AT_ONCE = 2
/** Batches that may wait for their turn; each holds its rows in memory. */
const WAITING = 16

/**
 * Keeps machines from taking the connections people need: whoever waits here holds none. Throws TOO_MANY, with when to
 * try again, when too many wait.
 */
export function gate(): <T>(run: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (run) => {
    if (running >= AT_ONCE) {
      if (waiting.length >= WAITING) throw refuse(errors, 'TOO_MANY', { data: { retryAfterSeconds: 1 } })
      // Whoever leaves hands the place on: `running` stays as it is.
      await new Promise<void>((go) => waiting.push(go))
    } else running++
    try {
      return await run()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
