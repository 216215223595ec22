-- The message box: one row per receiver. Written in the transaction of what it tells about.

create table message (
  id bigint generated always as identity primary key,
  receiver_id bigint not null references app_user on delete cascade,
  sender_id bigint references app_user,
  type text not null check (type in ('message', 'notice', 'todo')),
  -- What it is about: a kind of business and its row. A todo ends by the business action, never by reading.
  biz_type text not null,
  biz_id text not null default '',
  -- {"zh": {title, subTitle, content}, "en": {…}}
  words jsonb not null,
  link text,
  -- The tag of notices and todos: 0 not started, 1 opened, 2 in progress, 3 expiring soon.
  message_type smallint check (message_type between 0 and 3),
  status smallint not null default 0 check (status in (0, 1)),
  -- While unread, another of the same key only raises the count.
  dedup_key text,
  dedup_count integer not null default 1,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  done_at timestamptz,
  cleared_at timestamptz
);
create unique index message_one_unread on message (receiver_id, dedup_key) where dedup_key is not null and status = 0 and done_at is null;
create index message_box on message (receiver_id, type, id desc) where cleared_at is null;
create index message_unread on message (receiver_id, type) where status = 0 and cleared_at is null;
create index message_todo on message (biz_type, biz_id) where type = 'todo' and done_at is null;
