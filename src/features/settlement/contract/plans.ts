import Type, { type Static } from 'typebox'
import { SETTLEMENT_PRODUCTS, type SettlementProduct } from '../../../core/access.ts'
import { Day, defineEndpoint, Id, idParams, nullable, strict, Version } from '../../../core/contract.ts'
import { CpmParams, SplitParams } from '../../../core/settlement/params.ts'
import { planFlow } from '../planFlow.ts'

const Product = Type.Enum([...SETTLEMENT_PRODUCTS] as SettlementProduct[])
/** Split for wl, cpm for sm4; the other kind is refused. */
const Params = Type.Union([SplitParams, CpmParams])
const Note = Type.String({ maxLength: 500 })
const State = Type.Enum([...planFlow.states])
const Names = { by: nullable(Type.String()), at: nullable(Type.String()) }

const PlanVersion = Type.Object({
  id: Id,
  product: Product,
  number: Type.Integer(),
  state: State,
  validFrom: Day,
  /** The first day it no longer holds; null while nothing follows it. */
  validBefore: nullable(Day),
  /** Published and in force today. */
  isCurrent: Type.Boolean(),
  note: nullable(Type.String()),
  created: Type.Object(Names),
  proposed: Type.Object(Names),
  decided: Type.Object(Names),
  decisionNote: nullable(Type.String()),
  publishedAt: nullable(Type.String()),
  /** What this account may do with it now. */
  actions: Type.Array(Type.Enum(Object.keys(planFlow.actions) as (keyof typeof planFlow.actions)[])),
  version: Type.Integer(),
})
export type PlanVersion = Static<typeof PlanVersion>

/** Versions of the products an account may see, the newest first. */
export const planVersions = defineEndpoint({
  method: 'GET',
  path: '/api/plans',
  permission: 'plans.write',
  query: strict({ product: Type.Optional(Product) }),
  reply: Type.Object({ list: Type.Array(PlanVersion) }),
})

/** What a new draft of a product begins with: the newest published parameters, the first day of next month. */
export const planStart = defineEndpoint({
  method: 'GET',
  path: '/api/plans/start',
  permission: 'plans.write',
  query: strict({ product: Product }),
  reply: Type.Object({
    params: Params,
    validFrom: Day,
    /** Finish rates of the works of the last 30 days, for the steps of the quality factor; null without works. */
    finish: nullable(Type.Object({ p20: Type.Integer(), p50: Type.Integer(), p80: Type.Integer() })),
  }),
})

/** A version with the parameters in force before it, what differs, and everything that happened to it. */
export const planDetail = defineEndpoint({
  method: 'GET',
  path: '/api/plans/:id',
  permission: 'plans.write',
  params: idParams,
  reply: Type.Object({
    plan: PlanVersion,
    params: Params,
    /** In force on the day before it begins; null for a product's first. */
    before: nullable(Type.Object({ id: Id, number: Type.Integer(), params: Params })),
    /** Names of the parameters that differ. */
    changed: Type.Array(Type.String()),
    log: Type.Array(
      Type.Object({
        at: Type.String(),
        action: Type.String(),
        actor: nullable(Type.String()),
        reason: nullable(Type.String()),
        /** Names of the parameters a change touched. */
        changed: Type.Array(Type.String()),
      }),
    ),
  }),
})

const draft = { params: Params, validFrom: Day, note: Type.Optional(Note) }

export const planCreate = defineEndpoint({
  method: 'POST',
  path: '/api/plans',
  permission: 'plans.write',
  body: strict({ product: Product, ...draft }),
  reply: Type.Object({ id: Id, number: Type.Integer(), version: Type.Integer() }),
})

/** Drafts and rejected versions alone. */
export const planChange = defineEndpoint({
  method: 'PATCH',
  path: '/api/plans/:id',
  permission: 'plans.write',
  params: idParams,
  body: strict({ ...draft, version: Version }),
  reply: Type.Object({ version: Type.Integer() }),
})

const Moved = Type.Object({ state: State, version: Type.Integer() })
const step = <const P extends string, const Q extends 'plans.write' | 'plans.approve'>(path: P, permission: Q) =>
  defineEndpoint({
    method: 'POST',
    path,
    permission,
    params: idParams,
    body: strict({ version: Version, note: Type.Optional(Note) }),
    reply: Moved,
  })
export const planPropose = step('/api/plans/:id/propose', 'plans.write')
export const planApprove = step('/api/plans/:id/approve', 'plans.approve')
/** The note says why and is needed. */
export const planReject = step('/api/plans/:id/reject', 'plans.approve')
export const planPublish = step('/api/plans/:id/publish', 'plans.approve')
export const planWithdraw = step('/api/plans/:id/withdraw', 'plans.write')

const Side = Type.Object({ payableFen: Type.Integer(), cutFen: Type.Integer(), videos: Type.Integer() })

/** What a month would have come to under a version, beside what it comes to under those in force; writes nothing. */
export const planSimulate = defineEndpoint({
  method: 'POST',
  path: '/api/plans/:id/simulate',
  permission: 'plans.write',
  reads: true,
  params: idParams,
  body: strict({
    /** The first day of a month; left out, the last whole one. */
    period: Type.Optional(Type.String({ pattern: '^20\\d{2}-(0[1-9]|1[0-2])-01$', description: 'YYYY-MM-01' })),
  }),
  reply: Type.Object({
    period: Day,
    current: Side,
    proposed: Side,
    /** The partners it matters most to. */
    partners: Type.Array(
      Type.Object({ partnerId: Id, name: Type.String(), currentFen: Type.Integer(), proposedFen: Type.Integer() }),
    ),
  }),
})
