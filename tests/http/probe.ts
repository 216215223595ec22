import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import Type from 'typebox'
import { Done, defineEndpoint, idParams, nullable, strict } from '../../src/core/contract.ts'
import { errors, refuse } from '../../src/core/errors.ts'
import { type Feature, serve } from '../../src/core/verb.ts'

/** A feature that exists only to look at the edge from behind it. */
export const seen: { uploads: { name: string; bytes: number; sha256: string; content: string; path: string }[] } = {
  uploads: [],
}

const echo = defineEndpoint({
  method: 'POST',
  path: '/api/probe/echo',
  permission: 'self.use',
  reads: true,
  body: strict({
    name: Type.String({ minLength: 2, maxLength: 5 }),
    count: Type.Optional(Type.Integer({ minimum: 1, maximum: 9 })),
    kind: Type.Optional(Type.Enum(['a', 'b'])),
    note: Type.Optional(nullable(Type.String())),
    inner: Type.Optional(strict({ deep: Type.Optional(Type.String()) })),
    ids: Type.Optional(Type.Array(Type.String({ pattern: '^\\d+$' }), { maxItems: 2 })),
  }),
  reply: Type.Object({ name: Type.String() }),
})

const find = defineEndpoint({
  method: 'GET',
  path: '/api/probe/find/:id',
  permission: 'self.use',
  params: idParams,
  query: strict({ limit: Type.Optional(Type.Integer({ minimum: 1 })), isOpen: Type.Optional(Type.Boolean()) }),
  reply: Type.Object({ id: Type.String(), limit: nullable(Type.Integer()), isOpen: nullable(Type.Boolean()) }),
})

/** Leaves one audit row as its effect. */
const add = defineEndpoint({
  method: 'POST',
  path: '/api/probe/add',
  permission: 'self.use',
  body: strict({ what: Type.String(), thenFail: Type.Optional(Type.Boolean()) }),
  reply: Type.Object({ id: Type.String() }),
})

const put = defineEndpoint({
  method: 'PUT',
  path: '/api/probe/add',
  permission: 'self.use',
  body: strict({ what: Type.String() }),
  reply: Done,
})

const fail = defineEndpoint({
  method: 'GET',
  path: '/api/probe/fail/:id',
  permission: 'self.use',
  params: idParams,
  reply: Done,
})

const upload = defineEndpoint({
  method: 'POST',
  path: '/api/probe/upload',
  permission: 'self.use',
  uploadBytes: 2048,
  reply: Done,
})

const file = defineEndpoint({ method: 'GET', path: '/api/probe/file', permission: 'self.use', raw: true })

const broken: (() => unknown)[] = [
  () => Object.assign(new Error('connect ECONNREFUSED 10.0.0.5:5432 secret-host'), { code: 'ECONNREFUSED' }),
  () => new Error('relation "secret_table" does not exist'),
  () => Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' }),
  () => Object.assign(new Error('could not extend file "secret": No space left on device'), { code: '53100' }),
  () => Object.assign(new Error("ENOSPC: write '/secret'"), { code: 'ENOSPC' }),
]

export const probe: Feature = {
  verbs: [
    serve(echo, async (_, { body }) => ({ name: body.name, secret: 'not declared' }) as { name: string }),
    serve(find, async (_, { params, query }) => ({
      id: params.id,
      limit: query.limit ?? null,
      isOpen: query.isOpen ?? null,
    })),
    serve(add, async (ctx, { body }) => {
      await ctx.audit({ action: 'probe.add', entity: 'probe', entityId: body.what })
      await ctx.enqueue('probe.job', { what: body.what })
      if (body.thenFail) throw refuse(errors, 'STALE', { data: { current: { version: 2 } } })
      const row = await ctx.db.one<{ id: string }>({ text: 'select max(id)::text as id from audit_log', values: [] })
      return row!
    }),
    serve(put, async () => ({ done: true })),
    serve(fail, async (_, { params }) => {
      throw broken[Number(params.id) - 1]!()
    }),
    serve(upload, async (ctx) => {
      const { name, bytes, sha256, path } = ctx.upload!
      seen.uploads.push({ name, bytes, sha256, path, content: existsSync(path) ? await readFile(path, 'utf8') : '' })
      return { done: true }
    }),
    serve(file, async () => ({ name: '数据 "a"\r\n/../x.csv', type: 'text/html', body: '<script>alert(1)</script>' })),
  ],
}
