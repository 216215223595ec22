import { type ReactNode, useMemo, useState } from 'react'
import { PageContext, type PageLocation } from '../../kit/hooks/page.ts'

/** A page of its own for a piece that keeps its state in the address. */
export function Placed({ search: first, children }: { search: Record<string, string>; children: ReactNode }) {
  const [search, setSearch] = useState(first)
  const page = useMemo<PageLocation>(
    () => ({ path: '/kit', search, setSearch, guardLeave: () => undefined, isActive: true }),
    [search],
  )
  return <PageContext value={page}>{children}</PageContext>
}
