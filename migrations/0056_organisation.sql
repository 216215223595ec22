-- Organisations are edited by people: each row carries the version a change must bring.
alter table business_line add column version integer not null default 1;
alter table team add column version integer not null default 1;
alter table partner add column version integer not null default 1;
alter table supplier add column version integer not null default 1;
alter table creator add column version integer not null default 1;
create index partner_created on partner (created_at desc, id desc);
create index supplier_created on supplier (created_at desc, id desc);
create index creator_created on creator (created_at desc, id desc);

-- A partner that goes to another business line takes its sums along. Each of its days is rebuilt, and with it its new line;
-- the line it left is rebuilt through another partner there, and where none is left its sums go at once.
create function mark_moved_partners() returns trigger language plpgsql as $$
begin
  insert into dirty_key
  select distinct d.stat_date, side.partner_id
  from before b join after a on a.id = b.id and a.business_line_id <> b.business_line_id
  join agg_partner_daily d on d.partner_id = a.id
  cross join lateral (values (a.id), ((select min(p.id) from partner p where p.business_line_id = b.business_line_id))) side (partner_id)
  where side.partner_id is not null order by 1, 2
  on conflict do nothing;

  delete from agg_line_slice_daily s using before b join after a on a.id = b.id and a.business_line_id <> b.business_line_id
  where s.business_line_id = b.business_line_id and not exists (select from partner p where p.business_line_id = b.business_line_id);
  delete from agg_line_dimension_daily s using before b join after a on a.id = b.id and a.business_line_id <> b.business_line_id
  where s.business_line_id = b.business_line_id and not exists (select from partner p where p.business_line_id = b.business_line_id);
  delete from agg_line_pair_daily s using before b join after a on a.id = b.id and a.business_line_id <> b.business_line_id
  where s.business_line_id = b.business_line_id and not exists (select from partner p where p.business_line_id = b.business_line_id);
  return null;
end $$;
create trigger dirty_after_line after update on partner referencing old table as before new table as after
  for each statement execute function mark_moved_partners();
