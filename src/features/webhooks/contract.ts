import Type, { type Static } from 'typebox'
import { Done, defineEndpoint, Id, nullable, strict, Version } from '../../core/contract.ts'
import { STATEMENT_EVENTS } from '../../core/events.ts'
import { NOTICE_KINDS, type NoticeKind } from '../../core/notice.ts'

/** How many deliveries the log shows and keeps. */
export const KEPT = 50
export const MAX_URL = 500

const Kind = Type.Enum(Object.keys(NOTICE_KINDS) as NoticeKind[])
const Event = Type.Enum([...STATEMENT_EVENTS])

const Webhook = Type.Object({
  url: Type.String(),
  kinds: Type.Array(Kind),
  events: Type.Array(Event),
  /** `given_up`: switched off after a day of failures. */
  state: Type.Enum(['on', 'failing', 'off', 'given_up']),
  failingSince: nullable(Type.String()),
  nextTryAt: nullable(Type.String()),
  version: Version,
})
export type Webhook = Static<typeof Webhook>

/** One's own webhook, and what one's account may have it told. */
export const webhookRead = defineEndpoint({
  method: 'GET',
  path: '/api/webhook',
  permission: 'self.use',
  reply: Type.Object({ webhook: nullable(Webhook), kinds: Type.Array(Kind), events: Type.Array(Event) }),
})

/** Makes or changes it; the first answer alone holds the secret. Switched on, it starts anew. */
export const webhookSave = defineEndpoint({
  method: 'PUT',
  path: '/api/webhook',
  permission: 'self.use',
  body: strict({
    url: Type.String({ minLength: 1, maxLength: MAX_URL }),
    kinds: Type.Array(Kind, { uniqueItems: true }),
    events: Type.Array(Event, { uniqueItems: true }),
    isOn: Type.Boolean(),
    /** Null to make one. */
    version: nullable(Version),
  }),
  reply: Type.Object({ secret: nullable(Type.String()), version: Version }),
})

/** A new secret at once; the old one signs nothing more. This answer alone holds it. */
export const webhookRotate = defineEndpoint({
  method: 'POST',
  path: '/api/webhook/rotate',
  permission: 'self.use',
  reply: Type.Object({ secret: Type.String() }),
})

/** Sends a test now and says what came back. */
export const webhookTest = defineEndpoint({
  method: 'POST',
  path: '/api/webhook/test',
  permission: 'self.use',
  ownTransaction: true,
  reply: Type.Object({
    isDelivered: Type.Boolean(),
    status: nullable(Type.Integer()),
    trouble: nullable(Type.String()),
  }),
})

export const webhookRemove = defineEndpoint({
  method: 'DELETE',
  path: '/api/webhook',
  permission: 'self.use',
  reply: Done,
})

const Delivery = Type.Object({
  id: Id,
  event: Type.String(),
  state: Type.Enum(['waiting', 'delivered', 'failed', 'dropped']),
  attempts: Type.Integer(),
  status: nullable(Type.Integer()),
  trouble: nullable(Type.String()),
  createdAt: Type.String(),
  doneAt: nullable(Type.String()),
})
export type Delivery = Static<typeof Delivery>

/** The newest deliveries with what was answered. */
export const webhookLog = defineEndpoint({
  method: 'GET',
  path: '/api/webhook/deliveries',
  permission: 'self.use',
  reply: Type.Object({ list: Type.Array(Delivery) }),
})
