import type { Language } from '../../core/text.ts'
import { clockOf } from '../../core/time.ts'
import type { Platform } from '../../core/works.ts'
import { priceOf } from './price.ts'
import { text } from './text.ts'

export interface BriefOf {
  distId: string
  title: string
  originalUrl: string | null
  deadlineAt: string
  platforms: string[]
  region: string
  rightsStart: string
  rightsEnd: string
  allowEdit: boolean
  requiredTags: string[]
  forbiddenWords: string[]
  priceModel: string
  unitPriceE4: number | null
  sharePpm: number | null
  capFen: number | null
}

/** The task as a text a person can follow: what a supplier downloads where no finished file is stored. */
export function briefOf(row: BriefOf, language: Language): string {
  const words = text[language]
  const list = (values: string[]) => (values.length ? values.join(words.listComma) : words.terms.none)
  const lines: [name: string, value: string][] = [
    [words.columns.distId, row.distId],
    [words.columns.title, row.title],
    [words.terms.original, row.originalUrl ?? words.terms.none],
    [words.columns.deadlineAt, `${clockOf(row.deadlineAt)} (UTC+8)`],
    [words.terms.platforms, list(row.platforms.map((platform) => words.choices.platform[platform as Platform]))],
    [words.terms.region, words.terms.regions[row.region as keyof typeof words.terms.regions]],
    [words.terms.rights, `${clockOf(row.rightsStart)} – ${clockOf(row.rightsEnd)} (UTC+8)`],
    [words.terms.edit, row.allowEdit ? words.terms.editYes : words.terms.editNo],
    [words.terms.tags, list(row.requiredTags)],
    [words.terms.forbidden, list(row.forbiddenWords)],
    [words.terms.price, priceOf(row, language)],
  ]
  return `\uFEFF${[words.brief.title, '', words.brief.note, '', ...lines.map(([name, value]) => `${name}${words.colon}${value}`), ''].join('\r\n')}`
}
