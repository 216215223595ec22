import { useMemo, useState } from 'react'
import type { AnyRow } from './useTableModel.ts'

/** Rows that were loaded behind the first ones of a question. */
export interface More {
  /** The question they belong to. */
  of: string
  /** When its first rows came. */
  at: number
  rows: AnyRow[]
  cursor: string | null
}

/** The rows of a list that loads on: the first ones and those behind them, each once. */
export function useMore(of: string, first: AnyRow[], rowId: string) {
  const [more, setMore] = useState<More>()
  const held = more?.of === of ? more : undefined
  const rows = useMemo(() => {
    if (!held) return first
    // A row that moved between two answers stands where it was seen first.
    const seen = new Set<unknown>()
    return [...first, ...held.rows].filter((row) => !seen.has(row[rowId]) && seen.add(row[rowId]))
  }, [first, held, rowId])
  return { rows, held, setMore }
}
