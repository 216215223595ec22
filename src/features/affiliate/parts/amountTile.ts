import type { Language } from '../../../core/text.ts'
import { money, shortMoney } from '../../../kit/format/number.ts'
import type { Tile } from '../../../kit/list/KpiStrip.tsx'

/** An amount as a tile: short, the full one on hover. */
export function amountTile(label: string, fen: number, language: Language): Tile {
  const short = shortMoney(fen, language)
  return { label, value: short.digits, unit: short.unit, exact: money(fen) }
}
