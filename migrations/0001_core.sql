-- Organisation, accounts, sessions, content, daily metrics, imports, audit (domain page, section 2).
-- Ids are bigint identities and travel as strings; days are Asia/Shanghai; money is fen; rates are parts per million.

-- Two-character slices of a text in lower case: with a GIN index they find two Chinese characters, which trigrams cannot.
create function bigrams(t text) returns text[] language sql immutable strict parallel safe as $$
  select coalesce(array_agg(distinct substr(l, i, 2)), '{}')
  from (select lower(t) as l) x, generate_series(1, length(x.l) - 1) i
$$;

create table business_line (
  id bigint generated always as identity primary key,
  name text not null unique
);

create table team (
  id bigint generated always as identity primary key,
  name text not null,
  parent_id bigint references team,
  business_line_id bigint not null references business_line,
  -- '/1/4/': the ids from the root down, so that a subtree is a prefix.
  path text not null unique
);

create table partner (
  id bigint generated always as identity primary key,
  code text not null unique,
  name text not null,
  kind text not null default 'mcn' check (kind in ('mcn', 'agency', 'studio', 'person')),
  status text not null default 'active' check (status in ('trial', 'active', 'frozen', 'ended')),
  team_id bigint not null references team,
  business_line_id bigint not null references business_line,
  contract_start date,
  contract_end date,
  created_at timestamptz not null default now()
);
create index partner_team on partner (team_id);
create index partner_line on partner (business_line_id);

create table supplier (
  id bigint generated always as identity primary key,
  code text not null unique,
  name text not null,
  status text not null default 'active' check (status in ('active', 'frozen', 'ended')),
  created_at timestamptz not null default now()
);

create table app_user (
  id bigint generated always as identity primary key,
  access_key text not null check (access_key ~ '^[a-z0-9_.-]{3,32}$'),
  display_name text not null check (length(display_name) between 1 and 40),
  role text not null check (role in ('admin', 'leader', 'coo', 'partner', 'supplier')),
  access_state text check (access_state in ('wl', 'sm4')),
  partner_id bigint references partner,
  supplier_id bigint references supplier,
  team_id bigint references team,
  business_line_id bigint references business_line,
  phone text,
  email text,
  -- locked is not stored: it is locked_until in the future.
  status text not null default 'invited' check (status in ('invited', 'active', 'disabled')),
  disabled_reason text,
  password_hash text,
  must_change_password boolean not null default false,
  failed_count integer not null default 0,
  locked_until timestamptz,
  last_login_at timestamptz,
  last_login_ip inet,
  remark text,
  created_by bigint references app_user,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  check (role <> 'partner' or partner_id is not null),
  check (role <> 'supplier' or supplier_id is not null),
  check (role <> 'leader' or team_id is not null)
);
create unique index app_user_access_key on app_user (access_key);
create index app_user_partner on app_user (partner_id);
create index app_user_team on app_user (team_id);
create index app_user_created on app_user (created_at desc, id desc);

create table session (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  token_hash bytea not null unique,
  ip inet,
  user_agent text,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  idle_seconds integer not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoked_reason text
);
create index session_of_user on session (user_id) where revoked_at is null;

-- Every attempt to sign in, also for names that do not exist (user_id null).
create table sign_in (
  id bigint generated always as identity primary key,
  user_id bigint references app_user,
  access_key text not null,
  at timestamptz not null default now(),
  ip inet,
  user_agent text,
  result text not null check (result in ('ok', 'refused', 'throttled'))
);
create index sign_in_user on sign_in (user_id, id desc);

-- Failed attempts per account name and per address, shared by all server processes.
create table throttle (
  key text primary key,
  failures integer not null,
  window_ends_at timestamptz not null
);

-- One-time links to set a password: for a new account, a reset, and the first administrator.
create table password_link (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  token_hash bytea not null unique,
  created_by bigint references app_user,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);

create table idempotency (
  actor_id bigint not null,
  key text not null,
  endpoint text not null,
  request_hash bytea not null,
  status integer,
  body jsonb,
  created_at timestamptz not null default now(),
  primary key (actor_id, key)
);
create index idempotency_created on idempotency (created_at);

create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_id bigint,
  action text not null,
  entity text not null,
  entity_id text not null,
  before jsonb,
  after jsonb,
  reason text,
  ip inet,
  request_id text
);
create index audit_entity on audit_log (entity, entity_id, id desc);
create index audit_actor on audit_log (actor_id, id desc);

create table saved_view (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user on delete cascade,
  list_key text not null,
  name text not null check (length(name) between 1 and 40),
  -- The list's query string: filters and sort.
  query text not null check (length(query) <= 4000),
  created_at timestamptz not null default now(),
  unique (user_id, list_key, name)
);

create table category (
  id bigint generated always as identity primary key,
  parent_id bigint references category,
  code text not null unique,
  name_zh text not null,
  name_en text not null,
  sort integer not null default 0,
  enabled boolean not null default true
);
create unique index category_name on category (coalesce(parent_id, 0), name_zh);

-- What a platform calls a category → ours; imports look here before they say "uncategorised".
create table platform_category_map (
  platform text not null,
  external_code text not null,
  category_id bigint not null references category,
  primary key (platform, external_code)
);

create table creator (
  id bigint generated always as identity primary key,
  platform text not null,
  platform_uid text not null,
  account_no text,
  nickname text not null,
  fans bigint not null default 0,
  created_at timestamptz not null default now(),
  unique (platform, platform_uid)
);
create index creator_nickname on creator (platform, nickname);

-- A creator is bound to at most one partner at any instant; a video belongs to the binding at its publication.
create table creator_binding (
  id bigint generated always as identity primary key,
  creator_id bigint not null references creator,
  partner_id bigint not null references partner,
  bind_time timestamptz not null,
  unbind_time timestamptz,
  source text,
  check (unbind_time is null or unbind_time > bind_time),
  constraint one_binding_at_a_time exclude using gist (
    int8range(creator_id, creator_id, '[]') with &&,
    tstzrange(bind_time, unbind_time) with &&
  )
);
create index creator_binding_partner on creator_binding (partner_id, bind_time);

create table video (
  id bigint generated always as identity primary key,
  platform text not null check (platform in ('douyin', 'kuaishou', 'bilibili', 'xigua', 'toutiao', 'wechat_channels', 'other')),
  platform_item_id text not null,
  title text not null default '',
  share_url text,
  cover_url text,
  content_type text not null default 'verticalVideo' check (content_type in ('img', 'horizontalVideo', 'verticalVideo')),
  duration_ms bigint,
  category_id bigint references category,
  creator_id bigint references creator,
  -- By the binding window at published_at; null is "unattributed", for administrators alone.
  partner_id bigint references partner,
  product_code text check (product_code in ('wl', 'sm4')),
  published_at timestamptz,
  visibility text not null default 'public' check (visibility in ('public', 'private', 'reviewing', 'removed', 'deleted')),
  risk_state text not null default 'none' check (risk_state in ('none', 'pending', 'limited', 'blocked', 'appealing')),
  settlement_excluded_reason text,
  first_seen_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  unique (platform, platform_item_id)
);
-- Lists sort by expressions that are never null, so that a keyset page is one index range.
create index video_published on video (coalesce(published_at, '-infinity') desc, id desc);
create index video_partner_published on video (partner_id, coalesce(published_at, '-infinity') desc, id desc);
create index video_category_published on video (category_id, coalesce(published_at, '-infinity') desc, id desc);
create index video_creator on video (creator_id);
create index video_item on video (platform_item_id);
create index video_title_bigrams on video using gin (bigrams(title));
create index video_risk on video (risk_state) where risk_state <> 'none';

create table video_owner_history (
  id bigint generated always as identity primary key,
  video_id bigint not null references video,
  from_partner_id bigint references partner,
  to_partner_id bigint references partner,
  reason text not null,
  actor_id bigint,
  at timestamptz not null default now()
);
create index video_owner_history_video on video_owner_history (video_id, id desc);

-- The current figures of a video, one row each; derived from video_metric_daily, never written by hand.
create table video_stat (
  video_id bigint primary key references video on delete cascade,
  play_count bigint not null default 0,
  effective_play_count bigint not null default 0,
  like_count bigint not null default 0,
  comment_count bigint not null default 0,
  share_count bigint not null default 0,
  favorite_count bigint not null default 0,
  finish_rate_ppm bigint,
  -- Increment of the last business day all data runs through; null where that day is missing for this video.
  play_delta_1d bigint,
  play_delta_7d bigint,
  est_income_fen bigint not null default 0,
  est_income_1d_fen bigint,
  settled_income_fen bigint not null default 0,
  last_stat_date date,
  metric_updated_at timestamptz,
  quality_flag text not null default 'ok' check (quality_flag in ('ok', 'stale', 'rollback', 'spike', 'missing'))
) with (fillfactor = 85);
create index video_stat_play on video_stat (play_count desc, video_id desc);
create index video_stat_delta on video_stat (coalesce(play_delta_1d, '-9223372036854775808') desc, video_id desc);
create index video_stat_income on video_stat (est_income_fen desc, video_id desc);
create index video_stat_finish on video_stat (coalesce(finish_rate_ppm, -1) desc, video_id desc);
create index video_stat_quality on video_stat (quality_flag) where quality_flag <> 'ok';

-- Every video has its row of figures from the start, so that lists may join the two without losing any.
create function create_video_stat() returns trigger language plpgsql as $$
begin
  insert into video_stat (video_id) select id from inserted on conflict do nothing;
  return null;
end $$;
create trigger video_stat_row after insert on video referencing new table as inserted
  for each statement execute function create_video_stat();

-- Cumulative snapshots, one per video and day, and the increment since the snapshot before. A fall is a negative
-- increment flagged `rollback`, never clamped: clamping breaks every sum. The first snapshot's increment is the snapshot
-- itself if the video was published that day, otherwise unknown (null).
create table video_metric_daily (
  video_id bigint not null,
  stat_date date not null,
  play_count bigint not null,
  effective_play_count bigint,
  like_count bigint,
  comment_count bigint,
  share_count bigint,
  favorite_count bigint,
  finish_rate_ppm bigint,
  est_income_fen bigint not null default 0,
  play_delta bigint,
  like_delta bigint,
  comment_delta bigint,
  share_delta bigint,
  quality_flag text not null default 'ok',
  import_id bigint,
  updated_at timestamptz not null default now(),
  primary key (video_id, stat_date)
) partition by range (stat_date);

-- Creates the month partitions that cover a span of days; called before rows for it are written.
create function ensure_metric_partitions(from_day date, to_day date) returns void language plpgsql as $$
declare
  month date := date_trunc('month', from_day)::date;
begin
  -- Two writers may want the same month at once.
  perform pg_advisory_xact_lock(hashtext('metric_partitions'));
  while month <= to_day loop
    execute format(
      'create table if not exists %I partition of video_metric_daily for values from (%L) to (%L)',
      'video_metric_daily_' || to_char(month, 'YYYYMM'), month, (month + interval '1 month')::date);
    month := (month + interval '1 month')::date;
  end loop;
end $$;

-- The days any source has delivered. data_through is the newest of them.
create table metric_day (
  stat_date date primary key,
  updated_at timestamptz not null default now()
);

-- Recomputes increments of some videos from their snapshots. Whole series per video: late and corrected days heal by
-- themselves and the function may run twice.
create function refresh_metric_deltas(videos bigint[]) returns void language sql as $$
  with series as (
    select m.video_id, m.stat_date,
      m.play_count - lag(m.play_count) over w as play, m.like_count - lag(m.like_count) over w as likes,
      m.comment_count - lag(m.comment_count) over w as comments, m.share_count - lag(m.share_count) over w as shares,
      m.play_count, m.like_count, m.comment_count, m.share_count,
      lag(m.stat_date) over w is null and (v.published_at at time zone 'Asia/Shanghai')::date = m.stat_date as is_birth
    from video_metric_daily m join video v on v.id = m.video_id
    where m.video_id = any(videos)
    window w as (partition by m.video_id order by m.stat_date)
  ), fresh as (
    select video_id, stat_date,
      case when is_birth then play_count else play end as play_delta,
      case when is_birth then like_count else likes end as like_delta,
      case when is_birth then comment_count else comments end as comment_delta,
      case when is_birth then share_count else shares end as share_delta
    from series
  )
  update video_metric_daily m set
    play_delta = f.play_delta, like_delta = f.like_delta, comment_delta = f.comment_delta, share_delta = f.share_delta,
    quality_flag = case
      when f.play_delta < 0 then 'rollback'
      when m.like_count > m.play_count then 'spike'
      else 'ok' end
  from fresh f
  where m.video_id = f.video_id and m.stat_date = f.stat_date
    and (m.play_delta, m.like_delta, m.comment_delta, m.share_delta, m.quality_flag)
      is distinct from (f.play_delta, f.like_delta, f.comment_delta, f.share_delta,
        case when f.play_delta < 0 then 'rollback' when m.like_count > m.play_count then 'spike' else 'ok' end)
$$;

-- Recomputes video_stat of some videos (all when null) as of the newest delivered day.
create function refresh_video_stat(videos bigint[]) returns void language plpgsql as $$
declare
  through date := (select max(stat_date) from metric_day);
begin
  insert into video_stat as s (video_id, play_count, effective_play_count, like_count, comment_count, share_count, favorite_count,
    finish_rate_ppm, play_delta_1d, play_delta_7d, est_income_fen, est_income_1d_fen, last_stat_date, metric_updated_at, quality_flag)
  select m.video_id, l.play_count, coalesce(l.effective_play_count, 0), coalesce(l.like_count, 0), coalesce(l.comment_count, 0),
    coalesce(l.share_count, 0), coalesce(l.favorite_count, 0), l.finish_rate_ppm,
    case when l.stat_date = through then l.play_delta end, m.play_7d, m.income,
    case when l.stat_date = through then l.est_income_fen end, l.stat_date, l.updated_at,
    case when l.stat_date < through - 7 then 'stale' when l.stat_date < through then 'missing' else l.quality_flag end
  from (
    select video_id, max(stat_date) as last_day, sum(est_income_fen) as income,
      sum(play_delta) filter (where stat_date > through - 7) as play_7d
    from video_metric_daily where videos is null or video_id = any(videos)
    group by video_id
  ) m join video_metric_daily l on l.video_id = m.video_id and l.stat_date = m.last_day
  on conflict (video_id) do update set
    play_count = excluded.play_count, effective_play_count = excluded.effective_play_count, like_count = excluded.like_count,
    comment_count = excluded.comment_count, share_count = excluded.share_count, favorite_count = excluded.favorite_count,
    finish_rate_ppm = excluded.finish_rate_ppm, play_delta_1d = excluded.play_delta_1d, play_delta_7d = excluded.play_delta_7d,
    est_income_fen = excluded.est_income_fen, est_income_1d_fen = excluded.est_income_1d_fen,
    last_stat_date = excluded.last_stat_date, metric_updated_at = excluded.metric_updated_at, quality_flag = excluded.quality_flag;
end $$;

-- One uploaded file on its way in.
create table import_job (
  id bigint generated always as identity primary key,
  kind text not null default 'metrics',
  created_by bigint not null references app_user,
  file_name text not null,
  file_key text not null,
  file_bytes bigint not null,
  file_sha256 text not null,
  -- uploaded → checking → checked → applying → applied; failed from any of them; cancelled before applying.
  status text not null default 'uploaded' check (status in ('uploaded', 'checking', 'checked', 'applying', 'applied', 'failed', 'cancelled')),
  format jsonb,
  mapping jsonb,
  counts jsonb,
  sample jsonb,
  progress integer not null default 0 check (progress between 0 and 100),
  failure text,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  version integer not null default 1
);
create index import_job_creator on import_job (created_by, id desc);

create table import_refusal (
  import_id bigint not null references import_job on delete cascade,
  row_no integer not null,
  column_name text not null,
  value text not null,
  reason text not null,
  -- The row as it stood in the file, so that it can be fixed and sent again.
  cells jsonb not null,
  primary key (import_id, row_no)
);

create table import_mapping (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  kind text not null default 'metrics',
  name text not null check (length(name) between 1 and 40),
  mapping jsonb not null,
  created_at timestamptz not null default now(),
  unique (user_id, kind, name)
);
