import sql from 'sql-template-tag'
import type { Db } from '../../core/verb.ts'

export interface StoredAnswer {
  endpoint: string
  isSameRequest: boolean
  status: number | null
  body: unknown
}

/**
 * Claims an idempotency key for the running transaction. A second request with the same key waits here until the first
 * one's transaction has ended; it then gets what the first has stored, or the key if the first came to nothing.
 */
export async function claimKey(
  db: Db,
  claim: { actorId: string; key: string; endpoint: string; requestHash: Uint8Array },
): Promise<StoredAnswer | undefined> {
  const { actorId, key, endpoint, requestHash } = claim
  const claimed = await db.one(sql`
    insert into idempotency (actor_id, key, endpoint, request_hash) values (${actorId}, ${key}, ${endpoint}, ${requestHash})
    on conflict do nothing returning 1`)
  if (claimed) return undefined
  return db.one(sql`
    select endpoint, request_hash = ${requestHash} as "isSameRequest", status, body from idempotency
    where actor_id = ${actorId} and key = ${key}`)
}

/** Keeps the answer beside its key, in the transaction of the effect. */
export async function storeAnswer(db: Db, actorId: string, key: string, status: number, body: unknown): Promise<void> {
  await db.rows(sql`
    update idempotency set status = ${status}, body = ${JSON.stringify(body)}::jsonb where actor_id = ${actorId} and key = ${key}`)
}

/** Makes the running transaction see one instant of the data and change none. */
export async function freeze(db: Db): Promise<void> {
  await db.rows(sql`set transaction isolation level repeatable read, read only`)
}

/** Answers when the database can be reached and has our schema. */
export async function checkReady(db: Db): Promise<void> {
  await db.rows(sql`select 1 from schema_version limit 1`)
}
