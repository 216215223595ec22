import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { importUndo } from '../../src/features/imports/contract.ts'
import { freshDatabase, world } from '../world.ts'
import { importsOn } from './bring.ts'

const { database } = await freshDatabase()
const { as, ask, read, work, undo, bring } = importsOn(database)
const admin = await as('adminKeyAdmin')

/** Everything an import of metrics may write, without when. */
async function snapshot() {
  const rows = (statement: Parameters<typeof database.rows>[0]) => database.rows(statement)
  return {
    figures:
      await rows(sql`select video_id, stat_date, play_count, like_count, comment_count, share_count, favorite_count,
      finish_rate_ppm, est_income_fen, play_delta, like_delta, quality_flag, import_id from video_metric_daily order by 1, 2`),
    videos:
      await rows(sql`select id, platform_item_id, title, share_url, cover_url, duration_ms, category_id, creator_id,
      partner_id, published_at from video order by id`),
    creators: await rows(sql`select * from creator order by id`),
    stats:
      await rows(sql`select video_id, play_count, like_count, comment_count, finish_rate_ppm, play_delta_1d, play_delta_7d,
      est_income_fen, est_income_1d_fen, last_stat_date, quality_flag from video_stat order by 1`),
    days: await rows(sql`select stat_date from metric_day order by 1`),
    history: await rows(
      sql`select video_id, to_partner_id from video_owner_history where video_id in (select id from video) order by id`,
    ),
  }
}

const known = (await database.one<{ item: string; platform: string; day: string }>(sql`
  select v.platform_item_id as item, v.platform, m.stat_date as day from video v
  join video_metric_daily m on m.video_id = v.id and m.stat_date = ${world.through}
  where v.platform = 'douyin' order by v.id limit 1`))!
const HEADER = 'video_id,date,views,likes,title,达人昵称,发布时间'
const file = (name: string) => [
  HEADER,
  `${known.item},${known.day},99999999,5,改过的标题,,`,
  `${known.item},2026-11-15,99999999,5,改过的标题,,`,
  `${name}-1,2026-11-14,100,1,新作品,新达人${name},2026-11-14 08:00`,
  `${name}-1,2026-11-15,150,2,新作品,新达人${name},2026-11-14 08:00`,
  `${name}-2,2026-11-15,7,2,,,`,
]
const douyin = { platform: 'douyin' as const }

describe('taking metrics back', () => {
  it('puts days, facts, videos and creators back as they stood, and the figures made of them', async () => {
    const before = await snapshot()
    const job = await bring(admin, 'metrics', file('back'), douyin)
    expect(job.counts).toMatchObject({ fresh: 4, changed: 1, videosNew: 2, videosUpdated: 1, creatorsNew: 1 })
    expect(await snapshot()).not.toEqual(before)
    await database.rows(sql`delete from dirty_key`)
    expect(await undo(admin, job)).toMatchObject({ status: 'undone' })
    expect(await snapshot()).toEqual(before)
    // The days it had touched are summed anew.
    expect(await database.rows(sql`select distinct stat_date from dirty_key order by 1`)).toEqual(
      expect.arrayContaining([{ stat_date: known.day }, { stat_date: '2026-11-14' }, { stat_date: '2026-11-15' }]),
    )
    expect(await database.one(sql`select count(*) as left from import_change`)).toEqual({ left: 0 })
  })

  it('gives a day its earlier import back', async () => {
    const first = await bring(admin, 'metrics', ['video_id,date,views', 'twice,2026-11-10,10'], douyin)
    const second = await bring(admin, 'metrics', ['video_id,date,views', 'twice,2026-11-10,20'], douyin)
    const day = () =>
      database.one(sql`select m.play_count as plays, m.import_id::text as import from video_metric_daily m
        join video v on v.id = m.video_id where v.platform_item_id = 'twice'`)
    await expect(undo(admin, first)).rejects.toMatchObject({
      reason: 'TOUCHED',
      details: { data: { rows: ['douyin twice 2026-11-10'] } },
    })
    expect((await undo(admin, second)).status).toBe('undone')
    expect(await day()).toEqual({ plays: 10, import: first.id })
    expect((await undo(admin, first)).status).toBe('undone')
    expect(await day()).toBeUndefined()
  })

  it('whose process dies leaves all as it was imported, and can be started again', async () => {
    const before = await snapshot()
    const rows = Array.from({ length: 3_000 }, (_, n) => `die${n},2026-11-15,${n}`)
    const job = await bring(admin, 'metrics', ['video_id,date,views', ...rows], douyin)
    const imported = await snapshot()
    const params = { id: job.id }
    const undoing = await ask(admin, importUndo, { params, body: { version: job.version } })
    const dying = work(admin, 'undo', undoing).catch(() => 'died')
    // Ends the connection of the undo as soon as it holds its turn, as the death of its process would.
    let killed = 0
    while (killed === 0) {
      const found = await database.rows(sql`select pg_terminate_backend(pid) from pg_locks
        where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
          and classid = hashtext('import_job')::bigint::bit(32)::bigint::oid and pid <> pg_backend_pid() and granted`)
      killed = found.length
    }
    expect(await dying).toBe('died')
    expect(await snapshot()).toEqual(imported)
    const failed = await read(admin, job)
    expect(failed).toMatchObject({ status: 'applied', failure: 'INTERNAL' })
    expect(await undo(admin, failed)).toMatchObject({ status: 'undone', failure: null })
    expect(await snapshot()).toEqual(before)
  })

  it.each<[string, string, string]>([
    ['a day was corrected', `update video_metric_daily set play_count = 1 where video_id = $1`, ' 2026-11-15'],
    ['a video was edited', `update video set title = 'x', version = version + 1 where id = $1`, ''],
    [
      'a video came into a collection',
      `with made as (insert into collection (number, name, content_type, filter_type) values ('T-undo', 'T', 'verticalVideo', 'artificial') returning id)
       insert into collection_item (collection_id, video_id, position, source) select id, $1::bigint, 1, 'manual' from made`,
      '',
    ],
  ])('is refused where %s since, and nothing is taken back', async (what, statement, day) => {
    const item = `hold${what.length}`
    const rows = ['video_id,date,views', `${item},2026-11-15,3`, `${item}b,2026-11-15,3`]
    const job = await bring(admin, 'metrics', rows, douyin)
    const video = await database.one<{ id: string }>(sql`select id::text from video where platform_item_id = ${item}`)
    await database.pool.query(statement, [video!.id])
    const before = await snapshot()
    await expect(undo(admin, job)).rejects.toMatchObject({
      reason: 'TOUCHED',
      details: { data: { count: 1, rows: [`douyin ${item}${day}`] } },
    })
    expect(await snapshot()).toEqual(before)
  })
})
