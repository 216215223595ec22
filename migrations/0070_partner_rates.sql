-- A partner's own rates have a way to being in force: one person proposes, another decides. Only what is approved prices.
alter table partner_rate
  add column state text not null default 'proposed' check (state in ('proposed', 'approved', 'rejected', 'withdrawn')),
  add column reason text check (length(reason) between 1 and 500),
  add column decided_by bigint references app_user,
  add column decided_at timestamptz,
  add column decision_note text check (length(decision_note) <= 500),
  add column version integer not null default 1;
update partner_rate set state = 'approved';
alter table partner_rate drop constraint one_rate_at_a_time;
alter table partner_rate add constraint one_rate_at_a_time exclude using gist (
    int8range(partner_id, partner_id, '[]') with &&,
    code_range(product_code, product_code, '[]') with &&,
    daterange(valid_from, valid_before) with &&
  ) where (state = 'approved');
alter table partner_rate add constraint two_persons check (decided_by is null or decided_by <> created_by);
create index partner_rate_recent on partner_rate (created_at desc, id desc);
create index partner_rate_start on partner_rate (valid_from desc, id desc);
