import { readFileSync } from 'node:fs'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { openSettlement } from '../../../tests/settlement.ts'
import { world } from '../../../tests/world.ts'
import { diagramOf } from '../../core/flow.ts'
import { jobContext } from '../../server/jobs/context.ts'
import { settlement } from './server.ts'
import { findFaults } from './sql/ledger.ts'
import { statementFlow } from './statementFlow.ts'

const { run, earn, act, build, bring, stateOf, post, call, account, certify, upload, ask, database, plans } =
  await openSettlement()
const { A, B, C } = world.partners
const runJob = (name: string, now: Date, payload = {}) =>
  settlement.jobs!.find((job) => job.name === name)!.run(jobContext(database, {} as never, now), payload)
const lines = (id: string) =>
  run(sql`
    select line_no as no, line_type as type, video_id::text as video, amount_fen as fen, origin_period::text as origin, product_version_id::text as version,
      explanation->>'kind' as kind from statement_line where statement_id = ${id} order by line_no`)
const balance = async (accountName: string, owner: string) =>
  (
    await run(sql`select amount_fen as fen from ledger_balance where account = ${accountName} and owner_id = ${owner}`)
  )[0]?.fen ?? 0
/** A month nobody used yet, for each call the next; so tests do not meet. */
let months = 0
const month = () => `${2021 + Math.floor(++months / 12)}-${String((months % 12) + 1).padStart(2, '0')}-01`

test('the drawn flow is the declared one', () => {
  expect(readFileSync('docs/flows/statement.md', 'utf8')).toContain(diagramOf(statementFlow))
})

describe('building', () => {
  test('two that build the same month: one does it, the other ends clean (worked example 7)', async () => {
    const period = month()
    await earn(period, 1234)
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => post('adminOther', '/build', { product: 'sm4', period, partnerId: A })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
    expect(new Set(answers.filter(({ status }) => status === 409).map(({ reason }) => reason))).toEqual(
      new Set(['ALREADY_BUILT']),
    )
    const found = await run(sql`select id::text, net_fen as net, state from statement where period = ${period}`)
    expect(found).toEqual([expect.objectContaining({ net: 1234, state: 'draft' })])
  })

  test('claims final, free rows alone; a held work stands there with 0 and why', async () => {
    const period = month()
    await earn(period, 500, { video: '1' })
    await earn(period, 700, { video: '2', isFinal: false })
    await earn(period, 900, { video: '3', hold: 'risk' })
    const id = await build(period)
    expect(await stateOf(id)).toMatchObject({ net: 500, lines: 2 })
    expect(await lines(id)).toMatchObject([
      { video: '1', fen: 500, kind: 'cpm' },
      { video: '3', fen: 0, kind: 'held' },
    ])
    const { data } = await call('adminOther', 'GET', `/lines?statementId=${id}`)
    expect(data.list[1].explanation).toBe('风险处理中，暂扣 ¥9.00，解除后计入后续账期')
  })

  test('a line is rounded once, the rest goes to the footnote; building twice is building once', async () => {
    const period = month()
    for (let day = 1; day <= 10; day++)
      await run(sql`
        insert into accrual (product_code, product_version_id, partner_id, video_id, earn_date, amount_micro, is_final, dedup_key, plays_from, plays_to, cpm_e4, quality_ppm)
        values ('sm4', ${plans.sm4}, ${A}, 1, ${`${period.slice(0, 8)}${String(day).padStart(2, '0')}`}::date, 98400, true, ${`${day}|drift`},
          ${(day - 1) * 123}, ${day * 123}, 8000, 1000000)`)
    await earn(period, 500, { video: '2' })
    const id = await build(period)
    expect(await lines(id)).toMatchObject([{ fen: 98 }, { fen: 500 }])
    const snapshot = async () =>
      run(
        sql`select md5(string_agg(l::text, ';' order by line_no)) as sum from statement_line l where statement_id = ${id}`,
      )
    const before = await snapshot()
    for (let i = 0; i < 3; i++) expect((await act('adminOther', id, 'rebuild')).status).toBe(200)
    expect(await snapshot()).toEqual(before)
    const { data } = await call('adminOther', 'GET', `/statements/${id}/line?lineNo=1`)
    expect(data.explanation).toBe('有效播放 1,230 × ¥0.80/千 × 1.0 = ¥0.984')
    expect(data.days).toHaveLength(10)
    expect(data.days.reduce((sum: number, day: any) => sum + day.amountMicro, 0)).toBe(984_000)
  })

  test('a plan that changed in the month: two groups, each with its own version (worked example 6)', async () => {
    const period = month()
    const [old] = await run(sql`
      insert into product_version (product_code, number, state, params, valid_from) values ('sm4', 99, 'approved', '{}', '2020-01-01') returning id::text`)
    await earn(period, 100, { version: old.id })
    await earn(`${period.slice(0, 8)}20`, 200)
    expect(await lines(await build(period))).toMatchObject([
      { fen: 200, version: plans.sm4 },
      { fen: 100, version: old.id },
    ])
  })

  test('not before the month is over, not without a plan, not for another’s partner', async () => {
    const build = (body: object, as: 'adminOther' | 'cooMatch' = 'adminOther') => post(as, '/build', body)
    expect((await build({ product: 'sm4', period: '2099-01-01', partnerId: A })).reason).toBe('PERIOD_RUNNING')
    expect((await build({ product: 'sm4', period: '2019-11-01', partnerId: A })).reason).toBe('NO_PLAN')
    expect((await build({ product: 'sm4', period: '2026-01-01', partnerId: B }, 'cooMatch')).reason).toBe(
      'PARTNER_NOT_FOUND',
    )
    expect((await build({ product: 'wl', period: '2026-01-01', partnerId: A }, 'cooMatch')).reason).toBe(
      'PARTNER_NOT_FOUND',
    )
    expect((await build({ product: 'sm4', period: '2026-01-15', partnerId: A })).status).toBe(400)
  })

  test('of a whole month in the background, each partner its own', async () => {
    const period = month()
    await earn(period, 300, { partner: A })
    await earn(period, 400, { partner: C })
    await runJob('settlementBuild', new Date(), { product: 'sm4', period, partnerIds: [A, C] })
    await runJob('settlementBuild', new Date(), { product: 'sm4', period, partnerIds: [A, C] })
    expect(
      await run(
        sql`select partner_id::text as partner, net_fen as net from statement where period = ${period} order by 1`,
      ),
    ).toEqual([
      { partner: A, net: 300 },
      { partner: C, net: 400 },
    ])
  })
})

describe('worked example 3: a refund after the payment', () => {
  test('October paid 100.00; November earns 20.00 and refunds 30.00: −10.00 is carried and opens December', async () => {
    await account()
    await earn('2026-10-05', 10_000)
    const october = await build('2026-10-01')
    await bring(october, 'payable')
    const batch = await post('adminOther', '/payout-batches', { product: 'sm4', statementIds: [october], exclude: [] })
    expect(batch.data).toMatchObject({ payouts: 1, amountFen: 10_000, refused: [] })
    // The server's clock is not November's end: what the months hold is built through the same function the job calls.
    await earn('2026-11-10', 2_000)
    await earn('2026-10-25', -3_000, { type: 'refund' })
    await runJob('settlementBuild', new Date('2026-12-05T02:00:00Z'), {
      product: 'sm4',
      period: '2026-11-01',
      partnerIds: [A],
    })
    const [november] = await run(sql`select id::text from statement where period = '2026-11-01' and partner_id = ${A}`)
    expect(await stateOf(november.id)).toMatchObject({ gross: 2_000, deduct: -3_000, net: -1_000, state: 'draft' })
    expect(await lines(november.id)).toMatchObject([
      { type: 'normal', fen: 2_000, origin: null },
      { type: 'refund', fen: -3_000, origin: '2026-10-01' },
    ])
    expect((await act('adminOther', november.id, 'issue')).data.state).toBe('carried')
    await earn('2026-12-03', 5_000)
    await runJob('settlementBuild', new Date('2027-01-05T02:00:00Z'), {
      product: 'sm4',
      period: '2026-12-01',
      partnerIds: [A],
    })
    const [december] = await run(sql`select id::text from statement where period = '2026-12-01' and partner_id = ${A}`)
    expect(await stateOf(december.id)).toMatchObject({ gross: 5_000, carry: -1_000, net: 4_000 })
    expect(await lines(december.id)).toMatchObject([
      { type: 'normal', fen: 5_000 },
      { type: 'carry_over', fen: -1_000, origin: '2026-11-01', kind: 'adjustment' },
    ])
    expect(await findFaults(database)).toEqual([])
  })
})

describe('worked example 9: income that was held', () => {
  test('is missing from its month and comes back in the next as a settled dispute of it', async () => {
    const [first, second] = [month(), month()]
    await earn(first, 1_000, { video: '1' })
    const held = await earn(first, 4_000, { video: '4', hold: 'risk' })
    await bring(await build(first), 'locked')
    // The case is overturned: the trigger of the hold marks the line, as the schema's own test shows.
    await run(sql`update accrual set hold_reason = null, line_type = 'dispute' where id = ${held}`)
    await earn(second, 500, { video: '1' })
    const id = await build(second)
    expect(await lines(id)).toMatchObject([
      { type: 'normal', video: '1', fen: 500 },
      { type: 'dispute', video: '4', fen: 4_000, origin: first },
    ])
  })
})

describe('disputes', () => {
  const fifty = async () => {
    const period = month()
    for (let video = 1; video <= 50; video++) await earn(period, video * 100, { video: String(video) })
    const id = await build(period)
    await bring(id, 'pending_confirm')
    return id
  }
  const dispute = (lineNos: number[], more = {}) => ({
    lines: lineNos.map((lineNo) => ({ lineNo, claimed: null })),
    ...{ reasonCode: 'plays', text: '播放数与平台后台不符', fileIds: [], payRest: true, ...more },
  })

  test('3 of 50 lines: 47 go on in the same run, 3 stand in a statement of their own (worked example 10)', async () => {
    const id = await fifty()
    const before = await stateOf(id)
    const answer = await act('partnerA', id, 'dispute', dispute([1, 2, 3]))
    expect(answer.data).toMatchObject({ state: 'confirmed' })
    const child = await stateOf(answer.data.disputedStatementId)
    const rest = await stateOf(id)
    expect([rest.lines, child.lines]).toEqual([47, 3])
    expect(child).toMatchObject({ state: 'disputed', rev: 2, parent: id, net: 100 + 200 + 300 })
    expect(rest.net + child.net).toBe(before.net)
    // The page tells the move apart from what was earned or taken.
    const told = async (of: string) => (await call('partnerA', 'GET', `/statements/${of}`)).data.statement
    expect(await told(id)).toMatchObject({ grossFen: rest.gross, movedFen: child.gross, isSplitOff: false })
    expect(await told(child.id)).toMatchObject({ movedFen: 0, isSplitOff: true })
    const claimed = await run(sql`
      select statement_id::text as id, sum(amount_micro)::bigint as micro from accrual where statement_id in (${id}, ${child.id}) group by 1 order by 1`)
    expect(claimed.map(({ micro }) => micro / 10_000)).toEqual([rest.net, child.net])
    expect((await act('adminOther', id, 'lock')).data.state).toBe('locked')

    // The answer: one line gets 0.50 more; the next revision is issued, confirmed and locked beside the first.
    const accepted = await act('adminOther', child.id, 'answer', {
      ...{ isAccepted: true, answer: '已按平台数据更正' },
      corrections: [{ lineNo: 1, difference: '0.50' }],
    })
    expect(accepted.data.state).toBe('draft')
    expect(await stateOf(child.id)).toMatchObject({ rev: 3, net: 650, adjust: 50, lines: 4 })
    await bring(child.id, 'locked')
    expect(await findFaults(database)).toEqual([])
  })

  test('kept with an answer: the window opens anew; a stale confirm is told what changed', async () => {
    const id = await fifty()
    const stale = (await stateOf(id)).version
    expect((await act('partnerA', id, 'dispute', dispute([1], { payRest: false }))).data.state).toBe('disputed')
    const kept = await act('adminOther', id, 'answer', { isAccepted: false, answer: '数据无误', corrections: [] })
    expect(kept.data.state).toBe('pending_confirm')
    const late = await post('partnerA', `/statements/${id}/confirm`, { version: stale })
    expect(late).toMatchObject({ status: 409, reason: 'STATEMENT_STALE', msg: '结算单已更新为 v1，请核对后重试' })
    expect(late.data.changes.map(({ action }: { action: string }) => action)).toEqual(['dispute', 'keep'])
    expect((await act('partnerA', id, 'confirm')).data.state).toBe('confirmed')
  })

  test('a correction above a fifth waits for a second person; the statement is not issued before', async () => {
    const period = month()
    await earn(period, 1_000)
    const id = await build(period)
    await bring(id, 'pending_confirm')
    await act('partnerA', id, 'dispute', dispute([1], { payRest: false }))
    await act('adminOther', id, 'answer', {
      ...{ isAccepted: true, answer: '漏计一天', corrections: [{ lineNo: 1, difference: '5' }] },
    })
    expect((await act('adminOther', id, 'issue')).reason).toBe('ADJUSTMENT_WAITING')
    const [waiting] = await run(sql`select id::text from adjustment where from_statement_id = ${id}`)
    const decide = (as: 'adminOther' | 'adminKeyAdmin') =>
      post(as, `/adjustments/${waiting.id}/decide`, { version: 1, isApproved: true, note: null })
    expect((await decide('adminOther')).reason).toBe('SECOND_PERSON')
    expect((await decide('adminKeyAdmin')).data).toEqual({ state: 'approved' })
    expect((await act('adminOther', id, 'issue')).reason).toBe('REBUILD_FIRST')
    await act('adminOther', id, 'rebuild')
    expect(await stateOf(id)).toMatchObject({ net: 1_500 })
    expect((await act('adminOther', id, 'issue')).data.state).toBe('pending_confirm')
  })

  test('refuses lines that are not there or named twice, and a claim of three decimals', async () => {
    const id = await fifty()
    expect((await act('partnerA', id, 'dispute', dispute([51]))).reason).toBe('LINE_NOT_FOUND')
    expect((await act('partnerA', id, 'dispute', dispute([1, 1]))).reason).toBe('LINE_TWICE')
    const claims = { lines: [{ lineNo: 1, claimed: '12.345' }] }
    expect(await act('partnerA', id, 'dispute', dispute([], claims))).toMatchObject({
      reason: 'MONEY_DECIMALS',
      msg: '金额最多两位小数',
    })
    expect((await stateOf(id)).state).toBe('pending_confirm')
  })
})

describe('the window', () => {
  const issued = async () => {
    const period = month()
    await earn(period, 2_000)
    const id = await build(period)
    await bring(id, 'pending_confirm')
    return id
  }
  const close = (id: string) =>
    run(sql`update statement set confirm_due = now() - interval '1 second' where id = ${id}`)

  test('is over at its end for people; then the clock confirms, once', async () => {
    const [over, open] = [await issued(), await issued()]
    await close(over)
    expect(await act('partnerA', over, 'confirm')).toMatchObject({ status: 422, reason: 'WINDOW_OVER' })
    await runJob('settlementConfirm', new Date())
    await runJob('settlementConfirm', new Date())
    expect(await stateOf(over)).toMatchObject({ state: 'confirmed', auto: true })
    expect((await act('partnerA', open, 'confirm')).data.state).toBe('confirmed')
    expect(await stateOf(open)).toMatchObject({ auto: false })
  })

  test('partners confirm plan 4, operators the split', async () => {
    const id = await issued()
    expect(await act('adminOther', id, 'confirm')).toMatchObject({ status: 403, reason: 'NOT_YOURS_TO_CONFIRM' })
    const period = month()
    await earn(period, 2_000, { product: 'wl' })
    const split = await build(period, { product: 'wl' })
    await act('adminOther', split, 'issue')
    expect((await act('partnerA', split, 'confirm')).status).toBe(404)
    expect((await act('adminOther', split, 'confirm')).data.state).toBe('confirmed')
  })
})

describe('many at once', () => {
  const fifty = <T>(run: () => Promise<T>) => Promise.all(Array.from({ length: 50 }, run))
  const outcome = (answers: { status: number; reason?: string }[]) => ({
    done: answers.filter(({ status }) => status === 200).length,
    others: [...new Set(answers.filter(({ status }) => status !== 200).map(({ reason }) => reason))],
  })

  test('50 confirms, 50 locks, 50 payouts of one statement: one effect each, and the others say the same', async () => {
    await run(
      sql`delete from bank_account where not exists (select from payout where bank_account_id = bank_account.id)`,
    )
    await run(sql`update bank_account set state = 'verified'`)
    const period = month()
    await earn(period, 7_700)
    const id = await build(period)
    await bring(id, 'pending_confirm')
    for (const [as, verb] of [
      ['partnerA', 'confirm'],
      ['adminOther', 'lock'],
    ] as const) {
      const { version } = await stateOf(id)
      expect(outcome(await fifty(() => post(as, `/statements/${id}/${verb}`, { version })))).toEqual({
        done: 1,
        others: ['STATEMENT_STALE'],
      })
    }
    expect((await act('adminOther', id, 'clear')).status).toBe(200)
    const batches = await fifty(() =>
      post('adminOther', '/payout-batches', { product: 'sm4', statementIds: [id], exclude: [] }),
    )
    expect(batches.every(({ status }) => status === 200)).toBe(true)
    expect(batches.filter(({ data }) => data.payouts === 1)).toHaveLength(1)
    expect(new Set(batches.flatMap(({ data }) => data.refused.map((one: any) => one.reason)))).toEqual(
      new Set(['NOT_PAYABLE']),
    )
    const [{ n }] = await run(sql`select count(*) as n from ledger_journal where ref = ${`statement:${id}`}`)
    expect(n).toBe(1)
    expect(await findFaults(database)).toEqual([])
  }, 60_000)
})

describe('adjustments', () => {
  const evidence = async () => (await upload('adminOther', '/files', 'evidence.pdf', '%PDF-1.7')).data.fileId as string
  const adjustment = async (more = {}) => ({
    ...{ product: 'sm4', partnerId: A, lineType: 'bonus', amount: '1.00', currency: 'CNY', originPeriod: '2026-10-01' },
    ...{ videoId: null, reason: '活动奖励', evidenceId: await evidence(), ...more },
  })
  test.each([
    ['CURRENCY', { currency: 'USD' }],
    ['MONEY_DECIMALS', { amount: '12.345' }],
    ['BAD_MONEY', { amount: '1.2万' }],
    ['ZERO_AMOUNT', { amount: '0' }],
    ['SIGN', { amount: '-1' }],
    ['REASON_REQUIRED', { reason: ' ' }],
    ['EVIDENCE_REQUIRED', { evidenceId: null }],
    ['FILE_NOT_FOUND', { evidenceId: world.missingId }],
    ['PERIOD_AHEAD', { originPeriod: '2099-01-01' }],
    ['PARTNER_NOT_FOUND', { partnerId: world.missingId }],
    ['VIDEO_NOT_FOUND', { videoId: world.missingId }],
  ])('refused: %s', async (reason, more) => {
    expect((await post('adminOther', '/adjustments', await adjustment(more))).reason).toBe(reason)
  })

  test('up to a fifth at once, above it by a second person; both bill into the open period', async () => {
    const [first, second] = [month(), month()]
    await earn(first, 10_000, { partner: C })
    await build(first, { partner: C })
    const make = async (amount: string) =>
      (await post('adminOther', '/adjustments', await adjustment({ partnerId: C, amount, originPeriod: first }))).data
    expect((await make('20.00')).state).toBe('approved')
    // One person's small ones count together: a fifth in pieces is a fifth.
    const large = await make('0.01')
    expect(large.state).toBe('proposed')
    await earn(second, 500, { partner: C })
    const id = await build(second, { partner: C })
    expect(await stateOf(id)).toMatchObject({ adjust: 2_000, net: 2_500 })
    await post('adminKeyAdmin', `/adjustments/${large.adjustmentId}/decide`, {
      version: 1,
      isApproved: true,
      note: null,
    })
    await act('adminOther', id, 'rebuild')
    expect(await stateOf(id)).toMatchObject({ adjust: 2_001, net: 2_501 })
    expect(await lines(id)).toMatchObject([
      { fen: 500 },
      { type: 'bonus', origin: first },
      { type: 'bonus', origin: first },
    ])
  })
})

describe('invoices', () => {
  test('of exactly the net; returned with a reason, then received; cleared only then', async () => {
    const period = month()
    const [plan] = await run(sql`
      update product_version set params = params || '{"invoiceRequired": true}' where id = ${plans.sm4} returning id`)
    expect(plan).toBeDefined()
    await earn(period, 8_800)
    const id = await build(period)
    await bring(id, 'locked')
    const fileId = (await upload('partnerA', '/files', 'invoice.pdf', '%PDF-1.7')).data.fileId
    const invoice = (amount: string) =>
      act('partnerA', id, 'invoice', { number: '24440000', issuedOn: '2026-11-01', amount, fileId })
    expect(await invoice('88.01')).toMatchObject({
      reason: 'INVOICE_AMOUNT',
      msg: '发票金额 88.01 元与应付 88.00 元不一致',
    })
    expect((await invoice('88.001')).reason).toBe('MONEY_DECIMALS')
    expect((await act('adminOther', id, 'clear')).reason).toBe('INVOICE_NEEDED')
    expect((await invoice('88.00')).status).toBe(200)
    expect((await invoice('88.00')).reason).toBe('INVOICE_THERE')
    const check = (isReceived: boolean, reason: string | null) =>
      act('adminOther', id, 'invoice-check', { isReceived, reason })
    expect((await check(false, null)).reason).toBe('REASON_REQUIRED')
    expect((await check(false, '抬头有误')).data.state).toBe('locked')
    expect((await invoice('88.00')).status).toBe(200)
    expect((await check(true, null)).data.state).toBe('invoiced')
    expect((await act('adminOther', id, 'clear')).data.state).toBe('payable')
    expect((await ask('GET', `/api/settlements/files/${fileId}`, { as: 'partnerB' })).statusCode).toBe(404)
    expect((await ask('GET', `/api/settlements/files/${fileId}`, { as: 'adminOther' })).body).toBe('%PDF-1.7')
    await run(sql`update product_version set params = params || '{"invoiceRequired": false}' where id = ${plans.sm4}`)
  })
})

describe('payouts', () => {
  const payable = async (fen: number, partner: string = A) => {
    const period = month()
    await earn(period, fen, { partner, product: 'wl' })
    const id = await build(period, { partner, product: 'wl' })
    await bring(id, 'payable')
    return id
  }
  const batch = (statementIds: string[] | null, exclude: string[] = []) =>
    post('adminOther', '/payout-batches', { product: 'wl', statementIds, exclude })
  const payoutOf = async (id: string) =>
    (
      await run(sql`
        select o.id::text, o.no, o.state, o.version, o.batch_id::text as batch from payout o join payout_statement ps on ps.payout_id = o.id
        where ps.statement_id = ${id}`)
    )[0]
  let files = 0
  const result = (rows: (string | number)[][], head = '打款单号,金额（元）,结果,银行流水号,失败原因') =>
    upload(
      'adminOther',
      '/payouts/results',
      `bank${++files}.csv`,
      [head, ...rows.map((row) => row.join(','))].join('\n'),
    )

  test('an account must be there and verified; what is excluded stays; one transfer a partner', async () => {
    const [first, second, third] = [await payable(1_000, B), await payable(2_000, B), await payable(3_000, B)]
    expect((await batch([first])).data.refused).toMatchObject([{ reason: 'NO_ACCOUNT' }])
    await account(B, 'waiting')
    expect((await batch([first])).data.refused).toMatchObject([{ reason: 'ACCOUNT_UNVERIFIED' }])
    await run(sql`update bank_account set state = 'verified' where partner_id = ${B}`)
    await act('adminOther', second, 'hold', { reason: '合同复核' })
    const made = await batch([first, second, third], [third])
    expect(made.data).toMatchObject({ payouts: 1, amountFen: 1_000, refused: [{ id: second, reason: 'HELD' }] })
    expect((await stateOf(third)).state).toBe('payable')
    expect((await batch([first, world.missingId])).reason).toBe('ROWS_NOT_FOUND')
    await act('adminOther', second, 'release')
    const both = await batch([second, third])
    expect(both.data).toMatchObject({ payouts: 1, amountFen: 5_000, refused: [] })
    expect((await payoutOf(second)).id).toBe((await payoutOf(third)).id)
    expect(await findFaults(database)).toEqual([])
  })

  test('the bank’s file: each row taken or refused with its reason, the same file again changes nothing', async () => {
    const [paid, failed, wrong] = [
      await payable(1_100, B),
      await payable(1_200, C),
      await payable(1_300, world.partners.D),
    ]
    await account(C)
    await account(world.partners.D)
    await batch([paid, failed, wrong])
    const [one, two, three] = [await payoutOf(paid), await payoutOf(failed), await payoutOf(wrong)]
    const rows = [
      [one.no, '11.00', '成功', 'BANK-0001', ''],
      [two.no, '12.00', '失败', '', '账号户名不符'],
      [three.no, '13.01', '成功', 'BANK-0003', ''],
      ['PO00000000-000000', '1.00', '成功', 'BANK-0004', ''],
      [one.no, '11.00', '成功', 'BANK-0005', ''],
    ]
    const answer = await result(rows)
    expect(answer.data).toMatchObject({
      ...{ isRepeated: false, paid: 1, failed: 1 },
      refused: [
        { row: 4, reason: 'WRONG_AMOUNT' },
        { row: 5, reason: 'UNKNOWN_PAYOUT' },
        { row: 6, reason: 'DUPLICATE_ROW' },
      ],
    })
    const states = async () => [
      (await stateOf(paid)).state,
      (await stateOf(failed)).state,
      (await stateOf(wrong)).state,
    ]
    expect(await states()).toEqual(['paid', 'pay_failed', 'paying'])
    const before = await run(sql`select count(*) as n from ledger_entry`)
    files--
    expect((await result(rows)).data).toMatchObject({ isRepeated: true, paid: 1, failed: 1 })
    // Another file that tells the same: the payout has its result already, and a reference is used once.
    expect((await result([[one.no, '11.00', '成功', 'BANK-0009', '']])).data.refused).toMatchObject([
      { reason: 'PAYOUT_OVER' },
    ])
    expect((await result([[three.no, '13.00', '成功', 'BANK-0001', '']])).data.refused).toMatchObject([
      { reason: 'BANK_REF_USED' },
    ])
    expect(await run(sql`select count(*) as n from ledger_entry`)).toEqual(before)

    expect((await act('adminOther', failed, 'retry')).data.state).toBe('payable')
    expect((await batch([failed])).data.payouts).toBe(1)
    const again = await payoutOf(failed)
    expect(again.id).not.toBe(two.id)
    const marked = await post('adminOther', `/payouts/${again.id}/mark`, {
      ...{ version: again.version, isPaid: true, bankRef: 'BANK-0010', failure: null },
    })
    expect(marked.data.state).toBe('paid')
    expect((await stateOf(failed)).state).toBe('paid')
    expect(await balance('partner_payable', C)).toBe(0)
    expect(await balance('payout_transit', C)).toBe(0)
    expect(await findFaults(database)).toEqual([])
  })

  test('a file in another encoding is read; one cut off or without its columns is refused whole', async () => {
    const id = await payable(1_400, B)
    await batch([id])
    const { no } = await payoutOf(id)
    expect((await result([[no, '14.00']])).reason).toBe('FILE_TRUNCATED')
    expect((await result([[no, '14.00']], '打款单号,金额（元）')).reason).toBe('FILE_HEADER')
    expect((await upload('adminOther', '/payouts/results', 'empty.csv', '')).reason).toBe('EMPTY_FILE')
    // 打款单号,金额,结果,流水号 and 成功 in GB18030.
    const head = Buffer.from('b4f2bfeeb5a5bac52cbdf0b6ee2cbde1b9fb2cc1f7cbaebac50a', 'hex')
    const row = Buffer.concat([Buffer.from(`${no},14.00,`), Buffer.from('b3c9b9a6', 'hex'), Buffer.from(',GB-0001\n')])
    const answer = await upload('adminOther', '/payouts/results', 'gb.csv', Buffer.concat([head, row]))
    expect(answer.data).toMatchObject({ paid: 1, refused: [] })
  })

  test('the bank gets numbers in full, everybody else their end; the partner names its own account', async () => {
    await certify('青柚文化传媒')
    const set = await post('partnerA', '/bank-accounts', {
      holder: '青柚文化传媒',
      bankName: '招商银行',
      number: '6225 8801 2345 6789',
      currentPassword: world.password,
    })
    expect(set.data.numberEnd).toBe('6789')
    const verify = (as: 'adminOther' | 'cooMatch') =>
      post(as, `/bank-accounts/${set.data.accountId}/verify`, { version: 1, isVerified: true })
    expect((await verify('cooMatch')).status).toBe(403)
    expect((await verify('adminOther')).data.state).toBe('verified')
    const id = await payable(2_500)
    // A partner that is somebody else by now is not paid under its former name.
    await run(sql`update certification set enterprise_name = '改名后的公司'`)
    await run(sql`update bank_account set usable_from = now() where id = ${set.data.accountId}`)
    expect((await batch([id])).data).toMatchObject({ payouts: 0, refused: [{ id, reason: 'HOLDER_MISMATCH' }] })
    await run(sql`update certification set enterprise_name = '青柚文化传媒'`)
    await run(sql`update bank_account set usable_from = now() + interval '1 day' where id = ${set.data.accountId}`)
    // Verified is not enough: a new account waits, and says until when.
    expect((await batch([id])).data).toMatchObject({ payouts: 0, refused: [{ id, reason: 'ACCOUNT_COOLING' }] })
    await run(sql`update bank_account set usable_from = now() where id = ${set.data.accountId}`)
    const { data } = await batch([id])
    const file = await ask('GET', `/api/settlements/payout-batches/${data.batchId}/bank.csv`, { as: 'adminOther' })
    expect(file.body).toContain('6225880123456789,25.00')
    for (const as of ['partnerA', 'adminOther'] as const) {
      const answer = await ask('GET', '/api/settlements/bank-accounts', { as })
      expect(answer.body).toContain('6789')
      expect(answer.body).not.toContain('622588')
    }
    expect((await ask('GET', '/api/settlements/bank-accounts', { as: 'partnerB' })).body).not.toContain('6789')
  })
})

describe('what is locked', () => {
  test('takes two administrators to void: the ledger is reversed, the rows are open again as copies', async () => {
    const period = month()
    await earn(period, 6_600)
    const id = await build(period)
    await bring(id, 'locked')
    const owed = await balance('partner_payable', A)
    const sum = async () =>
      (await run(sql`select sum(amount_micro)::bigint as micro from accrual where earn_date = ${period}`))[0].micro
    const before = await sum()
    const undo = (as: 'adminOther' | 'adminKeyAdmin' | 'coo') => act(as, id, 'void', { reason: '口径有误' })
    expect((await undo('coo')).status).toBe(403)
    expect((await undo('adminOther')).data.state).toBe('locked')
    expect((await undo('adminOther')).reason).toBe('SECOND_PERSON')
    expect((await undo('adminKeyAdmin')).data.state).toBe('voided')
    expect(await balance('partner_payable', A)).toBe(owed + 6_600)
    expect(await sum()).toBe(before)
    const again = await build(period)
    expect(await stateOf(again)).toMatchObject({ net: 6_600, rev: 2, no: expect.stringMatching(/-2$/) })
    expect(await findFaults(database)).toEqual([])
  })

  test('never changes: no verb but the way to the money, and no statement of the database', async () => {
    const period = month()
    await earn(period, 5_500)
    const id = await build(period)
    await bring(id, 'locked')
    const read = async () =>
      run(sql`
        select md5(concat(s.checksum, s.net_fen, (select string_agg(l::text, ';' order by line_no) from statement_line l where l.statement_id = s.id),
          (select string_agg(a.id || ':' || a.amount_micro, ';' order by a.id) from accrual a where a.statement_id = s.id))) as sum from statement s where id = ${id}`)
    const before = await read()
    for (const verb of ['rebuild', 'issue', 'confirm', 'lock', 'retry', 'release']) {
      const as = verb === 'confirm' ? 'partnerA' : 'adminOther'
      expect((await act(as, id, verb)).status, verb).toBe(422)
    }
    await earn(period, 1_000)
    await expect(run(sql`update statement_line set amount_fen = 0 where statement_id = ${id}`)).rejects.toThrow(
      'locked',
    )
    await expect(run(sql`update accrual set amount_micro = 0 where statement_id = ${id}`)).rejects.toThrow('locked')
    expect(await read()).toEqual(before)
  })

  test('a draft or an issued one is voided by one, and its rows are open again', async () => {
    const period = month()
    await earn(period, 4_400, { partner: C })
    const id = await build(period, { partner: C })
    expect((await act('adminOther', id, 'void', { reason: '重做' })).data.state).toBe('voided')
    expect(await stateOf(await build(period, { partner: C }))).toMatchObject({ net: 4_400, rev: 2 })
  })
})

describe('who sees what', () => {
  test('a partner sees its own from the issue on, without what is ours; the sums are the file’s', async () => {
    const period = month()
    await earn(period, 3_300)
    const id = await build(period)
    const seen = async (as: 'partnerA' | 'cooMatch') => (await call(as, 'GET', `/statements/${id}`)).status
    expect([await seen('partnerA'), await seen('cooMatch')]).toEqual([404, 200])
    await bring(id, 'pending_confirm')
    expect(await seen('partnerA')).toBe(200)
    const { data } = await call('partnerA', 'GET', `/statements/${id}`)
    expect(data.actions).toEqual(['confirm', 'disputeSome', 'dispute'])
    expect(data.events.every((event: any) => event.actor === null)).toBe(true)
    expect(data.statement).not.toHaveProperty('holdReason')
    const [plan] = await run(sql`select number from product_version where id = ${plans.sm4}`)
    expect(data.statement.planNumber).toBe(plan.number)
    const line = (await call('partnerA', 'GET', `/statements/${id}/line?lineNo=1`)).data
    expect(line.days[0]).not.toHaveProperty('baseMicro')
    expect(line.days[0]).not.toHaveProperty('source')
    const rows = (await call('partnerA', 'GET', '/sm4?pageSize=200')).data.list
    expect(rows[0]).not.toHaveProperty('partnerName')
    expect((await call('partnerA', 'GET', '/sm4?sort=partnerName')).reason).toBe('UNKNOWN_SORT')
    for (const as of ['partnerA', 'adminOther'] as const) {
      const list = (await call(as, 'GET', '/sm4?pageSize=200')).data.list.filter((row: any) => row.state !== 'voided')
      const totals = (await call(as, 'GET', '/sm4/totals')).data
      expect(totals.netFen).toBe(list.reduce((sum: number, row: any) => sum + row.netFen, 0))
      const file = (await ask('GET', '/api/settlements/sm4/export.csv', { as })).body
      expect(file.split('\r\n').filter(Boolean).length - 1).toBeGreaterThanOrEqual(list.length)
    }
    const own = (await call('partnerA', 'GET', '/sm4/own')).data
    expect(own.toConfirm.map(({ statementId }: any) => statementId)).toContain(id)
    expect(own.paidFen).toBe(
      (
        await run(
          sql`select coalesce(sum(net_fen), 0)::bigint as n from statement where partner_id = ${A} and product_code = 'sm4' and state = 'paid'`,
        )
      )[0].n,
    )
  })
})
