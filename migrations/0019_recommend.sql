-- Recommendations: what operators hold worth doing, who took it and what came of it (domain page, S4 and 2.4).

-- A platform's plan under which works are made; here only what a recommendation has to say about one.
create table task (
  id bigint generated always as identity primary key,
  platform text not null check (platform in ('douyin', 'kuaishou', 'bilibili', 'xigua', 'toutiao', 'wechat_channels', 'other')),
  name text not null check (length(name) between 1 and 100),
  product_code text check (product_code in ('wl', 'sm4')),
  start_at timestamptz,
  end_before timestamptz,
  created_at timestamptz not null default now(),
  unique (platform, name),
  check (end_before is null or start_at is null or end_before > start_at)
);

create table recommendation (
  id bigint generated always as identity primary key,
  target_type text not null check (target_type in ('task', 'topic', 'video', 'collection')),
  task_id bigint references task,
  video_id bigint references video,
  -- A collection that is gone stays named here and keeps the item from going online.
  collection_id bigint,
  title text not null check (length(title) between 1 and 200),
  reason text not null default '' check (length(reason) <= 200),
  tags text[] not null default '{}' check (cardinality(tags) <= 10),
  source text not null default 'manual' check (source in ('manual', 'rule')),
  score integer not null default 50 check (score between 0 and 100),
  priority integer not null default 0 check (priority between 0 and 99999),
  slot_code text not null check (slot_code in ('home', 'academy', 'data_top')),
  audience text not null default 'all' check (audience in ('all', 'partners')),
  -- Null: for the partners of every line.
  business_line_id bigint references business_line,
  quota integer check (quota between 1 and 100000),
  claimed_count integer not null default 0 check (claimed_count >= 0 and (quota is null or claimed_count <= quota)),
  est_cpm_e4 bigint check (est_cpm_e4 >= 0),
  deadline_at timestamptz,
  start_at timestamptz,
  end_before timestamptz,
  status text not null default 'draft' check (status in ('draft', 'scheduled', 'online', 'full', 'offline', 'expired')),
  -- The state a risk decision took it out of; null when none did.
  held_status text check (held_status in ('scheduled', 'online', 'full')),
  online_at timestamptz,
  created_by bigint references app_user,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  -- The order items stand in: priority, then score, then start. Seconds since 2020 have fewer than ten digits until 2336.
  rank bigint not null generated always as (
    priority::bigint * 10000000000000 + score::bigint * 10000000000
    + coalesce(extract(epoch from start_at - timestamptz '2020-01-01 00:00:00+00')::bigint, 0)) stored,
  check (end_before is null or start_at is null or end_before > start_at),
  check ((target_type = 'task') = (task_id is not null)),
  check ((target_type = 'video') = (video_id is not null)),
  check ((target_type = 'collection') = (collection_id is not null))
);
create index recommendation_rank on recommendation (rank desc, id desc);
create index recommendation_updated on recommendation (updated_at desc, id desc);
create index recommendation_slot on recommendation (slot_code, business_line_id) where status in ('online', 'full');
create index recommendation_video on recommendation (video_id) where video_id is not null;
create index recommendation_clock on recommendation (status) where status in ('scheduled', 'online', 'full');

create table recommendation_partner (
  recommendation_id bigint not null references recommendation on delete cascade,
  partner_id bigint not null references partner,
  primary key (recommendation_id, partner_id)
);

-- The risk cases that keep an item offline: it comes back when the last of them is undone.
create table recommendation_hold (
  recommendation_id bigint not null references recommendation on delete cascade,
  case_id bigint not null,
  primary key (recommendation_id, case_id)
);
create index recommendation_hold_case on recommendation_hold (case_id);

create table recommendation_claim (
  id bigint generated always as identity primary key,
  recommendation_id bigint not null references recommendation,
  partner_id bigint not null references partner,
  creator_id bigint not null references creator,
  status text not null default 'claimed' check (status in ('claimed', 'submitted', 'valid', 'invalid', 'settled', 'expired', 'cancelled')),
  claimed_by bigint references app_user,
  claimed_at timestamptz not null default now(),
  -- A claim without a work by then expires.
  due_at timestamptz not null,
  link text check (length(link) <= 500),
  platform text,
  platform_item_id text,
  -- The partner's own video behind the link, once it is known here.
  video_id bigint references video,
  submitted_at timestamptz,
  judged_by bigint references app_user,
  judged_at timestamptz,
  invalid_reason text check (length(invalid_reason) between 2 and 200),
  version integer not null default 1,
  check (status <> 'invalid' or invalid_reason is not null),
  check (status not in ('submitted', 'valid', 'invalid', 'settled') or link is not null)
);
create unique index recommendation_claim_live on recommendation_claim (recommendation_id, partner_id, creator_id)
  where status in ('claimed', 'submitted', 'valid', 'settled');
-- Over one partner's works only: an answer must not tell what others handed in.
create unique index recommendation_claim_work on recommendation_claim (partner_id, platform, platform_item_id)
  where status in ('submitted', 'valid', 'settled');
create index recommendation_claim_of on recommendation_claim (recommendation_id, id desc);
create index recommendation_claim_partner on recommendation_claim (partner_id, recommendation_id);
create index recommendation_claim_due on recommendation_claim (due_at) where status = 'claimed';
create index recommendation_claim_unmatched on recommendation_claim (platform_item_id) where status in ('submitted', 'valid') and video_id is null;

-- A person of a partner saw an item in the list that day, and opened it: one impression and one click a person and day.
create table recommendation_event_daily (
  recommendation_id bigint not null references recommendation on delete cascade,
  stat_date date not null,
  user_id bigint not null references app_user,
  partner_id bigint not null references partner,
  is_opened boolean not null default false,
  primary key (recommendation_id, stat_date, user_id)
);

-- What the daily rule holds worth recommending; an operator accepts or dismisses it.
create table recommendation_suggestion (
  id bigint generated always as identity primary key,
  video_id bigint not null references video,
  suggested_on date not null,
  score integer not null check (score between 0 and 100),
  -- Plays of the video's category over 7 days beside the 7 before, and the finish rate beside the category's 80th percentile.
  category_plays bigint not null,
  category_plays_before bigint not null,
  finish_rate_ppm bigint not null,
  finish_p80_ppm bigint not null,
  status text not null default 'open' check (status in ('open', 'accepted', 'dismissed', 'lapsed')),
  decided_by bigint references app_user,
  decided_at timestamptz,
  recommendation_id bigint references recommendation,
  unique (video_id, suggested_on)
);
create unique index recommendation_suggestion_open on recommendation_suggestion (video_id) where status = 'open';
