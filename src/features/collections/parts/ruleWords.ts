import type { Language } from '../../../core/text.ts'
import { exactCount, rate } from '../../../kit/format/number.ts'
import type { Condition, Rule } from '../rule.ts'
import { text } from '../text.ts'

interface Names {
  partners: readonly { id: string; name: string }[]
  categories: readonly { id: string; nameZh: string; nameEn: string }[]
  hidesPartners: boolean
}

/** Each condition of a rule in words; ids by the names the session may know. */
export function conditionWords(condition: Condition, names: Names, language: Language): string {
  const words = text[language]
  const { sentence } = words.rule
  switch (condition.field) {
    case 'category':
      return sentence.category(
        sentence.listOf(
          condition.values.map((id) => {
            const found = names.categories.find((one) => one.id === id)
            return found ? (language === 'zh-CN' ? found.nameZh : found.nameEn) : id
          }),
        ),
      )
    case 'platform':
      return sentence.platform(sentence.listOf(condition.values.map((one) => words.platforms[one])))
    case 'partner':
      return sentence.partner(
        sentence.listOf([
          ...condition.values.map((id) => names.partners.find((one) => one.id === id)?.name ?? id),
          ...(names.hidesPartners ? [sentence.otherPartners] : []),
        ]),
      )
    case 'published':
      if (condition.from && condition.to) return sentence.published(condition.from, condition.to)
      return condition.from ? sentence.publishedFrom(condition.from) : sentence.publishedTo(condition.to ?? '')
    case 'publishedWithin':
      return sentence.publishedWithin(condition.days)
    case 'plays':
      return sentence.plays(exactCount(condition.min))
    case 'finishRate':
      return sentence.finishRate(rate(condition.min))
    case 'noRisk':
      return sentence.noRisk
  }
}

/** What follows the conditions: the order and how many at most. */
export const tailWords = (rule: Rule, language: Language): string =>
  text[language].rule.sentence.tail(text[language].rule.sorts[rule.sort], exactCount(rule.limit))
