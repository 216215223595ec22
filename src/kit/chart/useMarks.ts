import { type KeyboardEvent, useState } from 'react'

/**
 * The marks of a drawing (bars, cells, tiles …) under pointer and keyboard: the one pointed at or focused is `shown`.
 * One of them is in the page's tab order; arrow keys, Home and End go on from it.
 */
export function useMarks(count: number, perRow = count) {
  const [current, setCurrent] = useState(0)
  const [shown, setShown] = useState<number | null>(null)
  const stop = Math.min(current, Math.max(count - 1, 0))
  const step: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: perRow, ArrowUp: -perRow }
  const targetOf = (key: string, from: number): number | null => {
    if (key === 'Home') return 0
    if (key === 'End') return count - 1
    // A single row answers to all four arrows.
    const by = perRow === count && (key === 'ArrowDown' || key === 'ArrowUp') ? Math.sign(step[key]!) : step[key]
    const to = by === undefined ? -1 : from + by
    return to >= 0 && to < count ? to : null
  }
  const propsOf = (at: number) => ({
    tabIndex: at === stop ? 0 : -1,
    'data-mark': at,
    'data-shown': at === shown || undefined,
    onFocus: () => {
      setCurrent(at)
      setShown(at)
    },
    onBlur: () => setShown(null),
    onMouseEnter: () => setShown(at),
    onMouseLeave: () => setShown(null),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.key === 'Escape') setShown(null)
      const to = targetOf(event.key, at)
      if (to === null) return
      event.preventDefault()
      event.currentTarget.closest('[data-marks]')?.querySelector<HTMLElement>(`[data-mark="${to}"]`)?.focus()
    },
  })
  return { shown: shown !== null && shown < count ? shown : null, propsOf }
}
