interface Schema {
  type?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  pattern?: string
  enum?: unknown[]
  const?: unknown
}
interface Operation {
  requestBody?: { content: Record<string, { schema?: Schema }> }
}
/** The API document, as far as it is read here. */
export interface Document {
  paths: Record<string, Record<string, Operation>>
}

/** What words are made of: a field whose pattern takes none of these takes no way in either. */
const SAMPLES = ['<b>x', '<i onclick=hit()>x</i>', 'javascript:hit()']
const takesWords = ({ pattern }: Schema): boolean =>
  !pattern || SAMPLES.some((one) => new RegExp(pattern, 'u').test(one))

function leaves(schema: Schema, at: string): string[] {
  if (schema.anyOf) return schema.anyOf.flatMap((one) => leaves(one, at))
  if (schema.type === 'object')
    return Object.entries(schema.properties ?? {}).flatMap(([name, one]) => leaves(one, `${at}.${name}`))
  if (schema.type === 'array' && schema.items) return leaves(schema.items, `${at}[]`)
  return (schema.type === 'string' || !schema.type) && !schema.enum && schema.const === undefined && takesWords(schema)
    ? [at]
    : []
}

/** Every field of a request's body that takes free words, as `POST /api/users .remark`. */
export function textFieldsOf({ paths }: Document): string[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { requestBody }]) => {
      const { schema } = requestBody?.content['application/json'] ?? {}
      return schema ? leaves(schema, '').map((at) => `${method.toUpperCase()} ${path} ${at}`) : []
    }),
  )
}

/** The words of a body by the fields they stand in. */
export function wordsOf(value: unknown, at = ''): [field: string, word: string][] {
  if (typeof value === 'string') return [[at, value]]
  if (Array.isArray(value)) return value.flatMap((one) => wordsOf(one, `${at}[]`))
  if (!value || typeof value !== 'object' || Buffer.isBuffer(value)) return []
  return Object.entries(value).flatMap(([name, one]) => wordsOf(one, `${at}.${name}`))
}

/** The documented path a request goes to. */
export function pathOf({ paths }: Document, asked: string): string {
  const parts = asked.split('?')[0]!.split('/')
  const fits = (path: string): boolean => {
    const names = path.split('/')
    return names.length === parts.length && names.every((name, at) => name === parts[at] || name.startsWith('{'))
  }
  const all = Object.keys(paths).filter(fits)
  return all.sort((a, b) => a.split('{').length - b.split('{').length)[0] ?? asked
}
