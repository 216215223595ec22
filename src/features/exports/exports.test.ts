import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { readXlsx } from 'hucre'
import { beforeEach, describe, expect, it } from 'vitest'
import { comparable, openServer } from '../../../tests/http/app.ts'
import { type Actor, world } from '../../../tests/world.ts'
import { diagramOf } from '../../core/flow.ts'
import { fenOf } from '../../core/money.ts'
import type { JobCtx, ListVerb } from '../../core/verb.ts'
import { features } from '../../server/features.ts'
import { openFiles } from '../../server/files/files.ts'
import { jobContext } from '../../server/jobs/context.ts'
import { exportFlow } from './flow.ts'
import { runExport } from './run.ts'

const { ask, database, dataDir } = await openServer()
const files = openFiles(dataDir)
const job = (): JobCtx => jobContext(database, files, new Date(), features)
const lists: ListVerb[] = features.flatMap((feature) => feature.lists ?? [])
const run = (id: string, ctx: JobCtx = job()) => runExport(ctx, lists, id)

const ordered = { listKey: 'data', query: 'sort=playCount:desc', columns: [], format: 'csv', bom: true }
async function order(as: Actor, more: object = {}): Promise<string> {
  const answer = await ask('POST', '/api/exports', { as, body: { ...ordered, ...more } })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().data.id
}
const detail = async (as: Actor, id: string) => (await ask('GET', `/api/exports/${id}`, { as })).json().data
const fileOf = (as: Actor, id: string) => ask('GET', `/api/exports/${id}/file`, { as })
const statusOf = async (id: string) =>
  (await database.pool.query('select status, failure, restarts from export_job where id = $1', [id])).rows[0]

beforeEach(async () => {
  await database.pool.query('delete from export_job')
})

it('the drawn flow is the one declared', () => {
  expect(readFileSync('docs/flows/exports.md', 'utf8')).toContain(diagramOf(exportFlow))
})

describe('a file', () => {
  it('holds every row of the filter, sums to the screen’s fen and carries its proof', async () => {
    const id = await order('adminKeyAdmin')
    expect(await statusOf(id)).toMatchObject({ status: 'queued' })
    await run(id)
    const found = await detail('adminKeyAdmin', id)
    const sums = (
      await database.pool.query(
        'select count(*)::int as rows, sum(s.est_income_fen)::text as fen, sum(s.play_count)::text as plays from video_stat s',
      )
    ).rows[0]
    expect(found).toMatchObject({
      status: 'done',
      rowCount: sums.rows,
      progress: 1_000_000,
      dataThrough: world.through,
    })
    const totals = Object.fromEntries(found.totals.map(({ label, value }: Record<string, string>) => [label, value]))
    expect(fenOf(totals.预估收益!)).toBe(Number(sums.fen))
    expect(totals.播放量).toBe(sums.plays)

    const answer = await fileOf('adminKeyAdmin', id)
    expect(answer.headers['content-disposition']).toMatch(/_r60\.csv/)
    const [head, ...rows] = parse(answer.body, { bom: true, record_delimiter: '\r\n' }) as string[][]
    expect(rows).toHaveLength(sums.rows)
    const at = head!.indexOf('预估收益（元）')
    expect(rows.reduce((sum, row) => sum + fenOf(row[at]!)!, 0)).toBe(Number(sums.fen))
    expect(createHash('sha256').update(answer.rawPayload).digest('hex')).toBe(found.sha256)
  })

  it('as a workbook has typed cells, a second sheet of notes and the same figures', async () => {
    const id = await order('adminKeyAdmin', { format: 'xlsx', query: 'platform=douyin&sort=playCount:desc' })
    await run(id)
    const found = await detail('adminKeyAdmin', id)
    const book = await readXlsx((await fileOf('adminKeyAdmin', id)).rawPayload)
    const [rows, notes] = book.sheets.map((sheet) => sheet.rows)
    expect(rows).toHaveLength(found.rowCount + 1)
    const column = (name: string) => rows![0]!.indexOf(name)
    const first = rows![1]!
    expect(typeof first[column('播放量')]).toBe('number')
    expect(typeof first[column('作品')]).toBe('string')
    expect(first[column('发布时间（UTC+8）')]).toBeInstanceOf(Date)
    const words = notes!.map((row) => row.join(' '))
    expect(words).toContain('筛选 · 平台 抖音')
    expect(words).toContain(`行数 ${found.rowCount}`)
    expect(words.some((line) => line.includes(found.parts[0].sha256))).toBe(true)
  })

  it('of no row has its header alone', async () => {
    const id = await order('adminKeyAdmin', { query: 'keyword=没有这个标题没有' })
    await run(id)
    expect(await detail('adminKeyAdmin', id)).toMatchObject({ status: 'done', rowCount: 0 })
    expect((await fileOf('adminKeyAdmin', id)).body.split('\r\n')).toHaveLength(2)
  })
})

describe('who gets it', () => {
  it('answers a foreign file as a missing one, to the letter; its owner and an administrator get it', async () => {
    const id = await order('partnerA')
    await run(id)
    expect((await fileOf('partnerA', id)).statusCode).toBe(200)
    expect((await fileOf('adminOther', id)).statusCode).toBe(200)
    for (const path of ['', '/file']) {
      const foreign = await ask('GET', `/api/exports/${id}${path}`, { as: 'partnerB' })
      const missing = await ask('GET', `/api/exports/${world.missingId}${path}`, { as: 'partnerB' })
      expect(foreign.statusCode).toBe(404)
      expect(comparable(foreign)).toEqual(comparable(missing))
    }
  })

  it('holds a partner’s own rows alone', async () => {
    const id = await order('partnerA', { query: '' })
    await run(id)
    const own = await database.pool.query('select count(*)::int as n from video where partner_id = $1', [
      world.partners.A,
    ])
    expect((await detail('partnerA', id)).rowCount).toBe(own.rows[0].n)
  })

  it.each([
    [
      'demoted',
      `update app_user set role = 'leader', team_id = 1, partner_id = null where id = ${world.users.partner}`,
    ],
    ['disabled', `update app_user set status = 'disabled' where id = ${world.users.partner}`],
    ['moved', `update app_user set partner_id = ${world.partners.B} where id = ${world.users.partner}`],
  ])('is not made for an owner who was %s meanwhile', async (_, change) => {
    const before = await database.pool.query('select to_jsonb(u) as u from app_user u where id = $1', [
      world.users.partner,
    ])
    const id = await order('partnerA')
    await database.pool.query(change)
    await run(id)
    const { role, status, partner_id: partner, team_id: team } = before.rows[0].u
    await database.pool.query(
      'update app_user set role = $2, status = $3, partner_id = $4, team_id = $5 where id = $1',
      [world.users.partner, role, status, partner, team],
    )
    expect(await statusOf(id)).toMatchObject({ status: 'failed', failure: 'SCOPE_CHANGED' })
    // As he was before, the same order is made.
    const again = await order('partnerA')
    await run(again)
    expect(await statusOf(again)).toMatchObject({ status: 'done' })
  })

  it('is not handed out once the owner’s rows are others', async () => {
    const id = await order('partnerA')
    await run(id)
    await database.pool.query('update app_user set partner_id = $1 where id = $2', [
      world.partners.B,
      world.users.partner,
    ])
    const answer = await fileOf('partnerA', id)
    await database.pool.query('update app_user set partner_id = $1 where id = $2', [
      world.partners.A,
      world.users.partner,
    ])
    expect(answer.json().data.reason).toBe('SCOPE_CHANGED')
    expect((await fileOf('partnerA', id)).statusCode).toBe(200)
  })
})

describe('the export centre', () => {
  it('is narrowed to files of one list, and by an administrator to one’s own', async () => {
    await order('adminKeyAdmin')
    await order('partnerA')
    await order('partnerA', { listKey: 'recommend', query: '' })
    const listed = async (as: Actor, search: string) =>
      (await ask('GET', `/api/exports?${search}`, { as })).json().data.list.map((one: { title: string }) => one.title)
    expect(await listed('adminKeyAdmin', '')).toHaveLength(3)
    expect(await listed('adminKeyAdmin', 'isMine=true')).toHaveLength(1)
    expect(await listed('adminKeyAdmin', 'isMine=false')).toHaveLength(2)
    expect(await listed('partnerA', 'isMine=true')).toHaveLength(2)
    expect(await listed('partnerA', 'resource=recommend')).toHaveLength(1)
    const resourcesOf = async (as: Actor) =>
      (await ask('GET', '/api/exports/summary', { as }))
        .json()
        .data.resources.map((one: { listKey: string }) => one.listKey)
    expect(await resourcesOf('partnerA')).toEqual(['data', 'recommend'])
    expect(await resourcesOf('partnerB')).toEqual([])
  })
})

describe('a run that goes wrong', () => {
  /** The list with a stop before its rows are copied out of the database. */
  const stoppingFirst = (stop: () => Promise<void>): ListVerb[] =>
    lists.map((verb) => {
      const { copy } = verb
      if (verb.list.key !== 'data' || !copy) return verb
      return {
        ...verb,
        async copy(...asked) {
          await stop()
          return copy(...asked)
        },
      }
    })
  /** The list as one whose rows are made in the process, with a stop between its batches. */
  const stopping = (stop: () => Promise<void>): ListVerb[] =>
    lists.map((verb) =>
      verb.list.key === 'data'
        ? {
            ...verb,
            copy: undefined as never,
            async *all(ctx, query) {
              for await (const batch of verb.all(ctx, query)) {
                yield batch.slice(0, 10)
                await stop()
                yield batch.slice(10)
              }
            },
          }
        : verb,
    )

  it('is taken over as soon as the connection of the one that died is gone', async () => {
    const id = await order('adminKeyAdmin')
    const holder = await database.pool.connect()
    await holder.query(`select pg_advisory_lock(hashtextextended('export' || $1, 0))`, [id])
    const running = run(id)
    const tried = async () => {
      const { rows } =
        await database.pool.query(`select from pg_stat_activity where query like '%pg_try_advisory_xact_lock%'
        and state = 'idle in transaction' and datname = current_database()`)
      return rows.length
    }
    await expect.poll(tried).toBeGreaterThan(0)
    expect(await statusOf(id)).toMatchObject({ status: 'queued' })
    holder.release(new Error('gone'))
    await running
    expect(await detail('adminKeyAdmin', id)).toMatchObject({ status: 'done', rowCount: 60 })
  })

  it.each([
    ['batch by batch', stopping],
    ['as one copy', stoppingFirst],
  ])('whose connection is cut fails once, without a file, and can be tried again: %s', async (_, stoppedBy) => {
    const id = await order('adminKeyAdmin')
    const cut = stoppedBy(async () => {
      await database.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and state = 'idle in transaction' and pid <> pg_backend_pid()`,
      )
    })
    await expect(runExport(job(), cut, id)).rejects.toThrow()
    expect(await statusOf(id)).toMatchObject({ status: 'failed', failure: 'INTERNAL' })
    expect((await fileOf('adminKeyAdmin', id)).json().data.reason).toBe('NOT_READY')
    expect((await ask('POST', `/api/exports/${id}/retry`, { as: 'adminKeyAdmin' })).statusCode).toBe(200)
    await run(id)
    expect(await detail('adminKeyAdmin', id)).toMatchObject({ status: 'done', rowCount: 60 })
  })

  it('whose process died begins anew once, then fails', async () => {
    const died = `update export_job set status = 'running', seen_at = now() - interval '1 hour' where id = $1`
    const id = await order('adminKeyAdmin')
    await database.pool.query(died, [id])
    await run(id)
    expect(await detail('adminKeyAdmin', id)).toMatchObject({ status: 'done', rowCount: 60 })
    const second = await order('adminKeyAdmin', { bom: false })
    await database.pool.query(`${died.replace('set', 'set restarts = 1,')}`, [second])
    await run(second)
    expect(await statusOf(second)).toMatchObject({ status: 'failed', failure: 'INTERRUPTED' })
  })

  it.each([
    ['batch by batch', stopping],
    ['as one copy', stoppingFirst],
  ])('hears a cancel and leaves nothing: %s', async (_, stoppedBy) => {
    const id = await order('adminKeyAdmin')
    const canceling = stoppedBy(async () => {
      expect((await fileOf('adminKeyAdmin', id)).json().data.reason).toBe('NOT_READY')
      expect((await ask('POST', `/api/exports/${id}/cancel`, { as: 'adminKeyAdmin' })).statusCode).toBe(200)
    })
    await runExport(job(), canceling, id)
    expect(await statusOf(id)).toMatchObject({ status: 'canceled' })
    expect(readdirSync(files.incoming)).toEqual([])
  })

  it('whose process died leaves nothing of what it wrote, and a file that was taken away is not offered', async () => {
    const sweep = features.flatMap(({ jobs = [] }) => jobs).find(({ name }) => name === 'exports-sweep')!
    const left = (folder: string) => readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile())
    const id = await order('adminKeyAdmin')
    const [half, whole] = [files.draft(), files.draft()]
    writeFileSync(half.path, 'half')
    writeFileSync(whole.path, 'whole')
    await files.keep(whole)
    const died = `update export_job set status = 'running', draft_key = $2, seen_at = now() - interval '1 hour' where id = $1`
    await database.pool.query(died, [id, half.key])
    await run(id)
    expect(left(files.incoming)).toEqual([])
    const second = await order('adminKeyAdmin', { bom: false })
    await database.pool.query(died.replace('running', 'failed'), [second, whole.key])
    await sweep.run(jobContext(database, files, new Date(Date.now() + 3_600_000), features), {})
    expect(await files.has(whole.key)).toBe(false)
    expect(await statusOf(id)).toMatchObject({ status: 'done' })
    const kept = await database.pool.query('select file_key from export_job where id = $1', [id])
    expect(await files.has(kept.rows[0].file_key)).toBe(true)
    await files.drop(kept.rows[0].file_key)
    await sweep.run(job(), {})
    expect(await statusOf(id)).toMatchObject({ status: 'expired' })
  })

  it('leaves the same file either way', async () => {
    const bytes: Buffer[] = []
    for (const ways of [lists, stopping(async () => {})]) {
      const id = await order('adminKeyAdmin')
      await runExport(job(), ways, id)
      bytes.push((await fileOf('adminKeyAdmin', id)).rawPayload)
      await database.pool.query('delete from export_job')
    }
    expect(bytes[0]!.length).toBeGreaterThan(1_000)
    expect(bytes[0]!.equals(bytes[1]!)).toBe(true)
  })

  it('is left to the one who came first', async () => {
    const id = await order('adminKeyAdmin')
    let second: Promise<void> | undefined
    const doubled = stopping(async () => {
      second = run(id)
    })
    await runExport(job(), doubled, id)
    await second
    expect(await detail('adminKeyAdmin', id)).toMatchObject({ status: 'done', rowCount: 60 })
  })
})

describe('orders', () => {
  it('that are the same join, even at once; another filter does not', async () => {
    const ids = await Promise.all([1, 2, 3, 4].map(() => order('adminKeyAdmin')))
    expect(new Set(ids).size).toBe(1)
    expect(await order('adminKeyAdmin', { query: 'platform=douyin' })).not.toBe(ids[0])
    expect(await order('adminOther')).not.toBe(ids[0])
  })

  it('may be three at a time', async () => {
    for (const platform of ['douyin', 'kuaishou', 'bilibili'])
      await order('partnerA', { query: `platform=${platform}` })
    const fourth = await ask('POST', '/api/exports', { as: 'partnerA', body: { ...ordered, query: 'platform=xigua' } })
    expect(fourth.json().data.reason).toBe('TOO_MANY_OPEN')
  })

  it('of a list one may not see find none, as of one that does not exist', async () => {
    const hidden = await ask('POST', '/api/exports', {
      as: 'partnerA',
      body: { ...ordered, listKey: 'users', query: '' },
    })
    const none = await ask('POST', '/api/exports', {
      as: 'partnerA',
      body: { ...ordered, listKey: 'nothing', query: '' },
    })
    expect(hidden.statusCode).toBe(404)
    expect(comparable(hidden)).toEqual(comparable(none))
  })

  it('with an unknown column are refused', async () => {
    const answer = await ask('POST', '/api/exports', { as: 'partnerA', body: { ...ordered, columns: ['secret'] } })
    expect(answer.json().data.reason).toBe('UNKNOWN_FIELD')
  })
})

it('a file ends after seven days', async () => {
  const id = await order('adminKeyAdmin')
  await run(id)
  const clock = features.flatMap((feature) => feature.jobs ?? []).find(({ name }) => name === 'exports-clock')!
  await clock.run(jobContext(database, files, new Date(Date.now() + 8 * 86_400_000), features), {})
  expect(await statusOf(id)).toMatchObject({ status: 'expired' })
  expect((await fileOf('adminKeyAdmin', id)).json().data.reason).toBe('EXPIRED')
})
