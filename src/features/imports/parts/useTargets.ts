import { useQuery } from '@tanstack/react-query'
import type { ImportTargetName } from '../../../core/importing.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { importList, importOptions, importTargets, type TargetInfo } from '../contract.ts'
import { words as shared } from '../text.ts'

/** What the session may bring in, in its language. */
export function useTargets() {
  const { call, language } = useApp()
  return useQuery({
    queryKey: [importList.key, importTargets.path, language],
    queryFn: ({ signal }) => call(importTargets, {}, { signal, quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function useTarget(name: ImportTargetName): TargetInfo | undefined {
  return useTargets().data?.targets.find((one) => one.name === name)
}

/** The words of a target's fields and of the reasons for which its rows are refused. */
export function useTargetWords(name: ImportTargetName): {
  fields: Record<string, string>
  reasons: Record<string, string>
} {
  const { fields, reasons } = useText(shared)
  const target = useTarget(name)
  if (name === 'metrics') return { fields, reasons }
  return {
    fields: Object.fromEntries(target?.fields.map((field) => [field.name, field.label]) ?? []),
    reasons: { ...reasons, ...target?.reasons },
  }
}

/** People whose imports one sees, as a filter offers them. */
export function useOwners(): { value: string; label: string }[] {
  const { call } = useApp()
  const { data } = useQuery({
    queryKey: [importList.key, importOptions.path],
    queryFn: ({ signal }) => call(importOptions, {}, { signal, quiet: true }),
  })
  return data?.owners.map(({ id, name }) => ({ value: id, label: name })) ?? []
}
