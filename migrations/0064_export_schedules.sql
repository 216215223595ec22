-- Exports ordered by the clock: the same order again every day, week or month (domain page, S9).
create table export_schedule (
  id bigint generated always as identity primary key,
  owner_id bigint not null references app_user on delete cascade,
  list_key text not null,
  title jsonb not null,
  format text not null check (format in ('csv', 'xlsx')),
  bom boolean not null default true,
  columns text[] not null,
  -- Without the days the window stands for.
  query text not null,
  window_field text,
  window_days text,
  language text not null check (language in ('zh-CN', 'en-US')),
  -- The owner's rights when it was made or resumed; it runs under the same ones only.
  rights jsonb not null,
  cadence text not null check (cadence in ('daily', 'weekly', 'monthly')),
  -- Weekday from Monday, 1 to 7, or day of the month, 1 to 31.
  on_day smallint not null check (on_day between 1 and 31),
  -- A clock in Shanghai.
  at_time text not null check (at_time ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  status text not null default 'active' check (status in ('active', 'paused')),
  -- Why it paused itself; null where a person did it.
  pause_reason text,
  next_at timestamptz not null,
  last_at timestamptz,
  last_job_id bigint references export_job on delete set null,
  -- Why the last run ordered nothing.
  last_failure text,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  check ((window_field is null) = (window_days is null)),
  check (cadence <> 'weekly' or on_day <= 7)
);
create index export_schedule_owner on export_schedule (owner_id, id);
create index export_schedule_due on export_schedule (next_at) where status = 'active';
create index export_schedule_job on export_schedule (last_job_id) where last_job_id is not null;
