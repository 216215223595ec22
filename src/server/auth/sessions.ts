import type { Session } from '../../core/session.ts'
import type { Db } from '../../core/verb.ts'
import { SEEN_EVERY_SECONDS } from '../../features/session/limits.ts'
import { hashToken } from './accounts.ts'
import { markSeen, type SessionRow, sessionsByToken } from './sql.ts'

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
  lacksFactor: false,
}

/** The token of an Authorization header, in the one form we issue; anything else is no token. */
export function bearerOf(authorization: string | undefined): string | undefined {
  return /^Bearer ([\w-]{43})$/.exec(authorization ?? '')?.[1]
}

type Found = SessionRow | undefined

/** Look-ups of one database: those waiting for the next statement, by token hash. */
interface Desk {
  waiting: Map<
    string,
    { hash: Uint8Array; answer: Promise<Found>; resolve(row: Found): void; reject(error: unknown): void }
  >
  isBusy: boolean
}
const desks = new WeakMap<Db, Desk>()

/**
 * The row of a token. Requests that arrive while a look-up runs share the next one: a busy server asks a few times a
 * millisecond at most, and still every answer is read after its request arrived, so that a session that has ended is
 * never taken for a living one.
 */
function lookUp(db: Db, token: string): Promise<Found> {
  let desk = desks.get(db)
  if (!desk) {
    desk = { waiting: new Map(), isBusy: false }
    desks.set(db, desk)
  }
  const hash = hashToken(token)
  const key = keyOf(hash)
  const asked = desk.waiting.get(key)
  if (asked) return asked.answer
  const { promise, resolve, reject } = deferred<Found>()
  desk.waiting.set(key, { hash, answer: promise, resolve, reject })
  if (!desk.isBusy) void serveDesk(db, desk)
  return promise
}

async function serveDesk(db: Db, desk: Desk): Promise<void> {
  desk.isBusy = true
  while (desk.waiting.size > 0) {
    const batch = desk.waiting
    desk.waiting = new Map()
    try {
      const hashes = Array.from(batch.values(), ({ hash }) => hash)
      const rows = await db.rows<SessionRow>(sessionsByToken(hashes, SEEN_EVERY_SECONDS))
      const byKey = new Map(rows.map((row) => [keyOf(row.tokenHash), row]))
      for (const [key, { resolve }] of batch) resolve(byKey.get(key))
    } catch (error) {
      for (const { reject } of batch.values()) reject(error)
    }
  }
  desk.isBusy = false
}

const keyOf = (hash: Uint8Array): string => Buffer.from(hash.buffer, hash.byteOffset, hash.length).toString('latin1')

function deferred<T>() {
  let resolve!: (value: T) => void
  let reject!: (error: unknown) => void
  const promise = new Promise<T>((yes, no) => {
    resolve = yes
    reject = no
  })
  return { promise, resolve, reject }
}

/** The living session of a token with its account's newest write, or undefined. Notes at most once a minute that it is in use. */
export async function findSession(
  db: Db,
  token: string,
  clientIp: string,
): Promise<{ session: Session; wroteXid: string | null } | undefined> {
  const row = await lookUp(db, token)
  if (!row) return undefined
  const { isSeenLate, tokenHash: _, wroteXid, ...session } = row
  if (isSeenLate) await markSeen(db, row.sessionId, SEEN_EVERY_SECONDS)
  return { session: { ...session, clientIp }, wroteXid }
}

/** Whether a token still opens anything; asking does not count as use. */
export const isLiving = async (db: Db, token: string): Promise<boolean> => !!(await lookUp(db, token))
