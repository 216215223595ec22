import type { Letter } from '../../core/mail.ts'
import type { Mailed } from './sql.ts'
import { text } from './text.ts'

/** More than this of one letter nobody reads: the box has them. */
const SHOWN = 30

const escapeHtml = (raw: string): string => raw.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
const oneLine = (raw: string): string => raw.replace(/\s+/g, ' ').trim()

/** One message, or all that fell due together, as plain text and as simple HTML; it says what the box shows and no more. */
export function letterOf({ email, language, messages }: Mailed, address: (path: string) => string): Letter {
  const words = text[language]
  const shown = messages.slice(0, SHOWN)
  const left = messages.length - shown.length
  const preferences = address('/user/setting?tab=notices')
  const entries = shown.map(({ title, content, link, at }) => ({
    title,
    content,
    at,
    href: address(link ?? '/messages'),
  }))
  const more = left > 0 ? words.more(left) : ''
  const plain = [
    ...entries.map(({ title, content, at, href }) => `${title}\n${at}\n${content}\n${href}\n`),
    ...(more && [`${more}\n${address('/messages')}\n`]),
    `--\n${words.why} ${preferences}`,
  ].join('\n')
  const parts = entries.map(
    ({ title, content, at, href }) =>
      `<p><a href="${escapeHtml(href)}"><b>${escapeHtml(title)}</b></a><br><small>${at}</small><br>${escapeHtml(content)}</p>`,
  )
  const rest = more && `<p><a href="${escapeHtml(address('/messages'))}">${more}</a></p>`
  return {
    to: email,
    subject: `Backlot · ${messages.length === 1 ? oneLine(messages[0]!.title) : words.several(messages.length)}`,
    text: plain,
    html: `<!doctype html><html lang="${language}"><body style="font:14px/22px sans-serif;max-width:600px">${parts.join('')}${rest}<hr><p><small>${words.why} <a href="${escapeHtml(preferences)}">${words.change}</a></small></p></body></html>`,
    unsubscribe: preferences,
  }
}
