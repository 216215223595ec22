import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, expect, it } from 'vitest'
import { buildApp } from '../../src/server/app.ts'
import { features } from '../../src/server/features.ts'
import { freshDatabase, signedIn, world } from '../world.ts'
import { survive } from './survive.ts'

/** Every how many statements the process is killed; the campaign sets 1. */
const STEP = Number(process.env.KILL_STEP ?? 4)

const { database, url } = await freshDatabase()

const dataDir = mkdtempSync(join(tmpdir(), 'backlot-faults-'))
const app = await buildApp({ database, features, dataDir })
afterAll(async () => {
  await app.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const post = async (path: string, payload: object) =>
  (await app.inject({ method: 'POST', url: path, headers: signedIn('adminOther'), payload })).statusCode

it('a risk decision whose process is killed at any statement is wholly done or not at all', async () => {
  const video = (await database.one<{ id: string }>(sql`
    select v.id::text from video v where v.partner_id = ${world.partners.A} and visibility = 'public' and risk_state = 'none'
      and not exists (select from risk_case c where c.video_id = v.id) and not exists (select from distribution d where d.video_id = v.id)
    order by v.id limit 1`))!
  await database.rows(sql`
    insert into distribution (batch_id, video_id, supplier_id, title, content_type, status, deadline_at)
    select (select id from dist_batch order by id limit 1), id, ${world.suppliers.A}, title, content_type, 'published', now() + interval '9 days'
    from video where id = ${video.id}`)
  expect(
    await post('/api/risk-videos', { target: { ids: [video.id] }, label: 'ad', severity: 'p2', note: '中途断电' }),
  ).toBe(200)
  const found = (await database.one<{ id: string }>(
    sql`select id::text from risk_case where video_id = ${video.id} order by id desc limit 1`,
  ))!
  expect(await post(`/api/risk-videos/${found.id}/claim`, {})).toBe(200)

  /** Everything a decision touches. */
  const standing = async () =>
    database.one(sql`
      select c.state, c.version, c.effects, v.risk_state, v.visibility,
        (select array_agg(status order by id) from distribution where video_id = v.id) as tasks,
        (select count(*) from income_hold where video_id = v.id and released_at is null) as holds,
        (select count(*) from strike where case_id = c.id) as strikes,
        (select count(*) from risk_event where case_id = c.id) as events,
        (select count(*) from message) as messages, (select count(*) from audit_log) as audits
      from risk_case c join video v on v.id = c.video_id where c.id = ${found.id}`)
  const { version } = (await standing()) as { version: number }
  const decision = {
    ...{ effects: ['remove', 'freeze', 'strike'], policyCode: 'A-02', version },
    ...{ reasonZh: '含站外导流信息', reasonEn: 'Leads off the platform' },
  }
  const path = `/api/risk-videos/${found.id}/decide`
  const deaths = await survive({ url, dataDir, standing, step: STEP }, path, decision)
  expect(deaths).toBeGreaterThan(3)
  expect(await standing()).toMatchObject({
    ...{ state: 'decided', tasks: ['recalling'], holds: 1, strikes: 1 },
  })
}, 180_000)
