import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { importUndo, importUpload } from '../../src/features/imports/contract.ts'
import { freshDatabase, world } from '../world.ts'
import { importsOn } from './bring.ts'

const { database } = await freshDatabase()
const { as, ask, upload, check, undo, refusals, bring } = importsOn(database)
const { A, B } = world.partners
const [admin, operator] = [await as('adminOther'), await as('cooMatch')]
const HEADER = '产品,合作方,类型,金额,账期,原因,凭证编号,作品ID'
const nameOf = async (id: string) =>
  (await database.one<{ code: string }>(sql`select code from partner where id = ${id}`))!.code
const [codeA, codeB] = [await nameOf(A), await nameOf(B)]
const rows = (importId: string) =>
  database.rows<{ fen: number; state: string; second: boolean; ref: string }>(sql`
    select j.amount_fen as fen, j.state, j.needs_second as second, j.evidence_ref as ref from adjustment j
    join import_change c on c.row_id = j.id and c.entity = 'adjustment' where c.import_id = ${importId} order by j.id`)
const standing = () =>
  database.one<{ n: number }>(sql`select count(*) as n from adjustment where evidence_ref is not null`)

// Partner A is owed 1,000.00 by its newest statement: up to 200.00 in all one person may change alone.
await database.rows(sql`truncate statement, adjustment cascade`)
await database.rows(sql`
  insert into statement (no, product_code, partner_id, period, state, issued_at, gross_fen, net_fen)
  values ('S-A', 'sm4', ${A}, '2026-09-01', 'pending_confirm', now(), 100000, 100000)`)

describe('adjustments from a file', () => {
  it('are judged as by hand: the second person above the limit, small ones counted together, the same once', async () => {
    const file = [
      HEADER,
      `sm4,${codeA},bonus,120.00,2026-10,季度奖励,OA-1,`,
      `sm4,${codeA},奖励,70,2026-10-01,季度奖励,OA-2,`,
      `sm4,${codeA},bonus,60.00,2026年10月,第三笔小额,OA-3,`,
      `sm4,${codeA},clawback,-500.00,2026-09,重复计发,OA-4,`,
      `sm4,${codeB},bonus,1.00,2026-10,没有结算单,OA-5,`,
    ]
    const checked = await check(admin, await upload(admin, 'adjustments', file))
    expect(checked.counts).toMatchObject({ fresh: 5, refused: 0, notes: [{ note: 'second', count: 3 }] })
    expect(await standing()).toEqual({ n: 0 })
    const done = await bring(admin, 'adjustments', file)
    expect(await rows(done.id)).toEqual([
      { fen: 12_000, state: 'approved', second: false, ref: 'OA-1' },
      { fen: 7_000, state: 'approved', second: false, ref: 'OA-2' },
      { fen: 6_000, state: 'proposed', second: true, ref: 'OA-3' },
      { fen: -50_000, state: 'proposed', second: true, ref: 'OA-4' },
      { fen: 100, state: 'proposed', second: true, ref: 'OA-5' },
    ])
    const audited = await database.rows(
      sql`select 1 from audit_log where action = 'adjustment.propose' and reason like ${`import ${done.id}:%`}`,
    )
    expect(audited).toHaveLength(5)
    const again = await bring(admin, 'adjustments', file)
    expect([again.counts, await standing()]).toMatchObject([{ fresh: 0, unchanged: 5 }, { n: 5 }])

    const undone = await undo(admin, done)
    expect(undone.status).toBe('undone')
    const states = sql`select state, count(*) as n from adjustment where evidence_ref like 'OA-%' group by 1`
    expect(await database.rows(states)).toEqual([{ state: 'withdrawn', n: 5 }])
  })

  it('that are wrong say why, row by row; the others go in', async () => {
    const file = [
      HEADER,
      `sm4,${codeA},bonus,1.234,2026-10,三位小数,E-1,`,
      `sm4,${codeA},bonus,abc,2026-10,不是金额,E-2,`,
      `sm4,${codeA},bonus,0,2026-10,没有金额,E-3,`,
      `sm4,${codeA},bonus,-5,2026-10,奖励为负,E-4,`,
      `sm4,${codeA},clawback,5,2026-10,追回为正,E-5,`,
      `sm4,${codeA},bonus,5,2026-13,没有这个月,E-6,`,
      `sm4,${codeA},bonus,5,2026-12,以后的月份,E-7,`,
      `sm4,${codeA},bonus,5,2026-10,没有作品,E-8,${world.missingId}`,
      'sm4,没有的机构,bonus,5,2026-10,没有合作方,E-9,',
      `sm4,${codeA},bonus,5,2026-10,x,E-10,`,
      `sm4,${codeA},bonus,5,2026-10,好的一笔,E-11,`,
      `sm4,${codeA},bonus,5,2026-10,好的一笔,E-11,`,
    ]
    const done = await bring(admin, 'adjustments', file)
    expect(await refusals(admin, done)).toEqual([
      ...['2 MONEY_DECIMALS', '3 BAD_MONEY', '4 ZERO_AMOUNT', '5 SIGN', '6 SIGN', '7 BAD_MONTH', '8 PERIOD_AHEAD'],
      ...['9 VIDEO_NOT_FOUND', '10 PARTNER_NOT_FOUND', '11 REASON_REQUIRED', '13 TWICE'],
    ])
    expect(await rows(done.id)).toEqual([{ fen: 500, state: 'approved', second: false, ref: 'E-11' }])
    await database.rows(sql`update adjustment set version = 2 where evidence_ref = 'E-11'`)
    await expect(ask(admin, importUndo, { params: { id: done.id }, body: { version: done.version } })).rejects.toThrow()
  })

  it('are for operators, inside of their lines and products', async () => {
    const file = [
      HEADER,
      `sm4,${codeA},bonus,1,2026-10,自己的,F-1,`,
      `sm4,${codeB},bonus,1,2026-10,别人的,F-2,`,
      `wl,${codeA},bonus,1,2026-10,别的产品,F-3,`,
    ]
    const done = await bring(operator, 'adjustments', file)
    expect(await refusals(operator, done)).toEqual(['3 PARTNER_NOT_FOUND', '4 PARTNER_NOT_FOUND'])
    for (const actor of ['leader', 'supplierA'] as const)
      await expect(upload(await as(actor), 'adjustments', file)).rejects.toMatchObject({ reason: 'FORBIDDEN' })
    expect(importUpload.permission).toBe('imports.use')
  })
})
