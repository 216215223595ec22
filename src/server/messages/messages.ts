import sql, { type Sql } from 'sql-template-tag'
import type { Notice, Receivers } from '../../core/notice.ts'
import type { Db } from '../../core/verb.ts'

/** The channel every server process listens on; the payload is the receivers' ids. */
export const MESSAGE_CHANNEL = 'message'

/** Accounts that may sign in and whom a notice is for. */
function receiversOf(to: Receivers): Sql {
  const active = sql`select u.id from app_user u where u.status = 'active'`
  if ('userIds' in to) return sql`${active} and u.id = any(${to.userIds}::bigint[])`
  if ('supplierId' in to) return sql`${active} and u.role = 'supplier' and u.supplier_id = ${to.supplierId}`
  if (!('roles' in to)) return sql`${active} and u.role = 'partner' and u.partner_id = ${to.partnerId}`
  if (to.partnerId === undefined) return sql`${active} and u.role = any(${to.roles})`
  // The row scope of core/scope.ts, asked the other way round: whose rows include this partner's.
  return sql`
    ${active} and u.role = any(${to.roles}) and (
      u.role = 'admin'
      or u.role = 'coo' and (u.business_line_id is null
        or u.business_line_id = (select business_line_id from partner where id = ${to.partnerId}))
      or u.role = 'leader' and exists (
        select from partner p join team t on t.id = p.team_id
        where p.id = ${to.partnerId} and starts_with(t.path, (select path from team where id = u.team_id)))
      or u.role = 'partner' and u.partner_id = ${to.partnerId})`
}

/** Writes notices on a connection or transaction and, once that commits, tells whoever listens. */
export async function sendNotices(db: Db, senderId: string | null, ...notices: Notice[]): Promise<void> {
  for (const { to, type, bizType, bizId = '', words, link, messageType, dedupKey } of notices) {
    const sent = await db.rows<{ id: string }>(sql`
      insert into message (receiver_id, sender_id, type, biz_type, biz_id, words, link, message_type, dedup_key)
      select r.id, ${senderId}::bigint, ${type}, ${bizType}, ${bizId}, ${JSON.stringify(words)}::jsonb, ${link ?? null},
        ${messageType ?? null}::smallint, ${dedupKey ?? null}
      from (${receiversOf(to)}) r
      where ${type} = 'todo' or not exists (select from message_mute where user_id = r.id and biz_type = ${bizType})
      on conflict (receiver_id, dedup_key) where dedup_key is not null and status = 0 and done_at is null
      do update set dedup_count = message.dedup_count + 1, words = excluded.words, link = excluded.link, created_at = now()
      returning receiver_id::text as id`)
    await tell(
      db,
      sent.map(({ id }) => id),
    )
  }
}

/** Ends the todos about a row: the business action is done, whoever did it. */
export async function endTodos(db: Db, bizType: string, bizId: string): Promise<void> {
  const ended = await db.rows<{ id: string }>(sql`
    update message set done_at = now(), status = 1, read_at = coalesce(read_at, now())
    where type = 'todo' and done_at is null and biz_type = ${bizType} and biz_id = ${bizId} returning receiver_id::text as id`)
  await tell(
    db,
    ended.map(({ id }) => id),
  )
}

/** A notification's payload may have 8,000 bytes. */
const TOLD_AT_ONCE = 300

async function tell(db: Db, receivers: string[]): Promise<void> {
  for (let at = 0; at < receivers.length; at += TOLD_AT_ONCE)
    await db.rows(sql`select pg_notify(${MESSAGE_CHANNEL}, ${receivers.slice(at, at + TOLD_AT_ONCE).join(',')})`)
}
