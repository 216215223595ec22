import sql from 'sql-template-tag'
import type { Scope } from '../../../core/scope.ts'
import type { Db } from '../../../core/verb.ts'
import { fencePartner } from '../../../kit/sql/fence.ts'

export interface Signal {
  videoId: string
  source: string
  label: string
  severity: string
  suggestion?: string | null
  score?: number | null
  evidence?: unknown[]
  note?: string | null
  reporterId?: string | null
  ruleCode?: string | null
  externalId?: string | null
}

/** Puts signals into the inbox; those that said the same before are passed over. Returns how many are new. */
export async function addSignals(db: Db, signals: Signal[], at: Date): Promise<number> {
  const rows = signals.map((one) => ({
    video_id: one.videoId,
    source: one.source,
    label: one.label,
    severity: one.severity,
    suggestion: one.suggestion ?? null,
    score: one.score ?? null,
    evidence: one.evidence ?? [],
    note: one.note ?? null,
    reporter_id: one.reporterId ?? null,
    rule_code: one.ruleCode ?? null,
    external_id: one.externalId ?? null,
  }))
  const added = await db.rows(sql`
    insert into risk_signal (video_id, source, label, severity, suggestion, score, evidence, note, reporter_id, rule_code, external_id, created_at)
    select s.*, ${at} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as s (video_id bigint, source text, label text, severity text,
      suggestion text, score smallint, evidence jsonb, note text, reporter_id bigint, rule_code text, external_id text)
    on conflict do nothing returning 1`)
  return added.length
}

export interface WaitingSignal {
  id: string
  videoId: string
  source: string
  label: string
  severity: string
  suggestion: string | null
  score: number | null
}

/** Signals that are in no case yet, locked, the oldest first. */
export const lockWaiting = (db: Db, limit: number): Promise<WaitingSignal[]> =>
  db.rows<WaitingSignal>(sql`
    select id::text, video_id::text as "videoId", source, label, severity, suggestion, score from risk_signal
    where taken_at is null order by risk_signal.id limit ${limit} for update skip locked`)

/** The open case of a video and label, locked. */
export const lockOpenCase = (db: Db, videoId: string, label: string) =>
  db.one<{ id: string; state: string; severity: string; partnerId: string | null }>(sql`
    select id::text, state, severity, partner_id::text as "partnerId" from risk_case
    where video_id = ${videoId} and label = ${label} and state not in ('closed', 'merged') for update`)

/** Opens a case for a signal; undefined when another opened one this instant. */
export function insertCase(db: Db, signal: WaitingSignal, at: Date) {
  return db.one<{ id: string; partnerId: string | null; title: string; caseNo: string }>(sql`
    insert into risk_case as c (video_id, partner_id, creator_id, source, label, suggestion, score, severity, state, sla_due_at, created_at, priority_key)
    select v.id, v.partner_id, v.creator_id, ${signal.source}, ${signal.label}, ${signal.suggestion}, ${signal.score}::smallint, l.severity, 'pending',
      ${at}::timestamptz + make_interval(mins => l.sla_minutes), ${at}, risk_priority_key(l.severity, s.play_count, 0, ${at})
    from video v join video_stat s on s.video_id = v.id join risk_severity l on l.severity = ${signal.severity}
    where v.id = ${signal.videoId}
    on conflict (video_id, label) where state not in ('closed', 'merged') do nothing
    returning c.id::text, c.partner_id::text as "partnerId", (select title from video where id = c.video_id) as title,
      'RC-' || to_char(c.created_at at time zone 'Asia/Shanghai', 'YYYYMMDD') || '-' || lpad(c.id::text, 4, '0') as "caseNo"`)
}

/** Puts a signal into a case: counts it, raises level and score, and with the level the deadline and the place in the queue. */
export async function joinCase(db: Db, signalId: string, caseId: string, at: Date): Promise<void> {
  await db.rows(sql`
    with s as (update risk_signal set case_id = ${caseId}, taken_at = ${at} where id = ${signalId} returning *)
    update risk_case c set signal_count = c.signal_count + 1, report_count = c.report_count + (s.source = 'report')::int,
      severity = least(c.severity, s.severity), score = greatest(c.score, s.score), suggestion = coalesce(c.suggestion, s.suggestion),
      sla_due_at = least(c.sla_due_at, c.created_at + make_interval(mins => (select sla_minutes from risk_severity l where l.severity = least(c.severity, s.severity)))),
      priority_key = risk_priority_key(least(c.severity, s.severity), (select play_count from video_stat where video_id = c.video_id),
        c.report_count + (s.source = 'report')::int, c.created_at)
    from s where c.id = ${caseId}`)
}

/** Moves signals and what they weigh into another case. */
export async function mergeInto(db: Db, caseId: string, target: string): Promise<void> {
  await db.rows(sql`update risk_signal set case_id = ${target} where case_id = ${caseId}`)
  await db.rows(sql`
    update risk_case t set signal_count = t.signal_count + c.signal_count, report_count = t.report_count + c.report_count,
      severity = least(t.severity, c.severity), score = greatest(t.score, c.score), sla_due_at = least(t.sla_due_at, c.sla_due_at),
      priority_key = risk_priority_key(least(t.severity, c.severity), (select play_count from video_stat where video_id = t.video_id),
        t.report_count + c.report_count, t.created_at)
    from risk_case c where c.id = ${caseId} and t.id = ${target}`)
}

/** The most urgent open case of each of these videos, and its level; for merging. */
export const readMergeTargets = (db: Db, videoIds: string[]) =>
  db.rows<{ videoId: string; caseId: string }>(sql`
    select distinct on (video_id) video_id::text as "videoId", id::text as "caseId" from risk_case
    where video_id = any(${videoIds}::bigint[]) and state in ('pending', 'claimed', 'escalated') order by video_id, severity, priority_key desc, id`)

/** Videos of a flag within the scope. */
export const readVideosToFlag = (db: Db, scope: Scope, ids: string[]) =>
  db.rows<{ id: string }>(sql`
    select v.id::text from video v where v.id = any(${ids}::bigint[]) and ${fencePartner(scope, sql`v.partner_id`)} order by v.id`)

export const findWork = (db: Db, platform: string, itemId: string) =>
  db.one<{ id: string }>(sql`select id::text from video where platform = ${platform} and platform_item_id = ${itemId}`)

/** Works by platform and id there. */
export const findWorks = (db: Db, works: { platform: string; itemId: string }[]) =>
  db.rows<{ id: string; platform: string; itemId: string }>(sql`
    select v.id::text, v.platform, v.platform_item_id as "itemId" from video v
    join jsonb_to_recordset(${JSON.stringify(works.map(({ platform, itemId }) => ({ platform, item_id: itemId })))}::jsonb) as w (platform text, item_id text)
      on w.platform = v.platform and w.item_id = v.platform_item_id`)

export async function isOpen(db: Db, service: 'machine' | 'reports'): Promise<boolean> {
  const row = await db.one<{ enabled: boolean }>(sql`select enabled from risk_service where code = ${service}`)
  return row?.enabled ?? false
}

/** Plays move; the places of open cases in the queue follow. */
export async function refreshPriorities(db: Db): Promise<void> {
  await db.rows(sql`
    update risk_case c set priority_key = risk_priority_key(c.severity, s.play_count, c.report_count, c.created_at)
    from video_stat s where s.video_id = c.video_id and c.state not in ('closed', 'merged')
      and c.priority_key <> risk_priority_key(c.severity, s.play_count, c.report_count, c.created_at)`)
}

/** What stands in the way of opening a case anew, and what its level asks for then. */
export async function readReopenBar(db: Db, found: { id: string; videoId: string; label: string; severity: string }) {
  const row = await db.one<{ hasOpen: boolean; slaMinutes: number; holdsIncome: boolean }>(sql`
    select exists (select from risk_case where video_id = ${found.videoId} and label = ${found.label} and id <> ${found.id} and state not in ('closed', 'merged')) as "hasOpen",
      sla_minutes as "slaMinutes", holds_income as "holdsIncome" from risk_severity where severity = ${found.severity}`)
  return row!
}
