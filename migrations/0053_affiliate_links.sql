-- JD Union: links with our sub ids, 口令 (password tokens), the pool of coupons, and codes of our own (domain page S22.2–S22.4).

-- What a row was when it was booked last: money taken back from a finished order is a clawback.
alter table jd_order add column booked_state text;

create table promo_link (
  id bigint generated always as identity primary key,
  account_id bigint not null references union_account,
  title text not null check (length(title) between 1 and 80),
  material_url text not null check (material_url ~ '^https://' and length(material_url) <= 1000),
  coupon_url text check (coupon_url ~ '^https://' and length(coupon_url) <= 1000),
  position_id text check (position_id ~ '^\d{1,20}$'),
  -- p{partner}_c{creator}_v{video}: an order that comes back with it finds its owner.
  sub_union_id text not null check (sub_union_id ~ '^\w{1,80}$'),
  partner_id bigint references partner,
  creator_id bigint references creator,
  video_id bigint references video on delete set null,
  -- What people click. Null: an account without keys cannot make one; it is pasted from the union's own page.
  click_url text check (click_url ~ '^https://' and length(click_url) <= 2000),
  created_by bigint references app_user,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  unique (account_id, sub_union_id, material_url)
);
create index promo_link_created on promo_link (created_at desc, id desc);
create index promo_link_partner on promo_link (partner_id, created_at desc, id desc);
create index promo_link_sub on promo_link (sub_union_id);

create table password_token (
  id bigint generated always as identity primary key,
  link_id bigint not null references promo_link,
  token_text text not null check (length(token_text) between 4 and 200),
  share_text text not null check (length(share_text) <= 1000),
  expire_at timestamptz not null,
  status text not null default 'active' check (status in ('active', 'expired', 'disabled')),
  copy_count integer not null default 0,
  created_by bigint references app_user,
  created_at timestamptz not null default now()
);
create unique index one_active_token on password_token (link_id) where status = 'active';
create unique index password_token_text on password_token (token_text);
create index password_token_link on password_token (link_id, id desc);
create index password_token_expiry on password_token (expire_at) where status = 'active';

create table union_coupon (
  id bigint generated always as identity primary key,
  account_id bigint not null references union_account,
  coupon_url text not null check (coupon_url ~ '^https://' and length(coupon_url) <= 1000),
  title text,
  -- The order amount from which it works, and what it takes off.
  threshold_fen bigint check (threshold_fen >= 0),
  discount_fen bigint check (discount_fen >= 0),
  take_begin timestamptz,
  take_end timestamptz,
  use_begin timestamptz,
  use_end timestamptz,
  total integer check (total >= 0),
  remain integer check (remain >= 0),
  is_valid boolean,
  queried_at timestamptz,
  fault text,
  created_by bigint references app_user,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index union_coupon_url on union_coupon (account_id, md5(coupon_url));
create index union_coupon_created on union_coupon (created_at desc, id desc);
create index union_coupon_take_end on union_coupon (coalesce(take_end, 'infinity'), id);

create table coupon_code (
  id bigint generated always as identity primary key,
  -- Without 0, O, 1 and I, which people mix up; upper case, so that one code is one code.
  code text not null check (code ~ '^[A-HJ-NP-Z2-9]{3,20}$'),
  program text not null default 'default' check (program ~ '^[a-z0-9_-]{1,30}$'),
  partner_id bigint references partner,
  creator_id bigint references creator,
  kind text not null check (kind in ('fixed', 'percent')),
  amount_fen bigint check (amount_fen > 0),
  rate_ppm integer check (rate_ppm between 1 and 1000000),
  threshold_fen bigint not null default 0 check (threshold_fen >= 0),
  quota integer check (quota > 0),
  per_user integer not null default 1 check (per_user between 1 and 100),
  valid_from timestamptz not null,
  valid_before timestamptz not null,
  status text not null default 'draft' check (status in ('draft', 'active', 'paused', 'expired', 'disabled')),
  remark text check (length(remark) <= 200),
  created_by bigint references app_user,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  unique (program, code),
  check (valid_before > valid_from),
  check ((kind = 'fixed') = (amount_fen is not null) and (kind = 'percent') = (rate_ppm is not null))
);
create index coupon_code_created on coupon_code (created_at desc, id desc);
create index coupon_code_partner on coupon_code (partner_id, created_at desc, id desc);
create index coupon_code_ending on coupon_code (valid_before) where status in ('active', 'paused');
