import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import sql from 'sql-template-tag'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Actor, ctxFor, freshDatabase, world } from '../../../tests/world.ts'
import { permissions } from '../../core/access.ts'
import { can } from '../../core/can.ts'
import type { Endpoint } from '../../core/contract.ts'
import { AppError } from '../../core/errors.ts'
import { diagramOf } from '../../core/flow.ts'
import type { Ctx } from '../../core/verb.ts'
import { jobContext } from '../../server/jobs/context.ts'
import { jobs } from './clock.ts'
import * as contract from './contract.ts'
import { CLAIM_MINUTES, type RiskAction, riskFlow } from './flow.ts'
import { risk } from './server.ts'

/** Claims at once in a run; the campaign raises it. */
const RACES = Number(process.env.RISK_RACES ?? 200)

const { database } = await freshDatabase()
const START = new Date('2026-11-01T04:00:00Z')
let now = START
let made = 0

const verbOf = (endpoint: Endpoint) => risk.verbs!.find((verb) => verb.endpoint === endpoint)!

/** Runs a verb as the server would: in one transaction. */
async function run<T = any>(
  as: Actor,
  endpoint: Endpoint,
  input: { id?: string; body?: unknown; query?: unknown } = {},
  options: Partial<Ctx> = {},
): Promise<T> {
  const ctx = await ctxFor(database, as, { now, ...options })
  if (!can(ctx.session, permissions[endpoint.permission]))
    throw new AppError('FORBIDDEN', { status: 403, 'zh-CN': '', 'en-US': '' })
  const call = (inner: Ctx) =>
    verbOf(endpoint).run(inner, {
      params: { id: input.id },
      body: input.body,
      query: input.query ?? {},
      list: {
        filters: [],
        sort: [{ field: 'createdAt', descending: true }],
        current: 1,
        pageSize: 20,
        wantsTotal: true,
      },
    } as never) as Promise<T>
  return endpoint.method === 'GET' ? call(ctx) : ctx.transaction(call)
}

const refused = async (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof AppError) return error.reason
      throw error
    },
  )

const one = async <T = any>(statement: ReturnType<typeof sql>): Promise<T> => (await database.one<T>(statement)) as T
const videoOf = async (partner: string, skip = 0): Promise<string> =>
  (
    await one(
      sql`select v.id::text from video v where partner_id = ${partner} and visibility = 'public' and risk_state = 'none'
        and not exists (select from risk_case c where c.video_id = v.id) order by v.id offset ${skip} limit 1`,
    )
  ).id

/** Flags a fresh video of partner A and returns the case. */
async function openCase(severity = 'p2', label = 'ad'): Promise<{ id: string; videoId: string }> {
  const videoId = await videoOf(world.partners.A)
  await run('adminOther', contract.riskFlag, {
    body: { target: { ids: [videoId] }, label, severity, note: `测试 ${++made}` },
  })
  const row = await one(
    sql`select id::text from risk_case where video_id = ${videoId} and label = ${label} order by id desc limit 1`,
  )
  return { id: row.id, videoId }
}
const stateOf = async (id: string) =>
  one(
    sql`select state, version, effects, appeal_state as "appealState", decided_by::text as "decidedBy" from risk_case where id = ${id}`,
  )
const claim = (as: Actor, id: string) => run(as, contract.riskClaim, { id })
const DECISION = {
  effects: ['limit'],
  policyCode: 'A-02',
  reasonZh: '含站外导流信息',
  reasonEn: 'Leads off the platform',
}
async function decide(as: Actor, id: string, decision: object = {}, options: Partial<Ctx> = {}) {
  const { version } = await stateOf(id)
  return run(as, contract.riskDecide, { id, body: { ...DECISION, ...decision, version } }, options)
}
const later = (ms: number) => {
  now = new Date(+now + ms)
}
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const APPEAL = { text: '该内容为门店地址，不含任何引流信息，请复核。' }
const clock = async () => {
  for (const job of jobs.filter(({ name }) => name === 'risk_clock'))
    await job.run(jobContext(database, {} as never, now), {})
}

/** Everything a case touches outside itself, as it stands. */
async function standing(videoId: string) {
  return one(sql`
    select v.visibility, v.risk_state, v.settlement_excluded_reason,
      (select coalesce(json_agg(json_build_array(case_id, kind, scope, target_id) order by id), '[]') from risk_effect where video_id = v.id and ended_at is null) as effects,
      (select coalesce(json_agg(case_id order by id), '[]') from income_hold where video_id = v.id and released_at is null) as holds,
      (select coalesce(sum(points), 0)::int from strike where creator_id = v.creator_id and dismissed_at is null) as points,
      exists (select from risk_effect where kind = 'ban' and scope = 'partner' and target_id = v.partner_id and ended_at is null) as suspended
    from video v where v.id = ${videoId}`)
}

beforeEach(async () => {
  now = new Date(+START + made * MINUTE)
  // Each test takes fresh videos; those of the world are few.
  await database.rows(sql`
    truncate risk_case, risk_signal, risk_event, risk_effect, income_hold, strike, message, dist_hold cascade`)
  await database.rows(
    sql`update video set risk_state = 'none', visibility = 'public', settlement_excluded_reason = null`,
  )
})

describe('the flow', () => {
  test('is drawn in the documents', () => {
    const drawn = readFileSync(new URL('../../../docs/flows/risk.md', import.meta.url), 'utf8')
    expect(drawn).toContain(diagramOf(riskFlow))
  })

  const walkers: Actor[] = ['adminOther', 'adminKeyAdmin', 'leader', 'coo', 'partnerA', 'partnerB']
  type Step = { as: Actor; verb: number; minutes: number; choice: number; isStale: boolean }
  const EFFECT_SETS = [
    ['none'],
    ['warn'],
    ['limit', 'strike'],
    ['remove', 'freeze'],
    ['exclude'],
    ['ban'],
    ['none', 'warn'],
  ]
  const verbs: ((id: string, other: string, step: Step, version: number) => [Endpoint, object])[] = [
    (id) => [contract.riskClaim, { id }],
    (id) => [contract.riskRelease, { id }],
    (id) => [contract.riskSkip, { id, body: { reason: '看不清' } }],
    (id) => [contract.riskEscalate, { id, body: { reason: '请负责人看' } }],
    (id, _, { choice }, version) => [
      contract.riskDecide,
      {
        id,
        body: {
          ...DECISION,
          effects: EFFECT_SETS[choice % EFFECT_SETS.length],
          banScope: choice % 2 ? 'creator' : 'partner',
          banDays: 3,
          version,
        },
      },
    ],
    (id) => [contract.riskUndo, { id }],
    (id) => [contract.riskAppeal, { id, body: APPEAL }],
    (id) => [contract.riskFix, { id, body: APPEAL }],
    (id, _, { choice }, version) => [
      contract.riskJudge,
      { id, body: { verdict: choice % 2 ? 'upheld' : 'overturned', reply: '已复核', version } },
    ],
    (id, _, __, version) => [contract.riskReopen, { id, body: { reason: '有新证据', version } }],
    (id, other) => [contract.riskMerge, { body: { target: { ids: [id, other] } } }],
    (id) => [contract.riskAssign, { body: { target: { ids: [id] }, userId: world.users.leader } }],
    () => [contract.riskNext, { body: {} }],
    (id, _, { choice }) => [
      contract.riskDecideMany,
      { body: { target: { ids: [id] }, ...DECISION, effects: EFFECT_SETS[choice % 4] } },
    ],
  ]
  const stepArb: fc.Arbitrary<Step> = fc.record({
    as: fc.constantFrom(...walkers),
    verb: fc.nat({ max: verbs.length - 1 }),
    minutes: fc.constantFrom(0, 0, 0, 0.1, 1, 31, 60 * 24, 60 * 24 * 8),
    choice: fc.nat({ max: 20 }),
    isStale: fc.boolean().map((yes) => yes),
  })

  test('random walks by the real verbs never leave the declared states and arrows', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('p0', 'p1', 'p2'),
        fc.array(stepArb, { minLength: 10, maxLength: 30 }),
        async (severity, steps) => {
          await database.rows(
            sql`truncate risk_case, risk_signal, risk_event, risk_effect, income_hold, strike, message, dist_hold cascade`,
          )
          await database.rows(
            sql`update video set risk_state = 'none', visibility = 'public', settlement_excluded_reason = null`,
          )
          const { id, videoId } = await openCase(severity)
          await run('adminOther', contract.riskFlag, {
            body: { target: { ids: [videoId] }, label: 'spam', severity: 'p3', note: '另一标签' },
          })
          const other = (await one(sql`select id::text from risk_case where video_id = ${videoId} and id <> ${id}`)).id
          for (const step of steps) {
            later(step.minutes * MINUTE)
            if (step.minutes > 5) await clock()
            const { version } = await stateOf(id)
            const [endpoint, input] = verbs[step.verb]!(
              id,
              other,
              step,
              step.isStale && step.choice === 0 ? version + 5 : version,
            )
            await refused(run(step.as, endpoint, input))
          }
          const events = await database.rows<{ kind: string; from: string | null; to: string }>(
            sql`select kind, from_state as from, to_state as to from risk_event order by id`,
          )
          for (const { kind, from, to } of events) {
            if (['open', 'join', 'banEnd', 'strikeEnd'].includes(kind)) continue
            const arrow = riskFlow.actions[kind as RiskAction]
            expect(arrow, kind).toBeDefined()
            expect(arrow.from, `${kind} from ${from}`).toContain(from)
            expect(arrow.to).toBe(to)
          }
          for (const caseId of [id, other]) {
            const { state } = await stateOf(caseId)
            expect(riskFlow.states).toContain(state)
            const last =
              events.length &&
              (await one(sql`select to_state as to from risk_event where case_id = ${caseId} order by id desc limit 1`))
            expect(state, 'the row is the projection of the events').toBe(last.to)
          }
          await expectConsistent(videoId)
        },
      ),
      { numRuns: Number(process.env.RISK_WALKS ?? 40), seed: 20261120 },
    )
  })

  /** The video says what the standing measures and cases say. */
  async function expectConsistent(videoId: string) {
    const row = await one(sql`
      select v.visibility, v.risk_state as risk, v.settlement_excluded_reason as excluded,
        exists (select from risk_effect where video_id = v.id and ended_at is null and kind = 'remove') as removes,
        exists (select from risk_effect where video_id = v.id and ended_at is null and kind in ('remove', 'ban')) as blocks,
        exists (select from risk_effect where video_id = v.id and ended_at is null and kind = 'limit') as limits,
        exists (select from risk_effect where video_id = v.id and ended_at is null and kind = 'exclude') as excludes,
        exists (select from risk_case where video_id = v.id and state = 'appealing') as appeals,
        exists (select from risk_case where video_id = v.id and state in ('pending', 'claimed', 'escalated')) as opens
      from video v where v.id = ${videoId}`)
    expect(row.visibility).toBe(row.removes ? 'removed' : 'public')
    expect(row.excluded !== null).toBe(row.excludes)
    expect(row.risk).toBe(
      row.appeals ? 'appealing' : row.blocks ? 'blocked' : row.limits ? 'limited' : row.opens ? 'pending' : 'none',
    )
  }
})

describe('every arrow, for every role', () => {
  /** Brings a fresh case to where an action starts. */
  const reach: Record<string, (id: string) => Promise<unknown>> = {
    pending: async () => {},
    escalated: async (id) => {
      await claim('adminOther', id)
      await run('adminOther', contract.riskEscalate, { id, body: { reason: '请看' } })
    },
    claimed: (id) => claim('adminOther', id),
    decided: async (id) => {
      await claim('adminOther', id)
      await decide('adminOther', id)
    },
    appealing: async (id) => {
      await reach.decided!(id)
      await run('partnerA', contract.riskAppeal, { id, body: APPEAL })
    },
    closed: async (id) => {
      await reach.decided!(id)
      later(8 * DAY)
      await clock()
    },
  }
  const calls: Record<string, (id: string, version: number) => [Endpoint, object, Actor?]> = {
    claim: (id) => [contract.riskClaim, { id }],
    release: (id) => [contract.riskRelease, { id }],
    skip: (id) => [contract.riskSkip, { id, body: { reason: '看不清' } }],
    escalate: (id) => [contract.riskEscalate, { id, body: { reason: '请看' } }],
    decide: (id, version) => [contract.riskDecide, { id, body: { ...DECISION, version } }],
    undo: (id) => [contract.riskUndo, { id }],
    appeal: (id) => [contract.riskAppeal, { id, body: APPEAL }],
    fix: (id) => [contract.riskFix, { id, body: APPEAL }],
    uphold: (id, version) => [contract.riskJudge, { id, body: { verdict: 'upheld', reply: '维持', version } }],
    overturn: (id, version) => [contract.riskJudge, { id, body: { verdict: 'overturned', reply: '撤销', version } }],
    reopen: (id, version) => [contract.riskReopen, { id, body: { reason: '有新证据', version } }],
  }
  const actors: Actor[] = ['adminOther', 'leader', 'coo', 'partnerA', 'supplierA']
  /** Only the holder may go on; for the others a free case stands beside a held one. */
  const HELD = new Set(['release', 'skip', 'escalate', 'decide', 'undo'])

  test.each(Object.keys(calls))('%s', async (action) => {
    const { from, to, by } = riskFlow.actions[action as RiskAction]
    for (const state of from)
      for (const as of actors) {
        await database.rows(
          sql`truncate risk_case, risk_signal, risk_event, risk_effect, income_hold, strike, dist_hold cascade`,
        )
        await database.rows(sql`update video set risk_state = 'none', visibility = 'public'`)
        const { id } = await openCase()
        await reach[state]!(id)
        const { version } = await stateOf(id)
        const [endpoint, input] = calls[action]!(id, version)
        const session = (await ctxFor(database, as)).session
        const mayDo = can(session, permissions[by as 'riskVideos.write'])
        const answer = await refused(run(as, endpoint, input))
        if (!mayDo) expect(answer, `${action} as ${as}`).toBe('FORBIDDEN')
        else if (HELD.has(action) && as !== 'adminOther')
          expect(['CLAIMED_BY_OTHER', 'UNDO_OVER'], `${action} as ${as}`).toContain(answer)
        else expect([answer, (await stateOf(id)).state], `${action} as ${as}`).toEqual(['done', to])
      }
  })

  test.each(Object.keys(calls))('%s is refused from every other state, with what is allowed', async (action) => {
    const { from } = riskFlow.actions[action as RiskAction]
    for (const state of Object.keys(reach).filter((one) => !from.includes(one as never))) {
      await database.rows(
        sql`truncate risk_case, risk_signal, risk_event, risk_effect, income_hold, strike, dist_hold cascade`,
      )
      await database.rows(sql`update video set risk_state = 'none', visibility = 'public'`)
      const { id } = await openCase()
      await reach[state]!(id)
      const { version } = await stateOf(id)
      const [endpoint, input] = calls[action]!(id, version)
      const as: Actor = ['appeal', 'fix'].includes(action) ? 'partnerA' : 'adminOther'
      const answer = await refused(run(as, endpoint, input))
      const own = state === 'claimed' && action === 'claim' ? ['done'] : ['NOT_IN_THIS_STATE']
      expect(
        [...own, ...(action === 'appeal' && state === 'appealing' ? ['APPEAL_USED'] : [])],
        `${action} from ${state}`,
      ).toContain(answer)
    }
  })
})

describe('claims', () => {
  test(`of two reviewers who ask at once exactly one gets the case, ${RACES} times`, async () => {
    const { id } = await openCase()
    const [a, b] = await Promise.all([ctxFor(database, 'adminOther', { now }), ctxFor(database, 'coo', { now })])
    const verb = verbOf(contract.riskClaim)
    let wins = 0
    for (let round = 0; round < RACES; round++) {
      await database.rows(
        sql`update risk_case set state = 'pending', assignee_id = null, claim_until = null where id = ${id}`,
      )
      const answers = await Promise.all(
        [a, b].map((ctx) => refused(ctx.transaction((inner) => verb.run(inner, { params: { id } } as never)))),
      )
      wins += answers.filter((one) => one === 'done').length
      expect(answers.sort()).toEqual(['CLAIMED_BY_OTHER', 'done'])
    }
    expect(wins).toBe(RACES)
  })

  test('"next" gives two who ask at once two different cases, the most urgent first', async () => {
    await openCase('p2')
    const urgent = await openCase('p0', 'minor')
    const [a, b] = await Promise.all([
      run('adminOther', contract.riskNext, { body: {} }),
      run('coo', contract.riskNext, { body: {} }),
    ])
    expect(a.caseId).not.toBe(b.caseId)
    expect([a.caseId, b.caseId]).toContain(urgent.id)
  })

  test('a case somebody holds answers 409 with who it is; after 30 minutes it is free, before the clock has come by', async () => {
    const { id } = await openCase()
    await claim('adminOther', id)
    const error = await run('coo', contract.riskClaim, { id }).catch((e: AppError) => e)
    expect(error).toMatchObject({ reason: 'CLAIMED_BY_OTHER', status: 409 })
    expect(error.details.data.holder).toBe(
      (await one(sql`select display_name as name from app_user where access_key = 'ops'`)).name,
    )
    later(CLAIM_MINUTES * MINUTE)
    expect((await run('coo', contract.riskDetail, { id })).state).toBe('pending')
    expect(await refused(decide('adminOther', id))).toBe('NOT_IN_THIS_STATE')
    expect(await refused(claim('coo', id))).toBe('done')
    later(CLAIM_MINUTES * MINUTE)
    await clock()
    expect((await stateOf(id)).state).toBe('pending')
  })

  test('a stale version is refused with the current one', async () => {
    const { id } = await openCase()
    const { version } = await claim('adminOther', id)
    const body = { ...DECISION, version: version - 1 }
    const error = await run('adminOther', contract.riskDecide, { id, body }).catch((e: AppError) => e)
    expect(error).toMatchObject({ reason: 'STALE', details: { data: { current: { version } } } })
    expect(await refused(run('adminOther', contract.riskDecide, { id, body: { ...body, version } }))).toBe('done')
  })
})

describe('a decision', () => {
  const ALL = { effects: ['limit', 'remove', 'exclude', 'freeze', 'strike', 'ban'], banScope: 'partner', banDays: 30 }

  test('of p1 holds income from the first moment, wires everything, and an overturned one restores it exactly', async () => {
    const videoId = await videoOf(world.partners.A)
    const before = await standing(videoId)
    const { id } = await openCase('p1')
    expect((await standing(videoId)).holds).toEqual([Number(id)])
    await claim('coo', id)
    const emitted: unknown[] = []
    await decide('coo', id, ALL, { emit: async (event, payload) => void emitted.push([event, payload]) })
    expect(emitted).toEqual([
      [
        'video.restricted',
        { videoId, caseId: id, effects: ['limit', 'remove', 'exclude', 'freeze', 'ban'], severity: 'p1' },
      ],
    ])
    const after = await standing(videoId)
    expect(after).toMatchObject({
      visibility: 'removed',
      risk_state: 'blocked',
      suspended: true,
      points: before.points + 6,
      holds: [Number(id)],
    })
    expect(after.effects.map((e: unknown[]) => e[1])).toEqual(['limit', 'remove', 'exclude', 'ban'])
    expect(after.settlement_excluded_reason).toContain('RC-')
    const told = await one(
      sql`select count(*)::int as n from message m join app_user u on u.id = m.receiver_id where m.biz_type = 'risk' and u.partner_id = ${world.partners.A}`,
    )
    expect(told.n).toBeGreaterThan(0)
    await run('partnerA', contract.riskAppeal, { id, body: APPEAL })
    expect((await standing(videoId)).risk_state).toBe('appealing')
    const { version } = await stateOf(id)
    emitted.length = 0
    await run(
      'adminOther',
      contract.riskJudge,
      { id, body: { verdict: 'overturned', reply: '确认误判', version } },
      { emit: async (event, payload) => void emitted.push([event, payload]) },
    )
    expect(emitted).toEqual([['video.restored', { videoId, caseId: id }]])
    expect(await standing(videoId)).toEqual(before)
    const audit = await database.rows<{ action: string }>(
      sql`select action from audit_log where entity = 'risk_case' and entity_id = ${id} order by id`,
    )
    expect(audit.map(({ action }) => action)).toEqual(['risk.decide', 'risk.appeal', 'risk.overturn'])
  })

  test('of removal recalls what was handed on, in the same transaction; overturned, it is back where it was', async () => {
    const { id, videoId } = await openCase('p1')
    const handed = (
      await one(sql`
        with b as (select id from dist_batch order by id limit 1)
        insert into distribution (batch_id, video_id, supplier_id, round, title, content_type, status, deadline_at)
        select b.id, v.id, ${world.suppliers.A}, 90, v.title, v.content_type, 'published', now() + interval '1 day' from video v, b
        where v.id = ${videoId} on conflict do nothing returning id::text`)
    ).id
    const statusOf = async () => (await one(sql`select status from distribution where id = ${handed}`)).status
    await claim('coo', id)
    await decide('coo', id, { effects: ['remove'] })
    expect(await statusOf()).toBe('recalling')
    await run('partnerA', contract.riskAppeal, { id, body: APPEAL })
    const { version } = await stateOf(id)
    await run('adminOther', contract.riskJudge, { id, body: { verdict: 'overturned', reply: '误判', version } })
    expect(await statusOf()).toBe('published')
  })

  test('that fails half way leaves nothing behind', async () => {
    const { id, videoId } = await openCase('p1')
    await claim('coo', id)
    const [before, events] = [await standing(videoId), await one(sql`select count(*)::int as n from risk_event`)]
    const emit = async () => {
      throw new Error('the other room failed')
    }
    await expect(decide('coo', id, ALL, { emit })).rejects.toThrow('the other room failed')
    expect(await standing(videoId)).toEqual(before)
    expect((await stateOf(id)).state).toBe('claimed')
    expect(await one(sql`select count(*)::int as n from risk_event`)).toEqual(events)
    await decide('coo', id, ALL)
    expect((await stateOf(id)).state).toBe('decided')
  })

  test('can be undone by its maker within ten seconds, as if it had not been', async () => {
    const { id, videoId } = await openCase('p1')
    await claim('coo', id)
    const before = await standing(videoId)
    await decide('coo', id, { effects: ['remove', 'strike'] })
    expect((await standing(videoId)).holds).toEqual([])
    later(9_000)
    expect(await refused(run('adminOther', contract.riskUndo, { id }))).toBe('UNDO_OVER')
    await run('coo', contract.riskUndo, { id })
    expect(await standing(videoId)).toEqual(before)
    expect(await stateOf(id)).toMatchObject({ state: 'claimed', effects: [] })
    await decide('coo', id, { effects: ['warn'] })
    later(11_000)
    expect(await refused(run('coo', contract.riskUndo, { id }))).toBe('UNDO_OVER')
  })

  test('of two cases on one video: the end of one leaves what the other holds', async () => {
    const { id, videoId } = await openCase('p2', 'ad')
    await run('adminOther', contract.riskFlag, {
      body: { target: { ids: [videoId] }, label: 'copyright', severity: 'p2', note: '搬运' },
    })
    const second = (await one(sql`select id::text from risk_case where video_id = ${videoId} and label = 'copyright'`))
      .id
    for (const [caseId, policyCode] of [
      [id, 'A-02'],
      [second, 'C-01'],
    ]) {
      await claim('coo', caseId)
      await decide('coo', caseId, { effects: ['remove'], policyCode })
      await run('partnerA', contract.riskAppeal, { id: caseId, body: APPEAL })
    }
    const overturn = async (caseId: string) =>
      run('adminOther', contract.riskJudge, {
        id: caseId,
        body: { verdict: 'overturned', reply: '误判', version: (await stateOf(caseId)).version },
      })
    await overturn(id)
    expect((await standing(videoId)).visibility).toBe('removed')
    await overturn(second)
    expect(await standing(videoId)).toMatchObject({ visibility: 'public', risk_state: 'none' })
  })

  test('needs a policy of the label, reasons in both languages, and "none" alone', async () => {
    const { id } = await openCase('p2', 'ad')
    await claim('adminOther', id)
    expect(await refused(decide('adminOther', id, { policyCode: null }))).toBe('POLICY_REQUIRED')
    expect(await refused(decide('adminOther', id, { policyCode: 'M-03' }))).toBe('POLICY_OTHER_LABEL')
    expect(await refused(decide('adminOther', id, { policyCode: 'X-99' }))).toBe('POLICY_UNKNOWN')
    expect(await refused(decide('adminOther', id, { reasonEn: ' ' }))).toBe('REASON_REQUIRED')
    expect(await refused(decide('adminOther', id, { effects: ['none', 'warn'] }))).toBe('NONE_ALONE')
    expect(await refused(decide('adminOther', id, { effects: ['ban'] }))).toBe('BAN_SCOPE')
    expect(await refused(decide('adminOther', id, { policyCode: 'G-01' }))).toBe('done')
  })

  test('to suspend a whole partner is not a leader’s', async () => {
    const { id } = await openCase()
    await claim('leader', id)
    const ban = { effects: ['ban'], banDays: 7 }
    expect(await refused(decide('leader', id, { ...ban, banScope: 'partner' }))).toBe('BAN_PARTNER')
    expect(await refused(decide('leader', id, { ...ban, banScope: 'creator' }))).toBe('done')
  })

  test('p0 is released by a second person only', async () => {
    const { id, videoId } = await openCase('p0', 'minor')
    await claim('coo', id)
    const none = { effects: ['none'], policyCode: null }
    expect(await decide('coo', id, none)).toMatchObject({ state: 'escalated', undoUntil: null })
    expect((await standing(videoId)).holds).toEqual([Number(id)])
    await claim('coo', id)
    expect(await refused(decide('coo', id, none))).toBe('SECOND_PERSON')
    await run('coo', contract.riskRelease, { id })
    await claim('leader', id)
    expect(await decide('leader', id, none)).toMatchObject({ state: 'decided' })
    expect(await standing(videoId)).toMatchObject({ holds: [], risk_state: 'none' })
  })

  test('on a work that is gone upstream is allowed and takes nothing down', async () => {
    const { id, videoId } = await openCase()
    await database.rows(sql`update video set visibility = 'deleted' where id = ${videoId}`)
    await claim('coo', id)
    await decide('coo', id, { effects: ['remove'] })
    const effect = await one(sql`select is_applicable as yes from risk_effect where case_id = ${id}`)
    expect(effect.yes).toBe(false)
    expect((await standing(videoId)).visibility).toBe('deleted')
  })

  test('a suspension ends by itself, and never locks the partner out of its answer', async () => {
    const { id, videoId } = await openCase()
    await claim('coo', id)
    await decide('coo', id, { effects: ['ban'], banScope: 'partner', banDays: 3 })
    expect((await standing(videoId)).suspended).toBe(true)
    expect((await run('partnerA', contract.riskDetail, { id })).actions).toContain('appeal')
    later(3 * DAY)
    await clock()
    expect(await standing(videoId)).toMatchObject({ suspended: false, risk_state: 'none' })
  })
})

describe('the partner’s answer', () => {
  async function decidedCase() {
    const opened = await openCase()
    await claim('coo', opened.id)
    await decide('coo', opened.id)
    return opened
  }

  test('is one appeal of 10 to 1,000 characters within seven days', async () => {
    const { id } = await decidedCase()
    const appeal = (text: string) => refused(run('partnerA', contract.riskAppeal, { id, body: { text } }))
    expect(await appeal('  太短  ')).toBe('TEXT_LENGTH')
    expect(await appeal('长'.repeat(1_001))).toBe('TEXT_LENGTH')
    expect(await appeal('𠮷'.repeat(1_000))).toBe('done')
    const { version } = await stateOf(id)
    await run('adminOther', contract.riskJudge, { id, body: { verdict: 'upheld', reply: '维持原判', version } })
    expect(await appeal(APPEAL.text)).toBe('APPEAL_USED')
    const late = await decidedCase()
    later(7 * DAY)
    expect(await refused(run('partnerA', contract.riskAppeal, { id: late.id, body: APPEAL }))).toBe('APPEAL_LATE')
  })

  test('is not another partner’s to give', async () => {
    const { id } = await decidedCase()
    expect(await refused(run('partnerB', contract.riskAppeal, { id, body: APPEAL }))).toBe('NOT_FOUND')
    expect(await refused(run('partnerA', contract.riskAppeal, { id, body: APPEAL }))).toBe('done')
  })

  test('"fixed" brings the case back to be looked at, once, while the measures stand', async () => {
    const { id, videoId } = await decidedCase()
    await run('partnerA', contract.riskFix, { id, body: APPEAL })
    expect(await stateOf(id)).toMatchObject({ state: 'pending' })
    expect((await standing(videoId)).risk_state).toBe('limited')
    await claim('coo', id)
    await decide('coo', id, { effects: ['none'], policyCode: null })
    expect((await standing(videoId)).risk_state).toBe('none')
    expect(await refused(run('partnerA', contract.riskFix, { id, body: APPEAL }))).toBe('FIX_USED')
  })

  test('an undone second decision brings the first one back', async () => {
    const { id, videoId } = await decidedCase()
    await run('partnerA', contract.riskFix, { id, body: APPEAL })
    await claim('coo', id)
    const before = await standing(videoId)
    await decide('coo', id, { effects: ['remove'] })
    await run('coo', contract.riskUndo, { id })
    expect(await standing(videoId)).toEqual(before)
    expect((await stateOf(id)).effects).toEqual(['limit'])
  })
})

describe('what a partner sees', () => {
  const HIDDEN = [
    'severity',
    'priority',
    'slaDueAt',
    'source',
    'score',
    'reportCount',
    'assigneeName',
    'isMine',
    'version',
  ]

  test('has no reporter, score, note or assignee, in rows, detail and file', async () => {
    const { id } = await openCase('p1')
    await claim('coo', id)
    const ctx = await ctxFor(database, 'partnerA', { now })
    const page = await risk.lists![0]!.page(ctx, {
      filters: [],
      sort: [{ field: 'createdAt', descending: true }],
      current: 1,
      pageSize: 20,
      wantsTotal: true,
    })
    const row = page.list.find((one) => (one as { caseId: string }).caseId === id)!
    expect(row).toMatchObject({ state: 'pending' })
    for (const name of HIDDEN) expect(row).not.toHaveProperty(name)
    const shown = await run('partnerA', contract.riskDetail, { id })
    expect(shown).not.toHaveProperty('staff')
    expect(JSON.stringify(shown)).not.toMatch(/score|actor|测试/)
    const full = await run('coo', contract.riskDetail, { id })
    expect(full.staff.assigneeName).not.toBeNull()
    expect(JSON.stringify(full)).toMatch(/测试/)
  })

  test('is the same in two worlds that differ only in what is inside', async () => {
    const { id, videoId } = await openCase('p2')
    const look = async () => {
      const ctx = await ctxFor(database, 'partnerA', { now })
      const page = await risk.lists![0]!.page(ctx, {
        filters: [],
        sort: [{ field: 'createdAt', descending: true }],
        current: 1,
        pageSize: 20,
        wantsTotal: true,
      })
      return JSON.stringify([
        page,
        await run('partnerA', contract.riskDetail, { id }),
        await run('partnerA', contract.riskSummary),
      ])
    }
    const before = await look()
    await claim('coo', id)
    await run('coo', contract.riskEscalate, { id, body: { reason: '内部讨论' } })
    await database.rows(sql`
      insert into risk_signal (video_id, case_id, source, label, severity, note, reporter_id, score, taken_at)
      values (${videoId}, ${id}, 'report', 'ad', 'p2', '机密举报', ${world.users.supplier}, 88, now())`)
    await database.rows(
      sql`update risk_case set report_count = 9, score = 88, severity = 'p1', source = 'report' where id = ${id}`,
    )
    expect(await look()).toBe(before)
  })
})

describe('many at once', () => {
  const bulk = (as: Actor, ids: string[], more: object = {}) =>
    run(as, contract.riskDecideMany, { body: { target: { ids }, ...DECISION, ...more } })

  test('one that is foreign or missing stops the whole, and is counted', async () => {
    const own = await openCase()
    const foreignVideo = await videoOf(world.partners.B)
    await run('adminOther', contract.riskFlag, {
      body: { target: { ids: [foreignVideo] }, label: 'ad', severity: 'p2', note: '外部' },
    })
    const foreign = (await one(sql`select id::text from risk_case where video_id = ${foreignVideo}`)).id
    const error = await bulk('leader', [own.id, foreign, world.missingId]).catch((e: AppError) => e)
    expect(error).toMatchObject({ reason: 'ROWS_NOT_FOUND', details: { params: { count: 2 } } })
    expect((await stateOf(own.id)).state).toBe('pending')
    expect(await bulk('leader', [own.id])).toEqual({ done: 1, refused: [] })
  })

  test('each case that refuses is named with why, the others are decided', async () => {
    const [free, held, danger] = [await openCase(), await openCase(), await openCase('p0', 'minor')]
    await claim('coo', held.id)
    const report = await bulk('adminOther', [free.id, held.id, danger.id], { effects: ['none'], policyCode: null })
    expect(report.done).toBe(1)
    expect(report.refused.map((one: { id: string; reason: string }) => [one.id, one.reason])).toEqual([
      [held.id, 'CLAIMED_BY_OTHER'],
      [danger.id, 'P0_ONE_BY_ONE'],
    ])
  })

  test('more than 200 are refused; flags by hand join the open case of their label', async () => {
    const ids = Array.from({ length: 201 }, (_, at) => String(at + 1))
    expect(await refused(bulk('adminOther', ids))).toBe('TOO_MANY_CASES')
    const { id, videoId } = await openCase('p3')
    const taken = await run('coo', contract.riskFlag, {
      body: { target: { ids: [videoId] }, label: 'ad', severity: 'p1', note: '再次标记' },
    })
    expect(taken).toEqual({ opened: 0, joined: 1 })
    expect(await one(sql`select severity, signal_count as n from risk_case where id = ${id}`)).toEqual({
      severity: 'p1',
      n: 2,
    })
  })

  test('merging carries signals, reports and the highest level into the most urgent case of the video', async () => {
    const { id, videoId } = await openCase('p3', 'spam')
    await run('adminOther', contract.riskFlag, {
      body: { target: { ids: [videoId] }, label: 'ad', severity: 'p1', note: '高' },
    })
    const urgent = (await one(sql`select id::text from risk_case where video_id = ${videoId} and label = 'ad'`)).id
    const report = await run('adminOther', contract.riskMerge, { body: { target: { ids: [id, urgent] } } })
    expect(report).toMatchObject({ done: 1, refused: [{ id: urgent, reason: 'NOTHING_TO_MERGE' }] })
    expect((await stateOf(id)).state).toBe('merged')
    expect((await one(sql`select signal_count as n from risk_case where id = ${urgent}`)).n).toBe(2)
  })
})

describe('reports', () => {
  test('say the same of a work that is ours and of one that is not, and count once a person', async () => {
    const { platform, item } = await one(
      sql`select platform, platform_item_id as item from video where platform = 'douyin' limit 1`,
    )
    expect(platform).toBe('douyin')
    const report = (itemId: string) =>
      run('supplierA', contract.riskReport, {
        body: { link: `https://www.douyin.com/video/${itemId}`, label: 'rumor', text: '内容不实' },
      })
    expect(await report(item)).toEqual(await report('7000000000000000001'))
    await report(item)
    expect((await one(sql`select count(*)::int as n from risk_signal where source = 'report'`)).n).toBe(1)
    expect(
      await refused(
        run('supplierA', contract.riskReport, { body: { link: 'https://example.com', label: 'rumor', text: '' } }),
      ),
    ).toBe('BAD_LINK')
    const job = jobs.find(({ name }) => name === 'risk_intake')!
    await job.run(jobContext(database, {} as never, now), {})
    expect((await one(sql`select report_count as n from risk_case where source = 'report'`)).n).toBe(1)
  })
})

describe('signals of machines', () => {
  const send = (batchId: string, rows: unknown[]) =>
    run('adminOther', contract.riskSignals, { body: { batchId, source: 'review', rows } })

  test('are taken row by row, once a batch, and open cases that hold income', async () => {
    const video = await one(
      sql`select id::text, platform, platform_item_id as item from video where partner_id = ${world.partners.A} order by id limit 1`,
    )
    const good = {
      platform: video.platform,
      platformItemId: video.item,
      label: 'minor',
      severity: 'p1',
      suggestion: 'review',
      score: 94,
      evidence: [{ startMs: 27_000, endMs: 31_000, form: 'image', text: '疑似未成年人单独出镜', score: 94 }],
    }
    const rows = [
      good,
      { ...good, label: 'nonsense' },
      { ...good, platformItemId: 7301234567890 },
      { ...good, platformItemId: 'nowhere' },
      null,
    ]
    const answer = await send('b1', rows)
    expect(answer).toMatchObject({ duplicate: false, rows: 5, accepted: 1, refused: 4 })
    expect(
      answer.refusals.map((one: { index: number; field: string; code: string }) => [one.index, one.field, one.code]),
    ).toEqual([
      [1, 'label', 'BAD_SIGNAL'],
      [2, 'platformItemId', 'BAD_SIGNAL'],
      [3, 'platformItemId', 'UNKNOWN_WORK'],
      [4, 'row', 'BAD_SIGNAL'],
    ])
    expect(await send('b1', rows)).toMatchObject({ duplicate: true, accepted: 1 })
    await jobs.find(({ name }) => name === 'risk_intake')!.run(jobContext(database, {} as never, now), {})
    const row = await one(
      sql`select c.score, c.signal_count as n, c.source from risk_case c where video_id = ${video.id} and label = 'minor'`,
    )
    expect(row).toEqual({ score: 94, n: 1, source: 'machine' })
    expect((await standing(video.id)).holds).toHaveLength(1)
    await database.rows(sql`update risk_service set enabled = false where code = 'machine'`)
    expect(await refused(send('b2', [good]))).toBe('MACHINE_CLOSED')
    await database.rows(sql`update risk_service set enabled = true where code = 'machine'`)
  })
})
