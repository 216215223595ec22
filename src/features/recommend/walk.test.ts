import fc from 'fast-check'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { openServer } from '../../../tests/http/app.ts'
import { type Actor, ctxFor, world } from '../../../tests/world.ts'
import { actionsFrom, type Flow } from '../../core/flow.ts'
import { jobContext } from '../../server/jobs/context.ts'
import { claimFlow, itemFlow } from './flow.ts'
import { blank } from './items.ts'
import { recommend } from './server.ts'

const { ask, database } = await openServer()
const post = (as: Actor, url: string, body?: object) => ask('POST', url, { as, ...(body && { body }) })
const DAY_MS = 86_400_000
const clock = recommend.jobs!.find(({ name }) => name === 'recommend-clock')!
const creators = (
  await database.rows<{ id: string }>(sql`
    select creator_id::text as id from creator_binding where partner_id = ${world.partners.A} and unbind_time is null order by 1 limit 3`)
).map(({ id }) => id)
const video = (await database.one<{ id: string }>(sql`
  select id::text from video where partner_id = ${world.partners.A} and risk_state = 'none' and visibility = 'public' order by id limit 1`))!
  .id

interface Seen {
  items: Map<string, string>
  claims: Map<string, string>
}
async function look(): Promise<Seen> {
  const [items, claims] = await Promise.all([
    database.rows<{ id: string; status: string }>(sql`select id::text, status from recommendation`),
    database.rows<{ id: string; status: string }>(sql`select id::text, status from recommendation_claim`),
  ])
  const asMap = (rows: typeof items) => new Map(rows.map(({ id, status }) => [id, status]))
  return { items: asMap(items), claims: asMap(claims) }
}

/** What a row may have become by one step; a claim of the last place also fills its item, so effects follow actions. */
function reachable(flow: Flow, from: string): Set<string> {
  const next = (state: string) =>
    Object.values(flow.actions).flatMap((arrow) => (arrow.from.includes(state) ? [arrow.to] : []))
  return new Set([from, ...next(from)])
}

const clear = async () => {
  await database.rows(sql`delete from recommendation_claim`)
  await database.rows(sql`update recommendation_suggestion set recommendation_id = null`)
  await database.rows(sql`delete from recommendation`)
}
const make = async (): Promise<string> => {
  const body = { ...blank, title: '走一走', quota: 2, targetType: 'video', targetId: video }
  return (await post('coo', '/api/recommend', body)).json().data.id
}

const version = async (table: 'recommendation' | 'recommendation_claim', id: string): Promise<number> =>
  (await database.one<{ version: number }>(
    table === 'recommendation'
      ? sql`select version from recommendation where id = ${id}`
      : sql`select version from recommendation_claim where id = ${id}`,
  ))!.version

const STEPS = [
  'publish',
  'schedule',
  'withdraw',
  'quota',
  'claim',
  'cancel',
  'submit',
  'approve',
  'reject',
  'clock',
  'restrict',
  'restore',
] as const

test('random walks over the real verbs reach declared states by declared arrows alone', {
  timeout: 60_000,
}, async () => {
  let works = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...STEPS), fc.nat({ max: 5 })), { minLength: 8, maxLength: 25 }),
      async (steps) => {
        await clear()
        const item = await make()
        let now = Date.now()
        let cases = 0
        for (const [action, n] of steps) {
          const before = await look()
          const claims = [...before.claims.keys()]
          const claimId = claims[n % Math.max(1, claims.length)]
          const onItem = async (verb: string) =>
            post('coo', `/api/recommend/${item}/${verb}`, { version: await version('recommendation', item) })
          const onClaim = async (as: Actor, verb: string, body: object = {}) =>
            claimId &&
            post(as, `/api/recommend/claims/${claimId}/${verb}`, {
              ...body,
              version: await version('recommendation_claim', claimId),
            })
          const emit = async (event: 'video.restricted' | 'video.restored', payload: object) =>
            (await ctxFor(database, 'adminOther')).transaction((ctx) => ctx.emit(event, payload as never))
          if (action === 'publish') await onItem('online')
          else if (action === 'withdraw') await onItem('offline')
          else if (action === 'schedule') {
            await database.rows(sql`
              update recommendation set start_at = ${new Date(now + DAY_MS)}, end_before = null where id = ${item} and status in ('draft', 'offline')`)
            await onItem('schedule')
          } else if (action === 'quota')
            await ask('PATCH', `/api/recommend/${item}`, {
              as: 'coo',
              body: { ...blank, title: '走一走', quota: 1 + n, version: await version('recommendation', item) },
            })
          else if (action === 'claim')
            await post('partnerA', `/api/recommend/${item}/claim`, { creatorId: creators[n % creators.length] })
          else if (action === 'cancel') await onClaim('partnerA', 'cancel')
          else if (action === 'submit') {
            const link = `https://www.douyin.com/video/${7_100_000_000_000_000_000n + BigInt(++works)}`
            await database.rows(sql`update creator set platform = 'douyin' where id = any(${creators}::bigint[])`)
            await onClaim('partnerA', 'submit', { link })
          } else if (action === 'approve') await onClaim('coo', 'judge', { isValid: true, reason: null })
          else if (action === 'reject') await onClaim('coo', 'judge', { isValid: false, reason: '与选题无关' })
          else if (action === 'clock') {
            now += (n + 1) * DAY_MS
            await clock.run(jobContext(database, {} as never, new Date(now)), {})
          } else if (action === 'restrict')
            await emit('video.restricted', {
              videoId: video,
              caseId: String(9000 + ++cases),
              effects: ['limit'],
              severity: 'p2',
            })
          else await emit('video.restored', { videoId: video, caseId: String(9000 + cases) })

          const after = await look()
          for (const [id, state] of after.items)
            expect(
              reachable(itemFlow as Flow, before.items.get(id)!),
              `${action}: ${before.items.get(id)} → ${state}`,
            ).toContain(state)
          for (const [id, state] of after.claims)
            expect(
              reachable(claimFlow as Flow, before.claims.get(id) ?? 'claimed'),
              `${action}: ${before.claims.get(id)} → ${state}`,
            ).toContain(state)
          const counted = (await database.one<{
            claimed: number
            held: number
            quota: number | null
            status: string
          }>(sql`
            select claimed_count as claimed, quota, status,
              (select count(*) from recommendation_claim c where c.recommendation_id = r.id and c.status not in ('cancelled', 'expired')) as held
            from recommendation r where id = ${item}`))!
          expect(counted.claimed).toBe(counted.held)
          if (counted.status === 'full') expect(counted.claimed).toBe(counted.quota)
          if (counted.status === 'online') expect(counted.quota === null || counted.claimed < counted.quota).toBe(true)
        }
      },
    ),
    { numRuns: 40, seed: 20_261_120 },
  )
})

describe('in every state exactly the declared actions are possible', () => {
  const verbs = { publish: 'online', withdraw: 'offline', schedule: 'schedule' } as const
  const cases = itemFlow.states.flatMap((state) =>
    Object.entries(verbs).map(([action, verb]) => [state, action, verb] as const),
  )
  test.each(cases)('an item that is %s: %s', async (state, action, verb) => {
    await clear()
    const id = await make()
    await database.rows(sql`
      update recommendation set status = ${state}, start_at = ${new Date(Date.now() + DAY_MS)} where id = ${id}`)
    const answer = await post('coo', `/api/recommend/${id}/${verb}`, { version: 1 })
    const allowed = actionsFrom(itemFlow, state, () => true)
    if ((allowed as string[]).includes(action)) expect(answer.statusCode, answer.body).toBe(200)
    else expect(answer.json()).toMatchObject({ code: 422, data: { reason: 'NOT_IN_THIS_STATE', state, allowed } })
  })

  const claimVerbs = [
    ['partnerA', 'cancel', 'cancel', {}],
    ['partnerA', 'submit', 'submit', { link: 'https://www.douyin.com/video/7200000000000000000' }],
    ['coo', 'approve', 'judge', { isValid: true, reason: null }],
    ['coo', 'reject', 'judge', { isValid: false, reason: '与选题无关' }],
  ] as const
  const claims = claimFlow.states.flatMap((state) => claimVerbs.map((verb) => [state, verb[1], verb] as const))
  test.each(claims)('a claim that is %s: %s', async (state, action, [as, , verb, body]) => {
    await clear()
    const id = await make()
    await database.rows(sql`update creator set platform = 'douyin' where id = ${creators[0]}`)
    const made = (await database.one<{ id: string }>(sql`
      with item as (update recommendation set claimed_count = 1 where id = ${id} returning id)
      insert into recommendation_claim (recommendation_id, partner_id, creator_id, due_at, status, link, invalid_reason)
      select id, ${world.partners.A}, ${creators[0]}, now() + interval '7 days', ${state}, 'https://x.cn/1', '原因' from item returning id::text`))!
    const answer = await post(as, `/api/recommend/claims/${made.id}/${verb}`, { ...body, version: 1 })
    const declared = claimFlow.actions[action].from as readonly string[]
    if (declared.includes(state)) expect(answer.statusCode, answer.body).toBe(200)
    else expect(answer.json()).toMatchObject({ code: 422, data: { reason: 'NOT_IN_THIS_STATE', state } })
  })
})
