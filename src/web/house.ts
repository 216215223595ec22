import type { House } from '../core/settings.ts'
import type { Language } from '../core/text.ts'

/** The product's own name, where nobody has given the house another. */
const NAME = 'Backlot'

function readHouse(): House {
  const content = document.querySelector('meta[name="house"]')?.getAttribute('content')
  return content ? (JSON.parse(content) as House) : {}
}

/** What administrators made of name, mark, footer and slogans; it came with the page, so it counts from the next start. */
export const house = readHouse()

export const nameOf = (language: Language): string => house['house.name']?.[language] || NAME
export const footerOf = (language: Language, standard: string): string => house['house.footer']?.[language] || standard
/** Empty: the built-in ones stand. */
export const slogansOf = (language: Language): { title: string; body: string }[] =>
  (house['house.slogans'] ?? [])
    .filter(({ title }) => title[language])
    .map(({ title, body }) => ({ title: title[language], body: body[language] }))
