import type { Session } from './session.ts'

/** Which rows a session may touch. Every feature's SQL turns it into a WHERE clause; `none` matches nothing. */
export type Scope =
  | { kind: 'all' }
  | { kind: 'line'; lineId: string }
  | { kind: 'team'; teamId: string }
  | { kind: 'partner'; partnerId: string }
  | { kind: 'supplier'; supplierId: string }
  | { kind: 'none' }

/**
 * The row scope of a session (domain page 0.1). A coo without a business line works for all of them; any other role
 * whose organisation is missing sees nothing rather than everything.
 */
export function scopeOf(
  session: Pick<Session, 'accessRoles' | 'partnerId' | 'supplierId' | 'teamId' | 'lineId'>,
): Scope {
  switch (session.accessRoles) {
    case 'admin':
      return { kind: 'all' }
    case 'coo':
      return session.lineId ? { kind: 'line', lineId: session.lineId } : { kind: 'all' }
    case 'leader':
      return session.teamId ? { kind: 'team', teamId: session.teamId } : { kind: 'none' }
    case 'partner':
      return session.partnerId ? { kind: 'partner', partnerId: session.partnerId } : { kind: 'none' }
    case 'supplier':
      return session.supplierId ? { kind: 'supplier', supplierId: session.supplierId } : { kind: 'none' }
    default:
      return { kind: 'none' }
  }
}
