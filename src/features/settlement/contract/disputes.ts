import Type from 'typebox'
import { Day, defineEndpoint, Id, idParams, nullable, strict, Version } from '../../../core/contract.ts'
import { Stood, states } from './statements.ts'

export const MAX_FILE_BYTES = 10 * 1024 * 1024
export const DISPUTE_REASONS = ['plays', 'price', 'missing', 'deduction', 'ownership', 'other'] as const

/** Amounts from people are yuan as text, so that a third decimal is refused and not rounded. */
export const Yuan = Type.String({ minLength: 1, maxLength: 24, description: 'yuan, at most two decimals' })

/** Brings a file that a dispute, an adjustment or an invoice then names. */
export const fileUpload = defineEndpoint({
  method: 'POST',
  path: '/api/settlements/files',
  permission: 'settlement.read',
  uploadBytes: MAX_FILE_BYTES,
  reply: Type.Object({ fileId: Id, name: Type.String(), bytes: Type.Integer() }),
})
export const fileDownload = defineEndpoint({
  method: 'GET',
  path: '/api/settlements/files/:id',
  permission: 'settlement.read',
  params: idParams,
  raw: true,
})

/**
 * Disputes lines inside the confirmation window. With `payRest` the other lines are confirmed by it and go on, and the
 * disputed ones become a statement of their own.
 */
export const disputeRaise = defineEndpoint({
  method: 'POST',
  path: '/api/settlements/statements/:id/dispute',
  permission: 'settlement.confirm',
  params: idParams,
  body: strict({
    version: Version,
    lines: Type.Array(strict({ lineNo: Type.Integer({ minimum: 1, maximum: 999_999_999 }), claimed: nullable(Yuan) }), {
      minItems: 1,
      maxItems: 1000,
    }),
    reasonCode: Type.Enum([...DISPUTE_REASONS]),
    text: Type.String({ minLength: 2, maxLength: 1000 }),
    fileIds: Type.Array(Id, { maxItems: 5, uniqueItems: true }),
    payRest: Type.Boolean(),
  }),
  reply: Type.Object({
    state: states,
    version: Type.Integer(),
    disputeId: Id,
    /** Where the disputed lines stand now: the same statement, or the one split off. */
    disputedStatementId: Id,
  }),
})

/** Keeps the statement as it is, or corrects lines by a difference and issues its next revision. */
export const disputeAnswer = defineEndpoint({
  method: 'POST',
  path: '/api/settlements/statements/:id/answer',
  permission: 'settlement.write',
  params: idParams,
  body: strict({
    version: Version,
    isAccepted: Type.Boolean(),
    answer: Type.String({ minLength: 2, maxLength: 1000 }),
    /** What is added to a line, or with a minus taken from it. */
    corrections: Type.Array(strict({ lineNo: Type.Integer({ minimum: 1, maximum: 999_999_999 }), difference: Yuan }), {
      maxItems: 1000,
    }),
  }),
  reply: Stood,
})

export const invoiceUpload = defineEndpoint({
  method: 'POST',
  path: '/api/settlements/statements/:id/invoice',
  permission: 'settlement.confirm',
  params: idParams,
  body: strict({
    version: Version,
    number: Type.String({ pattern: '^[A-Za-z0-9-]{1,40}$' }),
    issuedOn: Day,
    amount: Yuan,
    fileId: Id,
  }),
  reply: Type.Object({ invoiceId: Id, version: Type.Integer() }),
})

/** Of the invoice that waits. */
export const invoiceDecide = defineEndpoint({
  method: 'POST',
  path: '/api/settlements/statements/:id/invoice-check',
  permission: 'settlement.write',
  params: idParams,
  body: strict({
    version: Version,
    isReceived: Type.Boolean(),
    reason: nullable(Type.String({ minLength: 2, maxLength: 500 })),
  }),
  reply: Stood,
})
