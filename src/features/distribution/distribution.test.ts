import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { LINK, openDistribution } from '../../../tests/distribution.ts'
import { type Actor, signedIn, world } from '../../../tests/world.ts'
import { jobContext } from '../../server/jobs/context.ts'
import { clock } from './clock.ts'
import { mrssOf } from './feed.ts'
import { flow, STATES } from './flow.ts'

const { app, ask, act, task, rowOf, submit, checkLast, receiptsOf, tell, database } = await openDistribution()
const { A, B } = world.suppliers
const LIST = '/api/distribute-videos'
const files = {
  keep: async () => '',
  draft: () => ({ key: '', path: '' }),
  discard: async () => {},
  has: async () => false,
  read: async () => undefined,
  onDisk: () => Promise.reject(new Error('no file is kept here')),
  drop: async () => {},
}
const idsIn = async (as: Actor, query = ''): Promise<string[]> =>
  (await ask(as, 'GET', `${LIST}?pageSize=200${query}`)).data.list.map(({ distId }: { distId: string }) => distId)
const published = async (supplier = A as string, as: Actor = 'supplierA'): Promise<string> => {
  const id = await task(supplier, 'downloaded')
  expect((await submit(as, id)).status).toBe(200)
  return id
}
const eventsOf = async (id: string): Promise<string[]> =>
  (
    await database.rows<{ action: string }>(
      sql`select action from audit_log where entity = 'distribution' and entity_id = ${id} order by id`,
    )
  ).map(({ action }) => action.replace('distribution.', ''))

describe('who sees what', () => {
  test('a supplier sees its own tasks alone, an operator all', async () => {
    const [mine, theirs] = [await task(A), await task(B)]
    expect(await idsIn('supplierA')).toContain(mine)
    expect(await idsIn('supplierA')).not.toContain(theirs)
    expect(await idsIn('supplierB')).toContain(theirs)
    expect(await idsIn('adminOther')).toEqual(expect.arrayContaining([mine, theirs]))
    expect((await ask('supplierA', 'GET', `${LIST}/${theirs}`)).status).toBe(404)
    expect((await ask('supplierB', 'GET', `${LIST}/${theirs}`)).status).toBe(200)
  })

  test('a figure counts the rows its tile opens', async () => {
    await published()
    await task(A, 'recalling')
    const { data } = await ask('adminOther', 'GET', `${LIST}/summary`)
    const of = async (query: string) => (await ask('adminOther', 'GET', `${LIST}?${query}`)).data.total
    expect(data.toCheck).toBeGreaterThan(0)
    expect(data.toCheck).toBe(await of('checkState=pending&status=published,verified'))
    expect(data.recalling).toBeGreaterThan(0)
    expect(data.recalling).toBe(await of('status=recalling'))
    expect(data.recallOverdue).toBe(await of('status=recall_overdue'))
  })

  test('suppliers, batches’ names and our video ids are no fields, filters or columns of a supplier', async () => {
    const id = await task(A)
    const [mine, all] = [
      await ask('supplierA', 'GET', `${LIST}/${id}`),
      await ask('adminOther', 'GET', `${LIST}/${id}`),
    ]
    for (const name of ['supplierName', 'supplierId', 'batchName', 'videoId']) {
      expect(mine.data.row).not.toHaveProperty(name)
      expect(all.data.row).toHaveProperty(name)
    }
    const row = (await ask('supplierA', 'GET', LIST)).data.list[0]
    for (const name of ['supplierName', 'batchName', 'videoId']) expect(row).not.toHaveProperty(name)
    expect((await ask('supplierA', 'GET', `${LIST}?supplierId=${B}`)).reason).toBe('UNKNOWN_FILTER')
    expect((await ask('adminOther', 'GET', `${LIST}?supplierId=${B}`)).status).toBe(200)
    expect((await ask('supplierA', 'GET', `${LIST}/export.csv`)).text).not.toContain('批次甲')
    expect((await ask('adminOther', 'GET', `${LIST}/export.csv`)).text).toContain('批次甲')
    expect((await ask('supplierA', 'GET', `${LIST}/options`)).data.suppliers).toEqual([])
  })

  test('two worlds that differ in everything foreign answer a supplier alike', async () => {
    const id = await published()
    const other = await published(B, 'supplierB')
    const questions = [
      `${LIST}?pageSize=200`,
      `${LIST}/summary`,
      `${LIST}/options`,
      `${LIST}/${id}`,
      `${LIST}/export.csv`,
      '/api/distribute-receipts?pageSize=200',
      '/api/distribute-receipts/export.csv',
    ]
    const look = () =>
      Promise.all(
        questions.map(async (url) => {
          const { data, text } = await ask('supplierA', 'GET', url)
          return data ?? text
        }),
      )
    const before = await look()
    await database.rows(sql`update partner set name = name || '别名'`)
    await database.rows(sql`update creator set nickname = nickname || '别名'`)
    await database.rows(sql`update video_stat set est_income_fen = est_income_fen + 999, play_count = play_count + 999`)
    await database.rows(sql`update supplier set name = name || '别名' where id = ${B}`)
    await database.rows(sql`update distribution set play_count = 12345, title = 'else' where supplier_id = ${B}`)
    await database.rows(sql`update dist_batch set name = '另一个内部名'`)
    await database.rows(sql`update app_user set display_name = '另一位管理员' where role = 'admin'`)
    await task(B)
    await act('adminOther', other, 'recall', { reason: '别家的事', severity: 'p0' })
    expect(await look()).toEqual(before)
    await database.rows(sql`update dist_batch set name = '批次甲'`)
  })

  test('a bulk action with one foreign row changes nothing', async () => {
    const [mine, theirs] = [await task(A), await task(B)]
    const refused = await ask('supplierA', 'POST', `${LIST}/accept`, { target: { ids: [mine, theirs] } })
    expect(refused).toMatchObject({ status: 404, reason: 'ROWS_NOT_FOUND' })
    expect((await rowOf(mine)).status).toBe('pending')
    expect((await ask('supplierA', 'POST', `${LIST}/accept`, { target: { ids: [mine] } })).data).toEqual({
      done: 1,
      refused: [],
    })
  })
})

/** Every verb of the flow, asked by everybody in every state: done exactly where an arrow says so. */
describe('every transition × role', () => {
  const verbs: [name: string, actions: readonly string[], path: string, body: object][] = [
    ['accept', ['accept'], 'accept', {}],
    ['reject', ['reject'], 'reject', { reason: '档期已满' }],
    ['download', ['download', 'downloadAgain'], 'download', {}],
    ['confirm', ['confirmRecall'], 'confirm-recall', {}],
    ['recall', ['recall'], 'recall', { reason: '素材有误', severity: 'normal' }],
    ['finish', ['finish'], 'finish', {}],
  ]
  const roles = {
    admin: 'adminOther',
    supplier: 'supplierA',
    partner: 'partnerA',
    leader: 'leader',
    coo: 'coo',
  } as const
  test.each(verbs)('%s', async (_, actions, path, body) => {
    for (const state of STATES) {
      for (const [role, actor] of Object.entries(roles)) {
        const id = await task(A, state)
        const arrows = actions.flatMap((action) => flow.actions[action as keyof typeof flow.actions])
        const isSuppliers = arrows[0]!.by === 'distributions.work'
        const may = role === (isSuppliers ? 'supplier' : 'admin')
        const arrow = arrows.find(({ from }) => (from as readonly string[]).includes(state))
        const answer = await act(actor, id, path, body)
        const after = (await rowOf(id)).status
        if (!may) expect([answer.status, after], `${role} ${state}`).toEqual([403, state])
        else if (arrow) expect([answer.status, after], `${role} ${state}`).toEqual([200, arrow.to])
        else {
          expect([answer.status, answer.reason, after], `${role} ${state}`).toEqual([422, 'NOT_IN_THIS_STATE', state])
          expect(answer.data).toMatchObject({ state, allowed: expect.any(Array) })
        }
        await database.rows(sql`delete from dist_download where distribution_id = ${id}`)
        await database.rows(sql`delete from distribution where id = ${id}`)
      }
    }
  })

  test('an old version is refused with the state of now, the current one passes', async () => {
    const id = await task(A)
    const { version } = await rowOf(id)
    expect((await ask('supplierA', 'POST', `${LIST}/${id}/accept`, { version })).status).toBe(200)
    expect(await ask('supplierA', 'POST', `${LIST}/${id}/download`, { version })).toMatchObject({
      status: 409,
      reason: 'STALE',
      data: { current: { status: 'accepted', version: version + 1 } },
    })
    expect((await ask('supplierA', 'POST', `${LIST}/${id}/download`, { version: version + 1 })).status).toBe(200)
  })

  test('a paused supplier cannot accept; it can once it is active', async () => {
    const id = await task(A)
    const set = (isPaused: boolean, as: Actor = 'adminOther') =>
      ask(as, 'POST', `/api/distribute-suppliers/${A}`, { isPaused, dailyQuota: 50 })
    expect((await set(true, 'supplierA')).status).toBe(403)
    expect((await set(true)).status).toBe(200)
    expect((await act('supplierA', id, 'accept')).reason).toBe('SUPPLIER_PAUSED')
    await set(false)
    expect((await act('supplierA', id, 'accept')).status).toBe(200)
  })

  test('thirty who accept at once: one wins', async () => {
    const id = await task(A)
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => ask('supplierA', 'POST', `${LIST}/${id}/accept`, { version: 1 })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await rowOf(id)).version).toBe(2)
    expect(await eventsOf(id)).toEqual(['accept'])
  })
})

describe('links', () => {
  test('wrong, foreign and used ones are refused in words; a right one is taken', async () => {
    const id = await task(A, 'downloaded')
    expect((await submit('supplierA', id, 'https://v.douyin.com/abc')).reason).toBe('UNKNOWN_LINK')
    const other = await submit('supplierA', id, 'https://www.bilibili.com/video/BV1xx411c7mD')
    expect(other).toMatchObject({ status: 422, reason: 'PLATFORM_NOT_GRANTED' })
    expect(other.text).toContain('不在授权平台')
    const origin = await database.one<{ item: string }>(sql`
      select v.platform_item_id as item from video v join distribution d on d.video_id = v.id where d.id = ${id}`)
    await database.rows(
      sql`update video set platform = 'douyin' where id = (select video_id from distribution where id = ${id})`,
    )
    expect((await submit('supplierA', id, LINK(origin!.item))).reason).toBe('LINK_IS_ORIGINAL')
    expect((await submit('supplierA', id, LINK('7555000000000000001'))).status).toBe(200)
    const theirs = await task(B, 'downloaded')
    const used = await submit('supplierB', theirs, LINK('7555000000000000001'))
    expect(used).toMatchObject({ status: 422, reason: 'LINK_USED' })
    expect(used.data.conflict).toBeUndefined()
    expect((await submit('adminOther', theirs, LINK('7555000000000000001'))).data.conflict).toBe(id)
    expect((await submit('supplierB', theirs, LINK('7555000000000000002'))).status).toBe(200)
  })

  test('two suppliers who claim one post at once: one gets it, twenty times over', async () => {
    for (let round = 0; round < 20; round++) {
      const [mine, theirs] = [await task(A, 'downloaded'), await task(B, 'downloaded')]
      const url = LINK(`75560000000000000${10 + round}`)
      const answers = await Promise.all([submit('supplierA', mine, url), submit('supplierB', theirs, url)])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
      const states = [(await rowOf(mine)).status, (await rowOf(theirs)).status].sort()
      expect(states).toEqual(['downloaded', 'published'])
    }
  })

  test('none after the deadline or outside the rights; before it, yes', async () => {
    const late = await task(A, 'downloaded', '2026-01-02')
    expect(await submit('supplierA', late)).toMatchObject({ status: 422, reason: 'DEADLINE_PASSED' })
    const early = await task(A, 'downloaded')
    await database.rows(sql`update dist_batch set rights_start = '2097-01-01'`)
    expect((await submit('supplierA', early)).reason).toBe('RIGHTS_NOT_RUNNING')
    await database.rows(sql`update dist_batch set rights_start = '2026-01-01'`)
    expect((await submit('supplierA', early)).status).toBe(200)
  })

  test('many at once: each row says what became of it', async () => {
    const [one, two] = [await task(A, 'downloaded'), await task(A)]
    const links = [
      { distId: one, url: LINK('7557000000000000001') },
      { distId: one, url: LINK('7557000000000000001') },
      { distId: two, url: LINK('7557000000000000002') },
    ]
    const { data } = await ask('supplierA', 'POST', `${LIST}/links`, { links })
    expect(data.done).toBe(1)
    expect(data.refused.map(({ reason }: { reason: string }) => reason)).toEqual(['LINK_USED', 'NOT_IN_THIS_STATE'])
    expect((await rowOf(one)).status).toBe('published')
  })

  test('a passed link verifies, a failed one is told with its reason and may be replaced', async () => {
    const id = await published()
    expect((await checkLast(id, false)).status).toBe(200)
    expect((await ask('supplierA', 'GET', `${LIST}/${id}`)).data.receipts[0].checkNote).toBe('链接失效')
    const receiptId = (await receiptsOf(id))[0]!.receiptId
    const url = LINK('7558000000000000001')
    const replaced = await ask('supplierA', 'POST', `${LIST}/${id}/links`, { url, replaces: receiptId })
    expect(replaced.status).toBe(200)
    expect(await receiptsOf(id)).toMatchObject([{ platformItemId: '7558000000000000001', checkState: 'pending' }])
    expect((await checkLast(id, true)).data.status).toBe('verified')
    const [passed] = await receiptsOf(id)
    const taken = await ask('supplierA', 'POST', `${LIST}/${id}/withdraw`, { receiptId: passed!.receiptId })
    expect(taken.status).toBe(422)
    expect((await checkLast(id, false)).data.status).toBe('published')
  })

  test('a check that fails needs its reason', async () => {
    const id = await published()
    const receiptId = (await receiptsOf(id))[0]!.receiptId
    const body = { receiptId, isPassed: false, note: ' ' }
    expect((await ask('adminOther', 'POST', `${LIST}/${id}/check`, body)).reason).toBe('NOTE_REQUIRED')
    expect((await ask('adminOther', 'POST', `${LIST}/${id}/check`, { ...body, note: '链接失效' })).status).toBe(200)
  })
})

describe('downloads', () => {
  const linkFor = async (id: string) => (await act('supplierA', id, 'download')).data as { path: string; kind: string }

  test('without a stored file it is the brief, and says so', async () => {
    const id = await task(A, 'accepted')
    const { path, kind } = await linkFor(id)
    expect(kind).toBe('brief')
    const got = await ask('anonymous', 'GET', path)
    expect(got.status).toBe(200)
    expect(got.text).toContain(`任务 ID：${id}`)
    expect(got.text).toContain('平台未存放该作品的成片文件')
    expect((await ask('anonymous', 'GET', path.replace('zh-CN', 'en-US'))).text).not.toMatch(/[一-龥]{2}/)
  })

  test('a link ends after its time, with its task, and with its account', async () => {
    const id = await task(A, 'accepted')
    const { path } = await linkFor(id)
    const expired = { status: 410, reason: 'LINK_EXPIRED' }
    const ends = [
      [
        sql`update dist_download set expires_at = now() - interval '1 second'`,
        sql`update dist_download set expires_at = now() + interval '1 hour'`,
      ],
      [
        sql`update distribution set status = 'recalled' where id = ${id}`,
        sql`update distribution set status = 'downloaded' where id = ${id}`,
      ],
      [
        sql`update app_user set status = 'disabled' where id = ${world.users.supplier}`,
        sql`update app_user set status = 'active' where id = ${world.users.supplier}`,
      ],
    ] as const
    for (const [end, undo] of ends) {
      await database.rows(end)
      expect(await ask('anonymous', 'GET', path)).toMatchObject(expired)
      await database.rows(undo)
      expect((await ask('anonymous', 'GET', path)).status).toBe(200)
    }
  })

  test('a made-up or changed link leads nowhere, and nobody makes one for a foreign task', async () => {
    const id = await task(A, 'accepted')
    const { path } = await linkFor(id)
    expect((await ask('anonymous', 'GET', path.replace(/.\?/, '_?'))).status).toBe(404)
    const { version } = await rowOf(id)
    expect((await ask('supplierB', 'POST', `${LIST}/${id}/download`, { version })).status).toBe(404)
    expect((await ask('supplierA', 'POST', `${LIST}/${id}/download`, { version })).status).toBe(200)
  })

  test('an uploaded video is what is downloaded; what is no video is refused', async () => {
    const id = await task(A, 'accepted')
    const send = (bytes: Buffer) =>
      app.inject({
        method: 'POST',
        url: `${LIST}/${id}/file`,
        headers: {
          ...signedIn('adminOther'),
          'content-type': 'multipart/form-data; boundary=edge',
        },
        payload: Buffer.concat([
          Buffer.from('--edge\r\ncontent-disposition: form-data; name="file"; filename="成片.mp4"\r\n\r\n'),
          bytes,
          Buffer.from('\r\n--edge--\r\n'),
        ]),
      })
    expect((await send(Buffer.from('just words'))).json().data.reason).toBe('NOT_A_VIDEO')
    const video = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom'), Buffer.alloc(64, 7)])
    expect((await send(video)).statusCode).toBe(200)
    const { path, kind } = await linkFor(id)
    expect(kind).toBe('file')
    const got = await app.inject({ url: path })
    expect(got.rawPayload.equals(video)).toBe(true)
    expect(got.headers['content-disposition']).toContain(encodeURIComponent('成片.mp4'))
  })
})

describe('clocks', () => {
  test('count at read before the job has run, and the job writes down the same', async () => {
    const [late, due] = [await task(A, 'accepted', '2026-01-02'), await task(A, 'published')]
    await act('adminOther', due, 'recall', { reason: '素材有误', severity: 'p0' })
    await database.rows(sql`update distribution set takedown_due_at = now() - interval '1 minute' where id = ${due}`)
    const seen = async () => [
      (await ask('adminOther', 'GET', `${LIST}/${late}`)).data.row.status,
      (await ask('adminOther', 'GET', `${LIST}/${due}`)).data.row.status,
    ]
    expect(await seen()).toEqual(['expired', 'recall_overdue'])
    expect(await idsIn('adminOther', '&status=expired')).toContain(late)
    expect(await idsIn('adminOther', '&status=accepted')).not.toContain(late)
    expect((await act('supplierA', late, 'download')).reason).toBe('NOT_IN_THIS_STATE')
    await clock.run(jobContext(database, files), {})
    await clock.run(jobContext(database, files), {})
    expect([(await rowOf(late)).status, (await rowOf(due)).status]).toEqual(['expired', 'recall_overdue'])
    expect(await eventsOf(late)).toEqual(['expire'])
    expect((await act('supplierA', due, 'confirm-recall')).data.status).toBe('recalled')
  })

  test('an extension keeps a task alive, within the rights only', async () => {
    const id = await task(A, 'accepted')
    expect((await act('adminOther', id, 'extend', { deadline: '2099-01-01' })).reason).toBe('DEADLINE_NOT_LATER')
    expect((await act('adminOther', id, 'extend', { deadline: '2026-01-01' })).reason).toBe('DEADLINE_NOT_LATER')
    expect((await act('adminOther', id, 'extend', { deadline: '2097-06-01' })).status).toBe(200)
    const finished = await task(A, 'finished')
    expect((await act('adminOther', finished, 'extend', { deadline: '2097-06-01' })).reason).toBe('NOT_IN_THIS_STATE')
  })
})

describe('risk decisions', () => {
  /** Tasks of one video at two suppliers, in the states given. */
  async function pair(one: string, two: string): Promise<[string, string, string]> {
    const [a, b] = [await task(A, one), await task(B, two)]
    const { videoId } = await rowOf(a)
    await database.rows(sql`update distribution set video_id = ${videoId} where id = ${b}`)
    return [a, b, videoId]
  }

  test('take back every live task, and give back exactly those when overturned', async () => {
    const [a, b, videoId] = await pair('verified', 'accepted')
    await tell('restricted', videoId, '901', { severity: 'p0' })
    expect([(await rowOf(a)).status, (await rowOf(b)).status]).toEqual(['recalling', 'recalling'])
    const due = (await ask('supplierA', 'GET', `${LIST}/${a}`)).data.row
    expect(due.isRestricted).toBe(true)
    expect(Date.parse(due.takedownDueAt) - Date.now()).toBeLessThan(2.01 * 3_600_000)
    await act('supplierB', b, 'confirm-recall')
    await tell('restored', videoId, '901')
    expect([(await rowOf(a)).status, (await rowOf(b)).status]).toEqual(['verified', 'recalled'])
    expect(await eventsOf(a)).toEqual(['restrict', 'restore'])
    const told = await database.one<{ n: number }>(sql`
      select count(*) as n from message where receiver_id = ${world.users.supplier} and biz_id = ${a}`)
    expect(told!.n).toBe(2)
  })

  test('leave alone what an operator takes back, and do nothing for mere limits', async () => {
    const [a, b, videoId] = await pair('published', 'published')
    await act('adminOther', a, 'recall', { reason: '合作方要求', severity: 'normal' })
    await tell('restricted', videoId, '902', { effects: ['limit', 'freeze'] })
    expect((await rowOf(b)).status).toBe('published')
    await tell('restricted', videoId, '902')
    await tell('restored', videoId, '902')
    expect([(await rowOf(a)).status, (await rowOf(b)).status]).toEqual(['recalling', 'published'])
  })

  test('of two cases both must be overturned', async () => {
    const [a, , videoId] = await pair('published', 'rejected')
    await tell('restricted', videoId, '903')
    await tell('restricted', videoId, '904')
    await tell('restored', videoId, '903')
    expect((await rowOf(a)).status).toBe('recalling')
    await tell('restored', videoId, '904')
    expect((await rowOf(a)).status).toBe('published')
  })
})

describe('machines', () => {
  const bearerOf = async (actor: Actor, scope: string): Promise<string> =>
    (await ask(actor, 'POST', '/api/tokens', { name: 'feed', scopes: [scope], expiresInDays: 30 })).data.token
  const get = async (token: string, query = '') =>
    app.inject({ url: `/open/v1/distributions${query}`, headers: { authorization: `Bearer ${token}` } })

  test('the feed gives a supplier’s token its own tasks page by page, an operator’s all', async () => {
    const [mine, theirs] = [await task(A), await task(B)]
    const token = await bearerOf('supplierA', 'distributions.read')
    const all: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: { items: { id: string }[]; nextCursor: string | null } = (
        await get(token, `?limit=3${cursor && `&cursor=${cursor}`}`)
      ).json()
      all.push(...page.items.map(({ id }) => id))
      cursor = page.nextCursor
    }
    expect(all).toContain(mine)
    expect(all).not.toContain(theirs)
    expect(new Set(all).size).toBe(all.length)
    const admin = await bearerOf('adminOther', 'distributions.read')
    const ids = (await get(admin)).json().items.map(({ id }: { id: string }) => id)
    expect(ids).toEqual(expect.arrayContaining([mine, theirs]))
  })

  test('MRSS is XML whatever a title holds', () => {
    const xml = mrssOf(
      [
        {
          id: '7',
          status: 'pending',
          title: '<b>&"\'\u0000\u0008 好',
          coverUrl: null,
          durationMs: 61_000,
          contentType: 'verticalVideo',
          categoryZh: '美食',
          originalUrl: 'https://example.com/?a=1&b=2',
          deadlineAt: '2026-11-30T16:00:00Z',
          createdAt: '2026-11-20T01:00:00Z',
          platforms: ['douyin'],
          region: 'cn',
          rightsStart: '2026-11-19T16:00:00Z',
          rightsEnd: '2027-05-18T16:00:00Z',
          allowEdit: true,
          requiredTags: ['#美食'],
          forbiddenWords: [],
          priceModel: 'none',
          unitPriceE4: null,
          sharePpm: null,
          capFen: null,
          takedownDueAt: null,
        },
      ],
      '7',
    )
    expect(xml).toContain('<title>&lt;b&gt;&amp;&quot;&apos; 好</title>')
    expect(xml).toContain('duration="61"')
    expect(xml).toContain('?a=1&amp;b=2')
    expect(xml).toContain('cursor=7')
    expect(xml.replace(/<[^<>]*>/g, '')).not.toMatch(/[<>]/)
  })

  test('figures of posts are taken once, add up to the row and leave the original alone', async () => {
    const id = await published()
    const [{ platformItemId }] = (await ask('adminOther', 'GET', `${LIST}/${id}`)).data.receipts
    const token = await bearerOf('adminOther', 'ingest.write')
    const { videoId } = await rowOf(id)
    const original = () => database.one(sql`select play_count from video_stat where video_id = ${videoId}`)
    const before = await original()
    const items = [
      { platform: 'douyin', platformItemId, statDate: '2026-11-18', playCount: 900 },
      { platform: 'douyin', platformItemId, statDate: '2026-11-19', playCount: 1500, likeCount: 30 },
      { platform: 'douyin', platformItemId: '1', statDate: '2026-11-19', playCount: 5 },
    ]
    for (let again = 0; again < 2; again++) {
      const answer = await app.inject({
        method: 'POST',
        url: '/ingest/v1/receipt-metrics',
        headers: { authorization: `Bearer ${token}` },
        payload: { items },
      })
      expect(answer.json().data).toEqual({ accepted: 2, unknown: ['douyin 1'] })
    }
    const { row, days } = (await ask('supplierA', 'GET', `${LIST}/${id}`)).data
    expect(row.playCount).toBe(1500)
    expect(days).toEqual([
      { statDate: '2026-11-18', playCount: 900 },
      { statDate: '2026-11-19', playCount: 1500 },
    ])
    expect(await original()).toEqual(before)
  })
})
