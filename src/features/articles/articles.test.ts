import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { openServer } from '../../../tests/http/app.ts'
import { type Actor, world } from '../../../tests/world.ts'
import { actionsFrom, diagramOf } from '../../core/flow.ts'
import { jobContext } from '../../server/jobs/context.ts'
import type { Move, Status } from './contract.ts'
import { articleFlow } from './flow.ts'
import { publishDue } from './verbs/moving.ts'

const { ask: call, database } = await openServer()

interface Answer {
  status: number
  reason?: string
  msg: string
  data: any
}
async function ask(
  actor: Actor,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  body?: object,
): Promise<Answer> {
  const answer = await call(method, `/api/articles${url}`, { as: actor, ...(body && { body }) })
  const { data, msg } = answer.json()
  return { status: answer.statusCode, reason: data?.reason, msg, data }
}

const WINDOW = '00000000-0000-4000-8000-000000000001'
const OTHER = '00000000-0000-4000-8000-000000000002'
const category = (await database.one<{ id: string }>(sql`select min(id)::text as id from article_category`))!.id
const fields = {
  author: '',
  digest: '',
  coverKey: null,
  tags: [] as string[],
  lang: 'zh',
  sourceUrl: null,
  isCleared: false,
}

async function make(title = '测试文章', html = ''): Promise<string> {
  const made = await ask('coo', 'POST', '', { title, categoryId: category, lang: 'zh' })
  expect(made.status, made.msg).toBe(200)
  if (html) expect((await save(made.data.id, 1, html, { title })).status).toBe(200)
  return made.data.id
}
const save = (id: string, revision: number, html: string, more: object = {}, actor: Actor = 'coo') =>
  ask(actor, 'PUT', `/${id}/draft`, { ...fields, title: '测试文章', html, revision, window: WINDOW, ...more })
const lock = (actor: Actor, id: string, window: string, act: 'hold' | 'takeOver' | 'release') =>
  ask(actor, 'PUT', `/${id}/lock`, { window, act })
const rowOf = async (id: string) =>
  (await database.one<{ status: Status; version: number; liveNo: number | null; revision: number }>(sql`
    select a.status, a.version, a.live_no as "liveNo", d.revision from article a join article_draft d on d.article_id = a.id where a.id = ${id}`))!
const move = async (id: string, action: Move, more: object = {}, actor: Actor = 'coo') =>
  ask(actor, 'POST', `/${id}/move`, { action, version: (await rowOf(id)).version, ...more })
const place = async (id: string, more: object) => {
  const { draft: _, ...now } = (await ask('coo', 'GET', `/${id}/draft`)).data
  const { categoryId, audienceRoles, audiencePartners, isPinned, isMustRead, isAnnouncement, version } = now
  return ask('coo', 'PATCH', `/${id}`, {
    ...{ categoryId, audienceRoles, audiencePartners, isPinned, isMustRead, isAnnouncement, version },
    ...more,
  })
}
const publishedFor = async (audience: object, html = '<p>正文</p>'): Promise<string> => {
  const id = await make('测试文章', html)
  expect((await place(id, audience)).status).toBe(200)
  expect((await move(id, 'publish')).status).toBe(200)
  return id
}
const isListed = async (actor: Actor, id: string) =>
  (await ask(actor, 'GET', '?pageSize=200')).data.list.some((row: any) => row.articleId === id)

describe('who reads what', () => {
  test('what is not out, or not for somebody, is missing for them and absent from their list', async () => {
    const draft = await make('草稿', '<p>未发布</p>')
    const forA = await publishedFor({ audienceRoles: ['partner'], audiencePartners: [world.partners.A] })
    const forLeaders = await publishedFor({ audienceRoles: ['leader'] })
    const seen = async (actor: Actor, id: string) => [
      (await ask(actor, 'GET', `/${id}`)).status,
      await isListed(actor, id),
    ]
    expect(await seen('coo', draft)).toEqual([200, true])
    expect(await seen('partnerA', draft)).toEqual([404, false])
    expect(await seen('partnerA', forA)).toEqual([200, true])
    expect(await seen('partnerB', forA)).toEqual([404, false])
    expect(await seen('leader', forA)).toEqual([404, false])
    expect(await seen('leader', forLeaders)).toEqual([200, true])
    expect(await seen('partnerA', forLeaders)).toEqual([404, false])
    await move(forA, 'unpublish')
    expect(await seen('partnerA', forA)).toEqual([404, false])
    expect(await seen('coo', forA)).toEqual([200, true])
    for (const verb of ['read', 'feedback'])
      expect(
        (await ask('partnerA', 'POST', `/${forA}/${verb}`, verb === 'read' ? {} : { isHelpful: true, why: '' })).status,
      ).toBe(404)
  })

  test('a reader is not told what only editors see', async () => {
    const { list } = (await ask('partnerA', 'GET', '')).data
    for (const name of ['status', 'readers', 'confirmed', 'helpfulRate', 'version', 'updatedAt'])
      expect(Object.keys(list[0])).not.toContain(name)
    expect((await ask('partnerA', 'GET', '?status=draft')).reason).toBe('UNKNOWN_FILTER')
    expect((await ask('partnerA', 'GET', '?sort=updatedAt')).reason).toBe('UNKNOWN_SORT')
    expect((await ask('coo', 'GET', '?status=draft&sort=updatedAt')).status).toBe(200)
  })

  test('a preview shows the working copy to editors and the published text to everybody else', async () => {
    const id = await publishedFor({}, '<p>甲</p>')
    await save(id, (await rowOf(id)).revision, '<p>乙</p>')
    expect((await ask('coo', 'GET', `/${id}?preview=true`)).data.html).toBe('<p>乙</p>')
    expect((await ask('coo', 'GET', `/${id}`)).data.html).toBe('<p>甲</p>')
    expect((await ask('partnerA', 'GET', `/${id}?preview=true`)).data.html).toBe('<p>甲</p>')
  })
})

describe('saving', () => {
  test('two editors: the second is shown the first one’s text and overwrites nothing', async () => {
    const id = await make()
    expect((await save(id, 1, '<p>第一版</p>')).data.revision).toBe(2)
    const late = await save(id, 1, '<p>另一版</p>', {}, 'adminOther')
    expect([late.status, late.reason]).toEqual([409, 'DRAFT_CHANGED'])
    expect(late.data.current).toMatchObject({ html: '<p>第一版</p>', revision: 2 })
    expect((await ask('coo', 'GET', `/${id}/draft`)).data.draft.html).toBe('<p>第一版</p>')
    expect((await save(id, 2, '<p>看过差异</p>', {}, 'adminOther')).status).toBe(200)
  })

  test('the window without the lock does not write; taking over is known and audited; a silent editor has gone', async () => {
    const id = await make()
    expect((await lock('coo', id, WINDOW, 'hold')).data.isMine).toBe(true)
    expect((await lock('adminOther', id, OTHER, 'hold')).data).toMatchObject({ isMine: false })
    // Another window of the same person is another editor.
    expect((await lock('coo', id, OTHER, 'hold')).data.isMine).toBe(false)
    expect((await save(id, 1, '<p>乙</p>', { window: OTHER }, 'adminOther')).reason).toBe('LOCKED')
    expect((await lock('adminOther', id, OTHER, 'takeOver')).data.isMine).toBe(true)
    expect((await save(id, 1, '<p>甲</p>')).reason).toBe('LOCKED')
    expect((await save(id, 1, '<p>乙</p>', { window: OTHER }, 'adminOther')).status).toBe(200)
    const entry = await database.one(
      sql`select 1 from audit_log where action = 'article.takeOver' and entity_id = ${id}`,
    )
    expect(entry).toBeDefined()
    await database.rows(sql`update article set lock_until = now() - interval '1 second' where id = ${id}`)
    expect((await lock('coo', id, WINDOW, 'hold')).data.isMine).toBe(true)
    expect((await lock('coo', id, WINDOW, 'release')).data.holder).toBeNull()
  })

  test('nothing never overwrites something, unless somebody says so', async () => {
    const id = await make('标题', '<p>写了很久</p>')
    for (const html of ['', '<p></p>', '<p> </p><p><br></p>'])
      expect((await save(id, 2, html)).reason).toBe('EMPTY_OVER_TEXT')
    expect((await ask('coo', 'GET', `/${id}/draft`)).data.draft.html).toBe('<p>写了很久</p>')
    expect((await save(id, 2, '', { isCleared: true })).status).toBe(200)
  })

  test('what is saved is what the list allows, whoever sent it', async () => {
    const id = await make()
    const { data } = await save(
      id,
      1,
      '<h1>题</h1><p onclick="x()">a<script>x()</script><a href="javascript:x()">b</a><a href="https://a.example">c</a></p>',
    )
    expect(data.html).toBe(
      '<h2>题</h2><p>a<a>b</a><a href="https://a.example" rel="noopener noreferrer nofollow" target="_blank">c</a></p>',
    )
    expect((await save(id, 2, '<p>a</p>', { sourceUrl: 'javascript:alert(1)' })).reason).toBe('BAD_LINK')
    expect((await save(id, 2, '<p>a<img data-media="11111111-1111-4111-8111-111111111111"></p>')).reason).toBe(
      'MEDIA_NOT_FOUND',
    )
    expect((await save(id, 2, '<p>a</p>', { tags: Array.from({ length: 11 }, (_, n) => `t${n}`) })).status).toBe(400)
    expect((await save(id, 2, '<p>a</p>', { title: '字'.repeat(65) })).status).toBe(400)
  })

  test('a digest nobody wrote is the first 54 characters', async () => {
    const id = await make('标题', `<h2>开头</h2><p>${'字'.repeat(80)}</p>`)
    expect((await ask('coo', 'GET', `/${id}/draft`)).data.draft.digest).toBe('')
    await move(id, 'publish')
    expect([...(await ask('partnerA', 'GET', `/${id}`)).data.digest]).toHaveLength(54)
  })
})

describe('the flow', () => {
  test('publishing swaps whole versions; one that was published never changes; restoring makes a new one', async () => {
    const id = await publishedFor({}, '<p>一</p>')
    expect((await move(id, 'update')).reason).toBe('NOTHING_NEW')
    await save(id, (await rowOf(id)).revision, '<p>二</p>')
    expect((await ask('partnerA', 'GET', `/${id}`)).data).toMatchObject({ html: '<p>一</p>', versionNo: 1 })
    expect((await move(id, 'update')).data.liveNo).toBe(2)
    expect((await ask('partnerA', 'GET', `/${id}`)).data).toMatchObject({ html: '<p>二</p>', versionNo: 2 })
    await expect(database.rows(sql`update article_version set title = 'x' where article_id = ${id}`)).rejects.toThrow(
      'never changes',
    )
    const { revision } = await rowOf(id)
    expect((await ask('coo', 'POST', `/${id}/restore`, { no: 1, revision: revision - 1 })).reason).toBe('DRAFT_CHANGED')
    expect((await ask('coo', 'POST', `/${id}/restore`, { no: 1, revision })).status).toBe(200)
    expect((await move(id, 'update')).data.liveNo).toBe(3)
    expect((await ask('partnerA', 'GET', `/${id}`)).data.html).toBe('<p>一</p>')
    expect((await ask('coo', 'GET', `/${id}/versions`)).data.versions.map((one: any) => one.no)).toEqual([3, 2, 1])
  })

  test('nobody publishes a text they have not seen, an empty one, or at a time gone by', async () => {
    const id = await make()
    expect((await move(id, 'publish')).reason).toBe('NO_TEXT')
    await save(id, 1, '<p>甲</p>')
    expect((await move(id, 'publish', { revision: 1 })).reason).toBe('DRAFT_CHANGED')
    expect((await move(id, 'schedule')).reason).toBe('TIME_REQUIRED')
    expect((await move(id, 'schedule', { publishAt: '2020-01-01T00:00:00Z' })).reason).toBe('TIME_PAST')
    expect((await ask('coo', 'POST', `/${id}/move`, { action: 'publish', version: 99 })).reason).toBe('STALE')
    expect((await move(id, 'publish', { revision: 2 })).status).toBe(200)
    const refused = await move(id, 'archive')
    expect([refused.status, refused.reason]).toEqual([422, 'NOT_IN_THIS_STATE'])
    expect(refused.data.allowed).toEqual(expect.arrayContaining(['unpublish', 'update']))
  })

  test('a review is asked of the others and ends with the step; sending back says why', async () => {
    const id = await make('待审', '<p>甲</p>')
    await move(id, 'submit')
    const todo = () =>
      database.rows(
        sql`select 1 from message where biz_type = 'article' and biz_id = ${id} and type = 'todo' and done_at is null`,
      )
    expect((await todo()).length).toBeGreaterThan(0)
    expect((await move(id, 'sendBack', {}, 'adminOther')).reason).toBe('REASON_REQUIRED')
    expect((await move(id, 'sendBack', { reason: '缺例子' }, 'adminOther')).status).toBe(200)
    expect(await todo()).toEqual([])
  })

  test('the clock publishes what is due, once, and leaves the rest', async () => {
    const [due, later] = [await make('到点', '<p>甲</p>'), await make('未到', '<p>乙</p>')]
    const at = new Date(Date.now() + 3_600_000)
    await move(due, 'schedule', { publishAt: at.toISOString() })
    await move(later, 'schedule', { publishAt: new Date(+at + 3_600_000).toISOString() })
    expect((await ask('partnerA', 'GET', `/${due}`)).status).toBe(404)
    for (let run = 0; run < 2; run++) await publishDue.run(jobContext(database, {} as never, new Date(+at + 1000)), {})
    expect(await rowOf(due)).toMatchObject({ status: 'published', liveNo: 1 })
    expect(await rowOf(later)).toMatchObject({ status: 'scheduled', liveNo: null })
    expect((await ask('partnerA', 'GET', `/${due}`)).status).toBe(200)
  })

  test('any walk over the verbs ends where the flow says, and what is read is always a whole version', async () => {
    const moves = Object.keys(articleFlow.actions).filter((action) => action !== 'due') as Move[]
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...moves, 'edit' as const), { minLength: 3, maxLength: 10 }),
        async (walk) => {
          const id = await make('漫步', '<p>0</p>')
          let state: Status = 'draft'
          for (const [at, action] of walk.entries()) {
            if (action === 'edit') {
              expect((await save(id, (await rowOf(id)).revision, `<p>${at + 1}</p>`)).status).toBe(200)
              continue
            }
            const { from, to } = articleFlow.actions[action]
            const more = { reason: '理由', publishAt: new Date(Date.now() + 3_600_000).toISOString() }
            const answer = await move(
              id,
              action,
              action === 'sendBack'
                ? { reason: more.reason }
                : action === 'schedule'
                  ? { publishAt: more.publishAt }
                  : {},
            )
            if (answer.status === 200) {
              expect(from).toContain(state)
              state = to
            } else if (from.includes(state)) expect(answer.reason).toBe('NOTHING_NEW')
            else expect(answer.reason).toBe('NOT_IN_THIS_STATE')
            const row = await rowOf(id)
            expect(row.status).toBe(state)
            const shown = await ask('partnerA', 'GET', `/${id}`)
            expect(shown.status).toBe(state === 'published' ? 200 : 404)
            if (state === 'published') {
              const version = await database.one<{ html: string }>(
                sql`select html from article_version where article_id = ${id} and no = ${row.liveNo}`,
              )
              expect(shown.data.html).toBe(version!.html)
            }
            const { actions, isDirty } = (await ask('coo', 'GET', `/${id}/draft`)).data
            expect(actions).toEqual(
              actionsFrom(articleFlow, state, () => true).filter((one) => one !== 'update' || isDirty),
            )
          }
        },
      ),
      { numRuns: 12, seed: 7 },
    )
  })

  test('the drawn diagram is the flow', () => {
    expect(readFileSync('docs/flows/articles.md', 'utf8')).toContain(diagramOf(articleFlow))
  })
})

describe('readers’ answers', () => {
  test('a confirmation is of one version, kept once, and is asked for again only when the editor says so', async () => {
    const id = await publishedFor({ isMustRead: true }, '<p>甲</p>')
    const state = async () =>
      (await ask('partnerA', 'GET', '?pageSize=200')).data.list.find((row: any) => row.articleId === id).myState
    expect(await state()).toBe('unread')
    await ask('partnerA', 'POST', `/${id}/read`, {})
    expect(await state()).toBe('read')
    expect((await ask('partnerA', 'POST', `/${id}/confirm`, { versionNo: 2 })).reason).toBe('VERSION_GONE')
    const first = await ask('partnerA', 'POST', `/${id}/confirm`, { versionNo: 1 })
    expect((await ask('partnerA', 'POST', `/${id}/confirm`, { versionNo: 1 })).data).toEqual(first.data)
    expect(await state()).toBe('confirmed')
    await save(id, (await rowOf(id)).revision, '<p>改了错字</p>')
    await move(id, 'update')
    expect(await state()).toBe('confirmed')
    await save(id, (await rowOf(id)).revision, '<p>改了规则</p>')
    await move(id, 'update', { asksAgain: true })
    expect(await state()).toBe('read')
    const plain = await publishedFor({})
    expect((await ask('partnerA', 'POST', `/${plain}/confirm`, { versionNo: 1 })).reason).toBe('NOT_MUST_READ')
  })

  test('views count each time, readers once; an answer to an earlier version is marked', async () => {
    const id = await publishedFor({})
    for (let n = 0; n < 3; n++) await ask('partnerA', 'POST', `/${id}/read`, {})
    await ask('leader', 'POST', `/${id}/read`, {})
    await ask('partnerA', 'POST', `/${id}/feedback`, { isHelpful: false, why: '没有例子' })
    await save(id, (await rowOf(id)).revision, '<p>加了例子</p>')
    await move(id, 'update')
    const { data } = await ask('partnerA', 'GET', `/${id}`)
    expect(data).toMatchObject({ views: 4, readers: 2, unhelpful: 1, mine: { isHelpful: false, isOfEarlier: true } })
    const daily = await database.one<{ n: number }>(
      sql`select sum(views)::int as n from article_read_daily where article_id = ${id}`,
    )
    expect(daily!.n).toBe(4)
  })
})

describe('the academy', () => {
  test('two Chinese characters and parts of Latin words are found; a title outranks a tag, a tag the text', async () => {
    const make3 = async (title: string, tags: string[], html: string) => {
      const id = await make(title, html)
      await save(id, (await rowOf(id)).revision, html, { title, tags })
      await move(id, 'publish')
      return id
    }
    const inText = await make3('甲一', [], '<p>前言。琥珀鲸 Zephyrix 在正文</p>')
    const inTag = await make3('乙二', ['琥珀鲸'], '<p>别的</p>')
    const inTitle = await make3('丙琥珀鲸', [], '<p>别的</p>')
    const found = async (keyword: string) =>
      (await ask('partnerA', 'GET', `?keyword=${encodeURIComponent(keyword)}`)).data.list.map(
        (row: any) => row.articleId,
      )
    expect(await found('琥珀鲸')).toEqual([inTitle, inTag, inText])
    expect(await found('珀鲸')).toEqual([inTitle, inTag, inText])
    expect(await found('zephyr')).toEqual([inText])
    expect(await found('琥珀 正文')).toEqual([inText])
    expect(await found('琥%')).toEqual([])
    expect((await ask('partnerA', 'GET', `?keyword=${encodeURIComponent('zephyr')}`)).data.list[0].excerpt).toContain(
      'Zephyrix',
    )
  })

  test('at most five are pinned; a category with articles stays; siblings do not share a name', async () => {
    const { n } = (await database.one<{ n: number }>(sql`select count(*) as n from article where is_pinned`))!
    const ids = await Promise.all(Array.from({ length: 6 - n }, () => make()))
    const answers: (string | undefined)[] = []
    for (const id of ids) answers.push((await place(id, { isPinned: true })).reason)
    expect(answers.at(-1)).toBe('TOO_MANY_PINNED')
    expect(answers.slice(0, -1).every((reason) => reason === undefined)).toBe(true)
    expect((await ask('coo', 'DELETE', `/categories/${category}`)).reason).toBe('CATEGORY_IN_USE')
    const body = { nameZh: '新分类', nameEn: 'New', isDocs: false, parentId: null }
    const made = await ask('coo', 'POST', '/categories', body)
    expect((await ask('coo', 'POST', '/categories', body)).reason).toBe('CATEGORY_TWICE')
    const child = await ask('coo', 'POST', '/categories', { ...body, nameZh: '子', parentId: made.data.id })
    expect((await ask('coo', 'POST', '/categories', { ...body, nameZh: '孙', parentId: child.data.id })).reason).toBe(
      'CATEGORY_DEPTH',
    )
    expect((await ask('coo', 'DELETE', `/categories/${made.data.id}`)).reason).toBe('CATEGORY_IN_USE')
    expect((await ask('coo', 'DELETE', `/categories/${child.data.id}`)).status).toBe(200)
  })

  test('a bulk step reports row by row; an unknown id changes nothing', async () => {
    const [ready, empty] = [await make('好', '<p>甲</p>'), await make('空')]
    const bulk = (ids: string[], change: object) => ask('coo', 'POST', '/bulk', { target: { ids }, change })
    const report = await bulk([ready, empty], { kind: 'move', action: 'publish' })
    expect(report.data).toMatchObject({ done: 1, refused: [{ id: empty, reason: 'NO_TEXT' }] })
    const missing = await bulk([ready, world.missingId], { kind: 'audience', audienceRoles: [], audiencePartners: [] })
    expect([missing.status, missing.reason]).toEqual([404, 'ROWS_NOT_FOUND'])
    expect(await isListed('partnerA', ready)).toBe(true)
    await bulk([ready], { kind: 'audience', audienceRoles: [], audiencePartners: [] })
    expect(await isListed('partnerA', ready)).toBe(false)
  })
})

describe('pictures', () => {
  const upload = (bytes: Buffer, name = 'a.png', as: Actor = 'coo') => {
    const body = Buffer.concat([
      Buffer.from(
        `--edge\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: image/png\r\n\r\n`,
      ),
      bytes,
      Buffer.from('\r\n--edge--\r\n'),
    ])
    return call('POST', '/api/articles/media', {
      as,
      body,
      headers: { 'content-type': 'multipart/form-data; boundary=edge' },
    })
  }
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

  test('a picture is what its bytes say; the same bytes are one file; it is never anything a browser would run', async () => {
    for (const bad of [
      '<svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>',
      '<html><script>1</script>',
      'GIF',
      '%PDF-1.7',
      '',
    ])
      expect((await upload(Buffer.from(bad))).json().data.reason).toBe('NOT_A_PICTURE')
    const first = (await upload(png)).json().data.key
    expect((await upload(png, '../../etc/passwd')).json().data.key).toBe(first)
    const answer = await call('GET', `/api/articles/media/${first}`, { as: 'partnerA' })
    expect(answer.headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' })
    expect(answer.rawPayload.equals(png)).toBe(true)
    expect((await call('GET', `/api/articles/media/${first}`, { as: 'supplierA' })).statusCode).toBe(403)
    expect((await call('GET', '/api/articles/media/..%2f..%2fetc', { as: 'partnerA' })).statusCode).toBe(404)
  })
})

describe('cards', () => {
  test('a video’s figures are those of the reader’s scope', async () => {
    const ofB = (await database.one<{ id: string }>(
      sql`select min(id)::text as id from video where partner_id = ${world.partners.B}`,
    ))!.id
    expect((await ask('partnerB', 'GET', `/cards/video/${ofB}`)).status).toBe(200)
    expect((await ask('partnerA', 'GET', `/cards/video/${ofB}`)).status).toBe(404)
    const [all, own] = [
      await ask('adminOther', 'GET', '/cards/statistics'),
      await ask('partnerA', 'GET', '/cards/statistics'),
    ]
    expect(own.data.plays).toBeLessThan(all.data.plays)
    expect(own.data.plays).toBeGreaterThan(0)
  })
})

test('a card of a 口令 is the one its link is shared by now, for whom the link is; the rest is missing', async () => {
  const linkOf = async (partnerId: string) =>
    (await database.one<{ id: string }>(sql`
      insert into promo_link (account_id, title, material_url, sub_union_id, partner_id)
      select min(id), '保温杯', 'https://item.jd.com/token.html', 'token' || ${partnerId}::text, ${partnerId} from union_account returning id::text`))!
      .id
  const add = (linkId: string, token: string) =>
    database.rows(sql`
      insert into password_token (link_id, token_text, share_text, expire_at) values (${linkId}, ${token}, ${`复制 ${token}`}, now() + interval '1 day')`)
  const [ofA, ofB] = [await linkOf(world.partners.A), await linkOf(world.partners.B)]
  await add(ofA, '￥first￥')
  await add(ofB, '￥other￥')
  const card = (actor: Actor, id: string) => ask(actor, 'GET', `/cards/token/${id}`)
  const said = async (actor: Actor, id: string) => {
    const { status, reason, msg } = await card(actor, id)
    return { status, reason, msg }
  }
  const missing = await said('partnerA', world.missingId)
  expect(missing.status).toBe(404)
  expect((await card('partnerA', ofA)).data).toMatchObject({
    title: '保温杯',
    tokenText: '￥first￥',
    shareText: '复制 ￥first￥',
  })
  expect((await card('adminOther', ofB)).data.tokenText).toBe('￥other￥')
  expect(await said('partnerA', ofB)).toEqual(missing)
  // A leader reads articles and has no links.
  expect(await said('leader', ofA)).toEqual(missing)
  await database.rows(sql`update password_token set status = 'disabled' where link_id = ${ofA}`)
  expect(await said('partnerA', ofA)).toEqual(missing)
  await add(ofA, '￥second￥')
  expect((await card('partnerA', ofA)).data.tokenText).toBe('￥second￥')
  await database.rows(sql`update password_token set expire_at = now() - interval '1 second' where link_id = ${ofA}`)
  expect(await said('partnerA', ofA)).toEqual(missing)
  // The text holds the id and nothing a writer put inside; a box without one is words.
  const id = await make()
  const { data } = await save(
    id,
    1,
    `<p>买</p><div data-card="token" data-id="${ofA}">￥假的￥</div><div data-card="token" data-id="x">词</div>`,
  )
  expect(data.html).toBe(`<p>买</p><div data-card="token" data-id="${ofA}"></div><p>词</p>`)
})

test('a confirmation sent twice at once is one, and both are answered', async () => {
  const id = await publishedFor({ isMustRead: true })
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => ask('partnerA', 'POST', `/${id}/confirm`, { versionNo: 1 })),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
  expect(new Set(answers.map(({ data }) => data.confirmedAt)).size).toBe(1)
})

describe('learning paths', () => {
  const path = (more: object = {}) => ({
    ...{ title: '入门', summary: '', audienceRoles: ['partner'], isOnline: true, articleIds: [] as string[] },
    ...more,
  })
  const add = async (more: object) => {
    const made = await ask('coo', 'POST', '/paths', path(more))
    expect(made.status, made.msg).toBe(200)
    return made.data.id as string
  }
  const seen = async (actor: Actor, id: string) =>
    (await ask(actor, 'GET', '/paths')).data.paths.find((one: any) => one.id === id)

  test('a reader goes from article to article: read is enough, except where it must be confirmed', async () => {
    const first = await publishedFor({})
    const must = await publishedFor({ isMustRead: true })
    const notOut = await make('草稿', '<p>未发布</p>')
    const notTheirs = await publishedFor({ audienceRoles: ['leader'] })
    const id = await add({ articleIds: [must, first, notOut, notTheirs] })
    const state = async () => (await seen('partnerA', id)).steps.map((step: any) => [step.id, step.state, step.isDone])
    expect(await state()).toEqual([
      [must, 'unread', false],
      [first, 'unread', false],
    ])
    await ask('partnerA', 'POST', `/${first}/read`, {})
    await ask('partnerA', 'POST', `/${must}/read`, {})
    expect(await state()).toEqual([
      [must, 'read', false],
      [first, 'read', true],
    ])
    const before = (await seen('coo', id)).setting
    await ask('partnerA', 'POST', `/${must}/confirm`, { versionNo: 1 })
    expect(await state()).toEqual([
      [must, 'confirmed', true],
      [first, 'read', true],
    ])
    const after = (await seen('coo', id)).setting
    expect([after.learners, after.finished - before.finished]).toEqual([before.learners, 1])
    expect((await seen('coo', id)).steps.map((step: any) => [step.id, step.isOut])).toEqual([
      [must, true],
      [first, true],
      [notOut, false],
      [notTheirs, true],
    ])
    expect((await seen('partnerB', id)).steps[0].state).toBe('unread')
    // A version that asks again opens the step again.
    await save(must, (await rowOf(must)).revision, '<p>新规则</p>')
    await move(must, 'update', { asksAgain: true })
    expect((await state())[0]).toEqual([must, 'read', false])
  })

  test('a path is there for its roles while it is out and holds something for them', async () => {
    const article = await publishedFor({})
    const id = await add({ articleIds: [article] })
    expect([!!(await seen('partnerA', id)), !!(await seen('leader', id)), !!(await seen('coo', id))]).toEqual([
      true,
      false,
      true,
    ])
    expect(await seen('partnerA', id)).not.toHaveProperty('setting')
    const change = (more: object, version: number) => ask('coo', 'PATCH', `/paths/${id}`, { ...path(more), version })
    expect((await change({ articleIds: [article], audienceRoles: ['leader'] }, 1)).status).toBe(200)
    expect([!!(await seen('partnerA', id)), !!(await seen('leader', id))]).toEqual([false, true])
    const stale = await change({ articleIds: [article] }, 1)
    expect([stale.status, stale.data.current.version]).toEqual([409, 2])
    expect((await change({ articleIds: [article], isOnline: false }, 2)).status).toBe(200)
    expect([!!(await seen('partnerA', id)), !!(await seen('coo', id))]).toEqual([false, true])
    expect((await change({ articleIds: [article, '999999'] }, 3)).reason).toBe('ARTICLE_NOT_FOUND')
    expect((await change({ articleIds: [article] }, 3)).status).toBe(200)
    await move(article, 'unpublish')
    expect(await seen('partnerA', id)).toBeUndefined()
    expect((await ask('coo', 'DELETE', `/paths/${id}`)).status).toBe(200)
    expect((await ask('coo', 'DELETE', `/paths/${id}`)).status).toBe(404)
    const said = await database.rows<{ action: string }>(
      sql`select action from audit_log where entity = 'learningPath' and entity_id = ${id} order by id`,
    )
    expect(said.map(({ action }) => action)).toEqual([
      'learningPath.create',
      ...Array(3).fill('learningPath.update'),
      'learningPath.delete',
    ])
  })

  test('paths change places, and at the ends stay where they are', async () => {
    const article = await publishedFor({})
    const ids = [await add({ articleIds: [article] }), await add({ articleIds: [article] })]
    const order = async () =>
      (await ask('coo', 'GET', '/paths')).data.paths.map((one: any) => one.id).filter((id: string) => ids.includes(id))
    expect((await ask('coo', 'POST', `/paths/${ids[1]}/move`, { direction: 'up' })).status).toBe(200)
    expect(await order()).toEqual([ids[1], ids[0]])
    await ask('coo', 'POST', `/paths/${ids[0]}/move`, { direction: 'down' })
    expect(await order()).toEqual([ids[1], ids[0]])
    expect((await ask('coo', 'POST', '/paths/999999/move', { direction: 'up' })).status).toBe(404)
  })
})
