import type { SettlementProduct } from '../../../core/access.ts'
import { may } from '../../../core/can.ts'
import { AppError, errors as common, refuse } from '../../../core/errors.ts'
import type { ListQuery } from '../../../core/listQuery.ts'
import { yuanOf } from '../../../core/money.ts'
import { workdayFrom } from '../../../core/settlement/calendar.ts'
import { addDays, dayOf } from '../../../core/time.ts'
import { type Ctx, type ListVerb, serve, serveList, type Verb } from '../../../core/verb.ts'
import { csvOf } from '../../../kit/format/csv.ts'
import { readAll, readPage } from '../../../kit/sql/list.ts'
import * as contract from '../contract/payouts.ts'
import { type Account, readAccounts } from '../sql/accounts.ts'
import { readBalances, readCheck } from '../sql/ledger.ts'
import * as sql from '../sql/payouts.ts'
import { type LockedStatement, lockStatement, lockStatements, readCalendar } from '../sql/statementRows.ts'
import { errors } from '../statementErrors.ts'
import { text } from '../statementText.ts'
import { refuseAccount, SEALED_FOR } from './accounts.ts'
import { both, eyeOf, handOf, refuseHeld, take, tell } from './common.ts'
import { arrive, sendOut } from './ledger.ts'
import { type ResultRow, readResults } from './results.ts'

function listVerb(product: SettlementProduct): ListVerb {
  const list = contract.payoutLists[product] as (typeof contract.payoutLists)['wl']
  const question = (ctx: Ctx, query: ListQuery) => ({
    db: ctx.db,
    list,
    source: sql.payoutSource,
    query,
    fence: sql.fencePayoutList(eyeOf(ctx), product),
    may: (needs: Parameters<typeof may>[1]) => may(ctx.session, needs),
  })
  return serveList({
    list,
    text: both((words) => ({
      title: words.payoutTitles[product],
      columns: words.payouts,
      choices: { state: words.payoutStates },
      filters: words.payoutFilters,
    })),
    page: (ctx, query) => readPage(question(ctx, query)),
    all: (ctx, query) => readAll(question(ctx, query)),
  })
}

const create = serve(contract.batchCreate, async (ctx, { body }) => {
  const asked = await sql.readPayable(ctx.db, eyeOf(ctx), body.product, body.statementIds)
  if (body.statementIds && asked.length < body.statementIds.length)
    throw refuse(errors, 'ROWS_NOT_FOUND', {
      field: 'statementIds',
      params: { count: body.statementIds.length - asked.length },
    })
  const ids = asked.map(({ id }) => id).filter((id) => !body.exclude.includes(id))
  const rows = await lockStatements(ctx.db, eyeOf(ctx), ids)
  const accounts = new Map(
    (
      await readAccounts(
        ctx.db,
        rows.map(({ partnerId }) => partnerId),
        ctx.now,
      )
    ).map((one) => [one.partnerId, one]),
  )
  const refused: { id: string; reason: string; msg: string }[] = []
  const byPartner = new Map<string, LockedStatement[]>()
  for (const row of rows) {
    try {
      refuseUnpayable(row, accounts.get(row.partnerId))
      byPartner.set(row.partnerId, [...(byPartner.get(row.partnerId) ?? []), row])
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      refused.push({ id: row.id, reason: error.reason, msg: error.explain(ctx.language) })
    }
  }
  if (byPartner.size === 0) return { batchId: null, no: null, payouts: 0, amountFen: 0, refused }

  const batch = await sql.addBatch(ctx.db, body.product, ctx.session.accessId, ctx.now)
  let amountFen = 0
  for (const [partnerId, statements] of byPartner)
    amountFen += await payOut(ctx, batch.id, accounts.get(partnerId)!.accountId, statements)
  await ctx.audit({
    action: 'payoutBatch.create',
    entity: 'payoutBatch',
    entityId: batch.id,
    after: { no: batch.no, payouts: byPartner.size, amountFen },
  })
  return { batchId: batch.id, no: batch.no, payouts: byPartner.size, amountFen, refused }
})

/** Throws NOT_PAYABLE, HELD, and what is wrong with the account. */
function refuseUnpayable(row: LockedStatement, account: Account | undefined): void {
  if (row.state !== 'payable') throw refuse(errors, 'NOT_PAYABLE')
  refuseHeld(row)
  refuseAccount(account)
}

/** One transfer to one partner; its amount. */
async function payOut(ctx: Ctx, batchId: string, accountId: string, statements: LockedStatement[]): Promise<number> {
  const { partnerId } = statements[0]!
  const amountFen = statements.reduce((sum, { netFen }) => sum + netFen, 0)
  const planned = statements
    .map(({ payOn }) => payOn ?? '')
    .sort()
    .at(-1)!
  const from = [planned, dayOf(ctx.now)].sort().at(-1)!
  const payOn = workdayFrom(from, await readCalendar(ctx.db, from, addDays(from, 40)))
  const payout = await sql.addPayout(ctx.db, {
    ...{ batchId, partnerId, accountId, amountFen, payOn, by: ctx.session.accessId, now: ctx.now },
    statements: statements.map(({ id, netFen }) => ({ id, netFen })),
  })
  for (const row of statements) await take(handOf(ctx), row, 'pay', { change: { payOn }, data: { payout: payout.no } })
  await sendOut(handOf(ctx), { id: payout.id, partnerId, amountFen })
  return amountFen
}

const bankFile = serve(contract.batchFile, async (ctx, { params }) => {
  const batch = await sql.readBatch(ctx.db, eyeOf(ctx), params.id)
  if (!batch) throw refuse(common, 'NOT_FOUND')
  const rows = await sql.readBankRows(ctx.db, eyeOf(ctx), batch.id)
  await sql.noteExported(ctx.db, batch.id, ctx.now)
  await ctx.audit({
    action: 'payoutBatch.download',
    entity: 'payoutBatch',
    entityId: batch.id,
    after: { no: batch.no, payouts: rows.length },
  })
  const words = text[ctx.language].bankFile
  const lines = rows.map((row) => [
    row.no,
    row.holder,
    row.bankName,
    // A machine reads this file: the digits stand as they are, without a guard against spreadsheets.
    { figure: ctx.secrets.unseal(row.sealed, SEALED_FOR) },
    { figure: yuanOf(row.amountFen) },
    row.payOn,
    row.no,
  ])
  return { name: `${batch.no}.csv`, type: 'text/csv; charset=utf-8', body: csvOf([Object.values(words), ...lines]) }
})

interface Result {
  isPaid: boolean
  bankRef: string | null
  reason: string | null
  fileHash?: string
}

/** Ends a payout as the bank says, its statements and the ledger with it. Throws PAYOUT_OVER, BANK_REF_REQUIRED, BANK_REF_USED. */
async function end(ctx: Ctx, payout: sql.LockedPayout, { isPaid, bankRef, reason, fileHash }: Result): Promise<number> {
  if (payout.state !== 'paying') throw refuse(errors, 'PAYOUT_OVER')
  if (isPaid && !bankRef) throw refuse(errors, 'BANK_REF_REQUIRED', { field: 'bankRef' })
  if (isPaid && (await sql.isRefUsed(ctx.db, bankRef!))) throw refuse(errors, 'BANK_REF_USED', { field: 'bankRef' })
  if (!isPaid && !reason) throw refuse(errors, 'REASON_REQUIRED', { field: 'failure' })
  const hand = handOf(ctx)
  const result = isPaid ? 'paid' : 'failed'
  const version = await sql.endPayout(ctx.db, payout, {
    ...{ result, bankRef, reason, by: ctx.session.accessId, now: ctx.now },
    ...(fileHash && { fileHash }),
  } as const)
  if (version === undefined) throw refuse(common, 'STALE', { field: 'version' })
  let last: LockedStatement | undefined
  for (const { id } of await sql.readStatementsOf(ctx.db, payout.id)) {
    last = (await lockStatement(ctx.db, id))!
    await take(hand, last, result, {
      ...(isPaid && { change: { paidAt: ctx.now } }),
      ...(reason && { note: reason }),
      data: { payout: payout.no },
    })
  }
  await arrive(hand, payout, isPaid)
  await ctx.audit({
    action: isPaid ? 'payout.paid' : 'payout.failed',
    entity: 'payout',
    entityId: payout.id,
    after: { no: payout.no, amountFen: payout.amountFen, bankRef },
    ...(reason && { reason }),
  })
  const { no, amountFen } = payout
  if (isPaid)
    await tell(hand, 'partner', last!, (say) => ({ title: say.paid, content: say.paidContent(no, yuanOf(amountFen)) }))
  else
    for (const to of ['partner', 'staff'] as const)
      await tell(hand, to, last!, (say) => ({ title: say.failed, content: say.failedContent(no, reason!) }))
  return version
}

const mark = serve(contract.payoutMark, async (ctx, { params, body }) => {
  const payout = await sql.lockPayout(ctx.db, eyeOf(ctx), params.id)
  if (!payout) throw refuse(common, 'NOT_FOUND')
  if (payout.version !== body.version)
    throw refuse(common, 'STALE', {
      field: 'version',
      data: { current: { version: payout.version, state: payout.state } },
    })
  const version = await end(ctx, payout, { isPaid: body.isPaid, bankRef: body.bankRef, reason: body.failure })
  return { state: body.isPaid ? 'paid' : 'failed', version } as const
})

const results = serve(contract.resultUpload, async (ctx) => {
  const { path, name, sha256 } = ctx.upload!
  if (!(await sql.addResultFile(ctx.db, sha256, name, ctx.session.accessId, ctx.now))) {
    const known = (await sql.readResultFile(ctx.db, sha256))!
    return { isRepeated: true, ...known.counts, refused: known.refusals }
  }
  const rows = await readResults(path)
  const payouts = new Map(
    (
      await sql.lockPayouts(
        ctx.db,
        eyeOf(ctx),
        rows.map(({ no }) => no),
      )
    ).map((one) => [one.no, one]),
  )
  const report: sql.ResultReport = { paid: 0, failed: 0, refused: [] }
  const seen = new Set<string>()
  for (const row of rows) {
    try {
      if (seen.has(row.no)) throw refuse(errors, 'DUPLICATE_ROW')
      seen.add(row.no)
      const isPaid = await endByRow(ctx, payouts.get(row.no), row, sha256)
      report[isPaid ? 'paid' : 'failed']++
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error
      report.refused.push({ row: row.row, payoutNo: row.no, reason: error.reason, msg: error.explain(ctx.language) })
    }
  }
  await sql.noteResults(ctx.db, sha256, report)
  await ctx.audit({
    action: 'payout.results',
    entity: 'payout',
    entityId: sha256.slice(0, 16),
    after: { file: name, paid: report.paid, failed: report.failed, refused: report.refused.length },
  })
  return { isRepeated: false, ...report }
})

/** Throws what is wrong with a row; nothing is written before that. */
async function endByRow(ctx: Ctx, payout: sql.LockedPayout | undefined, row: ResultRow, fileHash: string) {
  if (!payout) throw refuse(errors, 'UNKNOWN_PAYOUT')
  if (row.isPaid === undefined) throw refuse(errors, 'BAD_RESULT', { params: { value: row.result } })
  if (row.amountFen !== payout.amountFen)
    throw refuse(errors, 'WRONG_AMOUNT', { params: { given: row.amount, expected: yuanOf(payout.amountFen) } })
  const { isPaid, bankRef, reason } = row
  await end(ctx, payout, { isPaid, bankRef, reason, fileHash })
  return isPaid
}

const ledger = serve(contract.ledgerRead, async (ctx) => ({
  balances: await readBalances(ctx.db),
  check: (await readCheck(ctx.db)) ?? null,
}))

export const payoutListVerbs: ListVerb[] = [listVerb('wl'), listVerb('sm4')]
export const payoutVerbs: Verb[] = [create, bankFile, results, mark, ledger]
