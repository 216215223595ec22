import type { Reply } from '../../core/contract.ts'
import type { Language } from '../../core/text.ts'
import { csvOf } from '../../kit/format/csv.ts'
import { figureOf } from '../../kit/format/figure.ts'
import { COLUMNS, figureIn } from './columns.ts'
import type { Figures } from './compute.ts'
import type { categoryStatistics } from './contract.ts'
import { text } from './text.ts'

type Answer = Reply<typeof categoryStatistics>

/** The tree and, last, the totals as CSV: both levels in columns of their own, counts in full, money in yuan, rates as percentages. */
export function writeTree({ list, totals }: Answer, language: Language): string {
  const words = text[language]
  const nameOf = (of: { id: string; nameZh: string; nameEn: string }) =>
    of.id === '0' ? words.none : language === 'zh-CN' ? of.nameZh : of.nameEn
  const figures = (of: Figures & { heat?: number | null }) =>
    COLUMNS.map(({ key, kind }) => ({ figure: figureOf(kind, language).file(figureIn(of, key)) }))
  return csvOf([
    [
      words.file.level1,
      words.file.level2,
      ...COLUMNS.map(({ key, kind }) => (kind === 'money' ? words.file.yuan(words.metrics[key]) : words.metrics[key])),
      words.metrics.topCreator,
    ],
    ...list.flatMap((node) => [
      [nameOf(node), '', ...figures(node), node.topCreator?.name ?? ''],
      ...node.children.map((child) => [nameOf(node), nameOf(child), ...figures(child), child.topCreator?.name ?? '']),
    ]),
    [words.total, '', ...figures(totals), totals.topCreator?.name ?? ''],
  ])
}
