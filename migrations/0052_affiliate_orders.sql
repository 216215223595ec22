-- JD Union: accounts, promotion orders and what they are worth day by day (domain page S22.1, S22.5–S22.8).
-- Names of order fields follow the union's public order interface.

create table union_account (
  id bigint generated always as identity primary key,
  alias text not null check (length(alias) between 1 and 40),
  union_id text not null unique check (union_id ~ '^\d{1,20}$'),
  site_id text check (site_id ~ '^\d{1,20}$'),
  position_id text check (position_id ~ '^\d{1,20}$'),
  -- The JD account name; only its masked form leaves the database.
  pin text,
  -- feed: orders are sent to us. api: official keys. cookie: a signed-in browser's cookies.
  source text not null default 'feed' check (source in ('feed', 'api', 'cookie')),
  app_key text,
  -- Sealed; write-only for everybody outside.
  secret_sealed bytea,
  cookies_sealed bytea,
  cookie_names text[] not null default '{}',
  cookie_fingerprint text,
  cookies_at timestamptz,
  cookies_by bigint references app_user,
  required_cookies text[] not null default '{}',
  health text not null default 'unknown' check (health in ('unknown', 'valid', 'expiring', 'expired', 'blocked')),
  health_note text,
  checked_at timestamptz,
  -- Changes up to here have been fetched.
  synced_through timestamptz,
  last_sync_at timestamptz,
  fail_count integer not null default 0,
  -- What partners get of an order's commission; written on each order when it comes.
  partner_share_ppm integer not null default 700000 check (partner_share_ppm between 0 and 1000000),
  -- Bills up to this day stand; null until the first order's day is over.
  frozen_through date,
  business_line_id bigint references business_line,
  enabled boolean not null default true,
  remark text,
  created_by bigint references app_user,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  check (source <> 'api' or app_key is not null)
);

create table jd_order (
  id bigint generated always as identity primary key,
  account_id bigint not null references union_account,
  row_id text not null check (length(row_id) between 1 and 60),
  order_id text not null check (length(order_id) between 1 and 40),
  -- '0': not split. A split order is a parent with code 2 and children that name it.
  parent_id text not null default '0',
  ordered_at timestamptz not null,
  finished_at timestamptz,
  modified_at timestamptz not null,
  order_date date not null,
  finish_date date,
  -- The business day of the last change.
  report_date date not null,
  sku_id text not null,
  sku_name text not null default '',
  sku_num integer not null default 1 check (sku_num >= 0),
  return_num integer not null default 0 check (return_num >= 0),
  frozen_num integer not null default 0 check (frozen_num >= 0),
  price_fen bigint not null default 0,
  category_code text,
  category_name text,
  shop_name text,
  emt smallint,
  plus boolean not null default false,
  trace_type smallint,
  commission_rate_ppm bigint not null default 0,
  share_rate_ppm bigint not null default 0,
  subsidy_rate_ppm bigint not null default 0,
  final_rate_ppm bigint not null default 0,
  est_base_fen bigint not null default 0,
  est_fee_fen bigint not null default 0,
  act_base_fen bigint not null default 0,
  act_fee_fen bigint not null default 0,
  pro_price_fen bigint not null default 0,
  gift_fen bigint not null default 0,
  valid_code integer not null,
  -- The day it is paid; null: not finished.
  pay_date date,
  -- Month (YYYYMM) → fen, also negative: what the union paid or took back in the months after.
  balance_ext jsonb not null default '{}',
  position_id text,
  sub_union_id text,
  pid text,
  express_status integer,
  partner_id bigint references partner,
  creator_id bigint references creator,
  video_id bigint references video on delete set null,
  share_ppm integer not null,
  digest text not null,
  -- The codes' meaning in groups; a code nobody knows stays visible and is worth nothing until it is known.
  state text generated always as (case
    when valid_code in (15, 24) then 'pending'
    when valid_code = 16 then 'paid'
    when valid_code = 17 then 'finished'
    when valid_code in (13, 25, 26, 27, 28) then 'violation'
    when valid_code in (2, 3, 4, 5, 6, 7, 8, 9, 11, 14, 19, 20, 21, 22, 23) then 'invalid'
    else 'unknown' end) stored,
  -- The commission as known now: estimated while paid, actual once finished.
  fee_fen bigint generated always as (case valid_code when 16 then est_fee_fen when 17 then act_fee_fen else 0 end) stored,
  partner_fen bigint generated always as (case when partner_id is null then 0
    else round((case valid_code when 16 then est_fee_fen when 17 then act_fee_fen else 0 end)::numeric * share_ppm / 1000000)::bigint end) stored,
  -- Split orders are one purchase.
  purchase text generated always as (case when parent_id in ('', '0') then order_id else parent_id end) stored,
  -- What the day books say of this row.
  booked_fen bigint not null default 0,
  booked_partner_fen bigint not null default 0,
  booked_partner_id bigint,
  is_booked boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (account_id, row_id)
);
create index jd_order_ordered on jd_order (ordered_at desc, id desc);
create index jd_order_modified on jd_order (modified_at desc, id desc);
create index jd_order_partner_ordered on jd_order (partner_id, ordered_at desc, id desc);
create index jd_order_fee on jd_order (fee_fen desc, id desc);
create index jd_order_base on jd_order (est_base_fen desc, id desc);
create index jd_order_number on jd_order (order_id);
create index jd_order_parent on jd_order (parent_id) where parent_id <> '0';
create index jd_order_day on jd_order (order_date, account_id, partner_id);
create index jd_order_report on jd_order (report_date, partner_id);
create index jd_order_finish on jd_order (finish_date, account_id, partner_id) where finish_date is not null;
create index jd_order_pay on jd_order (pay_date, account_id, partner_id) where pay_date is not null;
create index jd_order_sub on jd_order (sub_union_id);
create index jd_order_video on jd_order (video_id) where video_id is not null;

-- Every version of a row as it came.
create table jd_order_history (
  id bigint generated always as identity primary key,
  jd_order_id bigint not null references jd_order on delete cascade,
  modified_at timestamptz not null,
  valid_code integer not null,
  fee_fen bigint not null,
  raw jsonb not null,
  at timestamptz not null default now()
);
create index jd_order_history_of on jd_order_history (jd_order_id, id desc);

-- The day books: every change of what a row is worth, once, on the business day it counts for. Never changed.
create table jd_fee_line (
  id bigint generated always as identity primary key,
  -- Null: the difference booked when a month was closed.
  jd_order_id bigint references jd_order,
  account_id bigint not null references union_account,
  partner_id bigint references partner,
  order_date date not null,
  bill_date date not null,
  kind text not null check (kind in ('first', 'change', 'clawback', 'close')),
  fee_fen bigint not null,
  partner_fen bigint not null,
  at timestamptz not null
);
create index jd_fee_line_bill on jd_fee_line (bill_date, account_id, partner_id);
create index jd_fee_line_day on jd_fee_line (order_date, account_id, partner_id);
create index jd_fee_line_order on jd_fee_line (jd_order_id);

-- One day of one account and partner: the bill's first version, what was adjusted that day, and what the day's orders
-- are worth now.
create table jd_daily (
  id bigint generated always as identity primary key,
  day date not null,
  account_id bigint not null references union_account,
  -- Null: orders nobody is known for.
  partner_id bigint references partner,
  orders integer not null default 0,
  first_fen bigint not null default 0,
  first_partner_fen bigint not null default 0,
  change_fen bigint not null default 0,
  change_partner_fen bigint not null default 0,
  clawback_fen bigint not null default 0,
  clawback_partner_fen bigint not null default 0,
  close_fen bigint not null default 0,
  net_fen bigint generated always as (first_fen + change_fen + clawback_fen + close_fen) stored,
  net_partner_fen bigint generated always as (first_partner_fen + change_partner_fen + clawback_partner_fen) stored,
  current_fen bigint not null default 0,
  current_partner_fen bigint not null default 0,
  finished_fen bigint not null default 0,
  finished_partner_fen bigint not null default 0,
  settled_fen bigint not null default 0,
  settled_partner_fen bigint not null default 0,
  -- The day of the last line about the day's orders.
  report_date date not null,
  -- The earliest order date that was adjusted on the day.
  oldest_order_date date not null,
  frozen_at timestamptz,
  closed_at timestamptz,
  unique nulls not distinct (day, account_id, partner_id)
);
create index jd_daily_day on jd_daily (day desc, id desc);
create index jd_daily_partner on jd_daily (partner_id, day desc, id desc);
create index jd_daily_net on jd_daily (net_fen desc, id desc);
create index jd_daily_net_partner on jd_daily (net_partner_fen desc, id desc);
create index jd_daily_account on jd_daily (account_id, day);

-- What stands cannot be written to again, whoever tries.
create function jd_book_guard() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then raise exception 'the day books are not rewritten'; end if;
  if new.bill_date <= (select frozen_through from union_account where id = new.account_id) then
    raise exception 'the bill of % stands', new.bill_date;
  end if;
  return new;
end $$;
create trigger jd_fee_line_guard before insert or update or delete on jd_fee_line for each row execute function jd_book_guard();

-- A month the union has paid.
create table jd_month_close (
  id bigint generated always as identity primary key,
  account_id bigint not null references union_account,
  month date not null check (extract(day from month) = 1),
  ours_fen bigint not null,
  paid_fen bigint not null,
  diff_fen bigint generated always as (paid_fen - ours_fen) stored,
  kind text not null check (kind in ('none', 'rounding', 'correction')),
  note text,
  closed_by bigint references app_user,
  closed_at timestamptz not null default now(),
  unique (account_id, month)
);

-- A file of orders that was read and waits for its owner to apply it.
create table jd_order_import (
  id bigint generated always as identity primary key,
  created_by bigint not null references app_user,
  account_id bigint not null references union_account,
  file_name text not null,
  rows jsonb not null,
  status text not null default 'checked' check (status in ('checked', 'applied')),
  created_at timestamptz not null default now(),
  applied_at timestamptz
);
create index jd_order_import_created on jd_order_import (created_at);
