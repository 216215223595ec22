import sql, { empty, join, type Sql } from 'sql-template-tag'
import type { SettlementProduct } from '../../../core/access.ts'
import type { Scope } from '../../../core/scope.ts'
import type { PlanParams } from '../../../core/settlement/params.ts'
import type { Db } from '../../../core/verb.ts'
import { fencePartner } from '../../../kit/sql/fence.ts'
import type { StatementState } from '../statementFlow.ts'

/** Whose rows are asked for: the scope keeps to partners, the account to its products. */
export interface Eye {
  scope: Scope
  userId: string
}

/** Rows of `s` (a statement) an account may see: its products, its partners, and of a partner what was ever issued. */
export const fenceStatements = ({ scope, userId }: Eye): Sql => sql`(
  s.product_code in (select product_code from user_product where user_id = ${userId}) and ${fencePartner(scope, sql`s.partner_id`)}${
    scope.kind === 'partner' ? sql` and (s.issued_at is not null or s.state = 'carried')` : empty
  })`

/** Rows of any money table by its product and partner. */
export const fenceMoney = ({ scope, userId }: Eye, product: Sql, partnerId: Sql): Sql =>
  sql`(${product} in (select product_code from user_product where user_id = ${userId}) and ${fencePartner(scope, partnerId)})`

export interface LockedStatement {
  id: string
  no: string
  product: SettlementProduct
  partnerId: string
  partnerName: string
  period: string
  rev: number
  parentId: string | null
  versionId: string | null
  state: StatementState
  lineCount: number
  carryFen: number
  taxFen: number
  netFen: number
  confirmDue: string | null
  holdReason: string | null
  issuedAt: string | null
  lockedAt: string | null
  payOn: string | null
  voidProposedBy: string | null
  version: number
}

const LOCKED = sql`s.id::text, s.no, s.product_code as product, s.partner_id::text as "partnerId", p.name as "partnerName", s.period, s.rev,
  s.parent_id::text as "parentId", s.product_version_id::text as "versionId", s.state, s.line_count as "lineCount", s.carry_fen as "carryFen",
  s.tax_fen as "taxFen", s.net_fen as "netFen", s.confirm_due as "confirmDue", s.hold_reason as "holdReason", s.issued_at as "issuedAt",
  s.locked_at as "lockedAt", s.pay_on as "payOn", s.void_proposed_by::text as "voidProposedBy", s.version`

/** Statements the eye may see, locked in the order of their ids. */
export function lockStatements(db: Db, eye: Eye, ids: readonly string[]): Promise<LockedStatement[]> {
  return db.rows<LockedStatement>(sql`
    select ${LOCKED} from statement s join partner p on p.id = s.partner_id
    where s.id = any(${ids}::bigint[]) and ${fenceStatements(eye)} order by s.id for update of s`)
}

/** One, whoever asks: for jobs and other rows that lead to it. */
export const lockStatement = (db: Db, id: string): Promise<LockedStatement | undefined> =>
  db.one<LockedStatement>(sql`
    select ${LOCKED} from statement s join partner p on p.id = s.partner_id where s.id = ${id} for update of s`)

export interface StatementChange {
  confirmDue?: Date | null
  issuedAt?: Date
  confirmedAt?: Date
  confirmedBy?: string | null
  autoConfirmed?: boolean
  lockedAt?: Date
  checksum?: string
  payOn?: string
  paidAt?: Date
  voidedAt?: Date
  voidReason?: string
  voidProposedBy?: string | null
  holdReason?: string | null
  rev?: number
}

const COLUMNS: Record<keyof StatementChange, Sql> = {
  confirmDue: sql`confirm_due`,
  issuedAt: sql`issued_at`,
  confirmedAt: sql`confirmed_at`,
  confirmedBy: sql`confirmed_by`,
  autoConfirmed: sql`auto_confirmed`,
  lockedAt: sql`locked_at`,
  checksum: sql`checksum`,
  payOn: sql`pay_on`,
  paidAt: sql`paid_at`,
  voidedAt: sql`voided_at`,
  voidReason: sql`void_reason`,
  voidProposedBy: sql`void_proposed_by`,
  holdReason: sql`hold_reason`,
  rev: sql`rev`,
}

/** Writes a state where the row still stands in one it may come from, at this version; the new version, or undefined. */
export async function moveStatement(
  db: Db,
  { id, version }: Pick<LockedStatement, 'id' | 'version'>,
  from: readonly StatementState[],
  to: StatementState,
  change: StatementChange = {},
): Promise<number | undefined> {
  const sets = (Object.keys(change) as (keyof StatementChange)[]).map(
    (key) => sql`, ${COLUMNS[key]} = ${change[key] ?? null}`,
  )
  const moved = await db.one<{ version: number }>(sql`
    update statement set state = ${to}, version = version + 1${sets.length ? join(sets, '') : empty}
    where id = ${id} and state = any(${from}) and version = ${version} returning version`)
  return moved?.version
}

export interface StatementEvent {
  statementId: string
  actorId: string | null
  at: Date
  action: string
  from: string | null
  to: string
  data: Record<string, unknown>
}

export async function addEvents(db: Db, events: readonly StatementEvent[]): Promise<void> {
  await db.rows(sql`
    insert into statement_event (statement_id, actor_id, at, action, from_state, to_state, data)
    select (e->>'statementId')::bigint, (e->>'actorId')::bigint, (e->>'at')::timestamptz, e->>'action', e->>'from', e->>'to', e->'data'
    from jsonb_array_elements(${JSON.stringify(events)}::jsonb) e`)
}

/** What happened after a version, for somebody whose copy is older. */
export const readEventsSince = (db: Db, statementId: string, version: number) =>
  db.rows<{ action: string; at: string; toState: string }>(sql`
    select action, at, to_state as "toState" from statement_event
    where statement_id = ${statementId} and (data->>'version')::int > ${version} order by id limit 50`)

/** The next free revision of a period. */
export async function nextRev(db: Db, { product, partnerId, period }: LockedStatement): Promise<number> {
  const found = await db.one<{ rev: number }>(sql`
    select max(rev) + 1 as rev from statement where product_code = ${product} and partner_id = ${partnerId} and period = ${period}`)
  return found!.rev
}

export interface Plan {
  id: string
  params: PlanParams
}

/** The plan a month ended under; undefined where none was in force. */
export const readPlan = (db: Db, product: string, period: string): Promise<Plan | undefined> =>
  db.one<Plan>(sql`
    select id::text, params from product_version
    where product_code = ${product} and state = 'published' and valid_from < ${period}::date + interval '1 month'
      and (valid_before is null or valid_before > ${period}::date)
    order by valid_from desc limit 1`)

/** Days between two that are not what their weekday says. */
export async function readCalendar(db: Db, from: string, to: string): Promise<Map<string, boolean>> {
  const days = await db.rows<{ day: string; isWorkday: boolean }>(sql`
    select day, is_workday as "isWorkday" from holiday_calendar where day between ${from} and ${to}`)
  return new Map(days.map(({ day, isWorkday }) => [day, isWorkday]))
}

/** Statements whose window is over. */
export const readOverdue = (db: Db, now: Date) =>
  db.rows<{ id: string }>(sql`
    select id::text from statement where state = 'pending_confirm' and confirm_due <= ${now} order by confirm_due limit 1000`)
