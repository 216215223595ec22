import type { Column, FilterKind } from '../../../core/columns.ts'
import { dayOf } from '../../../core/time.ts'

type FilterColumn = Column & { filter: FilterKind }

/** The filter value that keeps only rows with this value; undefined where the list has no such filter. */
export function onlyThis(column: FilterColumn | undefined, value: unknown): string | undefined {
  if (!column || value === null || value === undefined || value === '') return undefined
  const text = String(value)
  switch (column.filter) {
    case 'any':
      return column.choices || /^[1-9]\d{0,17}$/.test(text) ? text : undefined
    case 'is':
      return typeof value === 'boolean' ? text : undefined
    case 'contains':
      return text.trim()
    case 'between': {
      const end = column.kind === 'time' ? dayOf(new Date(text)) : text
      return `${end}..${end}`
    }
  }
}

/** The filter value that leaves rows with this value out: the other choices, or the other of yes and no. */
export function notThis(column: FilterColumn | undefined, value: unknown, applied: string | undefined) {
  if (!column || value === null || value === undefined) return undefined
  if (column.filter === 'is') return typeof value === 'boolean' ? String(!value) : undefined
  if (column.filter !== 'any' || !column.choices) return undefined
  const others = (applied?.split(',') ?? column.choices).filter((one) => one !== value)
  return others.length > 0 ? others.join(',') : undefined
}
