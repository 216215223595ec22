import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { errors, refuse } from '../../core/errors.ts'
import type { Db, UploadedFile } from '../../core/verb.ts'
import { invalid } from './rules.ts'
import { claimKey, storeAnswer } from './sql.ts'

const MAX_KEY = 255

/** The request's Idempotency-Key, undefined without one. Throws INVALID for one that is too long or not printable. */
export function keyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]+$/.test(key)) throw invalid('Idempotency-Key', (is) => is.other)
  if (key.length > MAX_KEY) throw invalid('Idempotency-Key', (is) => is.maxLength(MAX_KEY))
  return key
}

/**
 * Runs a mutation at most once per actor and key: a repetition gets the stored answer, the same key with another request
 * KEY_REUSED. The answer is stored in the transaction of the effect, so that both exist or neither.
 */
export async function once(
  db: Db,
  request: FastifyRequest,
  key: string,
  upload: UploadedFile | undefined,
  run: () => Promise<unknown>,
): Promise<unknown> {
  const actorId = request.session.accessId
  const endpoint = `${request.method} ${request.url}`
  const requestHash = createHash('sha256')
    .update(JSON.stringify([request.body ?? null, upload?.sha256 ?? null]))
    .digest()
  const stored = await claimKey(db, { actorId, key, endpoint, requestHash })
  if (stored) {
    if (stored.endpoint !== endpoint || !stored.isSameRequest) throw refuse(errors, 'KEY_REUSED')
    if (stored.status === null) throw refuse(errors, 'IN_PROGRESS')
    return stored.body
  }
  const answer = await run()
  await storeAnswer(db, actorId, key, 200, answer ?? null)
  return answer
}
