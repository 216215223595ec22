import type { ReactNode } from 'react'
import { useRoles } from '../hooks/app.ts'

/** Shows its children to the roles of the list; an empty list allows everyone (specification section 5). */
export function Roles({ allow, children }: { allow: readonly string[]; children: ReactNode }) {
  return useRoles(allow) ? children : null
}
