import type { FileHandle } from 'node:fs/promises'
import type { Columns } from '../../core/columns.ts'
import type { Language } from '../../core/text.ts'
import type { ListText } from '../../core/verb.ts'
import { titlesOf } from '../format/listCsv.ts'
import { escapeXml, letterOf, rowOf, STYLE, textCell } from './cells.ts'
import type { Part, Rows } from './file.ts'
import { ZipWriter } from './zip.ts'

/** Rows of one sheet, the header among them. */
export const SHEET_ROWS = 1_048_576

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const KINDS = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Lines of the second sheet: what is in the file, and of when. */
export type Notes = readonly (readonly [label: string, value: string])[]

export interface Book {
  columns: Columns
  text: ListText
  language: Language
  notesTitle: string
  /** Asked for when all rows are written. */
  notes(parts: readonly Part[]): Notes
  sheetRows?: number
}

/** Writes rows as a workbook: typed cells under a frozen header, the notes as the second sheet, more sheets where one is full. */
export async function writeXlsx(file: FileHandle, rows: Rows, book: Book): Promise<Part[]> {
  const { columns, text, language, sheetRows = SHEET_ROWS } = book
  const zip = new ZipWriter(file)
  const letters = Object.keys(columns).map((_, at) => letterOf(at))
  const titles = titlesOf(columns, text, language)
  const choices = text[language].choices
  const parts: Part[] = []
  const source = rows[Symbol.asyncIterator]()
  let batch: readonly Record<string, unknown>[] = []
  let at = 0
  let isOver = false
  do {
    const number = parts.length + 1
    let written = 0
    const packed = await zip.entry(`xl/worksheets/sheet${number === 1 ? 1 : number + 1}.xml`, async (push) => {
      await push(sheetHead(titles, letters))
      while (written < sheetRows - 1) {
        if (at === batch.length) {
          const next = await source.next()
          if (next.done) {
            isOver = true
            break
          }
          batch = next.value
          at = 0
        }
        const until = Math.min(batch.length, at + sheetRows - 1 - written)
        let lines = ''
        for (; at < until; at++) lines += rowOf(columns, letters, batch[at]!, ++written + 1, choices, language)
        await push(lines)
      }
      await push('</sheetData></worksheet>')
    })
    parts.push({ name: sheetName(text[language].title, number), rows: written, ...packed })
    // A full sheet is the last one when nothing comes after it.
    if (!isOver && at === batch.length) {
      const next = await source.next()
      if (next.done) isOver = true
      else [batch, at] = [next.value, 0]
    }
  } while (!isOver)
  await writeRest(zip, parts, book)
  return parts
}

function sheetHead(titles: readonly string[], letters: readonly string[]): string {
  const cells = titles.map((title, at) => textCell(`${letters[at]}1`, title, STYLE.head)).join('')
  return `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols><col min="1" max="${Math.max(titles.length, 1)}" width="18" customWidth="1"/></cols><sheetData><row r="1">${cells}</row>`
}

/** At most 31 characters, without those a sheet's name may not have. */
function sheetName(title: string, number: number): string {
  const tail = number > 1 ? ` (${number})` : ''
  return [...title.replace(/[[\]:*?/\\']/g, ' ')].slice(0, 31 - tail.length).join('') + tail
}

async function writeRest(zip: ZipWriter, parts: readonly Part[], book: Book): Promise<void> {
  const lines = book
    .notes(parts)
    .map(
      ([label, value], at) =>
        `<row r="${at + 1}">${textCell(`A${at + 1}`, label, STYLE.head)}${textCell(`B${at + 1}`, value)}</row>`,
    )
  const one = (name: string, xml: string) => zip.entry(name, (push) => push(HEAD + xml))
  await one(
    'xl/worksheets/sheet2.xml',
    `<worksheet xmlns="${MAIN}"><cols><col min="1" max="1" width="24" customWidth="1"/><col min="2" max="2" width="80" customWidth="1"/></cols><sheetData>${lines.join('')}</sheetData></worksheet>`,
  )
  const [first, ...more] = parts.map(({ name }) => name)
  const names = [first!, book.notesTitle, ...more]
  const sheets = names.map((name, at) => `<sheet name="${escapeXml(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
  await one(
    'xl/workbook.xml',
    `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheets.join('')}</sheets></workbook>`,
  )
  const links = names.map(
    (_, at) => `<Relationship Id="rId${at + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  )
  await one(
    'xl/_rels/workbook.xml.rels',
    `<Relationships xmlns="${PACKAGE}/relationships">${links.join('')}<Relationship Id="rId${names.length + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  )
  await one('xl/styles.xml', STYLES)
  await one(
    '_rels/.rels',
    `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  )
  const overrides = names.map(
    (_, at) => `<Override PartName="/xl/worksheets/sheet${at + 1}.xml" ContentType="${KINDS}.worksheet+xml"/>`,
  )
  await one(
    '[Content_Types].xml',
    `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${KINDS}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${KINDS}.styles+xml"/>${overrides.join('')}</Types>`,
  )
  await zip.end()
}

const FORMATS = ['#,##0.00', '0.0###%', '#,##0', '0.###', 'yyyy-mm-dd', 'yyyy-mm-dd hh:mm']
/** The order of STYLE: plain, head, then one style a format. */
const STYLES = `<styleSheet xmlns="${MAIN}"><numFmts count="${FORMATS.length}">${FORMATS.map(
  (code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${code}"/>`,
).join(
  '',
)}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${FORMATS.length + 2}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>${FORMATS.map(
  (_, at) => `<xf numFmtId="${164 + at}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
).join('')}</cellXfs></styleSheet>`
