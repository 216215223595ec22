-- "All rows that match", frozen when the person asked: a bulk action acts on what was counted, whatever changed since.
create table selection (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user on delete cascade,
  list_key text not null,
  ids bigint[] not null,
  created_at timestamptz not null default now()
);
create index selection_created on selection (created_at);
