import { describe, expect, it } from 'vitest'
import { openServer } from '../../../tests/http/app.ts'
import { tokenOf, world } from '../../../tests/world.ts'
import type { Reply } from '../../core/contract.ts'
import { LATENCY_BOUNDS_MS } from '../../core/latency.ts'
import { openFiles } from '../../server/files/files.ts'
import { jobContext } from '../../server/jobs/context.ts'
import { runWaitingJobs } from '../../server/jobs/runner.ts'
import { type monitorRead, RULES, type RuleCode } from './contract.ts'
import { playsOf } from './plays.ts'
import { measureAll, watch } from './watch.ts'

const { ask, database, dataDir } = await openServer()
const files = openFiles(dataDir)
const query = async <T>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await database.pool.query(text, values)).rows as T[]
const NOW = new Date('2026-11-01T04:00:00Z')
const round = (now = NOW) => watch(jobContext(database, files, now))
const read = async () =>
  (await ask('GET', '/api/monitor', { as: 'adminOther' })).json().data as Reply<typeof monitorRead>

const todos = () =>
  query<{ done: boolean; title: string }>(
    `select done_at is not null as done, words->'zh-CN'->>'title' as title from message where biz_type = 'monitor' and biz_id = 'jobsFailed' and receiver_id = $1 order by id`,
    [world.users.admin],
  )
const ruleOf = async (code: RuleCode) =>
  (
    await query<{ version: number; firing: boolean; value: number | null }>(
      'select version, firing_since is not null as firing, value from monitor_rule where code = $1',
      [code],
    )
  )[0]!

it('shows everything to administrators, and to nobody else', async () => {
  const answer = await ask('GET', '/api/monitor', { as: 'adminKeyAdmin' })
  expect(answer.statusCode).toBe(200)
  const { rules, anomalies, plays, ingest, online } = answer.json().data as Reply<typeof monitorRead>
  expect(rules.map(({ code }) => code)).toEqual([...RULES])
  expect(ingest.dataThrough).toBe(world.through)
  const [flags] = await query<{ n: number }>(`select count(*)::int as n from video_stat where quality_flag <> 'ok'`)
  expect(anomalies.flags.reduce((sum, { count }) => sum + count, 0)).toBe(flags!.n)
  expect(plays?.day).toBe(world.through)
  const [sum] = await query<{ n: number }>(
    `select sum(plays)::int as n from agg_partner_slice_hourly where (bucket_at at time zone 'Asia/Shanghai')::date = $1`,
    [world.through],
  )
  expect(plays?.sum).toBe(sum!.n)
  // Who asks is seen.
  expect(online.people.map(({ userId }) => userId)).toContain(world.users.admin)
  expect((await ask('GET', '/api/monitor', { as: 'cooMatch' })).statusCode).toBe(403)
})

describe('jobs', () => {
  const failing = {
    jobs: [
      {
        name: 'probe.fails',
        async run() {
          throw new Error(`cannot\nat a line of code with ${tokenOf('leader')}`)
        },
      },
    ],
  }
  const queue = async (attempts: number) =>
    String(
      (
        await query<{ id: string }>(`select id from graphile_worker.add_job('probe.fails', max_attempts := $1::int)`, [
          attempts,
        ])
      )[0]!.id,
    )
  const run = () => runWaitingJobs({ database, files, features: [failing], log: { error: () => {}, warn: () => {} } })

  it('that failed begin anew together; what a worker holds and what never failed stay as they are', async () => {
    const [one, other, held] = [await queue(1), await queue(1), await queue(1)]
    await run()
    await query(`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'probe' where id = $1`, [held])
    const fresh = await queue(1)
    const body = { ids: [one, other, held, fresh] }
    expect((await ask('POST', '/api/monitor/jobs/retry', { as: 'adminOther', body })).json().data).toEqual({
      retried: 2,
      left: 2,
    })
    const audited = await query<{ id: string }>(
      `select entity_id as id from audit_log where action = 'monitor.retryJob' and entity_id = any($1) order by id`,
      [body.ids],
    )
    expect(audited.map(({ id }) => id)).toEqual([one, other])
    await query(`update graphile_worker._private_jobs set locked_at = null, locked_by = null where id = $1`, [held])
    await query('select graphile_worker.complete_jobs($1::bigint[])', [body.ids])
  })

  it('that failed stand first, told in one line; one begins anew or is given up, and both are audited', async () => {
    const last = await queue(1)
    const again = await queue(5)
    await run()
    const { troubled, queues } = (await read()).jobs
    expect(troubled.find(({ id }) => id === last)).toMatchObject({ isFinal: true, nextAt: null, error: 'cannot' })
    expect(troubled.find(({ id }) => id === again)).toMatchObject({ isFinal: false, attempts: 1, maxAttempts: 5 })
    expect(troubled[0]!.isFinal).toBe(true)
    expect(queues[0]).toMatchObject({ name: 'probe.fails', failed: 1, scheduled: 1 })
    const post = (id: string, verb: string) => ask('POST', `/api/monitor/jobs/${id}/${verb}`, { as: 'adminOther' })
    expect((await post(again, 'drop')).json().data.reason).toBe('JOB_NOT_FAILED')
    expect((await post(last, 'retry')).statusCode).toBe(200)
    expect((await read()).jobs.queues.find(({ name }) => name === 'probe.fails')).toMatchObject({
      waiting: 1,
      failed: 0,
    })
    await query(`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'probe' where id = $1`, [last])
    expect((await post(last, 'retry')).json().data.reason).toBe('JOB_RUNNING')
    expect((await post(last, 'drop')).json().data.reason).toBe('JOB_RUNNING')
    await query(`update graphile_worker._private_jobs set locked_at = null, locked_by = null where id = $1`, [last])
    await run()
    expect((await post(last, 'drop')).statusCode).toBe(200)
    expect((await post(last, 'drop')).statusCode).toBe(404)
    expect((await post(again, 'retry')).statusCode).toBe(200)
    const audited = await query<{ action: string }>(
      `select action from audit_log where entity = 'job' and entity_id = any($1) order by id`,
      [[last, again]],
    )
    expect(audited.map(({ action }) => action)).toEqual(['monitor.retryJob', 'monitor.dropJob', 'monitor.retryJob'])
    await query(`select graphile_worker.complete_jobs(array[$1]::bigint[])`, [again])
  })
})

describe('a rule', () => {
  const failOne = async () => {
    const [job] = await query<{ id: string }>(`select id from graphile_worker.add_job('probe.rule')`)
    await query('update graphile_worker._private_jobs set attempts = max_attempts where id = $1', [job!.id])
  }
  const clear = () => query(`delete from graphile_worker._private_jobs`)

  it('tells administrators once while it fires, ends the todo when it is quiet, and tells again the next time', async () => {
    await clear()
    await round()
    expect(await todos()).toEqual([])
    await failOne()
    await round()
    await round()
    expect(await todos()).toEqual([{ done: false, title: '监控告警：任务失败' }])
    expect(await ruleOf('jobsFailed')).toMatchObject({ firing: true, value: 1 })
    const others = await query(
      `select 1 from message where biz_type = 'monitor' and receiver_id <> all(select id from app_user where role = 'admin')`,
    )
    expect(others).toEqual([])
    await clear()
    await round()
    expect((await todos()).map(({ done }) => done)).toEqual([true])
    await failOne()
    await round()
    expect((await todos()).map(({ done }) => done)).toEqual([true, false])
  })

  it('that is muted tells nobody for an hour, and then again', async () => {
    await clear()
    await round()
    const { version } = await ruleOf('jobsFailed')
    const mute = (isMuted: boolean, of: number) =>
      ask('POST', '/api/monitor/rules/jobsFailed/mute', { as: 'adminOther', body: { isMuted, version: of } })
    expect((await mute(true, version + 1)).statusCode).toBe(409)
    const before = (await todos()).length
    await failOne()
    await round()
    expect((await mute(true, version)).statusCode).toBe(200)
    expect((await todos()).every(({ done }) => done)).toBe(true)
    const now = new Date()
    await round(new Date(+now + 59 * 60_000))
    expect((await todos()).filter(({ done }) => !done)).toEqual([])
    await round(new Date(+now + 61 * 60_000))
    expect((await todos()).filter(({ done }) => !done)).toHaveLength(1)
    expect((await todos()).length).toBe(before + 2)
  })

  it('changes by version, and one that is off does not fire', async () => {
    const { version } = await ruleOf('jobsFailed')
    const change = (body: object) => ask('PATCH', '/api/monitor/rules/jobsFailed', { as: 'adminOther', body })
    expect((await change({ threshold: -1, enabled: true, version })).statusCode).toBe(400)
    expect((await change({ threshold: 5, enabled: true, version })).statusCode).toBe(200)
    expect((await change({ threshold: 6, enabled: true, version })).json().data.reason).toBe('STALE')
    await round()
    expect(await ruleOf('jobsFailed')).toMatchObject({ firing: false, value: 1 })
    expect((await change({ threshold: 0, enabled: false, version: version + 1 })).statusCode).toBe(200)
    await round()
    expect(await ruleOf('jobsFailed')).toMatchObject({ firing: false, value: 1 })
    expect((await todos()).every(({ done }) => done)).toBe(true)
  })
})

it('measures what the server answered, and says nothing of too few answers', async () => {
  const minute = (route: string, failed: number, bucket: number) => {
    const buckets = LATENCY_BOUNDS_MS.map((_, at) => (at === bucket ? 20 : 0))
    return query(`insert into request_minute values ($1, 'GET', $2, 'probe', 20, 0, $3, 100, 90, $4)`, [
      '2026-11-01T03:58:00Z',
      route,
      failed,
      [...buckets, 0],
    ])
  }
  await query('delete from request_minute')
  expect(await measureAll(database, NOW)).toMatchObject({ apiErrorPpm: null, apiP95Ms: null, dataAgeHours: 12 })
  await minute('/api/a', 1, 0)
  await minute('/api/b', 0, 4)
  const { apiErrorPpm, apiP95Ms } = await measureAll(database, NOW)
  expect(apiErrorPpm).toBe(25_000)
  expect(apiP95Ms).toBeGreaterThan(50)
  expect(apiP95Ms).toBeLessThanOrEqual(100)
})

describe('plays of a running day', () => {
  const day = (ago: number, plays: number, hours: number) =>
    Array.from({ length: hours }, (_, hour) => ({ ago, day: `day ${ago}`, hour, plays }))

  it('are compared with the same hours of the day before and of the same weekdays', () => {
    const found = playsOf([
      ...day(0, 10, 6),
      ...day(1, 20, 24),
      ...day(7, 10, 24),
      ...day(14, 12, 24),
      ...day(21, 50, 24),
      ...day(28, 14, 24),
    ])!
    expect(found).toMatchObject({ day: 'day 0', hours: 6, sum: 60, sumBefore: 120 })
    // 60, 72, 84 and 300: the median is 78, the median deviation 12 (6, 6, 18, 222).
    expect(found.usual).toEqual({ median: 78, low: 42, high: 114 })
    expect(found.values.slice(5, 7)).toEqual([10, null])
  })

  it('are not judged by two weeks, and there is nothing before the first hour', () => {
    expect(playsOf([...day(0, 1, 1), ...day(7, 1, 24), ...day(14, 1, 24)])!.usual).toBeNull()
    expect(playsOf([])).toBeNull()
  })
})
