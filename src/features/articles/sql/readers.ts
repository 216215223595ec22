import sql from 'sql-template-tag'
import type { Db } from '../../../core/verb.ts'
import type { ListSource } from '../../../kit/sql/list.ts'
import type { articleReaders } from '../contractReaders.ts'
import { hasConfirmed, isInAudience, stateOf } from './audience.ts'

const MINE = sql`u.id`
const state = stateOf(MINE)
const firstAt = sql`(select r.first_at from article_read r where r.article_id = a.id and r.user_id = u.id)`
/** The last confirmation that still counts. */
const confirmed = sql`lateral (
  select c.version_no, c.at from article_confirm c
  where c.article_id = a.id and c.user_id = u.id and c.version_no >= a.confirm_from order by c.version_no desc limit 1) c`

/** What is out, with each account it is meant for; a draft has no readers. */
const PAIRS = sql`article a join app_user u on a.status = 'published' and ${isInAudience}`
/** A row is an article and an account: one bigint, for a page's cursor. */
const ROW_ID = sql`(a.id * 1000000000 + u.id)`

export const readersSource: ListSource<typeof articleReaders> = {
  keys: () => sql`${PAIRS} left join ${confirmed} on true`,
  id: ROW_ID,
  rows: sql`join article a on a.id = page.id / 1000000000 join app_user u on u.id = page.id % 1000000000
    join article_version v on v.article_id = a.id and v.no = a.live_no left join partner p on p.id = u.partner_id
    left join article_read r on r.article_id = a.id and r.user_id = u.id left join ${confirmed} on true`,
  columns: {
    rowId: sql`page.id::text`,
    displayName: sql`u.display_name`,
    accessKey: sql`u.access_key`,
    role: sql`u.role`,
    partnerName: sql`p.name`,
    state,
    versionNo: sql`coalesce(c.version_no, r.version_no)`,
    firstReadAt: sql`r.first_at`,
    confirmedAt: sql`c.at`,
    title: sql`v.title`,
    articleId: sql`a.id::text`,
  },
  sorts: {
    state: sql`(case ${state} when 'unread' then 0 when 'read' then 1 else 2 end)::bigint`,
    firstReadAt: sql`coalesce(${firstAt}, '-infinity')`,
    confirmedAt: sql`coalesce(c.at, '-infinity')`,
  },
  filters: {
    keyword: sql`(u.display_name || ' ' || u.access_key)`,
    role: sql`u.role`,
    partnerId: sql`u.partner_id`,
    state,
    firstReadAt: firstAt,
    confirmedAt: sql`c.at`,
    articleId: sql`a.id`,
  },
}

export interface Reach {
  title: string
  status: string
  isMustRead: boolean
  confirmed: number
  read: number
  unread: number
  remindedOn: string | null
}

/** How far an article has reached those it is meant for; undefined when there is none. */
export function readReach(db: Db, id: string): Promise<Reach | undefined> {
  return db.one<Reach>(sql`
    select coalesce(v.title, d.title) as title, a.status, a.is_must_read as "isMustRead", a.reminded_on::text as "remindedOn",
      n.confirmed, n.read, n.unread
    from article a join article_draft d on d.article_id = a.id
    left join article_version v on v.article_id = a.id and v.no = a.live_no,
      lateral (select count(*) filter (where m.state = 'confirmed') as confirmed, count(*) filter (where m.state = 'read') as read,
        count(*) filter (where m.state = 'unread') as unread
        from (select ${state} as state from app_user u where a.status = 'published' and ${isInAudience}) m) n
    where a.id = ${id}`)
}

/** Accounts that have still to confirm it. */
export async function unconfirmedOf(db: Db, id: string): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select u.id::text from ${PAIRS} where a.id = ${id} and not ${hasConfirmed(MINE)} order by u.id`)
  return rows.map((row) => row.id)
}

/** Notes that readers are reminded on this day; false when they were already. */
export async function noteReminder(db: Db, id: string, day: string): Promise<boolean> {
  const row = await db.one(sql`
    update article set reminded_on = ${day}::date where id = ${id} and reminded_on is distinct from ${day}::date returning id`)
  return row !== undefined
}
