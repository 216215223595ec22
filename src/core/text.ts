/** Words are typed objects, one shape in both languages, so that a missing translation does not compile. */

export const LANGUAGES = ['zh-CN', 'en-US'] as const
export type Language = (typeof LANGUAGES)[number]
export const DEFAULT_LANGUAGE: Language = 'zh-CN'
export const FALLBACK_LANGUAGE: Language = 'en-US'

type Shape<T> = {
  [K in keyof T]: T[K] extends string
    ? string
    : T[K] extends (...args: infer A) => string
      ? (...args: A) => string
      : Shape<T[K]>
}
export type Text<T> = Record<Language, Shape<T>>

export function defineText<const T extends object>(zh: T, en: Shape<T>): Text<T> {
  return { 'zh-CN': zh as Shape<T>, 'en-US': en }
}

/** The language an Accept-Language header or a stored value asks for: Chinese unless it names another language first. */
export function pickLanguage(wanted: string | null | undefined): Language {
  const first = wanted?.split(/[,;]/)[0]?.trim().toLowerCase()
  if (!first || first === '*') return DEFAULT_LANGUAGE
  return first.startsWith('zh') ? 'zh-CN' : FALLBACK_LANGUAGE
}
