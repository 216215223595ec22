import { createHash, randomBytes } from 'node:crypto'
import type { Accounts, Db } from '../../core/verb.ts'
import { LINK_SECONDS } from '../../features/session/limits.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import { endSessions, forgetLock, insertLink } from './sql.ts'

export const hashToken = (token: string): Uint8Array => createHash('sha256').update(token).digest()

function newToken(): { token: string; hash: Uint8Array } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashToken(token) }
}

/** The account functions of one connection or transaction; `actorId` is null where no person asks. */
export function accountsOn(db: Db, actorId: string | null): Accounts {
  return {
    hashPassword,
    verifyPassword,
    newToken,
    hashToken,
    async createPasswordLink(userId, lifeSeconds = LINK_SECONDS.sent) {
      const { token, hash } = newToken()
      const expiresAt = await insertLink(db, { userId, tokenHash: hash, createdBy: actorId, seconds: lifeSeconds })
      // In the fragment, which browsers send to no server: the secret stays out of logs and Referer headers.
      return { path: `/set-password#token=${token}`, expiresAt }
    },
    revokeSessions: (userId, reason, exceptSessionId) => endSessions(db, userId, reason, exceptSessionId ?? null),
    unlock: (userId) => forgetLock(db, userId),
  }
}
