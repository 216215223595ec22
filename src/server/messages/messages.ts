import sql from 'sql-template-tag'
import type { Notice } from '../../core/notice.ts'
import { type Db, SEND_MAILS, SEND_WEBHOOKS } from '../../core/verb.ts'
import { queueMails } from '../../features/mail/sql.ts'
import { queueMessages } from '../../features/webhooks/sql.ts'
import { receiversOf } from '../../kit/sql/receivers.ts'
import { noteWrites } from '../db/writes.ts'
import { addJob } from '../jobs/sql.ts'
import { mailer } from '../mail/mailer.ts'

/** The channel every server process listens on; the payload is the receivers' ids. */
export const MESSAGE_CHANNEL = 'message'

/** Writes notices on a connection or transaction and, once that commits, tells whoever listens. */
export async function sendNotices(db: Db, senderId: string | null, ...notices: Notice[]): Promise<void> {
  for (const { to, type, bizType, bizId = '', words, link, messageType, dedupKey } of notices) {
    const sent = await db.rows<{ id: string; messageId: string; isNew: boolean }>(sql`
      insert into message (receiver_id, sender_id, type, biz_type, biz_id, words, link, message_type, dedup_key)
      select r.id, ${senderId}::bigint, ${type}, ${bizType}, ${bizId}, ${JSON.stringify(words)}::jsonb, ${link ?? null},
        ${messageType ?? null}::smallint, ${dedupKey ?? null}
      from (${receiversOf(to)}) r
      where ${type} = 'todo' or not exists (select from message_mute where user_id = r.id and biz_type = ${bizType})
      on conflict (receiver_id, dedup_key) where dedup_key is not null and status = 0 and done_at is null
      do update set dedup_count = message.dedup_count + 1, words = excluded.words, link = excluded.link, created_at = now()
      returning receiver_id::text as id, id::text as "messageId", dedup_count = 1 as "isNew"`)
    // One that only raised a count is no news to a program or by e-mail.
    const fresh = sent.filter(({ isNew }) => isNew).map(({ messageId }) => messageId)
    if (fresh.length > 0 && (await queueMessages(db, fresh)) > 0) await addJob(db, SEND_WEBHOOKS, {})
    if (fresh.length > 0 && mailer.isOn() && (await queueMails(db, fresh)) > 0) await addJob(db, SEND_MAILS, {})
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
  await noteWrites(db, receivers)
  for (let at = 0; at < receivers.length; at += TOLD_AT_ONCE)
    await db.rows(sql`select pg_notify(${MESSAGE_CHANNEL}, ${receivers.slice(at, at + TOLD_AT_ONCE).join(',')})`)
}
