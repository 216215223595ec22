import sql, { type Sql } from 'sql-template-tag'
import type { StatementEvent, StatementTold } from '../../core/events.ts'
import type { Db } from '../../core/verb.ts'
import { receiversOf } from '../../kit/sql/receivers.ts'
import { type Delivery, KEPT, type Webhook } from './contract.ts'

/** A process that died while it sent is followed by another after this long. */
const LEASE_MINUTES = 5

type Row = Omit<Webhook, 'state'> & { isOn: boolean; isGivenUp: boolean; secret: Uint8Array }

export const readWebhook = (db: Db, userId: string): Promise<Row | undefined> =>
  db.one<Row>(sql`
    select url, kinds, events, is_on as "isOn", is_given_up as "isGivenUp", secret, failing_since as "failingSince",
      case when failing_since is not null and is_on then next_try_at end as "nextTryAt", version
    from webhook where user_id = ${userId}`)

export interface Wanted {
  url: string
  kinds: readonly string[]
  events: readonly string[]
  isOn: boolean
}

/** False where there is one already. */
export async function addWebhook(db: Db, userId: string, wanted: Wanted, secret: Uint8Array): Promise<boolean> {
  const { url, kinds, events, isOn } = wanted
  const made = await db.one(sql`
    insert into webhook (user_id, url, kinds, events, is_on, secret)
    values (${userId}, ${url}, ${kinds}::text[], ${events}::text[], ${isOn}, ${secret}) on conflict do nothing returning 1`)
  return made !== undefined
}

/** Undefined where another change came between. What failed before is forgotten. */
export async function changeWebhook(
  db: Db,
  userId: string,
  { url, kinds, events, isOn }: Wanted,
  version: number,
): Promise<number | undefined> {
  const changed = await db.one<{ version: number }>(sql`
    update webhook set url = ${url}, kinds = ${kinds}::text[], events = ${events}::text[], is_on = ${isOn}, is_given_up = false,
      failing_since = null, failures = 0, next_try_at = now(), version = version + 1
    where user_id = ${userId} and version = ${version} returning version`)
  return changed?.version
}

/** False without one. */
export async function setSecret(db: Db, userId: string, secret: Uint8Array): Promise<boolean> {
  return (await db.one(sql`update webhook set secret = ${secret} where user_id = ${userId} returning 1`)) !== undefined
}

/** False without one. Its log goes with it. */
export async function removeWebhook(db: Db, userId: string): Promise<boolean> {
  return (await db.one(sql`delete from webhook where user_id = ${userId} returning 1`)) !== undefined
}

/** What waits is told in any case to be gone when its address is switched off. */
export const dropWaiting = (db: Db, userId: string): Promise<unknown> =>
  db.rows(sql`
    update webhook_delivery set state = 'dropped', done_at = now() where user_id = ${userId} and state = 'waiting'`)

export const readLog = (db: Db, userId: string): Promise<Delivery[]> =>
  db.rows<Delivery>(sql`
    select id::text, event, state, attempts, status_code as status, trouble, created_at as "createdAt", done_at as "doneAt"
    from webhook_delivery where user_id = ${userId} order by webhook_delivery.id desc limit ${KEPT}`)

/** Tests of the last minute. */
export async function countTests(db: Db, userId: string): Promise<number> {
  const found = await db.one<{ count: number }>(sql`
    select count(*) from webhook_delivery
    where user_id = ${userId} and event = 'test' and created_at > now() - interval '1 minute'`)
  return found!.count
}

export interface Waiting {
  id: string
  event: string
  body: string
}

/** A delivery that the queue passes over: whoever adds it sends it. */
export async function addTest(db: Db, userId: string, body: string): Promise<Waiting> {
  const made = await db.one<{ id: string }>(sql`
    insert into webhook_delivery (user_id, event, body, state) values (${userId}, 'test', ${body}, 'failed') returning id::text`)
  return { id: made!.id, event: 'test', body }
}

/** An instant as JSON has it. */
const instant = (of: Sql): Sql => sql`to_char(${of} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Queues messages just written for the addresses that want their kind; how many. */
export async function queueMessages(db: Db, messageIds: readonly string[]): Promise<number> {
  const queued = await db.rows(sql`
    insert into webhook_delivery (user_id, event, body)
    select m.receiver_id, 'message.sent', jsonb_build_object('event', 'message.sent', 'createdAt', ${instant(sql`m.created_at`)},
      'data', jsonb_build_object('messageId', m.id::text, 'type', m.type, 'kind', m.biz_type, 'words', m.words, 'link', m.link))::text
    from message m join webhook w on w.user_id = m.receiver_id
    where m.id = any(${messageIds}::bigint[]) and w.is_on and m.biz_type = any(w.kinds) returning 1`)
  return queued.length
}

/** Queues an event of a statement for the accounts that may see it: the partner's where it has a page of the product, and staff. */
export async function queueStatement(db: Db, event: StatementEvent, told: StatementTold, now: Date): Promise<number> {
  const { partnerId, product } = told
  const roles = product === 'sm4' ? (['admin', 'coo', 'partner'] as const) : (['admin', 'coo'] as const)
  const body = JSON.stringify({ event, createdAt: now.toISOString(), data: told })
  const queued = await db.rows(sql`
    insert into webhook_delivery (user_id, event, body)
    select w.user_id, ${event}, ${body} from webhook w
    where w.is_on and ${event} = any(w.events) and w.user_id in (${receiversOf({ roles, partnerId })})
      and exists (select from user_product where user_id = w.user_id and product_code = ${product}) returning 1`)
  return queued.length
}

export interface Turn {
  userId: string
  url: string
  secret: Uint8Array
  failingSince: string | null
  failures: number
}

/** Addresses that have something waiting and may be spoken to now; each is this process's own until it is freed. */
export const takeTurns = (db: Db, now: Date, limit: number): Promise<Turn[]> =>
  db.rows<Turn>(sql`
    update webhook set leased_until = ${now}::timestamptz + make_interval(mins => ${LEASE_MINUTES})
    where user_id in (
      select w.user_id from webhook w join app_user u on u.id = w.user_id
      where w.is_on and u.status = 'active' and w.next_try_at <= ${now} and (w.leased_until is null or w.leased_until < ${now})
        and exists (select from webhook_delivery d where d.user_id = w.user_id and d.state = 'waiting')
      order by w.next_try_at limit ${limit} for update of w skip locked)
    returning user_id::text as "userId", url, secret, failing_since as "failingSince", failures`)

export const readNext = (db: Db, userId: string): Promise<Waiting | undefined> =>
  db.one<Waiting>(sql`
    select id::text, event, body from webhook_delivery where user_id = ${userId} and state = 'waiting' order by webhook_delivery.id limit 1`)

export interface Outcome {
  isDelivered: boolean
  status: number | null
  trouble: string | null
}

/** Notes what came back; without `isLast` a failed one waits for its next try. */
export const noteOutcome = (
  db: Db,
  id: string,
  { isDelivered, status, trouble }: Outcome,
  isLast: boolean,
  now: Date,
): Promise<unknown> =>
  db.rows(sql`
    update webhook_delivery set attempts = attempts + 1, status_code = ${status}, trouble = ${trouble},
      state = ${isDelivered ? 'delivered' : isLast ? 'failed' : 'waiting'},
      done_at = case when ${isDelivered || isLast} then ${now}::timestamptz end
    where id = ${id}`)

/** Frees an address after its turn: well again, or to be tried later. */
export const endTurn = (
  db: Db,
  { userId }: Turn,
  failed: { since: Date; failures: number; nextTryAt: Date } | undefined,
): Promise<unknown> =>
  db.rows(sql`
    update webhook set leased_until = null, failing_since = ${failed?.since ?? null}::timestamptz, failures = ${failed?.failures ?? 0},
      next_try_at = coalesce(${failed?.nextTryAt ?? null}::timestamptz, next_try_at)
    where user_id = ${userId}`)

export const giveUp = (db: Db, userId: string): Promise<unknown> =>
  db.rows(sql`
    update webhook set is_on = false, is_given_up = true, leased_until = null, version = version + 1 where user_id = ${userId}`)

/** The log keeps the newest and what still waits. */
export const trimLog = (db: Db, userId: string): Promise<unknown> =>
  db.rows(sql`
    delete from webhook_delivery where user_id = ${userId} and state <> 'waiting'
      and id < (select min(id) from (select id from webhook_delivery where user_id = ${userId} order by id desc limit ${KEPT}) newest)`)
