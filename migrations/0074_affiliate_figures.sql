-- JD Union: the union's own figures of a day — clicks of a sub-channel, what became of coupons and codes — and the runs
-- of fetching that people start and follow (domain page S22.1–S22.4, S22.6).

create table jd_click (
  account_id bigint not null references union_account on delete cascade,
  sub_union_id text not null check (length(sub_union_id) between 1 and 80),
  day date not null,
  partner_id bigint references partner,
  creator_id bigint references creator,
  clicks integer not null check (clicks >= 0),
  visitors integer not null check (visitors >= 0),
  updated_at timestamptz not null default now(),
  primary key (account_id, sub_union_id, day)
);
create index jd_click_day on jd_click (day, partner_id);
create index jd_click_partner on jd_click (partner_id, day);

-- Of a coupon of the pool or of a code of ours. Counts are those of the day, as the union tells them last.
create table jd_coupon_use (
  id bigint generated always as identity primary key,
  account_id bigint not null references union_account on delete cascade,
  coupon_id bigint references union_coupon on delete cascade,
  code_id bigint references coupon_code on delete cascade,
  day date not null,
  taken integer not null check (taken >= 0),
  used integer not null check (used >= 0),
  orders integer not null check (orders >= 0),
  base_fen bigint not null,
  fee_fen bigint not null,
  updated_at timestamptz not null default now(),
  unique nulls not distinct (coupon_id, code_id, day, account_id),
  check ((coupon_id is null) <> (code_id is null))
);
create index jd_coupon_use_code on jd_coupon_use (code_id, day) where code_id is not null;

create table jd_sync_run (
  id bigint generated always as identity primary key,
  account_id bigint not null references union_account on delete cascade,
  kind text not null check (kind in ('orders', 'figures', 'coupons')),
  -- Null: what changed since the last run.
  from_day date,
  to_day date,
  status text not null default 'waiting' check (status in ('waiting', 'running', 'done', 'failed')),
  -- Windows, days or lots: what the work is cut into.
  steps integer not null default 0,
  steps_done integer not null default 0,
  rows integer not null default 0,
  changed integer not null default 0,
  refused integer not null default 0,
  -- What the union said, or 'lost': its process ended.
  note text,
  started_by bigint references app_user,
  created_at timestamptz not null default now(),
  moved_at timestamptz not null default now(),
  ended_at timestamptz
);
create unique index jd_sync_run_one on jd_sync_run (account_id) where status in ('waiting', 'running');
create index jd_sync_run_of on jd_sync_run (account_id, id desc);
