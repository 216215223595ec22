import { refuse } from '../../core/errors.ts'
import { type Ctx, serve } from '../../core/verb.ts'
import { factorBegin, factorConfirm, factorInfo, factorOff } from './contract.ts'
import type { Account } from './sql.ts'
import {
  beginFactor,
  confirmFactor,
  dropFactor,
  type Factor,
  lockFactor,
  readFactorInfo,
  spendRecovery,
  takeStep,
} from './sqlFactor.ts'
import { errors } from './text.ts'
import { foldRecovery, fromBase32, newRecoveryCodes, newSecret, stepOf, uriOf } from './totp.ts'

const purposeOf = (userId: string): string => `second-factor:${userId}`

const stepFor = (ctx: Ctx, userId: string, factor: Factor, code: string): number | undefined => {
  const secret = fromBase32(ctx.secrets.unseal(factor.secret, purposeOf(userId)))
  return stepOf(secret, code, ctx.now, factor.lastStep)
}

const hashRecovery = (ctx: Ctx, userId: string, code: string): Uint8Array =>
  ctx.accounts.hashToken(`${userId}:${foldRecovery(code)}`)

/**
 * Takes a code of the authenticator, or a recovery code, for good: neither works twice. True without a second factor.
 * Runs in a transaction; two requests with one code take turns at the row.
 */
export async function takeCode(ctx: Ctx, userId: string, given: string): Promise<boolean> {
  const factor = await lockFactor(ctx.db, userId)
  if (!factor?.isConfirmed) return true
  const code = given.replace(/\s/g, '')
  const step = stepFor(ctx, userId, factor, code)
  if (step !== undefined) {
    await takeStep(ctx.db, userId, step)
    return true
  }
  return spendRecovery(ctx.db, userId, hashRecovery(ctx, userId, code))
}

type Guard = <T>(ctx: Ctx, password: string, run: (ctx: Ctx, account: Account) => Promise<T>) => Promise<T>

/** Setting up and taking away the second factor. `withPassword` asks for the password first and opens a transaction. */
export const secondFactorVerbs = (
  withPassword: Guard,
  withLimit: <T>(ctx: Ctx, run: () => Promise<T>) => Promise<T>,
) => [
  serve(factorInfo, (ctx) => readFactorInfo(ctx.db, ctx.session.accessId)),
  serve(factorBegin, (ctx, { body }) =>
    withPassword(ctx, body.currentPassword, async (inner, { id, accessKey }) => {
      const secret = newSecret()
      if (!(await beginFactor(inner.db, id, inner.secrets.seal(secret, purposeOf(id)))))
        throw refuse(errors, 'FACTOR_IS_ON')
      return { secret, uri: uriOf(accessKey, secret) }
    }),
  ),
  serve(factorConfirm, (ctx, { body }) =>
    withLimit(ctx, () =>
      ctx.transaction(async (inner) => {
        const userId = ctx.session.accessId
        const factor = await lockFactor(inner.db, userId)
        if (!factor || factor.isConfirmed) throw refuse(errors, 'FACTOR_NOT_BEGUN')
        const step = stepFor(inner, userId, factor, body.code.replace(/\s/g, ''))
        if (step === undefined) throw refuse(errors, 'WRONG_CODE', { field: 'code' })
        const recoveryCodes = newRecoveryCodes()
        await confirmFactor(
          inner.db,
          userId,
          step,
          recoveryCodes.map((code) => hashRecovery(inner, userId, code)),
        )
        await inner.audit({ action: 'user.factorOn', entity: 'user', entityId: userId })
        return { recoveryCodes }
      }),
    ),
  ),
  serve(factorOff, (ctx, { body }) =>
    withLimit(ctx, () =>
      withPassword(ctx, body.currentPassword, async (inner, { id }) => {
        if (!(await takeCode(inner, id, body.code))) throw refuse(errors, 'WRONG_CODE', { field: 'code' })
        if (await dropFactor(inner.db, id))
          await inner.audit({ action: 'user.factorOff', entity: 'user', entityId: id })
        return { done: true }
      }),
    ),
  ),
]
