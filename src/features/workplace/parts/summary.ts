import type { Reply } from '../../../core/contract.ts'
import { type OpenPage, useOpenPages } from '../../../kit/hooks/openPages.ts'
import type { workplaceSummary } from '../contract.ts'

export type Summary = Reply<typeof workplaceSummary>

/** The page of a name, if the user may open it and it stands. */
export function useOpenPage(name: string): OpenPage | undefined {
  return useOpenPages().find((page) => page.name === name)
}
