import sql, { type Sql } from 'sql-template-tag'
import type { Scope } from '../../../core/scope.ts'
import type { Db } from '../../../core/verb.ts'
import type { Effect, Severity } from '../contract.ts'
import type { RiskState } from '../flow.ts'
import { caseNo, type Eye, fenceCases } from './list.ts'

/** A case as the verbs need it, locked until the transaction ends. */
export interface LockedCase {
  id: string
  caseNo: string
  videoId: string
  title: string
  partnerId: string | null
  creatorId: string | null
  label: string
  severity: Severity
  /** As stored; a claim may have run out. */
  state: RiskState
  assigneeId: string | null
  assigneeName: string | null
  claimedAt: string | null
  claimUntil: string | null
  proposedBy: string | null
  effects: Effect[]
  policyCode: string | null
  reasonZh: string | null
  reasonEn: string | null
  decidedBy: string | null
  decidedAt: string | null
  decisionEvent: string | null
  appealState: string
  appealDueAt: string | null
  fixedAt: string | null
  version: number
}

const LOCKED = sql`c.id::text, ${caseNo} as "caseNo", c.video_id::text as "videoId", v.title, c.partner_id::text as "partnerId",
  c.creator_id::text as "creatorId", c.label, c.severity, c.state, c.assignee_id::text as "assigneeId", u.display_name as "assigneeName",
  c.claimed_at as "claimedAt", c.claim_until as "claimUntil", c.proposed_by::text as "proposedBy", c.effects, c.policy_code as "policyCode",
  c.reason_zh as "reasonZh", c.reason_en as "reasonEn", c.decided_by::text as "decidedBy", c.decided_at as "decidedAt", c.decision_event::text as "decisionEvent",
  c.appeal_state as "appealState", c.appeal_due_at as "appealDueAt", c.fixed_at as "fixedAt", c.version`

const lockWhere = (db: Db, where: Sql): Promise<LockedCase[]> =>
  db.rows<LockedCase>(sql`
    select ${LOCKED} from risk_case c join video v on v.id = c.video_id left join app_user u on u.id = c.assignee_id
    where ${where} order by c.id for update of c`)

/** One case within the scope, locked; undefined when it is missing or foreign. */
export async function lockCase(db: Db, scope: Scope, caseId: string): Promise<LockedCase | undefined> {
  return (await lockWhere(db, sql`c.id = ${caseId} and ${fenceCases(scope)}`))[0]
}

/** Cases of a bulk action within the scope, locked in the order of their ids so that two actions cannot deadlock. */
export const lockCases = (db: Db, scope: Scope, ids: string[]): Promise<LockedCase[]> =>
  lockWhere(db, sql`c.id = any(${ids}::bigint[]) and ${fenceCases(scope)}`)

/** Cases the clock has something to do with, locked; those somebody works on this instant are left to the next round. */
const lockDue = (db: Db, where: Sql): Promise<LockedCase[]> =>
  db.rows<LockedCase>(sql`
    select ${LOCKED} from risk_case c join video v on v.id = c.video_id left join app_user u on u.id = c.assignee_id
    where ${where} order by c.id limit 500 for update of c skip locked`)

export const lockExpired = (db: Db, now: Date) => lockDue(db, sql`c.state = 'claimed' and c.claim_until <= ${now}`)

/** Decided cases with nothing left to answer: nothing was done, the appeal was answered, or the time for it is over. */
export const lockSettled = (db: Db, now: Date, undoSeconds: number) =>
  lockDue(
    db,
    sql`c.state = 'decided' and c.decided_at <= ${now}::timestamptz - make_interval(secs => ${undoSeconds})
      and (c.effects = '{none}' or c.appeal_state in ('upheld', 'overturned') or c.appeal_due_at <= ${now} or c.partner_id is null)`,
  )

/** What a verb writes of a case; what is not named stays. */
export interface CaseChange {
  state: RiskState
  assigneeId?: string | null
  claimedAt?: Date | null
  claimUntil?: Date | null
  proposedBy?: string | null
  effects?: string[]
  policyCode?: string | null
  reasonZh?: string | null
  reasonEn?: string | null
  decidedBy?: string | null
  decidedAt?: Date | string | null
  decisionEvent?: string | null
  appealState?: string
  appealText?: string
  appealedAt?: Date
  appealDueAt?: Date | string | null
  appealReply?: string
  judgedAt?: Date
  fixText?: string
  fixedAt?: Date
  mergedInto?: string
  slaDueAt?: Date
  closedAt?: Date | null
}

const COLUMN: Record<keyof CaseChange, string> = {
  state: 'state',
  assigneeId: 'assignee_id',
  claimedAt: 'claimed_at',
  claimUntil: 'claim_until',
  proposedBy: 'proposed_by',
  effects: 'effects',
  policyCode: 'policy_code',
  reasonZh: 'reason_zh',
  reasonEn: 'reason_en',
  decidedBy: 'decided_by',
  decidedAt: 'decided_at',
  decisionEvent: 'decision_event',
  appealState: 'appeal_state',
  appealText: 'appeal_text',
  appealedAt: 'appealed_at',
  appealDueAt: 'appeal_due_at',
  appealReply: 'appeal_reply',
  judgedAt: 'judged_at',
  fixText: 'fix_text',
  fixedAt: 'fixed_at',
  mergedInto: 'merged_into',
  slaDueAt: 'sla_due_at',
  closedAt: 'closed_at',
}

/**
 * Writes a case in one guarded statement: only from the states the action starts at and from the version that was looked
 * at. False when another came between.
 */
export async function changeCase(
  db: Db,
  before: Pick<LockedCase, 'id' | 'version'>,
  from: readonly RiskState[],
  change: CaseChange,
): Promise<boolean> {
  const named = Object.fromEntries(
    Object.entries(change).map(([name, value]) => [COLUMN[name as keyof CaseChange], value]),
  )
  // One JSON value: the same statement for any set of columns. A column that is not named keeps its value.
  const written = await db.rows(sql`
    update risk_case c set (state, assignee_id, claimed_at, claim_until, proposed_by, effects, policy_code, reason_zh, reason_en,
      decided_by, decided_at, decision_event, appeal_state, appeal_text, appealed_at, appeal_due_at, appeal_reply, judged_at,
      fix_text, fixed_at, merged_into, sla_due_at, closed_at, version) = (
      select n.state, n.assignee_id, n.claimed_at, n.claim_until, n.proposed_by, n.effects, n.policy_code, n.reason_zh, n.reason_en,
        n.decided_by, n.decided_at, n.decision_event, n.appeal_state, n.appeal_text, n.appealed_at, n.appeal_due_at, n.appeal_reply,
        n.judged_at, n.fix_text, n.fixed_at, n.merged_into, n.sla_due_at, n.closed_at, c.version + 1
      from jsonb_populate_record(c, ${JSON.stringify(named)}::jsonb) n)
    where c.id = ${before.id} and c.state = any(${[...from]}) and c.version = ${before.version} returning 1`)
  return written.length === 1
}

/**
 * Takes a free case for somebody by one guarded statement: of any number who try at once, one gets it. An own claim is
 * renewed; one that has run out is free. Undefined when it is not to be had.
 */
export async function claimCase(
  db: Db,
  scope: Scope,
  caseId: string,
  { userId, now, until }: { userId: string; now: Date; until: Date },
): Promise<{ id: string; from: RiskState; version: number } | undefined> {
  return db.one(sql`
    update risk_case c set state = 'claimed', assignee_id = ${userId}, claim_until = ${until}, version = c.version + 1,
      claimed_at = case when c.state = 'claimed' and c.assignee_id = ${userId} and c.claim_until > ${now} then c.claimed_at else ${now} end,
      first_action_at = coalesce(c.first_action_at, ${now})
    from (select id, state from risk_case where id = ${caseId}) old
    where old.id = c.id and ${fenceCases(scope)} and (c.state in ('pending', 'escalated')
      or (c.state = 'claimed' and (c.claim_until <= ${now} or c.assignee_id = ${userId})))
    returning c.id::text, old.state as from, c.version`)
}

/** The most urgent case nobody holds and this person has not just left; others who ask at once pass it over. */
export function findNext(db: Db, eye: Eye, labels: string[] | undefined, after: string | undefined) {
  return db.one<{ id: string }>(sql`
    select c.id::text from risk_case c
    where c.state not in ('closed', 'merged') and ${fenceCases(eye.scope)}
      and (c.state in ('pending', 'escalated') or (c.state = 'claimed' and c.claim_until <= ${eye.now}))
      and c.proposed_by is distinct from ${eye.userId}::bigint
      and c.id is distinct from ${after ?? null}::bigint
      and (${labels ?? null}::text[] is null or c.label = any(${labels ?? []}))
      and not exists (
        select from risk_event e where e.case_id = c.id and e.actor_id = ${eye.userId} and e.kind in ('skip', 'escalate')
          and e.at > ${eye.now}::timestamptz - interval '30 minutes')
    order by c.priority_key desc, c.id desc limit 1 for update of c skip locked`)
}

export interface NewEvent {
  caseId: string
  actorId: string | null
  kind: string
  from: RiskState | null
  to: RiskState
  at: Date
  data?: Record<string, unknown>
}

/** Writes what happened; returns its id. */
export async function addEvent(db: Db, { caseId, actorId, kind, from, to, at, data = {} }: NewEvent): Promise<string> {
  const row = await db.one<{ id: string }>(sql`
    insert into risk_event (case_id, actor_id, kind, from_state, to_state, at, data)
    values (${caseId}, ${actorId}::bigint, ${kind}, ${from}, ${to}, ${at}, ${JSON.stringify(data)}::jsonb) returning id::text`)
  return row!.id
}

export interface PolicyRow {
  code: string
  nameZh: string
  nameEn: string
  labels: string[]
  defaultEffects: string[]
  reasonZh: string
  reasonEn: string
}

export const readPolicies = (db: Db): Promise<PolicyRow[]> =>
  db.rows<PolicyRow>(sql`
    select code, name_zh as "nameZh", name_en as "nameEn", labels, default_effects as "defaultEffects", reason_zh as "reasonZh", reason_en as "reasonEn"
    from risk_policy where enabled order by sort, code`)

export interface SeverityRow {
  severity: Severity
  slaMinutes: number
  strikePoints: number
  strikeDays: number
  holdsIncome: boolean
}

export const readSeverities = (db: Db): Promise<SeverityRow[]> =>
  db.rows<SeverityRow>(sql`
    select severity, sla_minutes as "slaMinutes", strike_points as "strikePoints", strike_days as "strikeDays", holds_income as "holdsIncome"
    from risk_severity order by severity`)

export const readSteps = (db: Db) =>
  db.rows<{ pointsFrom: number; suspensionDays: number }>(
    sql`select points_from as "pointsFrom", suspension_days as "suspensionDays" from risk_strike_step order by 1`,
  )

/** Accounts whose rows include this partner's cases and that may triage: whom a case can be given to. */
export const readReviewers = (db: Db, roles: readonly string[], scope: Scope) =>
  db.rows<{ id: string; name: string }>(sql`
    select id::text, display_name as name from app_user u where status = 'active' and role = any(${[...roles]})
      and ${scope.kind === 'all' ? sql`true` : scope.kind === 'line' ? sql`(role = 'admin' or business_line_id is null or business_line_id = ${scope.lineId})` : scope.kind === 'team' ? sql`(role <> 'leader' or team_id in (select id from team t where starts_with(t.path, (select path from team where id = ${scope.teamId}))))` : sql`false`}
    order by display_name, id limit 200`)

/** Whether an account may be given a case of this partner. */
export async function mayReview(
  db: Db,
  roles: readonly string[],
  userId: string,
  partnerId: string | null,
): Promise<boolean> {
  const row = await db.one(sql`
    select 1 from app_user u where u.id = ${userId} and u.status = 'active' and u.role = any(${[...roles]}) and (
      u.role = 'admin' or (u.role = 'coo' and (u.business_line_id is null
        or u.business_line_id = (select business_line_id from partner where id = ${partnerId}::bigint)))
      or (u.role = 'leader' and exists (select from partner p join team t on t.id = p.team_id where p.id = ${partnerId}::bigint
        and starts_with(t.path, (select path from team where id = u.team_id)))))`)
  return !!row
}

/** What an event keeps. */
export async function readEventData(db: Db, eventId: string): Promise<Record<string, unknown>> {
  const row = await db.one<{ data: Record<string, unknown> }>(sql`select data from risk_event where id = ${eventId}`)
  return row!.data
}
