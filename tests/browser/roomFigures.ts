import { expect } from 'vitest'
import { yuanOf } from '../../src/core/money.ts'
import { fenOfMicro } from '../../src/core/settlement/amount.ts'
import { addDays } from '../../src/core/time.ts'
import { decimal } from '../../src/kit/format/csv.ts'
import { type Cells, exported, figureIn, plain, rowsIn, tilesOf } from './figures.ts'
import { settle, url, type Visit } from './harness.ts'
import { ask, askAll, ROOM } from './statementFigures.ts'

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
const inYuan = (micro: number): string => decimal(micro, 6, 2)
const fenOf = (rows: any[]): number => Number(fenOfMicro(BigInt(sum(rows.map(({ amount }) => amount)))))
const netOf = (rows: any[]): number => sum(rows.map(({ netFen }) => netFen))

async function open(page: Visit, search: string): Promise<void> {
  await page.goto(`${url}${ROOM}?${search}`)
  await page.getByRole('grid').waitFor()
  await settle(page)
}

/**
 * The tab of accruals: its rows, its file and the interface say the same; a month's normal ones come to the statement's
 * estimate, those it claimed to its lines, and what is on no statement to the tile of this month.
 */
export async function accrualsAlike(page: Visit, { statementId, no, period, estimateFen }: any): Promise<void> {
  const last = addDays(`${addDays(period, 31).slice(0, 7)}-01`, -1)
  const rows: any[] = []
  const written: Cells[] = []
  // By halves of the month, which come as files at once.
  for (const days of [`${addDays(period, 15)}..${last}`, `${period}..${addDays(period, 14)}`]) {
    const found = await askAll(page, 'sm4/accruals', `earnDate=${days}`)
    await open(page, `tab=accruals&earnDate=${days}`)
    const shown = await rowsIn(page.getByRole('grid'))
    expect(shown.map((row) => plain(row.合作方收益))).toEqual(
      found.slice(0, shown.length).map(({ amount }) => inYuan(amount)),
    )
    written.push(...(await exported(page)))
    rows.push(...found)
  }
  expect(written.map((row) => [figureIn(row, '合作方收益'), figureIn(row, '封顶扣减')])).toEqual(
    rows.map(({ amount, cut }) => [inYuan(amount), inYuan(cut)]),
  )
  const normal = rows.filter(({ lineType }) => lineType === 'normal')
  expect(fenOf(normal)).toBe(estimateFen)
  const claimed = normal.filter(({ statementNo }) => statementNo === no)
  const lines = await askAll(page, 'lines', `statementId=${statementId}&lineType=normal`)
  expect(sum(claimed.map(({ amount }) => amount))).toBe(sum(lines.map(({ amountMicro }) => amountMicro)))

  const { estimateFrom, estimateFen: runningFen } = await ask(page, 'sm4/own')
  const running = await askAll(page, 'sm4/accruals', `earnDate=${estimateFrom}..`)
  expect(fenOf(running.filter((one) => one.statementNo === null))).toBe(runningFen)
}

/** A partner's tiles: what the interface answers, and the sums of its statements by state. */
export async function ownAlike(page: Visit): Promise<void> {
  await open(page, '')
  const tiles = await tilesOf(page, '本期预估')
  const own = await ask(page, 'sm4/own')
  const statements = await askAll(page, 'sm4', '')
  const netIn = (...states: string[]) => netOf(statements.filter(({ state }) => states.includes(state)))
  const figures = {
    本期预估: [own.estimateFen, own.estimateFen],
    待确认: [own.toConfirmFen, netIn('pending_confirm')],
    已确认待打款: [own.confirmedFen, netIn('confirmed', 'locked', 'invoiced', 'payable', 'paying', 'pay_failed')],
    已打款累计: [own.paidFen, netIn('paid')],
  }
  for (const [name, [told, summed]] of Object.entries(figures)) {
    expect(plain(tiles[name]), name).toBe(yuanOf(told!))
    expect(told, name).toBe(summed)
  }
}

/** An operator's overview of a month, and its list of statements: tiles, interface and rows say the same. */
export async function periodAlike(page: Visit, period: string): Promise<void> {
  await page.goto(`${url}${ROOM}?tab=overview&period=${period}`)
  const tiles = await tilesOf(page, '本账期')
  await settle(page)
  const told = await ask(page, `sm4/overview?period=${period}`)
  const rows = await askAll(page, 'sm4', `period=${period}..${period}`)
  const netIn = (...states: string[]) => netOf(rows.filter(({ state }) => states.includes(state)))
  expect(told.disputedFen).toBe(netIn('disputed'))
  expect(told.toPayFen).toBe(netIn('locked', 'invoiced', 'payable', 'paying', 'pay_failed'))
  const figures = { 合作方应付: told.payableFen, 暂缓: told.heldFen, 异议中: told.disputedFen, 待打款: told.toPayFen }
  for (const [name, fen] of Object.entries(figures)) expect(plain(tiles[name]), name).toBe(yuanOf(fen))

  await open(page, `period=${period}..${period}`)
  const totals = await ask(page, `sm4/totals?period=${period}..${period}`)
  const counted = rows.filter(({ state }) => state !== 'voided')
  expect(totals.netFen).toBe(netOf(counted))
  expect(totals.statements).toBe(counted.length)
  const summed = await tilesOf(page, '应付合计')
  const { grossFen, deductFen, adjustFen, carryFen, netFen } = totals
  const sums = { 最终金额: grossFen, 扣减: deductFen, 调整与结转: adjustFen + carryFen, 应付合计: netFen }
  for (const [name, fen] of Object.entries(sums)) expect(plain(summed[name]), name).toBe(yuanOf(fen))
}

/** A payout in the tab of payouts, in its file and in the interface. */
export async function paidAlike(page: Visit, { no, amountFen }: { no: string; amountFen: number }): Promise<void> {
  await open(page, `tab=payouts&keyword=${no}`)
  const told = (await askAll(page, 'sm4/payouts', `keyword=${no}`)).find((one) => one.no === no)
  const shown = (await rowsIn(page.getByRole('grid'))).find((row) => Object.values(row).includes(no))!
  const written = (await exported(page)).find((row) => row.打款单号 === no)!
  expect(told.amountFen).toBe(amountFen)
  for (const row of [shown, written]) {
    expect(figureIn(row, '金额')).toBe(yuanOf(amountFen))
    expect(figureIn(row, '状态')).toBe('已打款')
  }
}
