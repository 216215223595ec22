import type { Reply } from '../../core/contract.ts'
import { CROSS_BARS, CROSS_PARTS, type statisticsCross } from './contract.ts'
import type { Cell } from './sql.ts'

const REST = 'rest'

interface Named {
  key: string
  nameZh: string
  nameEn: string
}

/** Folds the cells of a crossing: the bars and parts with the most plays, the others summed up as `rest`. */
export function foldCross(cells: readonly Cell[]): Reply<typeof statisticsCross> {
  const bars = topOf(
    cells.map((cell) => ({ key: cell.key, nameZh: cell.nameZh, nameEn: cell.nameEn, plays: cell.plays })),
    CROSS_BARS,
  )
  const parts = topOf(
    cells.map((cell) => ({ key: cell.part, nameZh: cell.partZh, nameEn: cell.partEn, plays: cell.plays })),
    CROSS_PARTS,
  )
  const placeOf = (named: Named[], key: string) => {
    const at = named.findIndex((one) => one.key === key)
    return at < 0 ? named.length - 1 : at
  }
  const sums = bars.map(() => parts.map(() => 0))
  for (const cell of cells) sums[placeOf(bars, cell.key)]![placeOf(parts, cell.part)]! += cell.plays
  return { parts, bars: bars.map((bar, at) => ({ ...bar, plays: sums[at]! })) }
}

function topOf(
  values: { key: string; nameZh: string | null; nameEn: string | null; plays: number }[],
  most: number,
): Named[] {
  const sums = new Map<string, Named & { plays: number }>()
  for (const { key, nameZh, nameEn, plays } of values) {
    const known = sums.get(key) ?? { key, nameZh: nameZh ?? '', nameEn: nameEn ?? '', plays: 0 }
    sums.set(key, { ...known, plays: known.plays + plays })
  }
  const ranked = [...sums.values()].sort((a, b) => b.plays - a.plays || (a.key < b.key ? -1 : 1))
  const named = ranked.map(({ plays: _, ...one }) => one)
  // One value more needs no "rest" that stands for itself alone.
  return named.length <= most + 1 ? named : [...named.slice(0, most), { key: REST, nameZh: '', nameEn: '' }]
}
