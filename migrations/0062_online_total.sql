-- What is online of all partners together: administrators' question, which does not grow with the partners. Kept beside the
-- counts per partner, by the same statements: rows of change, folded by the job.
create table online_total (
  category_id bigint,
  content_type text not null,
  n bigint not null
);

create or replace function count_online() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    with changed as (
      insert into online_count select partner_id, category_id, content_type, count(*) from after
      where visibility = 'public' group by 1, 2, 3 returning category_id, content_type, n
    )
    insert into online_total select category_id, content_type, sum(n) from changed group by 1, 2;
  elsif tg_op = 'DELETE' then
    with changed as (
      insert into online_count select partner_id, category_id, content_type, -count(*) from before
      where visibility = 'public' group by 1, 2, 3 returning category_id, content_type, n
    )
    insert into online_total select category_id, content_type, sum(n) from changed group by 1, 2;
  else
    with changed as (
      insert into online_count select partner_id, category_id, content_type, sum(n) from (
        select partner_id, category_id, content_type, -1 as n from before where visibility = 'public'
        union all select partner_id, category_id, content_type, 1 from after where visibility = 'public'
      ) moved group by 1, 2, 3 having sum(n) <> 0 returning category_id, content_type, n
    )
    insert into online_total select category_id, content_type, sum(n) from changed group by 1, 2 having sum(n) <> 0;
  end if;
  return null;
end $$;

create or replace function fold_online_count() returns void language sql as $$
  with taken as (delete from online_count returning partner_id, category_id, content_type, n)
  insert into online_count select partner_id, category_id, content_type, sum(n) from taken group by 1, 2, 3 having sum(n) <> 0;
  with taken as (delete from online_total returning category_id, content_type, n)
  insert into online_total select category_id, content_type, sum(n) from taken group by 1, 2 having sum(n) <> 0
$$;

create or replace function recount_online() returns void language sql as $$
  with taken as (delete from online_count)
  insert into online_count select partner_id, category_id, content_type, count(*) from video where visibility = 'public' group by 1, 2, 3;
  with taken as (delete from online_total)
  insert into online_total select category_id, content_type, count(*) from video where visibility = 'public' group by 1, 2
$$;

insert into online_total select category_id, content_type, sum(n) from online_count group by 1, 2 having sum(n) <> 0;
