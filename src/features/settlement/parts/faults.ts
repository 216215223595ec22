import { useState } from 'react'
import type { CallError } from '../../../kit/hooks/app.ts'

/** Messages under fields, ours or the server's. */
export function useFaults() {
  const [faults, setFaults] = useState<Record<string, string>>({})
  return {
    faults,
    /** Shows what is wrong; true when nothing is. */
    check(found: Record<string, string | false>): boolean {
      const real = Object.fromEntries(Object.entries(found).filter(([, fault]) => fault)) as Record<string, string>
      setFaults(real)
      return Object.keys(real).length === 0
    },
    /** Takes a refusal that names a field of the form. */
    onRefused: (fields: readonly string[]) => (error: CallError) => {
      if (!error.field || !fields.includes(error.field)) return false
      setFaults({ [error.field]: error.message })
      return true
    },
  }
}
