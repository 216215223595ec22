-- Who a partner or a supplier is by its papers (domain page S21). Numbers of papers are sealed; a masked form is shown.
create table certification (
  id bigint generated always as identity primary key,
  partner_id bigint references partner,
  supplier_id bigint references supplier,
  account_type text not null check (account_type in ('enterprise', 'person')),
  -- The legal person of an enterprise, or the person.
  legal_person text not null check (length(legal_person) between 2 and 60),
  certificate_type text not null check (certificate_type in ('identityCard', 'passport', 'travelPermit')),
  number_sealed bytea not null,
  number_masked text not null check (number_masked like '%*%'),
  enterprise_name text check (length(enterprise_name) between 2 and 60),
  enterprise_certificate_type text check (enterprise_certificate_type in ('businessLicence', 'institution', 'socialOrganisation')),
  organisation_code text check (organisation_code ~ '^[0-9A-Z]{18}$'),
  -- Last day of the paper; without one it does not end.
  valid_through date,
  state text not null default 'auditing' check (state in ('auditing', 'passed', 'rejected', 'withdrawn', 'expired')),
  reason text check (length(reason) <= 200),
  created_by bigint references app_user,
  created_at timestamptz not null default now(),
  decided_by bigint references app_user,
  decided_at timestamptz,
  version integer not null default 1,
  -- Whom money may be paid to.
  name text not null generated always as (coalesce(enterprise_name, legal_person)) stored,
  check (num_nonnulls(partner_id, supplier_id) = 1),
  check (num_nonnulls(enterprise_name, enterprise_certificate_type, organisation_code) = case account_type when 'enterprise' then 3 else 0 end),
  check (state <> 'rejected' or reason is not null)
);
-- One at a time is looked at, and one stands.
create unique index certification_partner on certification (partner_id, state) where state in ('auditing', 'passed');
create unique index certification_supplier on certification (supplier_id, state) where state in ('auditing', 'passed');
create index certification_recent on certification (created_at desc, id desc);
create index certification_of_partner on certification (partner_id, id desc);
create index certification_of_supplier on certification (supplier_id, id desc);
create index certification_ending on certification (valid_through) where state = 'passed';

-- A name as it is compared: width of letters and brackets and blanks between do not matter.
create function plain_name(name text) returns text language sql immutable parallel safe as $$
  select upper(regexp_replace(normalize(name, nfkc), '\s', '', 'g'))
$$;
