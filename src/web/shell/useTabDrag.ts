import { type PointerEvent, useRef, useState } from 'react'
import { move, useTabs } from '../tabs.ts'

/** A press that moves less is a click. */
const START_PX = 6

/** Lets tabs be dragged along their bar. They change places under the pointer; what is dragged says `dragged`. */
export function useTabDrag() {
  const [dragged, setDragged] = useState<string | null>(null)
  const press = useRef<{ key: string; x: number; isDrag: boolean } | null>(null)

  const handlers = (key: string) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0 || event.pointerType === 'touch') return
      press.current = { key, x: event.clientX, isDrag: false }
      // At once: a quick pointer is off the tab before it has moved far enough to be a drag.
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const held = press.current
      if (held?.key !== key || !(event.buttons & 1)) return
      if (!held.isDrag && Math.abs(event.clientX - held.x) < START_PX) return
      held.isDrag = true
      setDragged(key)
      const bar = event.currentTarget.closest('[role=tablist]')!
      const others = [...bar.querySelectorAll<HTMLElement>('[data-key]')].filter((one) => one.dataset.key !== key)
      const isBefore = (one: HTMLElement) => {
        const { left, width } = one.getBoundingClientRect()
        return left + width / 2 < event.clientX
      }
      useTabs.setState((tabs) => move(tabs, key, others.filter(isBefore).length))
    },
    onPointerUp: () => setDragged(null),
    onPointerCancel() {
      press.current = null
      setDragged(null)
    },
    /** The click that ends a drag opens nothing. */
    onClickCapture(event: { stopPropagation(): void }) {
      if (press.current?.isDrag) event.stopPropagation()
      press.current = null
    },
  })
  return { dragged, handlers }
}
