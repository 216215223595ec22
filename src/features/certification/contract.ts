import Type, { type Static } from 'typebox'
import { choice, count, day, id, text, time } from '../../core/columns.ts'
import { Day, defineEndpoint, defineList, Id, idParams, nullable, strict, Version } from '../../core/contract.ts'
import { certificationFlow } from './flow.ts'
import { ACCOUNT_TYPES, CERTIFICATE_TYPES, ENTERPRISE_CERTIFICATE_TYPES } from './papers.ts'

const State = Type.Enum(certificationFlow.states)
export const MAX_NAME = 60

const Certification = Type.Object({
  id: Id,
  accountType: Type.Enum(ACCOUNT_TYPES),
  status: State,
  /** When it was sent. */
  time: Type.String(),
  legalPerson: Type.String(),
  certificateType: Type.Enum(CERTIFICATE_TYPES),
  /** Masked; the whole number never leaves the server. */
  authenticationNumber: Type.String(),
  enterpriseName: nullable(Type.String()),
  enterpriseCertificateType: nullable(Type.Enum(ENTERPRISE_CERTIFICATE_TYPES)),
  organizationCode: nullable(Type.String()),
  validThrough: nullable(Type.String()),
  /** Why it was rejected. */
  reason: nullable(Type.String()),
  decidedAt: nullable(Type.String()),
  version: Type.Integer(),
})
export type Certification = Static<typeof Certification>

const Recorded = Type.Intersect([
  Certification,
  Type.Object({ certificationType: Type.Enum(ACCOUNT_TYPES), certificationContent: Type.String() }),
])
export type Recorded = Static<typeof Recorded>

/** Who one's partner or supplier is by its papers: what stands, else the last application; and the applications. Staff have none. */
export const certificationInfo = defineEndpoint({
  method: 'POST',
  path: '/api/user/certification',
  permission: 'self.use',
  reads: true,
  reply: Type.Object({ enterpriseInfo: nullable(Certification), record: Type.Array(Recorded) }),
})

const Given = Type.String({ maxLength: MAX_NAME })
/** Applies for one's organisation. Throws PAPER_NUMBER, ORGANISATION_CODE, ENTERPRISE_NEEDED, PAPER_ENDED, AUDITING_ALREADY. */
export const certificationApply = defineEndpoint({
  method: 'POST',
  path: '/api/user/certification/applications',
  permission: 'certifications.apply',
  body: strict({
    accountType: Type.Enum(ACCOUNT_TYPES),
    legalPerson: Given,
    certificateType: Type.Enum(CERTIFICATE_TYPES),
    number: Type.String({ maxLength: 40 }),
    enterpriseName: nullable(Given),
    enterpriseCertificateType: nullable(Type.Enum(ENTERPRISE_CERTIFICATE_TYPES)),
    organizationCode: nullable(Type.String({ maxLength: 40 })),
    validThrough: nullable(Day),
  }),
  reply: Type.Object({ id: Id }),
})

/** Takes an application back while nobody has decided it. */
export const certificationWithdraw = defineEndpoint({
  method: 'POST',
  path: '/api/user/certification/applications/:id/withdraw',
  permission: 'certifications.apply',
  params: idParams,
  body: strict({ version: Version }),
  reply: Type.Object({ status: State }),
})

/** Passes or rejects an application; rejecting wants a reason. Throws REASON_REQUIRED, NOT_IN_THIS_STATE. */
export const certificationDecide = defineEndpoint({
  method: 'POST',
  path: '/api/certifications/:id/decide',
  permission: 'certifications.review',
  params: idParams,
  body: strict({ version: Version, isPassed: Type.Boolean(), reason: Type.Optional(Type.String({ maxLength: 200 })) }),
  reply: Type.Object({ status: State }),
})

export const certificationList = defineList({
  key: 'certifications',
  path: '/api/certifications',
  permission: 'certifications.review',
  columns: {
    name: text({ width: 200, pin: 'start' }),
    /** The partner or supplier that applies. */
    organisation: text({ width: 152 }),
    party: choice(['partner', 'supplier'], { filter: 'any', width: 84 }),
    state: choice(certificationFlow.states, { filter: 'any', width: 88 }),
    accountType: choice(ACCOUNT_TYPES, { filter: 'any', width: 84 }),
    organisationCode: text({ nullable: true, width: 176 }),
    legalPerson: text({ width: 104 }),
    certificateType: choice(CERTIFICATE_TYPES, { width: 108 }),
    numberMasked: text({ width: 168 }),
    createdAt: time({ sort: true, filter: 'between', width: 136 }),
    validThrough: day({ nullable: true, width: 108 }),
    enterpriseCertificateType: choice(ENTERPRISE_CERTIFICATE_TYPES, { nullable: true, hidden: true, width: 148 }),
    decidedBy: text({ nullable: true, width: 104 }),
    decidedAt: time({ nullable: true, width: 136 }),
    reason: text({ nullable: true, width: 200 }),
    id: id({ hidden: true, width: 72 }),
    version: count({ internal: true }),
  },
  /** Name, organisation or code. */
  filters: { keyword: text({ filter: 'contains' }) },
  order: ['createdAt', 'desc'],
  rowId: 'id',
})
