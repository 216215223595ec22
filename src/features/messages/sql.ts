import sql, { empty } from 'sql-template-tag'
import type { Language } from '../../core/text.ts'
import type { Db } from '../../core/verb.ts'
import { type ListSource, likePattern } from '../../kit/sql/list.ts'
import { BOX, type Message, type MessageType, type messagesList } from './contract.ts'

const wordsIn = (language: Language) => sql`m.words -> ${language}`

/** The newest of each type in one statement, each by its own short walk of the index. */
export function readBox(db: Db, userId: string, language: Language, type?: MessageType): Promise<Message[]> {
  const words = wordsIn(language)
  return db.rows(sql`
    select m.id::text as id, m.type, ${words} ->> 'title' as title, coalesce(${words} ->> 'subTitle', '') as "subTitle",
      '' as avatar, ${words} ->> 'content' as content, m.created_at as time, m.message_type as "messageType", m.status,
      m.link, m.dedup_count as times, m.done_at as "doneAt"
    from unnest(array['message', 'notice', 'todo']) kind
      cross join lateral (
        select * from message where receiver_id = ${userId} and type = kind and cleared_at is null order by id desc limit ${BOX}
      ) m
    ${type ? sql`where kind = ${type}` : empty}
    order by m.created_at desc, m.id desc`)
}

export async function countUnread(db: Db, userId: string): Promise<Record<MessageType, number>> {
  const found = await db.one<Record<MessageType, number>>(sql`
    select count(*) filter (where type = 'message') as message, count(*) filter (where type = 'notice') as notice,
      count(*) filter (where type = 'todo') as todo
    from message where receiver_id = ${userId} and status = 0 and cleared_at is null`)
  return found!
}

/** Marks as read, by id or by type. */
export async function markRead(
  db: Db,
  userId: string,
  which: { ids: string[] } | { type: MessageType },
): Promise<void> {
  const these = 'ids' in which ? sql`id = any(${which.ids}::bigint[])` : sql`type = ${which.type}`
  await db.rows(
    sql`update message set status = 1, read_at = now() where receiver_id = ${userId} and status = 0 and ${these}`,
  )
}

export async function clearRead(db: Db, userId: string): Promise<void> {
  await db.rows(sql`
    update message set cleared_at = now()
    where receiver_id = ${userId} and cleared_at is null and status = 1 and (type <> 'todo' or done_at is not null)`)
}

/** What nobody will look for any more. */
export async function dropOld(db: Db, days: number): Promise<void> {
  await db.rows(sql`delete from message where created_at < now() - make_interval(days => ${days})`)
}

export const messagesSource = (language: Language): ListSource<typeof messagesList> => ({
  keys: () => sql`message m`,
  id: sql`m.id`,
  rows: sql`join message m on m.id = page.id`,
  columns: {
    title: sql`${wordsIn(language)} ->> 'title'`,
    content: sql`${wordsIn(language)} ->> 'content'`,
    type: sql`m.type`,
    status: sql`case m.status when 0 then 'unread' else 'read' end`,
    tag: sql`m.message_type::text`,
    time: sql`m.created_at`,
    doneAt: sql`m.done_at`,
    times: sql`m.dedup_count`,
    link: sql`m.link`,
    id: sql`m.id::text`,
  },
  sorts: { time: sql`m.created_at` },
  filters: {
    type: sql`m.type`,
    status: sql`case m.status when 0 then 'unread' else 'read' end`,
    tag: sql`m.message_type::text`,
    time: sql`m.created_at`,
    keyword: (filter) => {
      const pattern = likePattern(filter.kind === 'contains' ? filter.text : '')
      return sql`(${wordsIn(language)} ->> 'title' ilike ${pattern} or ${wordsIn(language)} ->> 'content' ilike ${pattern})`
    },
  },
})

/** The kinds a person does not want. */
export async function readMuted(db: Db, userId: string): Promise<Set<string>> {
  const rows = await db.rows<{ kind: string }>(sql`select biz_type as kind from message_mute where user_id = ${userId}`)
  return new Set(rows.map(({ kind }) => kind))
}

export async function setMuted(db: Db, userId: string, kind: string, isMuted: boolean): Promise<void> {
  await db.rows(
    isMuted
      ? sql`insert into message_mute (user_id, biz_type) values (${userId}, ${kind}) on conflict do nothing`
      : sql`delete from message_mute where user_id = ${userId} and biz_type = ${kind}`,
  )
}
