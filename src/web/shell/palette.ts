import { create } from 'zustand'

/** Whether the command palette is open: the top bar's box, Ctrl K and the settings drawer open it. */
export const usePalette = create<{ isOpen: boolean }>(() => ({ isOpen: false }))

export const openPalette = () => usePalette.setState({ isOpen: true })
export const closePalette = () => usePalette.setState({ isOpen: false })
