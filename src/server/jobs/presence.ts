import type { Db } from '../../core/verb.ts'
import { forgetWorkers, freeJobsOfSilent, noteWorkers } from './sql.ts'

const EVERY_MS = 10_000
/** Six words missed: dead, or so far away that its connection is. */
const SILENT_SECONDS = 60

export interface Presence {
  add(workerId: string): void
  remove(workerId: string): void
  /** Leaves at once what is done; jobs of this process need nobody to free them. */
  stop(): Promise<void>
}

/**
 * Lets other processes know which workers live here, and frees the jobs of those nobody has heard of for a minute: the
 * library itself would hold them for hours. A process that only slept meets its job running elsewhere, which every job
 * stands, as it stands being run twice.
 */
export function beSeen(database: Db, warn: (error: unknown) => void): Presence {
  const ids = new Set<string>()
  let telling: Promise<void> = Promise.resolve()
  const tell = () => {
    telling = telling
      .then(async () => {
        if (ids.size > 0) await noteWorkers(database, [...ids])
        await freeJobsOfSilent(database, SILENT_SECONDS)
      })
      .catch(warn)
  }
  const timer = setInterval(tell, EVERY_MS)
  timer.unref()
  return {
    add(workerId) {
      ids.add(workerId)
      tell()
    },
    remove: (workerId) => void ids.delete(workerId),
    async stop() {
      clearInterval(timer)
      await telling
      await forgetWorkers(database, [...ids]).catch(warn)
    },
  }
}
