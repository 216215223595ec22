import Type, { type TSchema } from 'typebox'

/** A success as every endpoint sends it. */
export interface Envelope {
  data: unknown
  status: 'ok'
  msg: ''
  code: 200
}

export const wrap = (data: unknown): Envelope => ({ data, status: 'ok', msg: '', code: 200 })

/** The schema of a success around the contract's reply. */
export const envelopeOf = (reply: TSchema): TSchema =>
  Type.Object({ data: reply, status: Type.Literal('ok'), msg: Type.Literal(''), code: Type.Literal(200) })

/** The schema of any failure, for the API document. */
export const failure: TSchema = Type.Object({
  data: Type.Object({ reason: Type.String(), field: Type.Optional(Type.String()), requestId: Type.String() }),
  status: Type.Literal('fail'),
  msg: Type.String(),
  code: Type.Integer(),
})

type Plain = TSchema & { type?: string; const?: unknown }

/**
 * The schema as the serialiser likes it: "this or null" as `nullable`, because a union is decided by validating the value
 * anew for each cell of each row, which costs more than the query.
 */
export function forSerializer(schema: TSchema): TSchema {
  const { anyOf = [], enum: values } = schema as { anyOf?: Plain[]; enum?: unknown[] }
  const [plain, ...others] = anyOf.filter(({ type }) => type !== 'null')
  if (plain && !others.length && anyOf.length === 2) return { ...forSerializer(plain), nullable: true } as TSchema
  const choices = values ?? (others.length ? anyOf.map((one) => one.const) : [])
  if (choices.length && choices.every((one) => typeof one === 'string')) return { type: 'string' } as TSchema
  const { properties, items } = schema as { properties?: Record<string, TSchema>; items?: TSchema }
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, forSerializer(one)])),
    }),
    ...(items && { items: forSerializer(items) }),
  } as TSchema
}
