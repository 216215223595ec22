import { yuanOf } from '../../core/money.ts'
import type { Language } from '../../core/text.ts'
import { decimal } from './csv.ts'
import { exactCount, MISSING, money, rate, type Short, shortCount, shorten, shortMoney } from './number.ts'

export type FigureKind = 'count' | 'money' | 'rate'

/** How a figure is written. */
export interface Figure {
  /** In tiles, digits and unit apart. */
  tile(value: number | null): Short
  /** On axes and labels. */
  short(value: number): string
  /** In full, for tooltips and tables. */
  exact(value: number | null): string
  /** In files: counts in full, money in yuan, rates as percentages. */
  file(value: number | null): string
}

/** How counts, amounts (fen) and rates (ppm) are written in tiles, on axes, in full and in files. */
export function figureOf(kind: FigureKind, language: Language): Figure {
  const spaced = ({ digits, unit }: Short) => (unit && language === 'zh-CN' ? `${digits} ${unit}` : `${digits}${unit}`)
  const orEmpty = (write: (value: number) => string) => (value: number | null) => (value === null ? '' : write(value))
  switch (kind) {
    case 'count':
      return {
        tile: (value) => (value === null ? { digits: MISSING, unit: '' } : shorten(value, language)),
        short: (value) => shortCount(value, language),
        exact: exactCount,
        file: orEmpty(String),
      }
    case 'money':
      return {
        tile: (value) => shortMoney(value, language),
        short: (value) => spaced(shortMoney(value, language)),
        exact: money,
        file: orEmpty(yuanOf),
      }
    case 'rate':
      return {
        tile: (value) => ({ digits: rate(value, 2), unit: '' }),
        short: (value) => rate(value),
        exact: (value) => rate(value, 2),
        file: orEmpty((value) => `${decimal(value, 4, 1)}%`),
      }
  }
}
