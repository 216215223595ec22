import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import sql from 'sql-template-tag'
import { afterAll, expect, it } from 'vitest'
import { findFaults } from '../../src/features/settlement/sql/ledger.ts'
import { openSettlement } from '../settlement.ts'
import { world } from '../world.ts'
import { survive } from './survive.ts'

/** Every how many statements the process is killed, and how often in all; the campaign sets 1 and 100. Without a number: one month. */
const STEP = Number(process.env.KILL_STEP ?? 12)
const KILLS = process.env.KILLS ? Number(process.env.KILLS) : undefined
const MONTHS = ['2026-09-01', '2026-08-01', '2026-07-01', '2026-06-01', '2026-05-01', '2026-04-01']

const { run, earn, bring, account, act, ask, call, stateOf, database, url } = await openSettlement()
const dataDir = mkdtempSync(join(tmpdir(), 'backlot-faults-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
await account()

/** Everything money stands on. */
const standing = async () =>
  database.one(sql`
    select (select md5(string_agg(s::text, ';' order by id)) from statement s) as statements,
      (select md5(string_agg(l::text, ';' order by statement_id, line_no)) from statement_line l) as lines,
      (select md5(string_agg((to_jsonb(a) - 'updated_at')::text, ';' order by id)) from accrual a) as accruals,
      (select count(*) from payout) as payouts, (select count(*) from ledger_entry) as entries,
      (select md5(string_agg(b::text, ';' order by account, owner_id)) from ledger_balance b) as balances,
      (select count(*) from statement_event) as events, (select count(*) from message) as messages, (select count(*) from audit_log) as audits`)

/** How often each step died, and how many were asked for again and had been done once. */
const deaths = { build: 0, lock: 0, payout: 0, paid: 0 }
let once = 0
const dead = () => Object.values(deaths).reduce((one, other) => one + other)

async function killed(step: keyof typeof deaths, path: string, body: object): Promise<void> {
  const ground = { url, dataDir, standing, step: STEP, ...(KILLS !== undefined && { most: KILLS - dead() }) }
  deaths[step] += await survive(ground, `/api/settlements${path}`, body)
  once++
  expect(await findFaults(database)).toEqual([])
}

/** What a month came to, as its list, the sums, the statement, its lines and their file tell it. */
async function totalsOf(id: string, period: string): Promise<number[]> {
  const [list, totals, detail, lines, file] = await Promise.all([
    call('adminOther', 'GET', `/sm4?period=${period}`),
    call('adminOther', 'GET', `/sm4/totals?period=${period}`),
    call('partnerA', 'GET', `/statements/${id}`),
    call('partnerA', 'GET', `/lines?statementId=${id}&pageSize=200`),
    ask('GET', `/api/settlements/lines/export.csv?statementId=${id}`, { as: 'partnerA' }),
  ])
  const sum = (amounts: number[]) => amounts.reduce((one, other) => one + other, 0)
  const [head, ...rows] = parse(file.body, { bom: true }) as string[][]
  const column = head!.findIndex((name) => name.startsWith('金额'))
  return [
    sum(list.data.list.map((row: { netFen: number }) => row.netFen)),
    totals.data.netFen,
    detail.data.statement.netFen,
    sum(lines.data.list.map((row: { amountFen: number }) => row.amountFen)),
    sum(rows.map((row) => Number(row[column]!.replace('.', '')))),
  ]
}

it(
  'build, lock, payout and its end, killed at any statement, are wholly done or not at all, and once',
  async () => {
    let months = 0
    for (const period of MONTHS) {
      if (dead() >= (KILLS ?? 1)) break
      months++
      for (let video = 1; video <= 5; video++) await earn(period, video * 1_000, { video: String(video) })
      await killed('build', '/build', { product: 'sm4', period, partnerId: world.partners.A })
      const [{ id }] = await run(sql`select id::text from statement where period = ${period}`)
      expect(await stateOf(id)).toMatchObject({ state: 'draft', net: 15_000, lines: 5 })

      await bring(id, 'confirmed')
      await killed('lock', `/statements/${id}/lock`, { version: (await stateOf(id)).version })
      expect(await stateOf(id)).toMatchObject({ state: 'locked', net: 15_000 })
      expect((await act('adminOther', id, 'clear')).status).toBe(200)

      await killed('payout', '/payout-batches', { product: 'sm4', statementIds: [id], exclude: [] })
      expect(await stateOf(id)).toMatchObject({ state: 'paying' })
      const [payout] = await run(sql`
      select id::text, version from payout p join payout_statement s on s.payout_id = p.id where s.statement_id = ${id}`)
      const paid = { version: payout.version, isPaid: true, bankRef: `BANK-${period}`, failure: null }
      await killed('paid', `/payouts/${payout.id}/mark`, paid)
      expect(await stateOf(id)).toMatchObject({ state: 'paid' })

      expect(await totalsOf(id, period)).toEqual(Array(5).fill(15_000))
      const balances = await run(
        sql`select account, amount_fen as fen from ledger_balance where amount_fen <> 0 order by 1`,
      )
      const all = 15_000 * months
      expect(balances).toEqual([
        { account: 'bank', fen: -all },
        { account: 'platform_receivable', fen: all },
      ])
    }
    if (KILLS === undefined) for (const count of Object.values(deaths)) expect(count).toBeGreaterThan(1)
    else expect(dead()).toBe(KILLS)
    const [{ sum }] = await run(sql`select sum(amount_fen)::bigint as sum from ledger_entry`)
    expect(sum).toBe(0)
    const spread = Object.entries(deaths).map(([step, count]) => `${step} ${count}`)
    console.log(
      `${dead()} kills (${spread.join(', ')}); ${once} of ${4 * months} steps applied once; ledger sums to ${sum}; ` +
        `${months} months with equal totals in list, sums, statement, lines and file`,
    )
  },
  KILLS === undefined ? 300_000 : 3_600_000,
)
