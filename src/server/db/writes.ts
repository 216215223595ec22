import sql from 'sql-template-tag'
import type { Db } from '../../core/verb.ts'

/** No replica that is asked is as far behind as this. */
const KEPT_MINUTES = 10

let isNoting = false

/** Whether some reads go elsewhere, so that it matters who has written what. */
export function setNoting(isOn: boolean): void {
  isNoting = isOn
}

/**
 * Notes that these accounts must see what this transaction, and all before it, have written: they wrote it or are told of
 * it. It counts with the transaction, or at once on a connection.
 */
export async function noteWrites(db: Db, userIds: readonly string[]): Promise<void> {
  if (!isNoting || userIds.length === 0) return
  await db.rows(sql`insert into account_write (user_id) select distinct unnest(${userIds}::bigint[])`)
}

export async function dropOldWrites(db: Db): Promise<void> {
  await db.rows(sql`delete from account_write where at < clock_timestamp() - make_interval(mins => ${KEPT_MINUTES})`)
}
