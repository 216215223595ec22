import sql from 'sql-template-tag'
import { beforeAll, describe, expect, it } from 'vitest'
import { openServer } from '../../../tests/http/app.ts'
import { world } from '../../../tests/world.ts'
import { changesOf } from './changes.ts'

const { ask, database } = await openServer()
const read = async (query: string) => (await ask('GET', `/api/audit?${query}`, { as: 'adminKeyAdmin' })).json().data
interface Row {
  id: string
  action: string
  entityId: string
  actor: string | null
}

beforeAll(async () => {
  await database.rows(sql`delete from audit_log`)
  await database.rows(sql`
    insert into audit_log (at, actor_id, action, entity, entity_id, before, after, reason, ip, request_id)
    select timestamptz '2026-11-01 00:00+08' + n * interval '1 hour', case when n % 3 = 0 then null else n % 3 end,
      case when n % 2 = 0 then 'user.update' else 'video.owner' end, case when n % 2 = 0 then 'user' else 'video' end,
      (n % 10)::text, '{"name":"甲","n":1}', '{"name":"乙","n":1}', 'why', '10.0.0.9', 'r' || n
    from generate_series(0, 59) n`)
})

describe('GET /api/audit', () => {
  it('answers the newest first and turns pages by cursor without losing or repeating one', async () => {
    const seen: string[] = []
    let cursor = ''
    do {
      const page = await read(`pageSize=10${cursor ? `&cursor=${cursor}` : ''}`)
      seen.push(...page.list.map(({ id }: Row) => id))
      expect(page.total).toBe(60)
      cursor = page.nextCursor
    } while (cursor)
    const { list } = await read('pageSize=200')
    expect(seen).toEqual(list.map(({ id }: Row) => id))
    expect(new Set(seen).size).toBe(60)
  })

  it('filters by person, by the system, action, kind and id of the row, and Shanghai days', async () => {
    expect((await read('actorId=1')).total).toBe(20)
    const system = await read('actorId=none')
    expect(system.total).toBe(20)
    expect(system.list.every(({ actor }: Row) => actor === null)).toBe(true)
    expect((await read('action=video.owner')).total).toBe(30)
    expect((await read('entity=user&entityId=4')).list.map(({ entityId }: Row) => entityId)).toEqual(
      Array.from({ length: 6 }, () => '4'),
    )
    expect((await read('at=2026-11-02..2026-11-02')).total).toBe(24)
  })

  it('takes an id literally: a pattern finds nothing', async () => {
    expect((await read('entityId=%25')).total).toBe(0)
  })

  it('offers the people who stand in the log', async () => {
    const answer = await ask('GET', '/api/audit/actors', { as: 'adminOther' })
    expect(
      answer
        .json()
        .data.actors.map(({ id }: { id: string }) => id)
        .sort(),
    ).toEqual(['1', '2'])
  })

  it('shows an entry with what changed; to others than administrators it says nothing of it', async () => {
    const [first] = (await read('pageSize=1')).list
    const answer = await ask('GET', `/api/audit/${first.id}`, { as: 'adminKeyAdmin' })
    expect(answer.json().data).toMatchObject({
      changes: [{ field: 'name', before: '甲', after: '乙' }],
      reason: 'why',
      requestId: 'r59',
      ip: '10.0.0.9',
    })
    expect((await ask('GET', `/api/audit/${first.id}`, { as: 'coo' })).statusCode).toBe(403)
    expect((await ask('GET', `/api/audit/${world.missingId}`, { as: 'adminKeyAdmin' })).statusCode).toBe(404)
  })

  it('leaves in words of the reader’s language, and writes that it did', async () => {
    const file = await ask('GET', '/api/audit/export.csv?action=video.owner', {
      as: 'adminKeyAdmin',
      headers: { 'accept-language': 'en-US' },
    })
    expect(file.body).toContain('Owner of a video changed')
    expect(file.body.trim().split('\n')).toHaveLength(31)
    expect((await read('action=export')).total).toBe(1)
  })
})

describe('reading a page of the log', () => {
  it.each([
    ['alone', '', 'audit_at'],
    ['of one person', 'where actor_id = 1', 'audit_actor_at'],
    ['of one action', `where action = 'user.update'`, 'audit_action_at'],
    ['of one kind of row', `where entity = 'user'`, 'audit_entity_at'],
  ])('%s is a range of one index', async (_, where, index) => {
    const plan = await database.transaction(async (db) => {
      await db.rows({ text: 'set local enable_seqscan = off', values: [] })
      await db.rows({ text: 'set local enable_sort = off', values: [] })
      return db.rows<{ 'QUERY PLAN': string }>({
        text: `explain select id from audit_log ${where} order by at desc, id desc limit 20`,
        values: [],
      })
    })
    const text = plan.map((line) => line['QUERY PLAN']).join('\n')
    expect(text).toContain(index)
    expect(text).not.toContain('Sort')
  })
})

describe('changesOf', () => {
  it('names what differs, keeps text as text and the rest as JSON', () => {
    expect(changesOf({ a: 1, b: 'x', same: [1] }, { a: 2, c: null, same: [1] })).toEqual([
      { field: 'a', before: '1', after: '2' },
      { field: 'b', before: 'x' },
      { field: 'c', after: 'null' },
    ])
  })
  it('takes sides that are no object, or are not there', () => {
    expect(changesOf(null, null)).toEqual([])
    expect(changesOf(undefined, 'x')).toEqual([{ field: 'value', after: 'x' }])
  })
})
