-- Whether a second factor was asked of the account's role when the session was opened (decision 0125).
alter table session add column asks_factor boolean not null default false;
