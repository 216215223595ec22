-- A new payout account waits before money goes to it, and may be taken back until then.

alter table bank_account
  drop constraint bank_account_state_check,
  add constraint bank_account_state_check check (state in ('waiting', 'verified', 'rejected', 'replaced', 'cancelled')),
  -- Nothing is paid to it before; null where it was there before there was a wait.
  add column usable_from timestamptz,
  -- What it took the place of, and what state that was in.
  add column former_id bigint references bank_account,
  add column former_state text,
  add column rejection text;
