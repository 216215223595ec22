import fc from 'fast-check'
import sql, { raw, type Sql } from 'sql-template-tag'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase, world } from '../../../tests/world.ts'
import { addDays, startOf } from '../../core/time.ts'
import type { Database } from '../../server/db/pool.ts'
import { buildDay, buildHourDay } from './build.ts'
import { refreshBoards } from './server.ts'

let database: Database
beforeAll(async () => {
  ;({ database } = await freshDatabase())
  await database.pool.query('truncate rank_dirty')
})
const { through } = world
/** Map.groupBy, which the oldest supported Node has not. */
function groupBy<T, K>(all: readonly T[], key: (one: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const one of all) groups.set(key(one), [...(groups.get(key(one)) ?? []), one])
  return groups
}
const day = (back: number) => addDays(through, -back)
const build = (back: number) => database.transaction((db) => buildDay(db, day(back)))
const buildHours = (at: string, isOver = true) => database.transaction((db) => buildHourDay(db, at, isOver))

/** The current entries of every board, whatever snapshot they are in. */
async function fingerprint(): Promise<string> {
  const { rows } = await database.pool.query(`
    select md5(string_agg(line, ';' order by line)) as sum from (
      select concat_ws(',', r.board, r.window_days, r.scope_key, e.stat_date, e.position, e.rank, e.video_id, e.score, e.play_count, e.play_delta,
        e.like_delta, e.comment_delta, e.share_delta, e.favorite_delta, coalesce(e.prev_rank, -1), coalesce(e.prev_score, -1), e.best_rank,
        e.days_on_board, e.times_on_board, e.is_new) as line
      from rank_entry e join rank_snapshot s on s.id = e.snapshot_id join rank_series r on r.id = s.series_id where s.is_current
    ) lines`)
  return rows[0].sum
}

/** The entries of one current board in order. */
const entriesOf = (board: string, at: string, window = 0, scope = 'all') =>
  database.rows<any>(sql`
    select e.position, e.rank, e.video_id::text as "videoId", e.score, e.prev_rank as "prevRank", e.best_rank as best, e.days_on_board as days,
      e.times_on_board as times, e.is_new as "isNew", s.status, s.id::text as "snapshotId"
    from rank_series r join rank_snapshot s on s.series_id = r.id join rank_entry e on e.snapshot_id = s.id
    where r.board = ${board} and r.window_days = ${window} and r.scope_key = ${scope} and s.stat_date = ${at}::date and s.is_current
    order by e.position`)

/** Places scores as the rules say, in words of its own: rank by how many have more, order by the tie rules. */
const place = (scores: Sql) =>
  database.rows<any>(sql`
    with scored as (${scores}), allowed as (
      select s.*, v.published_at from scored s join video v on v.id = s.video_id
      where s.score > 0 and v.visibility = 'public' and v.risk_state not in ('blocked', 'limited')
    )
    select video_id::text as "videoId", score, (select count(*) from allowed m where m.score > a.score)::integer + 1 as rank
    from allowed a order by score desc, gained desc, published_at desc nulls last, video_id`)

describe('boards of finished days are what the facts say', () => {
  test.each([1, 7, 30])('plays of %i days, recomputed', async (window) => {
    await build(0)
    const expected = await place(sql`
      select video_id, sum(play_delta)::bigint as score, sum(play_delta) as gained from video_metric_daily
      where stat_date between ${day(window - 1)}::date and ${through}::date group by video_id
      having count(*) filter (where quality_flag in ('spike', 'rollback')) = 0`)
    const found = await entriesOf('play_count_rank', through, window)
    expect(expected.length).toBeGreaterThan(10)
    expect(found.map(({ videoId, score, rank }) => ({ videoId, score, rank }))).toEqual(expected)
    expect(found.map(({ position }) => position)).toEqual(found.map((_, at) => at + 1))
  })

  test('totals of all time, of works heard of within a week', async () => {
    const expected = await place(sql`
      select video_id, (array_agg(play_count order by stat_date desc))[1] as score,
        coalesce(sum(play_delta) filter (where stat_date = ${through}::date), 0) as gained
      from video_metric_daily where stat_date between ${day(6)}::date and ${through}::date group by video_id
      having count(*) filter (where quality_flag in ('spike', 'rollback')) = 0`)
    const found = await entriesOf('history_play_count_rank', through)
    expect(found.map(({ videoId, score, rank }) => ({ videoId, score, rank }))).toEqual(expected)
  })

  test('boards of a platform, a category and a type are the same race among fewer', async () => {
    const all = await entriesOf('play_count_rank', through, 30)
    const { rows } = await database.pool.query(
      `select r.scope_key as scope from rank_series r join rank_snapshot s on s.series_id = r.id
       where r.board = 'play_count_rank' and r.window_days = 30 and s.stat_date = $1 and r.scope_key <> 'all'`,
      [through],
    )
    expect(rows.length).toBeGreaterThan(3)
    for (const { scope } of rows) {
      const [kind, value] = scope.split(':')
      const belongs =
        kind === 'platform'
          ? sql`platform = ${value}`
          : kind === 'type'
            ? sql`content_type = ${value}`
            : sql`category_id in (select id from category where id = ${value} or parent_id = ${value})`
      const ids = new Set(
        (await database.rows<{ id: string }>(sql`select id::text from video where ${belongs}`)).map(({ id }) => id),
      )
      const found = await entriesOf('play_count_rank', through, 30, scope)
      expect(found.map(({ videoId }) => videoId)).toEqual(
        all.filter(({ videoId }) => ids.has(videoId)).map(({ videoId }) => videoId),
      )
    }
  })

  test('what a data problem keeps off is counted, and stands on the board once the data is corrected', async () => {
    const [first] = await entriesOf('play_count_rank', through, 1)
    const flag = (to: string) =>
      database.rows(
        sql`update video_metric_daily set quality_flag = ${to} where video_id = ${first.videoId} and stat_date = ${through}::date`,
      )
    const excluded = async () =>
      (
        await database.one<any>(sql`
          select s.excluded_count as n from rank_snapshot s join rank_series r on r.id = s.series_id
          where r.board = 'play_count_rank' and r.window_days = 1 and r.scope_key = 'all' and s.stat_date = ${through}::date and s.is_current`)
      ).n
    const before = await excluded()
    await flag('spike')
    await build(0)
    expect((await entriesOf('play_count_rank', through, 1)).map(({ videoId }) => videoId)).not.toContain(first.videoId)
    expect(await excluded()).toBe(before + 1)
    await flag('ok')
    await build(0)
    expect((await entriesOf('play_count_rank', through, 1))[0].videoId).toBe(first.videoId)
  })
})

test('ties share a rank, take the next ones with them, and stand in the written order', async () => {
  const at = day(5)
  const ids = (
    await database.rows<any>(sql`
      select m.video_id::text as id from video_metric_daily m join video v on v.id = m.video_id
      where m.stat_date = ${at}::date and v.visibility = 'public' and v.risk_state = 'none' order by m.video_id limit 4`)
  ).map(({ id }) => id)
  const [a, b, c, d] = ids
  await database.rows(sql`update video_metric_daily set quality_flag = 'ok', play_delta = case video_id when ${d} then 900000000 else 900000001 end
    where stat_date = ${at}::date and video_id = any(${ids}::bigint[])`)
  await database.rows(sql`update video set published_at = '2026-09-01T00:00:00Z' where id = any(${[a, b]}::bigint[])`)
  await database.rows(sql`update video set published_at = '2026-09-02T00:00:00Z' where id = ${c}`)
  await build(5)
  const found = (await entriesOf('play_count_rank', at, 1)).slice(0, 4)
  expect(found.map(({ rank }) => rank)).toEqual([1, 1, 1, 4])
  expect(found.map(({ videoId }) => videoId)).toEqual([c, a, b, d])
})

describe('a day that was published stays, and its correction says so', () => {
  test('a changed day is revised, the old snapshot is kept; an unchanged one is not touched', async () => {
    await build(3)
    const before = await entriesOf('play_count_rank', day(3), 1)
    await build(3)
    expect((await entriesOf('play_count_rank', day(3), 1))[0].snapshotId).toBe(before[0].snapshotId)
    expect(before[0].status).toBe('final')
    const last = before.at(-1)
    await database.rows(
      sql`update video_metric_daily set play_delta = 800000000 where video_id = ${last.videoId} and stat_date = ${day(3)}::date`,
    )
    await build(3)
    const after = await entriesOf('play_count_rank', day(3), 1)
    expect(after[0]).toMatchObject({ videoId: last.videoId, rank: 1, status: 'revised' })
    const old = await database.rows<any>(
      sql`select video_id::text as id from rank_entry where snapshot_id = ${before[0].snapshotId} order by position`,
    )
    expect(old.map(({ id }) => id)).toEqual(before.map(({ videoId }) => videoId))
    const kept = await database.one<any>(
      sql`select status, is_current as "isCurrent" from rank_snapshot where id = ${before[0].snapshotId}`,
    )
    expect(kept).toEqual({ status: 'final', isCurrent: false })
  })

  test('places of the day before, best rank, days and stays follow from the days before', async () => {
    for (const back of [12, 11, 10, 9, 8]) await build(back)
    const boards = new Map<string, any[]>()
    for (const back of [12, 11, 10, 9, 8]) boards.set(day(back), await entriesOf('play_count_rank', day(back), 1))
    const days = [...boards.keys()]
    for (const [at, today] of days.entries())
      for (const entry of boards.get(today)!) {
        const placesOf = days
          .slice(0, at)
          .map((one) => boards.get(one)!.find(({ videoId }) => videoId === entry.videoId)?.rank ?? null)
        const known = placesOf.filter((one) => one !== null)
        expect(entry).toMatchObject({
          prevRank: at > 0 ? (placesOf.at(-1) ?? null) : null,
          best: Math.min(entry.rank, ...known),
          days: known.length + 1,
          isNew: known.length === 0,
          times: [...placesOf, entry.rank].filter(
            (one, index, all) => one !== null && (index === 0 || all[index - 1] === null),
          ).length,
        })
      }
  })
})

test('any days rebuilt in any order, twice, with the data arriving in any order, give the same entries', async () => {
  const backs = [4, 3, 2, 1, 0]
  const change = (back: number, videoId: number, plays: number) =>
    database.rows(
      sql`update video_metric_daily set play_delta = ${plays}, play_count = play_count + ${plays} where video_id = ${videoId} and stat_date = ${day(back)}::date`,
    )
  const all = async (order: readonly number[]) => {
    for (const back of order) await build(back)
  }
  await database.pool.query('truncate rank_snapshot cascade')
  await all(backs)
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.tuple(fc.constantFrom(...backs), fc.integer({ min: 1, max: 60 }), fc.integer({ min: 0, max: 90_000 })),
        { minLength: 1, maxLength: 4 },
      ),
      fc.shuffledSubarray([...backs, ...backs], { minLength: 10 }),
      fc.shuffledSubarray(backs, { minLength: 1 }),
      async (changes, order, some) => {
        for (const [back, video, plays] of changes) {
          await change(back, video, plays)
          if (some.includes(back)) await build(back)
        }
        await all(order)
        const once = await fingerprint()
        await all(backs)
        expect(await fingerprint()).toBe(once)
        // The same from nothing.
        await database.pool.query('truncate rank_snapshot cascade')
        await all(backs)
        const fresh = await fingerprint()
        await database.pool.query('truncate rank_snapshot cascade')
        await all([...backs].reverse())
        expect(await fingerprint()).toBe(fresh)
        expect(fresh).toBe(once)
      },
    ),
    { numRuns: 3, seed: 20_261_120 },
  )
}, 120_000)

describe('new data', () => {
  const runAt = (now: string) =>
    refreshBoards({ transaction: (run) => database.transaction((db) => run(db, {} as any)), now: new Date(now) })
  afterEach(() => database.pool.query('truncate rank_dirty'))

  test('leads to the boards of its day and of all whose window holds it, once they are due', async () => {
    await database.rows(sql`update video_metric_daily set quality_flag = 'ok'`)
    await build(2)
    await build(0)
    const [, second] = await entriesOf('play_count_rank', day(2), 1)
    await database.pool.query('truncate rank_dirty')
    await database.rows(
      sql`update video_metric_daily set play_delta = 7000000000 where video_id = ${second.videoId} and stat_date = ${day(2)}::date`,
    )
    await runAt(`${addDays(through, 1)}T02:15:00Z`)
    expect((await entriesOf('play_count_rank', day(2), 1))[0]).toMatchObject({
      videoId: second.videoId,
      status: 'revised',
    })
    expect((await entriesOf('play_count_rank', through, 7))[0]).toMatchObject({
      videoId: second.videoId,
      status: 'revised',
    })
    expect((await database.one<any>(sql`select count(*) as n from rank_dirty`)).n).toBe(0)
  })

  test('a finished day waits for 10:15 of the next', async () => {
    await database.pool.query('truncate rank_snapshot cascade')
    await database.rows(
      sql`update video_metric_daily set play_delta = play_delta + 1 where stat_date = ${through}::date`,
    )
    await runAt(`${addDays(through, 1)}T02:14:00Z`)
    expect(await entriesOf('play_count_rank', through, 1)).toEqual([])
    await runAt(`${addDays(through, 1)}T02:15:00Z`)
    expect((await entriesOf('play_count_rank', through, 1))[0].status).toBe('final')
  })
})

describe('today', () => {
  const today = addDays(through, 1)
  const at = (hour: number, of = today) => new Date(+startOf(of) + hour * 3_600_000).toISOString()
  /** Cumulative figures at the end of an hour: what stood at the end of the day before and this much more. */
  const feed = (hour: number, gains: Record<string, [plays: number, likes?: number]>, of = today) =>
    database.transaction(async (db) => {
      await db.rows(sql`select ensure_hourly_partitions(${of}::date, ${of}::date)`)
      for (const [id, [plays, likes = 0]] of Object.entries(gains))
        await db.rows(sql`
          insert into video_metric_hourly (bucket_at, video_id, play_count, like_count, comment_count, share_count, favorite_count)
          select ${at(hour, of)}, ${id}::bigint, m.play_count + ${plays}::bigint, m.like_count + ${likes}::bigint, m.comment_count, m.share_count, m.favorite_count
          from video_metric_daily m where m.video_id = ${id}::bigint and m.stat_date = ${addDays(of, -1)}::date
          on conflict (bucket_at, video_id) do update set play_count = excluded.play_count, like_count = excluded.like_count`)
    })
  /** Works that may be ranked, of different creators unless told otherwise. */
  const works = async (more = sql`true`) =>
    database.rows<{ id: string; creator: string; partner: string }>(sql`
      select v.id::text, v.creator_id::text as creator, v.partner_id::text as partner from video v
      join video_metric_daily m on m.video_id = v.id and m.stat_date = ${through}::date
      where v.visibility = 'public' and v.risk_state = 'none' and m.quality_flag = 'ok' and v.published_at < ${at(-48)} and ${more} order by v.id`)

  test('is ranked by the heat of what was gained since the day began', async () => {
    const [a, b, c] = await works()
    await feed(8, { [a!.id]: [1_000, 100], [b!.id]: [2_001], [c!.id]: [40, 0] })
    await database.rows(sql`update video set published_at = ${at(1)} where id = ${c!.id}`)
    await buildHours(today, false)
    const found = await entriesOf('today_rank', today)
    // (25 · 1,000 + 40 · 100) / 100 = 290; 25 · 2,001 / 100 = 500.25; half as much again for what is a day old at most: 25 · 40 · 1.5 / 100 = 15.
    expect(found.map(({ videoId, score, rank }) => [videoId, score, rank])).toEqual([
      [b!.id, 500, 1],
      [a!.id, 290, 2],
      [c!.id, 15, 3],
    ])
    expect(found[0].status).toBe('live')
  })

  test('a newer hour makes a newer board; the same facts do not', async () => {
    const [a, b] = await works()
    const before = (await entriesOf('today_rank', today))[0].snapshotId
    await buildHours(today, false)
    expect((await entriesOf('today_rank', today))[0].snapshotId).toBe(before)
    await feed(9, { [a!.id]: [90_000] })
    await buildHours(today, false)
    const found = await entriesOf('today_rank', today)
    expect(found[0]).toMatchObject({ videoId: a!.id, score: 22_500 })
    expect(found[1]).toMatchObject({ videoId: b!.id, score: 500 })
    expect(found[0].snapshotId).not.toBe(before)
  })

  test('a creator has three entries at most, a partner twenty', async () => {
    const all = await works()
    const byCreator = groupBy(all, ({ creator }) => creator)
    const many = [...byCreator.values()].find((group) => group.length > 3)!
    await feed(10, Object.fromEntries(all.map(({ id }, index) => [id, [100_000 + index * 100]] as const)))
    await buildHours(today, false)
    const found = await entriesOf('today_rank', today)
    const creatorOf = new Map(all.map(({ id, creator }) => [id, creator]))
    const counts = groupBy(found, ({ videoId }) => creatorOf.get(videoId))
    expect(Math.max(...[...counts.values()].map((group) => group.length))).toBe(3)
    const best = many
      .map(({ id }) => id)
      .slice(-3)
      .reverse()
    expect(found.filter(({ videoId }) => many.some(({ id }) => id === videoId)).map(({ videoId }) => videoId)).toEqual(
      best,
    )

    await database.pool.query('update rank_formula set per_partner = 2')
    await feed(10, { [all[0]!.id]: [1] })
    await buildHours(today, false)
    const partnerOf = new Map(all.map(({ id, partner }) => [id, partner]))
    const partners = groupBy(await entriesOf('today_rank', today), ({ videoId }) => partnerOf.get(videoId))
    partners.delete(null as unknown as string)
    expect(Math.max(...[...partners.values()].map((group) => group.length))).toBe(2)
    await database.pool.query('update rank_formula set per_partner = 20')
  })

  test('who is blocked, limited, private or has likes nobody gave is not on it', async () => {
    const [a, b, c, d, e] = (await works()).filter((_, index) => index % 2 === 0)
    const states = [
      [a!.id, sql`risk_state = 'blocked'`],
      [b!.id, sql`risk_state = 'limited'`],
      [c!.id, sql`visibility = 'private'`],
    ] as const
    await feed(
      11,
      Object.fromEntries([a, b, c, d, e].map((one) => [one!.id, [5_000_000, one === d ? 900_000_000 : 0]] as const)),
    )
    for (const [id, state] of states) await database.rows(sql`update video set ${state} where id = ${id}`)
    await buildHours(today, false)
    const ids = (await entriesOf('today_rank', today)).map(({ videoId }) => videoId)
    expect(ids).toContain(e!.id)
    for (const one of [a, b, c, d]) expect(ids).not.toContain(one!.id)
    await database.rows(
      sql`update video set risk_state = 'none', visibility = 'public' where id = any(${[a!.id, b!.id, c!.id]}::bigint[])`,
    )
  })

  test('is frozen after the day, and revised at most once the morning has come', async () => {
    const run = (now: string) =>
      refreshBoards({ transaction: (work) => database.transaction((db) => work(db, {} as any)), now: new Date(now) })
    await run(`${today}T16:04:00Z`)
    expect((await entriesOf('today_rank', today))[0].status).toBe('live')
    await run(`${today}T16:05:00Z`)
    const frozen = await entriesOf('today_rank', today)
    expect(frozen[0].status).toBe('final')
    const [a] = await works()
    await feed(23, { [a!.id]: [77_000_000] })
    await run(`${today}T17:00:00Z`)
    expect((await entriesOf('today_rank', today))[0].snapshotId).toBe(frozen[0].snapshotId)
    await run(`${addDays(today, 1)}T02:15:00Z`)
    expect((await entriesOf('today_rank', today))[0]).toMatchObject({ videoId: a!.id, status: 'revised' })
    expect(
      (await database.one<any>(sql`select status from rank_snapshot where id = ${frozen[0].snapshotId}`)).status,
    ).toBe('final')
  })

  test('the next day compares with the same hour of this one', async () => {
    const next = addDays(today, 1)
    const [a, b] = await works()
    await database.pool.query('select ensure_metric_partitions($1, $1)', [today])
    await database.pool.query(
      `insert into video_metric_daily (video_id, stat_date, play_count, like_count, comment_count, share_count, favorite_count)
      select video_id, $1::date, play_count + 1000000000, like_count, comment_count, share_count, favorite_count from video_metric_daily where stat_date = $2::date`,
      [today, through],
    )
    await feed(8, { [a!.id]: [9_000], [b!.id]: [8_000] }, next)
    await buildHours(next, false)
    const found = await entriesOf('today_rank', next)
    // At nine o'clock the day before b led; at its end it did not.
    expect(found.map(({ videoId, prevRank }) => [videoId, prevRank])).toEqual([
      [a!.id, 2],
      [b!.id, 1],
    ])
    const { compared } = (await database.one<any>(
      sql`select compared_end as compared from rank_snapshot where id = ${found[0].snapshotId}`,
    ))!
    expect(new Date(compared).toISOString()).toBe(at(9))
  })
})

test('old running boards go after a day, frozen ones stay', async () => {
  const count = async (status: string) =>
    (
      await database.one<any>(
        sql`select count(*) as n from rank_snapshot where status = ${raw(`'${status}'`)} and not is_current`,
      )
    ).n
  const finals = await count('final')
  await database.pool.query(`update rank_snapshot set taken_at = now() - interval '25 hours' where not is_current`)
  expect(await count('live')).toBeGreaterThan(0)
  await database.pool.query('select drop_old_live_ranks()')
  expect(await count('live')).toBe(0)
  expect(await count('final')).toBe(finals)
})
