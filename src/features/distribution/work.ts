import type { BulkReport, Target } from '../../core/bulk.ts'
import { may } from '../../core/can.ts'
import { AppError, errors as common, refuse } from '../../core/errors.ts'
import { step } from '../../core/flow.ts'
import type { AuditEntry, Ctx } from '../../core/verb.ts'
import { errors } from './errors.ts'
import { type Action, EXTENDABLE, flow, type State } from './flow.ts'
import { type Change, type Locked, lockRows, moveRows } from './sql/rows.ts'
import { text } from './text.ts'

export const stateWords = (state: State) => ({
  'zh-CN': text['zh-CN'].choices.status[state],
  'en-US': text['en-US'].choices.status[state],
})

/** What an action does to rows that may take it. */
export interface Deed {
  /** `extend` is no step of the flow: it leaves the state as it is. */
  action: Action | 'extend'
  change?: Change
  counts?: boolean
  reason?: string
  /** What else must hold of a row. Throws its refusal. */
  guard?: (row: Locked) => void
}

/** Throws what the flow or the deed has against it. */
export function judge(ctx: Ctx, row: Locked, { action, guard }: Deed): void {
  const allows = (permission: Parameters<typeof may>[1]) => may(ctx.session, permission)
  // Extending is refused in the words of the flow: its own step from such a state would be a submission.
  if (action !== 'extend') step(flow, row.status, action, allows, stateWords)
  else if (!EXTENDABLE.includes(row.status))
    step(
      { ...flow, actions: { extend: { from: EXTENDABLE, to: row.status, by: 'distributions.manage' } } },
      row.status,
      'extend',
      allows,
      stateWords,
    )
  guard?.(row)
}

/** Does it to rows already judged, with its audit entries; returns those that were written. */
async function perform(ctx: Ctx, rows: Locked[], deed: Deed): Promise<Locked[]> {
  const { action, change, counts, reason } = deed
  const { from, to } = action === 'extend' ? { from: EXTENDABLE, to: null } : flow.actions[action]
  const ids = rows.map(({ distId }) => distId)
  const written = new Set(await moveRows(ctx.db, ids, { from, to, change, counts }))
  const moved = rows.filter(({ distId }) => written.has(distId))
  await ctx.audit(
    ...moved.map(
      (row): AuditEntry => ({
        action: `distribution.${action}`,
        entity: 'distribution',
        entityId: row.distId,
        before: { status: row.status, ...(change?.deadlineAt ? { deadlineAt: row.deadlineAt } : {}) },
        after: { status: to ?? row.status, ...change },
        ...(reason ? { reason } : {}),
      }),
    ),
  )
  return moved
}

/** One row within the scope, locked. Throws NOT_FOUND, and STALE with the current state when the version is another. */
export async function lockOne(ctx: Ctx, id: string, version?: number): Promise<Locked> {
  const [row] = await lockRows(ctx.db, ctx.scope, [id], ctx.now)
  if (!row) throw refuse(common, 'NOT_FOUND')
  if (version !== undefined && row.version !== version)
    throw refuse(common, 'STALE', {
      field: 'version',
      data: { current: { version: row.version, status: row.status } },
    })
  return row
}

/** An action on one row. Throws NOT_FOUND, STALE, NOT_IN_THIS_STATE and what the deed's guard refuses. */
export async function actOnOne(
  ctx: Ctx,
  id: string,
  version: number,
  deed: Deed,
): Promise<{ row: Locked; status: State; version: number }> {
  const row = await lockOne(ctx, id, version)
  judge(ctx, row, deed)
  const [moved] = await perform(ctx, [row], deed)
  if (!moved) throw refuse(common, 'STALE', { field: 'version' })
  return { row, status: deed.action === 'extend' ? row.status : flow.actions[deed.action].to, version: version + 1 }
}

/** An action on many rows: what a row's state refuses is reported, the rest is done. Throws ROWS_NOT_FOUND, and nothing is done. */
export async function actOnMany(
  ctx: Ctx,
  target: Target,
  deed: Deed,
): Promise<{ report: BulkReport; moved: Locked[] }> {
  const ids = await ctx.idsOf(target)
  const rows = await lockRows(ctx.db, ctx.scope, ids, ctx.now)
  if (rows.length < ids.length)
    throw refuse(errors, 'ROWS_NOT_FOUND', { field: 'target', params: { count: ids.length - rows.length } })
  const refused: BulkReport['refused'] = []
  const able = rows.filter((row) => {
    const refusal = refusalOf(() => judge(ctx, row, deed))
    if (refusal) refused.push({ id: row.distId, reason: refusal.reason, msg: refusal.explain(ctx.language) })
    return !refusal
  })
  const moved = able.length ? await perform(ctx, able, deed) : []
  return { report: { done: moved.length, refused }, moved }
}

/** The refusal a piece of work ends in; anything else it throws goes on. */
export function refusalOf(work: () => void): AppError | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}
