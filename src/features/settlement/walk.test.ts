import fc from 'fast-check'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { openSettlement } from '../../../tests/settlement.ts'
import { jobContext } from '../../server/jobs/context.ts'
import { settlement } from './server.ts'
import { findFaults } from './sql/ledger.ts'
import { statementFlow } from './statementFlow.ts'

const { run, earn, act, build, post, account, database } = await openSettlement()
await account()
const RUNS = Number(process.env.WALKS ?? 25)
let months = 0
const runClock = () =>
  settlement
    .jobs!.find(({ name }) => name === 'settlementConfirm')!
    .run(jobContext(database, {} as never, new Date()), {})

const dispute = (id: string, payRest: boolean) =>
  act('partnerA', id, 'dispute', {
    ...{ lines: [{ lineNo: 1, claimed: null }], reasonCode: 'other', text: '核对中', fileIds: [], payRest },
  })
const payoutOf = async (id: string) =>
  (
    await run(sql`
      select o.id::text, o.version from payout_statement ps join payout o on o.id = ps.payout_id where ps.statement_id = ${id}`)
  )[0] ?? { id: '1', version: 1 }
let refs = 0
const mark = async (id: string, isPaid: boolean) => {
  const { id: payoutId, version } = await payoutOf(id)
  return post('adminOther', `/payouts/${payoutId}/mark`, {
    ...{ version, isPaid, bankRef: isPaid ? `WALK-${++refs}` : null, failure: isPaid ? null : '账号有误' },
  })
}

/** Everything that can happen to a statement, as it really happens. */
const moves: Record<string, (id: string) => Promise<unknown>> = {
  rebuild: (id) => act('adminOther', id, 'rebuild'),
  issue: (id) => act('adminOther', id, 'issue'),
  confirm: (id) => act('partnerA', id, 'confirm'),
  dispute: (id) => dispute(id, false),
  disputeSome: (id) => dispute(id, true),
  keep: (id) => act('adminOther', id, 'answer', { isAccepted: false, answer: '数据无误', corrections: [] }),
  reissue: (id) =>
    act('adminOther', id, 'answer', {
      ...{ isAccepted: true, answer: '已更正', corrections: [{ lineNo: 1, difference: '0.10' }] },
    }),
  lock: (id) => act('adminOther', id, 'lock'),
  clear: (id) => act('adminOther', id, 'clear'),
  pay: (id) => post('adminOther', '/payout-batches', { product: 'sm4', statementIds: [id], exclude: [] }),
  paid: (id) => mark(id, true),
  failed: (id) => mark(id, false),
  retry: (id) => act('adminOther', id, 'retry'),
  hold: (id) => act('adminOther', id, 'hold', { reason: '复核' }),
  release: (id) => act('adminOther', id, 'release'),
  void: (id) => act('adminOther', id, 'void', { reason: '重做' }),
  voidOther: (id) => act('adminKeyAdmin', id, 'void', { reason: '重做' }),
  over: async (id) => {
    await run(
      sql`update statement set confirm_due = now() - interval '1 second' where id = ${id} and state = 'pending_confirm'`,
    )
    await runClock()
  },
}
const arrows = new Set(
  Object.values(statementFlow.actions).flatMap(({ from, to }) =>
    (from as readonly string[]).map((at) => `${at} → ${to}`),
  ),
)
/** Of a locked statement everything that may never change. */
const fixed = async (id: string) =>
  (
    await run(sql`
      select case when locked_at is not null then md5(concat(net_fen, checksum, (select string_agg(l::text, ';' order by line_no)
        from statement_line l where l.statement_id = s.id))) end as sum from statement s where id = ${id}`)
  )[0].sum as string | null

test('walks only along declared arrows, the ledger is zero after every step, and what is locked stands', async () => {
  const seen = new Set<string>()
  const usual = fc.constantFrom(
    [],
    ['issue', 'confirm', 'lock'],
    ['issue', 'confirm', 'lock', 'clear', 'pay'],
    ['issue', 'confirm', 'lock', 'clear', 'pay', 'failed'],
    ['issue', 'over', 'lock', 'void', 'voidOther'],
    ['issue', 'dispute', 'reissue'],
  )
  const walk = fc.array(fc.constantFrom(...Object.keys(moves)), { minLength: 5, maxLength: 10 })
  // Too little to pay is carried, so some of the walks have little.
  const amount = fc.constantFrom(30, 5_000, 123_456)
  await fc.assert(
    fc.asyncProperty(usual, walk, amount, async (first, rest, fen) => {
      const period = `${2021 + Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}-01`
      months++
      await earn(period, fen, { video: '1' })
      await earn(period, fen + 1, { video: '2' })
      const id = await build(period)
      const stateOf = async () => (await run(sql`select state from statement where id = ${id}`))[0].state as string
      for (const name of [...first, ...rest]) {
        const [before, stood] = [await stateOf(), await fixed(id)]
        await moves[name]!(id)
        const after = await stateOf()
        if (after !== before) expect(arrows, name).toContain(`${before} → ${after}`)
        if (stood !== null) expect(await fixed(id), name).toBe(stood)
        expect(await findFaults(database), name).toEqual([])
        seen.add(after)
      }
    }),
    { numRuns: RUNS, seed: 20_261_120 },
  )
  const [{ sum }] = await run(sql`select coalesce(sum(amount_fen), 0)::bigint as sum from ledger_balance`)
  expect(sum).toBe(0)
  expect([...seen].sort()).toEqual(
    statementFlow.states.filter((state) => state !== 'building' && state !== 'invoiced').sort(),
  )
}, 240_000)
