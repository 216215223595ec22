import sql from 'sql-template-tag'
import { beforeEach, describe, expect, test } from 'vitest'
import { openServer } from '../../../tests/http/app.ts'
import { world } from '../../../tests/world.ts'
import { addDays } from '../../core/time.ts'
import { openFiles } from '../../server/files/files.ts'
import { jobContext } from '../../server/jobs/context.ts'
import { ingest } from './server.ts'

const { app, ask, database, dataDir } = await openServer([ingest])
const one = async <T>(statement: ReturnType<typeof sql>) => (await database.one<T>(statement))!

/** A living token of the administrator `ops`, as the settings page would make it. */
async function tokenFor(userId: string, scopes = ['ingest.write']): Promise<string> {
  const token = `blt_${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')}`
  await database.rows(sql`
    insert into api_token (user_id, name, prefix, token_hash, scopes, expires_at)
    values (${userId}, 'test', 'blt_test', sha256(convert_to(${token}, 'UTF8')), ${scopes}, now() + interval '1 day')`)
  return token
}
const token = await tokenFor(world.users.ops)

let batches = 0
const send = (kind: string, rows: unknown[], more: Record<string, unknown> = {}, headers = {}) =>
  ask('POST', `/ingest/v1/${kind}`, {
    token,
    headers,
    body: { batchId: `b${++batches}`, source: 'test', rows, ...more },
  })
const taken = async (...args: Parameters<typeof send>) => {
  const answer = await send(...args)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().data
}
const run = async (name: string) => {
  const job = ingest.jobs!.find((one) => one.name === name)!
  await job.run(jobContext(database, openFiles(dataDir)), {})
}

/** A video of partner A that has a snapshot of the last day, and of the day before. */
const video = await one<{ id: string; platform: string; platformItemId: string; plays: number; likes: number }>(sql`
  select v.id::text, v.platform, v.platform_item_id as "platformItemId", m.play_count as plays, m.like_count as likes
  from video v join video_metric_daily m on m.video_id = v.id and m.stat_date = ${world.through}::date
  join video_metric_daily p on p.video_id = v.id and p.stat_date = ${addDays(world.through, -1)}::date
  where v.partner_id = ${world.partners.A} and m.quality_flag = 'ok' and m.like_count <= m.play_count order by m.play_count desc limit 1`)
const key = { platform: video.platform, platformItemId: video.platformItemId }
const next = addDays(world.through, 1)
const dayOf = (day: string) =>
  database.one<Record<string, unknown>>(sql`
    select play_count as play, like_count as "like", comment_count as comment, play_delta as delta, quality_flag as flag
    from video_metric_daily where video_id = ${video.id} and stat_date = ${day}::date`)
const facts = async () =>
  (
    await one<{ sum: string }>(sql`
    select md5(string_agg(concat_ws('|', video_id, stat_date, play_count, like_count, comment_count, share_count,
      favorite_count, est_income_fen, play_delta, like_delta, comment_delta, share_delta, quality_flag), ';'
      order by video_id, stat_date)) as sum from video_metric_daily`)
  ).sum
/** What whole series say must be what the batch wrote. */
const healsNothing = async () => {
  const before = await facts()
  await database.rows(sql`select refresh_metric_deltas((select array_agg(id) from video))`)
  expect(await facts()).toBe(before)
}

describe('a batch', () => {
  test('twice is once: the second time says so and changes nothing', async () => {
    const rows = [
      { ...key, statDate: next, playCount: video.plays + 100, likeCount: 3 },
      { ...key, playCount: 'x' },
    ]
    const first = await taken('metrics', rows, { batchId: 'same', statDate: next })
    expect(first).toMatchObject({ duplicate: false, rows: 2, accepted: 1, refused: 1, created: 1, changed: 0 })
    const before = await facts()
    const log = async () => (await one<{ n: number }>(sql`select count(*) as n from audit_log`)).n
    const entries = await log()
    const again = await taken('metrics', rows, { batchId: 'same', statDate: next })
    expect(again).toEqual({ ...first, duplicate: true })
    expect(await facts()).toBe(before)
    expect(await log()).toBe(entries)
  })

  test('is worked up a moment later, together with those that come meanwhile', async () => {
    await database.rows(sql`delete from graphile_worker._private_jobs`)
    for (const plus of [901, 902]) {
      const waits = sql`select extract(epoch from min(run_at) - now()) as seconds, count(*) as n
        from graphile_worker.jobs where task_identifier = 'refresh-figures'`
      await taken('metrics', [{ ...key, playCount: video.plays + plus }], { statDate: next })
      const { seconds, n } = await one<{ seconds: string; n: number }>(waits)
      expect(n).toBe(1)
      expect(Number(seconds)).toBeLessThanOrEqual(2)
    }
    await database.rows(
      sql`update ingest_batch set received_at = now() - interval '40 seconds' where waiting_videos is not null`,
    )
    await taken('metrics', [{ ...key, playCount: video.plays + 903 }], { statDate: next })
    const due = await one<{ isDue: boolean }>(
      sql`select run_at <= now() as "isDue" from graphile_worker.jobs where task_identifier = 'refresh-figures'`,
    )
    expect(due.isDue).toBe(true)
  })

  test('with a known name and another content is refused; under its own name, source or kind it is taken', async () => {
    const rows = [{ ...key, playCount: video.plays + 100 }]
    await taken('metrics', rows, { batchId: 'name', statDate: next })
    const other = await send('metrics', [{ ...key, playCount: 1 }], { batchId: 'name', statDate: next })
    expect([other.statusCode, other.json().data.reason]).toEqual([409, 'BATCH_CHANGED'])
    expect((await send('metrics', rows, { batchId: 'name', statDate: world.through })).statusCode).toBe(409)
    expect(await taken('metrics', rows, { batchId: 'name', statDate: next, source: 'other' })).toMatchObject({
      duplicate: false,
      unchanged: 1,
    })
    expect(await taken('videos', [key], { batchId: 'name' })).toMatchObject({ duplicate: false })
  })

  test('sent twice at once is applied once', async () => {
    const rows = [{ ...key, playCount: video.plays + 101 }]
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => send('metrics', rows, { batchId: 'race', statDate: next })),
    )
    const data = answers.map((answer) => answer.json().data)
    expect(data.map(({ duplicate }) => duplicate).sort()).toEqual([false, true, true, true])
    expect(data.every(({ changed }) => changed === 1)).toBe(true)
    const kept = await one<{ n: number }>(sql`select count(*) as n from ingest_batch where batch_key = 'race'`)
    expect(kept.n).toBe(1)
  })

  test('half bad: the good rows go in, each other is named with its field and reason, in the caller’s language', async () => {
    const rows = [
      { ...key, playCount: video.plays + 200 },
      { ...key, platformItemId: Number('7301234567890123456'), playCount: 1 },
      { ...key, platformItemId: 'nobody-knows', playCount: 1 },
      { ...key, playCount: 1.5 },
      { ...key, playCount: '12' },
      { ...key },
      { ...key, platform: 'myspace', playCount: 1 },
      { ...key, playCount: 1, plays: 1 },
      { ...key, playCount: 1, statDate: '2026-02-30' },
      { ...key, playCount: 1, statDate: '2099-01-01' },
      { ...key, playCount: 1, statDate: '1999-01-01' },
      'no row',
      null,
    ]
    const { refusals, ...counts } = await taken('metrics', rows, { statDate: next }, { 'accept-language': 'en' })
    expect(counts).toMatchObject({ rows: 13, accepted: 1, refused: 12, changed: 1 })
    expect(refusals.map((one: any) => [one.index, one.field, one.code])).toEqual([
      [1, 'platformItemId', 'NUMBER_ID'],
      [2, 'platformItemId', 'UNKNOWN_VIDEO'],
      [3, 'playCount', 'NOT_WHOLE'],
      [4, 'playCount', 'NOT_WHOLE'],
      [5, 'playCount', 'MISSING'],
      [6, 'platform', 'BAD_CHOICE'],
      [7, 'plays', 'UNKNOWN_FIELD'],
      [8, 'statDate', 'BAD_DAY'],
      [9, 'statDate', 'FUTURE_DAY'],
      [10, 'statDate', 'EARLY_DAY'],
      [11, '', 'NOT_A_ROW'],
      [12, '', 'NOT_A_ROW'],
    ])
    expect(refusals[1].msg).toBe('platformItemId is not a known work; send it to videos first')
    const zh = await taken('metrics', [{ ...key }], { statDate: next })
    expect(zh.refusals[0].msg).toBe('playCount：不能为空')
    expect(await dayOf(next)).toMatchObject({ play: video.plays + 200 })
    const stored = await one<{ n: number }>(sql`
      select count(*) as n from ingest_error e join ingest_batch b on b.id = e.batch_id where b.refused = 12`)
    expect(stored.n).toBe(12)
  })

  test('names the first thousand refusals and counts the rest', async () => {
    const { refusals, refused } = await taken('metrics', Array(1_500).fill({}), { statDate: next })
    expect([refusals.length, refused]).toEqual([1_000, 1_500])
  })

  test.each([
    ['more than 10,000 rows', { rows: Array(10_001).fill({}) }],
    ['no name', { batchId: '' }],
    ['a long name', { batchId: 'x'.repeat(101) }],
    ['a source that is no name', { source: 'a b' }],
    ['a day to come', { statDate: '2099-01-01' }],
    ['a day that is none', { statDate: '2026-02-30' }],
    ['no day that is complete', { statDate: undefined, isComplete: true }],
    ['a field nobody knows', { colour: 'red' }],
  ])('with %s is refused whole', async (_, more) => {
    const answer = await send('metrics', [], { statDate: next, ...more })
    expect(answer.statusCode).toBe(400)
    expect((await send('metrics', [], { statDate: next })).statusCode).toBe(200)
  })

  test('of which one statement fails leaves nothing behind, and can be sent again', async () => {
    await database.rows(
      sql`create function fail() returns trigger language plpgsql as $$ begin raise 'disk on fire'; end $$`,
    )
    await database.rows(sql`create trigger fail before insert on audit_log for each statement execute function fail()`)
    const before = await facts()
    const rows = [{ ...key, playCount: video.plays + 999 }]
    const answer = await send('metrics', rows, { batchId: 'dies', statDate: next })
    expect(answer.statusCode).toBe(500)
    expect(answer.body).not.toContain('fire')
    expect(await facts()).toBe(before)
    await database.rows(sql`drop trigger fail on audit_log`)
    expect(await taken('metrics', rows, { batchId: 'dies', statDate: next })).toMatchObject({
      duplicate: false,
      changed: 1,
    })
  })

  test('whose connection is cut in the middle leaves nothing behind', async () => {
    const before = await facts()
    // Somebody else writes: the batch has claimed its name and waits for its turn.
    const client = await database.pool.connect()
    await client.query('begin')
    await client.query(`select pg_advisory_xact_lock(hashtext('import_apply'))`)
    const rows = [{ ...key, playCount: video.plays + 998 }]
    const answer = send('metrics', rows, { batchId: 'cut', statDate: next })
    const waiting = sql`select pid from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`
    let pid: number | undefined
    while (!pid) pid = (await database.one<{ pid: number }>(waiting))?.pid
    await client.query('select pg_terminate_backend($1)', [pid])
    expect((await answer).statusCode).toBe(503)
    await client.query('rollback')
    client.release()
    expect(await facts()).toBe(before)
    expect(await one(sql`select count(*) as n from ingest_batch where batch_key = 'cut'`)).toEqual({ n: 0 })
    expect(await taken('metrics', rows, { batchId: 'cut', statDate: next })).toMatchObject({
      duplicate: false,
      changed: 1,
    })
  })
})

describe('daily figures', () => {
  test('of a new day count from the day before; those left out stay as they are', async () => {
    await taken('metrics', [{ ...key, playCount: video.plays + 50, commentCount: 7 }], { statDate: next })
    expect(await dayOf(next)).toMatchObject({ play: video.plays + 50, comment: 7, delta: 50 })
    await taken('metrics', [{ ...key, playCount: video.plays + 60 }], { statDate: next })
    expect(await dayOf(next)).toMatchObject({ play: video.plays + 60, comment: 7, delta: 60 })
    await healsNothing()
  })

  test('of a day in the past move the increment of the day that follows', async () => {
    await taken('metrics', [{ ...key, playCount: video.plays + 60 }], { statDate: next })
    const change = await taken('metrics', [{ ...key, statDate: world.through, playCount: video.plays + 10 }])
    expect(change).toMatchObject({ changed: 1 })
    expect(await dayOf(next)).toMatchObject({ delta: 50 })
    await taken('metrics', [{ ...key, statDate: world.through, playCount: video.plays }])
    expect(await dayOf(next)).toMatchObject({ delta: 60 })
    await healsNothing()
  })

  test('that fall, are negative or have more likes than plays are taken and flagged', async () => {
    const falls = await taken('metrics', [{ ...key, playCount: video.plays - 5, likeCount: 1 }], { statDate: next })
    expect(falls).toMatchObject({ accepted: 1, flagged: { falls: 1 } })
    expect(await dayOf(next)).toMatchObject({ delta: -5, flag: 'rollback' })
    const likes = await taken('metrics', [{ ...key, playCount: video.plays + 1, likeCount: video.plays + 2 }], {
      statDate: next,
    })
    expect(likes.flagged).toEqual({ likesOverPlays: 1 })
    expect(await dayOf(next)).toMatchObject({ flag: 'spike' })
    const negative = await taken('metrics', [{ ...key, playCount: -1, likeCount: -2, finishRatePpm: 1_000_001 }], {
      statDate: next,
    })
    expect(negative).toMatchObject({ accepted: 1, flagged: { negative: 1, rateOver: 1, falls: 1 } })
    await healsNothing()
  })

  test('twice in a batch: the later row counts', async () => {
    const rows = [
      { ...key, playCount: video.plays + 70, likeCount: 4 },
      { ...key, playCount: video.plays + 80, likeCount: 4 },
    ]
    expect(await taken('metrics', rows, { statDate: next })).toMatchObject({ accepted: 2, changed: 1, unchanged: 1 })
    expect(await dayOf(next)).toMatchObject({ play: video.plays + 80 })
  })

  test('of one day: the newest of their works, corrections and strangers side by side', async () => {
    const day = addDays(next, 1)
    await taken('metrics', [{ ...key, playCount: video.plays + 300 }], { statDate: day })
    const others = await database.rows<{ platform: string; platformItemId: string }>(sql`
      select platform, platform_item_id as "platformItemId" from video v where id <> ${video.id}
        and not exists (select from video_metric_daily m where m.video_id = v.id and m.stat_date > ${world.through}::date)
      order by id limit 2`)
    const stranger = { platform: 'douyin', platformItemId: 'nobody-knows', playCount: 1 }
    const rows = [
      { ...key, playCount: video.plays + 310 },
      { ...others[0], playCount: 10 ** 9 },
      stranger,
      stranger,
      { ...others[1], playCount: 0 },
    ]
    const done = await taken('metrics', rows, { statDate: day })
    expect(done).toMatchObject({ accepted: 3, created: 2, changed: 1, unchanged: 0, refused: 2 })
    expect(done.flagged).toEqual({ falls: 1 })
    expect(done.refusals.map(({ index, code }: any) => [index, code])).toEqual([
      [2, 'UNKNOWN_VIDEO'],
      [3, 'UNKNOWN_VIDEO'],
    ])
    expect(await one(sql`select cardinality(waiting_videos) as n from ingest_batch where id = ${done.id}`)).toEqual({
      n: 3,
    })
    await healsNothing()
    const late = await taken('metrics', [{ ...others[0], playCount: 1, estIncomeFen: 7 }], {
      statDate: addDays(world.from, -9),
    })
    expect(late).toMatchObject({ created: 1 })
    expect(await one(sql`select waiting_videos is not null as waits from ingest_batch where id = ${late.id}`)).toEqual({
      waits: true,
    })
    await healsNothing()
    await database.rows(
      sql`delete from video_metric_daily where stat_date in (${day}::date, ${addDays(world.from, -9)}::date)`,
    )
    await database.rows(sql`select refresh_metric_deltas((select array_agg(id) from video))`)
  })

  test('open the month they belong to', async () => {
    await taken('metrics', [{ ...key, playCount: 1 }], { statDate: '2024-02-29' })
    expect(await dayOf('2024-02-29')).toMatchObject({ play: 1, delta: null })
    await healsNothing()
    await database.rows(sql`delete from video_metric_daily where stat_date = '2024-02-29'`)
    await database.rows(sql`select refresh_metric_deltas(array[${video.id}::bigint])`)
  })
})

describe('how far the data goes', () => {
  const through = async () => (await one<{ day: string }>(sql`select max(stat_date) as day from metric_day`)).day
  const complete = (source: string, day: string) =>
    taken('metrics', [{ ...key, playCount: video.plays + 100 }], { source, statDate: day, isComplete: true })

  test('is what every enabled source has called complete; the worker says so with the figures', async () => {
    expect(await through()).toBe(world.through)
    await complete('east', next)
    // A second source that has not come so far.
    await complete('west', world.through)
    await run('refresh-figures')
    expect(await through()).toBe(world.through)
    const stat = () =>
      one(sql`select play_delta_1d as delta, play_count as play from video_stat where video_id = ${video.id}`)
    const yesterday = await dayOf(world.through)
    expect(await stat()).toEqual({ delta: yesterday!.delta, play: video.plays + 100 })
    await complete('west', next)
    expect(await through()).toBe(world.through)
    await run('refresh-figures')
    expect(await through()).toBe(next)
    expect(await stat()).toEqual({ delta: (await dayOf(next))!.delta, play: video.plays + 100 })
    expect((await taken('metrics', [], { statDate: next })).dataThrough).toBe(next)
  })

  test('is told per source to whoever may see the monitor, and a source can be switched off', async () => {
    const sources = async () => (await ask('GET', '/api/ingest/sources', { as: 'adminOther' })).json().data
    const of = async (name: string) =>
      (await sources()).list.find((one: any) => one.source === name && one.kind === 'metrics')
    expect(await of('east')).toMatchObject({ enabled: true, dataThrough: next, rows: 1, batches: 1 })
    expect(await of('test')).toMatchObject({ dataThrough: null })
    const { recent } = await sources()
    expect(recent[0]).toMatchObject({ source: 'test', kind: 'metrics', statDate: next, rows: 0, isWaiting: false })

    const later = addDays(next, 1)
    await complete('east', later)
    await run('refresh-figures')
    expect(await through()).toBe(next)
    const { version } = await of('west')
    const set = (change: object) =>
      ask('POST', '/api/ingest/sources', {
        as: 'adminOther',
        body: { source: 'west', kind: 'metrics', version, ...change },
      })
    expect((await set({ enabled: false })).statusCode).toBe(200)
    expect((await set({ enabled: true })).statusCode).toBe(409)
    expect((await set({ enabled: false, source: 'nowhere' })).statusCode).toBe(404)
    await run('refresh-figures')
    expect(await through()).toBe(later)
    const off = await send('metrics', [], { source: 'west', statDate: next })
    expect([off.statusCode, off.json().data.reason]).toEqual([422, 'SOURCE_DISABLED'])
  })
})

describe('works', async () => {
  const creator = await one<{ platform: string; uid: string; partnerId: string; from: string }>(sql`
    select c.platform, c.platform_uid as uid, b.partner_id::text as "partnerId", b.bind_time as "from"
    from creator c join creator_binding b on b.creator_id = c.id where b.unbind_time is null order by c.id limit 1`)
  const work = {
    platform: creator.platform,
    platformItemId: '7399999999999999999',
    title: '新作品',
    creatorUid: creator.uid,
    publishedAt: `${next}T09:00:00+08:00`,
    contentType: 'img',
    category: '美食',
  }
  const read = () =>
    one<any>(sql`select title, partner_id::text as partner, content_type as kind, visibility, share_url as link, category_id is null as unsorted
      from video where platform_item_id = ${work.platformItemId}`)

  test('are made with their owner by binding; their figures are taken then, the first day counting whole', async () => {
    expect((await send('metrics', [{ ...work, playCount: 5 }])).json().data.refused).toBe(1)
    expect(await taken('videos', [work])).toMatchObject({ created: 1, changed: 0, refused: 0 })
    expect(await read()).toMatchObject({
      title: '新作品',
      partner: creator.partnerId,
      kind: 'img',
      visibility: 'public',
    })
    const { platform, platformItemId } = work
    await taken('metrics', [{ platform, platformItemId, statDate: next, playCount: 500 }])
    const first = await one(
      sql`select play_delta as delta from video_metric_daily m join video v on v.id = m.video_id where v.platform_item_id = ${platformItemId}`,
    )
    expect(first).toEqual({ delta: 500 })
    await healsNothing()
  })

  test('learn what is new and keep what is left out and what people decide', async () => {
    await database.rows(sql`update video set partner_id = ${world.partners.D}, category_id = (select min(id) from category)
      where platform_item_id = ${work.platformItemId}`)
    const { platform, platformItemId } = work
    const sent = {
      platform,
      platformItemId,
      title: '改了标题',
      visibility: 'removed',
      shareUrl: 'https://example.com/1',
    }
    expect(await taken('videos', [sent])).toMatchObject({ created: 0, changed: 1 })
    expect(await read()).toMatchObject({
      ...{ title: '改了标题', partner: world.partners.D, kind: 'img', visibility: 'removed', unsorted: false },
      link: 'https://example.com/1',
    })
    expect(await taken('videos', [sent])).toMatchObject({ changed: 0, unchanged: 1 })
  })

  test('published on another day than was thought have another first day', async () => {
    const { platform, platformItemId } = work
    await taken('videos', [{ platform, platformItemId, publishedAt: `${world.through}T09:00:00+08:00` }])
    await healsNothing()
    const first = await one(
      sql`select play_delta as delta from video_metric_daily m join video v on v.id = m.video_id where v.platform_item_id = ${platformItemId}`,
    )
    expect(first).toEqual({ delta: null })
  })

  test.each([
    ['publishedAt', '2026-11-20'],
    ['publishedAt', '2026-11-20T09:00:00'],
    ['publishedAt', '2026-02-30T09:00:00Z'],
    ['contentType', 'book'],
    ['shareUrl', 'javascript:alert(1)'],
    ['durationMs', -1],
    ['title', 'x'.repeat(256)],
    ['visibility', 'hidden'],
    ['partnerId', '1'],
  ])('with %s %s are refused', async (field, value) => {
    const { refusals } = await taken('videos', [{ ...work, [field]: value }])
    expect(refusals).toMatchObject([{ index: 0, field }])
  })
})

describe('bindings', async () => {
  const code = async (id: string) => (await one<{ code: string }>(sql`select code from partner where id = ${id}`)).code
  const codeA = await code(world.partners.A)
  const codeB = await code(world.partners.B)
  const creator = { platform: 'other', creatorUid: 'newcomer' }
  const at = (day: string) => `${day}T00:00:00+08:00`
  const row = (partnerCode: string, from: string, to?: string) => ({
    ...{ ...creator, partnerCode, bindTime: at(from) },
    ...(to && { unbindTime: at(to) }),
  })
  const stored = () =>
    database.rows(sql`
      select p.code, (bind_time at time zone 'Asia/Shanghai')::date as from, (unbind_time at time zone 'Asia/Shanghai')::date as to
      from creator_binding b join partner p on p.id = b.partner_id join creator c on c.id = b.creator_id
      where c.platform_uid = 'newcomer' order by bind_time`)

  test('open, close and follow each other, also within one batch', async () => {
    expect(await taken('bindings', [row(codeA, '2026-01-01')])).toMatchObject({ created: 1 })
    expect(await taken('bindings', [row(codeA, '2026-01-01')])).toMatchObject({ created: 0, changed: 0, unchanged: 1 })
    const moved = await taken('bindings', [row(codeA, '2026-01-01', '2026-06-01'), row(codeB, '2026-06-01')])
    expect(moved).toMatchObject({ created: 1, changed: 1, refused: 0 })
    expect(await stored()).toEqual([
      { code: codeA, from: '2026-01-01', to: '2026-06-01' },
      { code: codeB, from: '2026-06-01', to: null },
    ])
  })

  test('that overlap, end before they begin or name nobody are refused, the others taken', async () => {
    const rows = [
      row(codeA, '2026-05-01'),
      row(codeB, '2026-03-01', '2026-02-01'),
      row('nobody', '2027-01-01'),
      row(codeB, '2025-01-01', '2025-06-01'),
      row(codeA, '2025-05-31', '2025-07-01'),
      row(codeA, '2026-06-01'),
    ]
    const { refusals, ...counts } = await taken('bindings', rows)
    expect(counts).toMatchObject({ created: 1, refused: 5 })
    expect(refusals.map((one: any) => [one.index, one.code])).toEqual([
      [0, 'BINDING_OVERLAP'],
      [1, 'BINDING_ORDER'],
      [2, 'UNKNOWN_PARTNER'],
      [4, 'BINDING_OVERLAP'],
      [5, 'BINDING_OVERLAP'],
    ])
    // Room is made and taken in one batch, whichever stands first in the table.
    const swap = [
      row(codeB, '2026-06-01', '2026-07-01'),
      row(codeA, '2026-01-01', '2026-05-01'),
      row(codeA, '2026-07-01'),
    ]
    expect(await taken('bindings', swap)).toMatchObject({ refused: 0, changed: 2, created: 1 })
  })

  test('give works their owner that had none', async () => {
    const orphan = {
      platform: 'other',
      platformItemId: 'orphan-1',
      creatorUid: 'latecomer',
      publishedAt: at('2026-04-01'),
    }
    expect((await taken('videos', [orphan])).flagged).toEqual({ unattributed: 1 })
    const bound = await taken('bindings', [{ ...row(codeB, '2026-01-01'), creatorUid: 'latecomer' }])
    expect(bound.flagged).toEqual({ attributed: 1 })
    const owner = await one(
      sql`select v.partner_id::text as partner, h.reason from video v join video_owner_history h on h.video_id = v.id where platform_item_id = 'orphan-1'`,
    )
    expect(owner).toMatchObject({ partner: world.partners.B })
  })
})

describe('who may send', () => {
  test('a token of another scope, of somebody who may not, or of nobody sends nothing', async () => {
    const status = async (token: string) =>
      (await ask('POST', '/ingest/v1/metrics', { token, body: { batchId: 'who', source: 'test', rows: [] } }))
        .statusCode
    expect(await status(await tokenFor(world.users.ops, ['videos.read']))).toBe(403)
    expect(await status(await tokenFor(world.users.partner))).toBe(403)
    expect(await status(await tokenFor(world.users.suspended))).toBe(401)
    const living = await tokenFor(world.users.godot)
    expect(await status(living)).toBe(200)
    await database.rows(sql`update app_user set role = 'coo' where id = ${world.users.godot}`)
    expect(await status(living)).toBe(403)
    await database.rows(sql`update app_user set role = 'admin' where id = ${world.users.godot}`)
    await database.rows(sql`update api_token set revoked_at = now() where user_id = ${world.users.godot}`)
    expect(await status(living)).toBe(401)
    expect(await status(token)).toBe(200)
  })
})

beforeEach(() => app.ready())
