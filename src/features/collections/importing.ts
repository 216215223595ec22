import { parse } from 'csv-parse/sync'
import type { AppError } from '../../core/errors.ts'
import { refuse } from '../../core/errors.ts'
import { type Ctx, serve } from '../../core/verb.ts'
import { CONTENT_TYPES, type ContentType } from '../../core/works.ts'
import { collectionsImport, collectionsImportCheck, type ImportReport, MAX_IMPORT_ROWS } from './contract.ts'
import { errors, type RowError, rowErrors } from './errors.ts'
import { putIn, readReference, refusalOf } from './items.ts'
import { MAX_MANUAL_ITEMS } from './rule.ts'
import * as sql from './sql.ts'
import * as items from './sqlItems.ts'
import { text } from './text.ts'

const MAX_COLLECTIONS = 200

interface Row {
  /** As the spreadsheet counts, the header being 1. */
  row: number
  number: string
  name: string
  contentType: string
  video: string
}

/** A collection the file speaks of: one that is there, or one it makes. */
interface Group {
  existing: sql.CollectionRow | null
  name: string
  contentType: string
  lineId: string | null
  ids: string[]
  /** Items it holds already, towards the most it may. */
  held: number
}

interface Plan {
  rows: number
  groups: Group[]
  refused: { row: Row; reason: RowError }[]
}

const HEADS: Record<keyof Omit<Row, 'row'>, readonly string[]> = {
  number: ['集合编号', 'collection number', 'number'],
  name: ['集合名称', 'collection name', 'name'],
  contentType: ['内容体裁', 'content type'],
  video: ['作品', '作品id', '作品链接', '平台作品id', 'video', 'video id', 'video link', 'platform item id'],
}

/** The rows of a file. Throws IMPORT_MALFORMED, IMPORT_NO_HEADER, IMPORT_DOUBLE_HEADER, IMPORT_EMPTY, IMPORT_TOO_LONG. */
export function readFile(content: string): Row[] {
  const [head = [], ...lines] = readCells(content)
  const names = head.map((cell) => cell.trim().toLowerCase())
  const columns = Object.fromEntries(
    Object.entries(HEADS).map(([field, known]) => {
      const found = names.flatMap((name, at) => (known.includes(name) ? [at] : []))
      if (found.length > 1)
        throw refuse(errors, 'IMPORT_DOUBLE_HEADER', { params: { name: head[found[1]!]!.slice(0, 60) } })
      return [field, found[0] ?? -1]
    }),
  ) as Record<keyof typeof HEADS, number>
  if (columns.video < 0 || (columns.number < 0 && columns.name < 0)) throw refuse(errors, 'IMPORT_NO_HEADER')
  const rows = lines.flatMap((cells, at) => {
    const of = (field: keyof typeof HEADS) => (cells[columns[field]] ?? '').trim()
    const row = {
      row: at + 2,
      number: of('number'),
      name: of('name'),
      contentType: of('contentType'),
      video: of('video'),
    }
    return cells.some((cell) => cell.trim()) ? [row] : []
  })
  if (rows.length === 0) throw refuse(errors, 'IMPORT_EMPTY')
  if (rows.length > MAX_IMPORT_ROWS) throw refuse(errors, 'IMPORT_TOO_LONG', { params: { limit: MAX_IMPORT_ROWS } })
  return rows
}

function readCells(content: string): string[][] {
  const [first = ''] = content.split('\n', 1)
  const delimiter = [',', '\t', ';'].find((one) => first.includes(one)) ?? ','
  try {
    return parse(content, { bom: true, relax_column_count: true, delimiter })
  } catch {
    throw refuse(errors, 'IMPORT_MALFORMED') satisfies AppError
  }
}

/** A content type by its value or its word in either language; undefined when it is neither. */
function readType(written: string): ContentType | undefined {
  return CONTENT_TYPES.find(
    (type) =>
      type.toLowerCase() === written.toLowerCase() ||
      Object.values(text).some(({ choices }) => choices.contentType[type].toLowerCase() === written.toLowerCase()),
  )
}

/** What a file would do, row by row; nothing is changed. */
async function planOf(ctx: Ctx, content: string): Promise<Plan> {
  const rows = readFile(content)
  const known = await sql.readForImport(
    ctx.db,
    ctx.scope,
    rows.flatMap(({ number }) => (number ? [number] : [])),
    rows.flatMap(({ number, name }) => (!number && name ? [name] : [])),
  )
  const references = rows.map(({ video }) => readReference(video))
  const videos = new Map((await items.resolveVideos(ctx.db, ctx.scope, references)).map((one) => [one.nr - 1, one]))
  const lineId = ctx.scope.kind === 'line' ? ctx.scope.lineId : null
  const groups = new Map<string, Group & { candidates: Map<string, items.Candidate> }>()
  const refused: Plan['refused'] = []

  const groupOf = async (
    row: Row,
    videoType: string | undefined,
  ): Promise<RowError | NonNullable<ReturnType<typeof groups.get>>> => {
    if (!row.number && !row.name) return 'NO_COLLECTION'
    const found = known.filter((one) => (row.number ? one.number === row.number : one.name === row.name))
    if (row.number && found.length === 0) return 'UNKNOWN_COLLECTION'
    if (found.length > 1) return 'AMBIGUOUS_NAME'
    const existing = found[0] ?? null
    if (existing?.isReadOnly) return 'UNKNOWN_COLLECTION'
    const key = existing ? existing.collectionId : `new ${row.name}`
    const kept = groups.get(key)
    if (kept) return kept
    const type = row.contentType ? readType(row.contentType) : undefined
    if (row.contentType && !type) return 'BAD_TYPE'
    if (!existing && [...row.name].length > 60) return 'BAD_NAME'
    const contentType = existing?.contentType ?? type ?? videoType
    if (!contentType) return 'UNKNOWN_VIDEO'
    if (groups.size >= MAX_COLLECTIONS) throw refuse(errors, 'IMPORT_TOO_WIDE', { params: { limit: MAX_COLLECTIONS } })
    const all = [...videos.values()].map(({ id }) => id)
    const candidates = existing ? await items.readCandidates(ctx.db, ctx.scope, existing, all) : []
    const group = {
      existing,
      name: existing?.name ?? row.name,
      contentType,
      lineId: existing ? existing.lineId : lineId,
      ids: [],
      held: existing ? await items.countAll(ctx.db, existing.collectionId) : 0,
      candidates: new Map(candidates.map((one) => [one.id, one])),
    }
    groups.set(key, group)
    return group
  }

  const judge = async (row: Row, at: number): Promise<RowError | undefined> => {
    if (!row.video) return 'NO_VIDEO'
    const video = videos.get(at)
    const group = await groupOf(row, video?.contentType)
    if (typeof group === 'string') return group
    if (!video) return 'UNKNOWN_VIDEO'
    if (group.ids.includes(video.id)) return 'DUPLICATE'
    const candidate = group.candidates.get(video.id) ?? { contentType: video.contentType, isOfLine: true, isIn: false }
    const reason = refusalOf(group, candidate)
    if (reason) return reason
    const isByHand = group.existing?.filterType !== 'rules'
    if (isByHand && group.held + group.ids.length >= MAX_MANUAL_ITEMS) return 'COLLECTION_FULL'
    group.ids.push(video.id)
    return undefined
  }

  for (const [at, row] of rows.entries()) {
    const reason = await judge(row, at)
    if (reason) refused.push({ row, reason })
  }
  return { rows: rows.length, groups: [...groups.values()].filter(({ ids }) => ids.length > 0), refused }
}

function reportOf(ctx: Ctx, { rows, groups, refused }: Plan, numbers: readonly (string | null)[]): ImportReport {
  return {
    rows,
    done: groups.reduce((sum, { ids }) => sum + ids.length, 0),
    collections: groups.map(({ name, contentType, ids }, at) => ({
      number: numbers[at] ?? null,
      name,
      contentType,
      items: ids.length,
    })),
    refused: refused.map(({ row, reason }) => ({
      row: row.row,
      collection: (row.number || row.name).slice(0, 80),
      video: row.video.slice(0, 200),
      reason,
      msg: rowErrors[reason][ctx.language].replace('{limit}', String(MAX_MANUAL_ITEMS)),
    })),
  }
}

const check = serve(collectionsImportCheck, async (ctx, { body }) => {
  const plan = await planOf(ctx, body.text)
  return reportOf(
    ctx,
    plan,
    plan.groups.map(({ existing }) => existing?.number ?? null),
  )
})

const apply = serve(collectionsImport, async (ctx, { body }) => {
  const plan = await planOf(ctx, body.text)
  if (plan.groups.length === 0) throw refuse(errors, 'IMPORT_NOTHING')
  const numbers: string[] = []
  for (const group of plan.groups) {
    const into = await makeOrLock(ctx, group)
    numbers.push(into.number)
    await putIn(ctx, into, group.ids)
  }
  return reportOf(ctx, plan, numbers)
})

async function makeOrLock(ctx: Ctx, { existing, name, contentType, lineId }: Group): Promise<sql.CollectionRow> {
  if (existing) return (await sql.lockCollection(ctx.db, ctx.scope, existing.collectionId)) ?? existing
  const { id, number } = await sql.insertCollection(ctx.db, {
    ...{ name, contentType, filterType: 'artificial', lineId, rule: null, mayMatchAll: false },
    ...{ orderDate: null, reportDate: null, ownerId: ctx.session.accessId, now: ctx.now },
  })
  await ctx.audit({
    action: 'collection.create',
    entity: 'collection',
    entityId: id,
    after: { number, name, contentType, filterType: 'artificial', lineId },
  })
  return (await sql.lockCollection(ctx.db, ctx.scope, id))!
}

export const importVerbs = [check, apply]
