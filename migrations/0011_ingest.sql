-- Figures sent in by machines: batches, their refused rows, the sources and how far each has delivered; the hourly feed's
-- increments and roll-up.

create table ingest_source (
  name text not null check (length(name) between 1 and 60),
  kind text not null check (kind in ('videos', 'metrics', 'hourly-metrics', 'bindings')),
  enabled boolean not null default true,
  -- metrics: the newest day the source has called complete. Null until it has: so long it holds nobody up.
  data_through date,
  -- hourly-metrics: the newest hour.
  hour_through timestamptz,
  first_batch_at timestamptz not null default now(),
  last_batch_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (name, kind)
);

-- What a source has delivered of a day.
create table ingest_day (
  source text not null,
  stat_date date not null,
  rows bigint not null default 0,
  is_complete boolean not null default false,
  updated_at timestamptz not null default now(),
  primary key (source, stat_date)
);
create index ingest_day_date on ingest_day (stat_date);

create table ingest_batch (
  id bigint generated always as identity primary key,
  source text not null,
  kind text not null,
  -- The sender's own name for it: the same again is the same batch.
  batch_key text not null check (length(batch_key) between 1 and 100),
  content_hash bytea not null,
  user_id bigint not null references app_user,
  token_id bigint,
  stat_date date,
  is_complete boolean not null default false,
  rows integer not null default 0,
  accepted integer not null default 0,
  refused integer not null default 0,
  -- The whole answer, for whoever sends the batch again.
  result jsonb,
  received_at timestamptz not null default now(),
  took_ms integer,
  -- Videos whose current figures the worker has still to bring up to date.
  waiting_videos bigint[],
  unique (source, kind, batch_key)
);
create index ingest_batch_received on ingest_batch (received_at desc, id desc);
create index ingest_batch_waiting on ingest_batch (id) where waiting_videos is not null;

create table ingest_error (
  batch_id bigint not null references ingest_batch on delete cascade,
  row_index integer not null,
  field text not null,
  value text not null,
  code text not null,
  primary key (batch_id, row_index)
);

-- metric_day holds the days that count as delivered, and its newest is how far the data goes. A day of the feeds joins
-- when every enabled source that has ever completed a day has come at least that far. Returns the days that joined.
create function settle_metric_days() returns integer language sql as $$
  with overall as (
    select min(data_through) as day from ingest_source where kind = 'metrics' and enabled and data_through is not null
  ), joined as (
    insert into metric_day (stat_date)
    select distinct d.stat_date from ingest_day d, overall o where d.stat_date <= o.day
    on conflict (stat_date) do nothing
    returning 1
  )
  select count(*)::integer from joined
$$;

-- As before, with one difference: a video may have snapshots of days that do not count as delivered yet. Its totals are
-- those of the newest snapshot; what is said of "yesterday" is of the newest delivered day.
create or replace function refresh_video_stat(videos bigint[]) returns void language plpgsql as $$
declare
  through date := (select max(stat_date) from metric_day);
begin
  insert into video_stat as s (video_id, play_count, effective_play_count, like_count, comment_count, share_count, favorite_count,
    finish_rate_ppm, play_delta_1d, play_delta_7d, est_income_fen, est_income_1d_fen, last_stat_date, metric_updated_at, quality_flag)
  select m.video_id, l.play_count, coalesce(l.effective_play_count, 0), coalesce(l.like_count, 0), coalesce(l.comment_count, 0),
    coalesce(l.share_count, 0), coalesce(l.favorite_count, 0), l.finish_rate_ppm,
    t.play_delta, m.play_7d, m.income, t.est_income_fen, l.stat_date, l.updated_at,
    case when l.stat_date < through - 7 then 'stale' when l.stat_date < through then 'missing' else l.quality_flag end
  from (
    select video_id, max(stat_date) as last_day, sum(est_income_fen) as income,
      sum(play_delta) filter (where stat_date > through - 7 and stat_date <= through) as play_7d
    from video_metric_daily where videos is null or video_id = any(videos)
    group by video_id
  ) m
  join video_metric_daily l on l.video_id = m.video_id and l.stat_date = m.last_day
  left join video_metric_daily t on t.video_id = m.video_id and t.stat_date = through
  on conflict (video_id) do update set
    play_count = excluded.play_count, effective_play_count = excluded.effective_play_count, like_count = excluded.like_count,
    comment_count = excluded.comment_count, share_count = excluded.share_count, favorite_count = excluded.favorite_count,
    finish_rate_ppm = excluded.finish_rate_ppm, play_delta_1d = excluded.play_delta_1d, play_delta_7d = excluded.play_delta_7d,
    est_income_fen = excluded.est_income_fen, est_income_1d_fen = excluded.est_income_1d_fen,
    last_stat_date = excluded.last_stat_date, metric_updated_at = excluded.metric_updated_at, quality_flag = excluded.quality_flag;
end $$;

-- Recomputes the increments of some videos' hours from an instant on. The base is the video's snapshot before, if not
-- older than the Shanghai day before the hour's; else the daily snapshot of that day; nothing for a video published on the
-- hour's own day; else unknown (null). A function of the snapshots alone: order does not matter, twice is once.
create function refresh_hourly_deltas(videos bigint[], since timestamptz) returns void language sql as $$
  with target as (
    select h.*, date_trunc('day', h.bucket_at at time zone 'Asia/Shanghai') as day
    from video_metric_hourly h where h.video_id = any(videos) and h.bucket_at >= since
  ), fresh as (
    select t.bucket_at, t.video_id,
      t.play_count - case when p.video_id is not null then p.play_count when d.video_id is not null then d.play_count when b.is_birth then 0 end as play,
      t.like_count - case when p.video_id is not null then p.like_count when d.video_id is not null then d.like_count when b.is_birth then 0 end as likes,
      t.comment_count - case when p.video_id is not null then p.comment_count when d.video_id is not null then d.comment_count when b.is_birth then 0 end as comments,
      t.share_count - case when p.video_id is not null then p.share_count when d.video_id is not null then d.share_count when b.is_birth then 0 end as shares,
      t.favorite_count - case when p.video_id is not null then p.favorite_count when d.video_id is not null then d.favorite_count when b.is_birth then 0 end as favorites
    from target t
    join video v on v.id = t.video_id
    cross join lateral (select coalesce((v.published_at at time zone 'Asia/Shanghai')::date = t.day::date, false) as is_birth) b
    left join lateral (
      select p.* from video_metric_hourly p
      where p.video_id = t.video_id and p.bucket_at < t.bucket_at
        and p.bucket_at >= (t.day - interval '1 day') at time zone 'Asia/Shanghai'
      order by p.bucket_at desc limit 1
    ) p on true
    left join video_metric_daily d on p.video_id is null and d.video_id = t.video_id and d.stat_date = t.day::date - 1
  )
  update video_metric_hourly h set
    play_delta = f.play, like_delta = f.likes, comment_delta = f.comments, share_delta = f.shares, favorite_delta = f.favorites
  from fresh f
  where h.bucket_at = f.bucket_at and h.video_id = f.video_id
    and (h.play_delta, h.like_delta, h.comment_delta, h.share_delta, h.favorite_delta)
      is distinct from (f.play, f.likes, f.comments, f.shares, f.favorites)
$$;

-- An hour of a partner by what one slices by; 0 stands for "none". Kept sixty days, longer than the facts.
create table agg_partner_slice_hourly (
  bucket_at timestamptz not null,
  partner_id bigint not null,
  category_id bigint not null,
  platform text not null,
  content_type text not null,
  plays bigint not null,
  likes bigint not null,
  comments bigint not null,
  shares bigint not null,
  favorites bigint not null,
  primary key (bucket_at, partner_id, category_id, platform, content_type)
);
create index agg_partner_slice_hourly_partner on agg_partner_slice_hourly (partner_id, bucket_at);

create table dirty_hour (bucket_at timestamptz primary key);

create function mark_changed_hours() returns trigger language plpgsql as $$
begin
  insert into dirty_hour select distinct bucket_at from changed order by 1 on conflict do nothing;
  return null;
end $$;
create trigger dirty_hour_after_insert after insert on video_metric_hourly referencing new table as changed
  for each statement execute function mark_changed_hours();
create trigger dirty_hour_after_update after update on video_metric_hourly referencing new table as changed
  for each statement execute function mark_changed_hours();
create trigger dirty_hour_after_delete after delete on video_metric_hourly referencing old table as changed
  for each statement execute function mark_changed_hours();

create function mark_moved_hours() returns trigger language plpgsql as $$
begin
  insert into dirty_hour
  select distinct h.bucket_at
  from before b join after a on a.id = b.id join video_metric_hourly h on h.video_id = a.id
  where (b.partner_id, b.category_id, b.platform, b.content_type) is distinct from (a.partner_id, a.category_id, a.platform, a.content_type)
  order by 1
  on conflict do nothing;
  return null;
end $$;
create trigger dirty_hour_after_move after update on video referencing old table as before new table as after
  for each statement execute function mark_moved_hours();

-- Recomputes one dirty hour, the newest first; false when nothing is dirty. Workers take different hours.
create function rebuild_hour() returns boolean language plpgsql as $$
declare
  hour timestamptz;
begin
  select bucket_at into hour from dirty_hour order by bucket_at desc limit 1 for update skip locked;
  if hour is null then return false; end if;
  delete from dirty_hour where bucket_at = hour;
  delete from agg_partner_slice_hourly where bucket_at = hour;
  insert into agg_partner_slice_hourly
  select hour, coalesce(v.partner_id, 0), coalesce(v.category_id, 0), v.platform, v.content_type,
    sum(coalesce(h.play_delta, 0)), sum(coalesce(h.like_delta, 0)), sum(coalesce(h.comment_delta, 0)),
    sum(coalesce(h.share_delta, 0)), sum(coalesce(h.favorite_delta, 0))
  from video_metric_hourly h join video v on v.id = h.video_id
  where h.bucket_at = hour group by 2, 3, 4, 5;
  return true;
end $$;

-- Lets old hours go: facts with their day, sums after sixty days. What waits for a day that goes waits no more, or an
-- empty hour would replace its sums.
create function drop_old_hours(today date) returns void language plpgsql as $$
begin
  delete from dirty_hour where bucket_at < (today - 8)::timestamp at time zone 'Asia/Shanghai';
  perform drop_hourly_before(today - 8);
  delete from agg_partner_slice_hourly where bucket_at < (today - 60)::timestamp at time zone 'Asia/Shanghai';
end $$;
