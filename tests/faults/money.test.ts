import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sql from 'sql-template-tag'
import { afterAll, expect, it } from 'vitest'
import { findFaults } from '../../src/features/settlement/sql/ledger.ts'
import { openSettlement } from '../settlement.ts'
import { tokenOf, world } from '../world.ts'

/** Every how many statements the process is killed; the campaign sets 1. */
const STEP = Number(process.env.KILL_STEP ?? 9)
const DOOMED = fileURLToPath(new URL('./doomed.ts', import.meta.url))

const { run, earn, bring, account, act, stateOf, database, url } = await openSettlement()
const dataDir = mkdtempSync(join(tmpdir(), 'backlot-faults-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
await account()

/** Runs one request in a process of its own that is killed before a statement; its status, or null when it died. */
function tryIn(statement: number, path: string, body: object): Promise<string | null> {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', DOOMED, url, dataDir, String(statement), path, tokenOf('adminOther'), JSON.stringify(body)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  let said = ''
  child.stdout.on('data', (chunk) => {
    said += chunk
  })
  return new Promise((resolve) =>
    child.once('close', (_, signal) => resolve(signal === 'SIGKILL' ? null : said.trim())),
  )
}

/** Everything money stands on. */
const standing = async () =>
  database.one(sql`
    select (select md5(string_agg(s::text, ';' order by id)) from statement s) as statements,
      (select md5(string_agg(l::text, ';' order by statement_id, line_no)) from statement_line l) as lines,
      (select md5(string_agg((to_jsonb(a) - 'updated_at')::text, ';' order by id)) from accrual a) as accruals,
      (select count(*) from payout) as payouts, (select count(*) from ledger_entry) as entries,
      (select md5(string_agg(b::text, ';' order by account, owner_id)) from ledger_balance b) as balances,
      (select count(*) from statement_event) as events, (select count(*) from message) as messages, (select count(*) from audit_log) as audits`)

/** Kills a request before one statement after another until it lives; it must have left nothing each time. */
async function survive(path: string, body: object): Promise<number> {
  const before = await standing()
  let [statement, deaths] = [0, 0]
  let status = await tryIn(statement, `/api/settlements${path}`, body)
  while (status === null) {
    expect(await standing()).toEqual(before)
    deaths++
    statement += STEP
    status = await tryIn(statement, `/api/settlements${path}`, body)
  }
  expect(status).toBe('200')
  expect(await findFaults(database)).toEqual([])
  return deaths
}

it('build, lock and payout, killed at any statement, are wholly done or not at all, and once', async () => {
  const period = '2026-09-01'
  for (let video = 1; video <= 5; video++) await earn(period, video * 1_000, { video: String(video) })
  const deaths = [await survive('/build', { product: 'sm4', period, partnerId: world.partners.A })]
  const [{ id }] = await run(sql`select id::text from statement`)
  expect(await stateOf(id)).toMatchObject({ state: 'draft', net: 15_000, lines: 5 })

  await bring(id, 'confirmed')
  deaths.push(await survive(`/statements/${id}/lock`, { version: (await stateOf(id)).version }))
  expect(await stateOf(id)).toMatchObject({ state: 'locked', net: 15_000 })
  expect((await act('adminOther', id, 'clear')).status).toBe(200)

  deaths.push(await survive('/payout-batches', { product: 'sm4', statementIds: [id], exclude: [] }))
  expect(await stateOf(id)).toMatchObject({ state: 'paying' })
  for (const count of deaths) expect(count).toBeGreaterThan(1)
  const balances = await run(
    sql`select account, amount_fen as fen from ledger_balance where amount_fen <> 0 order by 1`,
  )
  expect(balances).toEqual([
    { account: 'payout_transit', fen: -15_000 },
    { account: 'platform_receivable', fen: 15_000 },
  ])
}, 300_000)
