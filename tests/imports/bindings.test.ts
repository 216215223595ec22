import { writeXlsx } from 'hucre/xlsx'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { importUndo } from '../../src/features/imports/contract.ts'
import { freshDatabase, world } from '../world.ts'
import { importsOn } from './bring.ts'

const { database } = await freshDatabase()
const { as, ask, upload, check, apply, undo, refusals, bring } = importsOn(database)
const admin = await as('adminKeyAdmin')

const { A, B } = world.partners
const codeOf = async (id: string) =>
  (await database.one<{ code: string }>(sql`select code from partner where id = ${id}`))!.code
const [codeA, codeB] = [await codeOf(A), await codeOf(B)]
const HEADER = '平台,达人UID,达人昵称,合作方,绑定时间,解绑时间'

/** A creator bound to A since 2026-01-01, with a video of May, one of July, and one of July whose owner was set by hand. */
async function makeCreator(uid: string) {
  const { id } = (await database.one<{ id: string }>(sql`
    insert into creator (platform, platform_uid, nickname) values ('douyin', ${uid}, ${uid}) returning id::text`))!
  await database.rows(
    sql`insert into creator_binding (creator_id, partner_id, bind_time) values (${id}, ${A}, '2026-01-01T00:00:00+08')`,
  )
  await database.rows(sql`insert into video (platform, platform_item_id, creator_id, partner_id, published_at) values
    ('douyin', ${`${uid}-may`}, ${id}, ${A}, '2026-05-31T23:59:59+08'),
    ('douyin', ${`${uid}-june`}, ${id}, ${A}, '2026-06-01T00:00:00+08'),
    ('douyin', ${`${uid}-hand`}, ${id}, ${world.partners.C}, '2026-07-01T00:00:00+08')`)
  await database.rows(sql`delete from dirty_key`)
  return id
}
const owners = (uid: string) =>
  database
    .rows<{ item: string; owner: string | null }>(sql`
      select platform_item_id as item, partner_id::text as owner from video where platform_item_id like ${`${uid}-%`} order by id`)
    .then((rows) => rows.map(({ owner }) => owner))
const bindings = () =>
  database.rows(
    sql`select creator_id::text as creator, partner_id::text as partner, bind_time, unbind_time from creator_binding order by creator_id, bind_time`,
  )
const dirty = () =>
  database.rows(sql`select stat_date::text as day, partner_id::text as partner from dirty_key order by 1, 2`)

describe('bindings', () => {
  it('move a creator to another partner: videos follow by their publication, and both partners are summed anew', async () => {
    await makeCreator('mover')
    const rows = [HEADER, `抖音,mover,,${codeB},2026-06-01,`, `抖音,mover,,${codeA},2026-01-01,2026-06-01`]
    const checked = await check(admin, await upload(admin, 'bindings', rows))
    expect(checked.counts).toMatchObject({
      ...{ fresh: 1, changed: 1, refused: 0 },
      notes: [{ note: 'videosMoved', count: 1 }],
    })
    expect(await owners('mover')).toEqual([A, A, world.partners.C])

    const job = await apply(admin, checked)
    expect(await owners('mover')).toEqual([A, B, world.partners.C])
    expect(await dirty()).toEqual([
      { day: '2026-06-01', partner: A },
      { day: '2026-06-01', partner: B },
    ])
    expect(
      await database.rows(sql`select h.from_partner_id::text as "from", h.to_partner_id::text as "to", h.reason
        from video_owner_history h join video v on v.id = h.video_id where v.platform_item_id like 'mover-%'`),
    ).toEqual([{ from: A, to: B, reason: `import ${job.id}` }])
    const again = await bring(admin, 'bindings', rows)
    expect(again.counts).toMatchObject({ fresh: 0, changed: 0, unchanged: 2 })
  })

  it('of unknown creators make them; what cannot stand is refused row by row', async () => {
    const id = await makeCreator('held')
    const rows = [
      HEADER,
      `抖音,newcomer,新人,${codeA},2026-06-01 08:00,`,
      `抖音,newcomer,新人,${codeB},2026-07-01,`,
      `抖音,held,,${codeB},2026-06-01,`,
      `抖音,held,,nobody,2026-06-01,`,
      `抖音,other,,${codeB},2026-06-01,2026-06-01`,
      `某站,other,,${codeB},2026-06-01,`,
      `抖音,other,,${codeB},soon,`,
      `抖音,other,,,2026-06-01,`,
      `抖音,newcomer,新人,${codeA},2026-06-01 08:00,`,
    ]
    const job = await bring(admin, 'bindings', rows)
    expect(job.counts).toMatchObject({ fresh: 1, refused: 8, notes: [{ note: 'creatorsNew', count: 1 }] })
    expect(await refusals(admin, job)).toEqual([
      '3 OVERLAP',
      '4 OVERLAP',
      '5 PARTNER_NOT_FOUND',
      '6 BAD_WINDOW',
      '7 BAD_PLATFORM',
      '8 BAD_DATE',
      '9 MISSING',
      '10 TWICE',
    ])
    expect(
      await database.rows(sql`select c.nickname, b.bind_time, b.source from creator c join creator_binding b on b.creator_id = c.id
        where c.platform_uid = 'newcomer'`),
    ).toEqual([{ nickname: '新人', bind_time: '2026-06-01T00:00:00Z', source: 'import' }])
    expect(await database.one(sql`select count(*) as n from creator_binding where creator_id = ${id}`)).toEqual({
      n: 1,
    })
  })

  it('that end leave later videos without an owner; those of before keep theirs', async () => {
    await makeCreator('ended')
    await bring(admin, 'bindings', [HEADER, `抖音,ended,,${codeA},2026-01-01,2026-06-01`])
    expect(await owners('ended')).toEqual([A, null, world.partners.C])
  })

  it('come from workbooks too, with days as days and full-width digits', async () => {
    const day = new Date('2026-06-01T00:00:00Z')
    const rows = [
      HEADER.split(','),
      ['抖音', 990001, '表格达人', codeA, day, ''],
      ['抖音', '９９０００２', '全角', codeA, day, '—'],
    ]
    const job = await bring(admin, 'bindings', Buffer.from(await writeXlsx({ sheets: [{ name: '绑定', rows }] })))
    expect(job).toMatchObject({ format: { kind: 'xlsx', sheet: '绑定' }, counts: { fresh: 2, refused: 0 } })
    expect(
      await database.rows(sql`select c.platform_uid as uid, b.bind_time, b.unbind_time from creator c
        join creator_binding b on b.creator_id = c.id where c.nickname in ('表格达人', '全角') order by 1`),
    ).toMatchObject([{ uid: '990001', bind_time: '2026-05-31T16:00:00Z', unbind_time: null }, { unbind_time: null }])
  })

  it('are for those alone who may set owners', async () => {
    for (const actor of ['cooMatch', 'leader', 'supplierA'] as const)
      await expect(upload(await as(actor), 'bindings', [HEADER])).rejects.toMatchObject({ reason: 'FORBIDDEN' })
  })
})

describe('taking bindings back', () => {
  it('puts windows, owners and creators back, also of videos that came since', async () => {
    const id = await makeCreator('back')
    const before = { bindings: await bindings(), creators: await database.rows(sql`select * from creator order by id`) }
    const job = await bring(admin, 'bindings', [
      HEADER,
      `抖音,back,,${codeA},2026-01-01,2026-06-01`,
      `抖音,back,,${codeB},2026-06-01,`,
      `抖音,back-new,,${codeB},2026-06-01,`,
    ])
    await database.rows(sql`insert into video (platform, platform_item_id, creator_id, partner_id, published_at)
      values ('douyin', 'back-late', ${id}, ${B}, '2026-08-01T00:00:00+08')`)
    expect(await owners('back')).toEqual([A, B, world.partners.C, B])
    expect(await undo(admin, job)).toMatchObject({ status: 'undone' })
    expect(await owners('back')).toEqual([A, A, world.partners.C, A])
    expect({
      bindings: await bindings(),
      creators: await database.rows(sql`select * from creator order by id`),
    }).toEqual(before)
  })

  it.each([
    [
      'ended',
      `update creator_binding set unbind_time = '2026-09-01' where creator_id = $1 and unbind_time is null`,
      'douyin',
    ],
    [
      'followed by another',
      `insert into creator_binding (creator_id, partner_id, bind_time) values ($1, 3, '2026-07-01')`,
      'douyin',
    ],
    ['overruled by hand', 'update video set partner_id = null where creator_id = $1 and partner_id = 2', 'douyin'],
  ])('is refused where a binding was %s since', async (how, statement, platform) => {
    const uid = `touched-${how.length}`
    const id = await makeCreator(uid)
    const rows = [HEADER, `抖音,${uid},,${codeA},2026-01-01,2026-06-01`]
    if (how !== 'followed by another') rows.push(`抖音,${uid},,${codeB},2026-06-01,`)
    const job = await bring(admin, 'bindings', rows)
    await database.pool.query(statement, [id])
    const before = await bindings()
    const item = how === 'overruled by hand' ? `${uid}-june` : uid
    const body = { version: job.version }
    await expect(ask(admin, importUndo, { params: { id: job.id }, body })).rejects.toMatchObject({
      reason: 'TOUCHED',
      details: { data: { rows: [`${platform} ${item}`] } },
    })
    expect(await bindings()).toEqual(before)
  })
})
