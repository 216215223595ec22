import sql, { type Sql } from 'sql-template-tag'
import { beforeEach, describe, expect, test } from 'vitest'
import { openServer } from '../../../tests/http/app.ts'
import { type Actor, world } from '../../../tests/world.ts'
import { addDays, dayOf } from '../../core/time.ts'

const { ask, database } = await openServer()
const run = (statement: Sql) => database.rows<any>(statement)
const { A, B } = world.partners
const soon = (days: number) => addDays(dayOf(new Date()), days)

const send = async (as: Actor, method: 'GET' | 'POST', path: string, body?: object) => {
  const answer = await ask(method, `/api/partner-rates${path}`, { as, ...(body && { body }) })
  const { data } = answer.json()
  return { status: answer.statusCode, reason: data?.reason, field: data?.field, data }
}
const rate = (more: object = {}) => ({
  ...{ partnerId: A, ratePpm: 620_000, creatorRatePpm: 350_000, validFrom: soon(1), validBefore: null },
  ...{ reason: '新签年度协议', ...more },
})
const propose = async (as: Actor, more: object = {}): Promise<string> => {
  const { status, data } = await send(as, 'POST', '', rate(more))
  expect(status, JSON.stringify(data)).toBe(200)
  return data.rateId
}
const decide = (as: Actor, id: string, isApproved = true, note: string | null = null, version = 1) =>
  send(as, 'POST', `/${id}/decide`, { version, isApproved, note })
const approved = async (more: object = {}) => {
  const id = await propose('coo', more)
  expect((await decide('adminOther', id)).status).toBe(200)
  return id
}

beforeEach(async () => {
  await run(sql`delete from partner_rate`)
})

describe('two persons', () => {
  test('an operator proposes, an administrator approves; nobody decides on an own proposal', async () => {
    const own = await propose('adminOther')
    expect(await decide('adminOther', own)).toMatchObject({ status: 403, reason: 'OWN_PROPOSAL' })
    expect(await decide('coo', own)).toMatchObject({ status: 403 })
    expect(await decide('godot', own)).toMatchObject({ status: 200, data: { state: 'approved' } })
    expect(await decide('godot', own, true, null, 2)).toMatchObject({ status: 409, reason: 'DECIDED' })
    const audits = await run(
      sql`select action, actor_id::text as by from audit_log where entity = 'rate' and entity_id = ${own} order by id`,
    )
    expect(audits).toEqual([
      { action: 'rate.propose', by: world.users.ops },
      { action: 'rate.approved', by: world.users.godot },
    ])
  })

  test('a no says why; whoever proposed takes it back, nobody else', async () => {
    const id = await propose('coo')
    expect(await decide('adminOther', id, false)).toMatchObject({ status: 400, field: 'note' })
    expect(await decide('adminOther', id, false, '比例过高')).toMatchObject({ status: 200 })
    const other = await propose('coo')
    expect(await send('adminOther', 'POST', `/${other}/withdraw`, { version: 1 })).toMatchObject({
      ...{ status: 403, reason: 'NOT_PROPOSER' },
    })
    expect(await send('coo', 'POST', `/${other}/withdraw`, { version: 9 })).toMatchObject({ status: 409 })
    expect(await send('coo', 'POST', `/${other}/withdraw`, { version: 1 })).toMatchObject({ status: 200 })
    const { list } = (await send('coo', 'GET', '?sort=proposedAt:asc')).data
    expect(list.map((row: any) => [row.state, row.decisionNote])).toEqual([
      ['rejected', '比例过高'],
      ['withdrawn', null],
    ])
  })

  test('one waiting prices nothing and keeps nobody from proposing', async () => {
    await propose('coo')
    await propose('coo', { ratePpm: 630_000 })
    expect((await send('coo', 'GET', '?isCurrent=true')).data.list).toEqual([])
  })
})

describe('validity', () => {
  test('a rate without an end ends where the next begins; what overlaps one with an end is refused at its field', async () => {
    const first = await approved({ validFrom: soon(1) })
    await approved({ validFrom: soon(31), ratePpm: 650_000 })
    expect(await run(sql`select valid_before::text as before from partner_rate where id = ${first}`)).toEqual([
      { before: soon(31) },
    ])
    expect(await send('coo', 'POST', '', rate({ validFrom: soon(20) }))).toMatchObject({
      ...{ status: 422, reason: 'RATE_OVERLAP', field: 'validFrom' },
    })
    expect(await send('coo', 'POST', '', rate({ validFrom: soon(0), validBefore: soon(2) }))).toMatchObject({
      ...{ status: 422, reason: 'RATE_OVERLAP', field: 'validBefore' },
    })
    expect(await send('coo', 'POST', '', rate({ validFrom: soon(0), validBefore: soon(1) }))).toMatchObject({
      status: 200,
    })
    expect(await send('coo', 'POST', '', rate({ partnerId: B, validFrom: soon(20) }))).toMatchObject({ status: 200 })
    expect(await send('coo', 'POST', '', rate({ validFrom: soon(40), validBefore: soon(40) }))).toMatchObject({
      ...{ status: 422, reason: 'END_FIRST', field: 'validBefore' },
    })
  })

  test('of two proposals for the same days one is approved', async () => {
    const span = { validFrom: soon(1), validBefore: soon(9) }
    const [one, other] = [await propose('coo', span), await propose('coo', span)]
    const answers = await Promise.all([decide('adminOther', one), decide('godot', other)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  })

  test('no month of a locked statement is touched; the days after it are priced anew', async () => {
    const waiting = await propose('coo', { partnerId: B, validFrom: '2027-03-20' })
    await run(sql`
      insert into statement (no, product_code, partner_id, period, state, locked_at) values ('WL202703-probe', 'wl', ${B}, '2027-03-01', 'locked', now())`)
    expect(await decide('adminOther', waiting)).toMatchObject({
      ...{ status: 422, reason: 'PERIOD_LOCKED', field: 'validFrom' },
    })
    await run(sql`
      insert into income_row (source, row_key, revision, earn_date, video_id, settle_type, ad_income_micro)
      select 'test', d, 1, d::date, (select min(id) from video where partner_id = ${B}), 1, 5000000 from unnest('{2027-03-31,2027-04-02}'::text[]) d`)
    await run(sql`delete from accrual_dirty`)
    await approved({ partnerId: B, validFrom: '2027-04-01' })
    expect(await run(sql`select earn_date::text as day from accrual_dirty where product_code = 'wl'`)).toEqual([
      { day: '2027-04-02' },
    ])
  })
})

test('an operator of a line sees, proposes and withdraws for its partners; those of another line do not exist', async () => {
  const seen = async (as: Actor) => {
    const { list } = (await send(as, 'GET', '')).data
    return list.map((row: { partnerId: string }) => row.partnerId).sort()
  }
  // The partner A is of the first line, B of the second, which is this operator's.
  const ofB = { partnerId: B, validFrom: '2027-05-01' }
  const [first, second] = [await propose('coo'), await propose('coo', ofB)]
  expect(await seen('cooMismatch')).toEqual([B])
  expect(await seen('coo')).toEqual([A, B])
  expect(await send('cooMismatch', 'POST', '', rate())).toMatchObject({ status: 422, field: 'partnerId' })
  expect(await send('cooMismatch', 'POST', '', rate({ partnerId: '999999' }))).toMatchObject({
    ...{ status: 422, field: 'partnerId' },
  })
  const own = await propose('cooMismatch', ofB)
  const withdraw = (id: string) => send('cooMismatch', 'POST', `/${id}/withdraw`, { version: 1 })
  expect((await withdraw(first)).status).toBe(404)
  expect(await withdraw(second)).toMatchObject({ status: 403, reason: 'NOT_PROPOSER' })
  expect((await withdraw(own)).status).toBe(200)
})

test('an operator finds partners with a statement and without, of products that are his', async () => {
  const find = async (as: Actor, query: string) =>
    (await ask('GET', `/api/settlements/partners?${query}`, { as })).json().data.partners
  const all: { name: string }[] = await find('adminOther', 'product=wl')
  expect(all.length).toBeGreaterThan(1)
  expect(await find('adminOther', `product=wl&keyword=${encodeURIComponent(all[0]!.name)}`)).toEqual([all[0]])
  expect(await find('cooMatch', 'product=wl')).toEqual([])
  expect(await find('cooMismatch', 'product=wl')).not.toEqual([])
})
