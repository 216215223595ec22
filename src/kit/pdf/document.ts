import { setTimeout as wait } from 'node:timers/promises'
import { deflateSync } from 'node:zlib'
import { Face, type Glyph } from './glyphs.ts'
import { truetypeOf } from './truetype.ts'

/** A4 in points. */
export const PAPER = { width: 595.28, height: 841.89 } as const
const ASCENT = 880
const DESCENT = -120

export interface TextStyle {
  size: number
  bold?: boolean
  /** Three parts from 0 to 1. */
  color?: readonly [number, number, number]
  /** Where x is: the text's left or its right end. */
  align?: 'left' | 'right'
}

/** Faces are read once: their glyphs are the same in every file. */
const faces = { plain: new Face(400), bold: new Face(600) }

/**
 * Reads the glyphs of a text before a file asks for them, one after the other with room for other work between two: the
 * first file of a process would wait for them all at once.
 */
export async function warm(text: string): Promise<void> {
  for (const character of new Set(text)) {
    for (const face of [faces.plain, faces.bold]) {
      face.glyphOf(character)
      await wait(1, undefined, { ref: false })
    }
  }
}

/** The characters a file uses of one weight, numbered as they come. */
class Used {
  readonly ids = new Map<string, number>()
  readonly glyphs: Glyph[] = []
  readonly face: Face
  constructor(face: Face) {
    this.face = face
  }

  codesOf(text: string): string {
    let codes = ''
    for (const character of text) {
      let id = this.ids.get(character)
      if (id === undefined) {
        id = this.glyphs.push(this.face.glyphOf(character))
        this.ids.set(character, id)
      }
      codes += hex(id)
    }
    return codes
  }
}

const hex = (value: number): string => value.toString(16).toUpperCase().padStart(4, '0')
const figure = (value: number): string => String(Math.round(value * 100) / 100)
const paint = (color: TextStyle['color'], verb: 'rg' | 'RG'): string =>
  `${(color ?? [0, 0, 0]).map((part) => figure(part)).join(' ')} ${verb}`

/** The width of a text in points. */
export const widthOf = (text: string, { size, bold }: TextStyle): number => {
  let width = 0
  for (const character of text) width += faces[bold ? 'bold' : 'plain'].glyphOf(character).advance
  return (width * size) / 1000
}

/** A PDF with Chinese text: pages of text, lines and boxes, y from the top; only the glyphs used are in the file. */
export class Pdf {
  readonly #pages: string[][] = []
  readonly #used = { plain: new Used(faces.plain), bold: new Used(faces.bold) }
  #ops: string[] = []

  get pages(): number {
    return this.#pages.length
  }

  addPage(): void {
    this.#ops = []
    this.#pages.push(this.#ops)
  }

  /** Back to a page (from 0), as for its foot once the number of pages is known. */
  turnTo(page: number): void {
    this.#ops = this.#pages[page]!
  }

  /** `y` is the line the letters stand on. */
  text(x: number, y: number, text: string, style: TextStyle): void {
    const left = style.align === 'right' ? x - widthOf(text, style) : x
    const font = style.bold ? 'bold' : 'plain'
    this.#ops.push(
      `BT ${paint(style.color, 'rg')} /${font} ${figure(style.size)} Tf ${figure(left)} ${figure(PAPER.height - y)} Td <${this.#used[font].codesOf(text)}> Tj ET`,
    )
  }

  line(x: number, y: number, toX: number, color: TextStyle['color'], width = 0.5): void {
    const level = figure(PAPER.height - y)
    this.#ops.push(`${paint(color, 'RG')} ${figure(width)} w ${figure(x)} ${level} m ${figure(toX)} ${level} l S`)
  }

  box(x: number, y: number, width: number, height: number, color: TextStyle['color']): void {
    this.#ops.push(
      `${paint(color, 'rg')} ${figure(x)} ${figure(PAPER.height - y - height)} ${figure(width)} ${figure(height)} re f`,
    )
  }

  /** The whole file. `at` is when it was made; the same pages and time give the same bytes. */
  bytes(title: string, language: string, at: Date): Buffer {
    const objects: (Buffer | string)[] = []
    const add = (body: Buffer | string): number => objects.push(body)
    const catalog = add('')
    const tree = add('')
    const fonts = (['plain', 'bold'] as const).map((name) => `/${name} ${fontOf(add, this.#used[name], name)} 0 R`)
    const resources = add(`<< /Font << ${fonts.join(' ')} >> >>`)
    const pages = this.#pages.map((ops) => {
      const content = add(stream(Buffer.from(ops.join('\n'), 'latin1')))
      return add(
        `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 ${PAPER.width} ${PAPER.height}] /Resources ${resources} 0 R /Contents ${content} 0 R >>`,
      )
    })
    objects[tree - 1] = `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((id) => `${id} 0 R`).join(' ')}] >>`
    objects[catalog - 1] =
      `<< /Type /Catalog /Pages ${tree} 0 R /Lang (${language}) /ViewerPreferences << /DisplayDocTitle true >> >>`
    const stamp = at.toISOString().replace(/[-:T]/g, '').slice(0, 14)
    const info = add(`<< /Title <FEFF${utf16(title)}> /CreationDate (D:${stamp}Z) >>`)
    return fileOf(objects, catalog, info)
  }
}

const utf16 = (text: string): string => Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase()

function stream(bytes: Buffer, more = ''): Buffer {
  const packed = deflateSync(bytes)
  return Buffer.concat([
    Buffer.from(`<< /Length ${packed.length} /Filter /FlateDecode${more} >>\nstream\n`),
    packed,
    Buffer.from('\nendstream'),
  ])
}

function fontOf(add: (body: Buffer | string) => number, used: Used, name: string): number {
  const base = `BAAAAA+NotoSansSC-${name}`
  const program = truetypeOf(used.glyphs, ASCENT, DESCENT)
  const file = add(stream(program, ` /Length1 ${program.length}`))
  const descriptor = add(
    `<< /Type /FontDescriptor /FontName /${base} /Flags 4 /FontBBox [-1000 -1000 2000 2000] /ItalicAngle 0 /Ascent ${ASCENT} /Descent ${DESCENT} /CapHeight 733 /StemV ${name === 'bold' ? 120 : 80} /FontFile2 ${file} 0 R >>`,
  )
  const widths = used.glyphs.map(({ advance }) => figure(advance)).join(' ')
  const descendant = add(
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${base} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor ${descriptor} 0 R /CIDToGIDMap /Identity /DW 1000 /W [1 [${widths}]] >>`,
  )
  const unicode = add(stream(Buffer.from(unicodeOf(used))))
  return add(
    `<< /Type /Font /Subtype /Type0 /BaseFont /${base} /Encoding /Identity-H /DescendantFonts [${descendant} 0 R] /ToUnicode ${unicode} 0 R >>`,
  )
}

/** Which character each glyph is, so that text can be found and copied. */
function unicodeOf({ ids }: Used): string {
  const pairs = [...ids].map(([character, id]) => `<${hex(id)}> <${utf16(character)}>`)
  const blocks: string[] = []
  for (let at = 0; at < pairs.length; at += 100) {
    const some = pairs.slice(at, at + 100)
    blocks.push(`${some.length} beginbfchar\n${some.join('\n')}\nendbfchar`)
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange
${blocks.join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`
}

function fileOf(objects: readonly (Buffer | string)[], catalog: number, info: number): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')]
  let at = parts[0]!.length
  const places: number[] = []
  const push = (bytes: Buffer) => {
    parts.push(bytes)
    at += bytes.length
  }
  for (const [index, body] of objects.entries()) {
    places.push(at)
    push(Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(body), Buffer.from('\nendobj\n')]))
  }
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const count = objects.length + 1
  parts.push(
    Buffer.from(
      `xref\n0 ${count}\n0000000000 65535 f \n${table}trailer\n<< /Size ${count} /Root ${catalog} 0 R /Info ${info} 0 R >>\nstartxref\n${at}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}
