import { clockOf } from '../../core/time.ts'
import type { Ctx } from '../../core/verb.ts'
import { cell, decimal, END, MARK } from '../../kit/format/csv.ts'
import { type ItemRow, readItems } from './sqlItems.ts'
import { text } from './text.ts'

const BATCH = 2_000

/** A collection's videos within the scope as CSV, in its own order. */
export async function* writeItems(ctx: Ctx, id: string): AsyncGenerator<string> {
  const words = text[ctx.language]
  const { name: _, ...heads } = words.file
  yield MARK + Object.values(heads).map(cell).join(',') + END
  for (let offset = 0; ; offset += BATCH) {
    const rows = await readItems(ctx.db, ctx.scope, id, offset, BATCH)
    if (rows.length) yield rows.map((row) => `${lineOf(row, words).join(',')}${END}`).join('')
    if (rows.length < BATCH) return
  }
}

const lineOf = (row: ItemRow, words: (typeof text)['zh-CN']): string[] => [
  cell(row.videoId),
  cell(row.platformItemId),
  cell(row.title),
  cell(words.platforms[row.platform as keyof typeof words.platforms]),
  cell(row.creatorName ?? ''),
  cell(row.partnerName ?? ''),
  row.publishedAt ? clockOf(row.publishedAt) : '',
  String(row.playCount),
  row.playDelta1d === null ? '' : String(row.playDelta1d),
  row.finishRate === null ? '' : `${decimal(row.finishRate, 4, 1)}%`,
  cell(words.drawer.sources[row.source as keyof typeof words.drawer.sources]),
]
