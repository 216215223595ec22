import { useEffect } from 'react'

const LAYERS = '[role=dialog], [role=menu], [role=listbox]'

/**
 * What has the focus in a dialog and goes leaves it to the dialog. A dialog that goes with the focus in it gives the focus
 * back to what it was opened from, or to the page where that is gone. The library does so only for dialogs that are there
 * before they open.
 */
export function useFocusReturn(): void {
  useEffect(() => {
    let layer: HTMLElement | null = null
    /** The last one of the page, and of each dialog over it. */
    let visited: { layer: HTMLElement | null; element: HTMLElement }[] = [
      { layer, element: document.activeElement as HTMLElement },
    ]
    const note = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return
      layer = target.closest<HTMLElement>(LAYERS)
      visited = [...visited.filter((one) => one.layer !== layer && one.element.isConnected), { layer, element: target }]
    }
    const watch = new MutationObserver(() => {
      if (document.activeElement !== document.body || !layer) return
      if (layer.isConnected) {
        // What it opened with has made way for what was waited for.
        if (!visited.at(-1)?.element.isConnected) layer.focus({ preventScroll: true })
        return
      }
      layer = null
      visited = visited.filter(({ element }) => element.isConnected)
      const opener = visited.findLast(({ element }) => element.checkVisibility())?.element
      const place = opener && opener !== document.body ? opener : document.getElementById('main')
      place?.focus({ preventScroll: true })
    })
    document.addEventListener('focusin', note)
    watch.observe(document.body, { childList: true, subtree: true })
    return () => {
      document.removeEventListener('focusin', note)
      watch.disconnect()
    }
  }, [])
}
