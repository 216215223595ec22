import { createHash, randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { type Actor, ctxFor, freshDatabase, world } from '../../../tests/world.ts'
import type { Endpoint } from '../../core/contract.ts'
import type { Ctx, JobCtx } from '../../core/verb.ts'
import type { Database } from '../../server/db/pool.ts'
import { jobContext } from '../../server/jobs/context.ts'
import { runWaitingJobs } from '../../server/jobs/runner.ts'
import {
  type ImportJob,
  importApply,
  importCancel,
  importCheck,
  importDetail,
  importDropMapping,
  importMappings,
  importRefusals,
  importRefused,
  importSaveMapping,
  importUpload,
  type Mapping,
} from './contract.ts'
import { applyImport, checkImport } from './run.ts'
import { imports } from './server.ts'

const { database } = await freshDatabase()
const NOW = new Date('2026-11-20T04:00:00Z')

/** The verb of an endpoint, called as the server calls it: a mutation in one transaction. */
function ask(ctx: Ctx, endpoint: Endpoint, input: Record<string, unknown> = {}): Promise<ImportJob> {
  const verb = imports.verbs!.find((one) => one.endpoint === endpoint)!
  const full = { params: {}, query: {}, body: undefined, list: undefined, ...input } as never
  if (endpoint.method === 'GET') return verb.run(ctx, full) as Promise<ImportJob>
  return database.transaction((db) => verb.run({ ...ctx, db }, full)) as Promise<ImportJob>
}

async function upload(ctx: Ctx, content: string | Buffer, name = 'metrics.csv'): Promise<ImportJob> {
  const path = join(tmpdir(), `backlot-import-${randomUUID()}`)
  writeFileSync(path, content)
  const sha256 = createHash('sha256').update(content).digest('hex')
  return ask({ ...ctx, upload: { name, path, bytes: Buffer.byteLength(content), sha256 } }, importUpload)
}

const jobCtx = (ctx: Ctx): JobCtx => jobContext(database, ctx.files, NOW)
const runOf = (ctx: Ctx, job: ImportJob) => ({ importId: job.id, actorId: ctx.session.accessId })
const read = (ctx: Ctx, job: ImportJob) => ask(ctx, importDetail, { params: { id: job.id } })

async function check(ctx: Ctx, job: ImportJob, part: Partial<Mapping> = {}): Promise<ImportJob> {
  const body = { mapping: { ...job.mapping, ...part }, version: job.version }
  await ask(ctx, importCheck, { params: { id: job.id }, body })
  await checkImport(jobCtx(ctx), runOf(ctx, job))
  return read(ctx, job)
}

async function apply(ctx: Ctx, job: ImportJob): Promise<ImportJob> {
  await ask(ctx, importApply, { params: { id: job.id }, body: { version: job.version } })
  await applyImport(jobCtx(ctx), runOf(ctx, job))
  return read(ctx, job)
}

/** Uploads, checks and applies a table of the given heading. */
async function bring(ctx: Ctx, header: string, rows: string[], part: Partial<Mapping> = {}): Promise<ImportJob> {
  const platform = part.platform === undefined ? ({ platform: 'other' } as const) : {}
  return apply(ctx, await check(ctx, await upload(ctx, [header, ...rows].join('\n')), { ...platform, ...part }))
}

const as = (actor: Actor, part: Partial<Ctx> = {}) => ctxFor(database, actor, { now: NOW, ...part })
const admin = await as('adminKeyAdmin')

const daysOf = (item: string) =>
  database.rows<{ day: string; play: number; delta: number | null; flag: string }>(sql`
    select m.stat_date as day, m.play_count as play, m.play_delta as delta, m.quality_flag as flag
    from video_metric_daily m join video v on v.id = m.video_id where v.platform_item_id = ${item} order by m.stat_date`)
const videoOf = (item: string) =>
  database.one<{
    id: string
    title: string
    partner: string | null
    creator: string | null
    category: string | null
  }>(sql`
    select id::text, title, partner_id::text as partner, creator_id::text as creator, category_id::text as category
    from video where platform_item_id = ${item}`)

const HEADER = 'video_id,title,channel_title,category_id,views,likes,comment_total,date,,'

/**
 * A file with the dirt of real ones: days without a year whose zero a spreadsheet has eaten, error values for ids,
 * garbage for days, quotes and line breaks in cells, ids that start like formulas, nameless columns, repeated rows.
 */
function dirtyFile() {
  const rows: string[] = []
  const days = ['28.09', '29.09', '30.09', '1.1', '2.1']
  days.forEach((day, at) => {
    for (let video = 0; video < 40; video++) {
      const id = video === 0 ? '-dashFirst_' : `dirty${String(video).padStart(6, '0')}`
      const title = video === 1 ? '"Quoted ""one"",\nin two lines 😀"' : `Title ${video}`
      rows.push(`${id},${title},Channel ${video % 7},24,${1000 * (at + 1) + video},10,1,${day},,`)
    }
  })
  for (let n = 0; n < 6; n++) rows.push(`#NAME?,Lost ${n},Channel 1,24,1,1,1,29.09,,`)
  rows.push('dirty000002,Title 2,Channel 2,24,5,1,1,100,9.1,')
  rows.push('dirty000003,Title 3,Channel 3,24,5,1,1,26.0903jeum,,')
  rows.push('dirty000004,Title 4,Channel 4,24,1.2万,1,1,29.09,,')
  // The same video and day again: the later row stands.
  rows.push('dirty000005,Title 5,Channel 5,24,4321,10,1,29.09,,')
  return [HEADER, ...rows].join('\n')
}

describe('a dirty file', () => {
  it('is understood, checked, applied, and changes nothing the second time', async () => {
    const job = await upload(admin, dirtyFile(), 'trending-2017.csv')
    expect(job).toMatchObject({
      status: 'uploaded',
      format: { kind: 'csv', encoding: 'utf-8', delimiter: ',', rows: 210 },
      mapping: { platform: null, dateFormat: 'dm', zeroEaten: true, year: 2017, counts: 'cumulative' },
    })
    const before = await database.one(
      sql`select count(*) as videos, (select count(*) from video_metric_daily) as days from video`,
    )

    const checked = await check(admin, job, { platform: 'other' })
    expect(checked).toMatchObject({
      status: 'checked',
      counts: {
        rows: 210,
        taken: 201,
        fresh: 200,
        changed: 0,
        unchanged: 0,
        replaced: 1,
        refused: 9,
        videosNew: 40,
        videosKnown: 0,
        creatorsNew: 7,
        days: 5,
        from: '2017-09-28',
        to: '2017-10-02',
        reasons: [
          { reason: 'SPREADSHEET_ERROR', column: 'video_id', count: 6 },
          { reason: 'BAD_DATE', column: 'date', count: 2 },
          { reason: 'AMBIGUOUS_NUMBER', column: 'views', count: 1 },
        ],
      },
    })
    // The dry run wrote its report and nothing else.
    expect(
      await database.one(sql`select count(*) as videos, (select count(*) from video_metric_daily) as days from video`),
    ).toEqual(before)

    const applied = await apply(admin, checked)
    expect(applied).toMatchObject({ status: 'applied', progress: 100, counts: { fresh: 200, refused: 9 } })
    expect(await videoOf('-dashFirst_')).toMatchObject({ title: 'Title 0', partner: null })
    expect((await videoOf('dirty000001'))!.title).toBe('Quoted "one",\nin two lines 😀')
    expect((await daysOf('dirty000005')).map(({ day, play, delta }) => [day, play, delta])).toEqual([
      ['2017-09-28', 1005, null],
      ['2017-09-29', 4321, 3316],
      ['2017-09-30', 3005, -1316],
      ['2017-10-01', 4005, 1000],
      ['2017-10-02', 5005, 1000],
    ])
    expect(
      await database.one(sql`select s.play_count, s.like_count, s.last_stat_date from video_stat s
        join video v on v.id = s.video_id where v.platform_item_id = 'dirty000005'`),
    ).toEqual({ play_count: 5005, like_count: 10, last_stat_date: '2017-10-02' })

    const written = await snapshot(database)
    const again = await check(admin, await upload(admin, dirtyFile(), 'trending-2017.csv'), { platform: 'other' })
    expect(again.counts).toMatchObject({
      fresh: 0,
      changed: 0,
      unchanged: 200,
      videosNew: 0,
      videosUpdated: 0,
      creatorsNew: 0,
    })
    expect((await apply(admin, again)).status).toBe('applied')
    expect(await snapshot(database)).toEqual(written)
  })

  it('shows every refusal with row, column, value and reason, and takes the rows back once fixed', async () => {
    const job = await check(
      admin,
      await upload(
        admin,
        [
          HEADER,
          'fix_1,T,C,24,1.2万,bad,1,29.09,,',
          '#NAME?,=evil(),C,24,1,1,1,29.09,,',
          'fix_3,T,C,24,1,1,1,1.1,,',
        ].join('\n'),
        'x-2017.csv',
      ),
      { platform: 'other' },
    )
    const { refusals } = (await ask(admin, importRefusals, { params: { id: job.id } })) as never as {
      refusals: unknown[]
    }
    expect(refusals).toEqual([
      { rowNo: 2, column: 'views', value: '1.2万', reason: 'AMBIGUOUS_NUMBER' },
      { rowNo: 3, column: 'video_id', value: '#NAME?', reason: 'SPREADSHEET_ERROR' },
    ])

    const english = { ...admin, language: 'en-US' } as const
    const file = (await ask(english, importRefused, { params: { id: job.id } })) as never as {
      name: string
      body: AsyncIterable<string>
    }
    let csv = ''
    for await (const part of file.body) csv += part
    expect(file.name).toBe('x-2017-refused.csv')
    const [head, first, second] = csv.replace('\ufeff', '').split('\r\n')
    expect(head).toBe(`${HEADER},Why refused`)
    expect(first).toContain('views：A rounded number')
    expect(first).toContain('likes：Not a whole number')
    expect(second).toContain(",'=evil(),")

    const fixed = csv.replace('1.2万', '12345').replace('bad', '7').replace('#NAME?', 'fix_2')
    const { zeroEaten, year, dateFormat } = job.mapping
    const back = await check(admin, await upload(admin, fixed), { platform: 'other', zeroEaten, year, dateFormat })
    expect(back.counts).toMatchObject({ rows: 2, fresh: 2, refused: 0 })
    await apply(admin, back)
    expect((await videoOf('fix_2'))!.title).toBe('=evil()')
    expect(await daysOf('fix_1')).toMatchObject([{ day: '2017-09-29', play: 12345 }])
  })
})

describe('figures', () => {
  it('corrects earlier days, and a fall becomes a flagged negative row', async () => {
    const header = 'video_id,date,views'
    await bring(admin, header, ['fall,2026-10-01,100', 'fall,2026-10-02,300', 'fall,2026-10-03,400'])
    const job = await bring(admin, header, ['fall,2026-10-02,90', 'fall,2026-10-03,400'])
    expect(job.counts).toMatchObject({ changed: 1, unchanged: 1, warnings: { falls: 1 } })
    expect(await daysOf('fall')).toEqual([
      { day: '2026-10-01', play: 100, delta: null, flag: 'ok' },
      { day: '2026-10-02', play: 90, delta: -10, flag: 'rollback' },
      { day: '2026-10-03', play: 400, delta: 310, flag: 'ok' },
    ])
  })

  it('lets no empty cell or missing column erase what is known', async () => {
    await bring(admin, 'video_id,date,views,likes,title', ['keep,2026-10-01,100,7,First title'])
    const job = await bring(admin, 'video_id,date,views,likes', ['keep,2026-10-01,100,—'])
    expect(job.counts).toMatchObject({ unchanged: 1, changed: 0, videosUpdated: 0 })
    await bring(admin, 'video_id,date,views,title', ['keep,2026-09-01,50,Older title'])
    expect((await videoOf('keep'))!.title).toBe('First title')
    await bring(admin, 'video_id,date,views,title', ['keep,2026-10-02,150,Newer title'])
    expect((await videoOf('keep'))!.title).toBe('Newer title')
  })

  it('adds daily counts to the last total, and does so once', async () => {
    const header = 'video_id,date,views'
    await bring(admin, header, ['daily,2026-10-01,1000'])
    const rows = ['daily,2026-10-02,10', 'daily,2026-10-03,-3', 'daily,2026-10-05,5']
    for (const state of [{ fresh: 3 }, { unchanged: 3 }]) {
      expect((await bring(admin, header, rows, { counts: 'daily' })).counts).toMatchObject(state)
      expect((await daysOf('daily')).map(({ play }) => play)).toEqual([1000, 1010, 1007, 1012])
    }
  })

  it('takes negative totals, likes above plays and rates above 100% as they stand, and says so', async () => {
    const job = await bring(admin, 'video_id,date,views,likes,完播率', ['odd,2026-10-01,-5,9,120%'])
    expect(job.counts).toMatchObject({ fresh: 1, warnings: { negative: 1, likesOverPlays: 1, rateOver: 1 } })
    expect(await daysOf('odd')).toEqual([{ day: '2026-10-01', play: -5, delta: null, flag: 'spike' }])
  })

  it('marks videos without the newest day when that day moves', async () => {
    const flagOf = () =>
      database.one<{ flag: string }>(sql`select s.quality_flag as flag from video_stat s
        join video_metric_daily m on m.video_id = s.video_id and m.stat_date = ${world.through}
        where s.last_stat_date = ${world.through} and s.quality_flag in ('ok', 'missing') order by s.video_id limit 1`)
    await bring(admin, 'video_id,date,views', ['newday,2026-10-31,1'])
    expect(await flagOf()).toEqual({ flag: 'ok' })
    await bring(admin, 'video_id,date,views', ['newday,2026-11-01,2'])
    expect(await flagOf()).toEqual({ flag: 'missing' })
    expect(await database.one(sql`select max(stat_date) as through from metric_day`)).toEqual({ through: '2026-11-01' })
    await database.rows(sql`delete from metric_day where stat_date = '2026-11-01'`)
  })
})

describe('owners', () => {
  const header = 'video_id,date,views,uid,达人昵称,发布时间'
  it('belong by the binding at publication; none is unattributed', async () => {
    const row = await database.one<{ id: string }>(sql`insert into creator (platform, platform_uid, nickname)
      values ('other', 'bound-1', 'Bound') returning id::text`)
    await database.rows(sql`insert into creator_binding (creator_id, partner_id, bind_time, unbind_time) values
      (${row!.id}, 1, '2026-01-01T00:00:00+08', '2026-06-01T00:00:00+08'), (${row!.id}, 2, '2026-06-01T00:00:00+08', null)`)
    const job = await bring(admin, header, [
      'own_a,2026-10-01,1,bound-1,Bound,2026-05-31 23:59',
      'own_b,2026-10-01,1,bound-1,Bound,2026-06-01 00:00',
      'own_none,2026-10-01,1,bound-1,Bound,2025-12-31 12:00',
      'own_unknown,2026-10-01,1,bound-1,Bound,',
      'own_new,2026-10-01,1,nobody-9,Nobody,2026-07-01 12:00',
    ])
    expect(job.counts).toMatchObject({ fresh: 5, creatorsNew: 1, unattributed: 3 })
    const owners = await Promise.all(['own_a', 'own_b', 'own_none', 'own_unknown', 'own_new'].map(videoOf))
    expect(owners.map((video) => video!.partner)).toEqual(['1', '2', null, null, null])
    expect(owners[0]!.creator).toBe(row!.id)

    // What was missing arrives later: the owner is found then, and it is written down.
    const late = await bring(admin, header, ['own_unknown,2026-10-01,1,bound-1,Bound,2026-02-01 12:00'])
    expect(late.counts).toMatchObject({ unchanged: 1, videosUpdated: 1 })
    const found = await videoOf('own_unknown')
    expect(found!.partner).toBe('1')
    expect(
      await database.rows(
        sql`select to_partner_id::text as owner, reason from video_owner_history where video_id = ${found!.id}`,
      ),
    ).toEqual([{ owner: '1', reason: `import ${late.id}` }])
  })

  it('of the whole file take only new videos that no binding decides', async () => {
    await bring(admin, 'video_id,date,views', ['whole_old,2026-10-01,1'])
    await bring(
      admin,
      header,
      ['whole_old,2026-10-02,2,,,', 'whole_new,2026-10-02,1,,,', 'own_b,2026-10-02,2,bound-1,Bound,'],
      {
        partnerId: world.partners.C,
      },
    )
    expect((await videoOf('whole_old'))!.partner).toBeNull()
    expect((await videoOf('whole_new'))!.partner).toBe(world.partners.C)
    expect((await videoOf('own_b'))!.partner).toBe('2')
  })

  it('are not guessed where two creators share a name', async () => {
    await database.rows(
      sql`insert into creator (platform, platform_uid, nickname) values ('other', 't1', 'Twin'), ('other', 't2', 'Twin')`,
    )
    const job = await bring(admin, 'video_id,date,views,达人昵称', ['twin,2026-10-01,1,Twin'])
    expect(job.counts).toMatchObject({ creatorsNew: 0 })
    expect((await videoOf('twin'))!.creator).toBeNull()
  })

  it('finds categories by the platform code or by name; others are counted', async () => {
    const category = await database.one<{ id: string; name: string }>(
      sql`select min(id)::text as id, min(name_zh) as name from category group by name_zh having count(*) = 1 limit 1`,
    )
    await database.rows(
      sql`insert into platform_category_map (platform, external_code, category_id) values ('other', 'T-24', ${category!.id})`,
    )
    const job = await bring(admin, 'video_id,date,views,category', [
      'cat_code,2026-10-01,1,T-24',
      `cat_name,2026-10-01,1,${category!.name}`,
      'cat_none,2026-10-01,1,no such',
    ])
    expect(job.counts).toMatchObject({ uncategorised: 1 })
    const found = await Promise.all(['cat_code', 'cat_name', 'cat_none'].map(videoOf))
    expect(found.map((video) => video!.category)).toEqual([category!.id, category!.id, null])
  })
})

describe('scope', () => {
  it('of a business line: other rows are refused as if they did not exist, the twins are taken', async () => {
    const coo = await as('cooMatch')
    const own = await database.one<{
      item: string
      platform: string
    }>(sql`select v.platform_item_id as item, v.platform from video v
      join partner p on p.id = v.partner_id where p.business_line_id = ${world.lines.first} and v.platform = 'douyin' order by v.id limit 1`)
    const foreign = await database.one<{ item: string }>(sql`select v.platform_item_id as item from video v
      join partner p on p.id = v.partner_id where p.business_line_id = ${world.lines.second} and v.platform = 'douyin' order by v.id limit 1`)
    const rows = [
      `${own!.item},2026-10-20,9999999999`,
      `${foreign!.item},2026-10-20,9999999999`,
      `brand_new,2026-10-20,1`,
    ]
    const job = await check(coo, await upload(coo, ['video_id,date,views', ...rows].join('\n')), { platform: 'douyin' })
    expect(job.counts).toMatchObject({
      taken: 1,
      changed: 1,
      refused: 2,
      reasons: [{ reason: 'NOT_YOURS', column: 'video_id', count: 2 }],
    })
    const { refusals } = (await ask(coo, importRefusals, { params: { id: job.id } })) as never as {
      refusals: unknown[]
    }
    expect(refusals).toEqual([
      { rowNo: 3, column: 'video_id', value: foreign!.item, reason: 'NOT_YOURS' },
      { rowNo: 4, column: 'video_id', value: 'brand_new', reason: 'NOT_YOURS' },
    ])
    const before = await daysOf(foreign!.item)
    await apply(coo, job)
    expect(await daysOf(foreign!.item)).toEqual(before)
    expect(await videoOf('brand_new')).toBeUndefined()
    expect((await daysOf(own!.item)).find(({ day }) => day === '2026-10-20')!.play).toBe(9999999999)

    // New videos that become a partner's of the line are within it.
    const named = await check(coo, await upload(coo, ['video_id,date,views', rows[2]].join('\n')), {
      platform: 'douyin',
      partnerId: world.partners.A,
    })
    expect(named.counts).toMatchObject({ taken: 1, refused: 0 })
    const all = await check(admin, await upload(admin, ['video_id,date,views', ...rows].join('\n')), {
      platform: 'douyin',
    })
    expect(all.counts).toMatchObject({ taken: 3, refused: 0 })
  })

  it('of imports: one sees one’s own, administrators all', async () => {
    const [coo, other] = [await as('cooMatch'), await as('cooMismatch')]
    const job = await upload(coo, 'video_id,date,views\na,2026-10-01,1')
    for (const endpoint of [importDetail, importRefusals, importRefused, importCancel])
      await expect(ask(other, endpoint, { params: { id: job.id } })).rejects.toMatchObject({ reason: 'NOT_FOUND' })
    const body = { mapping: job.mapping, version: 1 }
    await expect(ask(other, importCheck, { params: { id: job.id }, body })).rejects.toMatchObject({
      reason: 'NOT_FOUND',
    })
    expect((await read(coo, job)).id).toBe(job.id)
    expect((await read(admin, job)).id).toBe(job.id)
    const lists = await Promise.all(
      [coo, other, admin].map(async (ctx) => {
        const query = {
          current: 1,
          pageSize: 200,
          sort: [{ field: 'createdAt', descending: true }],
          filters: [],
          wantsTotal: false,
        }
        return (await imports.lists![0]!.page(ctx, query)).list.map((row) => (row as { importId: string }).importId)
      }),
    )
    expect(lists.map((ids) => ids.includes(job.id))).toEqual([true, false, true])
  })

  it('is that of the moment a job runs', async () => {
    const coo = await as('coo')
    const job = await upload(coo, 'video_id,date,views\nrights,2026-10-01,1')
    const body = { mapping: { ...job.mapping, platform: 'other' }, version: 1 }
    await ask(coo, importCheck, { params: { id: job.id }, body })
    await database.rows(sql`update app_user set status = 'disabled' where id = ${coo.session.accessId}`)
    await checkImport(jobCtx(coo), runOf(coo, job))
    await database.rows(sql`update app_user set status = 'active' where id = ${coo.session.accessId}`)
    expect((await read(admin, job)).counts).toMatchObject({ taken: 0, refused: 1 })
  })
})

describe('steps', () => {
  const file = 'video_id,date,views\nstep,2026-10-01,1'

  it('are refused out of turn, with the state, and stale ones with the current row', async () => {
    const job = await upload(admin, file)
    const params = { id: job.id }
    const early = ask(admin, importApply, { params, body: { version: job.version } })
    await expect(early).rejects.toMatchObject({
      reason: 'BAD_STATE',
      status: 422,
      details: { data: { status: 'uploaded' } },
    })
    const checked = await check(admin, job, { platform: 'other' })
    const stale = ask(admin, importApply, { params, body: { version: job.version } })
    await expect(stale).rejects.toMatchObject({
      reason: 'STALE',
      status: 409,
      details: { data: { current: { version: checked.version } } },
    })
    const applied = await apply(admin, checked)
    await expect(ask(admin, importCancel, { params })).rejects.toMatchObject({ reason: 'BAD_STATE' })
    const body = { mapping: applied.mapping, version: applied.version }
    await expect(ask(admin, importCheck, { params, body })).rejects.toMatchObject({ reason: 'BAD_STATE' })
  })

  it.each<[string, Partial<Mapping>]>([
    ['NEEDS_ID', { columns: { statDate: 'date', playCount: 'views' } }],
    ['NEEDS_DATE', { columns: { itemId: 'video_id', playCount: 'views' } }],
    ['NEEDS_PLAYS', { columns: { itemId: 'video_id', statDate: 'date' } }],
    ['NEEDS_PLATFORM', { platform: null }],
    ['NEEDS_YEAR', { dateFormat: 'dm', year: null }],
    ['UNKNOWN_COLUMN', { columns: { itemId: 'video_id', statDate: 'date', playCount: 'no such' } }],
    [
      'COLUMN_USED_TWICE',
      { columns: { itemId: 'video_id', statDate: 'date', playCount: 'views', likeCount: 'views' } },
    ],
    ['PARTNER_NOT_FOUND', { partnerId: world.missingId }],
  ])('need a mapping that can work: %s', async (reason, part) => {
    const job = await upload(admin, file)
    const body = { mapping: { ...job.mapping, platform: 'other', ...part }, version: job.version }
    await expect(ask(admin, importCheck, { params: { id: job.id }, body })).rejects.toMatchObject({
      reason,
      status: 422,
    })
  })

  it('refuse a partner of another line like a missing one', async () => {
    const coo = await as('cooMatch')
    const job = await upload(coo, file)
    const ask2 = (partnerId: string) =>
      ask(coo, importCheck, {
        params: { id: job.id },
        body: { mapping: { ...job.mapping, platform: 'other', partnerId }, version: 1 },
      })
    await expect(ask2(world.partners.B)).rejects.toMatchObject({ reason: 'PARTNER_NOT_FOUND' })
    expect((await ask2(world.partners.A)).status).toBe('checking')
  })

  it('refuse a file that is no table in words, and keep nothing of it', async () => {
    const before = await database.one(sql`select count(*) from import_job`)
    const refused = upload(admin, 'video_id,views,views\na,1,2')
    await expect(refused).rejects.toMatchObject({
      reason: 'DUPLICATE_HEADER',
      status: 422,
      details: { field: 'file', params: { names: 'views' } },
    })
    await expect(ask(admin, importUpload)).rejects.toMatchObject({ reason: 'NO_FILE' })
    expect(await database.one(sql`select count(*) from import_job`)).toEqual(before)
  })

  it('run by the queue from upload to result', async () => {
    const log = { error: (error: unknown) => expect.unreachable(String(error)), warn() {} }
    const files = admin.files as never
    const queue = () => runWaitingJobs({ database, files, features: [imports], log })
    await database.rows(sql`delete from graphile_worker._private_jobs`)
    const job = await upload(admin, file.replace('step', 'queued'))
    const body = { mapping: { ...job.mapping, platform: 'other' as const }, version: job.version }
    const checking = await ask(admin, importCheck, { params: { id: job.id }, body })
    expect(checking.status).toBe('checking')
    await queue()
    const checked = await read(admin, job)
    expect(checked.status).toBe('checked')
    await ask(admin, importApply, { params: { id: job.id }, body: { version: checked.version } })
    await queue()
    expect((await read(admin, job)).status).toBe('applied')
    expect(await daysOf('queued')).toHaveLength(1)
  })

  it('leave an audit row each', async () => {
    const job = await check(admin, await upload(admin, file), { platform: 'other' })
    await ask(admin, importCancel, { params: { id: job.id } })
    const rows = await database.rows<{ action: string }>(
      sql`select action from audit_log where entity = 'import' and entity_id = ${job.id} order by id`,
    )
    expect(rows.map(({ action }) => action)).toEqual(['import.upload', 'import.check', 'import.cancel'])
  })

  it('keep mappings by name, for their owner alone', async () => {
    const other = await as('cooMatch')
    const { mapping } = await upload(admin, file)
    const save = (name: string, part: Partial<Mapping>) =>
      ask(admin, importSaveMapping, { body: { name, mapping: { ...mapping, ...part } } })
    const list = async (ctx: Ctx) =>
      ((await ask(ctx, importMappings)) as never as { mappings: { name: string; mapping: Mapping }[] }).mappings
    await save('daily', { year: 2016 })
    const saved = await save(' daily ', { year: 2017 })
    expect(await list(admin)).toMatchObject([{ name: 'daily', mapping: { year: 2017 } }])
    expect(await list(other)).toEqual([])
    const params = { id: saved.id }
    await expect(ask(other, importDropMapping, { params })).rejects.toMatchObject({ reason: 'NOT_FOUND' })
    await ask(admin, importDropMapping, { params })
    expect(await list(admin)).toEqual([])
  })
})

describe('an apply that breaks', () => {
  const rows = Array.from({ length: 3000 }, (_, n) => `broken${n},2026-10-01,${n}`)

  it('leaves nothing, says so, and can be run again', async () => {
    const checked = await check(admin, await upload(admin, ['video_id,date,views', ...rows].join('\n')), {
      platform: 'other',
    })
    const before = await snapshot(database)
    await database.rows(sql`create function break_import() returns trigger language plpgsql as
      $$ begin if new.play_count = 2999 then raise exception 'broken'; end if; return new; end $$`)
    await database.rows(
      sql`create trigger break_import before insert on video_metric_daily for each row execute function break_import()`,
    )
    await ask(admin, importApply, { params: { id: checked.id }, body: { version: checked.version } })
    await expect(applyImport(jobCtx(admin), runOf(admin, checked))).rejects.toThrow('broken')
    await database.rows(sql`drop trigger break_import on video_metric_daily`)
    expect(await snapshot(database)).toEqual(before)

    const failed = await read(admin, checked)
    expect(failed).toMatchObject({ status: 'failed', failure: 'INTERNAL' })
    const applied = await apply(admin, await check(admin, failed))
    expect(applied).toMatchObject({ status: 'applied', counts: { fresh: 3000 } })
  })

  it('with its process leaves nothing, and may be started again or run twice', async () => {
    const again = rows.map((row) => row.replace('broken', 'killed'))
    const checked = await check(admin, await upload(admin, ['video_id,date,views', ...again].join('\n')), {
      platform: 'other',
    })
    const before = await snapshot(database)
    await ask(admin, importApply, { params: { id: checked.id }, body: { version: checked.version } })
    const dying = applyImport(jobCtx(admin), runOf(admin, checked)).catch(() => 'died')
    // Ends the connection of the apply as soon as it holds its turn, as the death of its process would.
    let killed = 0
    while (killed === 0) {
      const found = await database.rows(sql`select pg_terminate_backend(pid) from pg_locks
        where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
          and classid = hashtext('import_job')::bigint::bit(32)::bigint::oid and pid <> pg_backend_pid() and granted`)
      killed = found.length
    }
    expect(await dying).toBe('died')
    expect(await snapshot(database)).toEqual(before)

    await database.rows(sql`update import_job set status = 'applying' where id = ${checked.id}`)
    const current = await read(admin, checked)
    const applied = await apply(admin, current)
    expect(applied).toMatchObject({ status: 'applied', counts: { fresh: 3000 } })
    await applyImport(jobCtx(admin), runOf(admin, checked))
    expect((await read(admin, checked)).counts).toMatchObject({ fresh: 3000 })
  })
})

/** Everything an import may write, without when. */
async function snapshot(db: Database) {
  return {
    figures: await db.rows(
      sql`select count(*), sum(play_count)::text as plays, sum(play_delta)::text as deltas, max(updated_at) as at from video_metric_daily`,
    ),
    videos: await db.rows(sql`select count(*), max(updated_at) as at, sum(version) as versions from video`),
    creators: await db.rows(sql`select count(*) from creator`),
    stats: await db.rows(sql`select count(*), sum(play_count)::text as plays from video_stat`),
    days: await db.rows(sql`select count(*) from metric_day`),
  }
}
