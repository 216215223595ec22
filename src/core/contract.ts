import Type, { type Static, type TObject, type TSchema } from 'typebox'
import type { Permission, TokenScope } from './access.ts'
import type { Column, Columns, RowOf } from './columns.ts'
import type { ListQuery } from './listQuery.ts'

/**
 * A contract says what may be asked and answered. From it follow validation, the answer's serialisation, types on both
 * sides, the API document, the fuzz inputs and the rows of the access matrix.
 */
export interface Endpoint<
  P extends TSchema = TSchema,
  Q extends TSchema = TSchema,
  B extends TSchema = TSchema,
  R extends TSchema = TSchema,
> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  /** Default deny is a type: there is no endpoint without a permission. `public` needs no session. */
  permission: Permission
  /** For machines: takes API tokens of this scope, and no sessions. The token acts as its owner. */
  token?: TokenScope
  params?: P
  query?: Q
  body?: B
  /** The `data` of the envelope. Fields it does not name are not sent. */
  reply?: R
  /** A POST that changes nothing (the specification's info and menu): no transaction, no idempotency key. */
  reads?: boolean
  /**
   * A mutation that makes its own transactions by `ctx.transaction`, because a refusal must leave a trace (a failed
   * sign-in) or slow work must not hold a connection. Its answers are not stored for an Idempotency-Key.
   */
  ownTransaction?: boolean
  /** Open to who has yet to set up the second factor that is asked of the role: what is needed to set it up, or to leave. */
  beforeFactor?: true
  /** The answer is a file or a stream the verb writes itself. */
  raw?: boolean
  /** The query takes the filters and the sort of this list; the verb gets them checked as `input.list`. */
  filters?: List
  /** Bytes of a JSON body at most, where 1 MB is not enough. */
  bodyBytes?: number
  /** Accepts one uploaded file (multipart, field `file`) of at most this many bytes. */
  uploadBytes?: number
}

export type Input<E extends Endpoint> = {
  params: E['params'] extends TSchema ? Static<E['params']> : Record<string, never>
  query: E['query'] extends TSchema ? Static<E['query']> : Record<string, never>
  body: E['body'] extends TSchema ? Static<E['body']> : undefined
  list: E['filters'] extends List ? ListQuery : undefined
}
export type Reply<E extends Endpoint> = E['reply'] extends TSchema ? Static<E['reply']> : unknown

/** Types an endpoint; bodies and queries are strict: a field that is not named is refused, not dropped. */
export function defineEndpoint<const E extends Endpoint>(endpoint: E): E {
  return endpoint
}

/** An object schema that refuses unknown fields. */
export const strict = <const P extends Record<string, TSchema>>(properties: P): TObject<P> =>
  Type.Object(properties, { additionalProperties: false })
/** A field that may be null. */
export const nullable = <const S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()])
/** A row id in a path or body. */
export const Id = Type.String({ pattern: '^[1-9]\\d{0,17}$', description: 'id' })
export const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'YYYY-MM-DD, Asia/Shanghai' })
/** What a mutation of a versioned row must bring. */
export const Version = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })
export const idParams = strict({ id: Id })
export const Done = Type.Object({ done: Type.Boolean() })

// biome-ignore lint/suspicious/noExplicitAny: a list of any columns; Columns itself would make `order` contravariant
export interface List<C extends Columns = any, F extends Columns = any> {
  /** Names the list in stored column settings and saved views. */
  key: string
  path: string
  permission: Permission
  columns: C
  /** Filters that are not columns, e.g. the keyword. */
  filters: F
  order: readonly [keyof C & string, 'asc' | 'desc']
  /** Column that identifies a row; the sort's unique tiebreak. */
  rowId: keyof C & string
}

export function defineList<const C extends Columns, const F extends Columns = Record<never, never>>(
  list: Omit<List<C, F>, 'filters'> & { filters?: F },
): List<C, F> {
  return { filters: {} as F, ...list }
}

export type ListRow<L extends List> = RowOf<L['columns']>

export interface Page<Row> {
  list: Row[]
  /** Rows that match; null where the caller asked not to count. */
  total: number | null
  totalIsExact: boolean
  /** The last business day all sources have delivered; null where the list carries no daily data. */
  dataThrough: string | null
  /** Passing it as `cursor` continues after the last row; null on the last page. */
  nextCursor: string | null
}

/** The schema one column's value has in an answer. */
export function valueSchema(column: Column): TSchema {
  const plain = plainSchema(column)
  return column.options.nullable ? nullable(plain) : plain
}

function plainSchema({ kind }: Column): TSchema {
  switch (kind) {
    case 'count':
    case 'delta':
    case 'rate':
    case 'money':
    case 'micro':
    case 'span':
      return Type.Integer()
    case 'flag':
      return Type.Boolean()
    case 'trend':
      return Type.Array(nullable(Type.Integer()))
    default:
      return Type.String()
  }
}

/** The answer of a list endpoint. Columns that need a permission are optional. */
export function pageSchema(list: List): TSchema {
  const row = Object.fromEntries(
    Object.entries(list.columns as Columns).map(([name, column]) => [
      name,
      column.options.needs ? Type.Optional(valueSchema(column)) : valueSchema(column),
    ]),
  )
  return Type.Object({
    list: Type.Array(Type.Object(row)),
    total: nullable(Type.Integer()),
    totalIsExact: Type.Boolean(),
    dataThrough: nullable(Type.String()),
    nextCursor: nullable(Type.String()),
  })
}
