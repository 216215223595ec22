/** Rows a PageUp or PageDown passes. */
const PAGE_ROWS = 10

interface Verbs {
  onOpen: ((rowId: string) => void) | undefined
  onSelect: ((rowId: string, isSelected?: boolean) => void) | undefined
  onCopy(rowId: string | undefined, column: string | undefined): void
  onSelectAll: (() => void) | undefined
  /** Of a table that draws the rows in sight alone: how many there are, and how to have one drawn. */
  long?: { count: number; reach(at: number): void } | undefined
}

const rowsOf = (table: HTMLElement) => [...table.querySelectorAll<HTMLElement>('[role=row]')]
const cellsOf = (row: HTMLElement) => [...row.children] as HTMLElement[]

/**
 * The keys of a grid, by the practice of WAI-ARIA: arrows, Home and End (with Ctrl the whole grid), PageUp and PageDown move;
 * Enter opens the row or goes into the cell; Space selects, Shift with ↑ ↓ selects on; Ctrl+A selects the page; Ctrl+C copies.
 * The head is the first row.
 */
export function pressInGrid(event: React.KeyboardEvent<HTMLElement>, verbs: Verbs): void {
  const table = event.currentTarget
  const cell = event.target as HTMLElement
  if (event.key === 'Escape' && cell !== table) {
    // Out of a button inside of a cell, back to the cell.
    const home = cell.closest<HTMLElement>('[role=row] > *')
    if (home && home !== cell) home.focus()
    return
  }
  const row = cell.parentElement
  if (row?.role !== 'row' && row?.getAttribute('role') !== 'row') return
  const rowId = row.dataset.row
  const column = cell.dataset.column
  const isCtrl = event.ctrlKey || event.metaKey
  if (isCtrl && event.key.toLowerCase() === 'c') {
    // Marked text is what is meant.
    if (getSelection()?.isCollapsed === false) return
    verbs.onCopy(rowId, column)
  } else if (isCtrl && event.key.toLowerCase() === 'a') {
    if (!verbs.onSelectAll) return
    verbs.onSelectAll()
  } else if (event.key === ' ' && rowId && verbs.onSelect) verbs.onSelect(rowId)
  else if (event.key === 'Enter') {
    const inner = cell.querySelector<HTMLElement>('button, a[href], input')
    if (!rowId || !column || !verbs.onOpen) {
      if (!inner) return
      if (rowId) inner.focus()
      // With Shift it sorts by one more column.
      else inner.dispatchEvent(new MouseEvent('click', { bubbles: true, shiftKey: event.shiftKey }))
    } else verbs.onOpen(rowId)
  } else {
    const next = nextCell(table, row, cell, event.key, isCtrl, verbs.long)
    if (!next) return
    const nextId = next.parentElement!.dataset.row
    if (event.shiftKey && next.parentElement !== row && verbs.onSelect) {
      if (rowId) verbs.onSelect(rowId, true)
      if (nextId) verbs.onSelect(nextId, true)
    }
    goTo(next)
  }
  event.preventDefault()
}

function nextCell(
  table: HTMLElement,
  row: HTMLElement,
  cell: HTMLElement,
  key: string,
  isCtrl: boolean,
  long: Verbs['long'],
) {
  const rows = rowsOf(table)
  const isLong = long && row.hasAttribute('aria-rowindex')
  const at = isLong ? Number(row.getAttribute('aria-rowindex')) - 1 : rows.indexOf(row)
  const column = cellsOf(row).indexOf(cell)
  const last = isLong ? long.count : rows.length - 1
  const rowAt = (index: number) => {
    if (!isLong) return rows[index]!
    const drawn = () => table.querySelector<HTMLElement>(`[aria-rowindex="${index + 1}"]`)
    if (!drawn()) long.reach(index - 1)
    return drawn() ?? row
  }
  const cellAt = (index: number, columnAt: number) => {
    const cells = cellsOf(rowAt(Math.min(Math.max(index, 0), last)))
    return cells[Math.min(Math.max(columnAt, 0), cells.length - 1)]
  }
  switch (key) {
    case 'ArrowDown':
      return cellAt(isCtrl ? last : at + 1, column)
    case 'ArrowUp':
      return cellAt(isCtrl ? 1 : at - 1, column)
    case 'ArrowRight':
      return cellAt(at, isCtrl ? Number.MAX_SAFE_INTEGER : column + 1)
    case 'ArrowLeft':
      return cellAt(at, isCtrl ? 0 : column - 1)
    case 'Home':
      return cellAt(isCtrl ? 1 : at, 0)
    case 'End':
      return cellAt(isCtrl ? last : at, Number.MAX_SAFE_INTEGER)
    case 'PageDown':
      return cellAt(at + PAGE_ROWS, column)
    case 'PageUp':
      return cellAt(Math.max(at - PAGE_ROWS, Math.min(at, 1)), column)
    default:
      return undefined
  }
}

function goTo(cell: HTMLElement): void {
  cell.focus({ preventScroll: true })
  cell.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

/** One cell of the grid is in the tab order: the one last focused, at first the first one with a value. */
export function holdTabStop(table: HTMLElement, focused?: Element): void {
  const held = table.querySelectorAll<HTMLElement>('[role=row] > [tabindex="0"]')
  const cell = focused?.closest<HTMLElement>('[role=row] > *')
  if (!cell && held.length === 1) return
  for (const one of held) one.tabIndex = -1
  const stop = cell ?? table.querySelector<HTMLElement>('[data-row] > [data-column]')
  if (stop) stop.tabIndex = 0
}
