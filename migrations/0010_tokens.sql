-- Tokens for machines: a person's own right, narrowed to scopes, for a limited time. Only the hash of a token is kept;
-- `prefix` is what people tell tokens apart by.
create table api_token (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  name text not null check (length(name) between 1 and 60),
  prefix text not null,
  token_hash bytea not null unique,
  scopes text[] not null check (cardinality(scopes) > 0),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  revoked_reason text
);
create index api_token_user on api_token (user_id, id desc);
