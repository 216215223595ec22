import { useEffect } from 'react'
import { create } from 'zustand'

/** How often the command palette was asked for: by the top bar's box, Ctrl K and the settings drawer. */
export const usePalette = create<{ asked: number }>(() => ({ asked: 0 }))

export const openPalette = () => usePalette.setState(({ asked }) => ({ asked: asked + 1 }))
export const forgetPalette = () => usePalette.setState({ asked: 0 })

/** Ctrl K or ⌘ K, by the key's place on the board. */
export const PALETTE_KEY = 'KeyK'

/** Listens to the palette's keys from the first moment on: all others come with the late part. */
export function usePaletteKey(): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isMeant = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.code === PALETTE_KEY
      if (!isMeant || event.defaultPrevented || event.isComposing) return
      event.preventDefault()
      openPalette()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
