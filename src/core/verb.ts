import type { Target } from './bulk.ts'
import type { Endpoint, Input, List, ListRow, Page, Reply } from './contract.ts'
import type { EventName, Events } from './events.ts'
import type { ImportTarget } from './importing.ts'
import type { ListQuery } from './listQuery.ts'
import type { Mailer } from './mail.ts'
import type { Notice } from './notice.ts'
import type { Outbound } from './outbound.ts'
import type { Scope } from './scope.ts'
import type { Session } from './session.ts'
import type { Language } from './text.ts'

/** A composed statement: text with $1… and its values. */
export interface Statement {
  text: string
  values: unknown[]
}

/** A statement in pieces, with a value between each two. */
export interface Composed {
  strings: readonly string[]
  values: readonly unknown[]
}

/** A connection, or the transaction of the running mutation. */
export interface Db {
  rows<T>(statement: Statement): Promise<T[]>
  one<T>(statement: Statement): Promise<T | undefined>
  /**
   * Rows in PostgreSQL's text form, in pieces that end anywhere: a line a row, a tab between two values. In a transaction
   * alone, which nothing else uses meanwhile; who stops early ends the transaction.
   */
  copyOut?(statement: Composed): AsyncIterable<Uint8Array>
  /** The pool an account's share belongs to: what is kept for all hangs on it (`poolOf`). */
  pool?: object
}

/** What caches hang on: the pool, or the transaction itself. */
export const poolOf = (db: Db): object => db.pool ?? db

/** What is written beside a change, in its transaction. `before` and `after` hold changed fields only, never secrets. */
export interface AuditEntry {
  action: string
  entity: string
  entityId: string
  before?: unknown
  after?: unknown
  reason?: string
}

export interface UploadedFile {
  name: string
  /** Where the bytes were put; the verb moves or drops the file. */
  path: string
  bytes: number
  sha256: string
}

/** Secrets that must be read again are kept sealed. */
interface Secrets {
  /** Encrypts; it opens only for the same purpose, e.g. the same account. */
  seal(text: string, purpose: string): Uint8Array
  /** Throws when the bytes were sealed for another purpose or by another installation, or were changed. */
  unseal(sealed: Uint8Array, purpose: string): string
}

/** What features share about accounts: passwords, tokens and the end of sessions. Belongs to the running transaction. */
export interface Accounts {
  /** Throws TOO_MANY when too many passwords wait to be hashed. */
  hashPassword(password: string): Promise<string>
  /** Takes the same time for an account without a password (null), which never matches. Throws TOO_MANY. */
  verifyPassword(hash: string | null, password: string): Promise<boolean>
  /** A fresh 256-bit token; only the hash is ever stored. */
  newToken(): { token: string; hash: Uint8Array }
  hashToken(token: string): Uint8Array
  /** A one-time link to set a password; links made earlier for the account stop working. `path` holds the secret in its fragment. */
  createPasswordLink(userId: string, lifeSeconds?: number): Promise<{ path: string; expiresAt: string }>
  /** Ends an account's sessions at once, all but the one named; returns how many. */
  revokeSessions(userId: string, reason: string, exceptSessionId?: string): Promise<number>
  /** Lifts a lock after failed sign-ins, for every address. */
  unlock(userId: string): Promise<void>
}

export interface Queueing {
  /** Jobs of one queue run one after another. */
  queue?: string
  /** Not before; a job of this name that waits is put off until then and no second one is queued. ISO instant. */
  at?: string
}

/** Everything a verb may use. There is no other way to the database, the clock, the jobs or the files. */
export interface Ctx {
  /** On public endpoints nobody: no role, no scope, an empty accessId. */
  session: Session
  /** The token the request came with; empty on public endpoints. */
  ticket: string
  scope: Scope
  db: Db
  language: Language
  requestId: string
  clientIp: string
  userAgent: string
  now: Date
  /** Writes what changed beside the change, in its transaction; many rows at once for a bulk action. */
  audit(...entries: AuditEntry[]): Promise<void>
  /** Queues a job; inside a mutation it exists only if the mutation commits. */
  enqueue(job: string, payload: Record<string, unknown>, how?: Queueing): Promise<void>
  /** Puts messages into boxes; inside a mutation they exist, and are announced, only if it commits. */
  notify(...notices: Notice[]): Promise<void>
  /** Ends the todos about a row: the business action is done. */
  endTodos(bizType: string, bizId: string): Promise<void>
  /** Tells the other rooms, in this transaction; returns when all have reacted. */
  emit<E extends EventName>(event: E, payload: Events[E]): Promise<void>
  /** The rows a bulk action means: the ids given, or those frozen by POST /api/selections. Throws SELECTION_GONE. */
  idsOf(target: Target): Promise<string[]>
  accounts: Accounts
  secrets: Secrets
  outbound: Outbound
  mailer: Mailer
  /** One transaction inside a verb of an `ownTransaction` endpoint; db, audit, enqueue and accounts of the given ctx belong to it. */
  transaction<T>(run: (ctx: Ctx) => Promise<T>): Promise<T>
  upload?: UploadedFile
  files: Files
  /** How the replica stands by which this process answers reads; undefined without one. */
  replica?: ReplicaState | undefined
}

export interface ReplicaState {
  /** False while it is too far behind or away: the primary answers everything. */
  isUsed: boolean
  /** Null while it is away. */
  lagMs: number | null
}

/**
 * The one place bytes are kept: a folder or a bucket. Keys are ours (uuid), never a name that came from outside. A file
 * is there whole or not at all.
 */
export interface Files {
  /** Moves a finished upload or draft into the store and returns its key; that of a draft is known before. */
  keep(file: Pick<UploadedFile, 'path'>): Promise<string>
  /** A place for a file that is still being written, on this machine's disk; what is not kept is swept away after a day. */
  draft(): { key: string; path: string }
  /** Removes a draft, kept or not. */
  discard(key: string): Promise<void>
  has(key: string): Promise<boolean>
  /** The bytes of a file; undefined when it is gone. */
  read(key: string): Promise<NodeJS.ReadableStream | undefined>
  /** Runs something that wants the file on this machine's disk; it may not change it, and not keep the path. */
  onDisk<T>(key: string, use: (path: string) => Promise<T>): Promise<T>
  drop(key: string): Promise<void>
}

/** Where rows name files. A file that none of these names for a day is dropped. */
export interface FileColumn {
  table: string
  column: string
}

/** A file or stream as an answer. */
export interface Download {
  name: string
  type: string
  body: NodeJS.ReadableStream | AsyncIterable<string | Uint8Array> | string
}

export interface Verb<E extends Endpoint = Endpoint> {
  endpoint: E
  run(ctx: Ctx, input: Input<E>): Promise<Reply<E> | Download>
}

/** Joins an endpoint with what it does. */
export function serve<E extends Endpoint>(
  endpoint: E,
  run: (ctx: Ctx, input: Input<E>) => Promise<E['raw'] extends true ? Download : Reply<E>>,
): Verb {
  return { endpoint, run } as unknown as Verb
}

/** A list is served by one function that answers a page and one that streams all rows of a filter for the export. */
export interface ListVerb<L extends List = List> {
  list: L
  page(ctx: Ctx, query: ListQuery): Promise<Page<ListRow<L>>>
  /** The filtered rows in the list's sort, in batches. */
  all(ctx: Ctx, query: ListQuery): AsyncIterable<ListRow<L>[]>
  /**
   * One statement for the same rows with these columns alone, for files that may be large. A list whose rows are made in
   * the process has none.
   */
  copy?(ctx: Ctx, query: ListQuery, columns: readonly string[]): Promise<Composed>
  /** The words of the columns and their choices, for the export's header and cells. */
  text: ListText
}

/** The words every list has. */
export type ListText = Record<
  Language,
  {
    title: string
    columns: Record<string, string>
    choices?: Record<string, Record<string, string>>
    filters?: Record<string, string>
  }
>

export function serveList<L extends List>(verb: ListVerb<L>): ListVerb {
  return verb as unknown as ListVerb
}

/** The job that sends what waits for people's webhooks; queued by whoever adds to it. */
export const SEND_WEBHOOKS = 'webhooks:send'
/** The job that sends what waits to go by e-mail. */
export const SEND_MAILS = 'mail:send'

/** A job's name and what it does. Runs outside a request, at least once: it must be safe to run twice. */
export interface Job {
  name: string
  /** Also runs by the clock, without a payload: a crontab pattern in UTC. */
  cron?: string
  /** May take minutes: the clock’s jobs of this kind run one at a time over all processes, which leaves a worker to short ones. */
  isLong?: true
  run(ctx: JobCtx, payload: Record<string, unknown>): Promise<void>
}
export interface JobCtx {
  db: Db
  /** Runs a function in one transaction. */
  transaction<T>(run: (db: Db, ctx: JobCtx) => Promise<T>): Promise<T>
  /**
   * Reads one instant on the replica, which then has all that was over when it was asked. Undefined when it does not get
   * there soon or fails on the way: then it is for the primary, from the beginning. Not there without a replica.
   */
  readElsewhere?: (<T extends object>(read: (db: Db, ctx: JobCtx) => Promise<T>) => Promise<T | undefined>) | undefined
  /**
   * The reading context of an account as it is now: role, scope and state of this moment, on this connection. Undefined
   * when the account may no longer sign in.
   */
  actAs(userId: string, language: Language): Promise<Ctx | undefined>
  /** As in a verb; on the `ctx` a transaction gives, they belong to it. */
  notify(...notices: Notice[]): Promise<void>
  endTodos(bizType: string, bizId: string): Promise<void>
  enqueue(job: string, payload: Record<string, unknown>, how?: Queueing): Promise<void>
  /** As in a verb, by nobody; on the `ctx` a transaction gives, inside of it. */
  emit<E extends EventName>(event: E, payload: Events[E]): Promise<void>
  secrets: Secrets
  outbound: Outbound
  mailer: Mailer
  files: Files
  now: Date
  /** Aborted when the server stops: long work ends where what is done stays done. */
  signal?: AbortSignal | undefined
}

/** What a feature gives the server. */
export interface Feature {
  verbs?: Verb[]
  lists?: ListVerb[]
  jobs?: Job[]
  /** What it does when another room tells of something. */
  reactions?: Reactions
  /** What it takes in from files. */
  imports?: ImportTarget[]
  /** Where its rows name files that are kept. */
  fileColumns?: readonly FileColumn[]
}

export type Reactions = { [E in EventName]?: (ctx: Ctx, payload: Events[E]) => Promise<void> }

/** Runs what the features do about an event, one after another, on the given context. */
export async function react<E extends EventName>(
  features: readonly Feature[],
  ctx: Ctx,
  event: E,
  payload: Events[E],
): Promise<void> {
  for (const { reactions } of features) await reactions?.[event]?.(ctx, payload)
}
