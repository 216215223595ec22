import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import pg from 'pg'
import type { Db, Statement } from '../../core/verb.ts'
import { copyOut } from './copy.ts'

/** The product's connection to PostgreSQL. */
export interface Database extends Db {
  /** Runs a function in one transaction; it is rolled back when the function throws. */
  transaction<T>(run: (db: Db) => Promise<T>, options?: TransactionOptions): Promise<T>
  /** For what the above cannot do: COPY, LISTEN. */
  pool: pg.Pool
  end(): Promise<void>
}

export interface TransactionOptions {
  /** Longest a statement may run; 0 is without limit. Requests keep the pool's default. */
  timeoutMs?: number
}

export interface PoolOptions {
  /** Connections at most. */
  size?: number
  timeoutMs?: number
  /**
   * A pooler in transaction mode stands between: a session is nobody's. Statements have no name, and time zone and limit
   * of a statement are the pooler's to set (`faultOfPooler`).
   */
  isPooled?: boolean
  /** How long a statement is waited for whatever the server does; without limit unless given. */
  silenceMs?: number
  /**
   * Its statements let those of other pools go first when cores are short. Only where PostgreSQL runs on this machine as
   * this process's child: the operating system is told.
   */
  yields?: boolean
}

export const REQUEST_TIMEOUT_MS = 5_000
/** A caller waits no longer than this for a connection: a lost database is told within two seconds. */
const CONNECT_TIMEOUT_MS = 2_000
const CLOSE_LIMIT_MS = 1_000
/**
 * A statement without a limit ends soon after the process that asked for it, instead of working on for minutes with its
 * locks held. Not every system PostgreSQL runs on can tell; there the session stays as it was.
 */
const MISS_US = `do $$ begin set client_connection_check_interval = '1s'; exception when others then null; end $$`

/**
 * How values arrive. bigint: a number while it is exact, else a string (ids are selected as text anyway). numeric, which
 * is also what sum(bigint) gives: a string, so cast sums to bigint. date: `YYYY-MM-DD`. timestamptz: ISO 8601 in UTC
 * with all its digits, so that a page cursor made from it is exact.
 */
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    const parser = format === 'binary' ? undefined : parsers[oid]
    return parser ?? pg.types.getTypeParser(oid, format as 'text')
  },
} as pg.CustomTypesConfig

const parsers: Record<number, (value: string) => unknown> = {
  [pg.types.builtins.INT8]: (value) => (Number.isSafeInteger(Number(value)) ? Number(value) : value),
  [pg.types.builtins.DATE]: (value) => value,
  [pg.types.builtins.TIMESTAMPTZ]: (value) =>
    value.endsWith('+00') ? `${value.slice(0, -3).replace(' ', 'T')}Z` : value,
}

/** Opens a pool; connects with the first statement. */
export function openDatabase(
  url: string,
  { size = 10, timeoutMs = REQUEST_TIMEOUT_MS, isPooled = false, silenceMs, yields = false }: PoolOptions = {},
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    types,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...(!isPooled && { statement_timeout: timeoutMs, options: '-c TimeZone=UTC' }),
    query_timeout: silenceMs,
    ...(timeoutMs === 0 && { onConnect: (client: pg.ClientBase) => client.query(MISS_US) }),
    // Prepared statements live as long as their connection: lists have many shapes, so connections are renewed.
    maxLifetimeSeconds: 3600,
    idleTimeoutMillis: 60_000,
    application_name: 'backlot',
  })
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {})
  let open = 0
  pool.on('connect', (client) => {
    open++
    // Whoever holds it, and while it goes from hand to hand: an answer and the end of the connection may come in one
    // piece. Its next statement fails.
    client.on('error', () => {})
    if (yields) letOthersFirst((client as pg.PoolClient & { processID: number }).processID)
  })
  pool.on('remove', () => open--)
  return {
    ...statementsOn(pool, isPooled),
    pool,
    async end() {
      await pool.end()
      // The pool does not wait until the server has closed its connections; whoever stops the server next would cut them.
      const limit = AbortSignal.timeout(CLOSE_LIMIT_MS)
      while (open > 0 && !limit.aborted) await once(pool, 'remove', { signal: limit }).catch(() => {})
    },
    async transaction(run, options) {
      const client = await pool.connect()
      let broken: Error | undefined
      try {
        await client.query('begin')
        if (options?.timeoutMs !== undefined) await client.query(`set local statement_timeout = ${+options.timeoutMs}`)
        const result = await run({
          ...statementsOn(client, isPooled),
          copyOut: (statement) => copyOut(client, statement),
        })
        await client.query('commit')
        return result
      } catch (error) {
        await client.query('rollback').catch((failure: Error) => {
          broken = failure
        })
        throw error
      } finally {
        client.release(broken)
      }
    },
  }
}

function letOthersFirst(processId: number): void {
  try {
    setPriority(processId, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // A system that does not allow it: they are as fast as everything else.
  }
}

function statementsOn(connection: pg.Pool | pg.PoolClient, isPooled: boolean): Db {
  const rows = async <T>({ text, values }: Statement): Promise<T[]> =>
    (await connection.query({ ...(!isPooled && { name: nameOf(text) }), text, values })).rows as T[]
  return {
    rows,
    one: async <T>(statement: Statement) => (await rows<T>(statement))[0],
  }
}

const names = new Map<string, string>()

/** A prepared statement's name: the same text is planned once per connection. */
function nameOf(text: string): string {
  let name = names.get(text)
  if (!name) {
    if (names.size > 5_000) names.clear()
    name = createHash('sha1').update(text).digest('base64url').slice(0, 16)
    names.set(text, name)
  }
  return name
}

const LOST = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'ENOENT',
  'EHOSTUNREACH',
])

/** True when the database, not the statement, failed: the answer is 503 and the caller may try again. */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError && error.errors.length) return error.errors.every(isConnectionError)
  const code = 'code' in error ? String(error.code) : ''
  // 08: connection; 57P01–57P04: shut down, crashed, starting up, dropped; 53300: too many connections.
  if (/^(08|57P0|53300)/.test(code) || LOST.has(code)) return true
  return /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error)/.test(
    error.message,
  )
}
