import { createContext, use } from 'react'
import type { Permission, Rule } from '../../core/access.ts'
import { can, may } from '../../core/can.ts'
import type { Endpoint, Input, Reply } from '../../core/contract.ts'
import type { SessionInfo } from '../../core/session.ts'
import type { Language, Text } from '../../core/text.ts'

/** A call's input; what the endpoint does not declare need not be given. */
export type CallInput<E extends Endpoint> = Partial<Input<E>> & { file?: File; onProgress?(fraction: number): void }

/** What the front door lends to the furniture and the rooms. */
export interface App {
  language: Language
  theme: 'light' | 'dark'
  /** Whether a rise is drawn red, as the Chinese market reads it. */
  upIsRed: boolean
  /** Null only on the login screen. */
  session: SessionInfo | null
  /** The only way to the server. Rejects with a CallError after the shell has shown the 5-second message. */
  call<E extends Endpoint>(endpoint: E, input?: CallInput<E>, options?: CallOptions): Promise<Reply<E>>
  /** Saves an answer of a raw endpoint as a file; a JSON error inside a binary answer is shown like any other. */
  download(path: string): Promise<void>
  /** The bytes a raw endpoint answers, for what the page shows itself. */
  file(path: string): Promise<Blob>
  notify(message: string, kind?: 'success' | 'error' | 'info'): void
  /** Opens a page by path with search parameters. */
  go(path: string, search?: Record<string, string>): void
}

export interface CallOptions {
  signal?: AbortSignal
  /** The caller shows the error itself: no 5-second message. */
  quiet?: boolean
  /** One key per form opening: a retry with it has one effect. */
  idempotencyKey?: string
}

/** A refused or failed call, in the user's language. */
export class CallError extends Error {
  readonly code: number
  readonly reason: string
  readonly field: string | undefined
  readonly requestId: string | undefined
  readonly data: Record<string, unknown>
  constructor(message: string, code: number, data: Record<string, unknown> = {}) {
    super(message)
    this.code = code
    this.reason = String(data.reason ?? '')
    this.field = data.field as string | undefined
    this.requestId = data.requestId as string | undefined
    this.data = data
  }
}

export const AppContext = createContext<App | null>(null)

export function useApp(): App {
  const app = use(AppContext)
  if (!app) throw new Error('useApp outside the application')
  return app
}

/** The words of a feature in the current language. */
export function useText<T>(text: Text<T>): Text<T>[Language] {
  return text[useApp().language]
}

export function useMay(permission: Permission): boolean {
  const { session } = useApp()
  return !!session && may(session, permission)
}

/**
 * Element-level permission (specification section 5): an empty list allows everyone, otherwise the role must be in it.
 * Throws the specification's error when the value is not a list.
 */
export function useRoles(roles: readonly string[]): boolean {
  const { session } = useApp()
  if (!Array.isArray(roles)) throw new Error('need roles! Like ["admin","user"]')
  if (roles.length === 0) return true
  return !!session && can(session, { roles: roles as NonNullable<Rule['roles']> })
}
