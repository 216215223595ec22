import { may } from '../../core/can.ts'
import { type ColumnFigures, columnFigures, MAX_FIGURE_ROWS, TOP_VALUES } from '../../core/columnFigures.ts'
import { type Column, isNumeric } from '../../core/columns.ts'
import { errors as common, type Refusal, refuse } from '../../core/errors.ts'
import { parseListQuery, visible } from '../../core/listQuery.ts'
import { type Feature, serve } from '../../core/verb.ts'
import { chooseColumns, exportable } from '../../kit/format/listCsv.ts'

const errors = {
  TOO_MANY_ROWS: {
    status: 422,
    'zh-CN': '筛选结果超过 {limit} 行，请缩小范围后再看统计',
    'en-US': 'More than {limit} rows match; narrow the filters to see the figures',
  },
} as const satisfies Record<string, Refusal>

/**
 * The verb that tells what a column holds, for the lists of these features: of the rows and columns the person sees and no
 * others. Throws NOT_FOUND for a list one may not read, UNKNOWN_FIELD for a column one may not see, TOO_MANY_ROWS and those
 * of the list query.
 */
export function columnFiguresFor(features: Feature[]): Feature {
  const verbs = features.flatMap(({ lists = [] }) => lists)
  return {
    verbs: [
      serve(columnFigures, async (ctx, { query: asked }) => {
        const allows = (needs: Parameters<typeof may>[1]) => may(ctx.session, needs)
        const verb = verbs.find(({ list }) => list.key === asked.listKey && allows(list.permission))
        if (!verb) throw refuse(common, 'NOT_FOUND')
        const column = chooseColumns(exportable(visible(verb.list.columns, allows)), [asked.column])[asked.column]!
        const { current, pageSize, cursor, total, columns, ...filters } = Object.fromEntries(
          new URLSearchParams(asked.query),
        )
        const query = { ...parseListQuery(verb.list, allows, filters), current: 1 }
        const values: unknown[] = []
        for await (const batch of verb.all(ctx, query)) {
          for (const row of batch) values.push((row as Record<string, unknown>)[asked.column])
          if (values.length > MAX_FIGURE_ROWS)
            throw refuse(errors, 'TOO_MANY_ROWS', { params: { limit: MAX_FIGURE_ROWS } })
        }
        return figuresOf(column, values)
      }),
    ],
  }
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
