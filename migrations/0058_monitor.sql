-- The page "monitor": alert rules, and plays by the hour of everybody together.

-- A rule fires while what it measures is above its threshold. Codes and units are those of the feature's contract.
create table monitor_rule (
  code text primary key,
  threshold bigint not null check (threshold >= 0),
  enabled boolean not null default true,
  -- What was measured last; null where there was nothing to measure.
  value bigint,
  measured_at timestamptz,
  -- Null while the rule does not fire.
  firing_since timestamptz,
  -- Administrators have a todo about this firing.
  is_told boolean not null default false,
  muted_until timestamptz,
  version integer not null default 1
);

insert into monitor_rule (code, threshold) values
  ('dataAgeHours', 36), ('ingestRefusedPpm', 50000), ('playsDropPpm', 300000), ('rollupWrong', 0), ('rollupDays', 30),
  ('jobsFailed', 0), ('jobWaitMinutes', 15), ('apiErrorPpm', 10000), ('apiP95Ms', 1000), ('casesOverdue', 20);

-- An hour's plays of all partners: the slices of an hour are many, and the monitor looks at six days every half minute.
create table hour_total (
  bucket_at timestamptz primary key,
  plays bigint not null
);

-- Adds up anew the hours from an instant on; returns how many there are.
create function total_hours(since timestamptz) returns integer language sql as $$
  with summed as (
    insert into hour_total select bucket_at, sum(plays) from agg_partner_slice_hourly where bucket_at >= since group by 1 order by 1
    on conflict (bucket_at) do update set plays = excluded.plays
    returning 1
  )
  select count(*)::integer from summed
$$;
select total_hours('-infinity');
