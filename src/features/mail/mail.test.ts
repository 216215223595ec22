import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import sql from 'sql-template-tag'
import { afterAll, describe, expect, test } from 'vitest'
import { openServer } from '../../../tests/http/app.ts'
import { world } from '../../../tests/world.ts'
import type { Notice } from '../../core/notice.ts'
import { jobContext } from '../../server/jobs/context.ts'
import { setMail } from '../../server/mail/mailer.ts'
import { sendNotices } from '../../server/messages/messages.ts'
import { post } from './server.ts'
import { queueMails } from './sql.ts'

const { ask, database } = await openServer()

/** A mail server as RFC 5321 has it, as far as a sender sees it; what it answers to a receiver is up to the test. */
const letters: { to: string; raw: string }[] = []
let receiverAnswer = '250 OK'
const smtp = createServer((socket) => {
  let to = ''
  let data: string | undefined
  let rest = ''
  socket.on('error', () => {})
  socket.write('220 test\r\n')
  socket.on('data', (chunk) => {
    const lines = (rest + chunk).split('\r\n')
    rest = lines.pop()!
    for (const line of lines)
      if (data !== undefined) {
        if (line === '.') {
          letters.push({ to, raw: data })
          data = undefined
          socket.write('250 taken\r\n')
        } else data += `${line}\n`
      } else if (/^EHLO/i.test(line)) socket.write('250 test\r\n')
      else if (/^RCPT TO/i.test(line)) {
        to = /<(.*)>/.exec(line)![1]!
        socket.write(`${receiverAnswer}\r\n`)
      } else if (/^DATA/i.test(line)) {
        data = ''
        socket.write('354 go on\r\n')
      } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n')
      else socket.write('250 OK\r\n')
  })
})
await new Promise<void>((done) => smtp.listen(0, '127.0.0.1', done))
const turnOn = () =>
  setMail({
    smtpUrl: `smtp://127.0.0.1:${(smtp.address() as AddressInfo).port}`,
    from: 'Backlot <backlot@example.com>',
    publicUrl: 'https://backlot.example.com',
  })
afterAll(() => {
  setMail(undefined)
  smtp.close()
})

const { leader, coo } = world.users
await database.rows(sql`update app_user set email = 'lin@example.com' where id = ${leader}`)
const wish = async (body: object) => (await ask('PUT', '/api/mail-wish', { as: 'leader', body })).statusCode
const read = async () => (await ask('GET', '/api/mail-wish', { as: 'leader' })).json().data.wish
const notice = (userId: string, bizType: string, content: string): Notice => ({
  ...{ to: { userIds: [userId] }, type: 'notice', bizType, link: '/messages?open=1' },
  words: { 'zh-CN': { title: '标题', content }, 'en-US': { title: 'Title', content } },
})
const send = (...notices: Notice[]) => sendNotices(database, null, ...notices)
const tick = (now = new Date()) => post.run(jobContext(database, {} as never, now), {})
/** Letters are quoted-printable. */
const wordsOf = (raw: string) =>
  Buffer.from(
    raw.replace(/=\n/g, '').replace(/=([0-9A-F]{2})|[\s\S]/gu, (all, hex) => hex ?? Buffer.from(all).toString('hex')),
    'hex',
  ).toString()
const always = { quietFrom: null, quietTo: null }
const reset = () => {
  letters.length = 0
  receiverAnswer = '250 OK'
  return database.rows(sql`delete from mail_waiting`)
}

describe('messages by e-mail', () => {
  test('are absent where there is no server for them', async () => {
    expect(await read()).toBeNull()
    expect(await wish({ kinds: ['risk'], ...always })).toBe(404)
  })

  test('come of the chosen kinds to the account’s address, in its language, with a way out', async () => {
    turnOn()
    expect(await read()).toMatchObject({ address: 'l***@example.com', kinds: [], quietFrom: 22, quietTo: 8 })
    expect(await wish({ kinds: ['risk'], ...always })).toBe(200)
    await send(notice(leader, 'risk', '<b>one</b>'), notice(leader, 'article', 'two'), notice(coo, 'risk', 'three'))
    await tick()
    expect(letters.map(({ to }) => to)).toEqual(['lin@example.com'])
    const { raw } = letters[0]!
    const words = wordsOf(raw)
    expect(raw).toContain('List-Unsubscribe: <https://backlot.example.com/user/setting?tab=notices>')
    expect(words).toContain('https://backlot.example.com/messages?open=1')
    expect(words).toContain('&#60;b&#62;one&#60;/b&#62;')
    expect(words).toContain('你选择了用邮件接收这些消息')
    expect(words).not.toMatch(/two|three/)
    await tick(new Date(Date.now() + 86_400_000))
    expect(letters).toHaveLength(1)
  })

  test('a role’s own kinds only', async () => {
    const refused = await ask('PUT', '/api/mail-wish', { as: 'supplierA', body: { kinds: ['settlement'], ...always } })
    expect(refused.statusCode).toBe(403)
    expect((await ask('PUT', '/api/mail-wish', { as: 'supplierA', body: { kinds: [], ...always } })).statusCode).toBe(
      200,
    )
  })

  test('wait for the end of the quiet hours and then go in one letter without what was read; risk does not wait', async () => {
    await reset()
    await wish({ kinds: ['risk', 'article'], quietFrom: 22, quietTo: 8 })
    setMail(undefined)
    await send(
      ...['first', 'second', 'third', 'fourth'].map((content) => notice(leader, 'article', content)),
      notice(leader, 'risk', 'urgent'),
    )
    turnOn()
    const at = async (content: string, clock: string) => {
      const [row] = await database.rows<{ id: string; biz: string }>(sql`
        update message set created_at = ${`2026-11-0${clock}:00+08`}::timestamptz
        where receiver_id = ${leader} and words -> 'zh-CN' ->> 'content' = ${content} returning id::text`)
      await queueMails(database, [row!.id])
      const [waiting] = await database.rows<{ due: string }>(sql`
        select to_char(due_at at time zone 'Asia/Shanghai', 'DD HH24:MI') as due from mail_waiting where message_id = ${row!.id}`)
      return waiting!.due
    }
    expect(await at('first', '2 21:59')).toBe('02 21:59')
    expect(await at('second', '2 22:00')).toBe('03 08:00')
    expect(await at('third', '3 07:59')).toBe('03 08:00')
    expect(await at('fourth', '3 08:00')).toBe('03 08:00')
    expect(await at('urgent', '3 03:00')).toBe('03 03:00')
    await database.rows(sql`update message set status = 1 where words -> 'zh-CN' ->> 'content' = 'third'`)
    await tick(new Date('2026-11-03T03:30:00+08:00'))
    expect(letters).toHaveLength(1)
    await tick(new Date('2026-11-03T08:00:00+08:00'))
    expect(letters).toHaveLength(2)
    const words = wordsOf(letters[1]!.raw)
    for (const content of ['second', 'fourth']) expect(words).toContain(content)
    expect(words).not.toContain('third')
  })

  test('a server that cannot now is asked again later; a receiver it refuses is not', async () => {
    await reset()
    await wish({ kinds: ['article'], ...always })
    const waiting = async () => (await database.rows(sql`select 1 from mail_waiting`)).length
    receiverAnswer = '451 later'
    await send(notice(leader, 'article', 'again'))
    await tick()
    expect([letters.length, await waiting()]).toEqual([0, 1])
    receiverAnswer = '250 OK'
    await tick()
    expect(letters).toHaveLength(0)
    await tick(new Date(Date.now() + 11 * 60_000))
    expect([letters.length, await waiting()]).toEqual([1, 0])
    receiverAnswer = '550 nobody'
    await send(notice(leader, 'article', 'never'))
    await tick()
    expect([letters.length, await waiting()]).toEqual([1, 0])
  })
})
