import { describe, expect, it } from 'vitest'
import { openServer } from '../../../tests/http/app.ts'
import { world } from '../../../tests/world.ts'
import { sendNotices } from '../../server/messages/messages.ts'

const { ask, database } = await openServer()
const query = async <T>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await database.pool.query(text, values)).rows
const profileOf = async (as: 'leader' | 'partnerA') => (await ask('GET', '/api/account/profile', { as })).json().data

describe('the own profile', () => {
  it('is one’s own row, with phone and e-mail masked', async () => {
    await query(`update app_user set phone = '13800138000', email = 'anna@b.cn' where id = $1`, [world.users.partner])
    const profile = await profileOf('partnerA')
    expect(profile).toMatchObject({
      accessId: world.users.partner,
      phone: '138****8000',
      email: 'a***@b.cn',
      role: 'partner',
    })
    expect(JSON.stringify(profile)).not.toContain('13800138000')
  })

  it('takes a change, keeps it, and writes down what changed', async () => {
    const { version } = await profileOf('leader')
    const body = {
      displayName: ' 林组长 ',
      regionCode: '330106',
      address: '文三路 1 号',
      profile: '看得见的细心',
      version,
    }
    const saved = await ask('PUT', '/api/account/profile', { as: 'leader', body })
    expect(saved.json().data).toMatchObject({
      displayName: '林组长',
      region: ['浙江省', '杭州市', '西湖区'],
      address: '文三路 1 号',
      profile: '看得见的细心',
      version: version + 1,
    })
    expect(await profileOf('leader')).toEqual(saved.json().data)
    const [entry] = await query<{ before: object; after: object }>(
      `select before, after from audit_log where action = 'user.profile' and actor_id = $1`,
      [world.users.leader],
    )
    expect(entry).toMatchObject({
      before: { regionCode: null },
      after: { regionCode: '330106', displayName: '林组长' },
    })
    const late = await ask('PUT', '/api/account/profile', { as: 'leader', body })
    expect(late.json()).toMatchObject({ code: 409, data: { reason: 'STALE' } })
  })

  it.each([
    ['710101', 200],
    ['810101', 200],
    ['820102', 200],
    ['900000', 200],
    [null, 200],
    ['330100', 400],
    ['999999', 400],
    ['constr', 400],
  ])('takes only regions of the table, whole ones: %s', async (regionCode, status) => {
    const { version, displayName } = await profileOf('partnerA')
    const body = { displayName, regionCode, address: '', profile: '', version }
    const answer = await ask('PUT', '/api/account/profile', { as: 'partnerA', body })
    expect(answer.statusCode).toBe(status)
    if (status === 400) expect(answer.json().data.field).toBe('regionCode')
    else expect(answer.json().data.regionCode).toBe(regionCode)
  })

  it('refuses an empty nickname and too long texts at their fields', async () => {
    const { version } = await profileOf('partnerA')
    const body = { displayName: ' ', regionCode: null, address: '', profile: '', version }
    expect((await ask('PUT', '/api/account/profile', { as: 'partnerA', body })).json().data).toMatchObject({
      reason: 'NAME_EMPTY',
      field: 'displayName',
    })
    const long = { ...body, displayName: '甲', profile: '字'.repeat(201) }
    expect((await ask('PUT', '/api/account/profile', { as: 'partnerA', body: long })).statusCode).toBe(400)
  })
})

describe('the user centre', () => {
  it('shows a leader the partners of the own subtree, and nobody else’s', async () => {
    const { team, projects } = (await ask('GET', '/api/account/centre', { as: 'leader' })).json().data
    expect(team.kind).toBe('partners')
    expect(team.list.map(({ id }: { id: string }) => id).sort()).toEqual([world.partners.A, world.partners.C])
    expect(projects).toBeNull()
  })

  it('shows a partner the colleagues of the own organisation, oneself not among them', async () => {
    const { team } = (await ask('GET', '/api/account/centre', { as: 'partnerA' })).json().data
    expect(team).toMatchObject({ kind: 'people', list: [{ id: world.users.partner_none, people: null }] })
  })

  it('shows an operator of a line the collections of the line, and an admin all', async () => {
    await query(
      `insert into collection (number, name, content_type, filter_type, business_line_id)
       values ('centre-1', '甲线', 'img', 'artificial', $1), ('centre-2', '乙线', 'img', 'artificial', $2)`,
      [world.lines.first, world.lines.second],
    )
    const namesFor = async (as: 'cooMatch' | 'adminOther') =>
      (await ask('GET', '/api/account/centre', { as }))
        .json()
        .data.projects.list.map(({ name }: { name: string }) => name)
    expect(await namesFor('cooMatch')).toContain('甲线')
    expect(await namesFor('cooMatch')).not.toContain('乙线')
    expect(await namesFor('adminOther')).toEqual(expect.arrayContaining(['甲线', '乙线']))
  })

  it('counts and lists only what one did oneself', async () => {
    const before = (await ask('GET', '/api/account/centre', { as: 'supplierA' })).json().data
    await query(
      `insert into audit_log (actor_id, action, entity, entity_id) values ($1, 'view.save', 'view', '1'), ($2, 'view.save', 'view', '2')`,
      [world.users.supplier, world.users.supplier2],
    )
    const after = (await ask('GET', '/api/account/centre', { as: 'supplierA' })).json().data
    expect(after.numbers.changes).toBe(before.numbers.changes + 1)
    expect(after.activity[0]).toMatchObject({ action: 'view.save', entityId: '1' })
  })
})

describe('phone and e-mail', () => {
  const change = (body: object) => ask('POST', '/api/user/contact', { as: 'partnerB', body })

  it('changes with the password, answers masked, and leaves only masked values in the history', async () => {
    const done = await change({ currentPassword: world.password, phone: '+86 139-0013-9000', email: 'lin@example.com' })
    expect(done.json().data).toEqual({ phone: '139****9000', email: 'l***@example.com' })
    const [row] = await query<{ phone: string }>('select phone from app_user where id = $1', [world.users.partner2])
    expect(row!.phone).toBe('13900139000')
    const [entry] = await query<{ text: string }>(
      `select (before::text || after::text) as text from audit_log where action = 'user.contact'`,
    )
    expect(entry!.text).toContain('139****9000')
    expect(entry!.text).not.toContain('13900139000')
  })

  it('refuses a wrong password and leaves everything as it was', async () => {
    await change({ currentPassword: world.password, phone: '13900139000' })
    const refused = await change({ currentPassword: 'wrong-password', phone: '' })
    expect(refused.json()).toMatchObject({ code: 422, data: { reason: 'WRONG_PASSWORD' } })
    expect((await ask('GET', '/api/user/contact', { as: 'partnerB' })).json().data.phone).toBe('139****9000')
  })

  it.each([
    [{ phone: '12345' }, 'phone', 'PHONE_FORMAT'],
    [{ email: 'not an address' }, 'email', 'EMAIL_FORMAT'],
  ])('says at the field what is not right: %j', async (given, field, reason) => {
    const answer = await change({ currentPassword: world.password, ...given })
    expect(answer.json()).toMatchObject({ code: 400, data: { field, reason } })
  })
})

it('shows one’s own sign-ins and nobody else’s', async () => {
  await query(
    `insert into sign_in (user_id, access_key, ip, result) values ($1, 'partner', '10.0.0.1', 'refused'), ($2, 'partner2', '10.0.0.2', 'ok')`,
    [world.users.partner, world.users.partner2],
  )
  const { list } = (await ask('GET', '/api/user/sign-ins', { as: 'partnerA' })).json().data
  expect(list[0]).toMatchObject({ ip: '10.0.0.1', result: 'refused' })
  expect(list.map(({ ip }: { ip: string }) => ip)).not.toContain('10.0.0.2')
})

it('goes on through all of one’s sign-ins, page after page, each once', async () => {
  await query(
    `insert into sign_in (user_id, access_key, ip, result)
     select $1, 'supplier', ('10.1.0.' || n)::inet, 'ok' from generate_series(1, 45) n`,
    [world.users.supplier],
  )
  await query(`insert into sign_in (user_id, access_key, ip, result) values ($1, 'supplier2', '10.2.0.1', 'ok')`, [
    world.users.supplier2,
  ])
  const seen: string[] = []
  for (let next: string | null = ''; next !== null; ) {
    const page: { list: { id: string; ip: string }[]; next: string | null } = (
      await ask('GET', `/api/user/sign-ins${next && `?before=${next}`}`, { as: 'supplierA' })
    ).json().data
    expect(page.list.length).toBeLessThanOrEqual(20)
    seen.push(...page.list.map(({ id, ip }) => `${id} ${ip}`))
    next = page.next
  }
  expect(seen.length).toBeGreaterThanOrEqual(45)
  expect(new Set(seen).size).toBe(seen.length)
  expect(seen.join()).not.toContain('10.2.0.1')
})

describe('wanted messages', () => {
  const kindsOf = async (as: 'partnerA' | 'supplierA' | 'adminOther') =>
    (await ask('GET', '/api/message/preferences', { as })).json().data.list
  const send = (type: 'notice' | 'todo', bizId: string) =>
    sendNotices(database, null, {
      to: { userIds: [world.users.partner] },
      type,
      bizType: 'risk',
      bizId,
      words: { 'zh-CN': { title: '甲', content: '' }, 'en-US': { title: 'A', content: '' } },
    })
  const gotten = async () =>
    (
      await query<{ biz_id: string }>(`select biz_id from message where receiver_id = $1 and biz_id like 'want-%'`, [
        world.users.partner,
      ])
    ).map((row) => row.biz_id)

  it('offers only kinds the role has business of', async () => {
    expect((await kindsOf('supplierA')).map(({ kind }: { kind: string }) => kind)).toEqual(['distribution'])
    const body = { kind: 'risk', inApp: false }
    expect((await ask('PUT', '/api/message/preferences', { as: 'supplierA', body })).statusCode).toBe(403)
  })

  it('keeps back notices of a kind that is not wanted, lets todos through, and delivers again once wanted', async () => {
    const prefer = (inApp: boolean) =>
      ask('PUT', '/api/message/preferences', { as: 'partnerA', body: { kind: 'risk', inApp } })
    await send('notice', 'want-1')
    expect((await prefer(false)).statusCode).toBe(200)
    expect(await kindsOf('partnerA')).toContainEqual({ kind: 'risk', inApp: false })
    expect(await kindsOf('adminOther')).toContainEqual({ kind: 'risk', inApp: true })
    await send('notice', 'want-2')
    await send('todo', 'want-3')
    await prefer(true)
    await send('notice', 'want-4')
    expect(await gotten()).toEqual(['want-1', 'want-3', 'want-4'])
  })
})
