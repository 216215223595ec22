import type { Fields } from './useDraft.ts'

/** A line of a text, or a piece of a line, and whose it is. */
export interface Piece {
  kind: 'same' | 'removed' | 'added'
  text: string
}
export type DiffLine = { kind: 'same'; text: string } | { kind: 'changed'; pieces: Piece[] }

const BLOCKS = new Set(['P', 'H2', 'H3', 'H4', 'LI', 'BLOCKQUOTE', 'PRE', 'HR', 'IMG', 'DIV', 'UL', 'OL'])

/** The lines of an article as somebody would read them aloud: each block one line, with what it is before its words. */
export function linesOf(html: string): string[] {
  const lines: string[] = []
  let line = ''
  const end = () => {
    if (line.trim()) lines.push(line.trim())
    line = ''
  }
  const walk = (node: Node) => {
    if (node.nodeType === Node.TEXT_NODE) line += (node.textContent ?? '').replace(/\s+/g, ' ')
    if (!(node instanceof Element)) {
      if (node.nodeType !== Node.TEXT_NODE) for (const child of node.childNodes) walk(child)
      return
    }
    const isBlock = BLOCKS.has(node.tagName)
    // A paragraph inside a list item continues the item's line.
    if (isBlock && !(node.tagName === 'P' && node.parentElement?.tagName === 'LI')) end()
    line += markOf(node)
    for (const child of node.childNodes) walk(child)
    if (node.tagName === 'A' && node.getAttribute('href')) line += ` (${node.getAttribute('href')})`
    if (isBlock) end()
  }
  walk(new DOMParser().parseFromString(html, 'text/html').body)
  end()
  return lines
}

function markOf(node: Element): string {
  if (/^H[234]$/.test(node.tagName)) return `${'#'.repeat(Number(node.tagName[1]))} `
  if (node.tagName === 'LI') return node.parentElement?.tagName === 'OL' ? '1. ' : '• '
  if (node.tagName === 'BLOCKQUOTE') return '> '
  if (node.tagName === 'HR') return '———'
  if (node.tagName === 'IMG')
    return `[${node.getAttribute('alt') || 'IMG'} ${node.getAttribute('data-media')?.slice(0, 8) ?? ''}]`
  if (node.hasAttribute('data-card')) return `[${node.getAttribute('data-card')} ${node.getAttribute('data-id') ?? ''}]`
  return ''
}

/** What stands in the one and not in the other, by the longest common run of items. */
function compare<T>(before: readonly T[], after: readonly T[]): { kind: Piece['kind']; item: T }[] {
  const length = Array.from({ length: before.length + 1 }, () => new Uint32Array(after.length + 1))
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--)
      length[i]![j] =
        before[i] === after[j] ? length[i + 1]![j + 1]! + 1 : Math.max(length[i + 1]![j]!, length[i]![j + 1]!)
  const found: { kind: Piece['kind']; item: T }[] = []
  let [i, j] = [0, 0]
  while (i < before.length || j < after.length) {
    if (i < before.length && j < after.length && before[i] === after[j]) {
      found.push({ kind: 'same', item: before[i]! })
      i++
      j++
    } else if (j >= after.length || (i < before.length && length[i + 1]![j]! >= length[i]![j + 1]!))
      found.push({ kind: 'removed', item: before[i++]! })
    else found.push({ kind: 'added', item: after[j++]! })
  }
  return found
}

/** Longer lines are shown as one piece: letter by letter nobody could read it. */
const MAX_LETTERS = 600

/** The lines of two texts, and inside lines that changed the letters and words that did. */
export function diff(before: readonly string[], after: readonly string[]): DiffLine[] {
  const lines: DiffLine[] = []
  let [removed, added]: [string[], string[]] = [[], []]
  const flush = () => {
    for (let at = 0; at < Math.max(removed.length, added.length); at++)
      lines.push({ kind: 'changed', pieces: piecesOf(removed[at] ?? '', added[at] ?? '') })
    removed = []
    added = []
  }
  for (const { kind, item } of compare(before, after)) {
    if (kind === 'removed') removed.push(item)
    else if (kind === 'added') added.push(item)
    else {
      flush()
      lines.push({ kind: 'same', text: item })
    }
  }
  flush()
  return lines
}

function piecesOf(before: string, after: string): Piece[] {
  const tokens = (text: string) => text.match(/[\p{L}\p{N}]*[a-z0-9][\p{L}\p{N}]*|[\s\S]/giu) ?? []
  const whole = [
    { kind: 'removed' as const, text: before },
    { kind: 'added' as const, text: after },
  ].filter(({ text }) => text)
  if (whole.length < 2 || before.length > MAX_LETTERS || after.length > MAX_LETTERS) return whole
  const pieces: Piece[] = []
  for (const { kind, item } of compare(tokens(before), tokens(after))) {
    const last = pieces.at(-1)
    if (last?.kind === kind) last.text += item
    else pieces.push({ kind, text: item })
  }
  const same = pieces.reduce((sum, piece) => sum + (piece.kind === 'same' ? piece.text.length : 0), 0)
  return same * 3 < Math.max(before.length, after.length) ? whole : pieces
}

/** Whether two texts say the same: how a browser and the server write the same markup may differ. */
export function isSameText(a: Fields, b: Fields): boolean {
  const said = ({ title, author, digest, coverKey, tags, lang, sourceUrl, html }: Fields) =>
    JSON.stringify([title, author, digest, coverKey, tags, lang, sourceUrl, linesOf(html)])
  return said(a) === said(b)
}
