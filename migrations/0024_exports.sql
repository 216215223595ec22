-- Files of whole lists, made by jobs (domain page, S9).
create table export_job (
  id bigint generated always as identity primary key,
  owner_id bigint not null references app_user on delete cascade,
  list_key text not null,
  -- The list's title by language, as it was when the file was ordered.
  title jsonb not null,
  format text not null check (format in ('csv', 'xlsx')),
  bom boolean not null default true,
  columns text[] not null,
  query text not null,
  language text not null check (language in ('zh-CN', 'en-US')),
  -- The owner's rights to these rows when the file was ordered; a file is made and handed out under the same ones only.
  rights jsonb not null,
  -- Equal for equal orders, so that a second one within ten minutes finds the first.
  fingerprint bytea not null,
  status text not null default 'queued' check (status in ('queued', 'running', 'done', 'failed', 'canceled', 'expired')),
  attempts smallint not null default 0,
  -- Clean restarts after a process died with the job.
  restarts smallint not null default 0,
  row_estimate bigint not null,
  progress_ppm integer not null default 0 check (progress_ppm between 0 and 1000000),
  row_count bigint not null default 0,
  part_count integer not null default 0,
  size_bytes bigint not null default 0,
  sha256 text,
  totals jsonb,
  data_through date,
  snapshot_at timestamptz,
  file_key text,
  file_name text,
  failure text,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  seen_at timestamptz,
  finished_at timestamptz,
  expires_at timestamptz,
  download_count integer not null default 0,
  version integer not null default 1,
  check ((status = 'done') = (file_key is not null))
);
create index export_job_owner on export_job (owner_id, created_at desc, id desc);
create index export_job_created on export_job (created_at, id);
create index export_job_open on export_job (id) where status in ('queued', 'running');
create index export_job_due on export_job (expires_at) where status = 'done';

-- The files or sheets inside a file, with what was counted and summed while they were written.
create table export_part (
  job_id bigint not null references export_job on delete cascade,
  number integer not null,
  name text not null,
  row_count bigint not null,
  size_bytes bigint not null,
  sha256 text not null,
  primary key (job_id, number)
);
