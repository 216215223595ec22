-- Roll-ups of the daily metrics (domain page, section 3). Nothing a number depends on is summed while somebody waits.
--
-- A write to the facts, or a video that moves to another owner or category, leaves a dirty key (day, partner). The worker
-- recomputes whole keys from the facts: order does not matter, twice is once, late and corrected data heal by themselves.
-- 0 and '' stand for "none" in roll-up keys, so that they compare and group like any other.

create table dirty_key (
  stat_date date not null,
  partner_id bigint not null,
  primary key (stat_date, partner_id)
);

create index video_metric_daily_date on video_metric_daily (stat_date);

-- A partner's day by every attribute statistics may slice by: a partner's own questions, and any that name a partner.
-- finish_plays are plays watched to the end, rated_plays those whose finish rate is known; active_videos had plays that
-- day and add up over slices, never over days.
create table agg_partner_slice_daily (
  partner_id bigint not null,
  stat_date date not null,
  platform text not null,
  category_id bigint not null,
  content_type text not null,
  product_code text not null,
  plays bigint not null, likes bigint not null, comments bigint not null, shares bigint not null, income_fen bigint not null,
  finish_plays bigint not null, rated_plays bigint not null, active_videos integer not null, new_videos integer not null,
  primary key (partner_id, stat_date, platform, category_id, content_type, product_code)
);
create index agg_partner_slice_daily_date on agg_partner_slice_daily (stat_date);

-- A partner's day as a whole: who drives it, and teams through their partners.
create table agg_partner_daily (
  stat_date date not null,
  partner_id bigint not null,
  plays bigint not null, likes bigint not null, comments bigint not null, shares bigint not null, income_fen bigint not null,
  finish_plays bigint not null, rated_plays bigint not null, active_videos integer not null, new_videos integer not null,
  primary key (stat_date, partner_id)
);

-- A business line's day by every attribute, without partners: operators' questions with filters.
create table agg_line_slice_daily (
  stat_date date not null,
  business_line_id bigint not null,
  platform text not null,
  category_id bigint not null,
  content_type text not null,
  product_code text not null,
  plays bigint not null, likes bigint not null, comments bigint not null, shares bigint not null, income_fen bigint not null,
  finish_plays bigint not null, rated_plays bigint not null, active_videos integer not null, new_videos integer not null,
  primary key (stat_date, business_line_id, platform, category_id, content_type, product_code)
);

-- A business line's day by one attribute at a time, about a hundred rows: operators' questions without filters.
-- dimension 'total' has the one value ''.
create table agg_line_dimension_daily (
  dimension text not null,
  stat_date date not null,
  business_line_id bigint not null,
  value text not null,
  plays bigint not null, likes bigint not null, comments bigint not null, shares bigint not null, income_fen bigint not null,
  finish_plays bigint not null, rated_plays bigint not null, active_videos integer not null, new_videos integer not null,
  primary key (dimension, stat_date, business_line_id, value)
);

create function mark_changed_metrics() returns trigger language plpgsql as $$
begin
  -- In key order, so that two writers cannot wait for each other.
  insert into dirty_key
  select distinct c.stat_date, coalesce(v.partner_id, 0) from changed c join video v on v.id = c.video_id order by 1, 2
  on conflict do nothing;
  return null;
end $$;
create trigger dirty_after_insert after insert on video_metric_daily referencing new table as changed
  for each statement execute function mark_changed_metrics();
create trigger dirty_after_update after update on video_metric_daily referencing new table as changed
  for each statement execute function mark_changed_metrics();
create trigger dirty_after_delete after delete on video_metric_daily referencing old table as changed
  for each statement execute function mark_changed_metrics();

create function mark_new_videos() returns trigger language plpgsql as $$
begin
  insert into dirty_key
  select distinct (published_at at time zone 'Asia/Shanghai')::date, coalesce(partner_id, 0) from changed
  where published_at is not null order by 1, 2
  on conflict do nothing;
  return null;
end $$;
create trigger dirty_after_new_video after insert on video referencing new table as changed
  for each statement execute function mark_new_videos();

-- A video that moved belongs to other sums on each of its days, and no longer to those it left.
create function mark_moved_videos() returns trigger language plpgsql as $$
begin
  insert into dirty_key
  select distinct d.stat_date, side.partner_id
  from before b join after a on a.id = b.id
  cross join lateral (values (coalesce(b.partner_id, 0)), (coalesce(a.partner_id, 0))) side (partner_id)
  cross join lateral (
    select m.stat_date from video_metric_daily m where m.video_id = a.id
    union select (b.published_at at time zone 'Asia/Shanghai')::date where b.published_at is not null
    union select (a.published_at at time zone 'Asia/Shanghai')::date where a.published_at is not null
  ) d
  where (b.partner_id, b.category_id, b.platform, b.content_type, b.product_code, b.published_at)
    is distinct from (a.partner_id, a.category_id, a.platform, a.content_type, a.product_code, a.published_at)
  order by 1, 2
  on conflict do nothing;
  return null;
end $$;
create trigger dirty_after_move after update on video referencing old table as before new table as after
  for each statement execute function mark_moved_videos();

-- Recomputes the dirty keys of one day, the newest first because that is where people look; returns how many keys were
-- taken, 0 when nothing is dirty. Workers on different days run side by side; on the same day they take turns.
create function rebuild_rollups() returns integer language plpgsql as $$
declare
  day date;
  partners bigint[];
  lines bigint[];
begin
  -- A day another worker holds is passed over.
  select d.stat_date into day from (select distinct stat_date from dirty_key order by stat_date desc) d
  where pg_try_advisory_xact_lock(hashtext('rollup'), d.stat_date - date '2000-01-01') limit 1;
  if day is null then return 0; end if;

  with taken as (delete from dirty_key where stat_date = day returning partner_id)
  select array_agg(partner_id order by partner_id) into partners from taken;
  if partners is null then return 0; end if;

  delete from agg_partner_slice_daily where stat_date = day and partner_id = any(partners);
  insert into agg_partner_slice_daily
  select partner_id, day, platform, category_id, content_type, product_code, sum(plays), sum(likes), sum(comments), sum(shares), sum(income_fen), sum(finish_plays), sum(rated_plays), sum(active_videos), sum(new_videos)
  from (
    select coalesce(v.partner_id, 0) as partner_id, v.platform, coalesce(v.category_id, 0) as category_id, v.content_type,
      coalesce(v.product_code, '') as product_code, coalesce(m.play_delta, 0) as plays, coalesce(m.like_delta, 0) as likes,
      coalesce(m.comment_delta, 0) as comments, coalesce(m.share_delta, 0) as shares, m.est_income_fen as income_fen,
      case when m.finish_rate_ppm is null then 0 else round(coalesce(m.play_delta, 0) * m.finish_rate_ppm / 1000000.0) end as finish_plays,
      case when m.finish_rate_ppm is null then 0 else coalesce(m.play_delta, 0) end as rated_plays,
      case when m.play_delta > 0 then 1 else 0 end as active_videos, 0 as new_videos
    from video_metric_daily m join video v on v.id = m.video_id where m.stat_date = day
    union all
    select coalesce(v.partner_id, 0), v.platform, coalesce(v.category_id, 0), v.content_type, coalesce(v.product_code, ''),
      0, 0, 0, 0, 0, 0, 0, 0, 1
    from video v
    where coalesce(v.published_at, '-infinity') >= day::timestamp at time zone 'Asia/Shanghai'
      and coalesce(v.published_at, '-infinity') < (day + 1)::timestamp at time zone 'Asia/Shanghai'
  ) fact
  where partner_id = any(partners)
  group by partner_id, platform, category_id, content_type, product_code;

  delete from agg_partner_daily where stat_date = day and partner_id = any(partners);
  insert into agg_partner_daily
  select day, partner_id, sum(plays), sum(likes), sum(comments), sum(shares), sum(income_fen), sum(finish_plays), sum(rated_plays), sum(active_videos), sum(new_videos)
  from agg_partner_slice_daily where stat_date = day and partner_id = any(partners) group by partner_id;

  select array_agg(distinct line) into lines
  from (select coalesce(p.business_line_id, 0) as line from unnest(partners) k(id) left join partner p on p.id = k.id) l;

  delete from agg_line_slice_daily where stat_date = day and business_line_id = any(lines);
  insert into agg_line_slice_daily
  select day, line, platform, category_id, content_type, product_code, sum(plays), sum(likes), sum(comments), sum(shares), sum(income_fen), sum(finish_plays), sum(rated_plays), sum(active_videos), sum(new_videos)
  from (
    select coalesce(p.business_line_id, 0) as line, s.* from agg_partner_slice_daily s left join partner p on p.id = s.partner_id
    where s.stat_date = day
  ) slice where line = any(lines) group by line, platform, category_id, content_type, product_code;

  delete from agg_line_dimension_daily where stat_date = day and business_line_id = any(lines);
  insert into agg_line_dimension_daily
  select d.dimension, day, business_line_id, d.value, sum(plays), sum(likes), sum(comments), sum(shares), sum(income_fen), sum(finish_plays), sum(rated_plays), sum(active_videos), sum(new_videos)
  from agg_line_slice_daily s
  cross join lateral (values ('total', ''), ('platform', platform), ('category', category_id::text), ('contentType', content_type), ('product', product_code)) d (dimension, value)
  where s.stat_date = day and business_line_id = any(lines)
  group by d.dimension, business_line_id, d.value;

  return cardinality(partners);
end $$;

-- What the nightly verifier found: sums of the facts beside sums of the roll-ups; a difference marks the day dirty.
create table rollup_check (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  stat_date date not null,
  fact_plays bigint not null,
  rollup_plays bigint not null,
  fact_income_fen bigint not null,
  rollup_income_fen bigint not null,
  repaired boolean not null
);

create function verify_rollups(days date[]) returns integer language plpgsql as $$
declare
  wrong integer;
begin
  with fact as (
    select stat_date, sum(coalesce(play_delta, 0)) as plays, sum(est_income_fen) as income from video_metric_daily
    where stat_date = any(days) group by 1
  ), rollup as (
    select stat_date, sum(plays) as plays, sum(income_fen) as income from agg_line_dimension_daily
    where dimension = 'total' and stat_date = any(days) group by 1
  ), checked as (
    insert into rollup_check (stat_date, fact_plays, rollup_plays, fact_income_fen, rollup_income_fen, repaired)
    select d.day, coalesce(f.plays, 0), coalesce(r.plays, 0), coalesce(f.income, 0), coalesce(r.income, 0),
      (coalesce(f.plays, 0), coalesce(f.income, 0)) <> (coalesce(r.plays, 0), coalesce(r.income, 0))
    from unnest(days) d(day) left join fact f on f.stat_date = d.day left join rollup r on r.stat_date = d.day
    -- A day that waits for the worker is late, not wrong.
    where not exists (select from dirty_key k where k.stat_date = d.day)
    returning stat_date, repaired
  ), marked as (
    insert into dirty_key
    select c.stat_date, p.id from checked c cross join (select id from partner union all select 0) p(id) where c.repaired
    on conflict do nothing
  )
  select count(*) into wrong from checked where repaired;
  return wrong;
end $$;

-- What stood in the database before roll-ups did.
insert into dirty_key select distinct m.stat_date, coalesce(v.partner_id, 0) from video_metric_daily m join video v on v.id = m.video_id
union select (published_at at time zone 'Asia/Shanghai')::date, coalesce(partner_id, 0) from video where published_at is not null;
