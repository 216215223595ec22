-- Categories that people look after (domain page S6), and what their statistics need beyond sums.

alter table category
  add column risk_level text not null default 'low' check (risk_level in ('low', 'mid', 'high')),
  -- Kept as an alias: what arrives under this category goes to that one.
  add column merged_into bigint references category,
  -- Its videos are all moved; null while they are on their way.
  add column merged_at timestamptz,
  add column version integer not null default 1,
  add constraint merged_is_disabled check (merged_into is null or not enabled),
  add constraint not_its_own_parent check (parent_id <> id);
create index category_merged on category (merged_into) where merged_into is not null;
-- The name of a merged category is free again.
drop index category_name;
create unique index category_name on category (coalesce(parent_id, 0), name_zh) where merged_into is null;

-- Whoever writes a video, now or while a merge runs: a merged category stands for the one it went into.
create function follow_merged_category() returns trigger language plpgsql as $$
begin
  select coalesce(merged_into, id) into new.category_id from category where id = new.category_id;
  return new;
end $$;
create trigger follow_merged_category before insert or update of category_id on video
  for each row when (new.category_id is not null) execute function follow_merged_category();

-- A category's day beyond what adds up by attribute. 0 stands for no category.
create table agg_category_daily (
  stat_date date not null,
  category_id bigint not null,
  -- Videos with plays that day.
  active_videos integer not null,
  -- Their plays, rising: all of them up to 20 videos, else the 20 values in the middle of each twentieth.
  points bigint[] not null,
  -- Plays of videos published on that day or the six before.
  young_plays bigint not null,
  -- Videos published that day that stand under risk now.
  risky_videos integer not null,
  primary key (stat_date, category_id)
);

-- The ten videos and the ten creators with the most plays of a category's day.
create table agg_category_top_daily (
  kind text not null check (kind in ('video', 'creator')),
  stat_date date not null,
  category_id bigint not null,
  item_id bigint not null,
  plays bigint not null,
  primary key (kind, stat_date, category_id, item_id) include (plays)
);

-- Recomputes a day from the facts: order does not matter, twice is once.
create function rebuild_category_day(day date) returns void language plpgsql as $$
begin
  -- Of two workers on the same day the second waits, and then sees what the first did.
  perform pg_advisory_xact_lock(hashtext('category_day'), day - date '2000-01-01');
  delete from agg_category_daily where stat_date = day;
  insert into agg_category_daily
  with fact as (
    select coalesce(v.category_id, 0) as category_id, m.play_delta as plays,
      coalesce(v.published_at >= (day - 6)::timestamp at time zone 'Asia/Shanghai', false) as is_young
    from video_metric_daily m join video v on v.id = m.video_id where m.stat_date = day and m.play_delta is not null
  ), played as (
    select category_id, count(*) filter (where plays > 0) as active, coalesce(sum(plays) filter (where is_young), 0) as young,
      case when count(*) filter (where plays > 0) <= 20 then array_agg(plays order by plays) filter (where plays > 0)
        else percentile_disc(array[0.025, 0.075, 0.125, 0.175, 0.225, 0.275, 0.325, 0.375, 0.425, 0.475,
          0.525, 0.575, 0.625, 0.675, 0.725, 0.775, 0.825, 0.875, 0.925, 0.975]) within group (order by plays) filter (where plays > 0)
      end as points
    from fact group by 1
  ), risky as (
    select coalesce(category_id, 0) as category_id, count(*) as n from video
    where risk_state <> 'none' and coalesce(published_at, '-infinity') >= day::timestamp at time zone 'Asia/Shanghai'
      and coalesce(published_at, '-infinity') < (day + 1)::timestamp at time zone 'Asia/Shanghai'
    group by 1
  )
  select day, category_id, coalesce(p.active, 0), coalesce(p.points, '{}'), coalesce(p.young, 0), coalesce(r.n, 0)
  from played p full join risky r using (category_id);

  delete from agg_category_top_daily where kind in ('video', 'creator') and stat_date = day;
  insert into agg_category_top_daily
  with fact as (
    select coalesce(v.category_id, 0) as category_id, v.id as video_id, v.creator_id, m.play_delta as plays
    from video_metric_daily m join video v on v.id = m.video_id where m.stat_date = day and m.play_delta > 0
  ), item as (
    select 'video' as kind, category_id, video_id as item_id, plays from fact
    union all
    select 'creator', category_id, creator_id, sum(plays) from fact where creator_id is not null group by 2, 3
  ), ranked as (
    select *, row_number() over (partition by kind, category_id order by plays desc, item_id) as place from item
  )
  select kind, day, category_id, item_id, plays from ranked where place <= 10;
end $$;

-- The worker takes dirty keys by deleting them: what is derived from a category's day is recomputed in that transaction.
create function rebuild_taken_categories() returns trigger language plpgsql as $$
declare
  day date;
begin
  for day in select distinct stat_date from taken order by 1 loop
    perform rebuild_category_day(day);
  end loop;
  return null;
end $$;
create trigger categories_after_take after delete on dirty_key referencing old table as taken
  for each statement execute function rebuild_taken_categories();

-- Coming under risk or out of it changes the share of a publication day.
create function mark_risk_changes() returns trigger language plpgsql as $$
begin
  insert into dirty_key
  select distinct (a.published_at at time zone 'Asia/Shanghai')::date, coalesce(a.partner_id, 0)
  from before b join after a on a.id = b.id
  where (b.risk_state = 'none') <> (a.risk_state = 'none') and a.published_at is not null order by 1, 2
  on conflict do nothing;
  return null;
end $$;
create trigger dirty_after_risk after update on video referencing old table as before new table as after
  for each statement execute function mark_risk_changes();

-- Compares some days with the facts; days that differ become dirty. Returns how many did.
create function verify_categories(days date[]) returns integer language plpgsql as $$
declare
  wrong integer;
begin
  with fact as (
    select m.stat_date, count(*) filter (where m.play_delta > 0) as active, coalesce(max(m.play_delta) filter (where m.play_delta > 0), 0) as best,
      coalesce(sum(m.play_delta) filter (where v.published_at >= (m.stat_date - 6)::timestamp at time zone 'Asia/Shanghai'), 0) as young
    from video_metric_daily m join video v on v.id = m.video_id where m.stat_date = any(days) group by 1
  ), known as (
    select stat_date, sum(active_videos) as active, sum(young_plays) as young from agg_category_daily where stat_date = any(days) group by 1
  ), best as (
    select stat_date, max(plays) as best from agg_category_top_daily where kind = 'video' and stat_date = any(days) group by 1
  ), differing as (
    select d.day from unnest(days) d(day)
    left join fact f on f.stat_date = d.day left join known k on k.stat_date = d.day left join best b on b.stat_date = d.day
    where (coalesce(f.active, 0), coalesce(f.young, 0), coalesce(f.best, 0)) <> (coalesce(k.active, 0), coalesce(k.young, 0), coalesce(b.best, 0))
      -- A day that waits for the worker is late, not wrong.
      and not exists (select from dirty_key q where q.stat_date = d.day)
  ), marked as (
    insert into dirty_key select day, 0 from differing on conflict do nothing
  )
  select count(*) into wrong from differing;
  return wrong;
end $$;

-- What stood in the database before.
insert into dirty_key select stat_date, 0 from metric_day
union select (published_at at time zone 'Asia/Shanghai')::date, 0 from video where published_at is not null and risk_state <> 'none'
on conflict do nothing;
