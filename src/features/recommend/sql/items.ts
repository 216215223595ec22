import sql, { empty, type Sql } from 'sql-template-tag'
import type { ListQuery } from '../../../core/listQuery.ts'
import type { Scope } from '../../../core/scope.ts'
import type { Language } from '../../../core/text.ts'
import type { Db } from '../../../core/verb.ts'
import { type ListSource, likePattern, whereOf } from '../../../kit/sql/list.ts'
import { type Fields, recommendList, type TargetType } from '../contract.ts'
import { type ItemStatus, SLOT_SIZE } from '../flow.ts'

/**
 * The rows a session may see. An operator of a line: the line's own. A partner: what is online and meant for it, and
 * whatever it has claimed, so that its results stay in sight.
 */
export function fenceItems(scope: Scope): Sql {
  switch (scope.kind) {
    case 'all':
      return sql`true`
    case 'line':
      return sql`r.business_line_id = ${scope.lineId}`
    case 'partner':
      return sql`(${isOffered(scope.partnerId)} or exists (
        select from recommendation_claim c where c.recommendation_id = r.id and c.partner_id = ${scope.partnerId}))`
    default:
      return sql`false`
  }
}

/** Online or full, and meant for this partner. */
export const isOffered = (partnerId: string): Sql => sql`(r.status in ('online', 'full')
  and (r.business_line_id is null or r.business_line_id = (select business_line_id from partner where id = ${partnerId}))
  and (r.audience = 'all' or exists (
    select from recommendation_partner a where a.recommendation_id = r.id and a.partner_id = ${partnerId})))`

/** What became of an item: cancelled claims never counted, expired ones were claims without a work. */
const MADE = sql`lateral (
  select count(*) filter (where c.status <> 'cancelled') as claims,
    count(*) filter (where c.status in ('submitted', 'valid', 'invalid', 'settled')) as submissions,
    count(*) filter (where c.status in ('valid', 'settled')) as valid,
    coalesce(sum(s.play_count) filter (where c.status in ('submitted', 'valid', 'settled')), 0)::bigint as plays,
    coalesce(sum(s.est_income_fen) filter (where c.status in ('submitted', 'valid', 'settled')), 0)::bigint as income
  from recommendation_claim c left join video_stat s on s.video_id = c.video_id where c.recommendation_id = r.id)`
const SEEN = sql`lateral (
  select count(*) as impressions, count(*) filter (where e.is_opened) as clicks
  from recommendation_event_daily e where e.recommendation_id = r.id)`

/** Where a partner stands with an item; null stands for no partner. */
const mineOf = (partnerId: string | null): Sql => sql`(
  select c.status from recommendation_claim c where c.recommendation_id = r.id and c.partner_id = ${partnerId}
  order by c.status in ('claimed', 'submitted', 'valid', 'settled') desc, c.id desc limit 1)`

export function itemSource(language: Language, partnerId: string | null): ListSource<typeof recommendList> {
  const name = language === 'zh-CN' ? sql`g.name_zh` : sql`g.name_en`
  const mine = sql`coalesce(${mineOf(partnerId)}, 'unclaimed')`
  return {
    keys: (used) =>
      used.has('categoryId') || used.has('platform')
        ? sql`recommendation r left join video v on v.id = r.video_id left join task k on k.id = r.task_id`
        : sql`recommendation r`,
    id: sql`r.id`,
    rows: sql`join recommendation r on r.id = page.id
      left join video v on v.id = r.video_id left join task k on k.id = r.task_id left join category g on g.id = v.category_id
      cross join ${MADE} made cross join ${SEEN} seen`,
    columns: {
      recId: sql`r.id::text`,
      title: sql`r.title`,
      targetType: sql`r.target_type`,
      slotCode: sql`r.slot_code`,
      status: sql`r.status`,
      myState: mine,
      score: sql`r.score`,
      quotaLeft: sql`r.quota - r.claimed_count`,
      impressions: sql`seen.impressions`,
      claims: sql`made.claims`,
      submissions: sql`made.submissions`,
      plays: sql`made.plays`,
      estCpmFen: sql`r.est_cpm_e4 / 100`,
      deadlineAt: sql`r.deadline_at`,
      priority: sql`r.priority`,
      clicks: sql`seen.clicks`,
      incomeFen: sql`made.income`,
      audience: sql`r.audience`,
      source: sql`r.source`,
      platform: sql`coalesce(v.platform, k.platform)`,
      categoryName: name,
      startAt: sql`r.start_at`,
      endBefore: sql`r.end_before`,
      reason: sql`r.reason`,
      updatedAt: sql`r.updated_at`,
      quota: sql`r.quota`,
      videoId: sql`r.video_id::text`,
      coverUrl: sql`v.cover_url`,
      isHeld: sql`r.held_status is not null`,
      version: sql`r.version`,
    },
    sorts: {
      // Priority, then score, then start: the order of the slot.
      priority: sql`r.rank`,
      score: sql`r.score`,
      deadlineAt: sql`coalesce(r.deadline_at, 'infinity')`,
      startAt: sql`coalesce(r.start_at, '-infinity')`,
      updatedAt: sql`r.updated_at`,
    },
    filters: {
      keyword: (filter) => (filter.kind === 'contains' ? matchKeyword(filter.text) : sql`true`),
      categoryId: (filter) => (filter.kind === 'any' ? inCategories(filter.values) : sql`true`),
      targetType: sql`r.target_type`,
      slotCode: sql`r.slot_code`,
      status: sql`r.status`,
      myState: mine,
      deadlineAt: sql`r.deadline_at`,
      audience: sql`r.audience`,
      source: sql`r.source`,
      platform: sql`coalesce(v.platform, k.platform)`,
    },
  }
}

function matchKeyword(text: string): Sql {
  const named = sql`(r.title ilike ${likePattern(text)} or exists (select from unnest(r.tags) t where t ilike ${likePattern(text)}))`
  return /^\d{1,18}$/.test(text) ? sql`(${named} or r.id = ${text}::bigint or r.video_id = ${text}::bigint)` : named
}

/** A category means itself and what lies under it; only videos have one. */
function inCategories(ids: string[]): Sql {
  const chosen = ids.filter((id) => id !== 'none')
  const inside = sql`v.category_id in (select id from category where id = any(${chosen}::bigint[]) or parent_id = any(${chosen}::bigint[]))`
  return chosen.length < ids.length ? sql`(${inside} or v.category_id is null)` : inside
}

export interface Totals {
  online: number
  impressions: number
  clicks: number
  claims: number
  submissions: number
  valid: number
  plays: number
}

/** Figures of a filtered set, each summed over its items. */
export async function readTotals(
  db: Db,
  scope: Scope,
  query: ListQuery,
  may: Parameters<typeof whereOf>[0]['may'],
): Promise<Totals> {
  const source = itemSource('zh-CN', null)
  const where = whereOf({ list: recommendList, source, query, fence: fenceItems(scope), may })
  const found = await db.one<Totals>(sql`
    select count(*) filter (where r.status in ('online', 'full')) as online,
      coalesce(sum(seen.impressions), 0)::bigint as impressions, coalesce(sum(seen.clicks), 0)::bigint as clicks,
      coalesce(sum(made.claims), 0)::bigint as claims, coalesce(sum(made.submissions), 0)::bigint as submissions,
      coalesce(sum(made.valid), 0)::bigint as valid, coalesce(sum(made.plays), 0)::bigint as plays
    from recommendation r left join video v on v.id = r.video_id left join task k on k.id = r.task_id
    cross join ${MADE} made cross join ${SEEN} seen where ${where}`)
  return found!
}

/** One item within the scope; undefined when it is missing or foreign. Operators' figures are for operators alone. */
export function readItem(db: Db, scope: Scope, id: string) {
  return db.one<Record<string, unknown> & { version: number; status: ItemStatus }>(sql`
    select r.id::text as "recId", r.target_type as "targetType", coalesce(r.video_id, r.task_id, r.collection_id)::text as "targetId",
      coalesce(v.title, k.name, n.name) as "targetName", r.title, r.reason, r.tags, r.slot_code as "slotCode", r.status, r.score,
      r.quota, r.quota - r.claimed_count as "quotaLeft", r.est_cpm_e4 / 100 as "estCpmFen", r.deadline_at as "deadlineAt",
      r.start_at as "startAt", r.end_before as "endBefore", coalesce(v.platform, k.platform) as platform,
      v.duration_ms as "durationMs", v.cover_url as "coverUrl", v.share_url as "shareUrl", r.version,
      r.priority, r.source, r.audience, r.held_status is not null as "isHeld", r.updated_at as "updatedAt", u.display_name as "createdBy",
      array(select a.partner_id::text from recommendation_partner a where a.recommendation_id = r.id order by a.partner_id) as "partnerIds",
      seen.impressions, seen.clicks, made.claims, made.submissions, made.valid, made.plays, made.income as "incomeFen"
    from recommendation r left join video v on v.id = r.video_id left join task k on k.id = r.task_id
      left join collection n on n.id = r.collection_id left join app_user u on u.id = r.created_by
      cross join ${MADE} made cross join ${SEEN} seen
    where r.id = ${id} and ${fenceItems(scope)}`)
}

/** What a change looks at before it writes. */
export interface Held {
  id: string
  title: string
  status: ItemStatus
  version: number
  targetType: TargetType
  videoId: string | null
  slotCode: string
  lineId: string | null
  audience: 'all' | 'partners'
  quota: number | null
  claimedCount: number
  deadlineAt: string | null
  startAt: string | null
  endBefore: string | null
  heldStatus: ItemStatus | null
  createdBy: string | null
}

const HELD = sql`r.id::text, r.title, r.status, r.version, r.target_type as "targetType", r.video_id::text as "videoId",
  r.slot_code as "slotCode", r.business_line_id::text as "lineId", r.audience, r.quota, r.claimed_count as "claimedCount",
  r.deadline_at as "deadlineAt", r.start_at as "startAt", r.end_before as "endBefore", r.held_status as "heldStatus",
  r.created_by::text as "createdBy"`

/** Locks the items of a change that lie within the scope, in id order so that two changes cannot deadlock. */
export function lockItems(db: Db, scope: Scope, ids: string[]): Promise<Held[]> {
  return db.rows<Held>(sql`
    select ${HELD} from recommendation r where r.id = any(${ids}::bigint[]) and ${fenceItems(scope)} order by r.id for update`)
}

/** Scheduled items whose start has come, best first. */
export function lockDue(db: Db, now: Date): Promise<Held[]> {
  return db.rows<Held>(sql`
    select ${HELD} from recommendation r where r.status = 'scheduled' and r.start_at <= ${now} order by r.rank desc, r.id for update`)
}

/** What keeps an item's target from going online: removed (or gone), or at risk, then with the newest case about it. */
export async function findFault(
  db: Db,
  id: string,
): Promise<{ kind: 'removed' | 'risky'; caseId: string | null } | undefined> {
  const found = await db.one<{ kind: 'removed' | 'risky' | null; caseId: string | null }>(sql`
    select case
      when v.visibility in ('removed', 'deleted') or r.collection_id is not null and n.status is distinct from 'online' then 'removed'
      when v.risk_state <> 'none' then 'risky' end as kind,
      (select max(c.id)::text from risk_case c where c.video_id = r.video_id and c.state not in ('closed', 'merged')) as "caseId"
    from recommendation r left join video v on v.id = r.video_id left join collection n on n.id = r.collection_id where r.id = ${id}`)
  return found?.kind ? { kind: found.kind, caseId: found.caseId } : undefined
}

/** Takes turns on a slot of a line and says whether it has room for one item more beside the given one. */
export async function hasRoom(db: Db, slotCode: string, lineId: string | null, besides: string): Promise<boolean> {
  await db.rows(sql`select pg_advisory_xact_lock(hashtext('recommend:' || ${slotCode}), ${Number(lineId ?? 0)}::int)`)
  const found = await db.one<{ n: number }>(sql`
    select count(*) as n from recommendation r where r.slot_code = ${slotCode}
      and r.business_line_id is not distinct from ${lineId}::bigint and r.status in ('online', 'full') and r.id <> ${besides}`)
  return found!.n < SLOT_SIZE
}

interface Move {
  id: string
  from: readonly ItemStatus[]
  to: ItemStatus
  now: Date
  /** Going online now: a start that is missing or ahead becomes this instant. */
  startsNow?: boolean
}

/** Writes a state where the item still stands in one it may come from; the new version, or undefined. */
export async function moveItem(db: Db, { id, from, to, now, startsNow }: Move): Promise<number | undefined> {
  const moved = await db.one<{ version: number }>(sql`
    update recommendation set status = ${to}, held_status = null, version = version + 1, updated_at = ${now}
      ${startsNow ? sql`, start_at = least(coalesce(start_at, ${now}), ${now}), online_at = ${now}` : empty}
    where id = ${id} and status = any(${from}) returning version`)
  if (moved) await db.rows(sql`delete from recommendation_hold where recommendation_id = ${id}`)
  return moved?.version
}

export interface Draft extends Fields {
  targetType: TargetType
  targetId: string | null
  source: 'manual' | 'rule'
  lineId: string | null
  createdBy: string
}

export async function insertItem(db: Db, draft: Draft, now: Date): Promise<string> {
  const idOf = (type: TargetType) => (draft.targetType === type ? draft.targetId : null)
  const made = await db.one<{ id: string }>(sql`
    insert into recommendation (target_type, task_id, video_id, collection_id, title, reason, tags, source, score, slot_code,
      audience, business_line_id, quota, est_cpm_e4, deadline_at, start_at, end_before, created_by, created_at, updated_at)
    values (${draft.targetType}, ${idOf('task')}::bigint, ${idOf('video')}::bigint, ${idOf('collection')}::bigint, ${draft.title},
      ${draft.reason}, ${draft.tags}, ${draft.source}, ${draft.score}, ${draft.slotCode}, ${draft.audience}, ${draft.lineId}::bigint,
      ${draft.quota}::int, ${draft.estCpmFen}::bigint * 100, ${draft.deadlineAt}::timestamptz, ${draft.startAt}::timestamptz,
      ${draft.endBefore}::timestamptz, ${draft.createdBy}, ${now}, ${now}) returning id::text`)
  await setPartners(db, made!.id, draft.audience === 'partners' ? draft.partnerIds : [])
  return made!.id
}

/** Writes an item's fields; a quota that meets the claims fills it, a raised one opens it again. */
export async function updateItem(db: Db, id: string, fields: Fields, now: Date): Promise<void> {
  await db.rows(sql`
    update recommendation set title = ${fields.title}, reason = ${fields.reason}, tags = ${fields.tags}, slot_code = ${fields.slotCode},
      score = ${fields.score}, quota = ${fields.quota}::int, est_cpm_e4 = ${fields.estCpmFen}::bigint * 100, deadline_at = ${fields.deadlineAt}::timestamptz,
      start_at = ${fields.startAt}::timestamptz, end_before = ${fields.endBefore}::timestamptz, audience = ${fields.audience},
      status = case when status in ('online', 'full') then case when claimed_count >= ${fields.quota}::int then 'full' else 'online' end else status end,
      version = version + 1, updated_at = ${now}
    where id = ${id}`)
  await setPartners(db, id, fields.audience === 'partners' ? fields.partnerIds : [])
}

export async function setAudience(
  db: Db,
  id: string,
  audience: 'all' | 'partners',
  partnerIds: string[],
  now: Date,
): Promise<void> {
  await db.rows(
    sql`update recommendation set audience = ${audience}, version = version + 1, updated_at = ${now} where id = ${id}`,
  )
  await setPartners(db, id, audience === 'partners' ? partnerIds : [])
}

async function setPartners(db: Db, id: string, partnerIds: string[]): Promise<void> {
  await db.rows(
    sql`delete from recommendation_partner where recommendation_id = ${id} and partner_id <> all(${partnerIds}::bigint[])`,
  )
  await db.rows(sql`
    insert into recommendation_partner select ${id}::bigint, p from unnest(${partnerIds}::bigint[]) p on conflict do nothing`)
}

export async function shiftItem(db: Db, id: string, days: number, now: Date): Promise<void> {
  await db.rows(sql`
    update recommendation set start_at = start_at + make_interval(days => ${days}::int), deadline_at = deadline_at + make_interval(days => ${days}::int),
      end_before = end_before + make_interval(days => ${days}::int), version = version + 1, updated_at = ${now} where id = ${id}`)
}

/** Puts an item above all others of its slot; those that stand at the very top already stay. Returns the version. */
export async function topItem(db: Db, { id, slotCode, lineId }: Held, now: Date): Promise<number> {
  const topped = await db.one<{ version: number }>(sql`
    update recommendation set priority = least(99999, 1 + (
        select coalesce(max(o.priority), 0) from recommendation o where o.slot_code = ${slotCode}
          and o.business_line_id is not distinct from ${lineId}::bigint and o.id <> ${id} and o.status not in ('expired'))),
      version = version + 1, updated_at = ${now}
    where id = ${id} returning version`)
  return topped!.version
}

/** Ends items whose deadline or end has passed. */
export async function expireItems(db: Db, now: Date): Promise<void> {
  await db.rows(sql`
    update recommendation set status = 'expired', version = version + 1, updated_at = ${now}
    where status in ('scheduled', 'online', 'full') and least(deadline_at, end_before) <= ${now}`)
}

/** Takes a video's live items offline in the name of a risk case; those another case holds already are held by this one too. */
export async function holdItems(db: Db, videoId: string, caseId: string, now: Date): Promise<Held[]> {
  await db.rows(sql`
    insert into recommendation_hold
    select r.id, ${caseId}::bigint from recommendation r
    where r.video_id = ${videoId} and (r.status in ('scheduled', 'online', 'full') or r.held_status is not null) on conflict do nothing`)
  return db.rows<Held>(sql`
    update recommendation r set held_status = r.status, status = 'offline', version = version + 1, updated_at = ${now}
    where r.video_id = ${videoId} and r.status in ('scheduled', 'online', 'full') returning ${HELD}`)
}

/** Ends a case's hold on items; returns those that no case holds any more, locked. */
export async function releaseItems(db: Db, caseId: string): Promise<Held[]> {
  return db.rows<Held>(sql`
    with released as (delete from recommendation_hold where case_id = ${caseId} returning recommendation_id as id)
    select ${HELD} from recommendation r join released on released.id = r.id
    where r.status = 'offline' and r.held_status is not null and not exists (
      select from recommendation_hold h where h.recommendation_id = r.id and h.case_id <> ${caseId})
    order by r.id for update of r`)
}

/** Notes that a person of a partner was shown items, or opened one. */
export async function noteSeen(
  db: Db,
  seen: { ids: string[]; day: string; userId: string; partnerId: string; isOpened: boolean },
): Promise<void> {
  if (seen.ids.length === 0) return
  await db.rows(sql`
    insert into recommendation_event_daily as e
    select r.id, ${seen.day}::date, ${seen.userId}, ${seen.partnerId}, ${seen.isOpened} from recommendation r
    where r.id = any(${seen.ids}::bigint[]) and r.status in ('online', 'full') order by r.id
    on conflict (recommendation_id, stat_date, user_id) do update set is_opened = true where not e.is_opened and excluded.is_opened`)
}

/** Partners an item is meant for. */
export async function readAudience(db: Db, { id, audience, lineId }: Held): Promise<string[]> {
  const found = await db.rows<{ id: string }>(
    audience === 'partners'
      ? sql`select partner_id::text as id from recommendation_partner where recommendation_id = ${id}`
      : sql`select id::text from partner where status in ('trial', 'active') and (${lineId}::bigint is null or business_line_id = ${lineId}::bigint)`,
  )
  return found.map((row) => row.id)
}
