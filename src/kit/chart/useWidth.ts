import { useEffect, useRef, useState } from 'react'

/** The width of an element, for drawings whose shapes depend on it. A kept-alive page that is hidden keeps its last one. */
export function useWidth<E extends HTMLElement>(before: number) {
  const ref = useRef<E>(null)
  const [width, setWidth] = useState(before)
  useEffect(() => {
    const watch = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.width > 0) setWidth(Math.round(entry.contentRect.width))
    })
    if (ref.current) watch.observe(ref.current)
    return () => watch.disconnect()
  }, [])
  return { ref, width }
}
