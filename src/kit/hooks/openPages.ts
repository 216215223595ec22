import { createContext, type ReactNode, use } from 'react'

/** A page of the menu the user may open today. */
export interface OpenPage {
  /** What the page is remembered by. */
  name: string
  path: string
  /** In the current language. */
  title: string
  icon: ReactNode
}

export const OpenPagesContext = createContext<readonly OpenPage[]>([])

/** The pages the user may open, in the menu's order. */
export const useOpenPages = (): readonly OpenPage[] => use(OpenPagesContext)
