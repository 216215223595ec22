import type { OnlineCount } from './sql.ts'

const CATEGORIES = 5

/** Online content in total, by kind and by category of the first level; what follows the largest five is "other". */
export function onlineOf(counts: readonly OnlineCount[]) {
  const categories = [...sumBy(counts, ({ categoryId }) => categoryId ?? '').values()]
  const rest = categories.slice(CATEGORIES).reduce((sum, { count }) => sum + count, 0)
  return {
    total: counts.reduce((sum, { count }) => sum + count, 0),
    types: [...sumBy(counts, ({ type }) => type).values()].map(({ first, count }) => ({ key: first.type, count })),
    categories: [
      ...categories.slice(0, CATEGORIES).map(({ first, count }) => ({
        kind: first.categoryId === null ? ('none' as const) : ('category' as const),
        nameZh: first.nameZh ?? '',
        nameEn: first.nameEn ?? '',
        count,
      })),
      ...(rest > 0 ? [{ kind: 'other' as const, nameZh: '', nameEn: '', count: rest }] : []),
    ],
  }
}

/** Sums of equal keys, the largest first; equal sums in the order of their keys. */
function sumBy(counts: readonly OnlineCount[], keyOf: (one: OnlineCount) => string) {
  const sums = new Map<string, { first: OnlineCount; count: number }>()
  for (const one of counts) {
    const sum = sums.get(keyOf(one))
    if (sum) sum.count += one.count
    else sums.set(keyOf(one), { first: one, count: one.count })
  }
  return new Map([...sums].sort(([a, { count: x }], [b, { count: y }]) => y - x || (a < b ? -1 : 1)))
}
