-- Files that stand behind money: evidence of an adjustment, of a dispute, an invoice. A partner's are its own and staff's.
create table settlement_file (
  id bigint generated always as identity primary key,
  -- The partner whose account brought it; null: staff.
  partner_id bigint references partner,
  file_key text not null,
  name text not null check (length(name) between 1 and 200),
  bytes integer not null,
  sha256 text not null,
  uploaded_by bigint not null references app_user,
  uploaded_at timestamptz not null default now()
);

alter table dispute add column file_ids bigint[] not null default '{}', drop column file_keys;
alter table adjustment add column evidence_id bigint references settlement_file, drop column evidence_key, drop column evidence_name;
alter table invoice_doc add column file_id bigint not null references settlement_file, drop column file_key, drop column file_name;

-- Micro-yuan as fen, half up on the size, then the sign: core/settlement/amount.ts said in whole numbers.
create function fen_of_micro(micro bigint) returns bigint language sql immutable strict
  return sign(micro)::bigint * ((abs(micro) * 2 + 10000) / 20000);

-- Money on its way through the bank is neither the partner's claim nor gone.
alter table ledger_entry drop constraint ledger_entry_account_check, add constraint ledger_entry_account_check
  check (account in ('platform_receivable', 'partner_payable', 'creator_payable', 'fee_income', 'tax_withheld', 'hold', 'payout_transit', 'bank'));

-- What the nightly look at the ledger found; no faults is a result too.
create table ledger_check (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  journals bigint not null,
  faults jsonb not null
);
