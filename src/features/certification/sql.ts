import sql, { type Sql } from 'sql-template-tag'
import type { Scope } from '../../core/scope.ts'
import type { Db } from '../../core/verb.ts'
import { type ListSource, likePattern } from '../../kit/sql/list.ts'
import type { Certification, certificationList } from './contract.ts'
import type { CertificationState } from './flow.ts'

/** Applications one reviews: all, or those of a line's partners. */
export function fence(scope: Scope): Sql {
  if (scope.kind === 'all') return sql`true`
  if (scope.kind !== 'line') return sql`false`
  return sql`c.partner_id in (select id from partner where business_line_id = ${scope.lineId})`
}

/** Those of one's own organisation. */
export function ownFence(scope: Scope): Sql {
  if (scope.kind === 'partner') return sql`c.partner_id = ${scope.partnerId}`
  return scope.kind === 'supplier' ? sql`c.supplier_id = ${scope.supplierId}` : sql`false`
}

const PARTIES = sql`left join partner p on p.id = c.partner_id left join supplier s on s.id = c.supplier_id`

export const source: ListSource<typeof certificationList> = {
  keys: (used) => (used.has('keyword') ? sql`certification c ${PARTIES}` : sql`certification c`),
  id: sql`c.id`,
  rows: sql`join certification c on c.id = page.id ${PARTIES} left join app_user d on d.id = c.decided_by`,
  columns: {
    name: sql`c.name`,
    organisation: sql`coalesce(p.name, s.name)`,
    party: sql`case when c.partner_id is null then 'supplier' else 'partner' end`,
    state: sql`c.state`,
    accountType: sql`c.account_type`,
    organisationCode: sql`c.organisation_code`,
    legalPerson: sql`c.legal_person`,
    certificateType: sql`c.certificate_type`,
    numberMasked: sql`c.number_masked`,
    createdAt: sql`c.created_at`,
    validThrough: sql`c.valid_through`,
    enterpriseCertificateType: sql`c.enterprise_certificate_type`,
    decidedBy: sql`d.display_name`,
    decidedAt: sql`c.decided_at`,
    reason: sql`c.reason`,
    id: sql`c.id::text`,
    version: sql`c.version`,
  },
  sorts: { createdAt: sql`c.created_at` },
  filters: {
    keyword: (filter) => {
      if (filter.kind !== 'contains') return sql`true`
      const pattern = likePattern(filter.text)
      return sql`(c.name ilike ${pattern} or coalesce(p.name, s.name) ilike ${pattern} or c.organisation_code ilike ${pattern})`
    },
    party: sql`case when c.partner_id is null then 'supplier' else 'partner' end`,
    state: sql`c.state`,
    accountType: sql`c.account_type`,
    createdAt: sql`c.created_at`,
  },
}
const MOST = 100

/** The applications of one's organisation, the newest first. */
export const readOwn = (db: Db, scope: Scope): Promise<Certification[]> =>
  db.rows<Certification>(sql`
    select c.id::text, c.account_type as "accountType", c.state as status, c.created_at as time, c.legal_person as "legalPerson",
      c.certificate_type as "certificateType", c.number_masked as "authenticationNumber", c.enterprise_name as "enterpriseName",
      c.enterprise_certificate_type as "enterpriseCertificateType", c.organisation_code as "organizationCode",
      c.valid_through as "validThrough", c.reason, c.decided_at as "decidedAt", c.version
    from certification c where ${ownFence(scope)} order by c.id desc limit ${MOST}`)

export interface Application {
  partnerId: string | null
  supplierId: string | null
  accountType: string
  legalPerson: string
  certificateType: string
  sealed: Uint8Array
  masked: string
  enterpriseName: string | null
  enterpriseCertificateType: string | null
  organisationCode: string | null
  validThrough: string | null
  by: string | null
  now: Date
}

/** Keeps an application; undefined when one of the organisation is already being looked at. */
export const addApplication = (db: Db, of: Application): Promise<{ id: string } | undefined> =>
  db.one<{ id: string }>(sql`
    insert into certification (partner_id, supplier_id, account_type, legal_person, certificate_type, number_sealed, number_masked,
      enterprise_name, enterprise_certificate_type, organisation_code, valid_through, created_by, created_at)
    values (${of.partnerId}, ${of.supplierId}, ${of.accountType}, ${of.legalPerson}, ${of.certificateType}, ${of.sealed}, ${of.masked},
      ${of.enterpriseName}, ${of.enterpriseCertificateType}, ${of.organisationCode}, ${of.validThrough}, ${of.by}, ${of.now})
    on conflict do nothing returning id::text`)

export interface Held {
  id: string
  name: string
  state: CertificationState
  partnerId: string | null
  supplierId: string | null
  version: number
}
const held = sql`c.id::text, c.name, c.state, c.partner_id::text as "partnerId", c.supplier_id::text as "supplierId", c.version`

/** An application within a fence, locked. */
export const hold = (db: Db, within: Sql, id: string): Promise<Held | undefined> =>
  db.one<Held>(sql`select ${held} from certification c where c.id = ${id} and ${within} for update`)

/** Sets the end of an application; what stood before a passed one expires. */
export async function decide(
  db: Db,
  { id, partnerId, supplierId }: Held,
  to: { state: CertificationState; reason: string | null; by: string; now: Date },
): Promise<void> {
  if (to.state === 'passed')
    await db.rows(sql`
      update certification set state = 'expired', version = version + 1
      where state = 'passed' and (partner_id = ${partnerId} or supplier_id = ${supplierId})`)
  const isDecision = to.state !== 'withdrawn'
  await db.rows(sql`
    update certification set state = ${to.state}, reason = ${to.reason}, version = version + 1,
      decided_by = ${isDecision ? to.by : null}, decided_at = ${isDecision ? to.now : null}
    where id = ${id}`)
}

/** Ends what stands on a paper whose last day is over. */
export const expire = (db: Db, today: string): Promise<Held[]> =>
  db.rows<Held>(sql`
    update certification c set state = 'expired', version = version + 1
    where c.state = 'passed' and c.valid_through < ${today} returning ${held}`)
