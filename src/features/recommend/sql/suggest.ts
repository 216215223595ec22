import sql from 'sql-template-tag'
import type { Scope } from '../../../core/scope.ts'
import type { Db } from '../../../core/verb.ts'
import { fencePartner } from '../../../kit/sql/fence.ts'

/** Suggestions a day, the best of them. */
const A_DAY = 20
/** Days an item keeps its video from being suggested again. */
const REST_DAYS = 14

/**
 * What the rule holds worth recommending (domain page S4): videos of a category whose plays of the last 7 days are at
 * least half more than those of the 7 before, finish rate at or above the category's 80th percentile, public, without
 * risk, and not recommended within 14 days. Yesterday's suggestions that nobody decided lapse. Returns how many are new.
 */
export async function suggest(db: Db, through: string, now: Date): Promise<number> {
  await db.rows(sql`update recommendation_suggestion set status = 'lapsed' where status = 'open'`)
  const found = await db.rows(sql`
    with week as (
      select category_id, coalesce(sum(plays) filter (where stat_date > ${through}::date - 7), 0)::bigint as plays,
        coalesce(sum(plays) filter (where stat_date <= ${through}::date - 7), 0)::bigint as before
      from agg_line_slice_daily where stat_date > ${through}::date - 14 and stat_date <= ${through}::date and category_id > 0 group by 1
    ), growing as (select * from week where before > 0 and plays * 2 >= before * 3)
    , bar as (
      select v.category_id, percentile_disc(0.8) within group (order by s.finish_rate_ppm) as p80
      from video v join video_stat s on s.video_id = v.id
      where v.category_id in (select category_id from growing) and s.finish_rate_ppm is not null group by 1
    )
    insert into recommendation_suggestion (video_id, suggested_on, score, category_plays, category_plays_before, finish_rate_ppm, finish_p80_ppm)
    select v.id, ${through}::date + 1,
      least(100, 50 + least(30, round((g.plays - g.before) * 20.0 / g.before)) + least(20, round((s.finish_rate_ppm - b.p80) / 10000.0)))::int as score,
      g.plays, g.before, s.finish_rate_ppm, b.p80
    from growing g join bar b on b.category_id = g.category_id join video v on v.category_id = g.category_id join video_stat s on s.video_id = v.id
    where s.finish_rate_ppm >= b.p80 and v.risk_state = 'none' and v.visibility = 'public' and v.partner_id is not null and s.play_delta_7d > 0
      and not exists (
        select from recommendation r where r.video_id = v.id
          and (r.status in ('draft', 'scheduled', 'online', 'full') or coalesce(r.online_at, r.created_at) > ${now}::timestamptz - make_interval(days => ${REST_DAYS})))
    order by score desc, s.play_delta_7d desc, v.id limit ${A_DAY}
    on conflict (video_id, suggested_on) do nothing returning id`)
  return found.length
}

export function readSuggestions(db: Db, scope: Scope) {
  return db.rows<never>(sql`
    select g.id::text as "suggestionId", v.id::text as "videoId", v.title, v.platform, v.cover_url as "coverUrl", v.duration_ms as "durationMs",
      c.name_zh as "categoryNameZh", c.name_en as "categoryNameEn", g.suggested_on::text as "suggestedOn", g.score,
      ((g.category_plays - g.category_plays_before) * 1000000 / g.category_plays_before)::bigint as growth,
      g.finish_rate_ppm as "finishRate", g.finish_p80_ppm as "finishP80"
    from recommendation_suggestion g join video v on v.id = g.video_id join category c on c.id = v.category_id
    where g.status = 'open' and ${fencePartner(scope, sql`v.partner_id`)} order by g.score desc, g.id`)
}

export interface LockedSuggestion {
  id: string
  status: string
  score: number
  videoId: string
  title: string
}

/** A suggestion within the scope, locked; undefined when it is missing or foreign. */
export function lockSuggestion(db: Db, scope: Scope, id: string) {
  return db.one<LockedSuggestion>(sql`
    select g.id::text, g.status, g.score, v.id::text as "videoId", v.title
    from recommendation_suggestion g join video v on v.id = g.video_id
    where g.id = ${id} and ${fencePartner(scope, sql`v.partner_id`)} for update of g`)
}

export async function decideSuggestion(
  db: Db,
  id: string,
  decision: { status: 'accepted' | 'dismissed'; by: string; recommendationId: string | null; now: Date },
): Promise<void> {
  await db.rows(sql`
    update recommendation_suggestion set status = ${decision.status}, decided_by = ${decision.by}, decided_at = ${decision.now},
      recommendation_id = ${decision.recommendationId}::bigint where id = ${id} and status = 'open'`)
}

export async function readThrough(db: Db): Promise<string | null> {
  const row = await db.one<{ day: string | null }>(sql`select max(stat_date)::text as day from metric_day`)
  return row?.day ?? null
}
