import { useCallback, useEffect, useState } from 'react'
import { usePage } from '../../../kit/hooks/page.ts'

/** Asks before the page is left while any of its forms holds something unsaved. */
export function useUnsaved(question: string): (form: string, isDirty: boolean) => void {
  const { guardLeave } = usePage()
  const [dirty, setDirty] = useState<readonly string[]>([])
  const isDirty = dirty.length > 0
  useEffect(() => {
    guardLeave(isDirty ? question : null)
    return () => guardLeave(null)
  }, [guardLeave, isDirty, question])
  return useCallback((form, isOne) => {
    setDirty((before) => {
      if (before.includes(form) === isOne) return before
      return isOne ? [...before, form] : before.filter((other) => other !== form)
    })
  }, [])
}
