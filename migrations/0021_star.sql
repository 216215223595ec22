-- Brand orders of the star map (domain page, S3). Names follow the public Ocean Engine API; states are stored as it spells them.
create table star_order (
  id bigint generated always as identity primary key,
  star_id text not null check (length(star_id) between 1 and 40),
  order_id text not null check (length(order_id) between 1 and 40),
  demand_id text,
  demand_name text,
  -- Null: the order has no video yet, and then no figures.
  item_id text,
  -- Ours, joined by the item; null until the video is known here.
  video_id bigint references video on delete set null,
  video_url text,
  title text not null default '',
  author_id text,
  author_name text,
  component_type text,
  settlement_type text not null check (settlement_type in (
    'CPM', 'FIXED_PRICE', 'CPA', 'RANK', 'EFFECT', 'GIFT', 'MONEY_SHARE', 'FLOW_SHARE', 'STAR_SUPPORT', 'EXCHANGE')),
  order_status text not null check (order_status in (
    'WAIT_PAYMENT', 'RECEIVEING', 'ONGOING', 'FINISHED', 'WAIT_EVALUATE', 'CANCELED')),
  price_fen bigint not null check (price_fen >= 0),
  cpm_fen bigint check (cpm_fen >= 0),
  play_count bigint check (play_count >= 0),
  like_count bigint check (like_count >= 0),
  comment_count bigint check (comment_count >= 0),
  share_count bigint check (share_count >= 0),
  finish_rate_ppm bigint,
  five_s_play_rate_ppm bigint,
  play_rate_ppm bigint,
  component_show bigint check (component_show >= 0),
  component_click bigint check (component_click >= 0),
  ctr_ppm bigint,
  pos_rate_ppm bigint,
  neu_rate_ppm bigint,
  neg_rate_ppm bigint,
  hot_words text[] not null default '{}' check (cardinality(hot_words) <= 10),
  ordered_at timestamptz not null,
  update_time timestamptz not null,
  -- Of all that comes from outside: whether a delivery says anything new.
  digest text not null,
  -- Ours, the only thing edited here.
  follow_state text not null default 'none' check (follow_state in ('none', 'following', 'reviewed')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  unique (star_id, order_id)
);
create index star_order_ordered on star_order (ordered_at desc, id desc);
create index star_order_price on star_order (price_fen desc, id desc);
create index star_order_play on star_order (coalesce(play_count, -1) desc, id desc);
create index star_order_cpm on star_order (coalesce(cpm_fen, -1) desc, id desc);
create index star_order_item on star_order (item_id);
create index star_order_video on star_order (video_id);
create index star_order_unlinked on star_order (item_id) where video_id is null and item_id is not null;

-- A file that was read and compared, waiting for its owner to apply it.
create table star_import (
  id bigint generated always as identity primary key,
  created_by bigint not null references app_user,
  file_name text not null,
  rows jsonb not null,
  report jsonb not null,
  status text not null default 'checked' check (status in ('checked', 'applied')),
  created_at timestamptz not null default now(),
  applied_at timestamptz
);
create index star_import_created on star_import (created_at);
