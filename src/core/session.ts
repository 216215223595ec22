import type { Role } from './access.ts'

/** The session info the specification's section 3 names, as login and info answer it. */
export interface SessionInfo {
  accessId: string
  accessKey: string
  accessTicket: string
  accessRoles: Role
  accessState: string | null
  clientIp: string
  /** ISO instant of the login. */
  create_time: string
  /** Seconds until the session ends if it is not used. */
  expiresIn: number
  displayName: string
  organisation: string | null
  /** The role is asked for a second factor and the account has none: nothing is open but setting one up. */
  lacksFactor: boolean
}

/** Who is asking, as the database knows it: the only source of rights and row scope. */
export interface Session extends Omit<SessionInfo, 'accessTicket' | 'organisation'> {
  /** Empty where a machine asks. */
  sessionId: string
  /** The API token a machine came with; absent where a person is signed in. */
  tokenId?: string
  partnerId: string | null
  supplierId: string | null
  teamId: string | null
  lineId: string | null
}
