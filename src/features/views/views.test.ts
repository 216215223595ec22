import { describe, expect, it } from 'vitest'
import { ctxFor, freshDatabase } from '../../../tests/world.ts'
import type { Endpoint } from '../../core/contract.ts'
import type { Ctx, Verb } from '../../core/verb.ts'
import { features } from '../../server/features.ts'
import { VIEWS_PER_LIST, viewDelete, viewList, viewRead, viewSave } from './contract.ts'

const { database } = await freshDatabase()
const leader = await ctxFor(database, 'leader')
const coo = await ctxFor(database, 'cooMatch')

const verbOf = (endpoint: Endpoint): Verb =>
  features.flatMap(({ verbs }) => verbs ?? []).find((verb) => verb.endpoint === endpoint)!
const save = (ctx: Ctx, name: string, query = 'sort=playCount:desc', listKey = 'data', reach = 'own') =>
  ctx.transaction((inner) =>
    verbOf(viewSave).run(inner, { body: { listKey, name, query, reach } } as never),
  ) as unknown as Promise<{ id: string }>
const namesOf = async (ctx: Ctx, listKey = 'data') =>
  ((await verbOf(viewList).run(ctx, { query: { listKey } } as never)) as { list: { name: string; query: string }[] })
    .list
const remove = (ctx: Ctx, id: string) =>
  ctx.transaction((inner) => verbOf(viewDelete).run(inner, { params: { id } } as never))

const read = (ctx: Ctx, id: string) =>
  verbOf(viewRead).run(ctx, { params: { id } } as never) as unknown as Promise<{ reason?: string }>

describe('saved views', () => {
  it('are kept per person and list', async () => {
    await save(leader, '播放最多')
    await save(leader, 'users view', 'status=active', 'users')
    await save(coo, '风险', 'riskState=pending')
    expect((await namesOf(leader)).map(({ name }) => name)).toEqual(['播放最多'])
    expect((await namesOf(leader, 'users')).map(({ name }) => name)).toEqual(['users view'])
    expect((await namesOf(coo)).map(({ name }) => name)).toEqual(['风险'])
  })

  it('replace what the same name held, spaces around it or not', async () => {
    const first = await save(leader, '播放最多', 'sort=playCount:asc')
    const second = await save(leader, ' 播放最多 ', 'sort=playDelta1d:desc')
    expect(second.id).toBe(first.id)
    expect(await namesOf(leader)).toMatchObject([{ name: '播放最多', query: 'sort=playDelta1d:desc' }])
  })

  it('need a name that is more than spaces', async () => {
    await expect(save(leader, '   ')).rejects.toMatchObject({ reason: 'NAME_EMPTY', details: { field: 'name' } })
  })

  it('are deleted by their owner; to anyone else they do not exist', async () => {
    const { id } = await save(leader, 'temporary')
    await expect(remove(coo, id)).rejects.toMatchObject({ reason: 'NOT_FOUND' })
    await remove(leader, id)
    await expect(remove(leader, id)).rejects.toMatchObject({ reason: 'NOT_FOUND' })
  })

  it(`stop at ${VIEWS_PER_LIST} for one list, where replacing one still works`, async () => {
    for (let n = 1; n <= VIEWS_PER_LIST; n++) await save(coo, `view ${n}`, '', 'articles')
    await expect(save(coo, 'one more', '', 'articles')).rejects.toMatchObject({ reason: 'TOO_MANY_VIEWS' })
    expect(await namesOf(coo, 'articles')).toHaveLength(VIEWS_PER_LIST)
    await save(coo, 'view 7', 'sort=new', 'articles')
    await save(coo, 'elsewhere', '', 'users')
  })
})

describe('shared views', () => {
  const sharedWith = async (ctx: Ctx, id: string, listKey = 'data') => {
    const isListed = (await namesOf(ctx, listKey)).some((one) => (one as unknown as { id: string }).id === id)
    const answer = await read(ctx, id).catch((error) => error)
    // The list and the link never disagree.
    expect(isListed).toBe(answer.reason === undefined)
    if (answer.reason) expect(answer).toMatchObject({ reason: 'NOT_FOUND' })
    return isListed
  }

  it('reach the own team, and nobody of another role or organisation', async () => {
    const [partner, colleague, rival] = await Promise.all(
      (['partnerA', 'partnerANone', 'partnerB'] as const).map((actor) => ctxFor(database, actor)),
    )
    const { id } = await save(partner!, '自己的', 'riskState=pending', 'data', 'team')
    expect(await sharedWith(colleague!, id)).toBe(true)
    for (const other of [rival!, leader, coo]) expect(await sharedWith(other, id)).toBe(false)
    expect(await read(colleague!, id)).toMatchObject({ isMine: false, reach: 'team', query: 'riskState=pending' })
    // Private again by saving it again.
    await save(partner!, '自己的', 'riskState=pending')
    expect([await sharedWith(partner!, id), await sharedWith(colleague!, id)]).toEqual([true, false])
  })

  it('reach everybody who may read the list, from operators only', async () => {
    const { id } = await save(coo, '全体', 'sort=playCount:asc', 'data', 'everyone')
    const supplier = await ctxFor(database, 'supplierA')
    expect(await sharedWith(leader, id)).toBe(true)
    expect(await sharedWith(supplier, id)).toBe(false)
    await expect(save(leader, '全体', '', 'data', 'everyone')).rejects.toMatchObject({ reason: 'FORBIDDEN' })
    await expect(remove(leader, id)).rejects.toMatchObject({ reason: 'NOT_FOUND' })
    await remove(coo, id)
  })

  it('end with the account of whoever shared them', async () => {
    const godot = await ctxFor(database, 'godot')
    const { id } = await save(godot, '离开的人', '', 'data', 'everyone')
    expect(await sharedWith(leader, id)).toBe(true)
    await database.pool.query(`update app_user set status = 'disabled', disabled_reason = 'left' where id = $1`, [
      godot.session.accessId,
    ])
    expect(await sharedWith(leader, id)).toBe(false)
  })
})
