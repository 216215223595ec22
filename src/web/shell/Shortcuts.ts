import { useEffect } from 'react'
import { type Shortcut, shortcutOf } from '../shortcuts.ts'
import { togglePin, useTabs } from '../tabs.ts'
import { openSheet } from './sheet.ts'
import { useFocusReturn } from './useFocusReturn.ts'
import { useHasTabs, useTabVerbs } from './useTabVerbs.ts'

const WRITING = 'input, textarea, select, [contenteditable=""], [contenteditable=true]'

/** A dialog owns the keys while it is open. Those of hidden tabs are in the document too, without a box. */
const hasDialog = () =>
  [...document.querySelectorAll('[aria-modal=true], [role=menu]')].some((one) => one.getClientRects().length > 0)

/** Listens to the keys of the whole shell but the palette’s, and brings the focus back from dialogs; draws nothing. */
export function Shortcuts() {
  useFocusReturn()
  const hasTabs = useHasTabs()
  const verbs = useTabVerbs()
  useEffect(() => {
    const step = (by: number) => {
      verbs.step(by)
      // What had the focus is hidden now; reading goes on at the page that came.
      document.getElementById('main')?.focus({ preventScroll: true })
    }
    const does: Record<Exclude<Shortcut['id'], 'palette'>, () => void> = {
      sheet: openSheet,
      nextTab: () => step(1),
      previousTab: () => step(-1),
      closeTab: () => void verbs.run('closeThis', verbs.active),
      reopenTab: verbs.reopen,
      reloadTab: () => void verbs.reload(verbs.active),
      pinTab: () => useTabs.setState((tabs) => togglePin(tabs, verbs.active)),
    }
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return
      const isWriting = event.target instanceof Element && event.target.matches(WRITING)
      const shortcut = shortcutOf(event, { isWriting, hasTabs })
      // The palette's keys are heard before this part is here, and there alone.
      if (!shortcut || shortcut.id === 'palette' || (!shortcut.isEverywhere && hasDialog())) return
      event.preventDefault()
      does[shortcut.id]()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [hasTabs, verbs])
  return null
}
