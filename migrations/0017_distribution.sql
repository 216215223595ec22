-- Distributed videos (domain page, S8): what operators hand to suppliers, what suppliers publish, and how it is taken back.

alter table supplier
  -- Rows that may be sent to it on one Shanghai day; null: without limit.
  add column daily_quota integer default 100 check (daily_quota >= 0),
  add column platforms text[] not null default '{douyin,kuaishou,bilibili,xigua,toutiao,wechat_channels}';

-- The accounts a supplier publishes on, as far as its links have told.
create table supplier_channel (
  id bigint generated always as identity primary key,
  supplier_id bigint not null references supplier,
  platform text not null,
  account text not null check (length(account) between 1 and 60),
  created_at timestamptz not null default now(),
  unique (supplier_id, platform, account)
);

-- A campaign: one sending, with the terms all its rows share. Terms do not change afterwards; a deadline is each row's own.
create table dist_batch (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 40),
  mode text not null check (mode in ('all', 'split', 'exclusive')),
  platforms text[] not null check (cardinality(platforms) > 0),
  region text not null check (region in ('cn', 'global')),
  rights_start timestamptz not null,
  rights_end timestamptz not null,
  allow_edit boolean not null,
  required_tags text[] not null default '{}',
  forbidden_words text[] not null default '{}',
  price_model text not null check (price_model in ('none', 'per_post', 'cpm', 'share')),
  -- 1/10000 yuan: per post, or per 1,000 plays.
  unit_price_e4 bigint check (unit_price_e4 > 0),
  share_ppm integer check (share_ppm between 1 and 1000000),
  -- The most one row may cost.
  cap_fen bigint check (cap_fen > 0),
  deadline_at timestamptz not null,
  created_by bigint references app_user,
  created_at timestamptz not null default now(),
  check (rights_end > rights_start),
  check ((price_model in ('per_post', 'cpm')) = (unit_price_e4 is not null)),
  check ((price_model = 'share') = (share_ppm is not null))
);

-- One row per video, supplier and round. Title, cover, length and category are those of the moment of sending.
create table distribution (
  id bigint generated always as identity primary key,
  batch_id bigint not null references dist_batch,
  video_id bigint not null references video,
  supplier_id bigint not null references supplier,
  round integer not null default 1,
  title text not null,
  cover_url text,
  duration_ms bigint,
  content_type text not null,
  category_id bigint references category,
  original_url text,
  is_exclusive boolean not null default false,
  status text not null default 'pending' check (status in ('pending', 'accepted', 'downloaded', 'published', 'verified',
    'finished', 'rejected', 'expired', 'recalling', 'recall_overdue', 'recalled')),
  -- The supplier has it or has published it: nobody sends it to this supplier again meanwhile.
  is_live boolean not null generated always as (status not in ('rejected', 'expired', 'recalled')) stored,
  deadline_at timestamptz not null,
  accepted_at timestamptz,
  downloaded_at timestamptz,
  download_count integer not null default 0,
  published_at timestamptz,
  verified_at timestamptz,
  finished_at timestamptz,
  ended_at timestamptz,
  reject_reason text,
  -- Of its receipts, kept by every change to them.
  check_state text not null default 'none' check (check_state in ('none', 'pending', 'pass', 'fail')),
  receipt_count integer not null default 0,
  passed_count integer not null default 0,
  play_count bigint not null default 0,
  takedown_reason text,
  takedown_due_at timestamptz,
  -- The risk case in whose name it is taken back; null where an operator did.
  recall_case_id bigint,
  status_before_recall text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
create unique index distribution_live on distribution (video_id, supplier_id) where is_live;
create unique index distribution_exclusive on distribution (video_id) where is_live and is_exclusive;
create index distribution_created on distribution (created_at desc, id desc);
create index distribution_deadline on distribution (deadline_at, id);
create index distribution_supplier_created on distribution (supplier_id, created_at desc, id desc);
create index distribution_supplier_deadline on distribution (supplier_id, deadline_at, id);
create index distribution_plays on distribution (play_count desc, id desc);
create index distribution_batch on distribution (batch_id, id);
create index distribution_video on distribution (video_id, round);
create index distribution_waiting on distribution (deadline_at) where status in ('pending', 'accepted', 'downloaded');
create index distribution_recall on distribution (takedown_due_at) where status = 'recalling';

-- Where a supplier published. Two suppliers cannot claim one post.
create table dist_receipt (
  id bigint generated always as identity primary key,
  distribution_id bigint not null references distribution,
  channel_account text,
  platform text not null,
  platform_item_id text not null,
  post_url text not null,
  published_at timestamptz not null,
  check_state text not null default 'pending' check (check_state in ('pending', 'pass', 'fail')),
  check_note text,
  checked_at timestamptz,
  play_count bigint not null default 0,
  like_count bigint not null default 0,
  comment_count bigint not null default 0,
  share_count bigint not null default 0,
  last_metric_at timestamptz,
  created_at timestamptz not null default now(),
  unique (platform, platform_item_id)
);
create index dist_receipt_row on dist_receipt (distribution_id, id);
create index dist_receipt_published on dist_receipt (published_at desc, id desc);

-- Cumulative figures of suppliers' posts per day. Never added to the plays of the original.
create table dist_metric_daily (
  receipt_id bigint not null references dist_receipt on delete cascade,
  stat_date date not null,
  play_count bigint not null,
  like_count bigint not null default 0,
  comment_count bigint not null default 0,
  share_count bigint not null default 0,
  updated_at timestamptz not null default now(),
  primary key (receipt_id, stat_date)
);

-- Risk decisions that keep a video from being distributed, until the decision is overturned.
create table dist_hold (
  video_id bigint not null references video,
  case_id bigint not null,
  due_at timestamptz not null,
  created_at timestamptz not null default now(),
  released_at timestamptz,
  primary key (video_id, case_id)
);

-- A link to a row's file: whoever holds the token may fetch it until it ends. Only the token's hash is kept.
create table dist_download (
  token_hash bytea primary key,
  distribution_id bigint not null references distribution,
  user_id bigint not null references app_user on delete cascade,
  expires_at timestamptz not null
);
create index dist_download_expires on dist_download (expires_at);

-- The finished file of a video, where operators have uploaded one.
create table video_file (
  video_id bigint primary key references video,
  file_key text not null,
  file_name text not null,
  bytes bigint not null,
  sha256 text not null,
  uploaded_by bigint references app_user,
  uploaded_at timestamptz not null default now()
);
