import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { TSchema } from 'typebox'
import { expect, it } from 'vitest'
import { features } from '../../src/server/features.ts'
import { openServer } from '../http/app.ts'
import { endpointsOf } from '../matrix/endpoints.ts'
import { world } from '../world.ts'

/** Doors that must not be there, looked for over the whole house. */
const { ask } = await openServer()
const root = join(import.meta.dirname, '..', '..')
const sources = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name))
  .map((file) => ({ path: relative(root, file), code: readFileSync(file, 'utf8') }))
const isServers = ({ path }: { path: string }) =>
  !/^src\/(web|kit\/(?!sql|format|sheet|pdf))/.test(path) && !/\.tsx$|\/parts\/|\/editor\//.test(path)

it('asks nobody outside but the union', () => {
  const reaching = sources
    .filter(isServers)
    .filter(({ code }) =>
      /(?<![\w.])fetch\(|from 'node:(?:http|https|tls|dgram)'|from 'undici'|createConnection\(/.test(code),
    )
    .map(({ path }) => path)
  expect(reaching.filter((path) => path.startsWith('src/features/'))).toEqual([
    'src/features/affiliate/upstream/union.ts',
  ])
  const { code } = sources.find(({ path }) => path === 'src/features/affiliate/upstream/union.ts')!
  expect(code).toContain(`redirect: 'error'`)
})

/** The objects of a schema that take fields they do not name; records and stored documents say so by a pattern. */
function open(schema: TSchema | undefined, at: string): string[] {
  if (!schema || typeof schema !== 'object') return []
  const { type, properties, items, anyOf, allOf, additionalProperties, patternProperties } = schema as unknown as {
    type?: string
    properties?: Record<string, TSchema>
    items?: TSchema
    anyOf?: TSchema[]
    allOf?: TSchema[]
    additionalProperties?: unknown
    patternProperties?: unknown
  }
  return [
    ...(type === 'object' && additionalProperties !== false && !patternProperties ? [at] : []),
    ...Object.entries(properties ?? {}).flatMap(([name, one]) => open(one, `${at}.${name}`)),
    ...open(items, `${at}[]`),
    ...[...(anyOf ?? []), ...(allOf ?? [])].flatMap((one, n) => open(one, `${at}|${n}`)),
  ]
}

it('takes no field that its contract does not name', () => {
  const verbs = features.flatMap(({ verbs = [] }) => verbs.map(({ endpoint }) => endpoint))
  expect(
    verbs.flatMap(({ method, path, body, query, params }) =>
      [body, query, params].flatMap((one) => open(one as TSchema | undefined, `${method} ${path}`)),
    ),
  ).toEqual([])
})

it('gives another site nothing to hold on to', async () => {
  for (const { method, path } of endpointsOf(features)) {
    if (method === 'GET') continue
    const url = path.replace(/:\w+/g, world.missingId)
    const headers = { origin: 'https://elsewhere.example', 'content-type': 'text/plain' }
    const answer = await ask(method, `${url}?probe=1`, { headers, ...(method !== 'DELETE' && { body: '{}' }) })
    expect(answer.headers['set-cookie'], path).toBeUndefined()
    expect(answer.headers['access-control-allow-origin'], path).toBeUndefined()
    expect(answer.statusCode, path).toBeGreaterThanOrEqual(400)
  }
  // The twin: the same origin with a ticket in the header that only its scripts write.
  expect((await ask('POST', '/api/user/info', { as: 'leader' })).statusCode).toBe(200)
  // What a browser asks before it would let another site send that header.
  const headers = { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' }
  const preflight = await ask('OPTIONS', '/api/user/info', { headers })
  expect(preflight.headers['access-control-allow-origin']).toBeUndefined()
})
