-- Money: products and their plans, income, accruals, statements, payouts, the ledger (domain page S10 to S12, 2.5).
-- Amounts on lines are fen; below a line they are micro-yuan (1 CNY = 1,000,000) and rounded once, on the line.

-- Ranges of codes, for exclusions that compare a code without an extension.
create type code_range as range (subtype = text, collation = "C");

create table product (
  code text primary key,
  name_zh text not null,
  name_en text not null,
  -- split: a share of income. cpm: a price per thousand plays.
  calc_type text not null check (calc_type in ('split', 'cpm')),
  sort integer not null default 0
);
insert into product values ('wl', '赏金分成', 'Bounty split', 'split', 1), ('sm4', '赏金计划4', 'Bounty plan 4', 'cpm', 2);

-- A product's parameters; what was once published is never changed, the next version follows it.
create table product_version (
  id bigint generated always as identity primary key,
  product_code text not null references product,
  number integer not null check (number > 0),
  state text not null default 'draft' check (state in ('draft', 'in_review', 'approved', 'published', 'rejected', 'withdrawn')),
  -- Checked by core/settlement/params.ts.
  params jsonb not null,
  -- Days of earning; without an end while it is the last one.
  valid_from date not null,
  valid_before date,
  note text check (length(note) <= 500),
  created_by bigint references app_user,
  created_at timestamptz not null default now(),
  proposed_by bigint references app_user,
  proposed_at timestamptz,
  decided_by bigint references app_user,
  decided_at timestamptz,
  decision_note text check (length(decision_note) <= 500),
  published_at timestamptz,
  version integer not null default 1,
  unique (product_code, number),
  check (valid_before is null or valid_before > valid_from),
  constraint two_persons check (decided_by is null or decided_by <> proposed_by),
  constraint one_version_at_a_time exclude using gist (
    code_range(product_code, product_code, '[]') with &&,
    daterange(valid_from, valid_before) with &&
  ) where (state = 'published')
);
create index product_version_recent on product_version (product_code, number desc);

-- What a partner gets of a split product instead of the plan's own rates.
create table partner_rate (
  id bigint generated always as identity primary key,
  partner_id bigint not null references partner,
  product_code text not null references product,
  rate_ppm integer not null check (rate_ppm between 0 and 1000000),
  creator_rate_ppm integer not null check (creator_rate_ppm between 0 and 1000000),
  valid_from date not null,
  valid_before date,
  created_by bigint references app_user,
  created_at timestamptz not null default now(),
  check (valid_before is null or valid_before > valid_from),
  constraint one_rate_at_a_time exclude using gist (
    int8range(partner_id, partner_id, '[]') with &&,
    code_range(product_code, product_code, '[]') with &&,
    daterange(valid_from, valid_before) with &&
  )
);

-- Whose money rows an account may read. The menu looks at access_state; rows look here.
create table user_product (
  user_id bigint not null references app_user on delete cascade,
  product_code text not null references product,
  primary key (user_id, product_code)
);
create function products_of(role text, state text) returns setof text language sql immutable as $$
  select code from (values ('wl', '{admin,coo}'::text[]), ('sm4', '{admin,coo,partner}')) p (code, roles)
  where role = any(roles) and (state is null or state = code)
$$;
create function grant_products() returns trigger language plpgsql as $$
begin
  delete from user_product where user_id = new.id;
  insert into user_product select new.id, code from products_of(new.role, new.access_state) code;
  return null;
end $$;
create trigger app_user_products_new after insert on app_user for each row execute function grant_products();
create trigger app_user_products_changed after update of role, access_state on app_user for each row
  when ((old.role, old.access_state) is distinct from (new.role, new.access_state)) execute function grant_products();
insert into user_product select u.id, code from app_user u, products_of(u.role, u.access_state) code;

-- Upstream's income per work, task and day as it was sent; a corrected row is a new revision and the old one stays.
create table income_row (
  id bigint generated always as identity primary key,
  source text not null,
  -- The batch it came with, the file and the row it was in there.
  batch_id bigint references ingest_batch,
  source_file text,
  source_row integer,
  -- earn date, work, task and settle type: what names a row.
  row_key text not null,
  revision integer not null check (revision > 0),
  is_current boolean not null default true,
  earn_date date not null,
  video_id bigint not null references video,
  task_code text not null default '',
  app_id text,
  agent_id text,
  -- 1 ads, 2 payments (base), 3 payments (bound), 7 ads and payments (base), 8 ads and payments (bound).
  settle_type smallint not null check (settle_type in (1, 2, 3, 7, 8)),
  ad_income_micro bigint not null default 0,
  gmv_fen bigint not null default 0,
  refund_gmv_fen bigint not null default 0,
  upstream_ratio_ppm integer not null default 0 check (upstream_ratio_ppm between 0 and 1000000),
  received_at timestamptz not null default now(),
  unique (source, row_key, revision)
);
create unique index income_row_current on income_row (source, row_key) where is_current;
create index income_row_day on income_row (earn_date, video_id) where is_current;
create index income_row_video on income_row (video_id, earn_date);
alter table ingest_source drop constraint ingest_source_kind_check,
  add constraint ingest_source_kind_check check (kind in ('videos', 'metrics', 'hourly-metrics', 'bindings', 'bills'));

create table statement (
  id bigint generated always as identity primary key,
  no text not null unique,
  product_code text not null references product,
  partner_id bigint not null references partner,
  -- The first day of the month it is about.
  period date not null check (extract(day from period) = 1),
  rev integer not null default 1 check (rev > 0),
  -- The statement this one was split off, for lines in dispute.
  parent_id bigint references statement,
  product_version_id bigint references product_version,
  state text not null default 'building' check (state in ('building', 'draft', 'pending_confirm', 'disputed', 'confirmed',
    'locked', 'invoiced', 'payable', 'paying', 'pay_failed', 'paid', 'voided', 'carried')),
  line_count integer not null default 0,
  video_count integer not null default 0,
  plays bigint not null default 0,
  -- Estimated when it was built, final lines, deductions (refunds, violations: below zero), adjustments, what was carried in.
  estimate_fen bigint not null default 0,
  gross_fen bigint not null default 0,
  deduct_fen bigint not null default 0,
  adjust_fen bigint not null default 0,
  carry_fen bigint not null default 0,
  tax_rate_ppm integer not null default 0,
  tax_fen bigint not null default 0,
  -- gross + deduct + adjust + carry - tax: what is paid.
  net_fen bigint not null default 0,
  -- The sum of the lines before each was rounded, for the footnote.
  sum_micro bigint not null default 0,
  confirm_due timestamptz,
  auto_confirmed boolean not null default false,
  hold_reason text,
  pay_on date,
  built_at timestamptz,
  issued_at timestamptz,
  confirmed_at timestamptz,
  confirmed_by bigint references app_user,
  -- From here on nothing it stands on changes.
  locked_at timestamptz,
  paid_at timestamptz,
  voided_at timestamptz,
  void_reason text,
  void_proposed_by bigint references app_user,
  -- Of everything a reader sees, when it was locked.
  checksum text,
  created_by bigint references app_user,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  check (net_fen = gross_fen + deduct_fen + adjust_fen + carry_fen - tax_fen)
);
-- One living statement of a period; those split off it for a dispute live beside it.
create unique index statement_living on statement (product_code, partner_id, period) where state <> 'voided' and parent_id is null;
create unique index statement_revision on statement (product_code, partner_id, period, rev);
create index statement_recent on statement (product_code, period desc, id desc);
create index statement_partner on statement (partner_id, product_code, period desc, id desc);
create index statement_state on statement (state, id) where state not in ('paid', 'voided', 'carried');
create index statement_due on statement (confirm_due) where state = 'pending_confirm';
create index statement_parent on statement (parent_id) where parent_id is not null;

-- One line of money: what a video (or an order) earned on a day, estimated first, final later. A final amount never
-- changes; what comes to light afterwards is a line of its own on the same day.
create sequence accrual_id;
create table accrual (
  id bigint not null default nextval('accrual_id'),
  product_code text not null,
  product_version_id bigint not null,
  partner_id bigint not null,
  creator_id bigint,
  video_id bigint,
  task_code text,
  settle_type smallint,
  earn_date date not null,
  -- Month of the day it was earned: says in a later bill where the line is from.
  origin_period date generated always as (date_trunc('month', earn_date::timestamp)::date) stored,
  line_type text not null default 'normal' check (line_type in ('normal', 'backpay', 'dispute', 'conflict', 'invalid_traffic',
    'refund', 'violation', 'correction', 'bonus', 'clawback', 'carry_over', 'rounding')),
  -- Income of the row (split), price of the plays before caps (cpm).
  base_micro bigint not null default 0,
  rate_ppm integer,
  creator_rate_ppm integer,
  -- The partner's. The creator's part of it is information.
  amount_micro bigint not null,
  creator_micro bigint not null default 0,
  -- cpm: plays that count up to the day before and up to this day, and what they were priced with.
  plays_from bigint,
  plays_to bigint,
  cpm_e4 bigint,
  quality_ppm integer,
  cap_cut_micro bigint not null default 0,
  cut_by text check (cut_by in ('video', 'creator', 'budget')),
  is_final boolean not null default false,
  -- A held line keeps its amount and is in no bill until it is released.
  hold_reason text,
  -- Why a line that is there says nothing: excluded, below_minimum.
  zero_reason text,
  income_row_id bigint,
  statement_id bigint references statement,
  -- What the line is, so that building twice makes one.
  dedup_key text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (earn_date, id),
  unique (earn_date, dedup_key)
) partition by range (earn_date);
create index accrual_statement on accrual (statement_id, id) where statement_id is not null;
create index accrual_open on accrual (product_code, partner_id, earn_date) where statement_id is null;
create index accrual_recent on accrual (product_code, earn_date desc, id desc);
create index accrual_partner on accrual (partner_id, product_code, earn_date desc, id desc);
create index accrual_video on accrual (video_id, earn_date);

-- Creates the month partitions that cover a span of days; called before accruals of it are written.
create function ensure_accrual_partitions(from_day date, to_day date) returns void language plpgsql as $$
declare
  month date := date_trunc('month', from_day)::date;
begin
  perform pg_advisory_xact_lock(hashtext('accrual_partitions'));
  while month <= to_day loop
    execute format('create table if not exists %I partition of accrual for values from (%L) to (%L)',
      'accrual_' || to_char(month, 'YYYYMM'), month, (month + interval '1 month')::date);
    month := (month + interval '1 month')::date;
  end loop;
end $$;

-- A final line's money stands, and nothing of a locked statement's lines changes at all.
create function keep_accrual() returns trigger language plpgsql as $$
begin
  if old.statement_id is not null and exists (select from statement where id = old.statement_id and locked_at is not null) then
    raise exception 'accrual % belongs to a locked statement', old.id using errcode = 'restrict_violation';
  end if;
  if tg_op = 'UPDATE' and new.statement_id is distinct from old.statement_id
    and exists (select from statement where id = new.statement_id and locked_at is not null) then
    raise exception 'statement % is locked', new.statement_id using errcode = 'restrict_violation';
  end if;
  if tg_op = 'DELETE' then
    if old.is_final then raise exception 'accrual % is final', old.id using errcode = 'restrict_violation'; end if;
    return old;
  end if;
  if old.is_final and (new.is_final, new.product_code, new.product_version_id, new.partner_id, new.video_id, new.earn_date,
      new.base_micro, new.amount_micro, new.creator_micro, new.dedup_key)
    is distinct from (old.is_final, old.product_code, old.product_version_id, old.partner_id, old.video_id, old.earn_date,
      old.base_micro, old.amount_micro, old.creator_micro, old.dedup_key) then
    raise exception 'accrual % is final', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger accrual_is_kept before update or delete on accrual for each row
  when (old.is_final or old.statement_id is not null) execute function keep_accrual();

-- Days of a product whose lines have to be built anew.
create table accrual_dirty (
  product_code text not null references product,
  earn_date date not null,
  primary key (product_code, earn_date)
);
create function mark_income_days() returns trigger language plpgsql as $$
begin
  insert into accrual_dirty select distinct 'wl', earn_date from changed order by 2 on conflict do nothing;
  return null;
end $$;
create trigger income_row_dirty after insert on income_row referencing new table as changed
  for each statement execute function mark_income_days();
-- Whether a work of the plan is among them is left to the builder: here a join would be paid for by every import.
create function mark_metric_days() returns trigger language plpgsql as $$
begin
  insert into accrual_dirty select distinct 'sm4', stat_date from changed order by 2 on conflict do nothing;
  return null;
end $$;
create trigger accrual_after_metric_insert after insert on video_metric_daily referencing new table as changed
  for each statement execute function mark_metric_days();
create trigger accrual_after_metric_update after update on video_metric_daily referencing new table as changed
  for each statement execute function mark_metric_days();
-- A work left out, or taken in again, or moved to another product or owner.
create function mark_moved_income() returns trigger language plpgsql as $$
begin
  insert into accrual_dirty
  select a.product_code, a.earn_date from accrual a where a.video_id = new.id
  union select 'wl', i.earn_date from income_row i where i.video_id = new.id and i.is_current
  union select 'sm4', m.stat_date from video_metric_daily m where m.video_id = new.id and new.product_code = 'sm4'
  order by 1, 2 on conflict do nothing;
  return null;
end $$;
create trigger accrual_after_video after update of settlement_excluded_reason, product_code, partner_id on video for each row
  when ((old.settlement_excluded_reason, old.product_code, old.partner_id)
    is distinct from (new.settlement_excluded_reason, new.product_code, new.partner_id))
  execute function mark_moved_income();

-- A video's lines wait while a case holds its income, from the moment of the hold to that of its release. A line whose
-- own month was billed meanwhile comes back as a settled dispute.
create function hold_accruals() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and new.released_at is null then
    update accrual set hold_reason = 'risk', updated_at = now()
    where video_id = new.video_id and statement_id is null and hold_reason is null;
  elsif tg_op = 'UPDATE' and old.released_at is null and new.released_at is not null
    and not exists (select from income_hold where video_id = new.video_id and released_at is null) then
    update accrual a set hold_reason = null, updated_at = now(),
      line_type = case when a.line_type = 'normal' and exists (
        select from statement s where s.product_code = a.product_code and s.partner_id = a.partner_id
          and s.period = a.origin_period and s.state not in ('building', 'draft', 'voided')
      ) then 'dispute' else a.line_type end
    where a.video_id = new.video_id and a.statement_id is null and a.hold_reason = 'risk';
  end if;
  return null;
end $$;
create trigger income_hold_moves_accruals after insert or update of released_at on income_hold for each row
  execute function hold_accruals();

create table statement_line (
  statement_id bigint not null references statement,
  line_no integer not null check (line_no > 0),
  line_type text not null,
  product_version_id bigint references product_version,
  video_id bigint references video,
  creator_id bigint references creator,
  task_code text,
  -- Set where the line is about an earlier month.
  origin_period date,
  plays bigint,
  base_micro bigint not null default 0,
  amount_micro bigint not null,
  amount_fen bigint not null,
  -- Numbers of the sentence that explains the line; the words are the feature's.
  explanation jsonb not null default '{}',
  adjustment_id bigint,
  primary key (statement_id, line_no)
);
create index statement_line_video on statement_line (video_id) where video_id is not null;
create function keep_statement_line() returns trigger language plpgsql as $$
declare
  line record;
begin
  if tg_op = 'INSERT' then line := new; else line := old; end if;
  if exists (select from statement where id = line.statement_id and locked_at is not null) then
    raise exception 'statement % is locked', line.statement_id using errcode = 'restrict_violation';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $$;
create trigger statement_line_is_kept before insert or update or delete on statement_line for each row
  execute function keep_statement_line();
-- A locked statement moves on in state; its sums and what it is about stay.
create function keep_statement() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (new.product_code, new.partner_id, new.period, new.rev, new.parent_id, new.line_count, new.video_count, new.plays,
      new.estimate_fen, new.gross_fen, new.deduct_fen, new.adjust_fen, new.carry_fen, new.tax_rate_ppm, new.tax_fen, new.net_fen,
      new.sum_micro, new.locked_at, new.checksum)
    is distinct from (old.product_code, old.partner_id, old.period, old.rev, old.parent_id, old.line_count, old.video_count, old.plays,
      old.estimate_fen, old.gross_fen, old.deduct_fen, old.adjust_fen, old.carry_fen, old.tax_rate_ppm, old.tax_fen, old.net_fen,
      old.sum_micro, old.locked_at, old.checksum) then
    raise exception 'statement % is locked', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger statement_is_kept before update or delete on statement for each row
  when (old.locked_at is not null) execute function keep_statement();

create table statement_event (
  id bigint generated always as identity primary key,
  statement_id bigint not null references statement,
  at timestamptz not null default now(),
  -- Null: the clock or a job.
  actor_id bigint references app_user,
  action text not null,
  from_state text,
  to_state text not null,
  data jsonb not null default '{}'
);
create index statement_event_of on statement_event (statement_id, id);
create trigger statement_event_is_kept before update or delete on statement_event for each statement execute function refuse_change();

create table dispute (
  id bigint generated always as identity primary key,
  statement_id bigint not null references statement,
  state text not null default 'open' check (state in ('open', 'accepted', 'rejected')),
  reason_code text not null,
  text text not null check (length(text) between 1 and 1000),
  file_keys text[] not null default '{}',
  raised_by bigint not null references app_user,
  raised_at timestamptz not null default now(),
  answer text check (length(answer) <= 1000),
  answered_by bigint references app_user,
  answered_at timestamptz,
  version integer not null default 1
);
create index dispute_statement on dispute (statement_id, id desc);
create unique index dispute_open on dispute (statement_id) where state = 'open';
create table dispute_line (
  dispute_id bigint not null references dispute,
  statement_id bigint not null,
  line_no integer not null,
  -- What the partner says it should be.
  claimed_fen bigint,
  primary key (dispute_id, line_no)
);

-- A hand's plus or minus; a line of the open period, never of a closed one.
create table adjustment (
  id bigint generated always as identity primary key,
  product_code text not null references product,
  partner_id bigint not null references partner,
  video_id bigint references video,
  line_type text not null check (line_type in ('backpay', 'dispute', 'conflict', 'invalid_traffic', 'refund', 'violation',
    'correction', 'bonus', 'clawback', 'carry_over', 'rounding')),
  amount_fen bigint not null check (amount_fen <> 0),
  currency text not null default 'CNY' check (currency = 'CNY'),
  -- The month it is about, and the one it is billed in.
  origin_period date not null check (extract(day from origin_period) = 1),
  reason text not null check (length(reason) between 1 and 500),
  evidence_key text,
  evidence_name text,
  state text not null default 'proposed' check (state in ('proposed', 'approved', 'rejected', 'withdrawn')),
  needs_second boolean not null default false,
  proposed_by bigint references app_user,
  proposed_at timestamptz not null default now(),
  decided_by bigint references app_user,
  decided_at timestamptz,
  decision_note text check (length(decision_note) <= 500),
  -- The statement it is a line of, and where it comes from: a dispute, a carried statement, a voided one.
  statement_id bigint references statement,
  from_statement_id bigint references statement,
  source_key text unique,
  version integer not null default 1,
  check (not needs_second or decided_by is null or decided_by <> proposed_by)
);
create index adjustment_open on adjustment (product_code, partner_id) where statement_id is null and state = 'approved';
create index adjustment_recent on adjustment (product_code, proposed_at desc, id desc);
create index adjustment_statement on adjustment (statement_id) where statement_id is not null;
alter table statement_line add foreign key (adjustment_id) references adjustment;

create table invoice_doc (
  id bigint generated always as identity primary key,
  statement_id bigint not null references statement,
  number text not null check (length(number) between 1 and 40),
  issued_on date not null,
  amount_fen bigint not null,
  file_key text not null,
  file_name text not null,
  state text not null default 'waiting' check (state in ('waiting', 'received', 'rejected')),
  reason text check (length(reason) <= 500),
  uploaded_by bigint not null references app_user,
  uploaded_at timestamptz not null default now(),
  decided_by bigint references app_user,
  decided_at timestamptz,
  version integer not null default 1
);
create index invoice_statement on invoice_doc (statement_id, id desc);
create unique index invoice_living on invoice_doc (statement_id) where state <> 'rejected';

-- Where a partner's money goes; the number itself is sealed, its end is for people to tell accounts apart.
create table bank_account (
  id bigint generated always as identity primary key,
  partner_id bigint not null references partner,
  holder text not null check (length(holder) between 1 and 60),
  bank_name text not null check (length(bank_name) between 1 and 60),
  number_sealed bytea not null,
  number_end text not null check (number_end ~ '^\d{4}$'),
  state text not null default 'waiting' check (state in ('waiting', 'verified', 'rejected', 'replaced')),
  created_by bigint references app_user,
  created_at timestamptz not null default now(),
  verified_by bigint references app_user,
  verified_at timestamptz,
  version integer not null default 1
);
create unique index bank_account_living on bank_account (partner_id) where state in ('waiting', 'verified');

create table payout_batch (
  id bigint generated always as identity primary key,
  no text not null unique,
  product_code text not null references product,
  created_by bigint references app_user,
  created_at timestamptz not null default now(),
  exported_at timestamptz
);

create table payout (
  id bigint generated always as identity primary key,
  no text not null unique,
  batch_id bigint references payout_batch,
  partner_id bigint not null references partner,
  bank_account_id bigint not null references bank_account,
  amount_fen bigint not null check (amount_fen > 0),
  state text not null default 'created' check (state in ('created', 'paying', 'paid', 'failed', 'cancelled')),
  pay_on date not null,
  bank_ref text,
  failure text,
  created_by bigint references app_user,
  created_at timestamptz not null default now(),
  paid_at timestamptz,
  version integer not null default 1
);
create unique index payout_bank_ref on payout (bank_ref) where bank_ref is not null;
create index payout_recent on payout (id desc);
create index payout_partner on payout (partner_id, id desc);
create index payout_batch_of on payout (batch_id, id);

-- A statement is paid by one payout at most.
create table payout_statement (
  payout_id bigint not null references payout,
  statement_id bigint not null unique references statement,
  amount_fen bigint not null,
  primary key (payout_id, statement_id)
);

create table payout_attempt (
  payout_id bigint not null references payout,
  attempt integer not null check (attempt > 0),
  -- Of the bank's file that told of it.
  file_hash bytea,
  result text not null check (result in ('sent', 'paid', 'failed')),
  bank_ref text,
  reason text,
  at timestamptz not null default now(),
  actor_id bigint references app_user,
  primary key (payout_id, attempt)
);

-- A bank's answer as a file: the same again changes nothing.
create table bank_result_file (
  id bigint generated always as identity primary key,
  file_hash bytea not null unique,
  file_name text not null,
  counts jsonb not null,
  refusals jsonb not null default '[]',
  uploaded_by bigint references app_user,
  uploaded_at timestamptz not null default now()
);

-- Double entry: every movement of money once more, in journals that sum to zero.
create table ledger_journal (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('accrue', 'hold', 'release', 'tax', 'payout', 'paid', 'pay_failed', 'adjust', 'carry', 'reversal')),
  -- What it is about: 'statement:12', 'payout:3'. Once per kind and reference.
  ref text not null,
  at timestamptz not null default now(),
  actor_id bigint references app_user,
  unique (kind, ref)
);
create index ledger_journal_ref on ledger_journal (ref);
create table ledger_entry (
  journal_id bigint not null references ledger_journal,
  entry_no smallint not null check (entry_no > 0),
  account text not null check (account in ('platform_receivable', 'partner_payable', 'creator_payable', 'fee_income', 'tax_withheld', 'hold', 'bank')),
  -- The partner or creator it is about; 0 where the account is ours.
  owner_id bigint not null default 0,
  amount_fen bigint not null check (amount_fen <> 0),
  primary key (journal_id, entry_no)
);
create index ledger_entry_account on ledger_entry (account, owner_id, journal_id);
create table ledger_balance (
  account text not null,
  owner_id bigint not null,
  amount_fen bigint not null,
  primary key (account, owner_id)
);
create function check_journal() returns trigger language plpgsql as $$
begin
  if (select sum(amount_fen) from ledger_entry where journal_id = new.journal_id) <> 0 then
    raise exception 'journal % does not sum to zero', new.journal_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger journal_sums_to_zero after insert on ledger_entry deferrable initially deferred
  for each row execute function check_journal();
create function move_balances() returns trigger language plpgsql as $$
begin
  insert into ledger_balance as b select account, owner_id, sum(amount_fen) from added group by 1, 2 order by 1, 2
  on conflict (account, owner_id) do update set amount_fen = b.amount_fen + excluded.amount_fen;
  return null;
end $$;
create trigger ledger_entry_balances after insert on ledger_entry referencing new table as added
  for each statement execute function move_balances();
create trigger ledger_journal_is_kept before update or delete on ledger_journal for each statement execute function refuse_change();
create trigger ledger_entry_is_kept before update or delete on ledger_entry for each statement execute function refuse_change();

-- Days that are not what their weekday says: public holidays, and the weekends worked for them.
create table holiday_calendar (
  day date primary key,
  is_workday boolean not null,
  name_zh text not null,
  name_en text not null
);
insert into holiday_calendar
select d::date, false, h.zh, h.en
from (values
  ('2026-01-01', '2026-01-03', '元旦', 'New Year'), ('2026-02-15', '2026-02-23', '春节', 'Spring Festival'),
  ('2026-04-04', '2026-04-06', '清明节', 'Qingming'), ('2026-05-01', '2026-05-05', '劳动节', 'Labour Day'),
  ('2026-06-19', '2026-06-21', '端午节', 'Dragon Boat'), ('2026-09-25', '2026-09-27', '中秋节', 'Mid-Autumn'),
  ('2026-10-01', '2026-10-07', '国庆节', 'National Day'),
  -- Of 2027 the days the law itself names; the weekends worked for them are added when they are announced.
  ('2027-01-01', '2027-01-01', '元旦', 'New Year'), ('2027-02-05', '2027-02-08', '春节', 'Spring Festival'),
  ('2027-04-05', '2027-04-05', '清明节', 'Qingming'), ('2027-05-01', '2027-05-02', '劳动节', 'Labour Day'),
  ('2027-06-09', '2027-06-09', '端午节', 'Dragon Boat'), ('2027-09-15', '2027-09-15', '中秋节', 'Mid-Autumn'),
  ('2027-10-01', '2027-10-03', '国庆节', 'National Day')
) h (first, last, zh, en), generate_series(h.first::date, h.last::date, interval '1 day') d;
insert into holiday_calendar values
  ('2026-01-04', true, '元旦调休', 'Worked for New Year'), ('2026-02-14', true, '春节调休', 'Worked for Spring Festival'),
  ('2026-02-28', true, '春节调休', 'Worked for Spring Festival'), ('2026-05-09', true, '劳动节调休', 'Worked for Labour Day'),
  ('2026-09-20', true, '国庆节调休', 'Worked for National Day'), ('2026-10-10', true, '国庆节调休', 'Worked for National Day');

-- A bill file of upstream, held against our accruals row by row.
create table upstream_bill (
  id bigint generated always as identity primary key,
  product_code text not null references product,
  period date not null check (extract(day from period) = 1),
  file_name text not null,
  file_key text,
  file_hash bytea not null,
  encoding text,
  row_count integer not null default 0,
  file_micro bigint not null default 0,
  ours_micro bigint not null default 0,
  -- How many rows of each kind: same, missing_here, missing_there, differs.
  counts jsonb not null default '{}',
  uploaded_by bigint references app_user,
  uploaded_at timestamptz not null default now(),
  version integer not null default 1,
  unique (product_code, file_hash)
);
create index upstream_bill_recent on upstream_bill (product_code, period desc, id desc);
create table upstream_bill_row (
  bill_id bigint not null references upstream_bill on delete cascade,
  row_no integer not null,
  earn_date date not null,
  platform_item_id text not null,
  video_id bigint references video,
  task_code text not null default '',
  settle_type smallint,
  -- Null where the one side has no such row.
  file_micro bigint,
  ours_micro bigint,
  difference text not null check (difference in ('same', 'missing_here', 'missing_there', 'differs')),
  action text check (action in ('accepted', 'disputed')),
  action_note text check (length(action_note) <= 500),
  acted_by bigint references app_user,
  acted_at timestamptz,
  adjustment_id bigint references adjustment,
  primary key (bill_id, row_no)
);
create index upstream_bill_row_open on upstream_bill_row (bill_id, difference, row_no);
