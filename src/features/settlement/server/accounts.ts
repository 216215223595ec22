import { errors as common, refuse } from '../../../core/errors.ts'
import type { Receivers } from '../../../core/notice.ts'
import { LANGUAGES, type Language } from '../../../core/text.ts'
import { clockOf } from '../../../core/time.ts'
import { type Ctx, serve, type Verb } from '../../../core/verb.ts'
import { readSetting } from '../../../kit/sql/settings.ts'
import { accountText } from '../accountText.ts'
import * as contract from '../contract/accounts.ts'
import * as sql from '../sql/accounts.ts'
import { errors } from '../statementErrors.ts'
import { eyeOf } from './common.ts'

/** What a partner's sealed account number is sealed for. */
export const SEALED_FOR = 'bank-account'
const HOUR_MS = 3_600_000

/** Throws NO_ACCOUNT, ACCOUNT_UNVERIFIED, HOLDER_MISMATCH, ACCOUNT_COOLING: what keeps money from going to an account. */
export function refuseAccount(account: sql.Account | undefined): void {
  if (!account) throw refuse(errors, 'NO_ACCOUNT')
  if (account.state !== 'verified') throw refuse(errors, 'ACCOUNT_UNVERIFIED')
  if (account.otherName) throw refuse(errors, 'HOLDER_MISMATCH', { params: { name: account.otherName } })
  if (account.isCooling) throw refuse(errors, 'ACCOUNT_COOLING', { params: { until: clockOf(account.usableFrom!) } })
}

/** Throws NOT_CERTIFIED, HOLDER_MISMATCH: an account is held in the certified name. */
async function ensureHolder(ctx: Ctx, partnerId: string, holder: string): Promise<void> {
  const certified = await sql.readCertifiedName(ctx.db, partnerId, holder)
  if (!certified) throw refuse(errors, 'NOT_CERTIFIED', { field: 'holder' })
  if (!certified.isHolder)
    throw refuse(errors, 'HOLDER_MISMATCH', { field: 'holder', params: { name: certified.name } })
}

const todoOf = (accountId: string) => `account:${accountId}`

async function tell(
  ctx: Ctx,
  to: Receivers,
  accountId: string,
  say: (words: (typeof accountText)[Language]['notices']) => { title: string; content: string },
  isTodo = false,
): Promise<void> {
  await ctx.notify({
    to,
    type: isTodo ? 'todo' : 'notice',
    bizType: 'settlement',
    bizId: todoOf(accountId),
    link: isTodo ? '/dashboard/settlement/settlement_sm4?tab=payouts' : '/user/setting?tab=payout',
    words: Object.fromEntries(LANGUAGES.map((language) => [language, say(accountText[language].notices)])) as Record<
      Language,
      { title: string; content: string }
    >,
  })
}

const read = serve(contract.accountRead, async (ctx) => ({
  accounts: await sql.listAccounts(ctx.db, eyeOf(ctx), ctx.now),
  coolDownHours: (await readSetting(ctx.db, 'settlement.accounts')).coolDownHours,
  certifiedName:
    ctx.scope.kind === 'partner'
      ? ((await sql.readCertifiedName(ctx.db, ctx.scope.partnerId, ''))?.name ?? null)
      : null,
}))

const set = serve(contract.accountSet, async (ctx, { body }) => {
  if (ctx.scope.kind !== 'partner') throw refuse(common, 'FORBIDDEN')
  const { partnerId } = ctx.scope
  const number = body.number.replace(/[\s-]/g, '')
  if (!/^\d{8,30}$/.test(number)) throw refuse(errors, 'ACCOUNT_NUMBER', { field: 'number' })
  await ensureHolder(ctx, partnerId, body.holder)
  await ctx.emit('person.confirm', { password: body.currentPassword, code: body.code ?? '' })
  return ctx.transaction(async (inner) => {
    const end = number.slice(-4)
    const { coolDownHours } = await readSetting(inner.db, 'settlement.accounts')
    const usableFrom = new Date(inner.now.getTime() + coolDownHours * HOUR_MS)
    const { id, formerEnd } = await sql.setAccount(inner.db, {
      ...{ partnerId, holder: body.holder.trim(), bankName: body.bankName.trim(), end, usableFrom },
      ...{ sealed: inner.secrets.seal(number, SEALED_FOR), by: inner.session.accessId, now: inner.now },
    })
    await inner.audit({
      action: 'bankAccount.set',
      entity: 'bankAccount',
      entityId: id,
      ...(formerEnd && { before: { numberEnd: formerEnd } }),
      after: { bankName: body.bankName, numberEnd: end, usableFrom: usableFrom.toISOString() },
    })
    const until = clockOf(usableFrom)
    await tell(inner, { partnerId }, id, (say) => ({ title: say.changed, content: say.changedContent(end, until) }))
    const admins = { roles: ['admin'], partnerId } as const
    await tell(inner, admins, id, (say) => ({ title: say.todo, content: say.todoContent(end) }), true)
    return { accountId: id, numberEnd: end, usableFrom: usableFrom.toISOString() }
  })
})

const cancel = serve(contract.accountCancel, async (ctx, { params, body }) => {
  if (ctx.scope.kind !== 'partner') throw refuse(common, 'FORBIDDEN')
  const { partnerId } = ctx.scope
  const found = await sql.lockAccount(ctx.db, params.id, partnerId, ctx.now)
  if (!found) throw refuse(common, 'NOT_FOUND')
  refuseStale(found, body.version)
  if (!found.isCooling || !['waiting', 'verified'].includes(found.state)) throw refuse(errors, 'NOT_COOLING')
  await sql.cancelAccount(ctx.db, params.id, found.formerId)
  await ctx.endTodos('settlement', todoOf(params.id))
  await ctx.audit({
    action: 'bankAccount.cancelled',
    entity: 'bankAccount',
    entityId: params.id,
    before: { state: found.state },
    after: { state: 'cancelled' },
  })
  await tell(ctx, { partnerId }, params.id, (say) => ({
    title: say.cancelled,
    content: say.cancelledContent(found.numberEnd),
  }))
  return { state: 'cancelled' } as const
})

function refuseStale({ state, version }: sql.LockedAccount, given: number): void {
  if (version !== given) throw refuse(common, 'STALE', { field: 'version', data: { current: { state, version } } })
}

const verify = serve(contract.accountVerify, async (ctx, { params, body: { version, isVerified, reason } }) => {
  const found = await sql.lockAccount(ctx.db, params.id, null, ctx.now)
  if (!found) throw refuse(common, 'NOT_FOUND')
  refuseStale(found, version)
  if (isVerified) await ensureHolder(ctx, found.partnerId, found.holder)
  const state = isVerified ? 'verified' : 'rejected'
  const rejection = isVerified ? null : (reason ?? null)
  const { accessId: by } = ctx.session
  if (!(await sql.verifyAccount(ctx.db, params.id, { state, rejection, by, now: ctx.now }))) {
    const current = { state: found.state, version: found.version }
    throw refuse(common, 'STALE', { field: 'version', data: { current } })
  }
  await ctx.endTodos('settlement', todoOf(params.id))
  await ctx.audit({
    action: isVerified ? 'bankAccount.verified' : 'bankAccount.rejected',
    entity: 'bankAccount',
    entityId: params.id,
    after: { state },
    ...(rejection && { reason: rejection }),
  })
  const { partnerId, numberEnd } = found
  await tell(ctx, { partnerId }, params.id, (say) =>
    isVerified
      ? { title: say.verified, content: say.verifiedContent(numberEnd) }
      : { title: say.rejected, content: say.rejectedContent(numberEnd, rejection ?? '—') },
  )
  return { state } as const
})

export const accountVerbs: Verb[] = [read, set, cancel, verify]
