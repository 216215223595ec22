import { crc32, deflateRawSync } from 'node:zlib'

/** A zip file of a few parts, packed as Word packs them. */
export function zipOf(parts: Record<string, string | Buffer>): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [path, content] of Object.entries(parts)) {
    const [name, whole] = [Buffer.from(path), Buffer.from(content)]
    const packed = deflateRawSync(whole)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(8, 4)
    facts.writeUInt32LE(crc32(whole), 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(whole.length, 18)
    facts.writeUInt16LE(name.length, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(at, 10)
    const file = Buffer.concat([Buffer.from('PK\u0003\u0004'), facts, name, packed])
    files.push(file)
    directory.push(Buffer.from('PK\u0001\u0002\u0014\u0000'), facts, place, name)
    at += file.length
  }
  const index = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(files.length, 4)
  end.writeUInt16LE(files.length, 6)
  end.writeUInt32LE(index.length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...files, index, Buffer.from('PK\u0005\u0006'), end])
}
