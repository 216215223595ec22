-- Who takes jobs at the moment: a process that dies takes none of its jobs with it for hours, whichever machine it was on.

create table job_worker (
  id text primary key,
  seen_at timestamptz not null
);
