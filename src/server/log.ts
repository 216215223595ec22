import type { FastifyServerOptions } from 'fastify'
import type { Config } from './config.ts'

/** What of an error is told: its kind, words and place, and what PostgreSQL names. A row's values and whatever a library hangs on an error are not. */
const TOLD = ['code', 'severity', 'schema', 'table', 'column', 'constraint', 'routine', 'statusCode', 'reason'] as const

interface Told {
  [key: string]: unknown
  type: string
  message: string
  stack: string
}

function toldOf(error: unknown): Told {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: '' }
  const { name, message, stack = '', cause } = error
  const more = TOLD.flatMap((key) => (key in error ? [[key, error[key as keyof Error]]] : []))
  return {
    type: name,
    message,
    stack,
    ...Object.fromEntries(more),
    ...(cause !== undefined && { cause: toldOf(cause) }),
  }
}

/** Names under which a secret could come into a line beside an error. */
const SECRETS = ['authorization', 'cookie', 'cookies', 'password', 'token', 'accessTicket', 'secret']

/** One JSON line an event, with the request's id, without secrets. */
export const logOptions = (
  level: Config['logLevel'],
  stream: { write(line: string): void },
): NonNullable<FastifyServerOptions['logger']> => ({
  level,
  stream,
  serializers: { err: toldOf },
  redact: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
})
