-- Boards store some hundreds of works; sorting all works once per board took most of a day's building (decision 0062).

-- Which step of a staircase a score of 1 or more stands on: never lower for a higher score. About six per cent a step.
create function rank_step(score bigint) returns integer language sql immutable parallel safe
  return floor(16 * ln(greatest(score, 1)::double precision))::integer;

create or replace function drop_rank_tables() returns void language plpgsql as $$
begin
  drop table if exists rank_fact, rank_cell, rank_floor, rank_pool, rank_excluded, rank_placed, rank_next;
end $$;

-- As before, the same entries: the videos that may stand on a board, out of `rank_fact` (one row per window and video), what is
-- public, neither blocked nor limited, and gained anything. Falls and jumps that nobody has explained are counted, not ranked.
-- Works are counted by step first; a board's floor is the highest step with enough works on it and above, and only what
-- stands there is sorted.
create or replace function place_ranks(formula rank_formula, is_capped boolean, with_scopes boolean default true) returns void language plpgsql as $$
begin
  analyze rank_fact;
  create temp table rank_cell on commit drop as
  select f.window_days, v.platform, v.content_type, coalesce(c.parent_id, c.id, 0) as category, f.is_bad, rank_step(f.score) as step,
    count(*) as videos
  from rank_fact f join video v on v.id = f.video_id left join category c on c.id = v.category_id
  where f.score > 0 and v.visibility = 'public' and v.risk_state not in ('blocked', 'limited')
  group by 1, 2, 3, 4, 5, 6;
  -- Plans follow what the tables hold.
  analyze rank_cell;

  create temp table rank_excluded on commit drop as
  select r.window_days, scope.key as scope_key, sum(r.videos)::integer as videos
  from rank_cell r cross join lateral (values
    ('all'), ('platform:' || r.platform), ('type:' || r.content_type), ('category:' || nullif(r.category, 0))
  ) scope (key)
  where r.is_bad and scope.key is not null and (with_scopes or scope.key = 'all')
  group by 1, 2;

  create temp table rank_floor on commit drop as
  with counted as (
    select r.window_days, scope.key as scope_key, r.step, sum(r.videos) as videos
    from rank_cell r cross join lateral (values
      ('all'), ('platform:' || r.platform), ('type:' || r.content_type), ('category:' || nullif(r.category, 0))
    ) scope (key)
    where not r.is_bad and scope.key is not null and (with_scopes or scope.key = 'all')
    group by 1, 2, 3
  ), floors as materialized (
    select window_days, scope_key, min(step) as step from (
      select *, sum(videos) over (partition by window_days, scope_key order by step desc) - videos as above from counted
    ) stairs
    -- Limits per creator may let any later work up.
    where is_capped or above < formula.stored_count
    group by 1, 2
  )
  -- What a work must reach on each of its boards; the least of them decides whether it is looked at again.
  select r.window_days, r.platform, r.content_type, r.category, a.step as of_all, p.step as of_platform, t.step as of_type,
    g.step as of_category, least(a.step, p.step, t.step, g.step) as step
  from (select distinct window_days, platform, content_type, category from rank_cell where not is_bad) r
  left join floors a on a.window_days = r.window_days and a.scope_key = 'all'
  left join floors p on p.window_days = r.window_days and p.scope_key = 'platform:' || r.platform
  left join floors t on t.window_days = r.window_days and t.scope_key = 'type:' || r.content_type
  left join floors g on g.window_days = r.window_days and g.scope_key = 'category:' || nullif(r.category, 0);
  analyze rank_floor;

  create temp table rank_pool on commit drop as
  select f.*, v.published_at, v.creator_id, v.partner_id, scope.key as scope_key
  from rank_fact f join video v on v.id = f.video_id left join category c on c.id = v.category_id
  join rank_floor l on l.window_days = f.window_days and l.platform = v.platform and l.content_type = v.content_type
    and l.category = coalesce(c.parent_id, c.id, 0)
  cross join lateral (values
    ('all', l.of_all), ('platform:' || v.platform, l.of_platform), ('type:' || v.content_type, l.of_type),
    ('category:' || nullif(l.category, 0), l.of_category)
  ) scope (key, step)
  where f.score > 0 and not f.is_bad and rank_step(f.score) >= l.step and rank_step(f.score) >= scope.step
    and v.visibility = 'public' and v.risk_state not in ('blocked', 'limited');

  if is_capped then
    delete from rank_pool p using (
      select window_days, scope_key, video_id, row_number() over (
        partition by window_days, scope_key, creator_id order by score desc, play_delta desc, published_at desc nulls last, video_id) as n
      from rank_pool where creator_id is not null
    ) over_creator where (p.window_days, p.scope_key, p.video_id) = (over_creator.window_days, over_creator.scope_key, over_creator.video_id)
      and over_creator.n > formula.per_creator;
    delete from rank_pool p using (
      select window_days, scope_key, video_id, row_number() over (
        partition by window_days, scope_key, partner_id order by score desc, play_delta desc, published_at desc nulls last, video_id) as n
      from rank_pool where partner_id is not null
    ) over_partner where (p.window_days, p.scope_key, p.video_id) = (over_partner.window_days, over_partner.scope_key, over_partner.video_id)
      and over_partner.n > formula.per_partner;
  end if;

  create temp table rank_placed on commit drop as
  select * from (
    select p.*, row_number() over (
        partition by window_days, scope_key order by score desc, play_delta desc, published_at desc nulls last, video_id)::integer as position,
      rank() over (partition by window_days, scope_key order by score desc)::integer as rank
    from rank_pool p
  ) placed where position <= formula.stored_count;
end $$;
