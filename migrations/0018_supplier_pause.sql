-- A paused supplier goes on with what it has taken, and is given and takes nothing new. Frozen and ended ones have no
-- access at all.
alter table supplier add column is_paused boolean not null default false;
