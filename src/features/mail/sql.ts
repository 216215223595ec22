import sql from 'sql-template-tag'
import type { Language } from '../../core/text.ts'
import type { Db } from '../../core/verb.ts'
import { URGENT } from './contract.ts'

export interface Wish {
  kinds: string[]
  quietFrom: number | null
  quietTo: number | null
}

/** The account's address and what it wants; without a wish the rest is null. */
export const readWish = (
  db: Db,
  userId: string,
): Promise<({ email: string | null } & { [K in keyof Wish]: Wish[K] | null }) | undefined> =>
  db.one(sql`
    select u.email, w.kinds, w.quiet_from as "quietFrom", w.quiet_to as "quietTo"
    from app_user u left join mail_wish w on w.user_id = u.id where u.id = ${userId}`)

/** What waits of a kind that is no longer wanted goes too. */
export async function saveWish(db: Db, userId: string, wish: Wish, language: Language): Promise<void> {
  const { kinds, quietFrom, quietTo } = wish
  await db.rows(sql`
    insert into mail_wish (user_id, kinds, language, quiet_from, quiet_to)
    values (${userId}, ${kinds}::text[], ${language}, ${quietFrom}, ${quietTo})
    on conflict (user_id) do update set kinds = excluded.kinds, language = excluded.language, quiet_from = excluded.quiet_from,
      quiet_to = excluded.quiet_to`)
  await db.rows(sql`
    delete from mail_waiting w using message m
    where m.id = w.message_id and w.user_id = ${userId} and m.biz_type <> all(${kinds}::text[])`)
}

/** Queues messages just written for those who want their kind by e-mail; how many may go now, and not after quiet hours. */
export async function queueMails(db: Db, messageIds: readonly string[]): Promise<number> {
  const queued = await db.rows<{ isNow: boolean }>(sql`
    insert into mail_waiting (message_id, user_id, due_at)
    select m.id, m.receiver_id, case when is_quiet and m.biz_type <> all(${URGENT}::text[])
      then (date_trunc('day', clock) + make_interval(days => (hour >= w.quiet_to)::int, hours => w.quiet_to)) at time zone 'Asia/Shanghai'
      else m.created_at end
    from message m join mail_wish w on w.user_id = m.receiver_id
      cross join lateral (select m.created_at at time zone 'Asia/Shanghai' as clock) c
      cross join lateral (select extract(hour from clock)::int as hour) h
      cross join lateral (select coalesce(case when w.quiet_from < w.quiet_to then hour >= w.quiet_from and hour < w.quiet_to
        else hour >= w.quiet_from or hour < w.quiet_to end, false) as is_quiet) q
    where m.id = any(${messageIds}::bigint[]) and m.biz_type = any(w.kinds)
    on conflict do nothing returning due_at <= now() as "isNow"`)
  return queued.filter(({ isNow }) => isNow).length
}

/**
 * The messages that are due, of some people; each is put off while it is being sent, longer with every try, so that a
 * process that died loses none.
 */
export const takeDue = (db: Db, now: Date, people: number): Promise<{ id: string; attempts: number }[]> =>
  db.rows(sql`
    update mail_waiting set attempts = attempts + 1,
      due_at = ${now}::timestamptz + make_interval(mins => least(5 * (1 << least(attempts, 6)), 240))
    where message_id in (
      select message_id from mail_waiting where due_at <= ${now} and user_id in (
        select user_id from mail_waiting where due_at <= ${now} group by user_id order by min(due_at) limit ${people})
      for update skip locked)
    returning message_id::text as id, attempts`)

export interface Mailed {
  userId: string
  email: string
  language: Language
  ids: string[]
  messages: { title: string; content: string; link: string | null; at: string }[]
}

/** Of these messages those still unread, by person, oldest first. Who left or has no address gets none. */
export const readMailed = (db: Db, ids: readonly string[]): Promise<Mailed[]> =>
  db.rows<Mailed>(sql`
    select u.id::text as "userId", u.email, w.language, array_agg(m.id::text order by m.id) as ids,
      jsonb_agg(jsonb_build_object('title', m.words -> w.language ->> 'title', 'content', m.words -> w.language ->> 'content',
        'link', m.link, 'at', to_char(m.created_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI')) order by m.id) as messages
    from message m join mail_wish w on w.user_id = m.receiver_id join app_user u on u.id = m.receiver_id
    where m.id = any(${ids}::bigint[]) and m.status = 0 and m.done_at is null and u.status = 'active' and u.email is not null
    group by u.id, w.language`)

export const dropMails = (db: Db, ids: readonly string[]): Promise<unknown> =>
  db.rows(sql`delete from mail_waiting where message_id = any(${ids}::bigint[])`)
