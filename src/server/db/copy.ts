import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Composed } from '../../core/verb.ts'

/**
 * The rows of a statement in PostgreSQL's text form, as fast as the server writes them and no faster than they are taken.
 * Whoever stops early loses the connection: rows are still on their way, and there is no other way to be rid of them.
 */
export async function* copyOut(client: pg.ClientBase, statement: Composed): AsyncGenerator<Uint8Array> {
  const stream = client.query(copyTo(`copy (${written(statement)}) to stdout`))
  let isOver = false
  try {
    for await (const piece of stream.iterator({ destroyOnReturn: false })) yield piece as Uint8Array
    isOver = true
  } finally {
    if (!isOver && !stream.errored) {
      // The end of the connection is told to the stream too, where nobody listens any more.
      stream.on('error', () => {})
      ;(client as unknown as Wired).connection.stream.destroy()
    }
  }
}

/** What `pg` does not declare: the socket. */
export interface Wired {
  connection: { stream: { destroy(): void } }
}

/** COPY takes no parameters: each value as a literal, of no type of its own, just as a parameter has none. */
function written({ strings, values }: Composed): string {
  return strings.reduce((text, part, at) => text + literal(values[at - 1]) + part)
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map(element).join(',')}}`)
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString())
  if (typeof value === 'object') throw new Error('no literal for an object')
  return pg.escapeLiteral(String(value))
}

function element(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  return `"${String(value).replace(/[\\"]/g, '\\$&')}"`
}
