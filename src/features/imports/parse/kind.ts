import { FileRefusal } from './refusal.ts'
import { readZipDirectory } from './zip.ts'

const starts = (file: Buffer, ...bytes: number[]) => bytes.every((byte, at) => file[at] === byte)

/** What a file is by its content, whatever its name says. Throws the refusal for every other well-known format. */
export function kindOf(file: Buffer): 'text' | 'xlsx' {
  if (file.length === 0) throw new FileRefusal('EMPTY_FILE')
  if (starts(file, 0x50, 0x4b, 0x03, 0x04) || starts(file, 0x50, 0x4b, 0x05, 0x06)) return kindOfZip(file)
  if (starts(file, 0xd0, 0xcf, 0x11, 0xe0))
    throw new FileRefusal(file.includes(Buffer.from('EncryptedPackage', 'utf16le')) ? 'ENCRYPTED' : 'OLD_EXCEL')
  const isOther =
    starts(file, 0x25, 0x50, 0x44, 0x46) || // PDF
    starts(file, 0x89, 0x50, 0x4e, 0x47) || // PNG
    starts(file, 0xff, 0xd8, 0xff) || // JPEG
    starts(file, 0x47, 0x49, 0x46, 0x38) || // GIF
    starts(file, 0x52, 0x61, 0x72, 0x21) || // RAR
    starts(file, 0x37, 0x7a, 0xbc, 0xaf) || // 7z
    starts(file, 0x1f, 0x8b) // gzip
  if (isOther) throw new FileRefusal('NOT_A_TABLE')
  // Many back offices name an HTML page .xls.
  const head = file
    .subarray(0, 512)
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart()
    .toLowerCase()
  if (/^<(!doctype html|html|table|head|meta|\?xml)/.test(head)) throw new FileRefusal('HTML_TABLE')
  return 'text'
}

function kindOfZip(file: Buffer): 'xlsx' {
  const names = new Set(readZipDirectory(file).map(({ name }) => name))
  if (names.has('[Content_Types].xml') && names.has('xl/workbook.xml')) return 'xlsx'
  if (names.has('xl/workbook.bin') || (names.has('mimetype') && names.has('content.xml')))
    throw new FileRefusal('OTHER_SPREADSHEET')
  throw new FileRefusal('ZIP_FILE')
}
