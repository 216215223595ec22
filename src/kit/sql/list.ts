import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { Permission } from '../../core/access.ts'
import type { Column, Columns } from '../../core/columns.ts'
import type { List, ListRow, Page } from '../../core/contract.ts'
import { errors, refuse } from '../../core/errors.ts'
import { type Filter, type ListQuery, type Sort, sortText, visible } from '../../core/listQuery.ts'
import { addDays, startOf } from '../../core/time.ts'
import type { Db } from '../../core/verb.ts'
import { countRows } from './total.ts'

/** Where a list's rows come from. One statement finds the page's keys, the same statement then fills the rows. */
export interface ListSource<L extends List = List> {
  /** FROM of the search for keys; gets the names of the filters and the sort in use, to join only what they need. */
  keys(used: ReadonlySet<string>): Sql
  /** The row's bigint id in the search for keys. */
  id: Sql
  /** FROM that fills the page's rows, joined to `page(id)`. */
  rows: Sql
  columns: Record<keyof L['columns'] & string, Sql>
  /** A sort's expression, never null so that a keyset page is one index range; must match the index to the letter. */
  sorts: Record<string, Sql>
  /** What each filter tests, or the whole test where the kind's own would not do. */
  filters: Record<string, Sql | ((filter: Filter) => Sql)>
}

/** Rows that can be paged by number; past them, by cursor. */
export const MAX_OFFSET = 10_000
const EXPORT_BATCH = 2_000

interface Question<L extends List> {
  db: Db
  list: L
  source: ListSource<L>
  query: ListQuery
  /** The row scope as a WHERE clause. */
  fence: Sql
  may(needs: Permission): boolean
}

/** One page and its total. Throws PAGE_TOO_DEEP, BAD_CURSOR. */
export async function readPage<L extends List>(
  question: Question<L>,
  dataThrough: string | null = null,
): Promise<Page<ListRow<L>>> {
  const { db, source, query } = question
  const where = whereOf(question)
  const offset = query.cursor ? 0 : (query.current - 1) * query.pageSize
  const counting = query.wantsTotal
    ? countRows(db, sql`select 1 from ${source.keys(usedBy(query, false))} where ${where}`)
    : null
  if (offset > MAX_OFFSET) {
    const total = await (counting ??
      countRows(db, sql`select 1 from ${source.keys(usedBy(query, false))} where ${where}`))
    if (total.rows > offset) throw refuse(errors, 'PAGE_TOO_DEEP', { field: 'current', params: { limit: MAX_OFFSET } })
    return { list: [], total: total.rows, totalIsExact: total.isExact, dataThrough, nextCursor: null }
  }
  const [batch, total] = await Promise.all([readBatch(question, where, query.pageSize, offset, query.cursor), counting])
  return {
    list: batch.rows,
    total: total?.rows ?? null,
    totalIsExact: total?.isExact ?? false,
    dataThrough,
    nextCursor: batch.cursor,
  }
}

/** All rows of the filter in its sort, in batches: run it in one repeatable-read transaction for a consistent file. */
export async function* readAll<L extends List>(question: Question<L>): AsyncGenerator<ListRow<L>[]> {
  const where = whereOf(question)
  let cursor: string | null | undefined
  do {
    const batch: Batch<L> = await readBatch(question, where, EXPORT_BATCH, 0, cursor ?? undefined)
    if (batch.rows.length > 0) yield batch.rows
    cursor = batch.cursor
  } while (cursor)
}

/** One statement for all rows of the filter in its sort, with these columns alone. */
export function selectAll<L extends List>(question: Omit<Question<L>, 'db'>, columns: readonly string[]): Sql {
  const { list, source, query, may } = question
  const known = visible(list.columns, may)
  const chosen = Object.fromEntries(columns.map((name) => [name, known[name]!]))
  return sql`
    with page as (
      select ${source.id} as id, ${keysOf(source, query.sort)} from ${source.keys(usedBy(query, true))} where ${whereOf(question)}
    )
    select ${selectOf(chosen, source)} from page ${source.rows} order by ${orderOfPage(query.sort)}`
}

/** The condition a filtered set means, for statements beside the list: tiles, trends, bulk actions. */
export function whereOf<L extends List>({ list, source, query, fence, may }: Omit<Question<L>, 'db'>): Sql {
  const known = { ...visible(list.columns, may), ...visible(list.filters, may) }
  return join(
    [fence, ...query.filters.map((filter) => conditionOf(filter, known[filter.name]!, source.filters[filter.name]!))],
    ' and ',
  )
}

/** Names of the filters in use, and of the sorts where rows are ordered. */
export function usedBy(query: ListQuery, ordered: boolean): ReadonlySet<string> {
  return new Set([...query.filters.map(({ name }) => name), ...(ordered ? query.sort.map(({ field }) => field) : [])])
}

interface Batch<L extends List> {
  rows: ListRow<L>[]
  cursor: string | null
}

async function readBatch<L extends List>(
  question: Question<L>,
  where: Sql,
  limit: number,
  offset: number,
  cursor?: string,
): Promise<Batch<L>> {
  const { db, list, source, query, may } = question
  const { sort } = query
  const after = cursor ? sql` and ${afterCursor(readCursor(cursor, query), list, source, sort)}` : empty
  // One row more than the page shows whether there is a next one. The limit is written into the statement, so that the
  // plan kept for it is made for a short page.
  const statement = sql`
    with page as materialized (
      select ${source.id} as id, ${keysOf(source, sort)} from ${source.keys(usedBy(query, true))}
      where ${where}${after}
      order by ${orderOfKeys(source, sort)} limit ${raw(String(limit + 1))}${offset ? sql` offset ${offset}` : empty}
    )
    select ${selectOf(visible(list.columns, may), source)}, page.id::text as "$id",
      array[${join(
        sort.map((_, at) => sql`page.${keyName(at)}::text`),
        ', ',
      )}] as "$keys"
    from page ${source.rows} order by ${orderOfPage(sort)}`
  const found = await db.rows<ListRow<L> & { $id: string; $keys: string[] }>(statement)
  const last = found.length > limit ? found[limit - 1]! : undefined
  return { rows: found.slice(0, limit), cursor: last ? writeCursor(query, last.$keys, last.$id) : null }
}

function selectOf(columns: Columns, source: ListSource): Sql {
  return join(
    Object.keys(columns).map((name) => sql`${source.columns[name]!} as ${raw(`"${name}"`)}`),
    ', ',
  )
}

/** The list's keys are a closed set from the contract, so a filter's name never comes from outside. */
function conditionOf(filter: Filter, column: Column, test: Sql | ((filter: Filter) => Sql)): Sql {
  if (typeof test === 'function') return test(filter)
  switch (filter.kind) {
    case 'contains':
      return sql`${test} ilike ${likePattern(filter.text)}`
    case 'is':
      return sql`(${test}) = ${filter.yes}`
    case 'any': {
      if (column.choices || column.kind === 'text') return sql`${test} = any(${filter.values})`
      const ids = filter.values.filter((value) => value !== 'none')
      // One value keeps the order of an index behind it; a list of one loses it.
      const isOne = ids.length === 1 ? sql`${test} = ${ids[0]}::bigint` : sql`${test} = any(${ids}::bigint[])`
      return ids.length < filter.values.length ? sql`(${isOne} or ${test} is null)` : isOne
    }
    case 'between':
      return rangeOf(filter, column, test)
  }
}

function rangeOf({ from, to }: Filter & { kind: 'between' }, column: Column, test: Sql): Sql {
  const ends: Sql[] = []
  if (column.kind === 'time') {
    if (from) ends.push(sql`${test} >= ${startOf(from)}`)
    if (to) ends.push(sql`${test} < ${startOf(addDays(to, 1))}`)
  } else {
    const type = raw(column.kind === 'day' ? 'date' : 'bigint')
    if (from) ends.push(sql`${test} >= ${from}::${type}`)
    if (to) ends.push(sql`${test} <= ${to}::${type}`)
  }
  return join(ends, ' and ')
}

/** Matches the text literally: % and _ are characters like any other. */
export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

const keyName = (at: number): Sql => raw(`key${at}`)
const wayOf = ({ descending }: Sort): Sql => raw(descending ? 'desc' : 'asc')
/** Rows alike in every sort go on in the way of the last one, so that one sort and its tiebreak are one index. */
const tieWay = (sort: readonly Sort[]): Sql => wayOf(sort.at(-1)!)

const keysOf = (source: ListSource, sort: readonly Sort[]): Sql =>
  join(
    sort.map(({ field }, at) => sql`${source.sorts[field]!} as ${keyName(at)}`),
    ', ',
  )

const orderOfKeys = (source: ListSource, sort: readonly Sort[]): Sql =>
  join([...sort.map((one) => sql`${source.sorts[one.field]!} ${wayOf(one)}`), sql`${source.id} ${tieWay(sort)}`], ', ')

const orderOfPage = (sort: readonly Sort[]): Sql =>
  join([...sort.map((one, at) => sql`page.${keyName(at)} ${wayOf(one)}`), sql`page.id ${tieWay(sort)}`], ', ')

type Cursor = [sort: string, keys: string[], id: string]

const KEY = /^(-?infinity|-?\d{1,19}|\d{4,6}-\d\d-\d\d[\d :.+-]{0,30})$/

function writeCursor({ sort }: ListQuery, keys: string[], id: string): string {
  return Buffer.from(JSON.stringify([sortText(sort), keys, id] satisfies Cursor)).toString('base64url')
}

function readCursor(text: string, { sort }: ListQuery): Cursor {
  try {
    const cursor = JSON.parse(Buffer.from(text, 'base64url').toString()) as Cursor
    const [of, keys, id] = cursor
    const areKeys = keys.length === sort.length && keys.every((key) => typeof key === 'string' && KEY.test(key))
    if (of === sortText(sort) && areKeys && typeof id === 'string' && /^\d{1,18}$/.test(id)) return cursor
  } catch {
    // Falls through to the refusal.
  }
  throw refuse(errors, 'BAD_CURSOR', { field: 'cursor' })
}

interface Step {
  expression: Sql
  value: Sql
  descending: boolean
}

/**
 * True for the rows after a cursor. Sorts of one direction are compared as a row, which an index answers as a range; of
 * mixed directions one after another, below a bound on the first that an index can still use.
 */
function afterCursor([, keys, id]: Cursor, list: List, source: ListSource, sort: readonly Sort[]): Sql {
  const steps: Step[] = sort.map(({ field, descending }, at) => ({
    expression: source.sorts[field]!,
    value: sql`${keys[at]}::${keyType(list.columns[field])}`,
    descending,
  }))
  steps.push({ expression: source.id, value: sql`${id}::bigint`, descending: sort.at(-1)!.descending })
  const [first] = steps as [Step, ...Step[]]
  if (steps.every(({ descending }) => descending === first.descending)) {
    const row = (part: 'expression' | 'value') =>
      join(
        steps.map((step) => step[part]),
        ', ',
      )
    return sql`(${row('expression')}) ${beyond(first)} (${row('value')})`
  }
  const later = steps.reduceRight<Sql | undefined>((rest, step) => {
    const past = sql`${step.expression} ${beyond(step)} ${step.value}`
    return rest ? sql`(${past} or (${step.expression} = ${step.value} and ${rest}))` : past
  }, undefined)!
  return sql`${first.expression} ${beyond(first)}= ${first.value} and ${later}`
}

const beyond = ({ descending }: Step): Sql => raw(descending ? '<' : '>')

const keyType = ({ kind }: Column): Sql => raw(kind === 'time' ? 'timestamptz' : kind === 'day' ? 'date' : 'bigint')
