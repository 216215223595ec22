import { PAPER, Pdf, type TextStyle, widthOf } from '../../../kit/pdf/document.ts'

type Color = NonNullable<TextStyle['color']>
export const INK: Color = [0.11, 0.13, 0.16]
export const MUTED: Color = [0.47, 0.5, 0.56]
export const BLUE: Color = [0.09, 0.36, 1]
export const HAIR: Color = [0.88, 0.9, 0.92]
export const TINT: Color = [0.95, 0.96, 0.98]

const MARGIN = 44
export const LEFT = MARGIN
export const RIGHT = PAPER.width - MARGIN
const BOTTOM = PAPER.height - 54

/** Never at the head of a line. */
const CLOSING = /[，。、；：？！）」』”’》…％%),.;:?!]/

/** Breaks a text to a width: between words, between Chinese characters, and where nothing else helps inside a word. */
export function wrap(text: string, width: number, style: TextStyle): string[] {
  const lines: string[] = []
  let line = ''
  for (const piece of text.match(/[\w¥.,+\-%/]+|\s+|./gu) ?? []) {
    if (widthOf(line + piece, style) <= width || (line && CLOSING.test(piece) && piece.length === 1)) {
      line += piece
      continue
    }
    if (line.trim()) lines.push(line.trimEnd())
    line = ''
    for (const character of piece.trimStart()) {
      if (line && widthOf(line + character, style) > width) {
        lines.push(line)
        line = ''
      }
      line += character
    }
  }
  return line.trim() ? [...lines, line.trimEnd()] : lines
}

export interface PdfColumn {
  title: string
  width: number
  align?: 'left' | 'right'
}

/** A sheet that is written from the top to the bottom, on as many pages as it takes. */
export class Sheet {
  readonly pdf = new Pdf()
  y = 0

  constructor() {
    this.turn()
  }

  turn(): void {
    this.pdf.addPage()
    this.y = MARGIN + 8
  }

  /** Begins a page when so much does not fit on this one; true when it did. */
  room(height: number): boolean {
    if (this.y + height <= BOTTOM) return false
    this.turn()
    return true
  }

  heading(text: string, aside = ''): void {
    this.room(60)
    this.y += 26
    this.pdf.text(LEFT, this.y, text, { size: 11.5, bold: true, color: INK })
    if (aside) this.pdf.text(RIGHT, this.y, aside, { size: 8, color: MUTED, align: 'right' })
    this.y += 8
  }

  paragraph(text: string, style: TextStyle = { size: 8.5, color: MUTED }): void {
    for (const line of wrap(text, RIGHT - LEFT, style)) {
      this.room(14)
      this.y += 13.5
      this.pdf.text(LEFT, this.y, line, style)
    }
  }

  /** Pairs of a label and a value, three in a row. */
  facts(facts: readonly (readonly [label: string, value: string])[]): void {
    const width = (RIGHT - LEFT) / 3
    for (let at = 0; at < facts.length; at += 3) {
      const wrapped = facts.slice(at, at + 3).map(([, value]) => wrap(value, width - 12, { size: 9.5 }).slice(0, 2))
      for (const [column, lines] of wrapped.entries()) {
        const x = LEFT + column * width
        this.pdf.text(x, this.y + 12, facts[at + column]![0], { size: 8, color: MUTED })
        for (const [row, line] of lines.entries())
          this.pdf.text(x, this.y + 26 + row * 12, line, { size: 9.5, color: INK })
      }
      this.y += 36 + (Math.max(...wrapped.map(({ length }) => length)) - 1) * 12
    }
  }

  /** Rows of a table; its head stands on every page. */
  table(columns: readonly PdfColumn[], rows: Iterable<readonly string[]>): void {
    this.#head(columns)
    const style = { size: 8, color: INK }
    for (const row of rows) {
      const cells = row.map((cell, at) => wrap(cell, columns[at]!.width - 8, style).slice(0, 4))
      const height = Math.max(...cells.map(({ length }) => length), 1) * 11 + 7
      if (this.room(height)) this.#head(columns)
      let x = LEFT
      for (const [at, lines] of cells.entries()) {
        const { width, align } = columns[at]!
        for (const [index, line] of lines.entries())
          this.#cell(x, width, this.y + 12 + index * 11, line, { ...style, align })
        x += width
      }
      this.y += height
      this.pdf.line(LEFT, this.y, RIGHT, HAIR)
    }
  }

  #head(columns: readonly PdfColumn[]): void {
    this.pdf.box(LEFT, this.y, RIGHT - LEFT, 19, TINT)
    let x = LEFT
    for (const { title, width, align } of columns) {
      this.#cell(x, width, this.y + 12.5, title, { size: 8, bold: true, color: MUTED, align })
      x += width
    }
    this.y += 19
  }

  #cell(x: number, width: number, y: number, text: string, { align = 'left', ...style }: TextStyle): void {
    this.pdf.text(align === 'right' ? x + width - 4 : x + 4, y, text, { ...style, align })
  }

  /** The foot of every page, once all are there. */
  feet(left: string, right: (page: number, of: number) => string): void {
    const { pages } = this.pdf
    const y = PAPER.height - 30
    for (let page = 0; page < pages; page++) {
      this.pdf.turnTo(page)
      this.pdf.line(LEFT, y - 14, RIGHT, HAIR)
      this.pdf.text(LEFT, y, left, { size: 7.5, color: MUTED })
      this.pdf.text(RIGHT, y, right(page + 1, pages), { size: 7.5, color: MUTED, align: 'right' })
    }
  }
}
