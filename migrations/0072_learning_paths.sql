-- Learning paths (domain page S16): articles in an order. What a reader has done follows from what he read and confirmed.

create table learning_path (
  id bigint generated always as identity primary key,
  title text not null check (length(title) between 1 and 40),
  summary text not null default '' check (length(summary) <= 200),
  -- Who learns by it; each article keeps its own audience.
  audience_roles text[] not null check (audience_roles <@ '{leader,partner}'),
  is_online boolean not null default false,
  sort integer not null,
  created_by bigint not null references app_user,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);

create table learning_path_article (
  path_id bigint not null references learning_path on delete cascade,
  position integer not null,
  article_id bigint not null references article on delete cascade,
  primary key (path_id, position),
  unique (path_id, article_id)
);
create index learning_path_article_of on learning_path_article (article_id);
