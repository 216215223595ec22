-- What administrators set while the house runs, version by version: the newest of a key is the one that counts. Nothing is
-- ever changed or removed, so the table is its own history; a value of null gives the key back to its default.
create table config_version (
  key text not null check (key ~ '^[a-z]+\.[a-zA-Z]+$'),
  version integer not null check (version > 0),
  value jsonb,
  changed_by bigint references app_user,
  changed_at timestamptz not null default now(),
  note text check (length(note) <= 200),
  primary key (key, version)
);
create index config_version_time on config_version (changed_at desc);
