import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { openServer } from '../../../tests/http/app.ts'
import { type Actor, actors, world } from '../../../tests/world.ts'

const { ask: call, database } = await openServer()
const ask = async (as: Actor, method: 'GET' | 'POST', url: string, body?: object) => {
  const answer = await call(method, `/api/articles${url}`, { as, ...(body && { body }) })
  const { data } = answer.json()
  return { status: answer.statusCode, reason: data?.reason as string | undefined, data }
}

interface Made {
  roles?: string[]
  partners?: string[]
  status?: string
  isMustRead?: boolean
}
/** An article that is out, without the steps that lead there. */
async function make({ roles = ['leader', 'partner'], partners = [], status = 'published', isMustRead = true }: Made) {
  const by = world.users.coo
  const row = await database.one<{ id: string }>(sql`
    insert into article (category_id, audience_roles, audience_partners, is_must_read, status, live_no, published_at, created_by)
    values ((select min(id) from article_category), ${roles}, ${partners}::bigint[], ${isMustRead}, 'draft', null, null, ${by}) returning id::text`)
  const { id } = row!
  await database.rows(sql`
    insert into article_draft (article_id, title, author, digest, tags, lang, html, plain, words, saved_by, saved_at)
    values (${id}, '阅读情况', '', '', '{}', 'zh', '<p>正文</p>', '正文', 2, ${by}, now())`)
  if (status !== 'draft') {
    await database.rows(sql`
      insert into article_version (article_id, no, title, author, digest, tags, lang, html, plain, words, published_by, published_at)
      select article_id, 1, title, author, digest, tags, lang, html, plain, words, saved_by, saved_at from article_draft where article_id = ${id}`)
    await database.rows(sql`update article set status = ${status}, live_no = 1, published_at = now() where id = ${id}`)
  }
  return id
}
const rowsOf = async (id: string, more = ''): Promise<any[]> =>
  (await ask('coo', 'GET', `/readers?articleId=${id}&pageSize=200${more}`)).data.list
const namesOf = async (id: string) => (await rowsOf(id)).map(({ accessKey }) => accessKey).sort()
const accounts = async (where: ReturnType<typeof sql>) =>
  (
    await database.rows<{ key: string }>(
      sql`select access_key as key from app_user where status = 'active' and ${where}`,
    )
  )
    .map(({ key }) => key)
    .sort()

test('the audience is who may read it: by role, by partner, without accounts that are disabled', async () => {
  const leaders = await accounts(sql`role = 'leader'`)
  const ofA = await accounts(sql`role = 'partner' and partner_id = ${world.partners.A}`)
  expect(await namesOf(await make({ roles: ['leader'] }))).toEqual(leaders)
  const forA = await make({ roles: ['partner'], partners: [world.partners.A] })
  expect(await namesOf(forA)).toEqual(ofA)
  const both = await make({ partners: [world.partners.A] })
  expect(await namesOf(both)).toEqual([...leaders, ...ofA].sort())
  for (const [actor, id] of [
    ['partnerA', forA],
    ['partnerB', forA],
    ['leader', forA],
    ['leader', both],
  ] as const) {
    const key = (await database.one<{ key: string }>(
      sql`select access_key as key from app_user where id = ${world.users[actors[actor]]}`,
    ))!.key
    const mayRead = (await ask(actor, 'GET', `/${id}`)).status === 200
    expect([actor, (await namesOf(id)).includes(key)]).toEqual([actor, mayRead])
  }
  await database.rows(sql`update app_user set status = 'disabled' where id = ${world.users.partner_none}`)
  expect((await namesOf(forA)).length).toBe(ofA.length - 1)
  await database.rows(sql`update app_user set status = 'active' where id = ${world.users.partner_none}`)
})

test('unread, read and confirmed are counted as the rows say, and the file holds the rows', async () => {
  const id = await make({})
  await ask('partnerA', 'POST', `/${id}/read`, {})
  await ask('leader', 'POST', `/${id}/read`, {})
  await ask('leader', 'POST', `/${id}/confirm`, { versionNo: 1 })
  // An editor reads too, and is no part of the audience.
  await ask('coo', 'POST', `/${id}/read`, {})
  const rows = await rowsOf(id)
  const reach = (await ask('coo', 'GET', `/${id}/reach`)).data
  for (const state of ['unread', 'read', 'confirmed'] as const) {
    expect(reach[state]).toBe(rows.filter((row) => row.state === state).length)
    expect((await rowsOf(id, `&state=${state}`)).map(({ rowId }) => rowId).sort()).toEqual(
      rows
        .filter((row) => row.state === state)
        .map(({ rowId }) => rowId)
        .sort(),
    )
  }
  expect([reach.read, reach.confirmed]).toEqual([1, 1])
  expect(rows.map(({ state }) => state)).toEqual([...rows.map(({ state }) => state)].sort().reverse())
  expect(rows.find(({ state }) => state === 'confirmed')).toMatchObject({
    role: 'leader',
    versionNo: 1,
    firstReadAt: expect.any(String),
    confirmedAt: expect.any(String),
  })
  expect(rows.find(({ state }) => state === 'unread')).toMatchObject({
    versionNo: null,
    firstReadAt: null,
    confirmedAt: null,
  })
  const file = await call('GET', `/api/articles/readers/export.csv?articleId=${id}`, { as: 'coo' })
  const lines = file.body.trim().split(/\r?\n/)
  expect(lines.length).toBe(rows.length + 1)
  for (const { accessKey } of rows) expect(lines.some((line) => line.includes(accessKey))).toBe(true)
})

test('pages hold each account once, whatever they are sorted by', async () => {
  const id = await make({})
  await ask('partnerA', 'POST', `/${id}/read`, {})
  await ask('leader', 'POST', `/${id}/confirm`, { versionNo: 1 })
  const all = (await rowsOf(id)).map(({ rowId }) => rowId).sort()
  for (const sort of ['state:asc', 'firstReadAt:desc', 'confirmedAt:asc,state:desc']) {
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const { data } = await ask('coo', 'GET', `/readers?articleId=${id}&pageSize=2&sort=${sort}&cursor=${cursor}`)
      seen.push(...data.list.map(({ rowId }: any) => rowId))
      cursor = data.nextCursor
    }
    expect(seen.sort()).toEqual(all)
  }
})

test('a confirmation the article no longer counts is a read one; what is not out has no readers', async () => {
  const id = await make({})
  await ask('partnerA', 'POST', `/${id}/read`, {})
  await ask('partnerA', 'POST', `/${id}/confirm`, { versionNo: 1 })
  const mine = async () => (await rowsOf(id)).find(({ firstReadAt }) => firstReadAt !== null)
  expect((await mine()).state).toBe('confirmed')
  await database.rows(sql`update article set confirm_from = 2 where id = ${id}`)
  expect(await mine()).toMatchObject({ state: 'read', confirmedAt: null })
  for (const status of ['draft', 'unpublished']) {
    const other = await make({ status })
    expect(await rowsOf(other)).toEqual([])
    expect((await ask('coo', 'GET', `/${other}/reach`)).data).toMatchObject({ status, unread: 0 })
  }
})

test('only who edits articles sees who read them; an article that is not there has no report', async () => {
  const id = await make({})
  for (const actor of ['leader', 'partnerA', 'supplierA'] as const) {
    expect((await ask(actor, 'GET', `/readers?articleId=${id}`)).status).toBe(403)
    expect((await ask(actor, 'GET', `/${id}/reach`)).status).toBe(403)
    expect((await ask(actor, 'POST', `/${id}/remind`, {})).status).toBe(403)
    expect((await call('GET', '/api/articles/readers/export.csv', { as: actor })).statusCode).toBe(403)
  }
  expect((await ask('coo', 'GET', `/${id}/reach`)).status).toBe(200)
  for (const missing of ['999999', '999999999999999999']) {
    expect((await ask('coo', 'GET', `/readers?articleId=${missing}`)).data.list).toEqual([])
    expect((await ask('coo', 'GET', `/${missing}/reach`)).status).toBe(404)
    expect((await ask('coo', 'POST', `/${missing}/remind`, {})).status).toBe(404)
  }
})

test('who has not confirmed is reminded, once a day, and nobody else', async () => {
  const id = await make({})
  await ask('leader', 'POST', `/${id}/confirm`, { versionNo: 1 })
  const told = async () =>
    (
      await database.rows<{ id: string }>(sql`
        select receiver_id::text as id from message where biz_type = 'article' and biz_id = ${id} order by receiver_id`)
    ).map((row) => row.id)
  const waiting = (await rowsOf(id)).filter(({ state }) => state !== 'confirmed').length
  const answers = await Promise.all([1, 2, 3].map(() => ask('coo', 'POST', `/${id}/remind`, {})))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422])
  expect(answers.find(({ status }) => status === 200)!.data).toEqual({ reminded: waiting })
  expect(new Set(answers.map(({ reason }) => reason))).toEqual(new Set([undefined, 'REMINDED_TODAY']))
  expect((await told()).length).toBe(waiting)
  expect(await told()).toContain(world.users.partner)
  expect(await told()).not.toContain(world.users.leader)
  const written = await database.rows<{ n: number }>(
    sql`select 1 as n from audit_log where action = 'article.remind' and entity_id = ${id}`,
  )
  expect(written.length).toBe(1)
  // The next day it may be asked again; whoever has not read the first notice gets no second beside it.
  await database.rows(sql`update article set reminded_on = reminded_on - 1 where id = ${id}`)
  expect((await ask('coo', 'POST', `/${id}/remind`, {})).status).toBe(200)
  expect((await told()).length).toBe(waiting)
  expect((await ask('coo', 'POST', `/${await make({ isMustRead: false })}/remind`, {})).reason).toBe('NOT_MUST_READ')
  expect((await ask('coo', 'POST', `/${await make({ status: 'unpublished' })}/remind`, {})).reason).toBe('NOT_OUT')
  const done = await make({ roles: ['partner'], partners: [world.partners.A] })
  await database.rows(sql`
    insert into article_confirm (article_id, user_id, version_no, at)
    select ${done}, id, 1, now() from app_user where role = 'partner' and partner_id = ${world.partners.A}`)
  expect((await ask('coo', 'POST', `/${done}/remind`, {})).reason).toBe('ALL_CONFIRMED')
})
