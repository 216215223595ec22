import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { Filter, ListQuery } from '../../../core/listQuery.ts'
import type { Scope } from '../../../core/scope.ts'
import type { Language } from '../../../core/text.ts'
import type { Db } from '../../../core/verb.ts'
import { fencePartner } from '../../../kit/sql/fence.ts'
import { type ListSource, likePattern, usedBy, whereOf } from '../../../kit/sql/list.ts'
import type { riskList } from '../contract.ts'
import { text } from '../text.ts'

/** Who looks, and when: claims end by the clock, also before the job has come by. */
export interface Eye {
  scope: Scope
  userId: string
  language: Language
  now: Date
}

/** The row scope of cases. What was joined into another case is nothing to its partner. */
export function fenceCases(scope: Scope): Sql {
  const fence = fencePartner(scope, sql`c.partner_id`)
  return scope.kind === 'partner' ? sql`(${fence} and c.state <> 'merged')` : fence
}

/** The state as it is now: a claim that has run out is none. A partner is not told who is at work. */
export function stateNow({ scope, now }: Pick<Eye, 'scope' | 'now'>): Sql {
  return scope.kind === 'partner'
    ? sql`case when c.state in ('claimed', 'escalated') then 'pending' else c.state end`
    : sql`case when c.state = 'claimed' and c.claim_until <= ${now} then 'pending' else c.state end`
}

export const isHeld = ({ now }: Pick<Eye, 'now'>): Sql => sql`(c.state = 'claimed' and c.claim_until > ${now})`
export const OPEN = sql`c.state in ('pending', 'claimed', 'escalated')`

/** Filters on the state are said in stored states, so that the index of open cases serves. */
function inStates(eye: Eye, values: string[]): Sql {
  const tests = values.map((value) => {
    if (eye.scope.kind === 'partner')
      return value === 'pending'
        ? OPEN
        : value === 'claimed' || value === 'escalated'
          ? sql`false`
          : sql`c.state = ${value}`
    if (value === 'pending') return sql`(c.state = 'pending' or (c.state = 'claimed' and c.claim_until <= ${eye.now}))`
    return value === 'claimed' ? isHeld(eye) : sql`c.state = ${value}`
  })
  return sql`(${join(tests, ' or ')})`
}

/** Names of effects in one language, as one text. */
function effectWords(language: Language): Sql {
  const words = Object.entries(text[language].choices.effect)
  return sql`(select coalesce(string_agg(w.word, ${language === 'zh-CN' ? '、' : ', '} order by e.at), '')
    from unnest(c.effects) with ordinality e(code, at)
    join unnest(${words.map(([code]) => code)}::text[], ${words.map(([, word]) => word)}::text[]) w(code, word) on w.code = e.code)`
}

/** `RC-20261120-0318`: the business day it was opened on, and its number. */
export const caseNo = sql`('RC-' || to_char(c.created_at at time zone 'Asia/Shanghai', 'YYYYMMDD') || '-' || lpad(c.id::text, 4, '0'))`

/** Priority at an instant: the kept key and what age has added since 1970. */
export const priorityAt = (now: Date): Sql => sql`round(c.priority_key / 1000.0 + ${+now / 1000} / 14400.0)::integer`

export function riskSource(eye: Eye): ListSource<typeof riskList> {
  const { now, language, userId } = eye
  const needsVideo = (used: ReadonlySet<string>) =>
    ['keyword', 'platform', 'publishedAt'].some((name) => used.has(name))
  return {
    keys: (used) =>
      sql`risk_case c${raw(needsVideo(used) ? ' join video v on v.id = c.video_id' : '')}${raw(
        used.has('playCount') ? ' join video_stat s on s.video_id = c.video_id' : '',
      )}`,
    id: sql`c.id`,
    rows: sql`join risk_case c on c.id = page.id join video v on v.id = c.video_id join video_stat s on s.video_id = v.id
      left join creator k on k.id = c.creator_id left join partner p on p.id = c.partner_id
      left join app_user u on u.id = c.assignee_id and ${isHeld(eye)}`,
    columns: {
      caseId: sql`c.id::text`,
      caseNo,
      title: sql`v.title`,
      severity: sql`c.severity`,
      label: sql`c.label`,
      state: stateNow(eye),
      priority: priorityAt(now),
      slaDueAt: sql`c.sla_due_at`,
      source: sql`c.source`,
      score: sql`c.score`,
      reportCount: sql`c.report_count`,
      playCount: sql`s.play_count`,
      platform: sql`v.platform`,
      creatorName: sql`k.nickname`,
      partnerName: sql`p.name`,
      assigneeName: sql`u.display_name`,
      effects: effectWords(language),
      policyCode: sql`c.policy_code`,
      appealState: sql`c.appeal_state`,
      appealDueAt: sql`c.appeal_due_at`,
      createdAt: sql`c.created_at`,
      decidedAt: sql`c.decided_at`,
      publishedAt: sql`v.published_at`,
      videoId: sql`v.id::text`,
      contentType: sql`v.content_type`,
      durationMs: sql`v.duration_ms`,
      coverUrl: sql`v.cover_url`,
      isMine: sql`(${isHeld(eye)} and c.assignee_id = ${userId})`,
      version: sql`c.version`,
    },
    sorts: { priority: sql`c.priority_key`, slaDueAt: sql`c.sla_due_at`, createdAt: sql`c.created_at` },
    filters: {
      keyword: (filter) => (filter.kind === 'contains' ? matchKeyword(filter.text) : sql`true`),
      severity: sql`c.severity`,
      label: sql`c.label`,
      state: (filter) => (filter.kind === 'any' ? inStates(eye, filter.values) : sql`true`),
      source: sql`c.source`,
      score: sql`c.score`,
      playCount: sql`s.play_count`,
      platform: sql`v.platform`,
      appealState: sql`c.appeal_state`,
      createdAt: sql`c.created_at`,
      publishedAt: sql`v.published_at`,
      partnerId: sql`c.partner_id`,
      creatorId: sql`c.creator_id`,
      assigneeId: (filter) => byAssignee(eye, filter),
      isMine: sql`(${isHeld(eye)} and c.assignee_id = ${userId})`,
      isOverdue: sql`(${OPEN} and c.sla_due_at <= ${now})`,
      isDueSoon: sql`(${OPEN} and c.sla_due_at > ${now} and c.sla_due_at <= ${now}::timestamptz + interval '1 hour')`,
      hasAppeal: sql`c.appeal_state <> 'none'`,
      policy: sql`c.policy_code`,
    },
  }
}

function byAssignee(eye: Eye, filter: Filter): Sql {
  if (filter.kind !== 'any') return sql`true`
  const ids = filter.values.filter((value) => value !== 'none')
  const held = sql`(${isHeld(eye)} and c.assignee_id = any(${ids}::bigint[]))`
  return ids.length < filter.values.length ? sql`(${held} or not ${isHeld(eye)})` : held
}

function matchKeyword(keyword: string): Sql {
  const number = /^(?:RC-\d{8}-)?0*(\d{1,18})$/i.exec(keyword)?.[1]
  const like = likePattern(keyword)
  return number
    ? sql`(c.id = ${number}::bigint or v.platform_item_id = ${keyword} or v.title ilike ${like})`
    : sql`v.title ilike ${like}`
}

interface FilteredSet {
  list: typeof riskList
  query: ListQuery
  eye: Eye
  may: Parameters<typeof whereOf>[0]['may']
}

function filteredSet({ list, query, eye, may }: FilteredSet): { from: Sql; where: Sql } {
  const source = riskSource(eye)
  return {
    from: source.keys(usedBy(query, false)),
    where: whereOf({ list, source, query, fence: fenceCases(eye.scope), may }),
  }
}

export interface QueueFigures {
  open: number
  decided: number
  appealing: number
  answerable: number
  mine: number
  pending: number
  escalated: number
  overdue: number
  inbound: number
  inboundBefore: number
  handled: number
  handledBefore: number
  actionRatePpm: number | null
  handlingSeconds: number | null
  overturnRatePpm: number | null
}

/** A filtered set of cases in figures; rates and times are of the last 30 days. */
export async function readQueueFigures(db: Db, set: FilteredSet): Promise<QueueFigures> {
  const { from, where } = filteredSet(set)
  const { now, userId } = set.eye
  const held = isHeld(set.eye)
  const row = await db.one<QueueFigures>(sql`
    with c as materialized (select c.* from ${from} where ${where} and (c.state not in ('closed', 'merged') or greatest(c.created_at, c.decided_at, c.judged_at) > ${now}::timestamptz - interval '30 days')),
    t as (select ${now}::timestamptz as now)
    select
      count(*) filter (where ${OPEN}) as open,
      count(*) filter (where c.state = 'decided') as decided,
      count(*) filter (where c.state = 'appealing') as appealing,
      count(*) filter (where c.state = 'decided' and c.appeal_due_at > t.now and c.appeal_state = 'none' and c.effects <> '{none}') as answerable,
      count(*) filter (where ${held} and c.assignee_id = ${userId}) as mine,
      count(*) filter (where c.state = 'pending' or (c.state = 'claimed' and not ${held})) as pending,
      count(*) filter (where c.state = 'escalated') as escalated,
      count(*) filter (where ${OPEN} and c.sla_due_at <= t.now) as overdue,
      count(*) filter (where c.created_at > t.now - interval '24 hours') as inbound,
      count(*) filter (where c.created_at > t.now - interval '48 hours' and c.created_at <= t.now - interval '24 hours') as "inboundBefore",
      count(*) filter (where c.decided_at > t.now - interval '24 hours') as handled,
      count(*) filter (where c.decided_at > t.now - interval '48 hours' and c.decided_at <= t.now - interval '24 hours') as "handledBefore",
      (count(*) filter (where c.decided_at > t.now - interval '30 days' and c.effects <> '{none}') * 1000000
        / nullif(count(*) filter (where c.decided_at > t.now - interval '30 days'), 0)) as "actionRatePpm",
      round(extract(epoch from avg(c.decided_at - c.claimed_at) filter (where c.decided_at > t.now - interval '30 days' and c.claimed_at is not null)))::integer as "handlingSeconds",
      (count(*) filter (where c.appeal_state = 'overturned' and c.judged_at > t.now - interval '30 days') * 1000000
        / nullif(count(*) filter (where c.appeal_state in ('upheld', 'overturned') and c.judged_at > t.now - interval '30 days'), 0)) as "overturnRatePpm"
    from c cross join t`)
  return row!
}
