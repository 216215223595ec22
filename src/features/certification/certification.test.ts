import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { openServer } from '../../../tests/http/app.ts'
import { type Actor, world } from '../../../tests/world.ts'
import { diagramOf } from '../../core/flow.ts'
import { jobContext } from '../../server/jobs/context.ts'
import { certificationFlow } from './flow.ts'
import { certification } from './server.ts'

const { ask, database } = await openServer()
const query = async <T>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await database.pool.query(text, values)).rows
await query('truncate certification')

const NUMBER = '11010519491231002X'
const PAPERS = {
  accountType: 'enterprise',
  legalPerson: '周青柚',
  certificateType: 'identityCard',
  number: NUMBER,
  enterpriseName: '青柚里传媒有限公司',
  enterpriseCertificateType: 'businessLicence',
  organizationCode: '91350100M000100Y43',
  validThrough: null,
}
const apply = async (as: Actor, change: object = {}, headers?: Record<string, string>) =>
  (
    await ask('POST', '/api/user/certification/applications', {
      as,
      body: { ...PAPERS, ...change },
      ...(headers && { headers }),
    })
  ).json()
const infoOf = async (as: Actor) => (await ask('POST', '/api/user/certification', { as })).json().data
const withdraw = async (as: Actor, id: string, version = 1) =>
  (await ask('POST', `/api/user/certification/applications/${id}/withdraw`, { as, body: { version } })).json()
const decide = async (as: Actor, id: string, body: object) =>
  (await ask('POST', `/api/certifications/${id}/decide`, { as, body: { version: 1, ...body } })).json()
const boxOf = (id: string) =>
  query<{ key: string; type: string; isDone: boolean }>(
    `select u.access_key as key, m.type, m.done_at is not null as "isDone" from message m join app_user u on u.id = m.receiver_id
     where m.biz_type = 'certification' and m.biz_id = $1 order by 1, 2`,
    [id],
  )

it('has the life its page draws', () => {
  expect(readFileSync('docs/flows/certification.md', 'utf8')).toContain(diagramOf(certificationFlow))
})

describe('an application', () => {
  it('goes from the sending to the decision: a todo for reviewers, a notice for the party, one name that stands', async () => {
    const { id } = (await apply('partnerA')).data
    expect((await boxOf(id)).map(({ key, type }) => `${type} ${key}`)).toEqual([
      ...['todo admin', 'todo coo', 'todo coo_sm4', 'todo godot', 'todo ops'],
    ])
    expect((await decide('cooMatch', id, { isPassed: true })).data).toEqual({ status: 'passed' })
    const told = await boxOf(id)
    expect(told.filter(({ type }) => type === 'todo').every(({ isDone }) => isDone)).toBe(true)
    expect(told.filter(({ type }) => type === 'notice').map(({ key }) => key)).toEqual(['partner', 'partner_none'])

    const next = (await apply('partnerANone', { enterpriseName: '青柚里文化有限公司' })).data.id
    expect((await infoOf('partnerA')).enterpriseInfo).toMatchObject({ id, status: 'passed' })
    await decide('adminOther', next, { isPassed: true })
    const { enterpriseInfo, record } = await infoOf('partnerA')
    expect(enterpriseInfo).toMatchObject({ id: next, status: 'passed', enterpriseName: '青柚里文化有限公司' })
    expect(record.map((one: { status: string }) => one.status)).toEqual(['passed', 'expired'])
    expect(record[0].certificationContent).toContain('青柚里文化有限公司')
    const { data: profile } = (await ask('GET', '/api/account/profile', { as: 'partnerA' })).json()
    expect(profile.isCertified).toBe(true)
  })

  it('is rejected with a reason, which the party reads; without one it stays as it was', async () => {
    const { id } = (
      await apply('supplierA', { accountType: 'person', certificateType: 'passport', number: 'e1234 5678' })
    ).data
    for (const reason of [undefined, '', ' x '])
      expect(
        await decide('adminOther', id, { isPassed: false, ...(reason !== undefined && { reason }) }),
      ).toMatchObject({
        code: 422,
        data: { reason: 'REASON_REQUIRED', field: 'reason' },
      })
    expect((await infoOf('supplierA')).enterpriseInfo).toMatchObject({ status: 'auditing', version: 1 })
    expect((await decide('adminOther', id, { isPassed: false, reason: '证件照片模糊' })).data.status).toBe('rejected')
    expect((await infoOf('supplierA')).enterpriseInfo).toMatchObject({
      ...{ status: 'rejected', reason: '证件照片模糊', accountType: 'person', enterpriseName: null },
      authenticationNumber: 'E*******8',
    })
    expect(await decide('adminOther', id, { isPassed: true })).toMatchObject({ code: 409, data: { reason: 'STALE' } })
    expect(await decide('adminOther', id, { isPassed: true, version: 2 })).toMatchObject({
      data: { reason: 'NOT_IN_THIS_STATE' },
    })
  })

  it('is one at a time, also when sent twice at once, and free again after a withdrawal', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() }
    const [first, second] = await Promise.all([apply('partnerB', {}, key), apply('partnerB', {}, key)])
    const id = first.data.id ?? second.data.id
    expect((await infoOf('partnerB')).record).toHaveLength(1)
    expect(await apply('partnerB')).toMatchObject({ code: 422, data: { reason: 'AUDITING_ALREADY' } })
    expect(await withdraw('partnerB', id, 7)).toMatchObject({ code: 409, data: { reason: 'STALE' } })
    expect((await withdraw('partnerB', id)).data.status).toBe('withdrawn')
    expect((await boxOf(id)).every(({ isDone }) => isDone)).toBe(true)
    expect((await infoOf('partnerB')).enterpriseInfo).toBeNull()
    expect((await apply('partnerB')).code).toBe(200)
    const raced = await Promise.all([apply('supplierB'), apply('supplierB')])
    expect(raced.map(({ code }) => code).sort()).toEqual([200, 422])
  })

  it('is nobody else’s: a foreign one answers as one that is missing, to the party and to the reviewer', async () => {
    const { id } = (await infoOf('partnerB')).record[0]
    const missing = (one: object) => ({ ...one, data: expect.objectContaining({ reason: 'NOT_FOUND' }) })
    expect(await withdraw('partnerA', id)).toMatchObject(missing({ code: 404 }))
    expect(await decide('cooMatch', id, { isPassed: true })).toMatchObject(missing({ code: 404 }))
    expect((await decide('cooMismatch', id, { isPassed: false, reason: '主体不符' })).data.status).toBe('rejected')
    const supplier = (await infoOf('supplierB')).record[0].id
    expect(await decide('cooMatch', supplier, { isPassed: true })).toMatchObject(missing({ code: 404 }))
    expect((await decide('coo', supplier, { isPassed: true })).data.status).toBe('passed')
    const namesFor = async (as: Actor) =>
      (await ask('GET', '/api/certifications', { as })).json().data.list.map((one: { party: string }) => one.party)
    expect(new Set(await namesFor('cooMatch'))).toEqual(new Set(['partner']))
    expect(new Set(await namesFor('adminOther'))).toEqual(new Set(['partner', 'supplier']))
    expect(await infoOf('adminOther')).toEqual({ enterpriseInfo: null, record: [] })
  })

  it('keeps its number sealed: masked in every answer, and in the log not at all', async () => {
    const answers = [
      await ask('POST', '/api/user/certification', { as: 'partnerA' }),
      await ask('GET', '/api/certifications?pageSize=200', { as: 'adminOther' }),
      await ask('GET', '/api/certifications/export.csv', { as: 'adminOther' }),
    ]
    for (const { body } of answers) {
      expect(body).toContain('110************02X')
      expect(body).not.toContain('19491231')
    }
    const [found] = await query<{ log: string; rows: string; box: string }>(
      `select (select string_agg(a::text, '') from audit_log a where entity = 'certification') as log,
        (select string_agg(c::text, '') from certification c) as rows,
        (select string_agg(words::text, '') from message where biz_type = 'certification') as box`,
    )
    expect(found!.log).toContain('certification.apply')
    for (const text of Object.values(found!)) expect(text).not.toMatch(/19491231|1234 ?5678/)
  })

  it.each([
    [{ number: '110105194912310021' }, 'number', 'PAPER_NUMBER'],
    [{ organizationCode: '91350100M000100Y44' }, 'organizationCode', 'ORGANISATION_CODE'],
    [{ organizationCode: null }, 'organizationCode', 'ORGANISATION_CODE'],
    [{ enterpriseName: ' 甲 ' }, 'enterpriseName', 'NAME_SHORT'],
    [{ enterpriseCertificateType: null }, 'enterpriseCertificateType', 'ENTERPRISE_NEEDED'],
    [{ legalPerson: '' }, 'legalPerson', 'NAME_SHORT'],
    [{ validThrough: '2020-01-01' }, 'validThrough', 'PAPER_ENDED'],
    [{ validThrough: '2099-02-30' }, 'validThrough', 'BAD_DAY'],
  ])('says at the field what is not right: %j', async (change, field, reason) => {
    const before = (await infoOf('partnerA')).record.length
    expect(await apply('partnerA', change)).toMatchObject({ code: 422, data: { field, reason } })
    expect((await infoOf('partnerA')).record).toHaveLength(before)
  })
})

it('expires once the last day of its paper is over, and the party is told', async () => {
  const [{ id }] = (await query<{ id: string }>(
    `update certification set valid_through = '2030-05-31' where state = 'passed' and partner_id = $1 returning id::text`,
    [world.partners.A],
  )) as [{ id: string }]
  const run = (at: string) => certification.jobs![0]!.run(jobContext(database, {} as never, new Date(at)), {})
  const stateOf = async () => (await infoOf('partnerA')).record.find((one: { id: string }) => one.id === id).status
  await run('2030-05-31T15:59:00Z')
  expect(await stateOf()).toBe('passed')
  await run('2030-05-31T16:05:00Z')
  expect(await stateOf()).toBe('expired')
  await run('2030-06-01T16:05:00Z')
  const expired = (await boxOf(id)).filter(({ type, key }) => type === 'notice' && key === 'partner')
  // One that it passed, one that it expired.
  expect(expired).toHaveLength(2)
})
