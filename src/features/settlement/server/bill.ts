import { createReadStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import type { Columns } from '../../../core/columns.ts'
import { errors as common, refuse } from '../../../core/errors.ts'
import type { Language } from '../../../core/text.ts'
import { type Ctx, serve, type Verb } from '../../../core/verb.ts'
import { exportable } from '../../../kit/format/listCsv.ts'
import { writeXlsx } from '../../../kit/sheet/xlsx.ts'
import { amountOf, type BillLine, factsOf, notesOf, PRINTED_LINES, pdfOf, sumsOf } from '../bill/pdf.ts'
import { billText } from '../billText.ts'
import { billPdf, billXlsx } from '../contract/bill.ts'
import { readBillFacts } from '../sql/bill.ts'
import { readByType, readStatement } from '../sql/statementDetail.ts'
import { text } from '../statementText.ts'
import { eyeOf } from './common.ts'
import { lineColumns, linesOf, lineText } from './statements.ts'

/** The statement as its page shows it. Throws NOT_FOUND, for a foreign one as for a missing one. */
async function find(ctx: Ctx, id: string) {
  const statement = await readStatement(ctx.db, eyeOf(ctx), id)
  if (!statement) throw refuse(common, 'NOT_FOUND')
  return { statement, ...(await readBillFacts(ctx.db, id)), at: ctx.now }
}

const note = (ctx: Ctx, id: string, no: string, format: 'pdf' | 'xlsx'): Promise<void> =>
  ctx.audit({ action: 'statement.download', entity: 'statement', entityId: id, after: { no, format } })

/** The same reader, in the language the file is asked for. */
const inLanguage = (ctx: Ctx, language: Language | undefined): Ctx => (language ? { ...ctx, language } : ctx)

const pdf = serve(billPdf, async (asked, { params: { id }, query }) => {
  const ctx = inLanguage(asked, query.lang)
  const found = await find(ctx, id)
  const lines: BillLine[] = []
  for await (const rows of linesOf(ctx, id)) {
    lines.push(...(rows as BillLine[]))
    if (lines.length >= PRINTED_LINES) break
  }
  const bytes = pdfOf(
    { ...found, byType: await readByType(ctx.db, id), lines: lines.slice(0, PRINTED_LINES) },
    ctx.language,
  )
  const { no } = found.statement
  await note(ctx, id, no, 'pdf')
  return { name: `${no}.pdf`, type: 'application/pdf', body: pieces(bytes) }
})

async function* pieces(bytes: Uint8Array) {
  yield bytes
}

const xlsx = serve(billXlsx, async (asked, { params: { id }, query }) => {
  const ctx = inLanguage(asked, query.lang)
  const { language } = ctx
  const found = await find(ctx, id)
  const sums = sumsOf(found, language).map(([label, fen]) => [label, amountOf(fen)] as const)
  const notes = notesOf(found, language).map((line, at) => [at === 0 ? billText[language].notes : '', line] as const)
  const { no } = found.statement
  const { path } = ctx.files.draft()
  const file = await open(path, 'w')
  try {
    await writeXlsx(file, linesOf(ctx, id), {
      columns: exportable(lineColumns(ctx)) as Columns,
      text: lineText,
      language,
      notesTitle: billText[language].notes,
      notes: () => [[text[language].statements.no, no], ...factsOf(found, language), ...sums, ...notes],
    })
  } finally {
    await file.close()
  }
  await note(ctx, id, no, 'xlsx')
  const body = createReadStream(path)
  body.on('close', () => void rm(path, { force: true }))
  return { name: `${no}.xlsx`, type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', body }
})

export const billVerbs: Verb[] = [pdf, xlsx]
