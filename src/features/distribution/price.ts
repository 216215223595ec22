import type { Language } from '../../core/text.ts'
import { money, rate } from '../../kit/format/number.ts'
import { text } from './text.ts'

interface Price {
  priceModel: string
  unitPriceE4: number | null
  sharePpm: number | null
  capFen: number | null
}

/** A price in words; unit prices are 1/10000 yuan, without zeros nobody needs. */
export function priceOf({ priceModel, unitPriceE4, sharePpm, capFen }: Price, language: Language): string {
  const words = text[language].terms
  const unit = `¥${(unitPriceE4 ?? 0) % 100 === 0 ? ((unitPriceE4 ?? 0) / 10_000).toFixed(2) : String((unitPriceE4 ?? 0) / 10_000)}`
  const cap = capFen === null ? '' : words.cap(money(capFen))
  if (priceModel === 'per_post') return words.perPost(unit) + cap
  if (priceModel === 'cpm') return words.cpm(unit) + cap
  if (priceModel === 'share') return words.share(rate(sharePpm)) + cap
  return words.free
}
