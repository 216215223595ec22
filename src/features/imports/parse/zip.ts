import { createInflateRaw } from 'node:zlib'
import { FileRefusal } from './refusal.ts'

/** A workbook of 200,000 rows unpacks to about 60 MB; what unpacks to more than this is an attack or a mistake. */
const MAX_UNPACKED_BYTES = 200 * 1024 * 1024
const MAX_ENTRIES = 2_000

export interface ZipEntry {
  name: string
  method: number
  packedBytes: number
  start: number
}

/** The directory of a zip archive, read from its end as every spreadsheet program does. Throws BROKEN_WORKBOOK, WORKBOOK_TOO_LARGE. */
export function readZipDirectory(file: Buffer): ZipEntry[] {
  const end = file.lastIndexOf('PK\x05\x06', file.length, 'latin1')
  if (end < 0 || end + 22 > file.length) throw new FileRefusal('BROKEN_WORKBOOK')
  const count = file.readUInt16LE(end + 10)
  if (count > MAX_ENTRIES) throw new FileRefusal('WORKBOOK_TOO_LARGE')
  let at = file.readUInt32LE(end + 16)
  const entries: ZipEntry[] = []
  for (let index = 0; index < count; index++) {
    if (at + 46 > file.length || file.readUInt32LE(at) !== 0x02014b50) throw new FileRefusal('BROKEN_WORKBOOK')
    const nameBytes = file.readUInt16LE(at + 28)
    const header = file.readUInt32LE(at + 42)
    if (header + 30 > file.length) throw new FileRefusal('BROKEN_WORKBOOK')
    entries.push({
      name: file.toString('utf8', at + 46, at + 46 + nameBytes),
      method: file.readUInt16LE(at + 10),
      packedBytes: file.readUInt32LE(at + 20),
      start: header + 30 + file.readUInt16LE(header + 26) + file.readUInt16LE(header + 28),
    })
    at += 46 + nameBytes + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
  }
  return entries
}

/**
 * Unpacks every entry once without keeping it, because the sizes an archive declares may lie.
 * Throws WORKBOOK_TOO_LARGE as soon as the sum passes the limit.
 */
export async function measureZip(file: Buffer, entries: ZipEntry[]): Promise<void> {
  let unpacked = 0
  for (const entry of entries) {
    const packed = file.subarray(entry.start, entry.start + entry.packedBytes)
    if (entry.method === 0) unpacked += packed.length
    else if (entry.method === 8) unpacked += await measure(packed, MAX_UNPACKED_BYTES - unpacked)
    else throw new FileRefusal('BROKEN_WORKBOOK')
    if (unpacked > MAX_UNPACKED_BYTES) throw new FileRefusal('WORKBOOK_TOO_LARGE')
  }
}

async function measure(packed: Buffer, limit: number): Promise<number> {
  const inflate = createInflateRaw({ chunkSize: 1024 * 1024 })
  inflate.end(packed)
  let bytes = 0
  try {
    for await (const chunk of inflate) {
      bytes += (chunk as Buffer).length
      if (bytes > limit) throw new FileRefusal('WORKBOOK_TOO_LARGE')
    }
  } catch (error) {
    throw error instanceof FileRefusal ? error : new FileRefusal('BROKEN_WORKBOOK')
  }
  return bytes
}
