import { create } from 'zustand'

/** How often the command palette was asked for: by the top bar's box, Ctrl K and the settings drawer. */
export const usePalette = create<{ asked: number }>(() => ({ asked: 0 }))

export const openPalette = () => usePalette.setState(({ asked }) => ({ asked: asked + 1 }))
export const forgetPalette = () => usePalette.setState({ asked: 0 })
