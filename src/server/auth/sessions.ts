import type { Session } from '../../core/session.ts'
import type { Db } from '../../core/verb.ts'
import { SEEN_EVERY_SECONDS } from '../../features/session/limits.ts'
import { hashToken } from './accounts.ts'
import { markSeen, type SessionRow, sessionByToken } from './sql.ts'

/** Who asks on public endpoints: passes no rule that names a role, and no row scope. */
export const NOBODY: Session = {
  sessionId: '',
  accessId: '',
  accessKey: '',
  accessRoles: '' as Session['accessRoles'],
  accessState: null,
  displayName: '',
  clientIp: '',
  create_time: '',
  expiresIn: 0,
  partnerId: null,
  supplierId: null,
  teamId: null,
  lineId: null,
}

/** The token of an Authorization header, in the one form we issue; anything else is no token. */
export function bearerOf(authorization: string | undefined): string | undefined {
  return /^Bearer ([\w-]{43})$/.exec(authorization ?? '')?.[1]
}

/** The living session of a token, or undefined. Notes at most once a minute that it is in use. */
export async function findSession(db: Db, token: string, clientIp: string): Promise<Session | undefined> {
  const row = await db.one<SessionRow>(sessionByToken(hashToken(token), SEEN_EVERY_SECONDS))
  if (!row) return undefined
  const { isSeenLate, ...session } = row
  if (isSeenLate) await markSeen(db, row.sessionId, SEEN_EVERY_SECONDS)
  return { ...session, clientIp }
}
