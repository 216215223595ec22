import type pg from 'pg'
import sql from 'sql-template-tag'
import { SETTLEMENT_PRODUCTS, type SettlementProduct } from '../../../core/access.ts'
import { addDays, dayOf, startOf } from '../../../core/time.ts'
import type { Db, Files, Statement } from '../../../core/verb.ts'
import { buildStatement, splitOff } from '../../../features/settlement/server/building.ts'
import { type Hand, take } from '../../../features/settlement/server/common.ts'
import { arrive, sendOut } from '../../../features/settlement/server/ledger.ts'
import { issue, lock, payDayOf } from '../../../features/settlement/server/steps.ts'
import { setAccount } from '../../../features/settlement/sql/accounts.ts'
import { addAdjustment } from '../../../features/settlement/sql/adjustments.ts'
import { addDispute, addFile, addInvoice, decideInvoice } from '../../../features/settlement/sql/disputes.ts'
import { addBatch, addPayout, endPayout, lockPayouts } from '../../../features/settlement/sql/payouts.ts'
import { addBill, compare, type FileRow } from '../../../features/settlement/sql/reconcile.ts'
import { readBillable } from '../../../features/settlement/sql/statementBuild.ts'
import {
  type LockedStatement,
  lockStatement,
  nextRev,
  readPlan,
} from '../../../features/settlement/sql/statementRows.ts'
import type { StatementState } from '../../../features/settlement/statementFlow.ts'
import { secrets } from '../../auth/secrets.ts'
import { fillCertifications, holderOf, readParties } from './certifications.ts'
import { keepInvoice } from './invoicePdf.ts'
import type { Size } from './size.ts'

/** Where there are more works nothing was earned yet, so there is nothing to bill. */
const FEW_VIDEOS = 20_000
/** Accounts every demo has: two administrators and a partner's own. */
const [OPS, COO, PARTNER] = ['3', '5', '6']

const BANKS = ['招商银行', '中国工商银行', '中国建设银行', '平安银行']

/** How far the statements of the last month have come, one partner after the other. */
const STANDS: readonly StatementState[] = [
  ...([
    'pending_confirm',
    'locked',
    'disputed',
    'payable',
    'draft',
    'confirmed',
    'paying',
    'pay_failed',
    'invoiced',
  ] as const),
  ...(['voided', 'pending_confirm', 'payable'] as const),
]

/**
 * Statements of the months that are over, built and moved by the product's own steps: the older ones paid, those of the
 * last month in every state there is. Where a folder of files is given, their invoices lie in it.
 */
export async function fillStatements(client: pg.PoolClient, size: Size, files?: Files): Promise<void> {
  if (size.videos > FEW_VIDEOS) return
  const db = on(client)
  const today = addDays(size.through, 1)
  if (size.hasPeople) await fillCertifications(db, startOf(addDays(today, -82)))
  await fillAccounts(db, startOf(addDays(today, -80)))
  const first = monthOf(addDays(size.through, 1 - size.days))
  for (let period = first; nextMonth(period) <= monthOf(today); period = nextMonth(period)) {
    const isLast = nextMonth(period) === monthOf(today)
    for (const product of SETTLEMENT_PRODUCTS) await fillMonth(db, product, period, isLast, today, files)
  }
  const lastMonth = monthOf(addDays(monthOf(today), -1))
  await fillAdjustments(db, lastMonth, startOf(today))
  await fillBill(db, lastMonth, startOf(today))
}

const monthOf = (day: string): string => `${day.slice(0, 7)}-01`
const nextMonth = (period: string): string => monthOf(addDays(period, 31))
/** 10:00 on a day, or on the demo's last one. */
const at = (day: string, today: string): Date =>
  new Date(+startOf(day < today ? day : addDays(today, -1)) + 10 * 3_600_000)

/** A demo writes no audit and sends no messages: its own log and box are filled elsewhere. */
const handAt = (db: Db, now: Date, actorId: string | null = OPS): Hand => ({
  ...{ db, now, actorId },
  audit: async () => {},
  notify: async () => {},
  emit: async () => {},
  endTodos: async () => {},
})

async function fillAccounts(db: Db, now: Date): Promise<void> {
  for (const [nr, party] of (await readParties(db)).entries()) {
    // One has none yet and one waits to be verified: their payments are refused.
    if (nr % 6 === 4) continue
    const number = `62258801${String(20_000_000 + nr * 7_919)}`
    const { id: accountId } = await setAccount(db, {
      ...{
        partnerId: party.id,
        usableFrom: null,
        holder: holderOf(party, nr),
        bankName: BANKS[nr % BANKS.length]!,
      },
      ...{ sealed: secrets.seal(number, 'bank-account'), end: number.slice(-4), by: PARTNER, now },
    })
    if (nr % 6 !== 5)
      await db.rows(
        sql`update bank_account set state = 'verified', verified_by = ${OPS}, verified_at = ${now} where id = ${accountId}`,
      )
  }
}

async function fillMonth(
  db: Db,
  product: SettlementProduct,
  period: string,
  isLast: boolean,
  today: string,
  files?: Files,
): Promise<void> {
  const plan = await readPlan(db, product, period)
  if (!plan) return
  const month = nextMonth(period).slice(0, 8)
  const on = (day: number): Date => at(month + String(day).padStart(2, '0'), today)
  for (const [nr, { partnerId }] of (await readBillable(db, product, period)).entries()) {
    const id = await buildStatement(handAt(db, on(5), null), { product, partnerId, period })
    if (!id) continue
    const found = (await lockStatement(db, id))!
    const target = isLast ? STANDS[nr % STANDS.length]! : 'paid'
    await bring(db, found, target, on, plan.params.invoiceRequired, files)
  }
}

/** Takes one statement along its usual way up to a state. */
async function bring(
  db: Db,
  found: LockedStatement,
  target: StatementState,
  on: (day: number) => Date,
  needsInvoice: boolean,
  files?: Files,
): Promise<void> {
  if (target === 'draft') return
  if (target === 'voided')
    return void (await take(handAt(db, on(6)), found, 'void', {
      change: { voidedAt: on(6), voidReason: '账期口径有误，重新生成' },
      note: '账期口径有误，重新生成',
    }))
  // What waits for its partner was issued so late that its window is still open.
  const isOpen = target === 'pending_confirm' || target === 'disputed'
  const issuedAt = isOpen ? on(28) : on(6)
  if ((await issue(handAt(db, issuedAt), found)).state === 'carried' || target === 'pending_confirm') return
  if (target === 'disputed') return disputeSome(db, found, issuedAt)
  await take(handAt(db, on(8), PARTNER), found, 'confirm', { change: { confirmedAt: on(8), confirmedBy: PARTNER } })
  if (target === 'confirmed') return
  if ((await lock(handAt(db, on(11)), found)).state === 'carried' || target === 'locked') return
  if (needsInvoice) await invoice(db, found, on(12), on(13), files)
  if (target === 'invoiced') return
  const plan = (await readPlan(db, found.product, found.period))!
  const payOn = await payDayOf(handAt(db, on(14)), found.period, plan)
  await take(handAt(db, on(14)), found, 'clear', { change: { payOn } })
  found.payOn = payOn
  if (target !== 'payable') await pay(db, found, target, on)
}

async function disputeSome(db: Db, found: LockedStatement, now: Date): Promise<void> {
  const largest = await db.rows<{ no: number }>(sql`
    select line_no as no from statement_line where statement_id = ${found.id} order by amount_fen desc, line_no limit 3`)
  const lineNos = largest.map(({ no }) => no)
  if (lineNos.length === found.lineCount) return
  const hand = handAt(db, now, PARTNER)
  const child = await splitOff(hand, found, await nextRev(db, found), lineNos)
  await take(hand, found, 'disputeSome', {
    change: { confirmedAt: now, confirmedBy: PARTNER },
    data: { lines: lineNos.length, child: child.no },
  })
  await addDispute(db, {
    ...{
      statementId: child.id,
      reasonCode: 'plays',
      text: '三条视频的有效播放与平台后台截图不一致，请复核',
      fileIds: [],
    },
    ...{ lines: lineNos.map((lineNo) => ({ lineNo, claimedFen: null })), by: PARTNER, now },
  })
}

/** Stands for a file where there is no folder to keep one in: it is told to be gone. */
const NO_FILE = { key: '00000000-0000-4000-8000-000000000000', bytes: 0, sha256: '' }

async function invoice(db: Db, found: LockedStatement, sent: Date, received: Date, files?: Files): Promise<void> {
  const { no: statementNo, partnerName: seller, netFen: amountFen } = found
  const number = `2444${found.id.padStart(16, '0')}`
  const file = files ? await keepInvoice(files, { number, seller, statementNo, amountFen, at: sent }) : NO_FILE
  const fileId = await addFile(db, {
    ...{
      partnerId: found.partnerId,
      name: `发票-${found.no}.pdf`,
      ...file,
    },
    ...{ by: PARTNER, now: sent },
  })
  await addInvoice(db, {
    ...{
      statementId: found.id,
      number,
      issuedOn: dayOf(sent),
      amountFen,
    },
    ...{ fileId, by: PARTNER, now: sent },
  })
  const decided = await decideInvoice(db, found.id, { state: 'received', reason: null, by: COO, now: received })
  await take(handAt(db, received, COO), found, 'invoice', { data: { number: decided!.number } })
}

async function pay(db: Db, found: LockedStatement, target: StatementState, on: (day: number) => Date): Promise<void> {
  const account = await db.one<{ id: string }>(sql`
    select id::text from bank_account where partner_id = ${found.partnerId} and state = 'verified'`)
  if (!account) return
  const hand = handAt(db, on(18))
  const batch = await addBatch(db, found.product, OPS, hand.now)
  const { partnerId, netFen: amountFen } = found
  const payout = await addPayout(db, {
    ...{ batchId: batch.id, partnerId, accountId: account.id, amountFen, payOn: found.payOn!, by: OPS, now: hand.now },
    statements: [{ id: found.id, netFen: amountFen }],
  })
  await take(hand, found, 'pay', { data: { payout: payout.no } })
  await sendOut(hand, { id: payout.id, partnerId, amountFen })
  if (target === 'paying') return
  const isPaid = target === 'paid'
  const told = handAt(db, on(20))
  const [sent] = await lockPayouts(db, { scope: { kind: 'all' }, userId: OPS }, [payout.no])
  const reason = isPaid ? null : '收款户名与账号不符'
  await endPayout(db, sent!, {
    ...{
      result: isPaid ? 'paid' : 'failed',
      bankRef: isPaid ? `CMB${payout.no.slice(2)}` : null,
      reason,
      by: OPS,
      now: told.now,
    },
  } as const)
  await take(told, found, isPaid ? 'paid' : 'failed', {
    ...(isPaid && { change: { paidAt: told.now } }),
    ...(reason && { note: reason }),
    data: { payout: payout.no },
  })
  await arrive(told, { id: payout.id, partnerId, amountFen }, isPaid)
}

async function fillAdjustments(db: Db, originPeriod: string, now: Date): Promise<void> {
  const partners = await db.rows<{ id: string }>(sql`select id::text from partner p order by p.id limit 4`)
  const rows = [
    ['bonus', 20_000, '10 月爆款激励，按活动规则第 3 条发放', false],
    ['violation', -3_600, '视频含站外导流，按规则扣减', false],
    ['correction', 158_000, '上游补报数据，补差额', true],
    ['clawback', -86_000, '刷量收益追回，见风控案件', true],
  ] as const
  for (const [nr, { id }] of partners.entries()) {
    const [lineType, amountFen, reason, needsSecond] = rows[nr % rows.length]!
    await addAdjustment(db, {
      ...{ product: nr % 2 ? 'sm4' : 'wl', partnerId: id, videoId: null, lineType, amountFen, originPeriod, reason },
      ...{ evidenceId: null, needsSecond, by: COO, now },
    } as const)
  }
}

/** Upstream's bill of the last month as it came: most of it ours to the last micro, some rows different, some on one side alone. */
async function fillBill(db: Db, period: string, now: Date): Promise<void> {
  const ours = await db.rows<{
    day: string
    platform: string
    itemId: string
    task: string
    type: number
    micro: string
  }>(sql`
    select a.earn_date::text as day, v.platform, v.platform_item_id as "itemId", a.task_code as task, a.settle_type as type,
      sum(a.base_micro)::text as micro
    from accrual a join video v on v.id = a.video_id
    where a.product_code = 'wl' and a.earn_date >= ${period}::date and a.earn_date < (${period}::date + interval '1 month')::date
    group by 1, 2, 3, 4, 5 having sum(a.base_micro) <> 0 order by 1, 3`)
  if (ours.length === 0) return
  const rows: FileRow[] = []
  for (const [nr, { micro, ...row }] of ours.entries()) {
    if (nr % 410 === 7) continue
    const file = nr % 390 === 11 ? BigInt(micro) + 1_280_000n : BigInt(micro)
    rows.push({ ...row, row: rows.length + 2, micro: file })
    if (nr % 560 === 13) rows.push({ ...row, row: rows.length + 2, task: '7188199', micro: 860_000n })
  }
  const bill = await addBill(db, {
    ...{ period, fileName: `douyin-bill-${period.slice(0, 7)}.csv`, fileKey: '', hash: '00'.repeat(32) },
    ...{ encoding: 'gb18030', by: OPS, now },
  })
  await compare(db, bill!.id, period, rows, { tasks: true, types: true })
}

const on = (client: pg.PoolClient): Db => {
  const rows = async <T>(statement: Statement) => (await client.query(statement.text, statement.values)).rows as T[]
  return { rows, one: async <T>(statement: Statement) => (await rows<T>(statement))[0] }
}
