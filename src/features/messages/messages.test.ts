import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { type Actor, ctxFor, freshDatabase, world } from '../../../tests/world.ts'
import type { Endpoint } from '../../core/contract.ts'
import type { Notice } from '../../core/notice.ts'
import { sendNotices } from '../../server/messages/messages.ts'
import { type Message, messageClear, messageList, messageRead, messageReadAll, messageUnread } from './contract.ts'
import { messages } from './server.ts'

const { database } = await freshDatabase()

async function ask<T>(as: Actor, endpoint: Endpoint, input: Record<string, unknown> = {}): Promise<T> {
  const verb = messages.verbs!.find((one) => one.endpoint === endpoint)!
  const full = { params: {}, query: {}, body: undefined, list: undefined, ...input }
  return (await verb.run(await ctxFor(database, as), full as never)) as T
}
const box = (as: Actor) => ask<Message[]>(as, messageList)
const unread = (as: Actor) => ask<Record<string, number>>(as, messageUnread)
const notice = (to: Notice['to'], rest: Partial<Notice> = {}): Notice => ({
  to,
  type: 'notice',
  bizType: 'test',
  words: {
    'zh-CN': { title: '标题', content: '内容' },
    'en-US': { title: 'Title', content: 'Content' },
  },
  ...rest,
})
const send = (...notices: Notice[]) => sendNotices(database, null, ...notices)
const titlesOf = async (as: Actor, bizType: string) => {
  const ctx = await ctxFor(database, as)
  const found = await database.rows<{ id: string }>(
    sql`select id::text from message where biz_type = ${bizType} and receiver_id = ${ctx.session.accessId}`,
  )
  return found.length
}

describe('who hears', () => {
  it('a partner: its active accounts and nobody else', async () => {
    await send(notice({ partnerId: world.partners.A }, { bizType: 'partner-a' }))
    expect(await titlesOf('partnerA', 'partner-a')).toBe(1)
    expect(await titlesOf('partnerANone', 'partner-a')).toBe(1)
    for (const other of ['partnerB', 'leader', 'adminOther', 'supplierA'] as const)
      expect(await titlesOf(other, 'partner-a')).toBe(0)
    const suspended = await database.rows(
      sql`select from message where receiver_id = ${world.users.suspended} and biz_type = 'partner-a'`,
    )
    expect(suspended).toHaveLength(0)
  })

  it('staff by role: those whose rows include the partner', async () => {
    const roles = ['admin', 'coo', 'leader'] as const
    await send(notice({ roles, partnerId: world.partners.B }, { bizType: 'staff-b' }))
    // Partner B is in line 2 and in no team below the leader's.
    expect(await titlesOf('adminOther', 'staff-b')).toBe(1)
    expect(await titlesOf('cooMismatch', 'staff-b')).toBe(1)
    expect(await titlesOf('cooMatch', 'staff-b')).toBe(0)
    expect(await titlesOf('leader', 'staff-b')).toBe(0)
    await send(notice({ roles, partnerId: world.partners.A }, { bizType: 'staff-a' }))
    expect(await titlesOf('leader', 'staff-a')).toBe(1)
    expect(await titlesOf('cooMatch', 'staff-a')).toBe(1)
    expect(await titlesOf('cooMismatch', 'staff-a')).toBe(0)
  })

  it('what belongs to no partner: administrators and those of all lines', async () => {
    await send(notice({ roles: ['admin', 'coo', 'leader'], partnerId: null }, { bizType: 'nobody' }))
    expect(await titlesOf('adminOther', 'nobody')).toBe(1)
    expect(await titlesOf('cooMatch', 'nobody')).toBe(0)
    expect(await titlesOf('leader', 'nobody')).toBe(0)
  })
})

describe('the box', () => {
  it('speaks the reader’s language and has the fields of the specification', async () => {
    await send(notice({ userIds: [world.users.supplier] }, { messageType: 3, link: '/dashboard/data?open=1' }))
    const [first] = await box('supplierA')
    expect(first).toMatchObject({ type: 'notice', title: '标题', subTitle: '', messageType: 3, status: 0, times: 1 })
    const english = await ctxFor(database, 'supplierA', { language: 'en-US' })
    const verb = messages.verbs!.find((one) => one.endpoint === messageList)!
    const [translated] = (await verb.run(english, { query: {} } as never)) as Message[]
    expect(translated!.title).toBe('Title')
  })

  it('counts, reads, and leaves the messages of others as they are', async () => {
    await send(
      notice({ userIds: [world.users.godot, world.users.ops] }, { type: 'message' }),
      notice({ userIds: [world.users.ops] }, { type: 'message' }),
    )
    const before = await unread('adminOther')
    const mine = (await box('adminOther')).filter(({ type }) => type === 'message')
    expect(before.message).toBe(mine.length)
    const foreign = await database.one<{ id: string }>(
      sql`select id::text from message where receiver_id = ${world.users.godot} and type = 'message'`,
    )
    expect(await ask('adminOther', messageRead, { body: { ids: [mine[0]!.id, foreign!.id] } })).toBe(true)
    expect(await ask('adminOther', messageRead, { body: { ids: [mine[0]!.id] } })).toBe(true)
    expect(await ask('adminOther', messageRead, { body: { ids: [] } })).toBe(true)
    expect((await unread('adminOther')).message).toBe(before.message! - 1)
    const still = await database.one(sql`select status from message where id = ${foreign!.id}`)
    expect(still).toEqual({ status: 0 })
    expect(await ask('adminOther', messageReadAll, { body: { type: 'message' } })).toBe(true)
    expect((await unread('adminOther')).message).toBe(0)
  })

  it('raises a count while one of the same kind is unread, and starts a new one after', async () => {
    const same = notice({ userIds: [world.users.leader] }, { dedupKey: 'late', bizType: 'late' })
    await send(same)
    await send(same)
    const [one] = (await box('leader')).filter(({ times }) => times > 1)
    expect(one!.times).toBe(2)
    await ask('leader', messageRead, { body: { ids: [one!.id] } })
    await send(same)
    expect(await titlesOf('leader', 'late')).toBe(2)
  })

  it('ends a todo by the business action, and clears only what is over', async () => {
    const to = { userIds: [world.users.coo_wl] }
    await send(
      notice(to, { type: 'todo', bizType: 'bill', bizId: '1' }),
      notice(to, { type: 'todo', bizType: 'bill', bizId: '2' }),
      notice(to, { bizType: 'read-me' }),
    )
    const ctx = await ctxFor(database, 'cooMismatch')
    const ours = async () => (await box('cooMismatch')).filter(({ type }) => type === 'todo')
    await ask('cooMismatch', messageReadAll, { body: { type: 'todo' } })
    await ask('cooMismatch', messageClear, { body: {} })
    expect(await ours()).toHaveLength(2)
    await ctx.endTodos('bill', '1')
    expect((await ours()).filter(({ doneAt }) => doneAt)).toHaveLength(1)
    await ask('cooMismatch', messageClear, { body: {} })
    expect(await ours()).toHaveLength(1)
    expect(await titlesOf('cooMismatch', 'read-me')).toBe(1)
    expect((await unread('cooMismatch')).notice).toBeGreaterThan(0)
  })
})

it('a message exists only if what it tells about does', async () => {
  const ctx = await ctxFor(database, 'adminOther')
  await ctx
    .transaction(async (inner) => {
      await inner.notify(notice({ userIds: [world.users.ops] }, { bizType: 'undone' }))
      throw new Error('the business failed')
    })
    .catch(() => {})
  expect(await titlesOf('adminOther', 'undone')).toBe(0)
})
