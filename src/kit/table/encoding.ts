import iconv from 'iconv-lite'

export const ENCODINGS = ['utf-8', 'utf-8-bom', 'gb18030', 'utf-16le', 'utf-16be'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** Bytes that are no text: of no encoding we know, or of no text at all. */
export class Undecodable extends Error {
  readonly reason: 'ENCODING' | 'NOT_A_TABLE'
  constructor(reason: Undecodable['reason']) {
    super(reason)
    this.reason = reason
  }
}

/**
 * Decodes a text file and says which encoding it was. A byte order mark decides; without one, UTF-16 shows by its zero
 * bytes, then whatever is strictly valid UTF-8 is UTF-8, and the rest must be valid GB18030. Throws Undecodable.
 */
export function decode(file: Buffer): { text: string; encoding: Encoding } {
  if (file[0] === 0xef && file[1] === 0xbb && file[2] === 0xbf)
    return { text: strictly('utf-8', file.subarray(3)), encoding: 'utf-8-bom' }
  if (file[0] === 0xff && file[1] === 0xfe)
    return { text: strictly('utf-16le', file.subarray(2)), encoding: 'utf-16le' }
  if (file[0] === 0xfe && file[1] === 0xff)
    return { text: strictly('utf-16be', file.subarray(2)), encoding: 'utf-16be' }
  const wide = guessUtf16(file)
  if (wide) return { text: strictly(wide, file), encoding: wide }
  if (file.includes(0)) throw new Undecodable('NOT_A_TABLE')
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(file), encoding: 'utf-8' }
  } catch {
    const text = iconv.decode(file, 'gb18030')
    // iconv-lite has no strict mode; the replacement character marks what it could not decode.
    if (text.includes('\ufffd')) throw new Undecodable('ENCODING')
    return { text, encoding: 'gb18030' }
  }
}

function strictly(encoding: string, bytes: Buffer): string {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new Undecodable('ENCODING')
  }
}

/** Tables are full of ASCII digits and separators: in UTF-16 every one of them has a zero byte on the same side. */
function guessUtf16(file: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  const head = file.subarray(0, 4096)
  if (file.length % 2 !== 0) return undefined
  let even = 0
  let odd = 0
  for (let at = 0; at < head.length; at++) if (head[at] === 0) at % 2 === 0 ? even++ : odd++
  const few = head.length / 20
  if (odd > few && even === 0) return 'utf-16le'
  if (even > few && odd === 0) return 'utf-16be'
  return undefined
}
