import type { Permission } from '../../core/access.ts'
import { may } from '../../core/can.ts'
import { errors as common, refuse } from '../../core/errors.ts'
import { actionsFrom, step } from '../../core/flow.ts'
import type { ListQuery } from '../../core/listQuery.ts'
import { type Ctx, type Feature, serve, serveList } from '../../core/verb.ts'
import { readAll, readPage } from '../../kit/sql/list.ts'
import { build, rebuildJob } from './build.ts'
import {
  collectionBuild,
  collectionCopy,
  collectionCreate,
  collectionDelete,
  collectionDetail,
  collectionFile,
  collectionItems,
  collectionOffline,
  collectionOnline,
  collectionPreview,
  collectionsList,
  collectionsOptions,
  collectionsSameName,
  collectionsTargets,
  collectionUpdate,
  ITEMS_PAGE,
} from './contract.ts'
import { errors } from './errors.ts'
import { writeItems } from './file.ts'
import { collectionFlow, statusWords } from './flow.ts'
import { importVerbs } from './importing.ts'
import { itemVerbs } from './items.ts'
import { lockForChange } from './lock.ts'
import { conditionIds, type Rule } from './rule.ts'
import * as sql from './sql.ts'
import { countMatches, previewRule } from './sqlBuild.ts'
import * as items from './sqlItems.ts'
import { text } from './text.ts'

const question = (ctx: Ctx, query: ListQuery) => ({
  db: ctx.db,
  list: collectionsList,
  source: sql.collectionsSource(ctx.scope),
  query,
  fence: sql.fenceCollections(ctx.scope),
  may: (needs: Permission) => may(ctx.session, needs),
})

const list = serveList({
  list: collectionsList,
  text,
  page: (ctx, query) => readPage(question(ctx, query)),
  all: (ctx, query) => readAll(question(ctx, query)),
})

const options = serve(collectionsOptions, (ctx) => sql.readOptions(ctx.db, ctx.scope))

const sameName = serve(collectionsSameName, async (ctx, { query }) => ({
  collections: await sql.readSameName(ctx.db, ctx.scope, query.name.trim()),
}))

const targets = serve(collectionsTargets, async (ctx, { query }) => ({
  collections: await sql.readTargets(ctx.db, ctx.scope, query.search?.trim() ?? ''),
}))

const detail = serve(collectionDetail, async (ctx, { params }) => {
  const row = await sql.readCollection(ctx.db, ctx.scope, params.id)
  if (!row) throw refuse(common, 'NOT_FOUND')
  const { ownerId: _, ...shown } = row
  const ids = conditionIds(row.rule)
  const [names, builds, excluded] = await Promise.all([
    sql.readRuleNames(ctx.db, ctx.scope, ids.partners, ids.categories),
    // What came and went over all lines is not for somebody of one.
    row.isReadOnly ? [] : sql.readBuilds(ctx.db, row.collectionId),
    sql.readExcluded(ctx.db, ctx.scope, row.collectionId),
  ])
  const known = new Set(names.partners.map(({ id }) => id))
  return {
    ...shown,
    ...names,
    rule: row.rule && withoutPartners(row.rule, known),
    hidesPartners: ids.partners.some((id) => !known.has(id)),
    actions: row.isReadOnly ? [] : actionsFrom(collectionFlow, row.status, (needs) => may(ctx.session, needs)),
    builds,
    excluded,
  }
})

/** The rule with only the partners somebody may know of. */
function withoutPartners(rule: Rule, known: ReadonlySet<string>): Rule {
  return {
    ...rule,
    conditions: rule.conditions.map((condition) =>
      condition.field === 'partner'
        ? { ...condition, values: condition.values.filter((id) => known.has(id)) }
        : condition,
    ),
  }
}

const itemsPage = serve(collectionItems, async (ctx, { params, query }) => {
  if (!(await sql.readCollection(ctx.db, ctx.scope, params.id))) throw refuse(common, 'NOT_FOUND')
  const [total, rows] = await Promise.all([
    items.countItems(ctx.db, ctx.scope, params.id),
    items.readItems(ctx.db, ctx.scope, params.id, ((query.current ?? 1) - 1) * ITEMS_PAGE),
  ])
  return { total, items: rows }
})

const file = serve(collectionFile, async (ctx, { params }) => {
  const row = await sql.readCollection(ctx.db, ctx.scope, params.id)
  if (!row) throw refuse(common, 'NOT_FOUND')
  return {
    name: `${text[ctx.language].file.name}-${row.number}.csv`,
    type: 'text/csv; charset=utf-8',
    body: writeItems(ctx, params.id),
  }
})

/** A rule as it may be stored: within the scope, its days in order. Throws what is wrong with it. */
async function checkFields(ctx: Ctx, rule: Rule | null, isByRule: boolean, lineId: string | null): Promise<void> {
  if (isByRule && !rule) throw refuse(errors, 'RULE_REQUIRED', { field: 'rule' })
  if (!isByRule && rule) throw refuse(errors, 'RULE_UNWANTED', { field: 'rule' })
  for (const condition of rule?.conditions ?? []) {
    if (condition.field !== 'published') continue
    if (!condition.from && !condition.to) throw refuse(errors, 'DAYS_REQUIRED', { field: 'rule' })
    if (condition.from && condition.to && condition.from > condition.to)
      throw refuse(errors, 'DAYS_REVERSED', { field: 'rule' })
  }
  const ids = conditionIds(rule)
  const known = await sql.countKnown(ctx.db, ctx.scope, { ...ids, lineId })
  if (known!.partners < ids.partners.length) throw refuse(errors, 'PARTNER_NOT_FOUND', { field: 'rule' })
  if (known!.categories < ids.categories.length) throw refuse(errors, 'CATEGORY_NOT_FOUND', { field: 'rule' })
  if (!known!.hasLine) throw refuse(errors, 'LINE_NOT_FOUND', { field: 'lineId' })
}

/** Whoever works for one line makes collections of that line. */
const lineFor = (ctx: Ctx, wanted: string | null): string | null =>
  ctx.scope.kind === 'line' ? ctx.scope.lineId : wanted

const preview = serve(collectionPreview, async (ctx, { body }) => {
  const lineId = lineFor(ctx, body.lineId)
  await checkFields(ctx, body.rule, true, lineId)
  if (body.collectionId && !(await sql.readCollection(ctx.db, ctx.scope, body.collectionId)))
    throw refuse(common, 'NOT_FOUND')
  const asked = {
    rule: body.rule,
    contentType: body.contentType,
    lineId,
    collectionId: body.collectionId,
    now: ctx.now,
  }
  const matches = await countMatches(ctx.db, asked)
  if (matches.isTooMany) return { ...matches, count: 0, samples: [] }
  const { count, firstIds } = await previewRule(ctx.db, asked)
  return { ...matches, count, samples: await items.readSamples(ctx.db, firstIds) }
})

/** The row as an answer to a change; its id and version for the next one. */
async function savedOf(ctx: Ctx, id: string) {
  const row = (await sql.readCollection(ctx.db, ctx.scope, id))!
  return { id, number: row.number, count: row.count, version: row.version }
}

const create = serve(collectionCreate, async (ctx, { body }) => {
  const lineId = lineFor(ctx, body.lineId)
  await checkFields(ctx, body.rule, body.filterType === 'rules', lineId)
  const row = { ...body, name: body.name.trim(), lineId, ownerId: ctx.session.accessId, now: ctx.now }
  const { id, number } = await sql.insertCollection(ctx.db, row)
  await ctx.audit({
    action: 'collection.create',
    entity: 'collection',
    entityId: id,
    after: { number, ...body, lineId },
  })
  if (row.rule) {
    const locked = await lockForChange(ctx, id)
    await build(ctx.db, { ...locked, rule: row.rule }, 'save', ctx.now)
  }
  return savedOf(ctx, id)
})

const update = serve(collectionUpdate, async (ctx, { params, body }) => {
  const before = await lockForChange(ctx, params.id)
  if (before.version !== body.version) throw stale(before)
  await checkFields(ctx, body.rule, before.filterType === 'rules', before.lineId)
  const { version: _, ...fields } = body
  const after = { ...fields, name: body.name.trim() }
  await sql.updateCollection(ctx.db, params.id, { ...after, now: ctx.now })
  if (body.rule) await build(ctx.db, { ...before, ...after, rule: body.rule }, 'save', ctx.now)
  const { name, rule, mayMatchAll, orderDate, reportDate } = before
  await ctx.audit({
    action: 'collection.update',
    entity: 'collection',
    entityId: params.id,
    before: { name, rule, mayMatchAll, orderDate, reportDate },
    after,
  })
  return savedOf(ctx, params.id)
})

/** 409 with the row as it is now, so that the form can show what differs. */
function stale(row: sql.CollectionRow) {
  const { name, rule, orderDate, reportDate, status, version } = row
  return refuse(common, 'STALE', {
    field: 'version',
    data: { current: { name, rule, orderDate, reportDate, status, version } },
  })
}

const copy = serve(collectionCopy, async (ctx, { params, body }) => {
  const from = await sql.readCollection(ctx.db, ctx.scope, params.id)
  if (!from) throw refuse(common, 'NOT_FOUND')
  const lineId = lineFor(ctx, from.lineId)
  const known = await sql.readRuleNames(ctx.db, ctx.scope, conditionIds(from.rule).partners, [])
  // A copy into a line cannot name partners its owner may not know of.
  if (known.partners.length < conditionIds(from.rule).partners.length)
    throw refuse(errors, 'PARTNER_NOT_FOUND', { field: 'rule' })
  const { id, number } = await sql.insertCollection(ctx.db, {
    ...from,
    name: body.name.trim(),
    lineId,
    ownerId: ctx.session.accessId,
    now: ctx.now,
  })
  await items.copyItems(ctx.db, ctx.scope, from.collectionId, id, ctx.session.accessId, ctx.now)
  await items.copyExcluded(ctx.db, ctx.scope, from.collectionId, id, ctx.session.accessId, ctx.now)
  await items.touch(ctx.db, id, ctx.now)
  await ctx.audit({
    action: 'collection.copy',
    entity: 'collection',
    entityId: id,
    after: { number, name: body.name, from: from.collectionId },
  })
  const row = await lockForChange(ctx, id)
  if (row.rule) await build(ctx.db, { ...row, rule: row.rule }, 'person', ctx.now)
  return savedOf(ctx, id)
})

/** Locks a collection for a step of its flow. Throws NOT_FOUND, READ_ONLY, STALE, NOT_IN_THIS_STATE. */
async function lockStep(ctx: Ctx, id: string, action: 'online' | 'offline' | 'delete', version: number) {
  const row = await lockForChange(ctx, id)
  if (row.version !== version) throw stale(row)
  step(collectionFlow, row.status, action, (needs) => may(ctx.session, needs), statusWords)
  return row
}

const online = serve(collectionOnline, async (ctx, { params, body }) => {
  const row = await lockStep(ctx, params.id, 'online', body.version)
  if (row.filterType === 'rules' && (!row.builtAt || row.buildError)) throw refuse(errors, 'NOT_BUILT')
  const moved = await sql.moveStatus(ctx.db, params.id, collectionFlow.actions.online.from, 'online', body.version)
  if (!moved) throw refuse(errors, 'EMPTY')
  await auditStatus(ctx, params.id, row.status, 'online')
  return { done: true }
})

const offline = serve(collectionOffline, async (ctx, { params, body }) => {
  const row = await lockStep(ctx, params.id, 'offline', body.version)
  await sql.moveStatus(ctx.db, params.id, collectionFlow.actions.offline.from, 'offline', body.version)
  await auditStatus(ctx, params.id, row.status, 'offline')
  return { done: true }
})

const auditStatus = (ctx: Ctx, id: string, before: string, after: string) =>
  ctx.audit({
    action: `collection.${after}`,
    entity: 'collection',
    entityId: id,
    before: { status: before },
    after: { status: after },
  })

const FOREIGN_KEY_VIOLATION = '23503'

const remove = serve(collectionDelete, async (ctx, { params, body }) => {
  const row = await lockStep(ctx, params.id, 'delete', body.version)
  if (await sql.isRecommended(ctx.db, params.id)) throw refuse(errors, 'IN_USE')
  await ctx.audit({
    action: 'collection.delete',
    entity: 'collection',
    entityId: params.id,
    before: { number: row.number, name: row.name, rule: row.rule, count: row.count },
  })
  await sql.deleteCollection(ctx.db, params.id, collectionFlow.actions.delete.from, body.version).catch((error) => {
    throw (error as { code?: string }).code === FOREIGN_KEY_VIOLATION ? refuse(errors, 'IN_USE') : error
  })
  return { done: true }
})

const rebuild = serve(collectionBuild, async (ctx, { params }) => {
  const row = await lockForChange(ctx, params.id)
  if (!row.rule) throw refuse(errors, 'NOT_BY_RULE')
  const built = await build(ctx.db, { ...row, rule: row.rule }, 'person', ctx.now)
  await ctx.audit({ action: 'collection.build', entity: 'collection', entityId: params.id, after: built })
  return { ...built, count: (await savedOf(ctx, params.id)).count }
})

export const collections: Feature = {
  lists: [list],
  verbs: [
    ...[options, sameName, targets, preview, detail, itemsPage, file],
    ...[create, update, copy, online, offline, remove, rebuild, ...itemVerbs, ...importVerbs],
  ],
  jobs: [rebuildJob],
}
