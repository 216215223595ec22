import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../src/server/app.ts'
import { features } from '../../src/server/features.ts'
import { freshDatabase, signedIn } from '../world.ts'
import { hold } from './held.ts'
import { requestsOf, routesOf, type Tried } from './requests.ts'

/**
 * Whatever is sent, the answer is one of ours: never a failure of the server, never a silence, always the envelope with
 * a reason. Requests are drawn from the contracts; FUZZ_CASES says how many per endpoint (`npm run fuzz`).
 */
const CASES = Number(process.env.FUZZ_CASES ?? 15)
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_120)
const PATIENCE_MS = 15_000

const { database } = await freshDatabase()
const held = await hold(database)
const dataDir = mkdtempSync(join(tmpdir(), 'backlot-fuzz-'))
const reading = await buildApp({ database, features, dataDir })
const writing = await buildApp({ database: held, features, dataDir })
afterAll(async () => {
  await Promise.all([reading.close(), writing.close()])
  await held.end()
  rmSync(dataDir, { recursive: true, force: true })
})

const endpoints = features.flatMap(({ lists = [], verbs = [] }) => [
  ...lists.flatMap(({ list }) => routesOf(list)),
  ...verbs.map(({ endpoint }) => endpoint),
])

async function answerTo({ as, ...request }: Tried) {
  const headers = { ...signedIn(as), ...request.headers }
  const app = request.method === 'GET' ? reading : writing
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    return await Promise.race([
      app.inject({ ...request, headers }),
      new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error('no answer')), PATIENCE_MS)
      }),
    ])
  } finally {
    clearTimeout(timer)
    if (app === writing) await held.undo()
  }
}

describe('whatever is sent, the answer is one of ours', () => {
  it.each(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    '%s',
    async (_, endpoint) => {
      await fc.assert(
        fc.asyncProperty(requestsOf(endpoint), async (request) => {
          const answer = await answerTo(request)
          expect(answer.statusCode, answer.body.slice(0, 300)).toBeLessThan(500)
          if (answer.statusCode < 400) return
          const { status, code, msg, data } = answer.json()
          expect({ status, code }).toEqual({ status: 'fail', code: answer.statusCode })
          expect(msg).toMatch(/\S/)
          expect(msg).not.toMatch(/\bundefined\b|\[object O/)
          expect(data.reason).toMatch(/^[A-Z][A-Z_0-9]+$/)
          expect(answer.body).not.toMatch(/node_modules|at .*\.ts:\d|select .* from |pg_/)
        }),
        { numRuns: CASES, seed: SEED },
      )
    },
    CASES * PATIENCE_MS,
  )
})
