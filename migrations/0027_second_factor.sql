-- The second factor of a sign-in (RFC 6238), and the codes that stand in for a lost device.

create table second_factor (
  user_id bigint primary key references app_user on delete cascade,
  -- Encrypted with the key of the installation.
  secret bytea not null,
  -- Null while it is being set up: it does not count yet.
  confirmed_at timestamptz,
  -- The time step of the last code that was taken; a code is never taken twice.
  last_step bigint not null default 0
);

create table recovery_code (
  user_id bigint not null references app_user on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);
