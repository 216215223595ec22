import { useEffect } from 'react'

const LAYERS = '[role=dialog], [role=menu], [role=listbox]'
/** Dialogs over dialogs need no more. */
const REMEMBERED = 12

/**
 * A dialog that goes with the focus in it gives the focus back to what it was opened from, or to the page where that is
 * gone. The library does so only for dialogs that are there before they open.
 */
export function useFocusReturn(): void {
  useEffect(() => {
    let visited = [document.activeElement].filter((one) => one instanceof HTMLElement)
    let layer: Element | null = null
    const note = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return
      layer = target.closest(LAYERS)
      visited = [...visited.filter((one) => one !== target && one.isConnected), target].slice(-REMEMBERED)
    }
    const watch = new MutationObserver(() => {
      if (document.activeElement !== document.body || !layer || layer.isConnected) return
      layer = null
      visited = visited.filter((one) => one.isConnected)
      const opener = visited.findLast((one) => one.checkVisibility()) ?? document.getElementById('main')
      opener?.focus({ preventScroll: true })
    })
    document.addEventListener('focusin', note)
    watch.observe(document.body, { childList: true, subtree: true })
    return () => {
      document.removeEventListener('focusin', note)
      watch.disconnect()
    }
  }, [])
}
