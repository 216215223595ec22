import { fenOf } from '../../../core/money.ts'
import { MAX_RESULT_ROWS } from '../contract/payouts.ts'
import { readTable } from '../table.ts'

/** Columns of a bank's file by the names banks give them. */
const HEADS = {
  no: ['打款单号', 'payout no.', 'payout no', 'payout'],
  amount: ['金额（元）', '金额(元)', '金额', 'amount (cny)', 'amount'],
  result: ['结果', '状态', 'result', 'status'],
  ref: ['银行流水号', '流水号', 'bank reference', 'reference no.'],
  reason: ['失败原因', '原因', 'why it failed', 'reason'],
} as const
const PAID = ['成功', '交易成功', '已打款', 'paid', 'success']
const FAILED = ['失败', '交易失败', '打款失败', 'failed', 'failure']

export interface ResultRow {
  row: number
  no: string
  amount: string
  /** Undefined where it is no amount of whole fen. */
  amountFen: number | undefined
  result: string
  isPaid: boolean | undefined
  bankRef: string | null
  reason: string | null
}

/** The rows of a bank's result file. Throws what `readTable` throws. */
export async function readResults(path: string): Promise<ResultRow[]> {
  const { rows } = await readTable(path, HEADS, ['ref', 'reason'], MAX_RESULT_ROWS)
  return rows.map(({ row, cells }) => {
    const result = cells.result.toLowerCase()
    return {
      ...{ row, no: cells.no, amount: cells.amount.slice(0, 40), result: cells.result.slice(0, 40) },
      amountFen: fenOf(cells.amount),
      isPaid: PAID.includes(result) ? true : FAILED.includes(result) ? false : undefined,
      bankRef: cells.ref || null,
      reason: cells.reason.slice(0, 500) || null,
    }
  })
}
