-- What a person arranges follows to every browser: settings by key, and saved views that others may open.

create table user_setting (
  user_id bigint not null references app_user on delete cascade,
  -- As in local storage, which stays the first source.
  key text not null check (length(key) between 1 and 80),
  value text not null check (length(value) <= 8000),
  changed_at timestamptz not null default now(),
  primary key (user_id, key)
);

alter table saved_view
  add column reach text not null default 'own' check (reach in ('own', 'team', 'everyone'));
create index saved_view_shared on saved_view (list_key) where reach <> 'own';
