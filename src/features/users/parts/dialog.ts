import type { Role } from '../../../core/access.ts'

/** What the verbs need to know of an account. */
export interface UserRow {
  accessId: string
  displayName: string
  role: Role
  status: string
  version: number
}

export interface OneTimeLink {
  path: string
  expiresAt: string
}

/** The one dialog that is open. */
export type Dialog =
  | { kind: 'create' }
  | { kind: 'edit'; accessId: string; displayName: string }
  | { kind: 'link'; displayName: string; link: OneTimeLink }
  | { kind: 'disable'; user: UserRow }
  | { kind: 'disableMany'; ids: string[]; onDone(): void }
  | { kind: 'state'; ids: string[]; onDone(): void }
