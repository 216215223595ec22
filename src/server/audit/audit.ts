import sql from 'sql-template-tag'
import type { AuditEntry, Db } from '../../core/verb.ts'

export interface AuditFrom {
  /** Empty where no person is signed in. */
  actorId: string
  clientIp: string
  requestId: string
}

/** Writes one row of the audit log on a connection or transaction. */
export async function writeAudit(
  db: Db,
  { actorId, clientIp, requestId }: AuditFrom,
  entry: AuditEntry,
): Promise<void> {
  const { action, entity, entityId, before, after, reason } = entry
  await db.rows(sql`
    insert into audit_log (actor_id, action, entity, entity_id, before, after, reason, ip, request_id)
    values (${actorId || null}, ${action}, ${entity}, ${entityId}, ${jsonOf(before)}, ${jsonOf(after)}, ${reason ?? null}, ${clientIp}, ${requestId})`)
}

const jsonOf = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value))
