-- Which kinds of messages a person wants by e-mail as well, in which language, and when not to be disturbed.
create table mail_wish (
  user_id bigint primary key references app_user,
  -- Kinds of messages (message.biz_type).
  kinds text[] not null default '{}',
  language text not null check (language in ('zh-CN', 'en-US')),
  -- Hours of Shanghai's clock; both empty: at any time. From 22 to 8 goes over midnight.
  quiet_from smallint check (quiet_from between 0 and 23),
  quiet_to smallint check (quiet_to between 0 and 23),
  check ((quiet_from is null) = (quiet_to is null) and quiet_from <> quiet_to)
);

-- Messages to be mailed; what falls due together for one person goes in one letter.
create table mail_waiting (
  message_id bigint primary key references message on delete cascade,
  user_id bigint not null references app_user,
  due_at timestamptz not null,
  attempts integer not null default 0
);
create index mail_waiting_due on mail_waiting (due_at);
create index mail_waiting_user on mail_waiting (user_id);
