import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { ctxFor, freshDatabase, world } from '../../../tests/world.ts'
import { addDays } from '../../core/time.ts'
import type { Verb } from '../../core/verb.ts'
import type { Kind } from './contract.ts'
import { ingest } from './server.ts'

const { database } = await freshDatabase()
const now = new Date(`${addDays(world.through, 1)}T04:00:00Z`)
const ctx = await ctxFor(database, 'adminOther', { now })
const verbOf = (path: string): Verb => ingest.verbs!.find(({ endpoint }) => endpoint.path === path)!

interface Answer {
  id: string
  duplicate: boolean
  accepted: number
  refused: number
  created: number
  changed: number
  refusals: { code: string }[]
}
let batches = 0
const send = (kind: Kind, rows: unknown[], more = {}) =>
  verbOf(`/ingest/v1/${kind}`).run(ctx, {
    body: { batchId: `b${++batches}`, source: 'test', rows, ...more },
  } as never) as unknown as Promise<Answer>
const rerun = (id: string) =>
  verbOf('/api/ingest/batches/:id/rerun').run(ctx, { params: { id } } as never) as unknown as Promise<Answer>
const reasonOf = (run: Promise<unknown>) =>
  run.then(
    () => 'no refusal',
    (error) => error.reason as string,
  )
const day = world.through
const playsOf = (itemId: string) =>
  database.rows<{ plays: number }>(sql`
    select m.play_count as plays from video_metric_daily m join video v on v.id = m.video_id
    where v.platform_item_id = ${itemId} order by m.stat_date`)
const learn = (itemId: string) =>
  send('videos', [{ platform: 'douyin', platformItemId: itemId, title: 'new', contentType: 'verticalVideo' }])

describe('a batch is run again', () => {
  it('from the rows it kept, once their work is known, and is audited', async () => {
    const row = (itemId: string, playCount: number) => ({ platform: 'douyin', platformItemId: itemId, playCount })
    const first = await send('metrics', [row('990001', 10), row('990002', 20), { platform: 'douyin', name: '\0' }], {
      statDate: day,
    })
    expect(first).toMatchObject({ accepted: 0, refused: 3 })
    await learn('990001')
    const again = await rerun(first.id)
    expect(again).toMatchObject({ accepted: 1, refused: 2, created: 1 })
    expect(await playsOf('990001')).toEqual([{ plays: 10 }])
    const [audited] = await database.rows(sql`
      select action, after->>'rerunOf' as "rerunOf" from audit_log where entity = 'ingestBatch' and entity_id = ${again.id}`)
    expect(audited).toEqual({ action: 'ingest.rerun', rerunOf: first.id })

    // Once: what is still refused stands with the new batch, and runs again from there.
    expect(await reasonOf(rerun(first.id))).toBe('ALREADY_RERUN')
    await learn('990002')
    expect(await rerun(again.id)).toMatchObject({ accepted: 1, refused: 1 })
    expect(await playsOf('990002')).toEqual([{ plays: 20 }])
  })

  it('without undoing what a later batch brought', async () => {
    const row = (playCount: number) => ({ platform: 'douyin', platformItemId: '990003', statDate: day, playCount })
    const first = await send('metrics', [row(10)])
    await learn('990003')
    await send('metrics', [row(15)])
    const again = await rerun(first.id)
    expect(again).toMatchObject({ accepted: 0, refused: 1, changed: 0 })
    expect(again.refusals[0]!.code).toBe('SUPERSEDED')
    expect(await playsOf('990003')).toEqual([{ plays: 15 }])
  })

  it('of every kind', async () => {
    const key = { platform: 'douyin', platformItemId: '990004' }
    const bucketAt = `${day}T09:00:00+08:00`
    const bill = { ...key, earnDate: day, settleType: 1, adIncome: '1.00', upstreamRatioPpm: 0, currency: 'CNY' }
    const owner = { platform: 'douyin', creatorUid: 'c-99', partnerCode: 'P-LATE', bindTime: bucketAt }
    const sent: [Kind, unknown][] = [
      ['hourly-metrics', { ...key, bucketAt, playCount: 3 }],
      ['bills', bill],
      ['bindings', owner],
    ]
    const refused: Answer[] = []
    for (const [kind, row] of sent) refused.push(await send(kind, [row]))
    expect(refused.map(({ refused }) => refused)).toEqual([1, 1, 1])
    await learn('990004')
    await database.rows(sql`update partner set code = 'P-LATE' where id = ${world.partners.A}`)
    for (const { id } of refused) expect(await rerun(id)).toMatchObject({ accepted: 1, refused: 0, created: 1 })
  })

  it('not where nothing was kept, nor where there is no such batch, nor while its source is off', async () => {
    const whole = await learn('990005')
    expect(await reasonOf(rerun(whole.id))).toBe('NOTHING_KEPT')
    expect(await reasonOf(rerun('999999'))).toBe('NOT_FOUND')
    const { id } = await send('metrics', [
      { platform: 'douyin', platformItemId: '990006', statDate: day, playCount: 1 },
    ])
    await learn('990006')
    await database.rows(sql`update ingest_source set enabled = false where name = 'test' and kind = 'metrics'`)
    expect(await reasonOf(rerun(id))).toBe('SOURCE_DISABLED')
    await database.rows(sql`update ingest_source set enabled = true where name = 'test' and kind = 'metrics'`)
    expect(await rerun(id)).toMatchObject({ accepted: 1 })
  })

  it('once, when two ask at once', async () => {
    const { id } = await send('metrics', [
      { platform: 'douyin', platformItemId: '990007', statDate: day, playCount: 7 },
    ])
    await learn('990007')
    const answers = await Promise.allSettled([rerun(id), rerun(id)])
    const done = answers.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    expect(done.filter(({ duplicate }) => !duplicate)).toHaveLength(1)
    expect(new Set(done.map(({ id }) => id)).size).toBe(1)
    const [made] = await database.rows<{ n: number }>(
      sql`select count(*)::int as n from ingest_batch where rerun_of = ${id}`,
    )
    expect(made!.n).toBe(1)
  })
})
