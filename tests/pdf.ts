import { inflateSync } from 'node:zlib'

/** The words of a PDF's pages in the order they were set, read back by its own tables. */
export function pagesOf(file: Buffer): string[][] {
  const raw = file.toString('latin1')
  const objects = new Map<string, string>()
  for (const [, id, body] of raw.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj\n/g)) objects.set(id!, body!)
  const streamOf = (id: string) => {
    const body = objects.get(id)!
    const from = body.indexOf('stream\n') + 7
    return inflateSync(Buffer.from(body.slice(from, body.lastIndexOf('\nendstream')), 'latin1')).toString('latin1')
  }
  const fonts = new Map<string, Map<string, string>>()
  for (const body of objects.values()) {
    const found = /\/Type0 \/BaseFont \/BAAAAA\+NotoSansSC-(\w+).*\/ToUnicode (\d+) 0 R/.exec(body)
    if (!found) continue
    const pairs = [...streamOf(found[2]!).matchAll(/^<([0-9A-F]{4})> <([0-9A-F]+)>$/gm)]
    fonts.set(
      found[1]!,
      new Map(pairs.map(([, code, text]) => [code!, Buffer.from(text!, 'hex').swap16().toString('utf16le')])),
    )
  }
  const [kids] = [...objects.values()].filter((body) => body.includes('/Type /Pages'))
  return [.../\/Kids \[(.*)\]/.exec(kids!)![1]!.matchAll(/(\d+) 0 R/g)].map(([, page]) => {
    const content = /\/Contents (\d+) 0 R/.exec(objects.get(page!)!)![1]!
    return [...streamOf(content).matchAll(/\/(\w+) [\d.]+ Tf .*? <([0-9A-F]*)> Tj/g)].map(([, font, codes]) =>
      codes!.replace(/.{4}/g, (code) => fonts.get(font!)!.get(code)!),
    )
  })
}
