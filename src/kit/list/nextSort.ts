import { isNumeric, type Kind } from '../../core/columns.ts'
import { MAX_SORTS, type Sort } from '../../core/listQuery.ts'

/**
 * What a column's header makes of the sort: its usual direction, then the other, then none. A column that is added stands
 * below the others and leaves them as they are. undefined: the list's own order.
 */
export function nextSort(sort: Sort[], field: string, kind: Kind, isAdded: boolean): Sort[] | undefined {
  const first = { field, descending: isNumeric(kind) || kind === 'time' || kind === 'day' }
  const held = sort.find((one) => one.field === field)
  const others = isAdded ? sort.filter((one) => one !== held) : []
  if (!held) return [...others.slice(0, MAX_SORTS - 1), first]
  if (!isAdded && sort.length > 1) return [first]
  if (held.descending !== first.descending) return others.length > 0 ? others : undefined
  const turned = { field, descending: !first.descending }
  return isAdded ? sort.map((one) => (one === held ? turned : one)) : [turned]
}
