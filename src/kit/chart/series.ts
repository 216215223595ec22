import { tokens } from '../theme/tokens.ts'
import type { Series } from './LineChart.tsx'
import { PALETTE } from './palette.ts'

/** The colours of a chart's series: the palette in order; what is only compared with stays grey. */
export function colorsOf(series: readonly Series[], theme: 'light' | 'dark'): string[] {
  let used = 0
  return series.map(({ isBefore }) => (isBefore ? tokens[theme].t3 : PALETTE[theme][used++ % PALETTE[theme].length]!))
}
