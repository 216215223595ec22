import type { Language } from '../../core/text.ts'
import type { Dimension } from './contract.ts'
import { text } from './text.ts'

/** What a row of a dimension is called; '' and '0' stand for none. */
export function nameOf(
  dimension: Dimension,
  { key, nameZh, nameEn }: { key: string; nameZh: string; nameEn: string },
  language: Language,
): string {
  const words = text[language]
  if (key === '' || key === '0') return words.none[dimension]
  const choices: Partial<Record<Dimension, Record<string, string>>> = {
    platform: words.choices.platform,
    contentType: words.choices.contentType,
    product: words.choices.productCode,
  }
  return choices[dimension]?.[key] ?? ((language === 'zh-CN' ? nameZh : nameEn) || nameZh || key)
}
