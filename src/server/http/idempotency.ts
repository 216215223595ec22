import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
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
    return unseal(String(stored.body), request.ticket, key)
  }
  const answer = await run()
  await storeAnswer(db, actorId, key, 200, seal(answer ?? null, request.ticket, key))
  return answer
}

/**
 * Stored answers may hold what is shown once, such as a link that sets a password. They are sealed with a key made from
 * the caller's own token, of which the database has the hash alone: only the session that asked can have them again.
 */
const keyFrom = (ticket: string, salt: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', ticket, salt, 'idempotent answer', 32))

function seal(answer: unknown, ticket: string, salt: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyFrom(ticket, salt), nonce)
  const closed = Buffer.concat([cipher.update(JSON.stringify(answer), 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), closed]).toString('base64')
}

function unseal(sealed: string, ticket: string, salt: string): unknown {
  const bytes = Buffer.from(sealed, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', keyFrom(ticket, salt), bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(12, 28))
  try {
    return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString())
  } catch {
    throw refuse(errors, 'KEY_REUSED')
  }
}
