import sql from 'sql-template-tag'
import { beforeAll, describe, expect, test } from 'vitest'
import { openServer } from '../../../tests/http/app.ts'
import { type Actor, world } from '../../../tests/world.ts'
import { addDays } from '../../core/time.ts'
import { buildDay, buildHourDay } from './build.ts'
import { rank } from './server.ts'

const { ask, database } = await openServer([rank])
const [unchanged, changed] = [await openServer([rank]), await openServer([rank])]
const { through } = world
const PATHS = ['today', 'play-count', 'history'] as const
const BOARDS = { today: 'today_rank', 'play-count': 'play_count_rank', history: 'history_play_count_rank' } as const
const DAYS = [2, 1, 0]

beforeAll(async () => {
  for (const back of DAYS)
    await database.transaction(async (db) => {
      await buildDay(db, addDays(through, -back))
      await buildHourDay(db, addDays(through, -back), true)
    })
})

const get = async (path: string, as: Actor = 'adminOther', language = 'zh-CN') => {
  const answer = await ask('GET', `/api/hot-rank/${path}`, { as, headers: { 'accept-language': language } })
  const { data, msg } = answer.json() as { data: any; msg: string }
  return { status: answer.statusCode, body: answer.body, data, msg }
}
const list = async (query = '', as: Actor = 'adminOther') =>
  (await get(`play-count?pageSize=200${query}`, as)).data.list as any[]

describe('every role may see every board', () => {
  const roles: Actor[] = ['adminKeyAdmin', 'leader', 'coo', 'partnerA', 'supplierA']
  test.each(roles.flatMap((role) => PATHS.map((path) => [role, path] as const)))(
    '%s the board %s',
    async (role, path) => {
      const page = await get(path, role)
      expect(page.status).toBe(200)
      expect(page.data.list.length).toBeGreaterThan(0)
      const board = await get(`board?board=${BOARDS[path]}`, role)
      expect(board.status).toBe(200)
      expect(board.data).toMatchObject({ statDate: through, status: 'final', isStandIn: path === 'today' })
      expect(board.data.thresholds.map(({ rank }: any) => rank)).toEqual([1, 10, 100])
      expect(board.data.thresholds[0].score).toBe(page.data.list[0].score)
      expect(board.data.course[0].ranks).toHaveLength(7)
      expect((await get(`days?board=${BOARDS[path]}`, role)).data.days.map(({ statDate }: any) => statDate)).toEqual(
        [...DAYS].reverse().map((back) => addDays(through, -back)),
      )
    },
  )

  test('and nobody without a session', async () => {
    for (const path of PATHS) expect((await get(path, 'anonymous')).status).toBe(401)
  })

  test('the rules are those that are applied', async () => {
    const { data } = await get('rules', 'supplierA')
    expect(data.versions[0]).toMatchObject({
      version: 1,
      playWeight: 25,
      likeWeight: 40,
      commentWeight: 40,
      favoriteWeight: 30,
      shareWeight: 60,
      danmakuWeight: 40,
      boostPercent: 150,
      boostHours: 24,
      perCreator: 3,
      perPartner: 20,
      storedCount: 500,
      shownCount: 100,
    })
  })
})

describe('a row', () => {
  test('is marked as mine for its partner alone, and opens for whose scope holds it', async () => {
    const own = await database.rows<{ id: string }>(
      sql`select id::text from video where partner_id = ${world.partners.A}`,
    )
    const ids = new Set(own.map(({ id }) => id))
    const [mine, others, staff, supplier] = await Promise.all(
      (['partnerA', 'partnerB', 'leader', 'supplierA'] as const).map((as) => list('', as)),
    )
    expect(mine!.filter(({ isMine }) => isMine).length).toBeGreaterThan(0)
    for (const row of mine!) expect([row.isMine, row.canOpen]).toEqual([ids.has(row.videoId), ids.has(row.videoId)])
    for (const row of others!) if (ids.has(row.videoId)) expect([row.isMine, row.canOpen]).toEqual([false, false])
    for (const row of staff!) expect(row.isMine).toBe(false)
    expect(staff!.filter(({ videoId }) => ids.has(videoId)).every(({ canOpen }) => canOpen)).toBe(true)
    expect(supplier!.some(({ isMine, canOpen }) => isMine || canOpen)).toBe(false)
    const only = await list('&mine=true', 'partnerA')
    expect(only.map(({ videoId }) => videoId)).toEqual(
      mine!.filter(({ isMine }) => isMine).map(({ videoId }) => videoId),
    )
  })

  test('has public fields alone', async () => {
    const [row] = await list('', 'partnerB')
    expect(Object.keys(row).filter((name) => /income|partner|fen|product|risk|quality/i.test(name))).toEqual([])
  })

  test('keeps its place whatever the filter', async () => {
    const all = await list()
    const { platform, title, creatorName } = all[2]
    const some = await list(`&platform=${platform}`)
    expect(some).toEqual(all.filter((row) => row.platform === platform))
    expect(await list(`&keyword=${encodeURIComponent(title)}`)).toEqual(all.filter((row) => row.title.includes(title)))
    if (creatorName)
      expect((await list(`&keyword=${encodeURIComponent(creatorName)}`)).map(({ videoId }) => videoId)).toContain(
        all[2].videoId,
      )
    expect(await list('&keyword=%25')).toEqual(all.filter((row) => row.title.includes('%')))
  })
})

test('its history is public as the boards are; a work never ranked is as one that does not exist', async () => {
  const [first] = await list()
  const own = await get(`videos/${first.videoId}?board=play_count_rank`, 'supplierA')
  expect(own.data.days).toHaveLength(first.daysOnBoard)
  expect(own.data.days[0]).toMatchObject({ statDate: through, rank: 1, score: first.score })
  const { id } = (await database.one<{ id: string }>(
    sql`select id::text from video where risk_state = 'blocked' limit 1`,
  ))!
  const [never, missing] = [await get(`videos/${id}`), await get(`videos/${world.missingId}`)]
  expect(never.status).toBe(404)
  expect(never.msg).toBe(missing.msg)
})

describe('pages agree inside one snapshot', () => {
  test('although a newer one takes its place, which is told', async () => {
    const day = addDays(through, -1)
    const question = `date=${day}`
    const { data: board } = await get(`board?board=play_count_rank&${question}`)
    const first = (await get(`play-count?${question}&snapshotId=${board.snapshotId}&pageSize=10`)).data
    const last = first.list[9]
    await database.rows(
      sql`update video_metric_daily set play_delta = play_delta + 900000000 where video_id = ${last.videoId} and stat_date = ${day}::date`,
    )
    await database.transaction((db) => buildDay(db, day))
    const again = (await get(`play-count?snapshotId=${board.snapshotId}&pageSize=10`)).data
    expect(again).toEqual(first)
    const second = (await get(`play-count?snapshotId=${board.snapshotId}&pageSize=10&current=2`)).data
    expect(second.total).toBe(first.total)
    const ids = [...first.list, ...second.list].map(({ videoId }: any) => videoId)
    expect(new Set(ids).size).toBe(ids.length)
    const now = await get(`board?board=play_count_rank&${question}`)
    expect(now.data).toMatchObject({ status: 'revised', newerId: null })
    expect(now.data.revisedFrom).toBe(board.takenAt)
    const kept = await get(`board?board=play_count_rank&${question}&snapshotId=${board.snapshotId}`)
    expect(kept.data).toMatchObject({ snapshotId: board.snapshotId, status: 'final', newerId: now.data.snapshotId })
    expect((await get(`play-count?${question}`)).data.list[0].videoId).toBe(last.videoId)
  })

  test('a page beyond the end is empty, its total right; the file is the whole snapshot', async () => {
    const all = await list()
    expect((await get('play-count?current=99')).data).toMatchObject({ list: [], total: all.length })
    expect((await get('play-count?current=99&platform=douyin')).data.total).toBe(
      all.filter(({ platform }) => platform === 'douyin').length,
    )
    const file = await ask('GET', '/api/hot-rank/play-count/export.csv?platform=douyin', { as: 'supplierA' })
    expect(file.body.trimEnd().split('\r\n')).toHaveLength(
      1 + all.filter(({ platform }) => platform === 'douyin').length,
    )
    expect(file.body).not.toContain('收益')
  })
})

describe('what is asked wrongly is told where', () => {
  test.each([
    ['play-count?scope=platform:myspace', 400, 'scope'],
    ['play-count?scope=category:999999', 400, 'scope'],
    ['play-count?scope=nonsense', 400, 'scope'],
    ['play-count?platform=myspace', 400, 'platform'],
    ['play-count?categoryId=999999', 400, 'categoryId'],
    ['play-count?window=3', 400, 'window'],
    ['play-count?window=1,7', 400, 'window'],
    ['history?window=7', 400, 'window'],
    ['play-count?date=2026-02-30', 400, 'date'],
    ['play-count?date=2026-10-01..2026-10-02', 400, 'date'],
    ['play-count?date=2999-01-01', 400, 'date'],
    ['play-count?pageSize=0', 400, 'pageSize'],
    ['play-count?pageSize=10000', 400, 'pageSize'],
    ['play-count?sort=score:desc', 400, 'sort'],
    ['play-count?snapshotId=999999', 404, 'snapshotId'],
    ['play-count?date=2020-01-01', 404, 'date'],
    ['board?board=play_count_rank&date=2020-01-01', 404, 'date'],
    ['board?board=other', 400, 'board'],
    ['days?board=today_rank&window=7', 400, 'window'],
  ])('%s', async (path, status, field) => {
    const answer = await get(path)
    expect(answer.status, answer.body).toBe(status)
    expect(answer.data.field).toBe(field)
  })

  test('a day without a board says so in both languages', async () => {
    expect((await get('today?date=2020-01-01')).msg).toBe('无该日榜单')
    expect((await get('today?date=2020-01-01', 'leader', 'en-US')).msg).toBe('There is no board for that day')
  })

  test('a snapshot of another board is not this one', async () => {
    const { data } = await get('board?board=history_play_count_rank')
    expect((await get(`play-count?snapshotId=${data.snapshotId}`)).status).toBe(404)
  })
})

test('no byte of an answer to one partner comes from what only others may know', async () => {
  const { ask: second, database: other } = changed
  // The second world differs in what is not public about everybody but A: money, partners' names, products, contacts, cases under way.
  await other.pool.query(`
    update video_metric_daily m set est_income_fen = est_income_fen * 7 + 13 from video v where v.id = m.video_id and v.partner_id is distinct from ${world.partners.A};
    update video_stat s set est_income_fen = 1, settled_income_fen = 2 from video v where v.id = s.video_id and v.partner_id is distinct from ${world.partners.A};
    update partner set name = 'x' || id, code = 'y' || id where id <> ${world.partners.A};
    update video set product_code = null, settlement_excluded_reason = 'z', risk_state = case risk_state when 'none' then 'pending' when 'pending' then 'none' else risk_state end
    where partner_id is distinct from ${world.partners.A};`)
  const { ask: first, database: plain } = unchanged
  for (const one of [plain, other])
    for (const back of DAYS)
      await one.transaction(async (db) => {
        await buildDay(db, addDays(through, -back))
        await buildHourDay(db, addDays(through, -back), true)
      })
  const questions = PATHS.flatMap((path) => [
    `${path}?pageSize=200`,
    `${path}?mine=true`,
    `board?board=${BOARDS[path]}`,
    `days?board=${BOARDS[path]}`,
    `${path}/export.csv`,
  ])
  for (const question of questions) {
    const answers = []
    for (const server of [first, second]) {
      const { statusCode, body } = await server('GET', `/api/hot-rank/${question}`, { as: 'partnerA' })
      expect(statusCode).toBe(200)
      // When a board was taken differs between any two builds.
      answers.push(body.replace(/"(takenAt|requestId)":"[^"]*"/g, ''))
    }
    expect(answers[1], question).toBe(answers[0])
  }
})
