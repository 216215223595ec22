import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { dayOf } from '../../../core/time.ts'
import type { Files } from '../../../core/verb.ts'
import { money } from '../../../kit/format/number.ts'
import { Pdf } from '../../../kit/pdf/document.ts'

interface Invoice {
  number: string
  seller: string
  statementNo: string
  amountFen: number
  at: Date
}

const LEFT = 56

/** Draws a partner's invoice and keeps it among the files: what stands behind a demo's money can be opened like everything else. */
export async function keepInvoice(files: Files, { number, seller, statementNo, amountFen, at }: Invoice) {
  const pdf = new Pdf()
  pdf.addPage()
  pdf.text(LEFT, 84, '电子发票（演示）', { size: 20, bold: true })
  pdf.line(LEFT, 98, 540, [0.8, 0.2, 0.2], 1)
  const facts = [
    ['发票号码', number],
    ['开票日期', dayOf(at)],
    ['销售方', seller],
    ['项目', `内容推广服务费，结算单 ${statementNo}`],
    ['价税合计', money(amountFen)],
  ] as const
  for (const [row, [label, value]] of facts.entries()) {
    pdf.text(LEFT, 130 + row * 24, label, { size: 10, color: [0.45, 0.45, 0.5] })
    pdf.text(LEFT + 90, 130 + row * 24, value, { size: 10 })
  }
  const content = pdf.bytes(`发票 ${number}`, 'zh-CN', at)
  const { path } = files.draft()
  await writeFile(path, content)
  return {
    key: await files.keep({ path }),
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
  }
}
