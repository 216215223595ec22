import sql, { raw, Sql } from 'sql-template-tag'
import { may } from '../../core/can.ts'
import {
  type ColumnFigures,
  columnFigures,
  listTotals,
  MAX_FIGURE_ROWS,
  MAX_SUMMED_ROWS,
  TOP_VALUES,
} from '../../core/columnFigures.ts'
import { type Column, isNumeric } from '../../core/columns.ts'
import { errors as common, type Refusal, refuse } from '../../core/errors.ts'
import { type ListQuery, parseListQuery, visible } from '../../core/listQuery.ts'
import { type Ctx, type Feature, type ListVerb, serve } from '../../core/verb.ts'
import { chooseColumns, exportable } from '../../kit/format/listCsv.ts'

const errors = {
  TOO_MANY_ROWS: {
    status: 422,
    'zh-CN': '筛选结果超过 {limit} 行，请缩小范围后再看统计',
    'en-US': 'More than {limit} rows match; narrow the filters to see the figures',
  },
} as const satisfies Record<string, Refusal>

/**
 * The verbs that tell what a column holds and what a list's numbers add up to, for the lists of these features: of the rows
 * and columns the person sees and no others. Throw NOT_FOUND for a list one may not read, UNKNOWN_FIELD for a column one may
 * not see, TOO_MANY_ROWS and those of the list query.
 */
export function columnFiguresFor(features: Feature[]): Feature {
  const verbs = features.flatMap(({ lists = [] }) => lists)
  return {
    verbs: [
      serve(columnFigures, async (ctx, { query: asked }) => {
        const { verb, columns, query } = readQuestion(ctx, verbs, asked)
        const column = chooseColumns(columns, [asked.column])[asked.column]!
        const values: unknown[] = []
        for await (const rows of limitedRows(ctx, verb, query)) for (const row of rows) values.push(row[asked.column])
        return figuresOf(column, values)
      }),
      serve(listTotals, async (ctx, { query: asked }) => {
        const { verb, columns, query } = readQuestion(ctx, verbs, asked)
        const names = Object.keys(columns).filter((name) => isNumeric(columns[name]!.kind))
        const { rows, sums } = await (verb.copy ? sumInOne(ctx, verb, query, names) : sumRows(ctx, verb, query, names))
        return {
          rows,
          columns: names.map((name, at) => {
            const { sum, filled } = sums[at]!
            return {
              name,
              sum: columns[name]!.kind === 'rate' ? null : Number(sum),
              mean: filled === 0n ? null : Number(rounded(sum, filled)),
            }
          }),
        }
      }),
    ],
  }
}

/** The list that is asked for, the columns of it this person may have in a file, and the checked query. */
function readQuestion(ctx: Ctx, verbs: readonly ListVerb[], asked: { listKey: string; query?: string }) {
  const allows = (needs: Parameters<typeof may>[1]) => may(ctx.session, needs)
  const verb = verbs.find(({ list }) => list.key === asked.listKey && allows(list.permission))
  if (!verb) throw refuse(common, 'NOT_FOUND')
  const { current, pageSize, cursor, total, columns, ...filters } = Object.fromEntries(
    new URLSearchParams(asked.query ?? ''),
  )
  return {
    verb,
    columns: exportable(visible(verb.list.columns, allows)),
    query: { ...parseListQuery(verb.list, allows, filters), current: 1 },
  }
}

async function* limitedRows(ctx: Ctx, verb: ListVerb, query: ListQuery) {
  let count = 0
  for await (const rows of verb.all(ctx, query)) {
    count += rows.length
    if (count > MAX_FIGURE_ROWS) throw refuse(errors, 'TOO_MANY_ROWS', { params: { limit: MAX_FIGURE_ROWS } })
    yield rows as Record<string, unknown>[]
  }
}

interface Sums {
  rows: number
  sums: { sum: bigint; filled: bigint }[]
}

async function sumRows(ctx: Ctx, verb: ListVerb, query: ListQuery, names: readonly string[]): Promise<Sums> {
  const sums = names.map(() => ({ sum: 0n, filled: 0n }))
  let count = 0
  for await (const rows of limitedRows(ctx, verb, query)) {
    count += rows.length
    for (const row of rows)
      for (const [at, name] of names.entries()) {
        const value = row[name]
        if (typeof value !== 'number') continue
        sums[at]!.sum += BigInt(value)
        sums[at]!.filled++
      }
  }
  return { rows: count, sums }
}

/** Where the list's file is one statement, so are its sums. */
async function sumInOne(ctx: Ctx, verb: ListVerb, query: ListQuery, names: readonly string[]): Promise<Sums> {
  const { total, totalIsExact } = await verb.page(ctx, { ...query, pageSize: 1, wantsTotal: true })
  if (!totalIsExact || (total ?? 0) > MAX_SUMMED_ROWS)
    throw refuse(errors, 'TOO_MANY_ROWS', { params: { limit: MAX_SUMMED_ROWS } })
  const { strings, values } = await verb.copy!(ctx, query, names)
  const figures = names.map((name) => `coalesce(sum("${name}"), 0)::text, count("${name}")::text`)
  const found = await ctx.db.one<{ rows: number; figures: string[] }>(
    sql`select count(*) as rows, array[${raw(figures.join(', '))}]::text[] as figures from (${new Sql([...strings], [...values])}) file`,
  )
  const { rows, figures: told } = found!
  return { rows, sums: names.map((_, at) => ({ sum: BigInt(told[2 * at]!), filled: BigInt(told[2 * at + 1]!) })) }
}

/** The figures of one column's values. */
export function figuresOf(column: Column, values: readonly unknown[]): ColumnFigures {
  const held = values.filter((value) => value !== null && value !== undefined && value !== '')
  const counted = new Map<unknown, number>()
  for (const value of held) counted.set(value, (counted.get(value) ?? 0) + 1)
  const isNumber = isNumeric(column.kind)
  const isOrdered = isNumber || column.kind === 'day' || column.kind === 'time'
  const [min, max] = isOrdered ? endsOf(held as (number | string)[]) : [null, null]
  const sum = isNumber ? (held as number[]).reduce((before, value) => before + BigInt(value), 0n) : null
  return {
    rows: values.length,
    empty: values.length - held.length,
    distinct: counted.size,
    min,
    max,
    sum: sum === null || column.kind === 'rate' ? null : Number(sum),
    mean: sum === null || held.length === 0 ? null : Number(rounded(sum, BigInt(held.length))),
    top: isOrdered || column.kind === 'id' ? [] : topOf(counted),
  }
}

function endsOf(values: readonly (number | string)[]): [string | null, string | null] {
  let min: number | string | null = null
  let max: number | string | null = null
  for (const value of values) {
    if (min === null || value < min) min = value
    if (max === null || value > max) max = value
  }
  return [min === null ? null : String(min), max === null ? null : String(max)]
}

/** Half away from zero. */
function rounded(sum: bigint, count: bigint): bigint {
  const size = sum < 0n ? -sum : sum
  const quotient = (2n * size + count) / (2n * count)
  return sum < 0n ? -quotient : quotient
}

const topOf = (counted: ReadonlyMap<unknown, number>) =>
  [...counted]
    .map(([value, rows]) => ({ value: String(value), rows }))
    .sort((a, b) => b.rows - a.rows || (a.value < b.value ? -1 : 1))
    .slice(0, TOP_VALUES)
