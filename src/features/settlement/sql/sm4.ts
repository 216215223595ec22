import sql, { raw, type Sql } from 'sql-template-tag'
import type { Db } from '../../../core/verb.ts'
import { PLAN } from './build.ts'

/**
 * The lines of a month under some versions of the plan (domain page S10.2 and S12), as a statement. Every snapshot inside
 * the settle window is priced on its cumulative plays and pays the difference to the snapshot before it, so that days
 * neither drift nor depend on the order they came in. Then caps, per work, per creator and month, and the budget of the
 * month, each cutting in the order of earning. All amounts are numeric or bigint; nothing is rounded twice.
 */
export function linesOfMonth(month: string, versions: Sql): Sql {
  return sql`
    with plan as materialized (
      select p.id, p.valid_from, p.valid_before, p.final_days, (p.params->>'minPlays')::bigint as min_plays,
        (p.params->>'settleWindowDays')::integer as window_days, p.params->>'tierMode' = 'whole' as is_whole, p.params->'quality' as quality,
        (p.params->>'capPerVideoFen')::bigint * 10000 as video_cap, (p.params->>'capPerCreatorFen')::bigint * 10000 as creator_cap,
        (p.params->>'budgetFen')::bigint * 10000 as budget
      from (${versions}) p
      where p.valid_from < (${month}::date + interval '1 month')::date and (p.valid_before is null or p.valid_before > ${month}::date)
    ), tier as materialized (
      select p.id as version_id, t.* from (${versions}) p cross join lateral tiers_of(p.params) t
    ), quality as materialized (
      select p.id as version_id, (q->>'fromFinishPpm')::bigint as from_finish, (q->>'factorPpm')::bigint as factor,
        lead((q->>'fromFinishPpm')::bigint) over (partition by p.id order by (q->>'fromFinishPpm')::bigint) as before_finish
      from plan p cross join lateral jsonb_array_elements(p.quality) q
    ), snapshot as materialized (
      select m.video_id, m.stat_date, m.effective_play_count as plays, m.finish_rate_ppm as finish, m.updated_at,
        lag(m.effective_play_count) over w as plays_before, lag(m.finish_rate_ppm) over w as finish_before,
        v.partner_id, v.creator_id, v.published_at, v.settlement_excluded_reason is not null as is_excluded, v.day
      from (
        select id, partner_id, creator_id, published_at, settlement_excluded_reason, (published_at at time zone 'Asia/Shanghai')::date as day
        from video where product_code = 'sm4' and partner_id is not null
          and published_at >= (${month}::date - (select coalesce(max(window_days), 0) from plan))::timestamp at time zone 'Asia/Shanghai'
      ) v join video_metric_daily m on m.video_id = v.id
      where m.effective_play_count is not null and m.stat_date < (${month}::date + interval '1 month')::date
        and m.stat_date >= ${month}::date - (select coalesce(max(window_days), 0) from plan) and m.stat_date >= v.day
      window w as (partition by m.video_id order by m.stat_date)
    ), priced as (
      select s.*, p.id as version_id, p.final_days, p.creator_cap, p.budget, t.cpm_e4, coalesce(q.factor, 1000000) as factor,
        ${due('s.plays', 't', 'q')} as due, least(${due('s.plays', 't', 'q')}, p.video_cap) as due_cut,
        coalesce(${due('s.plays_before', 'tb', 'qb')}, 0) as due_before,
        case when s.plays_before is null then 0 else least(${due('s.plays_before', 'tb', 'qb')}, p.video_cap) end as due_before_cut
      from snapshot s
      join plan p on s.stat_date >= p.valid_from and (p.valid_before is null or s.stat_date < p.valid_before)
        and s.stat_date < s.day + p.window_days
      join tier t on t.version_id = p.id and t.from_plays <= greatest(s.plays, 0) and (t.before_plays is null or greatest(s.plays, 0) < t.before_plays)
      left join tier tb on tb.version_id = p.id and tb.from_plays <= greatest(s.plays_before, 0)
        and (tb.before_plays is null or greatest(s.plays_before, 0) < tb.before_plays)
      left join quality q on q.version_id = p.id and q.from_finish <= s.finish and (q.before_finish is null or s.finish < q.before_finish)
      left join quality qb on qb.version_id = p.id and qb.from_finish <= s.finish_before
        and (qb.before_finish is null or s.finish_before < qb.before_finish)
      where s.stat_date >= ${month}::date
    ), earned as (
      select e.*, due - due_before as gross,
        case when is_excluded then 0 else due_cut - due_before_cut end as after_video
      from priced e
    ), summed as (
      select e.*, sum(after_video) over (partition by coalesce(creator_id, -video_id) order by stat_date, published_at, video_id) as creator_sum
      from earned e
    ), cut as (
      select s.*, least(creator_sum, creator_cap) - least(creator_sum - after_video, creator_cap) as after_creator from summed s
    ), totalled as (
      select c.*, sum(after_creator) over (order by stat_date, published_at, video_id) as budget_sum from cut c
    ), settled as (
      select t.*, least(budget_sum, budget) - least(budget_sum - after_creator, budget) as amount from totalled t
    )
    select stat_date as earn_date, partner_id || '|' || video_id as line_key, partner_id, creator_id, video_id, version_id, gross::bigint as base_micro,
      amount::bigint as amount_micro, coalesce(plays_before, 0) as plays_from, plays as plays_to, cpm_e4, factor::integer as quality_ppm,
      case when is_excluded then 0 else (gross - amount)::bigint end as cap_cut_micro,
      case when is_excluded then null when amount <> after_creator then 'budget' when after_creator <> after_video then 'creator'
        when after_video <> gross then 'video' end as cut_by,
      case when is_excluded then 'excluded' end as zero_reason,
      (updated_at at time zone 'Asia/Shanghai')::date > stat_date + final_days as is_late, stat_date + final_days as final_on
    from settled where gross <> 0 or amount <> 0`
}

/**
 * What so many plays have earned in all, in micro-yuan, rounded down once: the price of the tier reached (all plays, or
 * those in it and the price of those below), times the quality factor; nothing below the minimum. Null where plays are.
 */
function due(plays: string, tier: string, quality: string): Sql {
  const [count, t, factor] = [
    sql`greatest(${raw(plays)}, 0)`,
    raw(tier),
    sql`coalesce(${raw(quality)}.factor, 1000000)`,
  ]
  return sql`case when ${raw(plays)} is null then null when ${count} < p.min_plays then 0
    when p.is_whole then div(${count}::numeric * ${t}.cpm_e4 * 100 * ${factor}, 1000000000)
    else div((${t}.price_below + (${count} - ${t}.from_plays)::numeric * ${t}.cpm_e4 * 100) * ${factor}, 1000000000) end`
}

/** What a month's plays come to under the published versions, laid down in `accrual_due`. */
export const dueOfCpm = (db: Db, month: string, today: string) =>
  db.rows(sql`
    insert into accrual_due (earn_date, line_key, partner_id, creator_id, video_id, product_version_id, base_micro, amount_micro,
      creator_micro, plays_from, plays_to, cpm_e4, quality_ppm, cap_cut_micro, cut_by, zero_reason, is_late, is_final)
    select earn_date, line_key, partner_id, creator_id, video_id, version_id, base_micro, amount_micro, 0, plays_from, plays_to, cpm_e4,
      quality_ppm, cap_cut_micro, cut_by, zero_reason, is_late, final_on <= ${today}::date
    from (${linesOfMonth(month, PLAN('sm4'))}) line`)

/** The longest settle window of the plan: how long a day's figure can matter to those after it. */
export const readWindow = async (db: Db): Promise<number> =>
  (await db.one<{ days: number | null }>(
    sql`select max((params->>'settleWindowDays')::integer) as days from product_version where product_code = 'sm4' and state = 'published'`,
  ))!.days ?? 0

export const readMetricsThrough = async (db: Db): Promise<string | null> =>
  (await db.one<{ day: string | null }>(sql`select max(stat_date)::text as day from metric_day`))!.day
