-- Which transactions an account has written in lately, or was told of: a replica answers it when it has them all.
-- Rows are added and swept, never changed, so that nobody waits for anybody.

create table account_write (
  user_id bigint not null,
  xid xid8 not null default pg_current_xact_id(),
  at timestamptz not null default clock_timestamp()
);

create index account_write_newest on account_write (user_id, xid);
