import { refuse } from '../../core/errors.ts'
import { type Ctx, serve } from '../../core/verb.ts'
import { usersDisable, usersSetState } from './contract.ts'
import { errors } from './errors.ts'
import { ensureAdminRemains } from './guards.ts'
import { mayManage } from './rules.ts'
import * as sql from './sql.ts'

/** Locks the accounts of a bulk action; one that is missing, foreign or not the session's to manage stops the whole. */
async function lockAll(ctx: Ctx, ids: string[]): Promise<sql.LockedUser[]> {
  const wanted = [...new Set(ids)]
  const found = await sql.lockUsers(ctx.db, ctx, wanted)
  const mine = found.filter((user) => mayManage(ctx.session, user))
  const count = wanted.length - mine.length
  if (count > 0) throw refuse(errors, 'ROWS_NOT_FOUND', { field: 'ids', params: { count } })
  return mine
}

const idsOf = (users: sql.LockedUser[]): string[] => users.map(({ accessId }) => accessId)

const disable = serve(usersDisable, async (ctx, { body: { ids, reason } }) => {
  await sql.lockAdministrators(ctx.db)
  const changed = (await lockAll(ctx, ids)).filter(({ status }) => status !== 'disabled')
  await ensureAdminRemains(ctx, changed)
  await sql.updateUsers(ctx.db, idsOf(changed), { status: 'disabled', disabledReason: reason })
  for (const { accessId } of changed) await ctx.accounts.revokeSessions(accessId, 'disabled')
  await ctx.audit(
    ...changed.map(({ accessId, status }) => ({
      action: 'user.disable',
      entity: 'user',
      entityId: accessId,
      before: { status },
      after: { status: 'disabled' },
      reason,
    })),
  )
  return { changed: changed.length }
})

const setState = serve(usersSetState, async (ctx, { body: { ids, accessState } }) => {
  const changed = (await lockAll(ctx, ids)).filter((user) => user.accessState !== accessState)
  await sql.updateUsers(ctx.db, idsOf(changed), { accessState })
  for (const { accessId } of changed) await ctx.accounts.revokeSessions(accessId, 'rights')
  await ctx.audit(
    ...changed.map(({ accessId, accessState: before }) => ({
      action: 'user.update',
      entity: 'user',
      entityId: accessId,
      before: { accessState: before },
      after: { accessState },
    })),
  )
  return { changed: changed.length }
})

export const bulk = [disable, setState]
