import { afterEach, describe, expect, it } from 'vitest'
import { comparable, openServer } from '../../../tests/http/app.ts'
import { type Actor, world } from '../../../tests/world.ts'
import type { JobCtx, ListVerb } from '../../core/verb.ts'
import { features } from '../../server/features.ts'
import { openFiles } from '../../server/files/files.ts'
import { jobContext } from '../../server/jobs/context.ts'
import { SCHEDULES_EACH } from './contract.ts'
import { runExport } from './run.ts'

const { ask, database, dataDir } = await openServer()
const files = openFiles(dataDir)
const lists: ListVerb[] = features.flatMap((feature) => feature.lists ?? [])
const at = (clock: string): JobCtx => jobContext(database, files, new Date(`${clock}+08:00`), features)
const clock = features.flatMap(({ jobs = [] }) => jobs).find(({ name }) => name === 'export-schedules')!
const tick = (when: string) => clock.run(at(when), {})

const daily = {
  listKey: 'data',
  query: 'platform=douyin&publishedAt=2026-01-01..2026-01-07&sort=playCount:desc',
  columns: ['title', 'playCount', 'estIncomeFen'],
  format: 'csv',
  bom: true,
  cadence: 'daily',
  onDay: 1,
  atTime: '10:30',
  window: { field: 'publishedAt', days: 'last30' },
}
const plan = (as: Actor, more: object = {}) =>
  ask('POST', '/api/exports/schedules', { as, body: { ...daily, ...more } })
/** A schedule whose first turn is at 10:30 on 1 November 2026, whatever the day of the run. */
async function planned(as: Actor, more: object = {}): Promise<string> {
  const answer = await plan(as, more)
  expect(answer.statusCode, answer.body).toBe(200)
  const { id } = answer.json().data
  await database.pool.query(`update export_schedule set next_at = '2026-11-01 10:30+08' where id = $1`, [id])
  return id
}
const shown = async (as: Actor, id: string) =>
  (await ask('GET', '/api/exports/schedules', { as })).json().data.list.find((row: { id: string }) => row.id === id)
const jobs = async () =>
  (
    await database.pool.query(
      'select id::text, query, status, row_count, columns, owner_id::text as owner from export_job order by id',
    )
  ).rows
const messagesOf = async (userId: string) =>
  (
    await database.pool.query(
      `select m.words->'zh-CN'->>'title' as title, m.words->'zh-CN'->>'content' as content from message m where m.receiver_id = $1 and m.biz_type like 'export%' order by m.id`,
      [userId],
    )
  ).rows

afterEach(async () => {
  await database.pool.query('delete from export_schedule')
  await database.pool.query('delete from export_job')
})

describe('a turn', () => {
  it('orders the filter with the days it means then, once, and tells when the file is there', async () => {
    const id = await planned('partnerA')
    await tick('2026-11-01T10:29:59')
    expect(await jobs()).toEqual([])
    await Promise.all([tick('2026-11-01T10:30'), tick('2026-11-01T10:30')])
    const [job, ...others] = await jobs()
    expect(others).toEqual([])
    expect(job.columns).toEqual(daily.columns)
    expect(Object.fromEntries(new URLSearchParams(job.query))).toEqual({
      platform: 'douyin',
      sort: 'playCount:desc',
      publishedAt: '2026-10-03..2026-11-01',
    })
    await runExport(at('2026-11-01T10:31'), lists, job.id)
    const own = await database.pool.query(
      `select count(*)::int as n from video where partner_id = $1 and platform = 'douyin'
       and published_at >= '2026-10-03 00:00+08' and published_at < '2026-11-02 00:00+08'`,
      [world.partners.A],
    )
    expect((await jobs())[0]).toMatchObject({ status: 'done', row_count: own.rows[0].n })
    expect(await shown('partnerA', id)).toMatchObject({
      status: 'active',
      nextAt: '2026-11-02T02:30:00Z',
      lastJobId: job.id,
      lastStatus: 'done',
      windowDays: 'last30',
    })
    expect(await messagesOf(world.users.partner)).toHaveLength(1)
  })

  it('comes once after days without a server, and each day after', async () => {
    await planned('adminOther')
    await tick('2026-11-09T08:00')
    expect(await jobs()).toHaveLength(1)
    await tick('2026-11-09T10:30')
    expect((await jobs()).map(({ query }) => new URLSearchParams(query).get('publishedAt'))).toEqual([
      '2026-10-11..2026-11-09',
      '2026-10-11..2026-11-09',
    ])
  })

  it('over a quota orders nothing, says so and comes again', async () => {
    const id = await planned('partnerA')
    for (const platform of ['douyin', 'kuaishou', 'bilibili'])
      await ask('POST', '/api/exports', {
        as: 'partnerA',
        body: { listKey: 'data', query: `platform=${platform}`, columns: [], format: 'csv', bom: true },
      })
    await tick('2026-11-01T10:30')
    expect(await jobs()).toHaveLength(3)
    expect(await shown('partnerA', id)).toMatchObject({
      status: 'active',
      lastFailure: 'TOO_MANY_OPEN',
      lastJobId: null,
    })
    expect((await messagesOf(world.users.partner)).at(-1).content).toContain('3 个导出未完成')
    await database.pool.query('delete from export_job')
    await tick('2026-11-02T10:30')
    expect(await shown('partnerA', id)).toMatchObject({ lastFailure: null, lastStatus: 'queued' })
  })

  it('pauses itself when the owner’s rows have changed, until the owner resumes it', async () => {
    const id = await planned('partnerA')
    const moveTo = (partner: string) =>
      database.pool.query('update app_user set partner_id = $1 where id = $2', [partner, world.users.partner])
    await moveTo(world.partners.B)
    await tick('2026-11-01T10:30')
    await moveTo(world.partners.A)
    expect(await jobs()).toEqual([])
    const row = await shown('partnerA', id)
    expect(row).toMatchObject({ status: 'paused', pauseReason: 'SCOPE_CHANGED' })
    expect((await messagesOf(world.users.partner)).at(-1).title).toContain('已暂停')
    const resume = (version: number) =>
      ask('POST', `/api/exports/schedules/${id}/resume`, { as: 'partnerA', body: { version } })
    expect((await resume(row.version + 1)).json().data).toMatchObject({
      reason: 'STALE',
      current: { status: 'paused' },
    })
    expect((await resume(row.version)).statusCode).toBe(200)
    await database.pool.query(`update export_schedule set next_at = '2026-11-02 10:30+08' where id = $1`, [id])
    await tick('2026-11-02T10:30')
    expect((await jobs()).map(({ owner }) => owner)).toEqual([world.users.partner])
  })

  it('is not made for an owner who is disabled; the others get theirs', async () => {
    await planned('partnerA')
    await planned('adminOther')
    const set = (status: string) =>
      database.pool.query('update app_user set status = $1 where id = $2', [status, world.users.partner])
    await set('disabled')
    await tick('2026-11-01T10:30')
    await set('active')
    expect((await jobs()).map(({ owner }) => owner)).toEqual([world.users.ops])
  })

  it('that was paused by a person does not come; deleted, its files stay', async () => {
    const id = await planned('partnerA')
    await tick('2026-11-01T10:30')
    const { version } = await shown('partnerA', id)
    expect(
      (await ask('POST', `/api/exports/schedules/${id}/pause`, { as: 'partnerA', body: { version } })).statusCode,
    ).toBe(200)
    await tick('2026-11-02T10:30')
    expect(await jobs()).toHaveLength(1)
    expect((await ask('DELETE', `/api/exports/schedules/${id}`, { as: 'partnerA' })).statusCode).toBe(200)
    expect(await shown('partnerA', id)).toBeUndefined()
    expect(await jobs()).toHaveLength(1)
  })
})

describe('a plan', () => {
  it.each([
    ['a weekday that is none', { cadence: 'weekly', onDay: 8 }, 'NOT_A_WEEKDAY'],
    ['days of a filter that has none', { window: { field: 'platform', days: 'last7' } }, 'NOT_A_DAY_FILTER'],
    ['an unknown filter', { query: 'nonsense=1' }, 'UNKNOWN_FILTER'],
    ['an unknown column', { columns: ['secret'] }, 'UNKNOWN_FIELD'],
    ['a list one may not see', { listKey: 'users', query: '', window: null }, 'NOT_FOUND'],
  ])('with %s is refused; a sound one is kept', async (_, more, reason) => {
    expect((await plan('partnerA', more)).json().data.reason).toBe(reason)
    expect((await plan('partnerA', { cadence: 'weekly', onDay: 7 })).statusCode).toBe(200)
  })

  it('is one’s own; an administrator sees it, another answers as for a missing one', async () => {
    const id = await planned('partnerA')
    expect(await shown('adminOther', id)).toMatchObject({ isOwn: false })
    expect(await shown('partnerB', id)).toBeUndefined()
    const foreign = await ask('DELETE', `/api/exports/schedules/${id}`, { as: 'partnerB' })
    const missing = await ask('DELETE', `/api/exports/schedules/${world.missingId}`, { as: 'partnerB' })
    expect(foreign.statusCode).toBe(404)
    expect(comparable(foreign)).toEqual(comparable(missing))
  })

  it('is one of twenty at most', async () => {
    for (let made = 0; made < SCHEDULES_EACH; made++) expect((await plan('partnerA')).statusCode).toBe(200)
    expect((await plan('partnerA')).json().data.reason).toBe('TOO_MANY_SCHEDULES')
    expect((await plan('partnerB')).statusCode).toBe(200)
  })
})
