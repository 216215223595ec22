-- One address of a person's own program, and what it is told. The secret that signs is sealed.
create table webhook (
  user_id bigint primary key references app_user,
  url text not null check (length(url) between 8 and 500),
  secret bytea not null,
  -- Kinds of messages (message.biz_type) and events of statements it wants.
  kinds text[] not null default '{}',
  events text[] not null default '{}',
  is_on boolean not null default true,
  -- Switched off by the clock after a day of failures, not by a person.
  is_given_up boolean not null default false,
  failing_since timestamptz,
  failures integer not null default 0,
  next_try_at timestamptz not null default now(),
  -- One process sends to an address at a time.
  leased_until timestamptz,
  created_at timestamptz not null default now(),
  version integer not null default 1
);

create table webhook_delivery (
  id bigint generated always as identity primary key,
  user_id bigint not null references webhook on delete cascade,
  event text not null,
  -- To the letter what is signed and sent.
  body text not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed', 'dropped')),
  attempts integer not null default 0,
  status_code smallint,
  trouble text,
  created_at timestamptz not null default now(),
  done_at timestamptz
);
create index webhook_delivery_recent on webhook_delivery (user_id, id desc);
create index webhook_delivery_waiting on webhook_delivery (user_id, id) where state = 'waiting';
