import type { ReactNode } from 'react'
import type { Target } from '../../core/bulk.ts'
import type { Language } from '../../core/text.ts'

export const DENSITIES = ['mini', 'small', 'medium', 'large'] as const
export type Density = (typeof DENSITIES)[number]

/** The words of one list in one language: a feature's text.ts has them, often among others. */
export interface ListTextOf {
  title: string
  /** Column name → header. */
  columns: Record<string, string>
  /** Column or filter name → value → word. */
  choices?: Record<string, Record<string, string>>
  /** Names of filters that are not columns; `keyword` is the search box's placeholder. */
  filters?: Record<string, string>
  /** Column name → what it means, shown as a tooltip of the header. */
  help?: Record<string, string>
}
export type ListPageText = Record<Language, ListTextOf>

/** A verb on a row or a selection. */
export interface Action {
  label: string
  icon?: ReactNode
  run(): void
  isDanger?: boolean
}

/** The selected rows, also those of other pages. */
export interface Selection {
  /** One by one; empty where all rows of the filter are meant and were frozen on the server. */
  ids: string[]
  /** The same as a bulk verb takes it. */
  target: Target
  count: number
  clear(): void
}

export interface Option {
  value: string
  label: string
}

/** The colour of a status dot: live, in progress, waiting, failed, idle (look §3). */
export type Tone = 'green' | 'blue' | 'orange' | 'red' | 'grey'
export type StatusTones = Record<string, Record<string, Tone>>

export type Cell<Row> = (row: Row, density: Density) => ReactNode
