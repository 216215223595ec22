-- Building accruals: rounding in whole numbers, and the days that wait to become final.

-- Half up on the size, then the sign; numeric, because an amount times a rate leaves a bigint.
create function half_up(value numeric, by numeric) returns bigint language sql immutable strict parallel safe as $$
  select (sign(value) * div(2 * abs(value) + by, 2 * by))::bigint
$$;

create index accrual_not_final on accrual (product_code, earn_date) where not is_final;

-- The tiers of a version's plan with what all plays below each cost, in thousandths of a micro-yuan.
create function tiers_of(params jsonb) returns table (from_plays bigint, before_plays bigint, cpm_e4 bigint, price_below numeric)
language sql immutable strict parallel safe as $$
  select from_plays, before_plays, cpm_e4,
    coalesce(sum((before_plays - from_plays)::numeric * cpm_e4 * 100) over (order by from_plays rows between unbounded preceding and 1 preceding), 0)
  from (
    select (t->>'fromPlays')::bigint as from_plays, (t->>'cpmE4')::bigint as cpm_e4,
      lead((t->>'fromPlays')::bigint) over (order by (t->>'fromPlays')::bigint) as before_plays
    from jsonb_array_elements(params->'tiers') t
  ) tier
$$;
