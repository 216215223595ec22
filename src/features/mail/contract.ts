import Type, { type Static } from 'typebox'
import { Done, defineEndpoint, nullable, strict } from '../../core/contract.ts'
import { NOTICE_KINDS, type NoticeKind } from '../../core/notice.ts'

const Kind = Type.Enum(Object.keys(NOTICE_KINDS) as NoticeKind[])
const Hour = nullable(Type.Integer({ minimum: 0, maximum: 23 }))

/** Kinds that do not wait for the morning. */
export const URGENT: readonly NoticeKind[] = ['risk']
export const QUIET = { quietFrom: 22, quietTo: 8 }

const MailWish = Type.Object({
  /** Masked; null: the account has none yet. */
  address: nullable(Type.String()),
  kinds: Type.Array(Kind),
  /** The kinds the own role can get. */
  offered: Type.Array(Kind),
  quietFrom: Hour,
  quietTo: Hour,
})
export type MailWish = Static<typeof MailWish>

/** What comes by e-mail as well. Null where this installation sends none. */
export const mailRead = defineEndpoint({
  method: 'GET',
  path: '/api/mail-wish',
  permission: 'self.use',
  reply: Type.Object({ wish: nullable(MailWish) }),
})

/** From now on these kinds come by e-mail as well, in the language of this request; hours of Shanghai's clock. */
export const mailSave = defineEndpoint({
  method: 'PUT',
  path: '/api/mail-wish',
  permission: 'self.use',
  body: strict({ kinds: Type.Array(Kind, { maxItems: 20 }), quietFrom: Hour, quietTo: Hour }),
  reply: Done,
})
