import Type, { type Static } from 'typebox'
import { defineEndpoint, Id, idParams, nullable, strict, Version } from '../../../core/contract.ts'
import { Reason } from './statements.ts'

const accountState = Type.Enum(['waiting', 'verified', 'rejected', 'replaced', 'cancelled'])
const Account = Type.Object({
  accountId: Id,
  partnerId: Id,
  partnerName: Type.String(),
  holder: Type.String(),
  bankName: Type.String(),
  numberEnd: Type.String(),
  state: accountState,
  createdAt: Type.String(),
  /** Nothing is paid to it before; null where it need not wait. */
  usableFrom: nullable(Type.String()),
  isCooling: Type.Boolean(),
  /** Why it was not verified. */
  rejection: nullable(Type.String()),
  /** The account it took the place of: what a cancel brings back. */
  former: nullable(Type.Object({ bankName: Type.String(), numberEnd: Type.String() })),
  version: Type.Integer(),
})
export type Account = Static<typeof Account>

/** Bank accounts in use, waiting or refused; of a partner its own. Numbers by their last four digits. */
export const accountRead = defineEndpoint({
  method: 'GET',
  path: '/api/settlements/bank-accounts',
  permission: 'settlement.read',
  reply: Type.Object({
    accounts: Type.Array(Account),
    /** How long a new account waits. */
    coolDownHours: Type.Integer(),
    /** Of a partner: whom its account must belong to; null where it is not certified. */
    certifiedName: nullable(Type.String()),
  }),
})

const Secret = Type.String({ maxLength: 300 })
/**
 * Names the partner's account. Asks for the password again, and for a code where the person signs in with one. Nothing is
 * paid to it before it is verified and its wait is over. Throws WRONG_PASSWORD, CODE_NEEDED, WRONG_CODE, ACCOUNT_NUMBER, and
 * NOT_CERTIFIED or HOLDER_MISMATCH where the holder is not the certified name.
 */
export const accountSet = defineEndpoint({
  method: 'POST',
  path: '/api/settlements/bank-accounts',
  permission: 'settlement.own',
  ownTransaction: true,
  body: strict({
    holder: Type.String({ minLength: 2, maxLength: 60 }),
    bankName: Type.String({ minLength: 2, maxLength: 60 }),
    number: Type.String({ minLength: 8, maxLength: 40 }),
    currentPassword: Secret,
    code: Type.Optional(Secret),
  }),
  reply: Type.Object({ accountId: Id, numberEnd: Type.String(), usableFrom: Type.String() }),
})

/** Takes a new account back while it waits; the one before it stands again. Throws NOT_COOLING. */
export const accountCancel = defineEndpoint({
  method: 'POST',
  path: '/api/settlements/bank-accounts/:id/cancel',
  permission: 'settlement.own',
  params: idParams,
  body: strict({ version: Version }),
  reply: Type.Object({ state: accountState }),
})

export const accountVerify = defineEndpoint({
  method: 'POST',
  path: '/api/settlements/bank-accounts/:id/verify',
  permission: 'settlement.void',
  params: idParams,
  body: strict({ version: Version, isVerified: Type.Boolean(), reason: Type.Optional(Reason) }),
  reply: Type.Object({ state: accountState }),
})
