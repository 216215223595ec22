import type { FastifyInstance } from 'fastify'
import type { TSchema } from 'typebox'
import { permissions } from '../../core/access.ts'
import type { Column } from '../../core/columns.ts'
import { type Endpoint, type List, pageSchema } from '../../core/contract.ts'
import { filtersOf, MAX_PAGE_SIZE, MAX_SORTS, sortsOf } from '../../core/listQuery.ts'
import type { Feature } from '../../core/verb.ts'
import type { Machine } from './context.ts'
import { envelopeOf, failure } from './envelope.ts'
import { guard } from './guard.ts'

type Json = Record<string, unknown>

const everything = () => true

/** The OpenAPI 3.1 document of all contracts. */
export function documentOf(features: Feature[]): Json {
  const paths: Record<string, Json> = {}
  const add = (method: string, path: string, operation: Json) => {
    const key = path.replace(/:(\w+)/g, '{$1}')
    const named = { operationId: operationId(method, path), tags: [path.split('/')[2]!], ...operation }
    paths[key] = { ...paths[key], [method.toLowerCase()]: named }
  }
  for (const { lists = [], verbs = [] } of features) {
    for (const { list } of lists) {
      add('GET', list.path, operationOf(list.permission, listParameters(list), undefined, pageSchema(list)))
      add('GET', `${list.path}/export.csv`, {
        ...operationOf(list.permission, listParameters(list), undefined, undefined),
        responses: { 200: { description: 'All rows of the filter', content: { 'text/csv': {} } }, ...failures },
      })
    }
    for (const { endpoint } of verbs) add(endpoint.method, endpoint.path, endpointOperation(endpoint))
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Backlot',
      version: '1',
      description:
        'Everything the console does. Lists take their filters and sorts by name; which of them depends on the role.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: [...new Set(Object.keys(paths).map((path) => path.split('/')[2]!))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        ticket: { type: 'http', scheme: 'bearer', description: 'The accessTicket of a sign-in' },
        token: { type: 'http', scheme: 'bearer', description: 'An API token, blt_…, of the scope named' },
      },
    },
  }
}

const refused = (description: string) => ({ description, content: { 'application/json': { schema: failure } } })
const failures = {
  '4XX': refused('Refused, with the reason'),
  default: refused('Failed; nothing of the inside is told'),
}

/** `GET /api/data/:id/days` is `getDataByIdDays`: said once, so that generated clients have names that last. */
function operationId(method: string, path: string): string {
  const words = path
    .replaceAll(':', 'by-')
    .split(/[/._-]/)
    .filter((word) => word && word !== 'api')
  return method.toLowerCase() + words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('')
}

function endpointOperation(endpoint: Endpoint): Json {
  const { permission, params, query, filters, body, reply, uploadBytes, raw, token } = endpoint
  const parameters = [
    ...schemaParameters(params, 'path'),
    ...schemaParameters(query, 'query'),
    ...(filters ? listParameters(filters) : []),
  ]
  const upload = { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } }
  const content = uploadBytes
    ? { 'multipart/form-data': { schema: upload } }
    : body && { 'application/json': { schema: body } }
  const operation = {
    ...operationOf(permission, parameters, content, reply),
    ...(token && { security: [{ token: [token] }] }),
  }
  if (!raw) return operation
  const file = reply
    ? { description: 'Without the envelope', content: { 'application/json': { schema: reply } } }
    : { description: 'A file' }
  return { ...operation, responses: { 200: file, ...failures } }
}

function operationOf(
  permission: string,
  parameters: Json[],
  content: Json | undefined,
  reply: TSchema | undefined,
): Json {
  return {
    summary: permission,
    security: permission === 'public' ? [] : [{ ticket: [] }],
    ...(parameters.length && { parameters }),
    ...(content && { requestBody: { required: true, content } }),
    responses: {
      200: {
        description: 'Done',
        content: { 'application/json': { schema: envelopeOf(reply ?? ({ type: 'null' } as TSchema)) } },
      },
      ...failures,
    },
  }
}

function schemaParameters(schema: TSchema | undefined, where: 'path' | 'query'): Json[] {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Record<string, TSchema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, one]) => ({
    name,
    in: where,
    required: required.includes(name),
    schema: one,
  }))
}

function listParameters(list: List): Json[] {
  const whole = (maximum: number) => ({ type: 'integer', minimum: 1, maximum })
  const sorts = sortsOf(list, everything).flatMap((name) => [`${name}:asc`, `${name}:desc`])
  return [
    { name: 'current', in: 'query', schema: whole(1_000_000_000) },
    { name: 'pageSize', in: 'query', schema: whole(MAX_PAGE_SIZE) },
    {
      name: 'sort',
      in: 'query',
      style: 'form',
      explode: false,
      schema: { type: 'array', items: { type: 'string', enum: sorts }, maxItems: MAX_SORTS },
    },
    { name: 'cursor', in: 'query', schema: { type: 'string' } },
    ...Object.entries(filtersOf(list, everything)).map(([name, column]) => ({
      name,
      in: 'query',
      ...filterSchema(column),
    })),
  ]
}

function filterSchema(column: Column & { filter: string }): Json {
  const text = { type: 'string' }
  if (column.filter === 'is') return { schema: { type: 'string', enum: ['true', 'false'] } }
  if (column.filter === 'between') return { description: 'from..to, either end open', schema: text }
  if (column.filter === 'any')
    return {
      description: `one or more, with commas${column.choices ? `: ${column.choices.join(', ')}` : ''}`,
      schema: text,
    }
  return { schema: text }
}

/** Adds the document and its readable page, for whoever may read the API documents. */
export function addDocument(app: FastifyInstance, machine: Machine): void {
  const onRequest = guard(machine, 'apiDocs.read')
  app.get('/api/openapi.json', { onRequest }, async (_, reply) => reply.send(documentOf(machine.features)))
  app.get('/api/docs', { onRequest }, async (_, reply) =>
    reply
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
      .type('text/html; charset=utf-8')
      .send(pageOf(documentOf(machine.features))),
  )
}

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]!)

function pageOf(document: Json): string {
  const rows = Object.entries(document.paths as Record<string, Record<string, Json>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const permission = String(operation.summary)
      const roles = (permissions as Record<string, { roles?: readonly string[] }>)[permission]?.roles?.join(', ') ?? ''
      const detail = escapeHtml(
        JSON.stringify({ parameters: operation.parameters, body: operation.requestBody }, null, 2),
      )
      return `<details><summary><b>${method.toUpperCase()}</b> <code>${escapeHtml(path)}</code> <i>${escapeHtml(permission)}</i> ${escapeHtml(roles)}</summary><pre>${detail}</pre></details>`
    }),
  )
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Backlot API</title>
<style>body{font:14px/1.6 system-ui;max-width:960px;margin:32px auto;padding:0 16px}summary{padding:4px 0;cursor:pointer}b{display:inline-block;width:64px}i{color:#666;margin:0 8px}pre{background:#f5f6f7;padding:12px;overflow:auto}</style>
<h1>Backlot API</h1><p>OpenAPI 3.1: <code>/api/openapi.json</code></p>${rows.join('')}</html>`
}
