import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { openServer } from '../../../tests/http/app.ts'
import { world } from '../../../tests/world.ts'
import { openFiles } from '../../server/files/files.ts'
import { jobContext } from '../../server/jobs/context.ts'
import { readDeadlines } from './sql/deadlines.ts'
import { measureAll, watch } from './watch.ts'

const { ask, database, dataDir } = await openServer()
const HOUR_MS = 3_600_000
/** Friday noon in Shanghai, after the national holidays; the Saturday that follows is worked. */
const NOW = new Date('2026-10-09T04:00:00Z')
const later = (hours: number) => new Date(+NOW + hours * HOUR_MS)
const A = world.partners.A

await database.rows(sql`truncate statement, risk_case, distribution, recommendation_claim cascade`)
await database.rows(sql`delete from product_version where state = 'in_review'`)
await database.rows(sql`
  insert into holiday_calendar (day, is_workday, name_zh, name_en)
  select d::date, d::date = '2026-10-10', '国庆节', 'National Day'
  from unnest('{2026-10-01,2026-10-02,2026-10-05,2026-10-06,2026-10-07,2026-10-10}'::text[]) d
  on conflict (day) do update set is_workday = excluded.is_workday`)

const read = async (kind: string) => {
  const all = await readDeadlines(database, { now: NOW, soon: later(24), until: later(7 * 24), language: 'en-US' })
  const { overdue, soon, week, first } = all.find((one) => one.kind === kind)!
  return { overdue, soon, week, at: first && new Date(first.at).toISOString(), name: first?.name, all }
}
const version = async (isInvoiced: boolean, number: number) =>
  (await database.one<{ id: string }>(sql`
    insert into product_version (product_code, number, params, valid_from)
    values ('sm4', ${number}, ${JSON.stringify({ invoiceRequired: isInvoiced, invoiceDay: 15 })}::jsonb, '2026-01-01') returning id::text`))!
    .id
let made = 0
const statement = (
  period: string,
  state: string,
  more: { due?: string; built?: string; payOn?: string; version?: string },
) =>
  database.rows(sql`
    insert into statement (no, product_code, partner_id, period, state, confirm_due, built_at, pay_on, product_version_id)
    values (${`D-${++made}`}, 'sm4', ${A}, ${period}, ${state}, ${more.due ?? null}, ${more.built ?? null}, ${more.payOn ?? null}, ${more.version ?? null})`)

describe('deadlines', () => {
  it('of nothing are nothing: every kind stands, none has a first one', async () => {
    const { all } = await read('cases')
    expect(all).toHaveLength(9)
    expect(all.every(({ overdue, week, first }) => overdue === 0 && week === 0 && first === null)).toBe(true)
  })

  it('of reviews count workdays, holidays left out and worked Saturdays counted', async () => {
    // Wednesday before the holidays: the two workdays after it are Thursday the 8th and Friday the 9th.
    await statement('2026-01-01', 'draft', { built: '2026-09-30T04:00:00Z' })
    expect(await read('drafts')).toMatchObject({ overdue: 0, soon: 1, week: 1, at: '2026-10-09T16:00:00.000Z' })
    // Proposed on Friday: Saturday is worked, Monday is the second day.
    await database.rows(sql`
      insert into product_version (product_code, number, state, params, valid_from, proposed_by, proposed_at)
      values ('sm4', 90, 'in_review', '{}', '2027-01-01', ${world.users.ops}, ${NOW})`)
    expect(await read('plans')).toMatchObject({
      soon: 0,
      week: 1,
      at: '2026-10-12T16:00:00.000Z',
      name: 'Bounty plan 4 v90',
    })
  })

  it('of money follow the window, the invoice day of the plan and the pay day, each statement under one of them', async () => {
    const [invoiced, plain] = [await version(true, 91), await version(false, 92)]
    await statement('2026-02-01', 'pending_confirm', { due: '2026-10-09T10:00:00Z' })
    await statement('2026-09-01', 'locked', { payOn: '2026-10-12', version: invoiced })
    await statement('2026-08-01', 'locked', { payOn: '2026-10-08', version: plain })
    await statement('2026-07-01', 'paid', { payOn: '2026-10-08', version: plain })
    expect(await read('statements')).toMatchObject({ overdue: 0, soon: 1, at: '2026-10-09T10:00:00.000Z' })
    expect(await read('invoices')).toMatchObject({ overdue: 0, soon: 0, week: 1, at: '2026-10-15T16:00:00.000Z' })
    const { all, ...payouts } = await read('payouts')
    expect(payouts).toMatchObject({ overdue: 1, soon: 0, week: 0, at: '2026-10-08T16:00:00.000Z', name: 'D-4' })
    // Overdue first, then what is due next.
    expect(all.slice(0, 3).map(({ kind }) => kind)).toEqual(['payouts', 'statements', 'drafts'])
  })

  it('make two rules: one for what is past its time, one that fires below its hours', async () => {
    expect(await measureAll(database, NOW)).toMatchObject({
      casesOverdue: 0,
      deadlinesOverdue: 1,
      nextDeadlineHours: 6,
    })
    const files = openFiles(dataDir)
    const todos = () =>
      database.rows<{ code: string; content: string }>(sql`
        select biz_id as code, words->'zh-CN'->>'content' as content from message
        where biz_type = 'monitor' and done_at is null and receiver_id = ${world.users.admin} and biz_id like '%eadline%' order by 1`)
    await watch(jobContext(database, files, NOW))
    expect((await todos()).map(({ code }) => code)).toEqual(['deadlinesOverdue'])
    await watch(jobContext(database, files, new Date('2026-10-09T08:30:00Z')))
    expect(await todos()).toEqual([
      expect.objectContaining({ code: 'deadlinesOverdue' }),
      { code: 'nextDeadlineHours', content: '距下一个时限的小时数为 1 小时，低于阈值 2 小时。' },
    ])
    await database.rows(sql`update statement set confirm_due = '2026-10-10T10:00:00Z' where state = 'pending_confirm'`)
    await watch(jobContext(database, files, new Date('2026-10-09T08:31:00Z')))
    expect((await todos()).map(({ code }) => code)).toEqual(['deadlinesOverdue'])
  })

  it('are for administrators', async () => {
    const answer = await ask('GET', '/api/monitor', { as: 'adminOther' })
    expect(answer.statusCode).toBe(200)
    expect(answer.json().data.deadlines).toHaveLength(9)
    expect((await ask('GET', '/api/monitor', { as: 'cooMatch' })).statusCode).toBe(403)
  })
})
