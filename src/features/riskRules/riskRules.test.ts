import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { ctxFor, freshDatabase, world } from '../../../tests/world.ts'
import type { Endpoint } from '../../core/contract.ts'
import type { AppError } from '../../core/errors.ts'
import { jobContext } from '../../server/jobs/context.ts'
import { riskRuleChange, riskRulePreview, riskRules, riskServiceChange } from './contract.ts'
import { faultOf, RULES, type RuleCode } from './rules.ts'
import { riskRulesRoom, runRules } from './server.ts'

const { database } = await freshDatabase()
const NIGHT = new Date('2026-11-01T20:00:00Z')

async function run<T = any>(endpoint: Endpoint, input: object = {}): Promise<T> {
  const ctx = await ctxFor(database, 'adminOther', { now: NIGHT })
  const verb = riskRulesRoom.verbs!.find((one) => one.endpoint === endpoint)!
  return ctx.transaction((inner) => verb.run(inner, input as never) as Promise<T>)
}
const refused = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: AppError) => error.reason,
  )
const one = async <T = any>(statement: ReturnType<typeof sql>): Promise<T> => (await database.one<T>(statement)) as T
const ruleOf = async (code: RuleCode) =>
  (await run(riskRules)).rules.find((rule: { code: string }) => rule.code === code)
const round = () => runRules(jobContext(database, {} as never, NIGHT))

describe('thresholds', () => {
  test('those in force are within their limits', async () => {
    const { rules } = await run(riskRules)
    expect(rules.map(({ code }: { code: string }) => code)).toEqual(Object.keys(RULES))
    for (const { code, thresholds } of rules) expect(faultOf(code, thresholds), code).toBeUndefined()
  })

  test('outside their limits, missing or unknown they are refused; a stale version too', async () => {
    const { id, version } = await ruleOf('playSpike')
    const change = (thresholds: object, as = version) =>
      refused(run(riskRuleChange, { params: { id }, body: { thresholds, version: as } }))
    expect(await change({ minPlays: 1_000, times: 1 })).toBe('BAD_THRESHOLD')
    expect(await change({ minPlays: 1_000 })).toBe('BAD_THRESHOLD')
    expect(await change({ minPlays: 1_000, times: 3, more: 1 })).toBe('BAD_THRESHOLD')
    expect(await change({ minPlays: 1_000, times: 3 }, version + 1)).toBe('STALE')
    expect(await change({ minPlays: 1_000, times: 3 })).toBe('done')
    expect((await ruleOf('playSpike')).thresholds).toEqual({ minPlays: 1_000, times: 3 })
  })
})

describe('a preview', () => {
  test.each(Object.keys(RULES) as RuleCode[])('of %s counts what it shows and changes nothing', async (code) => {
    const { id, thresholds } = await ruleOf(code)
    const before = await one(sql`select count(*)::int as n from risk_signal`)
    const found = await run(riskRulePreview, { params: { id }, body: { thresholds } })
    expect(found.samples.length).toBe(Math.min(8, found.count))
    expect(found.fresh).toBeLessThanOrEqual(found.count)
    expect(await one(sql`select count(*)::int as n from risk_signal`)).toEqual(before)
  })

  test('of words finds the titles that have them, and no others', async () => {
    const { id } = await ruleOf('forbiddenWords')
    const videoId = (
      await one(sql`select id::text from video where published_at > ${world.through}::date - 20 order by id limit 1`)
    ).id
    await database.rows(sql`update video set title = '加V信：包治百病_100%' where id = ${videoId}`)
    const preview = (words: string[]) => run(riskRulePreview, { params: { id }, body: { thresholds: { words } } })
    expect(await preview(['加v信'])).toMatchObject({ count: 1, samples: [{ videoId, finding: '标题含「加v信」' }] })
    expect((await preview(['病_1'])).count).toBe(1)
    expect((await preview(['病%0'])).count).toBe(0)
  })
})

describe('a round', () => {
  test('puts what a rule finds into the inbox once, and not while its way in is closed', async () => {
    const { id, version } = await ruleOf('forbiddenWords')
    await run(riskRuleChange, { params: { id }, body: { thresholds: { words: ['夜巡专用词'] }, version } })
    await database.rows(
      sql`update video set title = '夜巡专用词来了' where id = (select max(id) from video where published_at > ${world.through}::date - 2)`,
    )
    const count = async () =>
      (await one(sql`select count(*)::int as n from risk_signal where rule_code = 'forbiddenWords'`)).n
    const services = (await run(riskRules)).services as { code: 'nightly' | 'afterData'; version: number }[]
    for (const { code, version: now } of services.filter(({ code }) => ['nightly', 'afterData'].includes(code)))
      await run(riskServiceChange, { body: { code, enabled: false, version: now } })
    await round()
    expect(await count()).toBe(0)
    await run(riskServiceChange, { body: { code: 'nightly', enabled: true, version: 2 } })
    await round()
    expect(await count()).toBe(1)
    await database.rows(sql`update risk_rule set last_run_at = null`)
    await round()
    expect(await count()).toBe(1)
    expect((await ruleOf('forbiddenWords')).found30d).toBe(1)
  })
})
