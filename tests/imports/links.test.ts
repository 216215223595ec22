import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { importOriginal, importUndo } from '../../src/features/imports/contract.ts'
import { freshDatabase, world } from '../world.ts'
import { importsOn } from './bring.ts'

const { database } = await freshDatabase()
const { as, ask, upload, check, undo, refusals, bring } = importsOn(database)
const [admin, supplier] = [await as('adminKeyAdmin'), await as('supplierA')]
const HEADER = 'dist_id,url,账号'
const link = (item: string) => `https://www.douyin.com/video/${item}`

await database.rows(sql`truncate distribution, dist_batch, dist_hold cascade`)
const batch = await database.one<{ id: string }>(sql`
  insert into dist_batch (name, mode, platforms, region, rights_start, rights_end, allow_edit, price_model, deadline_at)
  values ('批次', 'all', '{douyin}', 'cn', '2026-01-01', '2098-01-01', true, 'none', '2097-01-01') returning id::text`)
let videos = 0
async function task(supplierId: string, status = 'downloaded', deadline = '2097-01-01'): Promise<string> {
  const item = `72${String(++videos).padStart(10, '0')}`
  const row = await database.one<{ id: string }>(sql`
    with fresh as (
      insert into video (platform, platform_item_id, title, partner_id, published_at)
      values ('douyin', ${item}, 'task', ${world.partners.A}, '2026-10-01') returning id
    )
    insert into distribution (batch_id, video_id, supplier_id, title, content_type, deadline_at, status)
    select ${batch!.id}, id, ${supplierId}, 'task', 'img', ${deadline}, ${status} from fresh returning id::text`)
  return row!.id
}
const tasks = () =>
  database.rows(sql`select id, status, receipt_count, published_at, check_state from distribution order by id`)
const receipts = () =>
  database.rows(sql`select distribution_id, platform_item_id, channel_account from dist_receipt order by id`)

describe('links of posts', () => {
  it('come from a supplier’s file under the rules of those submitted by hand, once', async () => {
    const [one, two] = [await task(world.suppliers.A), await task(world.suppliers.A)]
    const theirs = await task(world.suppliers.B)
    const late = await task(world.suppliers.A, 'downloaded', '2026-10-01')
    const pending = await task(world.suppliers.A, 'pending')
    await database.rows(sql`insert into dist_receipt (distribution_id, platform, platform_item_id, post_url, published_at)
      values (${theirs}, 'douyin', '7300000000000000009', 'x', now())`)
    const rows = [
      HEADER,
      `${one},${link('7300000000000000001')},河马剪辑`,
      `${one},${link('7300000000000000002')},`,
      `${two},${link('7300000000000000003')},河马剪辑`,
      `${two},${link('7300000000000000003')},`,
      `${theirs},${link('7300000000000000004')},`,
      `${world.missingId},${link('7300000000000000004')},`,
      `${one},${link('7300000000000000009')},`,
      `${one},https://www.kuaishou.com/short-video/3xabc,`,
      `${one},https://example.com/1,`,
      `${late},${link('7300000000000000005')},`,
      `${pending},${link('7300000000000000006')},`,
      `1.02E+18,${link('7300000000000000006')},`,
    ]
    const before = [await tasks(), await receipts()]
    const checked = await check(supplier, await upload(supplier, 'receipts', rows))
    expect(checked.counts).toMatchObject({ fresh: 3, refused: 9, notes: [{ note: 'tasks', count: 2 }] })
    expect(await refusals(supplier, checked)).toEqual([
      '5 TWICE',
      '6 NOT_YOURS',
      '7 NOT_YOURS',
      '8 LINK_USED',
      '9 PLATFORM_NOT_GRANTED',
      '10 UNKNOWN_LINK',
      '11 DEADLINE_PASSED',
      '12 NOT_IN_THIS_STATE',
      '13 DAMAGED_ID',
    ])
    expect([await tasks(), await receipts()]).toEqual(before)

    const job = await bring(supplier, 'receipts', rows)
    expect(job).toMatchObject({ status: 'applied', counts: { fresh: 3, refused: 9 } })
    expect(
      await database.rows(
        sql`select status, receipt_count, check_state from distribution where id in (${one}, ${two}) order by id`,
      ),
    ).toEqual([
      { status: 'published', receipt_count: 2, check_state: 'pending' },
      { status: 'published', receipt_count: 1, check_state: 'pending' },
    ])
    expect(await database.one(sql`select account from supplier_channel where account = '河马剪辑'`)).toBeDefined()
    const again = await bring(supplier, 'receipts', rows)
    expect(again.counts).toMatchObject({ fresh: 0, changed: 0, unchanged: 3, refused: 9 })

    // The same file again in an administrator's hands reaches the other supplier's task too.
    const all = await bring(admin, 'receipts', rows)
    expect(all.counts).toMatchObject({ fresh: 1, unchanged: 3, refused: 8 })
  })

  it('of a file are its owner’s and administrators’ alone', async () => {
    const job = await upload(supplier, 'receipts', [HEADER, `1,${link('7300000000000000010')},`])
    const other = await as('supplierB')
    await expect(ask(other, importOriginal, { params: { id: job.id } })).rejects.toMatchObject({ reason: 'NOT_FOUND' })
    const read = async (ctx: typeof admin) => {
      const { name, body } = await ask<{ name: string; body: AsyncIterable<Buffer> }>(ctx, importOriginal, {
        params: { id: job.id },
      })
      let text = ''
      for await (const part of body) text += part
      return [name, text]
    }
    const file = ['file.csv', [HEADER, `1,${link('7300000000000000010')},`].join('\n')]
    expect(await read(supplier)).toEqual(file)
    expect(await read(admin)).toEqual(file)
  })

  it('can be taken back until somebody has checked one', async () => {
    const [one, two] = [await task(world.suppliers.A), await task(world.suppliers.A)]
    const before = [await tasks(), await receipts()]
    const rows = [HEADER, `${one},${link('7300000000000000021')},`, `${two},${link('7300000000000000022')},`]
    expect(await undo(supplier, await bring(supplier, 'receipts', rows))).toMatchObject({ status: 'undone' })
    expect([await tasks(), await receipts()]).toEqual(before)

    const job = await bring(supplier, 'receipts', rows)
    await database.rows(
      sql`update dist_receipt set check_state = 'fail' where platform_item_id = '7300000000000000022'`,
    )
    const body = { version: job.version }
    await expect(ask(supplier, importUndo, { params: { id: job.id }, body })).rejects.toMatchObject({
      reason: 'TOUCHED',
      details: { data: { count: 1, rows: [`${two} ${link('7300000000000000022')}`] } },
    })
  })
})
