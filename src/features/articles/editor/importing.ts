import { readDocx } from './docx.ts'
import { readMarkdown } from './markdown.ts'

const MAX_BYTES = 20 * 1024 * 1024

export interface Imported {
  html: string
  pictures: File[]
}

/** A Word document or a Markdown text as the editor takes it. Throws on anything else; nothing leaves the browser. */
export async function readDocument(file: File): Promise<Imported> {
  if (file.size > MAX_BYTES) throw new Error('too large')
  if (/\.docx$/i.test(file.name)) return readDocx(new Uint8Array(await file.arrayBuffer()))
  if (/\.(md|markdown)$/i.test(file.name)) return { html: readMarkdown(await file.text()), pictures: [] }
  throw new Error('unknown kind')
}
