-- A year of the holiday calendar is changed as a whole; its version tells whether somebody else was faster.
create table holiday_year (
  year smallint primary key check (year between 2000 and 2099),
  version integer not null default 1,
  changed_by bigint references app_user,
  changed_at timestamptz not null default now()
);
