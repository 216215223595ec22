import { decimal } from '../../../kit/format/csv.ts'
import { MISSING } from '../../../kit/format/number.ts'

/** Micro-yuan in yuan, to the last digit there is: `¥278,410.1785`. */
export function exactYuan(micro: number | null): string {
  if (micro === null) return MISSING
  const grouped = decimal(Math.abs(micro), 6, 2).replace(/\B(?=(\d{3})+\.)/g, ',')
  return `${micro < 0 ? '−' : ''}¥${grouped}`
}
