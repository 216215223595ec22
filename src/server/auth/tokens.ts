import { TOKEN_PREFIX, type TokenScope } from '../../core/access.ts'
import type { Session } from '../../core/session.ts'
import type { Db } from '../../core/verb.ts'
import { hashToken } from './accounts.ts'
import { apiTokenByHash, markUsed } from './sql.ts'

const USED_EVERY_SECONDS = 60
const FORM = new RegExp(`^Bearer (${TOKEN_PREFIX}[\\w-]{43})$`)

/** The API token of an Authorization header, in the one form we issue; a session's ticket is none. */
export function apiTokenOf(authorization: string | undefined): string | undefined {
  return FORM.exec(authorization ?? '')?.[1]
}

/** The living token's owner as a session, and what the token is for. Notes at most once a minute that it is in use. */
export async function findApiToken(
  db: Db,
  token: string,
  clientIp: string,
): Promise<{ session: Session; scopes: TokenScope[] } | undefined> {
  const row = await apiTokenByHash(db, hashToken(token), USED_EVERY_SECONDS)
  if (!row) return undefined
  const { isUsedLate, scopes, ...owner } = row
  if (isUsedLate) await markUsed(db, row.tokenId, USED_EVERY_SECONDS)
  return { session: { ...owner, sessionId: '', lacksFactor: false, clientIp }, scopes }
}
