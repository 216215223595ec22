import { open } from 'node:fs/promises'

export const PICTURES = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp', 'image/gif': 'gif' } as const
export type PictureType = keyof typeof PICTURES

const HEAD = 16

/** What the first bytes of a file say it is, whatever its name; undefined for all but four kinds of picture. */
export function pictureType(head: Uint8Array): PictureType | undefined {
  const at = (from: number, ...bytes: number[]) => bytes.every((byte, index) => head[from + index] === byte)
  if (at(0, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png'
  if (at(0, 0xff, 0xd8, 0xff)) return 'image/jpeg'
  if (at(0, 0x47, 0x49, 0x46, 0x38) && (head[4] === 0x37 || head[4] === 0x39) && head[5] === 0x61) return 'image/gif'
  if (at(0, 0x52, 0x49, 0x46, 0x46) && at(8, 0x57, 0x45, 0x42, 0x50)) return 'image/webp'
  return undefined
}

export async function sniff(path: string): Promise<PictureType | undefined> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0)
    return pictureType(buffer.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}
