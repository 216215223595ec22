import { createReadStream } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'

/**
 * The format of a backup is tar, so that it can be opened without us: `tar -xf`, `gunzip`, `psql`. Written and read here
 * because both sides stream, and all that is used of it is a name and a length.
 */
const BLOCK = 512
const SIZE_MAX = 8 ** 11 - 1

export interface Entry {
  name: string
  bytes: number
  /** The content, in pieces; must be read to its end before the next entry is asked for. */
  content: AsyncIterable<Buffer>
}

/** Appends an entry; the content must have exactly the length that is told. */
export async function writeEntry(
  file: FileHandle,
  name: string,
  bytes: number,
  content: AsyncIterable<Buffer> | Iterable<Buffer>,
): Promise<void> {
  await file.write(headerOf(name, bytes))
  let written = 0
  for await (const piece of content) {
    // Longer than it was when it was looked at: never more than was said.
    const fitting = piece.subarray(0, bytes - written)
    written += fitting.length
    await writeAll(file, fitting)
  }
  if (written !== bytes) throw new Error(`${name} became shorter while it was read`)
  await file.write(Buffer.alloc(padding(bytes)))
}

/** Two empty blocks say that nothing is missing. */
export const writeEnd = async (file: FileHandle): Promise<void> => {
  await file.write(Buffer.alloc(2 * BLOCK))
}

/** The entries in their order. Throws when the file ends before its end. */
export async function* readEntries(path: string): AsyncGenerator<Entry> {
  const source = piecesOf(path)
  for (;;) {
    const header = await source.take(BLOCK)
    if (header.every((byte) => byte === 0)) return
    const name = textAt(header, 0, 100)
    const bytes = Number.parseInt(textAt(header, 124, 12), 8)
    if (textAt(header, 257, 5) !== 'ustar' || !name || !(bytes >= 0) || checksumOf(header) !== sumIn(header))
      throw new Error('not a backup, or damaged')
    let left = bytes
    async function* content(): AsyncGenerator<Buffer> {
      while (left > 0) {
        const piece = await source.upTo(left)
        left -= piece.length
        yield piece
      }
    }
    yield { name, bytes, content: content() }
    while (left > 0) left -= (await source.upTo(left)).length
    await source.take(padding(bytes))
  }
}

/** All of an entry, for those known to be small. */
export async function bytesOf({ content }: Entry): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of content) pieces.push(piece)
  return Buffer.concat(pieces)
}

async function writeAll(file: FileHandle, bytes: Buffer): Promise<void> {
  for (let at = 0; at < bytes.length; ) at += (await file.write(bytes, at)).bytesWritten
}

const padding = (bytes: number): number => (BLOCK - (bytes % BLOCK)) % BLOCK
const textAt = (header: Buffer, from: number, length: number): string =>
  header.toString('latin1', from, from + length).replace(/[\0 ].*$/s, '')
const sumIn = (header: Buffer): number => Number.parseInt(textAt(header, 148, 8), 8)

/** The sum of a header's bytes with its own place taken as spaces. */
function checksumOf(header: Buffer): number {
  let sum = 8 * 32
  for (const [at, byte] of header.entries()) if (at < 148 || at >= 156) sum += byte
  return sum
}

function headerOf(name: string, bytes: number): Buffer {
  if (Buffer.byteLength(name) > 99 || bytes > SIZE_MAX) throw new Error(`${name} does not fit into a backup`)
  const header = Buffer.alloc(BLOCK)
  const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, '0')}\0`
  header.write(name, 0)
  header.write(octal(0o600, 7), 100)
  header.write(octal(0, 7), 108)
  header.write(octal(0, 7), 116)
  header.write(octal(bytes, 11), 124)
  header.write(octal(0, 11), 136)
  header.write('0', 156)
  header.write('ustar\x0000', 257)
  header.write(`${checksumOf(header).toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

function piecesOf(path: string) {
  const stream = createReadStream(path, { highWaterMark: 1 << 20 })[Symbol.asyncIterator]()
  let rest = Buffer.alloc(0)
  const upTo = async (length: number): Promise<Buffer> => {
    if (rest.length === 0) {
      const { value, done } = await stream.next()
      if (done) throw new Error('the backup ends in the middle: it is not whole')
      rest = value
    }
    const piece = rest.subarray(0, length)
    rest = rest.subarray(piece.length)
    return piece
  }
  return {
    upTo,
    async take(length: number): Promise<Buffer> {
      const pieces: Buffer[] = []
      for (let left = length; left > 0; left -= pieces.at(-1)!.length) pieces.push(await upTo(left))
      return Buffer.concat(pieces)
    },
  }
}
