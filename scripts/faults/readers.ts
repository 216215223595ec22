import { setTimeout as wait } from 'node:timers/promises'
import type { Ground } from './ground.ts'

const PAGE = '/api/data?pageSize=20&total=none'
const SLOW_MS = 2_000
const LATE_MS = 10_000
const GIVE_UP_MS = 30_000

/**
 * People who turn pages for as long as a campaign takes from the server what it needs. Each request must be answered
 * within two seconds, with the page or with 503 and when to come again; the page must be back by itself within ten.
 */
export function startReaders(ground: Ground, count: number) {
  const sums = { answers: 0, refused: 0, wrong: 0, slow: 0, late: 0 }
  let slowestMs = 0
  let longestMs = 0
  let isOver = false
  let lastRight = 0

  async function read(): Promise<void> {
    while (!isOver) {
      const began = performance.now()
      const response = await ground.send('GET', PAGE).catch(() => undefined)
      await response?.arrayBuffer()
      const tookMs = performance.now() - began
      sums.answers++
      slowestMs = Math.max(slowestMs, tookMs)
      if (tookMs > SLOW_MS) sums.slow++
      if (response?.ok) lastRight = began
      else if (response?.status === 503 && response.headers.has('retry-after')) sums.refused++
      else sums.wrong++
    }
  }

  const readers = Array.from({ length: count }, read)
  return {
    /** Waits for a page that was asked for a moment after now and is right; how long it was away is counted. */
    async back(): Promise<void> {
      const began = performance.now()
      while (lastRight < began + 50 && performance.now() < began + GIVE_UP_MS) await wait(20)
      const tookMs = performance.now() - began
      longestMs = Math.max(longestMs, tookMs)
      if (tookMs > LATE_MS) sums.late++
    },
    async end(): Promise<void> {
      isOver = true
      await Promise.all(readers)
    },
    words: (): string =>
      `${sums.answers.toLocaleString('en')} answers: ${sums.refused.toLocaleString('en')} times 503 with a time to come again, ${sums.wrong} anything else, ${sums.slow} slower than 2 s (slowest ${(slowestMs / 1000).toFixed(1)} s), ${sums.late} times away for more than 10 s (longest ${(longestMs / 1000).toFixed(1)} s)`,
  }
}
