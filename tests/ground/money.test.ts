import { describe, expect, test } from 'vitest'
import { freshDatabase, world } from '../world.ts'

/** What the tables of money refuse by themselves, whatever the code above them does. */
const { database } = await freshDatabase()
const { pool } = database
const idOf = async (text: string, values: unknown[] = []): Promise<string> =>
  String((await pool.query(text, values)).rows[0].id)
const refusal = (text: string, values: unknown[] = []): Promise<string> =>
  pool.query(text, values).then(
    () => 'done',
    (error: Error) => error.message,
  )

// The world's own plans and rates end before the days used here.
await pool.query(
  `update product_version set valid_before = '2029-01-01' where state = 'published' and valid_before is null`,
)
await pool.query('delete from partner_rate')
const versionId = await idOf(
  `insert into product_version (product_code, number, params, valid_from) values ('sm4', 901, '{}', '2030-01-01') returning id`,
)
const statement = (period: string) =>
  idOf(
    `insert into statement (no, product_code, partner_id, period) values (gen_random_uuid()::text, 'sm4', 1, $1) returning id`,
    [period],
  )
await pool.query(`select ensure_accrual_partitions('2030-01-01', '2030-03-31')`)
const accrual = (isFinal: boolean, day = '2030-01-05') =>
  idOf(
    `insert into accrual (product_code, product_version_id, partner_id, video_id, earn_date, amount_micro, is_final, dedup_key)
     values ('sm4', $1, 1, 1, $2, 5000, $3, gen_random_uuid()::text) returning id`,
    [versionId, day, isFinal],
  )

describe('accruals', () => {
  test('an open one changes, a final one keeps its amount and does not go', async () => {
    const open = await accrual(false)
    expect(await refusal('update accrual set amount_micro = 6000 where id = $1', [open])).toBe('done')
    expect(await refusal('delete from accrual where id = $1', [open])).toBe('done')
    const final = await accrual(true)
    expect(await refusal('update accrual set amount_micro = 6000 where id = $1', [final])).toContain('is final')
    expect(await refusal('update accrual set is_final = false where id = $1', [final])).toContain('is final')
    expect(await refusal('delete from accrual where id = $1', [final])).toContain('is final')
    expect(await refusal(`update accrual set hold_reason = 'risk' where id = $1`, [final])).toBe('done')
  })

  test('the same line twice is one', async () => {
    const again = `insert into accrual (product_code, product_version_id, partner_id, earn_date, amount_micro, dedup_key)
      values ('sm4', ${versionId}, 1, '2030-01-06', 1, 'same')`
    expect(await refusal(again)).toBe('done')
    expect(await refusal(again)).toContain('duplicate key')
  })

  test('of a locked statement nothing changes: lines, sums, what it stands on; its state goes on', async () => {
    const id = await statement('2030-01-01')
    const inside = await accrual(true)
    const outside = await accrual(true)
    await pool.query('update accrual set statement_id = $1 where id = $2', [id, inside])
    await pool.query(
      `insert into statement_line (statement_id, line_no, line_type, amount_micro, amount_fen) values ($1, 1, 'normal', 5000, 1)`,
      [id],
    )
    expect(await refusal('update statement set gross_fen = 1, net_fen = 1 where id = $1', [id])).toBe('done')
    await pool.query(`update statement set state = 'locked', locked_at = now() where id = $1`, [id])
    for (const [text, values] of [
      ['update accrual set statement_id = null where id = $1', [inside]],
      [`update accrual set hold_reason = 'risk' where id = $1`, [inside]],
      [`update accrual set statement_id = ${id} where id = $1`, [outside]],
      ['update statement_line set amount_fen = 2 where statement_id = $1', [id]],
      ['delete from statement_line where statement_id = $1', [id]],
      [
        `insert into statement_line (statement_id, line_no, line_type, amount_micro, amount_fen) values ($1, 2, 'normal', 1, 1)`,
        [id],
      ],
      ['update statement set gross_fen = 2, net_fen = 2 where id = $1', [id]],
      ['delete from statement where id = $1', [id]],
    ] as const)
      expect(await refusal(text, [...values]), text).toContain('locked')
    expect(await refusal(`update statement set state = 'payable' where id = $1`, [id])).toBe('done')
  })
})

describe('income that waits', () => {
  test('is held from the hold to its release, and returns as a settled dispute where its month was billed', async () => {
    const [before, billed] = [await accrual(true, '2030-03-03'), await accrual(true, '2030-02-20')]
    await pool.query(`update statement set state = 'pending_confirm' where id = $1`, [await statement('2030-02-01')])
    const caseId = await idOf('select id from risk_case order by id limit 1')
    const eventId = await idOf(
      `insert into risk_event (case_id, kind, to_state) values ($1, 'probe', 'pending') returning id`,
      [caseId],
    )
    await pool.query(
      'update income_hold set released_at = now() where released_at is null and (video_id = 1 or case_id = $1)',
      [caseId],
    )
    await pool.query('insert into income_hold (video_id, case_id, created_at, began_event) values (1, $1, now(), $2)', [
      caseId,
      eventId,
    ])
    const read = async () =>
      (
        await pool.query('select hold_reason as hold, line_type as kind from accrual where id = any($1) order by id', [
          [before, billed],
        ])
      ).rows
    expect(await read()).toEqual([
      { hold: 'risk', kind: 'normal' },
      { hold: 'risk', kind: 'normal' },
    ])
    await pool.query('update income_hold set released_at = now() where video_id = 1 and released_at is null')
    expect(await read()).toEqual([
      { hold: null, kind: 'normal' },
      { hold: null, kind: 'dispute' },
    ])
  })
})

describe('plans', () => {
  const publish = (from: string, before: string | null, number: number, product = 'wl') =>
    refusal(
      `insert into product_version (product_code, number, state, params, valid_from, valid_before) values ($1, $2, 'published', '{}', $3, $4)`,
      [product, number, from, before],
    )
  test('versions of one product do not overlap once published; those of two may', async () => {
    expect(await publish('2040-01-01', '2040-02-01', 910)).toBe('done')
    expect(await publish('2040-01-31', null, 911)).toContain('one_version_at_a_time')
    expect(await publish('2040-02-01', null, 912)).toBe('done')
    expect(await publish('2040-01-01', null, 913, 'sm4')).toBe('done')
  })

  test('nobody decides on his own proposal', async () => {
    const decide = (by: string) =>
      refusal(`update product_version set proposed_by = 1, decided_by = $1 where id = ${versionId}`, [by])
    expect(await decide('1')).toContain('two_persons')
    expect(await decide('2')).toBe('done')
  })

  test('a partner has one rate a day', async () => {
    const rate = (from: string, before: string | null) =>
      refusal(
        `insert into partner_rate (partner_id, product_code, rate_ppm, creator_rate_ppm, valid_from, valid_before, state) values (1, 'wl', 1, 1, $1, $2, 'approved')`,
        [from, before],
      )
    expect(await rate('2040-01-01', '2040-03-01')).toBe('done')
    expect(await rate('2040-02-29', null)).toContain('one_rate_at_a_time')
    expect(await rate('2040-03-01', null)).toBe('done')
  })
})

describe('the ledger', () => {
  const post = async (ref: string, ...amounts: number[]): Promise<string> => {
    const client = await pool.connect()
    try {
      await client.query('begin')
      const journal = (
        await client.query(`insert into ledger_journal (kind, ref) values ('accrue', $1) returning id`, [ref])
      ).rows[0].id
      for (const [at, amount] of amounts.entries())
        await client.query(`insert into ledger_entry values ($1, $2, $3, 7, $4)`, [
          journal,
          at + 1,
          at ? 'partner_payable' : 'platform_receivable',
          amount,
        ])
      await client.query('commit')
      return 'done'
    } catch (error) {
      await client.query('rollback')
      return (error as Error).message
    } finally {
      client.release()
    }
  }

  test('takes journals that sum to zero, once each, and keeps the balances', async () => {
    expect(await post('probe:1', 500, -300, -200)).toBe('done')
    expect(await post('probe:1', 500, -500)).toContain('duplicate key')
    expect(await post('probe:2', 500, -499)).toContain('does not sum to zero')
    const { rows } = await pool.query('select account, amount_fen from ledger_balance where owner_id = 7 order by 1')
    expect(rows).toEqual([
      { account: 'partner_payable', amount_fen: -500 },
      { account: 'platform_receivable', amount_fen: 500 },
    ])
    expect(await refusal('update ledger_entry set amount_fen = 1')).toContain('append-only')
    expect(await refusal('delete from ledger_journal')).toContain('append-only')
  })
})

test('an account sees the products its role and state allow, and loses them with them', async () => {
  const productsOf = async (userId: string) =>
    (
      await pool.query('select product_code as code from user_product where user_id = $1 order by 1', [userId])
    ).rows.map(({ code }) => code)
  const { users } = world
  expect(await productsOf(users.ops)).toEqual(['sm4', 'wl'])
  expect(await productsOf(users.coo_wl)).toEqual(['wl'])
  expect(await productsOf(users.partner_none)).toEqual(['sm4'])
  expect(await productsOf(users.leader)).toEqual([])
  await pool.query(`update app_user set access_state = 'sm4' where id = $1`, [users.coo_wl])
  expect(await productsOf(users.coo_wl)).toEqual(['sm4'])
})

test('the holidays of 2026, with the weekends worked for them', async () => {
  const { rows } = await pool.query(
    `select count(*) filter (where not is_workday) as free, count(*) filter (where is_workday) as worked from holiday_calendar where day < '2027-01-01'`,
  )
  expect(rows).toEqual([{ free: 33, worked: 6 }])
})
