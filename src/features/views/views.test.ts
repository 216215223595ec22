import { describe, expect, it } from 'vitest'
import { ctxFor, freshDatabase } from '../../../tests/world.ts'
import type { Endpoint } from '../../core/contract.ts'
import type { Ctx, Verb } from '../../core/verb.ts'
import { VIEWS_PER_LIST, viewDelete, viewList, viewSave } from './contract.ts'
import { views } from './server.ts'

const { database } = await freshDatabase()
const leader = await ctxFor(database, 'leader')
const coo = await ctxFor(database, 'cooMatch')

const verbOf = (endpoint: Endpoint): Verb => views.verbs!.find((verb) => verb.endpoint === endpoint)!
const save = (ctx: Ctx, name: string, query = 'sort=playCount:desc', listKey = 'data') =>
  ctx.transaction((inner) =>
    verbOf(viewSave).run(inner, { body: { listKey, name, query } } as never),
  ) as unknown as Promise<{ id: string }>
const namesOf = async (ctx: Ctx, listKey = 'data') =>
  ((await verbOf(viewList).run(ctx, { query: { listKey } } as never)) as { list: { name: string; query: string }[] })
    .list
const remove = (ctx: Ctx, id: string) =>
  ctx.transaction((inner) => verbOf(viewDelete).run(inner, { params: { id } } as never))

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
