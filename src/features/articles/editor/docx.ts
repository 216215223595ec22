import type { Imported } from './importing.ts'

/** Unpacked, all that is read of a document is at most this large: a small file can hold an endless one. */
const MAX_UNPACKED = 64 * 1024 * 1024
const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'

/** The parts of a zip file by name, each unpacked when it is asked for. Throws when it is none. */
function openZip(bytes: Uint8Array): (name: string) => Promise<Uint8Array | null> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let end = bytes.length - 22
  while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end--
  if (end < 0) throw new Error('no zip file')
  const parts = new Map<string, { method: number; packed: number; size: number; offset: number }>()
  let at = view.getUint32(end + 16, true)
  for (let n = view.getUint16(end + 10, true); n > 0; n--) {
    if (view.getUint32(at, true) !== 0x02014b50) throw new Error('no zip file')
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true))
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength!))
    parts.set(name, {
      method: view.getUint16(at + 10, true),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    })
    at += 46 + nameLength! + extra! + comment!
  }
  let left = MAX_UNPACKED
  return async (name) => {
    const part = parts.get(name)
    if (!part) return null
    if (part.size > left) throw new Error('too large')
    const start = part.offset + 30 + view.getUint16(part.offset + 26, true) + view.getUint16(part.offset + 28, true)
    const packed = bytes.slice(start, start + part.packed)
    const whole = part.method === 0 ? packed : await inflate(packed, left)
    left -= whole.length
    return whole
  }
}

/** The declared size may lie: what comes out is counted. */
async function inflate(packed: Uint8Array<ArrayBuffer>, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.length
    if (size > limit) throw new Error('too large')
    chunks.push(next.value)
  }
  const whole = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!)

const TYPES: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
}

/** Reads a Word document's headings, lists, marks, links, table rows as lines, and pictures. */
export async function readDocx(bytes: Uint8Array): Promise<Imported> {
  const part = openZip(bytes)
  const xml = async (name: string): Promise<Document | null> => {
    const found = await part(name)
    const text = found && new TextDecoder().decode(found)
    // Word writes no document type; entities, which could name other files or grow without end, need one.
    if (text && /<!DOCTYPE/i.test(text)) throw new Error('document type')
    return text ? new DOMParser().parseFromString(text, 'application/xml') : null
  }
  const body = (await xml('word/document.xml'))?.getElementsByTagNameNS(WORD, 'body')[0]
  if (!body) throw new Error('no document')
  const [styles, numbering, relations] = await Promise.all([
    xml('word/styles.xml'),
    xml('word/numbering.xml'),
    xml('word/_rels/document.xml.rels'),
  ])
  const targets = new Map(
    [...(relations?.getElementsByTagName('Relationship') ?? [])].map((one) => [
      one.getAttribute('Id') ?? '',
      one.getAttribute('Target') ?? '',
    ]),
  )
  const levels = headingLevels(styles)
  const numbered = numberedLists(numbering)
  const pictures: File[] = []
  const embedded: string[] = []
  let html = ''
  let list = ''
  const inList = (tag: string) => {
    if (list === tag) return
    if (list) html += `</${list}>`
    if (tag) html += `<${tag}>`
    list = tag
  }
  const paragraph = (one: Element) => {
    const text = runsOf(one, targets, embedded)
    const style = wordOf(one, 'pStyle')
    const level = levels.get(style)
    const list = first(one, 'numPr') && wordOf(first(one, 'numPr')!, 'numId')
    if (!text.trim()) return
    if (level) {
      inList('')
      html += `<h${level}>${text}</h${level}>`
    } else if (list) {
      inList(numbered.has(list) ? 'ol' : 'ul')
      html += `<li><p>${text}</p></li>`
    } else {
      inList('')
      html += /quote|引用/i.test(style) ? `<blockquote><p>${text}</p></blockquote>` : `<p>${text}</p>`
    }
  }
  for (const one of body.children) {
    if (one.localName === 'p') paragraph(one)
    if (one.localName !== 'tbl') continue
    inList('')
    for (const row of one.getElementsByTagNameNS(WORD, 'tr')) {
      const cells = [...row.getElementsByTagNameNS(WORD, 'tc')].map((cell) =>
        [...cell.getElementsByTagNameNS(WORD, 'p')].map((line) => runsOf(line, targets, embedded)).join(' '),
      )
      html += `<p>${cells.join(' | ')}</p>`
    }
  }
  inList('')
  for (const id of embedded) {
    const target = targets.get(id) ?? ''
    if (target.split('/').includes('..')) throw new Error('outside of the document')
    const type = TYPES[target.split('.').at(-1)!.toLowerCase()]
    const found = type && (await part(`word/${target.replace(/^\/?(word\/)?/, '')}`))
    if (type && found) pictures.push(new File([found as Uint8Array<ArrayBuffer>], target, { type }))
  }
  return { html, pictures }
}

const first = (one: Element, name: string): Element | undefined => one.getElementsByTagNameNS(WORD, name)[0]
const wordOf = (one: Element, name: string): string => first(one, name)?.getAttributeNS(WORD, 'val') ?? ''

/** Style id → level: Word calls its headings by number in one language and by name in another. */
function headingLevels(styles: Document | null): Map<string, number> {
  const levels = new Map<string, number>()
  for (const style of styles?.getElementsByTagNameNS(WORD, 'style') ?? []) {
    const match = /^(?:heading|标题)\s*(\d)$|^(title)$/i.exec(wordOf(style, 'name'))
    if (match) levels.set(style.getAttributeNS(WORD, 'styleId') ?? '', Math.min(4, Number(match[1] ?? 1) + 1))
  }
  return levels
}

/** Ids of the lists whose first level counts. */
function numberedLists(numbering: Document | null): Set<string> {
  const counted = new Set<string>()
  for (const kind of numbering?.getElementsByTagNameNS(WORD, 'abstractNum') ?? []) {
    const format = wordOf(kind, 'numFmt')
    if (format && format !== 'bullet' && format !== 'none')
      counted.add(kind.getAttributeNS(WORD, 'abstractNumId') ?? '')
  }
  const lists = [...(numbering?.getElementsByTagNameNS(WORD, 'num') ?? [])]
  return new Set(
    lists
      .filter((one) => counted.has(wordOf(one, 'abstractNumId')))
      .map((one) => one.getAttributeNS(WORD, 'numId') ?? ''),
  )
}

const isOn = (marks: Element | undefined, name: string): boolean => {
  const mark = marks && first(marks, name)
  return !!mark && !['0', 'false', 'none'].includes(mark.getAttributeNS(WORD, 'val') ?? '')
}

function runsOf(paragraph: Element, targets: Map<string, string>, embedded: string[]): string {
  let html = ''
  const run = (one: Element): string => {
    const marks = first(one, 'rPr')
    let text = ''
    for (const child of one.children) {
      if (child.localName === 't') text += escaped(child.textContent ?? '')
      if (child.localName === 'tab') text += ' '
      if (child.localName === 'br') text += '<br>'
      for (const blip of child.localName === 'drawing' ? child.getElementsByTagName('a:blip') : []) {
        const id = blip.getAttribute('r:embed')
        if (id) embedded.push(id)
      }
    }
    if (!text) return ''
    if (isOn(marks, 'b')) text = `<strong>${text}</strong>`
    if (isOn(marks, 'i')) text = `<em>${text}</em>`
    if (isOn(marks, 'u')) text = `<u>${text}</u>`
    if (isOn(marks, 'strike')) text = `<s>${text}</s>`
    return text
  }
  for (const child of paragraph.children) {
    if (child.localName === 'r') html += run(child)
    if (child.localName !== 'hyperlink') continue
    const target = targets.get(child.getAttribute('r:id') ?? '')
    const text = [...child.children]
      .filter(({ localName }) => localName === 'r')
      .map(run)
      .join('')
    html += target ? `<a href="${escaped(target)}">${text}</a>` : text
  }
  return html
}
