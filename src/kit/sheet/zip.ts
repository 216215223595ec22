import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { FileHandle } from 'node:fs/promises'
import { crc32, createDeflateRaw } from 'node:zlib'

/** Fast rather than small: level 6 takes twice as long for a tenth of the size. */
const LEVEL = 3
const LIMIT = 0xffff_ffff
/** 1980-01-01: the file says inside when it was made. */
const DOS_DATE = 33
/** Names are UTF-8. */
const FLAGS = 0x800

/** What a part of a file came to, before it was packed. */
export interface Packed {
  bytes: number
  sha256: string
}

interface Entry {
  name: Buffer
  at: number
  crc: number
  size: number
  packed: number
}

/** A ZIP container without the 64-bit extension needs less than 4 GB, in all and for each entry. */
export class ZipTooLarge extends Error {}

/** Writes a ZIP container into a file, one entry after another, each packed as its text arrives. */
export class ZipWriter {
  readonly #file: FileHandle
  readonly #entries: Entry[] = []
  #at = 0

  constructor(file: FileHandle) {
    this.#file = file
  }

  /** Writes one entry; `fill` hands its text over piece by piece. */
  async entry(name: string, fill: (push: (text: string) => Promise<void>) => Promise<void>): Promise<Packed> {
    const entry: Entry = { name: Buffer.from(name), at: this.#at, crc: 0, size: 0, packed: 0 }
    const hash = createHash('sha256')
    const deflate = createDeflateRaw({ level: LEVEL, chunkSize: 65_536 })
    this.#at += headOf(entry).length
    const pumped = (async () => {
      for await (const chunk of deflate as AsyncIterable<Buffer>) {
        entry.packed += chunk.length
        await this.#append(chunk)
      }
    })()
    // Heard below; here it only must not end the process before.
    pumped.catch(() => {})
    try {
      await fill(async (text) => {
        const bytes = Buffer.from(text)
        entry.crc = crc32(bytes, entry.crc)
        entry.size += bytes.length
        if (entry.size > LIMIT) throw new ZipTooLarge()
        hash.update(bytes)
        if (!deflate.write(bytes)) await Promise.race([once(deflate, 'drain'), pumped])
      })
    } catch (error) {
      deflate.destroy()
      throw error
    }
    deflate.end()
    await pumped
    const head = headOf(entry)
    await this.#file.write(head, 0, head.length, entry.at)
    this.#entries.push(entry)
    return { bytes: entry.size, sha256: hash.digest('hex') }
  }

  /** Writes the directory; the container is whole after it. */
  async end(): Promise<void> {
    const from = this.#at
    for (const entry of this.#entries) await this.#append(directoryOf(entry))
    const end = Buffer.alloc(22)
    end.writeUInt32LE(0x06054b50, 0)
    end.writeUInt16LE(this.#entries.length, 8)
    end.writeUInt16LE(this.#entries.length, 10)
    end.writeUInt32LE(this.#at - from, 12)
    end.writeUInt32LE(from, 16)
    await this.#append(end)
  }

  async #append(bytes: Buffer): Promise<void> {
    const at = this.#at
    this.#at += bytes.length
    if (this.#at > LIMIT) throw new ZipTooLarge()
    await this.#file.write(bytes, 0, bytes.length, at)
  }
}

/** The fields both headers of an entry share, from the version on. */
function factsOf({ name, crc, size, packed }: Entry): Buffer {
  const facts = Buffer.alloc(26)
  facts.writeUInt16LE(20, 0)
  facts.writeUInt16LE(FLAGS, 2)
  facts.writeUInt16LE(8, 4)
  facts.writeUInt16LE(0, 6)
  facts.writeUInt16LE(DOS_DATE, 8)
  facts.writeUInt32LE(crc, 10)
  facts.writeUInt32LE(packed, 14)
  facts.writeUInt32LE(size, 18)
  facts.writeUInt16LE(name.length, 22)
  return facts
}

const headOf = (entry: Entry): Buffer =>
  Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), factsOf(entry), entry.name])

function directoryOf(entry: Entry): Buffer {
  const tail = Buffer.alloc(14)
  tail.writeUInt32LE(entry.at, 10)
  return Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), factsOf(entry), tail, entry.name])
}
