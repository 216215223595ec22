import sql from 'sql-template-tag'
import type { Scope } from '../../../core/scope.ts'
import type { Db } from '../../../core/verb.ts'
import { fencePartner } from '../../../kit/sql/fence.ts'
import { caseNo, type Eye, fenceCases, isHeld, priorityAt, stateNow } from './list.ts'

export interface DetailRow {
  caseId: string
  caseNo: string
  state: string
  storedState: string
  label: string
  creatorId: string | null
  partnerId: string | null
  effects: string[]
  policyCode: string | null
  policyZh: string | null
  policyEn: string | null
  reasonZh: string | null
  reasonEn: string | null
  decidedAt: string | null
  decidedBy: string | null
  appealState: string
  appealText: string | null
  appealReply: string | null
  appealDueAt: string | null
  fixText: string | null
  fixedAt: string | null
  createdAt: string
  severity: string
  source: string
  suggestion: string | null
  score: number | null
  priority: number
  reportCount: number
  signalCount: number
  slaDueAt: string
  version: number
  assigneeId: string | null
  assigneeName: string | null
  claimUntil: string | null
  proposedById: string | null
  proposedBy: string | null
  videoId: string
  title: string
  platform: string
  platformItemId: string
  shareUrl: string | null
  coverUrl: string | null
  contentType: string
  durationMs: number | null
  creatorName: string | null
  partnerName: string | null
  publishedAt: string | null
  visibility: string
  riskState: string
  playCount: number
  estIncomeFen: number
  settledIncomeFen: number
  isHeld: boolean
}

/** One case within the scope; undefined when it is missing or foreign. */
export function readCase(db: Db, eye: Eye, caseId: string): Promise<DetailRow | undefined> {
  return db.one<DetailRow>(sql`
    select c.id::text as "caseId", ${caseNo} as "caseNo", ${stateNow(eye)} as state, c.state as "storedState", c.label,
      c.creator_id::text as "creatorId", c.partner_id::text as "partnerId", c.effects, c.policy_code as "policyCode", y.name_zh as "policyZh",
      y.name_en as "policyEn", c.reason_zh as "reasonZh", c.reason_en as "reasonEn", c.decided_at as "decidedAt", c.decided_by::text as "decidedBy",
      c.appeal_state as "appealState", c.appeal_text as "appealText", c.appeal_reply as "appealReply", c.appeal_due_at as "appealDueAt",
      c.fix_text as "fixText", c.fixed_at as "fixedAt", c.created_at as "createdAt", c.severity, c.source, c.suggestion, c.score,
      ${priorityAt(eye.now)} as priority, c.report_count as "reportCount", c.signal_count as "signalCount", c.sla_due_at as "slaDueAt", c.version,
      u.id::text as "assigneeId", u.display_name as "assigneeName", case when u.id is null then null else c.claim_until end as "claimUntil",
      c.proposed_by::text as "proposedById", b.display_name as "proposedBy", v.id::text as "videoId", v.title, v.platform,
      v.platform_item_id as "platformItemId", v.share_url as "shareUrl", v.cover_url as "coverUrl", v.content_type as "contentType",
      v.duration_ms as "durationMs", k.nickname as "creatorName", p.name as "partnerName", v.published_at as "publishedAt", v.visibility,
      v.risk_state as "riskState", s.play_count as "playCount", s.est_income_fen as "estIncomeFen", s.settled_income_fen as "settledIncomeFen",
      exists (select from income_hold h where h.video_id = v.id and h.released_at is null) as "isHeld"
    from risk_case c join video v on v.id = c.video_id join video_stat s on s.video_id = v.id
      left join creator k on k.id = c.creator_id left join partner p on p.id = c.partner_id
      left join app_user u on u.id = c.assignee_id and ${isHeld(eye)} left join app_user b on b.id = c.proposed_by
      left join risk_policy y on y.code = c.policy_code
    where c.id = ${caseId} and ${fenceCases(eye.scope)}`)
}

export interface EvidenceRow {
  startMs: number | null
  endMs: number | null
  form: string
  text: string
  score: number | null
}

/** All evidence of a case, along the work's time. */
export const readEvidence = (db: Db, caseId: string): Promise<EvidenceRow[]> =>
  db.rows<EvidenceRow>(sql`
    select (e ->> 'startMs')::integer as "startMs", (e ->> 'endMs')::integer as "endMs", coalesce(e ->> 'form', 'image') as form,
      coalesce(e ->> 'text', '') as text, (e ->> 'score')::integer as score
    from risk_signal s cross join lateral jsonb_array_elements(s.evidence) e where s.case_id = ${caseId}
    order by 1 nulls last, s.id limit 50`)

export interface EventRow {
  id: string
  at: string
  kind: string
  effects: string[]
  reasonZh: string | null
  reasonEn: string | null
  text: string | null
  publicText: string | null
  actor: string | null
}

export const readEvents = (db: Db, caseId: string): Promise<EventRow[]> =>
  db.rows<EventRow>(sql`
    select e.id::text, e.at, e.kind, coalesce(array(select jsonb_array_elements_text(e.data -> 'effects')), '{}') as effects,
      e.data ->> 'reasonZh' as "reasonZh", e.data ->> 'reasonEn' as "reasonEn",
      coalesce(e.data ->> 'text', e.data ->> 'note') as text, e.data ->> 'text' as "publicText", u.display_name as actor
    from risk_event e left join app_user u on u.id = e.actor_id where e.case_id = ${caseId} order by e.id desc limit 100`)

export const readNotes = (db: Db, caseId: string) =>
  db.rows<{ at: string; source: string; text: string; by: string | null }>(sql`
    select s.created_at as at, s.source, s.note as text, u.display_name as by from risk_signal s left join app_user u on u.id = s.reporter_id
    where s.case_id = ${caseId} and s.note is not null order by s.id desc limit 30`)

/** What the creator and the partner did before, within the scope of who asks. */
export async function readBackground(db: Db, eye: Eye, row: DetailRow) {
  const { now, scope } = eye
  const since = sql`${now}::timestamptz - interval '90 days'`
  const [creator, strikes, earlier, others, rates, places] = await Promise.all([
    db.one<{ cases90d: number; upheld90d: number; activePoints: number; recommendedDays: number | null }>(sql`
      with points as (
        select coalesce(sum(points), 0)::integer as points from strike
        where creator_id = ${row.creatorId}::bigint and dismissed_at is null and expires_at > ${now}
      )
      select (select count(*) from risk_case c where c.creator_id = ${row.creatorId}::bigint and c.id <> ${row.caseId} and c.created_at > ${since}) as "cases90d",
        (select count(*) from risk_case c where c.creator_id = ${row.creatorId}::bigint and c.id <> ${row.caseId} and c.created_at > ${since}
          and c.state in ('decided', 'closed', 'appealing') and c.effects <> '{none}' and c.appeal_state <> 'overturned') as "upheld90d",
        p.points as "activePoints",
        (select suspension_days from risk_strike_step t where t.points_from <= p.points order by points_from desc limit 1) as "recommendedDays"
      from points p`),
    db.rows<{ id: string; points: number; createdAt: string; expiresAt: string; isActive: boolean }>(sql`
      select t.id::text, t.points, t.created_at as "createdAt", t.expires_at as "expiresAt", t.dismissed_at is null and t.expires_at > ${now} as "isActive"
      from strike t where t.creator_id = ${row.creatorId}::bigint and ${fencePartner(scope, sql`t.partner_id`)} order by t.id desc limit 10`),
    db.rows<{ caseId: string; title: string; label: string; state: string; effects: string[]; createdAt: string }>(sql`
      select c.id::text as "caseId", v.title, c.label, ${stateNow(eye)} as state, c.effects, c.created_at as "createdAt"
      from risk_case c join video v on v.id = c.video_id
      where c.creator_id = ${row.creatorId}::bigint and c.id <> ${row.caseId} and ${fenceCases(scope)} order by c.created_at desc, c.id desc limit 6`),
    db.rows<{ caseId: string; label: string; state: string }>(sql`
      select c.id::text as "caseId", c.label, ${stateNow(eye)} as state from risk_case c
      where c.video_id = ${row.videoId} and c.id <> ${row.caseId} and ${fenceCases(scope)} order by c.id desc limit 10`),
    readRates(db, row.partnerId, now),
    readPlaces(db, row.videoId),
  ])
  return { creator: creator!, strikes, earlier, others, ...rates, ...places }
}

/** Works with an upheld case per million works published in 90 days: of one partner, and of all. */
async function readRates(db: Db, partnerId: string | null, now: Date) {
  const row = await db.one<{ own: number | null; average: number | null }>(sql`
    with upheld as (
      select c.partner_id, count(distinct c.video_id) as n from risk_case c
      where c.created_at > ${now}::timestamptz - interval '90 days' and c.state in ('decided', 'closed', 'appealing')
        and c.effects <> '{none}' and c.appeal_state <> 'overturned' and c.partner_id is not null group by 1
    ), works as (
      select partner_id, sum(new_videos) as n from agg_partner_daily
      where stat_date > (${now}::timestamptz at time zone 'Asia/Shanghai')::date - 90 group by 1
    )
    select (select u.n * 1000000 / nullif(w.n, 0) from works w left join upheld u on u.partner_id = w.partner_id where w.partner_id = ${partnerId}::bigint)::integer as own,
      ((select coalesce(sum(n), 0) from upheld) * 1000000 / nullif((select sum(n) from works), 0))::integer as average`)
  return { partnerRatePpm: partnerId ? (row?.own ?? null) : null, averageRatePpm: row?.average ?? null }
}

/** Places the work was handed on to that still stand, and what they have brought. */
async function readPlaces(db: Db, videoId: string): Promise<{ places: number; placePlays: number }> {
  const row = await db.one<{ places: number; placePlays: number }>(sql`
    select count(*) as places, coalesce(sum(play_count), 0)::bigint as "placePlays" from distribution where video_id = ${videoId} and is_live`)
  return row!
}

export async function readStatistics(db: Db, scope: Scope, now: Date, days: number) {
  const fence = fenceCases(scope)
  const since = sql`${now}::timestamptz - make_interval(days => ${days})`
  const [perDay, reviewers, policies, sources] = await Promise.all([
    db.rows<{ day: string; inbound: number; handled: number }>(sql`
      select d.day::date::text as day,
        (select count(*) from risk_case c where ${fence} and c.created_at >= d.day::timestamp at time zone 'Asia/Shanghai' and c.created_at < (d.day + interval '1 day')::timestamp at time zone 'Asia/Shanghai') as inbound,
        (select count(*) from risk_event e join risk_case c on c.id = e.case_id where e.kind = 'decide' and ${fence} and e.at >= d.day::timestamp at time zone 'Asia/Shanghai' and e.at < (d.day + interval '1 day')::timestamp at time zone 'Asia/Shanghai') as handled
      from generate_series((${now}::timestamptz at time zone 'Asia/Shanghai')::date - ${days - 1}::integer, (${now}::timestamptz at time zone 'Asia/Shanghai')::date, interval '1 day') d(day) order by 1`),
    db.rows<{
      name: string
      decisions: number
      actioned: number
      skipped: number
      handlingSeconds: number | null
      overturned: number
    }>(sql`
      select u.display_name as name, count(*) filter (where e.kind = 'decide') as decisions,
        count(*) filter (where e.kind = 'decide' and e.data -> 'effects' <> '["none"]'::jsonb) as actioned,
        count(*) filter (where e.kind = 'skip') as skipped,
        round(avg((e.data ->> 'seconds')::numeric) filter (where e.kind = 'decide'))::integer as "handlingSeconds",
        count(*) filter (where e.kind = 'decide' and c.decision_event = e.id and c.appeal_state = 'overturned') as overturned
      from risk_event e join risk_case c on c.id = e.case_id join app_user u on u.id = e.actor_id
      where e.kind in ('decide', 'skip') and e.at > ${since} and ${fence} group by u.id, u.display_name order by 2 desc, 1 limit 50`),
    db.rows<{ code: string; nameZh: string; nameEn: string; decisions: number }>(sql`
      select p.code, p.name_zh as "nameZh", p.name_en as "nameEn", count(*) as decisions
      from risk_case c join risk_policy p on p.code = c.policy_code where c.decided_at > ${since} and ${fence} group by p.code order by 4 desc, 1 limit 8`),
    db.rows<{ source: string; cases: number }>(
      sql`select c.source, count(*) as cases from risk_case c where c.created_at > ${since} and ${fence} group by 1 order by 2 desc`,
    ),
  ])
  return { days: perDay, reviewers, policies, sources }
}

export const readPartners = (db: Db, scope: Scope) =>
  db.rows<{ id: string; name: string }>(
    sql`select p.id::text, p.name from partner p where ${fencePartner(scope, sql`p.id`)} order by p.name`,
  )

export const lockStrike = (db: Db, scope: Scope, strikeId: string) =>
  db.one<{ caseId: string; caseState: string; points: number; isActive: boolean }>(sql`
    select t.case_id::text as "caseId", c.state as "caseState", t.points, t.dismissed_at is null as "isActive" from strike t join risk_case c on c.id = t.case_id
    where t.id = ${strikeId} and ${fencePartner(scope, sql`t.partner_id`)} for update of t`)

export async function dismissStrike(
  db: Db,
  strikeId: string,
  reason: string,
  eventId: string,
  at: Date,
): Promise<void> {
  await db.rows(sql`
    update strike set dismissed_at = ${at}, dismissed_reason = ${reason}, ended_event = ${eventId} where id = ${strikeId} and dismissed_at is null`)
}
