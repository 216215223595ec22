import Type, { type Static } from 'typebox'
import { SETTLEMENT_PRODUCTS, type SettlementProduct } from '../../core/access.ts'
import { Day, defineEndpoint, Id, idParams, nullable, strict } from '../../core/contract.ts'
import { LINE_TYPES } from './contract/statements.ts'
import { statementFlow } from './statementFlow.ts'

export const OPEN_LIMIT = 200
export const OPEN_LINES = 1_000

/** What is ours alone is told to nobody: a statement begins with its issue. */
const OPEN_STATES = statementFlow.states.filter((state) => state !== 'building' && state !== 'draft')

const Product = Type.Enum([...SETTLEMENT_PRODUCTS] as SettlementProduct[])
const Fen = Type.Integer()
const Instant = nullable(Type.String())

const OpenStatement = Type.Object({
  id: Id,
  no: Type.String(),
  product: Product,
  partnerId: Id,
  /** First day of the month. */
  period: Day,
  rev: Type.Integer(),
  /** The statement this one was split off. */
  parentId: nullable(Id),
  state: Type.Enum(OPEN_STATES),
  lineCount: Type.Integer(),
  videoCount: Type.Integer(),
  plays: Type.Integer(),
  grossFen: Fen,
  deductFen: Fen,
  adjustFen: Fen,
  carryFen: Fen,
  taxFen: Fen,
  netFen: Fen,
  issuedAt: Instant,
  confirmDue: Instant,
  confirmedAt: Instant,
  lockedAt: Instant,
  payOn: nullable(Day),
  paidAt: Instant,
  voidedAt: Instant,
  checksum: nullable(Type.String()),
  version: Type.Integer(),
})
export type OpenStatement = Static<typeof OpenStatement>

const pages = {
  /** Continues after the item of this key. */
  cursor: Type.Optional(Id),
}
const next = nullable(Type.String())

/** Statements of the token's owner for machines, oldest first. */
export const openStatements = defineEndpoint({
  method: 'GET',
  path: '/open/v1/statements',
  permission: 'settlement.read',
  token: 'statements.read',
  query: strict({
    ...pages,
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: OPEN_LIMIT })),
    product: Type.Optional(Product),
    state: Type.Optional(Type.Enum(OPEN_STATES)),
    /** First day of a month. */
    period: Type.Optional(Day),
  }),
  reply: Type.Object({ items: Type.Array(OpenStatement), nextCursor: next }),
  raw: true,
})

const OpenLine = Type.Object({
  lineNo: Type.Integer(),
  lineType: Type.Enum([...LINE_TYPES]),
  videoId: nullable(Id),
  platform: nullable(Type.String()),
  platformItemId: nullable(Type.String()),
  title: nullable(Type.String()),
  creatorName: nullable(Type.String()),
  /** Set where the line is about an earlier month. */
  originPeriod: nullable(Day),
  planNumber: nullable(Type.Integer()),
  plays: nullable(Type.Integer()),
  /** Millionths of a yuan, before the line was rounded. */
  amountMicro: Type.Integer(),
  amountFen: Fen,
  /** One sentence: how the amount came about. */
  explanation: Type.String(),
})
export type OpenLine = Static<typeof OpenLine>

/** Every line of one statement, of every type, by its number. */
export const openLines = defineEndpoint({
  method: 'GET',
  path: '/open/v1/statements/:id/lines',
  permission: 'settlement.read',
  token: 'statements.read',
  params: idParams,
  query: strict({
    ...pages,
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: OPEN_LINES })),
  }),
  reply: Type.Object({ items: Type.Array(OpenLine), nextCursor: next }),
  raw: true,
})
