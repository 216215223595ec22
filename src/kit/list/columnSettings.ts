import type { Columns } from '../../core/columns.ts'

/** One column as the user arranged it; the array's order is the table's order. */
export interface ColumnSetting {
  key: string
  visible: boolean
  /** Set by dragging; absent means the contract's. */
  width?: number
  /** Absent means the contract's; `none` is a column let loose on purpose. */
  pin?: Pin
}
export type Pin = 'start' | 'end' | 'none'

export const MIN_WIDTH = 56
export const MAX_WIDTH = 800
const DEFAULT_WIDTH = 120
const CELL_PADDING = 20
const SORT_ICON = 16
const PINS: readonly unknown[] = ['start', 'end', 'none']

/** Where a list's arrangement is kept (specification section 9: keys begin with tab-columns). */
export const settingsKey = (listKey: string): string => `tab-columns:${listKey}`

export const widthOf = (columns: Columns, { key, width }: ColumnSetting): number =>
  width ?? columns[key]?.options.width ?? DEFAULT_WIDTH
export const pinOf = (columns: Columns, { key, pin }: ColumnSetting): Pin => pin ?? columns[key]?.options.pin ?? 'none'
export const clampWidth = (width: number): number => Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width)))

/** Room for a header's words: a Chinese character is as wide as the type is high, a Latin one about half. */
export function withHeaderRoom(
  columns: Columns,
  nameOf: (key: string) => string,
  sortable: readonly string[],
): Columns {
  return Object.fromEntries(
    Object.entries(columns).map(([key, column]) => {
      const words = [...nameOf(key)].reduce((sum, letter) => sum + (letter > '\u2e7f' ? 12 : 7), 0)
      const room = words + CELL_PADDING + (sortable.includes(key) ? SORT_ICON : 0)
      const width = Math.max(column.options.width ?? DEFAULT_WIDTH, room)
      return [key, { ...column, options: { ...column.options, width } }]
    }),
  )
}

/** The contract's own arrangement. Internal columns are never in the table. */
export function defaultSettings(columns: Columns): ColumnSetting[] {
  return Object.entries(columns)
    .filter(([, column]) => !column.options.internal)
    .map(([key, column]) => ({ key, visible: !column.options.hidden }))
}

/**
 * Reads a stored arrangement. Anything but an array is ignored (specification section 5); inside it, unknown keys and
 * repetitions are skipped, bad parts fall back, and columns it does not name are appended. At least one column shows.
 */
export function readSettings(stored: string | null | undefined, columns: Columns): ColumnSetting[] {
  const defaults = new Map(defaultSettings(columns).map((setting) => [setting.key, setting]))
  const settings: ColumnSetting[] = []
  for (const entry of parseArray(stored)) {
    const key = entry?.key
    const fallback = typeof key === 'string' ? defaults.get(key) : undefined
    if (!fallback) continue
    defaults.delete(fallback.key)
    const { visible, width, pin } = entry as Record<string, unknown>
    settings.push({
      key: fallback.key,
      visible: typeof visible === 'boolean' ? visible : fallback.visible,
      ...(typeof width === 'number' && Number.isFinite(width) ? { width: clampWidth(width) } : {}),
      ...(PINS.includes(pin) ? { pin: pin as Pin } : {}),
    })
  }
  settings.push(...defaults.values())
  if (settings[0] && !settings.some(({ visible }) => visible)) settings[0] = { ...settings[0], visible: true }
  return settings
}

function parseArray(stored: string | null | undefined): ({ key?: unknown } | null)[] {
  try {
    const value: unknown = JSON.parse(stored ?? '')
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}

/** Moves a column to another place; the ones between shift by one. */
export function moveColumn(settings: ColumnSetting[], key: string, to: number): ColumnSetting[] {
  const from = settings.findIndex((setting) => setting.key === key)
  if (from < 0) return settings
  const moved = settings.filter((setting) => setting.key !== key)
  moved.splice(Math.min(Math.max(0, to), moved.length), 0, settings[from]!)
  return moved
}

/** Changes one column; the last visible one cannot be hidden. */
export function changeColumn(
  settings: ColumnSetting[],
  key: string,
  change: Partial<Omit<ColumnSetting, 'key'>>,
): ColumnSetting[] {
  const hidesLast = change.visible === false && settings.every((setting) => setting.key === key || !setting.visible)
  return hidesLast ? settings : settings.map((setting) => (setting.key === key ? { ...setting, ...change } : setting))
}
