-- Imports of every kind: what an import changed is kept for a while, so that it can be taken back where nobody has
-- touched the rows since.

alter table import_job drop constraint import_job_status_check;
alter table import_job add constraint import_job_status_check check (status in
  ('uploaded', 'checking', 'checked', 'applying', 'applied', 'failed', 'cancelled', 'undoing', 'undone'));
-- Until then the import can be taken back; null: it never could, or no longer.
alter table import_job add column undo_until timestamptz;
create index import_job_created on import_job (created_at desc, id desc);
create index import_job_undo on import_job (undo_until) where undo_until is not null;

create table import_change (
  import_id bigint not null references import_job on delete cascade,
  -- What kind of row, in the words of the import's target.
  entity text not null,
  row_id bigint not null,
  -- For rows that are known by a day too.
  day date,
  -- What stood there; null where the import made the row.
  before jsonb,
  -- How the import left the row, as its target compares it; a row that differs has been touched since.
  mark text
);
create index import_change_import on import_change (import_id, entity, row_id);

-- Which rows of a table others refer to, whatever refers to it now or in later days; tables in `own` do not count.
create function referenced_rows(target regclass, ids bigint[], own regclass[]) returns setof bigint
language plpgsql stable as $$
declare
  link record;
begin
  for link in
    select c.conrelid::regclass as source, a.attname as name from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.confrelid = target and c.contype = 'f' and c.conparentid = 0 and c.conrelid <> all(own::oid[])
  loop
    return query execute format('select distinct %1$I from %2$s where %1$I = any($1)', link.name, link.source) using ids;
  end loop;
end $$;
