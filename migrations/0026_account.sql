-- What a person says about himself beside what an administrator keeps, and the kinds of messages he does not want.

alter table app_user
  -- Six digits of the region table; 900000 is overseas.
  add column region_code text check (region_code ~ '^\d{6}$'),
  add column address text check (length(address) <= 200),
  add column profile text check (length(profile) <= 200);

-- A row is a refusal: without one, every message comes. Todos come in any case.
create table message_mute (
  user_id bigint not null references app_user on delete cascade,
  biz_type text not null,
  primary key (user_id, biz_type)
);
