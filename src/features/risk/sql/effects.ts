import sql from 'sql-template-tag'
import type { Db } from '../../../core/verb.ts'
import type { LockedCase } from './case.ts'

/** A case, the event in whose name something begins or ends, and when. */
interface Act {
  caseId: string
  videoId: string
  eventId: string
  at: Date
}

/** Locks a video before its cases' effects change, so that two cases of one video do not overtake each other. */
export function lockVideo(db: Db, videoId: string) {
  return db.one<{
    visibility: string
    excludedReason: string | null
    creatorId: string | null
    partnerId: string | null
  }>(sql`
    select visibility, settlement_excluded_reason as "excludedReason", creator_id::text as "creatorId", partner_id::text as "partnerId"
    from video where id = ${videoId} for update`)
}

/**
 * Begins a measure on the video. `before` is what stood when the first of its kind began: with two cases on one video the
 * end of the last restores that. On a work gone upstream there is nothing to take down.
 */
export async function beginEffect(
  db: Db,
  { caseId, videoId, eventId, at }: Act,
  kind: 'limit' | 'remove' | 'exclude' | 'ban',
  ban?: { scope: 'creator' | 'partner'; targetId: string; until: Date | null },
): Promise<void> {
  await db.rows(sql`
    insert into risk_effect (case_id, video_id, kind, is_applicable, before, scope, target_id, until, began_at, began_event)
    select ${caseId}, v.id, ${kind}, ${kind} <> 'remove' or v.visibility not in ('deleted', 'removed') or standing.before is not null,
      coalesce(standing.before, case ${kind}
        when 'remove' then jsonb_build_object('visibility', v.visibility)
        when 'exclude' then jsonb_build_object('excludedReason', v.settlement_excluded_reason)
      end),
      ${ban?.scope ?? null}, ${ban?.targetId ?? null}::bigint, ${ban?.until ?? null}::timestamptz, ${at}, ${eventId}
    from video v left join lateral (
      select e.before from risk_effect e where e.ended_at is null and e.kind = ${kind} and e.is_applicable
        and e.video_id = v.id
      order by e.id limit 1) standing on true
    where v.id = ${videoId}`)
}

export async function beginHold(db: Db, { caseId, videoId, eventId, at }: Act): Promise<void> {
  await db.rows(sql`
    insert into income_hold (video_id, case_id, created_at, began_event) values (${videoId}, ${caseId}, ${at}, ${eventId})
    on conflict (case_id) where released_at is null do nothing`)
}

/** Releases a case's hold; true when there was one. */
export async function endHold(db: Db, { caseId, eventId, at }: Act): Promise<boolean> {
  const ended = await db.rows(sql`
    update income_hold set released_at = ${at}, ended_event = ${eventId} where case_id = ${caseId} and released_at is null returning 1`)
  return ended.length > 0
}

export async function addStrike(
  db: Db,
  { caseId, eventId, at }: Act,
  subject: LockedCase,
  points: number,
  days: number,
) {
  await db.rows(sql`
    insert into strike (partner_id, creator_id, case_id, points, created_at, expires_at, began_event)
    values (${subject.partnerId}::bigint, ${subject.creatorId}::bigint, ${caseId}, ${points}, ${at}, ${at}::timestamptz + make_interval(days => ${days}), ${eventId})`)
}

/** Ends whatever a case holds on its video: measures, strikes, and its income hold if asked. */
export async function endAll(db: Db, act: Act, { hold }: { hold: boolean }): Promise<void> {
  const { caseId, eventId, at } = act
  await db.rows(sql`
    update risk_effect set ended_at = ${at}, ended_event = ${eventId} where case_id = ${caseId} and ended_at is null`)
  await db.rows(sql`
    update strike set dismissed_at = ${at}, ended_event = ${eventId} where case_id = ${caseId} and dismissed_at is null`)
  if (hold) await endHold(db, act)
}

/** Takes back one event: what it began ends, what it ended stands again. */
export async function takeBack(db: Db, { caseId, eventId, at }: Act, undone: string): Promise<void> {
  await db.rows(sql`
    update risk_effect set ended_at = ${at}, ended_event = ${eventId} where case_id = ${caseId} and began_event = ${undone} and ended_at is null`)
  await db.rows(sql`
    update strike set dismissed_at = ${at}, ended_event = ${eventId} where case_id = ${caseId} and began_event = ${undone} and dismissed_at is null`)
  await db.rows(sql`
    update income_hold set released_at = ${at}, ended_event = ${eventId} where case_id = ${caseId} and began_event = ${undone} and released_at is null`)
  await db.rows(
    sql`update risk_effect set ended_at = null, ended_event = null where case_id = ${caseId} and ended_event = ${undone}`,
  )
  await db.rows(
    sql`update strike set dismissed_at = null, ended_event = null where case_id = ${caseId} and ended_event = ${undone}`,
  )
  await db.rows(
    sql`update income_hold set released_at = null, ended_event = null where case_id = ${caseId} and ended_event = ${undone}`,
  )
}

/**
 * Makes the video what the standing measures of all cases say; what an event ended is restored from what it kept. Writes nothing where nothing differs.
 */
export async function project(db: Db, videoId: string, eventId: string, excludedReason: string): Promise<void> {
  await db.rows(sql`
    with standing as (
      select bool_or(kind = 'remove' and is_applicable) as removes, bool_or(kind in ('remove', 'ban')) as blocks,
        bool_or(kind = 'limit') as limits, bool_or(kind = 'exclude') as excludes
      from risk_effect where video_id = ${videoId} and ended_at is null
    ), ended as (
      select (array_agg(before ->> 'visibility') filter (where kind = 'remove' and is_applicable))[1] as visibility,
        bool_or(kind = 'exclude') as excludes, (array_agg(before ->> 'excludedReason') filter (where kind = 'exclude'))[1] as reason
      from risk_effect where video_id = ${videoId} and ended_event = ${eventId}
    ), cases as (
      select bool_or(state = 'appealing') as appeals, bool_or(state in ('pending', 'claimed', 'escalated')) as opens
      from risk_case where video_id = ${videoId}
    ), wanted as (
      select v.id,
        case when coalesce(s.removes, false) then case when v.visibility = 'deleted' then 'deleted' else 'removed' end
          when v.visibility = 'removed' and e.visibility is not null then e.visibility else v.visibility end as visibility,
        case when coalesce(s.excludes, false) then coalesce(v.settlement_excluded_reason, ${excludedReason})
          when coalesce(e.excludes, false) then e.reason else v.settlement_excluded_reason end as reason,
        case when coalesce(k.appeals, false) then 'appealing' when coalesce(s.blocks, false) then 'blocked'
          when coalesce(s.limits, false) then 'limited' when coalesce(k.opens, false) then 'pending' else 'none' end as risk_state
      from video v cross join standing s cross join ended e cross join cases k where v.id = ${videoId}
    )
    update video v set visibility = w.visibility, settlement_excluded_reason = w.reason, risk_state = w.risk_state,
      version = v.version + 1, updated_at = now()
    from wanted w where v.id = w.id
      and (v.visibility, v.settlement_excluded_reason, v.risk_state) is distinct from (w.visibility, w.reason, w.risk_state)`)
}

/** Suspensions whose time is over, with an open row each. */
export const findEndedBans = (db: Db, now: Date) =>
  db.rows<{ effectId: string; caseId: string; videoId: string; state: string }>(sql`
    select e.id::text as "effectId", e.case_id::text as "caseId", e.video_id::text as "videoId", c.state
    from risk_effect e join risk_case c on c.id = e.case_id
    where e.kind = 'ban' and e.ended_at is null and e.until <= ${now} order by e.id limit 200`)

export async function endBan(db: Db, effectId: string, eventId: string, at: Date): Promise<void> {
  await db.rows(
    sql`update risk_effect set ended_at = ${at}, ended_event = ${eventId} where id = ${effectId} and ended_at is null`,
  )
}
