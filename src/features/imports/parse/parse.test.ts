import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { writeXlsx } from 'hucre/xlsx'
import iconv from 'iconv-lite'
import { afterAll, describe, expect, it } from 'vitest'
import { sniffDelimiter } from '../../../kit/table/delimiter.ts'
import { ENCODINGS, type Encoding } from '../../../kit/table/encoding.ts'
import { MAX_ROWS } from '../contract.ts'
import { readCsv } from './csv.ts'
import { decode } from './encoding.ts'
import { FileRefusal } from './refusal.ts'
import { openTable, type TableRow } from './table.ts'
import { lookAtFile, readFileRows } from './thread.ts'

const folder = mkdtempSync(join(tmpdir(), 'backlot-parse-'))
afterAll(() => rmSync(folder, { recursive: true }))
let files = 0
function fileOf(content: string | Uint8Array): string {
  const path = join(folder, `${++files}`)
  writeFileSync(path, content)
  return path
}

async function tableOf(content: string | Uint8Array) {
  const table = await openTable(fileOf(content))
  const rows: TableRow[] = []
  for await (const row of table.rows) rows.push(row)
  return { ...table, rows }
}
const refusalOf = (content: string | Uint8Array) =>
  tableOf(content).then(
    () => 'taken',
    (error: unknown) => (error instanceof FileRefusal ? error.reason : error),
  )

const TABLE = 'id,日期,播放量\na1,2026-10-01,5\n'

function encode(text: string, encoding: Encoding): Buffer {
  switch (encoding) {
    case 'utf-8':
      return Buffer.from(text)
    case 'utf-8-bom':
      return Buffer.from(`\ufeff${text}`)
    case 'gb18030':
      return iconv.encode(text, 'gb18030')
    default:
      return iconv.encode(text, encoding, { addBOM: true })
  }
}

describe('encodings', () => {
  it.each(ENCODINGS)('reads any text back from %s and says so', (encoding) => {
    const chinese = fc.string({ unit: fc.constantFrom(...'播放量作品标题，。“”é€😀𠮷a,1\t"') })
    fc.assert(
      fc.property(chinese, (text) => {
        // The heading makes it a table: without any non-ASCII sign GB18030 and UTF-8 are the same bytes.
        const whole = `视频标识,日期\n${text}`
        expect(decode(encode(whole, encoding))).toEqual({ text: whole, encoding })
      }),
      { seed: 7, numRuns: 200 },
    )
  })

  it('knows UTF-16 without its mark', () => {
    expect(decode(iconv.encode(TABLE, 'utf-16le', { addBOM: false })).encoding).toBe('utf-16le')
    expect(decode(iconv.encode(TABLE, 'utf-16be', { addBOM: false })).encoding).toBe('utf-16be')
  })

  it('refuses bytes that are text in no encoding', async () => {
    expect(await refusalOf(Buffer.from([0x69, 0x64, 0x2c, 0xff, 0xff, 0x0a]))).toBe('ENCODING')
    expect(await refusalOf(Buffer.from([0x69, 0x64, 0x00, 0xff, 0x0a]))).toBe('NOT_A_TABLE')
    expect(await refusalOf(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), encode(TABLE, 'gb18030')]))).toBe('ENCODING')
  })
})

describe('delimited text', () => {
  it.each([
    [',', 'id,date,plays\na,b,1\nc,"x;y;z",2\n'],
    [';', 'id;date;plays\na;b;1,5\nc;d,e,f;2\n'],
    ['\t', 'id\tdate\tplays\na\tb, c, d\t1\n'],
  ])('finds the separator %j', (delimiter, text) => expect(sniffDelimiter(text)).toBe(delimiter))

  it('keeps quotes and line breaks inside cells, and counts rows as a spreadsheet does', async () => {
    const { header, rows } = await tableOf('id,title,plays\r\na,"one ""two""\nthree",1\r\n\r\n,,\r\nb,x"y,2\r\n')
    expect(header).toEqual(['id', 'title', 'plays'])
    expect(rows).toEqual([
      { rowNo: 2, cells: ['a', 'one "two"\nthree', '1'] },
      { rowNo: 5, cells: ['b', 'x"y', '2'] },
    ])
  })

  it('reads any table back', async () => {
    const cell = fc.string({ unit: fc.constantFrom(...'ab1 ,;\t"\n播放😀=') })
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 20 }), async (rows) => {
        const text = rows.map((row) => row.map((one) => `"${one.replaceAll('"', '""')}"`).join(',')).join('\n')
        const found: string[][] = []
        for await (const row of readCsv(text, ',')) found.push(row)
        expect(found).toEqual(rows)
      }),
      { seed: 7, numRuns: 100 },
    )
  })

  it('takes off our own guard against formulas, and no other apostrophe', async () => {
    const { rows } = await tableOf("id,title\n'-abc,'tis\n\"'=1+1\",''=x\n")
    expect(rows.map(({ cells }) => cells)).toEqual([
      ['-abc', "'tis"],
      ['=1+1', "'=x"],
    ])
  })

  it('makes every cell storable', async () => {
    const { rows } = await tableOf(iconv.encode('id,title\na,x\u0000y\n', 'utf-16le', { addBOM: true }))
    expect(rows[0]!.cells).toEqual(['a', 'x\ufffdy'])
  })
})

describe('what is no table', () => {
  const zip = (name: string, content = 'hello') => zipOf([{ name, data: Buffer.from(content) }])
  it.each<[string, string | Uint8Array]>([
    ['EMPTY_FILE', ''],
    ['EMPTY_FILE', '\n\n'],
    ['NO_ROWS', 'id,date,plays\n'],
    ['NO_ROWS', 'id,date,plays\n,,\n\n'],
    ['DUPLICATE_HEADER', 'id,plays,plays\na,1,2\n'],
    ['ONE_COLUMN', 'id\na\n'],
    ['ZIP_FILE', zip('data.csv', TABLE)],
    ['OTHER_SPREADSHEET', zip('xl/workbook.bin')],
    ['BROKEN_WORKBOOK', zip('data.csv').subarray(0, 40)],
    ['OLD_EXCEL', Buffer.from('d0cf11e0a1b11ae1000000', 'hex')],
    ['ENCRYPTED', Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from('EncryptedPackage', 'utf16le')])],
    ['HTML_TABLE', '<html><table><tr><td>1</td></tr></table></html>'],
    ['NOT_A_TABLE', Buffer.from('%PDF-1.7\n1,2,3\n')],
    ['NOT_A_TABLE', Buffer.from('89504e470d0a1a0a', 'hex')],
    ['BROKEN_QUOTES', `id,title\na,"never closed\n${'b,c\n'.repeat(10)}`],
    ['TOO_MANY_COLUMNS', `${Array.from({ length: 201 }, (_, n) => `c${n}`).join(',')}\n${'1,'.repeat(200)}1\n`],
    ['TOO_MANY_ROWS', `id,plays\n${'a,1\n'.repeat(MAX_ROWS + 1)}`],
  ])('%s', async (reason, content) => expect(await refusalOf(content)).toBe(reason))

  it('takes the twins of all these', async () => {
    expect(await refusalOf(TABLE)).toBe('taken')
    // Nameless columns are not the same column twice.
    expect(await refusalOf('id,plays,,\na,1,,\n')).toBe('taken')
    expect(await refusalOf('id,title\na,"closed"\n')).toBe('taken')
    expect(await refusalOf(`id,plays\n${'a,1\n'.repeat(MAX_ROWS)}`)).toBe('taken')
  })
})

describe('workbooks', () => {
  const header = ['作品ID', '日期', '播放量']
  const workbook = (rows: (string | number | Date | null)[][], sheets = 1) =>
    writeXlsx({ sheets: Array.from({ length: sheets }, (_, n) => ({ name: `表${n + 1}`, rows })) })

  it('reads the first sheet: text ids, dates, numbers', async () => {
    const day = new Date('2026-10-22T00:00:00Z')
    const table = await tableOf(await workbook([header, ['7123456789012345678', day, 1234], ['a2', 46317, 1.5]], 2))
    expect(table).toMatchObject({ kind: 'xlsx', sheet: '表1', sheets: 2, header })
    expect(table.rows.map(({ cells }) => cells)).toEqual([
      ['7123456789012345678', '2026-10-22', '1234'],
      ['a2', '46317', '1.5'],
    ])
  })

  it('shows that a number too long for a spreadsheet has lost digits', async () => {
    const { rows } = await tableOf(await workbook([header, [7.123456789012345e18, '2026-10-22', 1]]))
    expect(rows[0]!.cells[0]).toMatch(/e\+18$/)
  })

  it('counts rows as the spreadsheet does', async () => {
    const { rows } = await tableOf(await workbook([header, ['a', '2026-10-22', 1], [], ['b', '2026-10-22', 2]]))
    expect(rows.map(({ rowNo }) => rowNo)).toEqual([2, 4])
  })

  it.each<[string, string, () => Uint8Array]>([
    ['a bomb that tells its size', 'WORKBOOK_TOO_LARGE', () => hostile(sheetOf('<row r="1"/>'.repeat(100)), 210)],
    ['a bomb that lies about it', 'WORKBOOK_TOO_LARGE', () => hostile(sheetOf('<row r="1"/>'.repeat(100)), 210, 10)],
    ['a cell at the far end', 'TOO_MANY_COLUMNS', () => hostile(sheetOf('<row r="1"><c r="XFD1"><v>1</v></c></row>'))],
    [
      'a column beyond the sheet',
      'BROKEN_WORKBOOK',
      () => hostile(sheetOf('<row r="1"><c r="ZZZZ1"><v>1</v></c></row>')),
    ],
    ['a thousand sheets', 'TOO_MANY_SHEETS', () => hostile(sheetOf('<row r="1"/>'), 0, 0, 1000)],
    ['no sheets', 'BROKEN_WORKBOOK', () => hostile(sheetOf('<row r="1"/>'), 0, 0, 0)],
    [
      'entities in entities',
      'ONE_COLUMN',
      () =>
        hostile(
          `<!DOCTYPE x [<!ENTITY a "${'x'.repeat(1000)}"><!ENTITY b "${'&a;'.repeat(1000)}">]>${sheetOf(
            `<row r="1"><c r="A1" t="inlineStr"><is><t>${'&b;'.repeat(1000)}</t></is></c></row>`,
          )}`,
        ),
    ],
    [
      'a merge of the whole sheet',
      'NO_ROWS',
      () =>
        hostile(
          sheetOf(
            '<row r="1"><c r="A1" t="str"><v>id</v></c><c r="B1" t="str"><v>plays</v></c></row>',
            '<mergeCells count="1"><mergeCell ref="A1:XFD1048576"/></mergeCells>',
          ),
        ),
    ],
    [
      'a row at the far end',
      'TOO_MANY_ROWS',
      () =>
        hostile(
          sheetOf(
            `<row r="1"><c r="A1" t="str"><v>id</v></c><c r="B1" t="str"><v>n</v></c></row>${'<row><c><v>1</v></c></row>'.repeat(MAX_ROWS + 1)}`,
          ),
        ),
    ],
  ])('%s is refused soon and in little memory', async (_, reason, make) => {
    const file = make()
    const began = performance.now()
    const before = process.memoryUsage().rss
    expect(await refusalOf(file)).toBe(reason)
    expect(performance.now() - began).toBeLessThan(10_000)
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024)
  })
})

describe('the reading thread', () => {
  it('hands over every row once, in order', async () => {
    const rows = Array.from({ length: 20_000 }, (_, n) => `item${n},2026-10-01,${n}\n`)
    const path = fileOf(`id,date,plays\n${rows.join('')}`)
    const { mapping } = await lookAtFile(path, 'x.csv', new Date('2026-11-20T00:00:00Z'))
    const plays: number[] = []
    const task = { path, mapping: { ...mapping, platform: 'other' as const }, today: '2026-11-20', keepsCells: false }
    for await (const batch of readFileRows({
      ...task,
      mapping: { ...task.mapping, columns: { ...mapping.columns, itemId: 'id' } },
    }))
      plays.push(...batch.rows.map(({ playCount }) => playCount))
    expect(plays).toEqual(rows.map((_, n) => n))
  })

  it('tells what it found, or why it refused', async () => {
    const now = new Date('2026-11-20T00:00:00Z')
    const rows = 'a1,2026-10-01,5\n'.repeat(50_000)
    const found = await lookAtFile(fileOf(`id,日期,播放量\n${rows}`), 'x.csv', now)
    expect(found).toMatchObject({
      format: { kind: 'csv', encoding: 'utf-8', rows: 50_000 },
      mapping: { columns: { statDate: '日期', playCount: '播放量' } },
    })
    expect(found.format.preview[0]).toEqual(['a1', '2026-10-01', '5'])
    await expect(lookAtFile(fileOf(`id,plays,plays\n${rows}`), 'x.csv', now)).rejects.toMatchObject({
      reason: 'DUPLICATE_HEADER',
      params: { names: 'plays' },
    })
  })
})

const sheetOf = (rows: string, after = '') =>
  `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData>${after}</worksheet>`

/** A workbook of one given sheet, padded by `megabytes` of blanks that pack to nothing, with sizes told as `told` bytes. */
function hostile(sheet: string, megabytes = 0, told?: number, sheets = 1): Uint8Array {
  const ns = 'http://schemas.openxmlformats.org'
  const list = Array.from({ length: sheets }, (_, n) => `<sheet name="s${n}" sheetId="${n + 1}" r:id="rId1"/>`)
  const data =
    megabytes > 0 ? Buffer.concat([Buffer.from(sheet), Buffer.alloc(megabytes * 1024 * 1024, 32)]) : Buffer.from(sheet)
  return zipOf([
    {
      name: '[Content_Types].xml',
      data: Buffer.from(
        `<Types xmlns="${ns}/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
      ),
    },
    {
      name: '_rels/.rels',
      data: Buffer.from(
        `<Relationships xmlns="${ns}/package/2006/relationships"><Relationship Id="rId1" Type="${ns}/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
      ),
    },
    {
      name: 'xl/workbook.xml',
      data: Buffer.from(
        `<workbook xmlns="${ns}/spreadsheetml/2006/main" xmlns:r="${ns}/officeDocument/2006/relationships"><sheets>${list.join('')}</sheets></workbook>`,
      ),
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      data: Buffer.from(
        `<Relationships xmlns="${ns}/package/2006/relationships"><Relationship Id="rId1" Type="${ns}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
      ),
    },
    { name: 'xl/worksheets/sheet1.xml', data, told },
  ])
}

interface Entry {
  name: string
  data: Buffer
  /** The unpacked size the archive claims. */
  told?: number | undefined
}

/** A zip archive written by hand, so that it can lie. */
function zipOf(entries: Entry[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, data, told = data.length } of entries) {
    const packed = deflateRawSync(data)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(8, 8)
    local.writeUInt32LE(packed.length, 18)
    local.writeUInt32LE(told, 22)
    local.writeUInt16LE(name.length, 26)
    const central = Buffer.alloc(46)
    central.writeUInt32LE(0x02014b50, 0)
    central.writeUInt16LE(8, 10)
    central.writeUInt32LE(packed.length, 20)
    central.writeUInt32LE(told, 24)
    central.writeUInt16LE(name.length, 28)
    central.writeUInt32LE(at, 42)
    parts.push(local, Buffer.from(name), packed)
    directory.push(central, Buffer.from(name))
    at += 30 + name.length + packed.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, list, end])
}
