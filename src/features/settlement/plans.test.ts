import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import sql, { type Sql } from 'sql-template-tag'
import { beforeEach, describe, expect, test } from 'vitest'
import { openServer } from '../../../tests/http/app.ts'
import { type Actor, world } from '../../../tests/world.ts'
import { diagramOf } from '../../core/flow.ts'
import { addDays, dayOf } from '../../core/time.ts'
import { cpmPlan, splitPlan } from './example.ts'
import { type PlanAction, type PlanState, planFlow } from './planFlow.ts'

const { ask, database } = await openServer()
const run = (statement: Sql) => database.rows<any>(statement)
const tomorrow = addDays(dayOf(new Date()), 1)

const send = async (as: Actor, method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) => {
  const answer = await ask(method, path, { as, ...(body && { body }) })
  const { data } = answer.json()
  return { status: answer.statusCode, reason: data?.reason as string | undefined, data }
}
const draft = async (as: Actor = 'coo', product: 'wl' | 'sm4' = 'wl', more = {}) => {
  const made = await send(as, 'POST', '/api/plans', {
    product,
    params: product === 'wl' ? splitPlan : cpmPlan,
    validFrom: addDays(tomorrow, 30),
    ...more,
  })
  expect(made.status, JSON.stringify(made.data)).toBe(200)
  return made.data as { id: string; number: number; version: number }
}
const stateOf = async (id: string) =>
  (await run(sql`select state, version, valid_before::text as before from product_version where id = ${id}`))[0]
const step = async (as: Actor, id: string, action: PlanAction, more = {}) =>
  send(as, 'POST', `/api/plans/${id}/${action}`, { version: (await stateOf(id)).version, ...more })

beforeEach(async () => {
  await run(sql`delete from product_version where number > 3`)
  await run(
    sql`update product_version set valid_before = null where state = 'published' and (product_code, number) in (('wl', 2), ('sm4', 1))`,
  )
})

describe('two persons', () => {
  test('one proposes, another approves and publishes; the version before ends where it begins', async () => {
    const { id } = await draft('adminOther')
    const [current] = await run(
      sql`select id::text from product_version where product_code = 'wl' and state = 'published' and valid_before is null`,
    )
    expect(await step('adminOther', id, 'propose')).toMatchObject({ status: 200, data: { state: 'in_review' } })
    expect(await step('adminOther', id, 'approve')).toMatchObject({ status: 403, reason: 'OWN_PROPOSAL' })
    expect(await step('adminOther', id, 'reject', { note: '自己驳回' })).toMatchObject({
      status: 403,
      reason: 'OWN_PROPOSAL',
    })
    expect((await send('adminOther', 'GET', `/api/plans/${id}`)).data.plan.actions).toEqual(['withdraw'])
    expect((await send('adminKeyAdmin', 'GET', `/api/plans/${id}`)).data.plan.actions).toEqual([
      'approve',
      'reject',
      'withdraw',
    ])
    expect(await step('coo', id, 'approve')).toMatchObject({ status: 403 })
    expect(await step('adminKeyAdmin', id, 'approve', { note: '同意' })).toMatchObject({
      status: 200,
      data: { state: 'approved' },
    })
    expect(await step('adminOther', id, 'publish')).toMatchObject({ status: 200, data: { state: 'published' } })
    expect((await stateOf(current.id)).before).toBe(addDays(tomorrow, 30))
    const { data } = await send('coo', 'GET', `/api/plans/${id}`)
    expect(data.log.map(({ action }: { action: string }) => action)).toEqual([
      'plan.publish',
      'plan.approve',
      'plan.propose',
      'plan.create',
    ])
    expect(data.log[1]).toMatchObject({ reason: '同意' })
  })

  test('rejected with a reason, changed, and proposed again', async () => {
    const { id } = await draft()
    await step('coo', id, 'propose')
    expect(await step('adminOther', id, 'reject')).toMatchObject({ status: 400, reason: 'REASON_NEEDED' })
    expect(await step('adminOther', id, 'reject', { note: '比例过高' })).toMatchObject({ status: 200 })
    const change = (version: number, params: object = { ...splitPlan, partnerRatePpm: 540_000 }) =>
      send('coo', 'PATCH', `/api/plans/${id}`, { params, validFrom: addDays(tomorrow, 31), version })
    expect(await change(1)).toMatchObject({ status: 409, reason: 'STALE' })
    expect(await change(3)).toMatchObject({ status: 200 })
    expect(await step('coo', id, 'propose')).toMatchObject({ status: 200, data: { state: 'in_review' } })
    expect(await change(5)).toMatchObject({ status: 422, reason: 'NOT_IN_THIS_STATE' })
    const { data } = await send('coo', 'GET', `/api/plans/${id}`)
    expect(data.changed).toEqual(['partnerRatePpm'])
    expect(data.log[1]).toMatchObject({ action: 'plan.change', changed: ['partnerRatePpm', 'validFrom'] })
    expect(data.plan).toMatchObject({ decisionNote: null })
  })

  test('fifty publish at once: one does', async () => {
    const { id } = await draft()
    await step('coo', id, 'propose')
    await step('adminOther', id, 'approve')
    const { version } = await stateOf(id)
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => send('adminOther', 'POST', `/api/plans/${id}/publish`, { version })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ reason }) => reason))).toEqual(
      new Set(['NOT_IN_THIS_STATE']),
    )
  })
})

describe('what is refused', () => {
  const tried = async (more: object, product: 'wl' | 'sm4' = 'wl') => {
    const made = await send('coo', 'POST', '/api/plans', {
      product,
      params: product === 'wl' ? splitPlan : cpmPlan,
      validFrom: tomorrow,
      ...more,
    })
    return made.reason ?? made.status
  }
  test('parameters of another product, that contradict, or of no kind', async () => {
    expect(await tried({})).toBe(200)
    expect(await tried({ params: cpmPlan })).toBe('WRONG_PARAMS')
    expect(await tried({ params: { ...cpmPlan, tiers: [{ fromPlays: 5, cpmE4: 1 }] } }, 'sm4')).toBe(
      'PARAMS_CONTRADICT',
    )
    expect(await tried({ params: { ...splitPlan, partnerRatePpm: 1_000_001 } })).toBe('INVALID')
    expect(await tried({ params: { ...splitPlan, more: 1 } })).toBe('UNKNOWN_FIELD')
    expect(await tried({ params: { ...splitPlan, partnerRatePpm: 0.5 } })).toBe('INVALID')
  })

  test('days that are none, or that have passed: what is earned is not priced anew', async () => {
    expect(await tried({ validFrom: '2027-02-30' })).toBe('BAD_DAY')
    expect(await tried({ validFrom: dayOf(new Date()) })).toBe('DAY_PASSED')
    expect(await tried({ validFrom: tomorrow })).toBe(200)
  })

  test('a version that would overlap one that is published', async () => {
    const [first, second] = [
      await draft('coo', 'wl', { validFrom: addDays(tomorrow, 10) }),
      await draft('coo', 'wl', { validFrom: addDays(tomorrow, 9) }),
    ]
    for (const { id } of [first, second]) {
      await step('coo', id, 'propose')
      await step('adminOther', id, 'approve')
    }
    expect(await step('adminOther', first.id, 'publish')).toMatchObject({ status: 200 })
    expect(await step('adminOther', second.id, 'publish')).toMatchObject({ status: 422, reason: 'VERSION_FOLLOWS' })
  })

  test('the plan of a product that is not the account’s is not there', async () => {
    const { id } = await draft('adminOther', 'sm4')
    expect((await send('cooMatch', 'GET', `/api/plans/${id}`)).status).toBe(200)
    expect((await send('cooMismatch', 'GET', `/api/plans/${id}`)).status).toBe(404)
    expect(
      (await send('cooMismatch', 'GET', '/api/plans')).data.list.every(
        ({ product }: { product: string }) => product === 'wl',
      ),
    ).toBe(true)
    expect((await send('cooMismatch', 'GET', '/api/plans/start?product=sm4')).status).toBe(404)
    expect((await send('cooMatch', 'GET', '/api/plans/start?product=sm4')).status).toBe(200)
  })
})

describe('a simulation', () => {
  const period = '2026-10-01'
  const simulate = async (id: string, as: Actor = 'coo') =>
    (await send(as, 'POST', `/api/plans/${id}/simulate`, { period })).data

  test('of the parameters in force says what they say; nothing is written', async () => {
    for (const product of ['wl', 'sm4'] as const) {
      const { data: now } = await send('coo', 'GET', `/api/plans/start?product=${product}`)
      const { id } = await draft('coo', product, { params: now.params })
      const count = async () => (await run(sql`select count(*) as n, sum(amount_micro) as sum from accrual`))[0]
      const before = await count()
      const { current, proposed } = await simulate(id)
      expect(proposed).toEqual(current)
      expect(await count()).toEqual(before)
      const [stored] = await run(sql`
        select half_up(sum(amount_micro), 10000) as fen from accrual where product_code = ${product} and origin_period = ${period}`)
      expect(current.payableFen, product).toBe(stored.fen)
    }
  })

  test('of twice the share is twice the money, to the rounding of each line', async () => {
    const { data: now } = await send('coo', 'GET', '/api/plans/start?product=wl')
    await run(sql`delete from partner_rate`)
    const { id } = await draft('coo', 'wl', {
      params: { ...now.params, partnerRatePpm: now.params.partnerRatePpm / 2 },
    })
    const { current, proposed, partners } = await simulate(id)
    expect(Math.abs(current.payableFen - 2 * proposed.payableFen)).toBeLessThanOrEqual(1)
    expect(partners.length).toBeGreaterThan(1)
    const { partners: seen } = await simulate(id, 'cooMismatch')
    expect(
      seen.every(
        ({ partnerId }: { partnerId: string }) => partnerId === world.partners.B || partnerId === world.partners.D,
      ),
    ).toBe(true)
  })
})

describe('the flow', () => {
  test('is drawn as it is', () => {
    expect(readFileSync(new URL('../../../docs/flows/plan.md', import.meta.url), 'utf8')).toContain(diagramOf(planFlow))
  })

  test('random walks of random persons reach states by declared arrows alone, and nobody decides on his own', {
    timeout: 60_000,
  }, async () => {
    const persons = ['adminOther', 'adminKeyAdmin', 'coo', 'leader'] as const
    const actions = Object.keys(planFlow.actions) as PlanAction[]
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom(...persons), fc.constantFrom(...actions)), { minLength: 5, maxLength: 12 }),
        async (steps) => {
          const { id } = await draft('adminOther', 'wl', { validFrom: addDays(tomorrow, 300) })
          for (const [person, action] of steps) {
            const before = (await stateOf(id)).state as PlanState
            const { status } = await step(person, id, action, { note: '走一走' })
            const after = (await stateOf(id)).state as PlanState
            const { from, to } = planFlow.actions[action]
            if (status === 200) expect([from.includes(before), after]).toEqual([true, to])
            else expect(after).toBe(before)
          }
          const [{ alone }] = await run(
            sql`select count(*)::integer as alone from product_version where decided_by = proposed_by`,
          )
          expect(alone).toBe(0)
          await run(sql`delete from product_version where number > 3`)
          await run(sql`update product_version set valid_before = null where product_code = 'wl' and number = 2`)
        },
      ),
      { numRuns: 20, seed: 45 },
    )
  })
})
