import fc from 'fast-check'
import type { TSchema } from 'typebox'
import type { Column } from '../../src/core/columns.ts'
import type { Endpoint, List } from '../../src/core/contract.ts'
import { type Actor, actors } from '../world.ts'

/** One request to try: everything as it goes over the wire. */
export interface Tried {
  as: Actor
  method: Endpoint['method']
  url: string
  headers: Record<string, string>
  payload?: string | Buffer
}

interface Plain {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: TSchema[]
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  items?: TSchema
  properties?: Record<string, TSchema>
  required?: string[]
}

/** What people and machines send who mean no good, or have a bug. */
const WORDS = [
  ...[
    '',
    ' ',
    '0',
    '-1',
    '1.5',
    '1e9',
    'null',
    'true',
    'NaN',
    '[]',
    '{}',
    '\0',
    '\ud800',
    '💥',
    '１２３',
    '𠮷野家',
    '\u202e',
  ],
  ...[
    '9223372036854775808',
    '999999999999999999',
    '2026-02-30',
    '9999-12-31',
    '0000-00-00',
    '2026-13-01',
    '-infinity',
    'infinity',
  ],
  ...["'", "' or 1=1 --", '"; drop table video; --', '\\', '%', '_', '%_%', '$1', ':id', '{{7*7}}', '\u0024{7*7}'],
  ...[
    '<script>alert(1)</script>',
    '=1+1',
    '@SUM(A1)',
    '../../etc/passwd',
    '..%2f',
    'file:///etc/passwd',
    'a'.repeat(300),
    '字'.repeat(5000),
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'a,b,,c',
    ',',
    '1..2',
    '..',
    '5..',
    '2026-10-01..2026-09-01',
    'x:desc',
    'id:asc:desc',
  ],
]
const deep = (levels: number): unknown => (levels ? [deep(levels - 1)] : 0)
const THINGS: unknown[] = [
  ...[null, true, false, 0, -1, 1.5, 2_147_483_648, -2_147_483_649, 1e308, 2 ** 53, [], {}, [null], [[]]],
  ...[
    { __proto__: { admin: true } },
    { constructor: 1 },
    deep(200),
    Array.from({ length: 2000 }, (_, at) => String(at)),
  ],
]

const hostileWord = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...WORDS) }, fc.string({ unit: 'binary' }))
const hostile = fc.oneof(fc.constantFrom(...THINGS), hostileWord as fc.Arbitrary<unknown>)

/** Ids of the small world, most of them there. */
const id = fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 1, max: 70 }).map(String) }, fc.constant('999999999'))
const day = fc
  .integer({ min: 0, max: 50 })
  .map((days) => new Date(Date.UTC(2026, 8, 20 + days)).toISOString().slice(0, 10))

/** Values a schema takes. */
function fitting(schema: TSchema): fc.Arbitrary<unknown> {
  const plain = schema as Plain
  if ('const' in plain) return fc.constant(plain.const)
  if (plain.enum) return fc.constantFrom(...plain.enum)
  if (plain.anyOf) return fc.oneof(...plain.anyOf.map(mixed))
  const { minLength = 0, maxLength = 60 } = plain
  switch (plain.type) {
    case 'string':
      if (plain.pattern?.startsWith('^[1-9]')) return id
      if (plain.pattern?.startsWith('^\\d{4}-\\d{2}')) return day
      if (plain.pattern) return fc.stringMatching(new RegExp(plain.pattern))
      return fc.string({ minLength, maxLength: Math.min(maxLength, minLength + 40) })
    case 'integer':
    case 'number': {
      const { minimum = 0, maximum = 1_000_000 } = plain
      return fc.oneof(
        fc.integer({ min: minimum, max: Math.min(maximum, minimum + 20) }),
        fc.constantFrom(minimum, maximum),
      )
    }
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array': {
      const { minItems = 0, maxItems = 4, items } = plain
      return items
        ? fc.array(mixed(items), { minLength: minItems, maxLength: Math.min(maxItems, minItems + 4) })
        : hostile
    }
    case 'object':
      return objectOf(plain)
    default:
      return hostile
  }
}

/** Mostly what fits, now and then what does not: a request that is wrong in one place gets further than one that is all wrong. */
const mixed = (schema: TSchema): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 14, arbitrary: fitting(schema) }, { weight: 1, arbitrary: hostile })

function objectOf({ properties = {}, required = [] }: Plain): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, mixed(one)]))
  const whole = fc.record(fields, { requiredKeys: required })
  return fc.oneof(
    { weight: 18, arbitrary: whole },
    { weight: 1, arbitrary: fc.record(fields, { requiredKeys: [] }) },
    {
      weight: 1,
      arbitrary: fc.tuple(whole, hostileWord, hostile).map(([all, name, value]) => ({ ...all, [name]: value })),
    },
  )
}

const wordOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

const wellFormed = (text: string): string => Buffer.from(text).toString()

/** Text as part of an address; half a surrogate pair cannot be one. */
const encoded = (value: unknown): string => encodeURIComponent(wellFormed(wordOf(value)))

const queryText = (pairs: [string, unknown][]): string =>
  pairs.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&')

/** Filters, sort and paging of a list, right and wrong. */
function listWords(list: List): fc.Arbitrary<[string, unknown][]> {
  const all = Object.entries({ ...list.columns, ...list.filters } as Record<string, Column>)
  const names = all.map(([name]) => name)
  const value = fc.oneof(
    { weight: 3, arbitrary: hostileWord as fc.Arbitrary<unknown> },
    { weight: 2, arbitrary: id },
    { weight: 1, arbitrary: fc.tuple(day, day).map(([from, to]) => `${from}..${to}`) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 9_999_999 }).map((from) => `${from}..`) },
    { weight: 1, arbitrary: fc.constantFrom(...all.flatMap(([, column]) => choicesOf(column)), 'true', 'false') },
  )
  const pair = fc.oneof(
    { weight: 6, arbitrary: fc.tuple(fc.constantFrom(...names), value) },
    { weight: 3, arbitrary: fc.tuple(fc.constantFrom('keyword', 'current', 'pageSize', 'cursor', 'total'), value) },
    {
      weight: 3,
      arbitrary: fc
        .array(fc.tuple(fc.constantFrom(...names), fc.constantFrom('asc', 'desc', 'up')), {
          minLength: 1,
          maxLength: 4,
        })
        .map((parts) => ['sort', parts.map((part) => part.join(':')).join()] as [string, unknown]),
    },
    { weight: 1, arbitrary: fc.tuple(hostileWord, value) },
  )
  return fc.array(pair as fc.Arbitrary<[string, unknown]>, { maxLength: 3 })
}

const choicesOf = (column: Column): string[] => {
  const { choices } = column.options as { choices?: readonly string[] | Record<string, unknown> }
  return Array.isArray(choices) ? [...choices] : Object.keys(choices ?? {})
}

const asked = fc.oneof(
  { weight: 6, arbitrary: fc.constant('adminKeyAdmin' as Actor) },
  { weight: 4, arbitrary: fc.constantFrom(...(Object.keys(actors) as Actor[])) },
)
const languages = fc.constantFrom('zh-CN', 'en-US', '', 'xx;q=9', '*')
const odd = fc.oneof(
  { weight: 20, arbitrary: fc.constant({} as Record<string, string>) },
  {
    weight: 1,
    arbitrary: hostileWord.map((word) => ({
      'idempotency-key': encodeURIComponent(wellFormed(word)).slice(0, 300),
    })),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('text/plain', 'application/xml', 'application/json; charset=utf-16', 'x')
      .map((type) => ({ 'content-type': type })),
  },
  { weight: 1, arbitrary: fc.constantFrom('gzip', 'br', 'x').map((coding) => ({ 'content-encoding': coding })) },
)

/** Requests of an endpoint, as every kind of user. */
export function requestsOf(endpoint: Endpoint): fc.Arbitrary<Tried> {
  const { method, path, params, query, body, filters, uploadBytes } = endpoint
  const places = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!)
  const ofParams = (params as unknown as Plain | undefined)?.properties ?? {}
  const url = fc
    .tuple(
      fc.tuple(...places.map((name) => (ofParams[name] ? mixed(ofParams[name]) : id))),
      query ? objectOf(query as unknown as Plain) : fc.constant({}),
      filters ? listWords(filters) : fc.constant([]),
    )
    .map(([found, own, words]) => {
      let at = 0
      const filled = path.replace(/:\w+/g, () => encoded(found[at++]) || '%20')
      const pairs = [...Object.entries(own).filter(([, value]) => value !== undefined), ...words]
      return pairs.length ? `${filled}?${queryText(pairs)}` : filled
    })
  const content = uploadBytes ? upload : sent(body)
  return fc
    .tuple(asked, url, languages, odd, method === 'GET' ? fc.constant({ headers: {} }) : content)
    .map(([as, address, language, header, { headers, ...rest }]) => ({
      ...{ as, method, url: address },
      headers: { 'accept-language': language, ...headers, ...header },
      ...rest,
    }))
}

type Content = { headers: Record<string, string>; payload?: string | Buffer }

/** JSON as it should be, and as it should not. */
const sent = (body: TSchema | undefined): fc.Arbitrary<Content> => {
  const json = (payload: string): Content => ({ headers: { 'content-type': 'application/json' }, payload })
  const whole = (body ? mixed(body) : fc.constant(undefined)).map((value) =>
    value === undefined ? { headers: {} } : json(JSON.stringify(value)),
  )
  return fc.oneof(
    { weight: 20, arbitrary: whole as fc.Arbitrary<Content> },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom('', '{', '{"a":1,"a":2}', 'null', '"text"', '[1,', '\ufeff{}', '{"__proto__":{"x":1}}')
        .map(json),
    },
  )
}

const FILES = [
  '',
  '\0\0\0\0',
  'video_id,views\nabc,1\n',
  'a\n"',
  '\xff\xfe\x00',
  'PK\u0003\u0004broken',
  '%PDF-1.4',
  '<svg onload=alert(1)>',
  'a,b,c\n'.repeat(5000),
  '"'.repeat(1000),
  'date;plays\n2026-10-01;１２３\n',
]
const upload: fc.Arbitrary<Content> = fc
  .tuple(
    fc.constantFrom(...FILES),
    fc.constantFrom('a.csv', 'b.xlsx', '../../x.csv', 'c', '文件.csv', 'x.png'),
    fc.constantFrom('file', 'file', 'file', 'other'),
    fc.constantFrom('edge', 'edge', 'edge', 'lost'),
  )
  .map(([text, name, field, boundary]) => ({
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.from(
      `--edge\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: text/csv\r\n\r\n${text}\r\n--edge--\r\n`,
    ),
  }))

/** A list's own route, and that of its file, as endpoints. */
export const routesOf = (list: List): Endpoint[] =>
  [list.path, `${list.path}/export.csv`].map((path) => ({
    method: 'GET',
    path,
    permission: list.permission,
    filters: list,
  }))
