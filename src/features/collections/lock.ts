import { errors as common, refuse } from '../../core/errors.ts'
import type { Ctx } from '../../core/verb.ts'
import { errors } from './errors.ts'
import { type CollectionRow, lockCollection } from './sql.ts'

/** A collection the session may change, locked. Throws NOT_FOUND, READ_ONLY. */
export async function lockForChange(ctx: Ctx, id: string): Promise<CollectionRow> {
  const row = await lockCollection(ctx.db, ctx.scope, id)
  if (!row) throw refuse(common, 'NOT_FOUND')
  if (row.isReadOnly) throw refuse(errors, 'READ_ONLY')
  return row
}
