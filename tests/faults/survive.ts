import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { tokenOf } from '../world.ts'

const DOOMED = fileURLToPath(new URL('./doomed.ts', import.meta.url))

interface Ground {
  url: string
  dataDir: string
  /** Everything the request touches. */
  standing(): Promise<unknown>
  /** Every how many statements the process is killed; a campaign sets 1. */
  step: number
  /** Deaths at most; past them the request lives. */
  most?: number
}

/**
 * Asks for something whose process is killed before one statement after another, and in the end after it is committed
 * but before anybody hears of it. Each death before leaves nothing; after the last one the same request with the same
 * key answers 200 and changes nothing. Returns how many processes died.
 */
export async function survive(
  { url, dataDir, standing, step, most = Number.POSITIVE_INFINITY }: Ground,
  path: string,
  body: object,
): Promise<number> {
  const key = randomUUID()
  const ask = (statement: number | 'never'): Promise<string | null> => {
    const child = spawn(
      process.execPath,
      [
        ...['--import', 'tsx', DOOMED],
        ...[url, dataDir, String(statement), path, tokenOf('adminOther'), JSON.stringify(body), key],
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    let said = ''
    child.stdout.on('data', (chunk) => {
      said += chunk
    })
    return new Promise((resolve) =>
      child.once('close', (_, signal) => resolve(signal === 'SIGKILL' ? null : said.trim())),
    )
  }

  const before = JSON.stringify(await standing())
  let [after, deaths] = [before, 0]
  for (let statement = 0; after === before && deaths < most; statement += step) {
    expect(await ask(statement)).toBe(null)
    deaths++
    after = JSON.stringify(await standing())
  }
  if (after === before) {
    expect(await ask('never')).toBe('200')
    after = JSON.stringify(await standing())
    expect(after).not.toBe(before)
  }
  expect(await ask('never')).toBe('200')
  expect(JSON.stringify(await standing())).toBe(after)
  return deaths
}
