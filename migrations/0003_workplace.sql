-- The workplace: what each person keeps there, and how much content is online without counting it while somebody waits.

-- When a person last opened a page, by the page's name in the access table; a row per page, so it cannot grow.
create table recent_visit (
  user_id bigint not null references app_user on delete cascade,
  page text not null check (length(page) <= 60),
  at timestamptz not null,
  primary key (user_id, page)
);

-- The pages a person set as quick operations, in their order. No row: never set.
create table quick_operation (
  user_id bigint primary key references app_user on delete cascade,
  pages text[] not null check (cardinality(pages) <= 8)
);

-- Public videos per owner, category and kind: the sum of n. Changes are added as rows of their own, never written over,
-- so that an import and an edit do not wait for each other; a job folds them together.
create table online_count (
  partner_id bigint,
  category_id bigint,
  content_type text not null,
  n bigint not null
);
create index online_count_partner on online_count (partner_id);

create function count_online() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into online_count select partner_id, category_id, content_type, count(*) from after
    where visibility = 'public' group by 1, 2, 3;
  elsif tg_op = 'DELETE' then
    insert into online_count select partner_id, category_id, content_type, -count(*) from before
    where visibility = 'public' group by 1, 2, 3;
  else
    insert into online_count select partner_id, category_id, content_type, sum(n) from (
      select partner_id, category_id, content_type, -1 as n from before where visibility = 'public'
      union all select partner_id, category_id, content_type, 1 from after where visibility = 'public'
    ) changed group by 1, 2, 3 having sum(n) <> 0;
  end if;
  return null;
end $$;
create trigger online_after_insert after insert on video referencing new table as after
  for each statement execute function count_online();
create trigger online_after_update after update on video referencing old table as before new table as after
  for each statement execute function count_online();
create trigger online_after_delete after delete on video referencing old table as before
  for each statement execute function count_online();

-- Rows added while this runs are not taken and stay.
create function fold_online_count() returns void language sql as $$
  with taken as (delete from online_count returning partner_id, category_id, content_type, n)
  insert into online_count select partner_id, category_id, content_type, sum(n) from taken group by 1, 2, 3 having sum(n) <> 0
$$;

-- Counts anew: after videos came in past the triggers.
create function recount_online() returns void language sql as $$
  with taken as (delete from online_count)
  insert into online_count select partner_id, category_id, content_type, count(*) from video where visibility = 'public' group by 1, 2, 3
$$;
select recount_online();
