/** A creator bound to a partner from an instant to another; times in milliseconds, the end open where it is null. */
export interface Binding {
  partnerId: string
  bindAt: number
  unbindAt: number | null
}

/** One that is stored. */
export interface StoredBinding extends Binding {
  id: string
}

/** A row of a file; without an end it says nothing of it. */
export interface BindingRow extends Binding {
  rowNo: number
}

export type Verdict =
  | { state: 'fresh'; binding: Binding }
  | { state: 'changed'; id: string; was: number | null; unbindAt: number | null }
  | { state: 'unchanged' }
  | { state: 'refused'; reason: 'TWICE' | 'OVERLAP' }

const endOf = ({ unbindAt }: { unbindAt: number | null }): number => unbindAt ?? Number.POSITIVE_INFINITY
const overlaps = (a: Binding, b: Binding): boolean => a.bindAt < endOf(b) && b.bindAt < endOf(a)
const isSame = (a: Binding, b: Binding): boolean => a.partnerId === b.partnerId && a.bindAt === b.bindAt

/**
 * What the rows of one creator mean beside the bindings stored, and the bindings that stand after them. Whatever the
 * order of the rows, ends that come earlier are taken first, for they make room; then ends that come later, then new
 * bindings. A row that would overlap another binding is refused.
 */
export function planBindings(
  rows: readonly BindingRow[],
  stored: readonly StoredBinding[],
): { verdicts: Map<number, Verdict>; after: Binding[] } {
  const after: (Binding & { id?: string })[] = stored.map((one) => ({ ...one }))
  const verdicts = new Map<number, Verdict>()
  const seen = new Set<string>()
  const first = rows.filter((row) => {
    const key = `${row.partnerId} ${row.bindAt}`
    if (seen.has(key)) verdicts.set(row.rowNo, { state: 'refused', reason: 'TWICE' })
    return !seen.has(key) && seen.add(key)
  })
  const known = first.flatMap((row) => {
    const match = after.find((one) => one.id && isSame(one, row))
    return match ? [{ row, match: match as StoredBinding, gain: endOf(row) - endOf(match) }] : []
  })
  // An empty end of a known binding says nothing: it keeps the end it has.
  const changing = known.filter(({ row, match }) => row.unbindAt !== null && row.unbindAt !== match.unbindAt)
  for (const { row } of known) verdicts.set(row.rowNo, { state: 'unchanged' })
  for (const { row, match } of changing.sort((a, b) => a.gain - b.gain)) {
    const wanted = { ...match, unbindAt: row.unbindAt }
    if (after.some((one) => one !== match && overlaps(one, wanted)))
      verdicts.set(row.rowNo, { state: 'refused', reason: 'OVERLAP' })
    else {
      verdicts.set(row.rowNo, { state: 'changed', id: match.id, was: match.unbindAt, unbindAt: row.unbindAt })
      match.unbindAt = row.unbindAt
    }
  }
  for (const { rowNo, ...binding } of first) {
    if (verdicts.has(rowNo)) continue
    if (after.some((one) => overlaps(one, binding))) verdicts.set(rowNo, { state: 'refused', reason: 'OVERLAP' })
    else {
      verdicts.set(rowNo, { state: 'fresh', binding })
      after.push(binding)
    }
  }
  return { verdicts, after }
}
