import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { drawn, type Ground } from './ground.ts'
import { startReaders } from './readers.ts'

const READERS = 4
const LONGEST_MS = 1_500

/** Kills PostgreSQL under readers, again and again, and leaves the server alone. */
export async function killDatabase(ground: Ground, kills: number): Promise<string> {
  const draw = drawn('database')
  await ground.start()
  await ground.signIn('admin')
  const readers = startReaders(ground, READERS)
  for (let kill = 0; kill < kills; kill++) {
    await wait(500 + draw() * LONGEST_MS)
    const pidFile = readFileSync(join(ground.dataDir, 'postgres/data/postmaster.pid'), 'utf8')
    process.kill(Number(pidFile.split('\n')[0]), 'SIGKILL')
    await readers.back()
  }
  await readers.end()
  return `${kills} kills under ${READERS} readers, ${readers.words()}`
}
