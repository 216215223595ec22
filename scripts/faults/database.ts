import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { drawn, type Ground } from './ground.ts'

const PAGE = '/api/data?pageSize=20&total=none'
const READERS = 4
const LONGEST_MS = 1_500
const GIVE_UP_MS = 30_000

/**
 * Kills PostgreSQL under readers, again and again, and leaves the server alone. Each request must be answered, with the
 * page or with 503 and when to come again, within two seconds; the page must be back by itself within ten.
 */
export async function killDatabase(ground: Ground, kills: number): Promise<string> {
  const draw = drawn('database')
  await ground.start()
  await ground.signIn('admin')
  const sums = { answers: 0, refused: 0, wrong: 0, slow: 0, late: 0 }
  let slowestMs = 0
  let backMs = 0
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
      if (tookMs > 2_000) sums.slow++
      if (response?.ok) lastRight = began
      else if (response?.status === 503 && response.headers.has('retry-after')) sums.refused++
      else sums.wrong++
    }
  }

  const readers = Array.from({ length: READERS }, read)
  for (let kill = 0; kill < kills; kill++) {
    await wait(500 + draw() * LONGEST_MS)
    const pidFile = readFileSync(join(ground.dataDir, 'postgres/data/postmaster.pid'), 'utf8')
    const killed = performance.now()
    process.kill(Number(pidFile.split('\n')[0]), 'SIGKILL')
    while (lastRight < killed + 50 && performance.now() < killed + GIVE_UP_MS) await wait(20)
    const tookMs = performance.now() - killed
    backMs = Math.max(backMs, tookMs)
    if (tookMs > 10_000) sums.late++
  }
  isOver = true
  await Promise.all(readers)
  return `${kills} kills under ${READERS} readers, ${sums.answers.toLocaleString('en')} answers: ${sums.refused} times 503 with a time to come again, ${sums.wrong} anything else, ${sums.slow} slower than 2 s (slowest ${(slowestMs / 1000).toFixed(1)} s), ${sums.late} times away for more than 10 s (longest ${(backMs / 1000).toFixed(1)} s)`
}
