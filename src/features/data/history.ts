import type { Reply } from '../../core/contract.ts'
import type { dataHistory } from './contract.ts'
import type { Correction, Figures, Snapshot } from './sql.ts'

export type DayValue = Reply<typeof dataHistory>['values'][number]

interface Rights {
  income: boolean
  imports: boolean
}

/** Every value a day has had, newest first: the one that stands, and what each correction replaced. */
export function valuesOf(now: Snapshot, corrections: readonly Correction[], rights: Rights): DayValue[] {
  const own = corrections.filter(({ statDate }) => statDate === now.statDate)
  const first = own[0]
  const seen = own.filter(({ isPublic }) => isPublic || rights.income)
  const arrivals = [
    { at: first?.beforeAt ?? now.at, source: importOf(first ? first.before.importId : now.importId) },
    ...seen.map(({ at, source }) => ({ at, source })),
  ]
  const figures = [...seen.map(({ before }) => before), now]
  return figures
    .map((one, index) => ({ ...figuresOf(one, rights), ...arrivals[index]!, playDelta: one.playDelta }))
    .map(({ source, ...value }) => ({ ...value, source: sourceOf(source, rights) }))
    .reverse()
}

function figuresOf({ playCount, likeCount, commentCount, shareCount, estIncomeFen }: Figures, { income }: Rights) {
  return { playCount, likeCount, commentCount, shareCount, ...(income && { estIncomeFen }) }
}

const importOf = (id: string | number | null): string | null => (id === null ? null : `import:${id}`)

function sourceOf(source: string | null, { imports }: Rights): DayValue['source'] {
  const [kind, id] = source?.split(':') ?? []
  if (kind !== 'import' && kind !== 'ingest') return { kind: 'unknown', id: null }
  return { kind, id: imports ? (id ?? null) : null }
}
