import { useEffect, useRef } from 'react'
import { usePage } from '../../../kit/hooks/page.ts'

/** Where letters mean letters. */
const TYPING = 'input, textarea, select, [contenteditable=true], [role=combobox]'
/** Where Enter already means something; `data-keys` marks what leaves it to the page. */
const ENTERS = 'button, a, summary, [role=button], [role=tab], [role=radio], [role=option]'

interface Keys {
  /** By `KeyboardEvent.key` in lower case. */
  down: Record<string, () => void>
  up?: Record<string, () => void>
}

/** Single keys of a page: none with Ctrl, Alt or Meta, none while somebody types, none under a dialog or in another tab. */
export function useKeys(keys: Keys): void {
  const { isActive } = usePage()
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    if (!isActive) return
    const nameOf = (event: KeyboardEvent) => event.key.toLowerCase()
    const onDown = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement
      if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return
      if (target.closest(TYPING) || document.querySelector('[role=dialog]')) return
      if (event.key === 'Enter' && target.closest(ENTERS) && !target.closest('[data-keys]')) return
      const run = latest.current.down[nameOf(event)]
      if (!run || (event.repeat && nameOf(event) !== 'j' && nameOf(event) !== 'k')) return
      event.preventDefault()
      run()
    }
    const onUp = (event: KeyboardEvent) => latest.current.up?.[nameOf(event)]?.()
    window.addEventListener('keydown', onDown)
    window.addEventListener('keyup', onUp)
    return () => {
      window.removeEventListener('keydown', onDown)
      window.removeEventListener('keyup', onUp)
    }
  }, [isActive])
}
