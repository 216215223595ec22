import { may } from '../../core/can.ts'
import { errors, refuse } from '../../core/errors.ts'
import type { ListQuery } from '../../core/listQuery.ts'
import { type Ctx, type Feature, serve, serveList } from '../../core/verb.ts'
import { readAll, readPage } from '../../kit/sql/list.ts'
import { changesOf } from './changes.ts'
import { auditActors, auditEntry, auditList } from './contract.ts'
import * as sql from './sql.ts'
import { text } from './text.ts'

const question = (ctx: Ctx, query: ListQuery) => ({
  db: ctx.db,
  list: auditList,
  source: sql.auditSource,
  query,
  fence: sql.fence(ctx.scope),
  may: (needs: Parameters<typeof may>[1]) => may(ctx.session, needs),
})

const list = serveList({
  list: auditList,
  text,
  page: (ctx, query) => readPage(question(ctx, query)),
  all: (ctx, query) => readAll(question(ctx, query)),
})

const actors = serve(auditActors, async ({ db }) => ({ actors: await sql.readActors(db) }))

const entry = serve(auditEntry, async ({ db, scope }, { params }) => {
  const found = await sql.readEntry(db, scope, params.id)
  if (!found) throw refuse(errors, 'NOT_FOUND')
  const { before, after, ...rest } = found
  return { ...rest, changes: changesOf(before, after) }
})

export const audit: Feature = { lists: [list], verbs: [actors, entry] }
