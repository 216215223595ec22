import { Ajv, type ValidateFunction } from 'ajv'
import type { TSchema } from 'typebox'
import type { AppError } from '../../core/errors.ts'
import { invalid, refusalOf, unknownField } from './rules.ts'

const options = {
  strict: true,
  strictTypes: false,
  removeAdditional: false,
  useDefaults: false,
  verbose: true,
} as const
/** Bodies are JSON and carry their types; the words of a path or query can only be text, so they are read as what is asked for. */
const bodies = new Ajv({ ...options, coerceTypes: false })
const words = new Ajv({ ...options, coerceTypes: true })

type Check = (value: unknown) => unknown

/** Checks a body against its schema; without a schema only an empty one is accepted. Throws INVALID, UNKNOWN_FIELD. */
export function bodyCheck(schema: TSchema | undefined): Check {
  if (!schema) return refuseAnyField
  const validate = compile(bodies, schema)
  return (body) => checked(validate, body === undefined || body === null ? {} : body)
}

/** Checks path parameters or a query string. Throws INVALID, UNKNOWN_FIELD. */
export function wordsCheck(schema: TSchema | undefined): Check {
  if (!schema) return refuseAnyField
  const validate = compile(words, schema)
  return (value) => {
    refuseRepeated(value as Record<string, unknown>)
    return checked(validate, { ...(value as object) })
  }
}

/** A query parameter given twice means two things to two readers. Throws INVALID. */
export function refuseRepeated(query: Record<string, unknown>): void {
  for (const name in query) {
    const value = query[name]
    if (Array.isArray(value)) throw invalid(name.slice(0, 60), (is) => is.once)
    if (typeof value === 'string' && value.includes('\0')) throw invalid(name.slice(0, 60), (is) => is.nul)
  }
}

function refuseAnyField(value: unknown): undefined {
  if (value === undefined || value === null) return undefined
  const [first] = typeof value === 'object' ? Object.keys(value) : ['body']
  if (first !== undefined) throw unknownField(first, [])
  return undefined
}

function compile(ajv: Ajv, schema: TSchema): ValidateFunction {
  const { type, additionalProperties } = schema as { type?: string; additionalProperties?: unknown }
  if (type === 'object' && additionalProperties !== false)
    throw new Error('the object schema of a request must refuse unknown fields: use strict()')
  return ajv.compile(schema)
}

function checked(validate: ValidateFunction, value: unknown): unknown {
  if (validate(value)) return value
  const found = validate.errors ?? []
  // A union reports each branch; the branch `null` of an optional value says nothing about what was sent.
  throw refusalOf(
    found.find(({ keyword, params }) => keyword !== 'type' || params.type !== 'null') ?? found[0]!,
  ) satisfies AppError
}

/** JSON can hold NUL and half a surrogate pair; PostgreSQL's text and jsonb cannot. Throws INVALID. */
export function refuseUnstorable(value: unknown, path = ''): void {
  if (typeof value === 'string') {
    if (value.includes('\0')) throw invalid(path || 'body', (is) => is.nul)
    if (/\p{Surrogate}/u.test(value)) throw invalid(path || 'body', (is) => is.other)
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) {
      refuseUnstorable(name, path)
      refuseUnstorable(inner, path ? `${path}.${name}` : name)
    }
  }
}
