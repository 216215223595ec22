import { may } from '../../../core/can.ts'
import { errors as common, refuse } from '../../../core/errors.ts'
import { clockOf } from '../../../core/time.ts'
import type { Ctx, Db } from '../../../core/verb.ts'
import { errors } from '../errors.ts'
import type { ArticleRow, DraftRow } from '../sql/write.ts'
import * as sql from '../sql/write.ts'

/** An article held for a change. Throws NOT_FOUND. */
export async function hold(ctx: Pick<Ctx, 'db'>, id: string): Promise<ArticleRow> {
  const row = await sql.readArticle(ctx.db, id, true)
  if (!row) throw refuse(common, 'NOT_FOUND')
  return row
}

/** The same, as it was when the asker looked at it. Throws NOT_FOUND, STALE. */
export async function holdVersion(ctx: Ctx, id: string, version: number): Promise<ArticleRow> {
  const row = await hold(ctx, id)
  if (row.version !== version)
    throw refuse(common, 'STALE', { field: 'version', data: { current: { status: row.status, version: row.version } } })
  return row
}

export const mayOf = (ctx: Pick<Ctx, 'session'>) => (needs: Parameters<typeof may>[1]) => may(ctx.session, needs)

/** 409 with the text as it is now, so that the editor can show what differs. */
export const draftChanged = (current: DraftRow) =>
  refuse(errors, 'DRAFT_CHANGED', {
    field: 'revision',
    params: { name: current.savedBy, time: clockOf(current.savedAt) },
    data: { current },
  })

export async function checkCategory(db: Db, id: string): Promise<void> {
  if (!(await sql.hasCategory(db, id))) throw refuse(errors, 'CATEGORY_NOT_FOUND', { field: 'categoryId' })
}

export async function checkPartners(db: Db, ids: string[]): Promise<void> {
  if ((await sql.countPartners(db, ids)) < ids.length)
    throw refuse(errors, 'PARTNER_NOT_FOUND', { field: 'audiencePartners' })
}
