-- The feed of the running day: cumulative snapshots per video and full hour, kept eight days. It never becomes a bill or a
-- daily figure; the day's own snapshot does.

-- bucket_at is the start of the hour; the figures are those at its end. Increments are since the video's snapshot before
-- (of yesterday's day for the first), null where there is none.
create table video_metric_hourly (
  bucket_at timestamptz not null check (bucket_at = date_trunc('hour', bucket_at)),
  video_id bigint not null,
  play_count bigint not null,
  like_count bigint,
  comment_count bigint,
  share_count bigint,
  favorite_count bigint,
  play_delta bigint,
  like_delta bigint,
  comment_delta bigint,
  share_delta bigint,
  favorite_delta bigint,
  updated_at timestamptz not null default now(),
  primary key (bucket_at, video_id)
) partition by range (bucket_at);
create index video_metric_hourly_video on video_metric_hourly (video_id, bucket_at desc);

-- Creates the partitions of a span of Shanghai days; called before rows for it are written.
create function ensure_hourly_partitions(from_day date, to_day date) returns void language plpgsql as $$
declare
  day date := from_day;
begin
  perform pg_advisory_xact_lock(hashtext('hourly_partitions'));
  while day <= to_day loop
    execute format(
      'create table if not exists %I partition of video_metric_hourly for values from (%L) to (%L)',
      'video_metric_hourly_' || to_char(day, 'YYYYMMDD'),
      day::timestamp at time zone 'Asia/Shanghai', (day + 1)::timestamp at time zone 'Asia/Shanghai');
    day := day + 1;
  end loop;
end $$;

-- Drops the days before one; a dropped partition is gone at once, where a delete would leave its rows to be cleaned up.
create function drop_hourly_before(day date) returns integer language plpgsql as $$
declare
  part text;
  dropped integer := 0;
begin
  for part in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'video_metric_hourly'::regclass
      and c.relname < 'video_metric_hourly_' || to_char(day, 'YYYYMMDD')
  loop
    execute format('drop table %I', part);
    dropped := dropped + 1;
  end loop;
  return dropped;
end $$;
