import sql from 'sql-template-tag'
import type { AuditEntry, Db } from '../../core/verb.ts'

export interface AuditFrom {
  /** Empty where no person is signed in. */
  actorId: string
  clientIp: string
  requestId: string
}

/** Writes rows of the audit log on a connection or transaction, in one statement. */
export async function writeAudit(
  db: Db,
  { actorId, clientIp, requestId }: AuditFrom,
  ...entries: AuditEntry[]
): Promise<void> {
  if (entries.length === 0) return
  const rows = entries.map(({ action, entity, entityId, before, after, reason }) => ({
    action,
    entity,
    entity_id: entityId,
    before,
    after,
    reason,
  }))
  // One JSON value, so that the statement has the same text and plan for any number of rows.
  await db.rows(sql`
    insert into audit_log (actor_id, action, entity, entity_id, before, after, reason, ip, request_id)
    select ${actorId || null}::bigint, action, entity, entity_id, before, after, reason, ${clientIp}::inet, ${requestId}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as entry (action text, entity text, entity_id text, before jsonb, after jsonb, reason text)`)
}
