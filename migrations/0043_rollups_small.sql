-- Two roll-ups more for the questions that had to read every slice (decision 0061). Both are sums of slices, so that they
-- grow with the values of attributes and not with their combinations.

-- A business line's day by two attributes at a time: operators' questions with one filter, and crossings. 0 stands for no
-- line, -1 for all lines together.
create table agg_line_pair_daily (
  dimensions text not null,
  business_line_id bigint not null,
  stat_date date not null,
  value text not null,
  other text not null,
  plays bigint not null, likes bigint not null, comments bigint not null, shares bigint not null, income_fen bigint not null,
  finish_plays bigint not null, rated_plays bigint not null, active_videos integer not null, new_videos integer not null,
  primary key (dimensions, business_line_id, stat_date, value, other)
);

-- A partner's day by one attribute at a time: a partner's own questions without filters, or with one filter and no groups.
create table agg_partner_dimension_daily (
  partner_id bigint not null,
  dimension text not null,
  stat_date date not null,
  value text not null,
  plays bigint not null, likes bigint not null, comments bigint not null, shares bigint not null, income_fen bigint not null,
  finish_plays bigint not null, rated_plays bigint not null, active_videos integer not null, new_videos integer not null,
  primary key (partner_id, dimension, stat_date, value)
);

-- Recomputes a day of some partners from their slices.
create function rebuild_partner_dimensions(day date, partners bigint[]) returns void language sql as $$
  delete from agg_partner_dimension_daily where partner_id = any(partners)
    and dimension = any('{platform,category,contentType,product}') and stat_date = day;
  insert into agg_partner_dimension_daily
  select s.partner_id, d.dimension, day, d.value, sum(plays), sum(likes), sum(comments), sum(shares), sum(income_fen), sum(finish_plays), sum(rated_plays), sum(active_videos), sum(new_videos)
  from agg_partner_slice_daily s cross join lateral (values
    ('platform', s.platform), ('category', s.category_id::text), ('contentType', s.content_type), ('product', s.product_code)
  ) d (dimension, value)
  where s.stat_date = day and s.partner_id = any(partners)
  group by 1, 2, 4 order by 1, 2, 4
$$;

-- Recomputes a day of some lines, and of all lines together, from their slices.
create function rebuild_line_pairs(day date, lines bigint[]) returns void language sql as $$
  delete from agg_line_pair_daily where stat_date = day and business_line_id = any(lines || -1::bigint)
    and dimensions = any(array['platform,contentType', 'platform,product', 'platform,category', 'contentType,product',
      'contentType,category', 'product,category']);
  insert into agg_line_pair_daily
  select d.dimensions, l.id, day, d.value, d.other, sum(plays), sum(likes), sum(comments), sum(shares), sum(income_fen), sum(finish_plays), sum(rated_plays), sum(active_videos), sum(new_videos)
  from agg_line_slice_daily s cross join lateral (values (s.business_line_id), (-1)) l (id)
  cross join lateral (values
    ('platform,contentType', s.platform, s.content_type), ('platform,product', s.platform, s.product_code),
    ('platform,category', s.platform, s.category_id::text), ('contentType,product', s.content_type, s.product_code),
    ('contentType,category', s.content_type, s.category_id::text), ('product,category', s.product_code, s.category_id::text)
  ) d (dimensions, value, other)
  where s.stat_date = day and l.id = any(lines || -1::bigint)
  group by 1, 2, 4, 5 order by 1, 2, 4, 5
$$;

-- As before, and the two above with it. Recomputes the dirty keys of one day, the newest first because that is where people look; returns how many keys were
-- taken, 0 when nothing is dirty. Workers on different days run side by side; on the same day they take turns.
create or replace function rebuild_rollups() returns integer language plpgsql as $$
declare
  day date;
  partners bigint[];
  lines bigint[];
begin
  -- A day another worker holds is passed over.
  select d.stat_date into day from (select distinct stat_date from dirty_key order by stat_date desc) d
  where pg_try_advisory_xact_lock(hashtext('rollup'), d.stat_date - date '2000-01-01') limit 1;
  if day is null then return 0; end if;

  with taken as (delete from dirty_key where stat_date = day returning partner_id)
  select array_agg(partner_id order by partner_id) into partners from taken;
  if partners is null then return 0; end if;

  delete from agg_partner_slice_daily where stat_date = day and partner_id = any(partners);
  insert into agg_partner_slice_daily
  select partner_id, day, platform, category_id, content_type, product_code, sum(plays), sum(likes), sum(comments), sum(shares), sum(income_fen), sum(finish_plays), sum(rated_plays), sum(active_videos), sum(new_videos)
  from (
    select coalesce(v.partner_id, 0) as partner_id, v.platform, coalesce(v.category_id, 0) as category_id, v.content_type,
      coalesce(v.product_code, '') as product_code, coalesce(m.play_delta, 0) as plays, coalesce(m.like_delta, 0) as likes,
      coalesce(m.comment_delta, 0) as comments, coalesce(m.share_delta, 0) as shares, m.est_income_fen as income_fen,
      case when m.finish_rate_ppm is null then 0 else round(coalesce(m.play_delta, 0) * m.finish_rate_ppm / 1000000.0) end as finish_plays,
      case when m.finish_rate_ppm is null then 0 else coalesce(m.play_delta, 0) end as rated_plays,
      case when m.play_delta > 0 then 1 else 0 end as active_videos, 0 as new_videos
    from video_metric_daily m join video v on v.id = m.video_id where m.stat_date = day
    union all
    select coalesce(v.partner_id, 0), v.platform, coalesce(v.category_id, 0), v.content_type, coalesce(v.product_code, ''),
      0, 0, 0, 0, 0, 0, 0, 0, 1
    from video v
    where coalesce(v.published_at, '-infinity') >= day::timestamp at time zone 'Asia/Shanghai'
      and coalesce(v.published_at, '-infinity') < (day + 1)::timestamp at time zone 'Asia/Shanghai'
  ) fact
  where partner_id = any(partners)
  group by partner_id, platform, category_id, content_type, product_code;

  delete from agg_partner_daily where stat_date = day and partner_id = any(partners);
  insert into agg_partner_daily
  select day, partner_id, sum(plays), sum(likes), sum(comments), sum(shares), sum(income_fen), sum(finish_plays), sum(rated_plays), sum(active_videos), sum(new_videos)
  from agg_partner_slice_daily where stat_date = day and partner_id = any(partners) group by partner_id;

  select array_agg(distinct line) into lines
  from (select coalesce(p.business_line_id, 0) as line from unnest(partners) k(id) left join partner p on p.id = k.id) l;

  delete from agg_line_slice_daily where stat_date = day and business_line_id = any(lines);
  insert into agg_line_slice_daily
  select day, line, platform, category_id, content_type, product_code, sum(plays), sum(likes), sum(comments), sum(shares), sum(income_fen), sum(finish_plays), sum(rated_plays), sum(active_videos), sum(new_videos)
  from (
    select coalesce(p.business_line_id, 0) as line, s.* from agg_partner_slice_daily s left join partner p on p.id = s.partner_id
    where s.stat_date = day
  ) slice where line = any(lines) group by line, platform, category_id, content_type, product_code;

  delete from agg_line_dimension_daily where stat_date = day and business_line_id = any(lines);
  insert into agg_line_dimension_daily
  select d.dimension, day, business_line_id, d.value, sum(plays), sum(likes), sum(comments), sum(shares), sum(income_fen), sum(finish_plays), sum(rated_plays), sum(active_videos), sum(new_videos)
  from agg_line_slice_daily s
  cross join lateral (values ('total', ''), ('platform', platform), ('category', category_id::text), ('contentType', content_type), ('product', product_code)) d (dimension, value)
  where s.stat_date = day and business_line_id = any(lines)
  group by d.dimension, business_line_id, d.value;

  perform rebuild_partner_dimensions(day, partners);
  perform rebuild_line_pairs(day, lines);

  return cardinality(partners);
end $$;


-- As before, and for each roll-up an operator or a partner may be answered from: the one that differs most stands in the check.
create or replace function verify_rollups(days date[]) returns integer language plpgsql as $$
declare
  wrong integer;
begin
  with fact as (
    select stat_date, sum(coalesce(play_delta, 0)) as plays, sum(est_income_fen) as income from video_metric_daily
    where stat_date = any(days) group by 1
  ), rollup as (
    select 'line,' || dimension as kind, stat_date, sum(plays) as plays, sum(income_fen) as income from agg_line_dimension_daily
    where dimension = 'total' and stat_date = any(days) group by 1, 2
    union all
    select dimensions, stat_date, sum(plays), sum(income_fen) from agg_line_pair_daily
    where business_line_id = -1 and stat_date = any(days) group by 1, 2
    union all
    select 'lines,' || dimensions, stat_date, sum(plays), sum(income_fen) from agg_line_pair_daily
    where business_line_id >= 0 and stat_date = any(days) group by 1, 2
    union all
    select dimension, stat_date, sum(plays), sum(income_fen) from agg_partner_dimension_daily
    where stat_date = any(days) group by 1, 2
  ), compared as (
    select distinct on (d.day) d.day, coalesce(f.plays, 0) as fact_plays, coalesce(r.plays, 0) as plays,
      coalesce(f.income, 0) as fact_income, coalesce(r.income, 0) as income
    from unnest(days) d(day)
    cross join unnest(array['line,total', 'platform', 'category', 'contentType', 'product',
      'platform,contentType', 'platform,product', 'platform,category', 'contentType,product', 'contentType,category', 'product,category',
      'lines,platform,contentType', 'lines,platform,product', 'lines,platform,category', 'lines,contentType,product',
      'lines,contentType,category', 'lines,product,category']) k(kind)
    left join fact f on f.stat_date = d.day left join rollup r on r.stat_date = d.day and r.kind = k.kind
    order by d.day, abs(coalesce(f.plays, 0) - coalesce(r.plays, 0)) + abs(coalesce(f.income, 0) - coalesce(r.income, 0)) desc, k.kind
  ), checked as (
    insert into rollup_check (stat_date, fact_plays, rollup_plays, fact_income_fen, rollup_income_fen, repaired)
    select day, fact_plays, plays, fact_income, income, (fact_plays, fact_income) <> (plays, income)
    from compared
    -- A day that waits for the worker is late, not wrong.
    where not exists (select from dirty_key k where k.stat_date = compared.day)
    returning stat_date, repaired
  ), marked as (
    insert into dirty_key
    select c.stat_date, p.id from checked c cross join (select id from partner union all select 0) p(id) where c.repaired
    on conflict do nothing
  )
  select count(*) into wrong from checked where repaired;
  return wrong;
end $$;

-- What stood in the slices before. A day that is dirty is recomputed with them.
insert into agg_partner_dimension_daily
select s.partner_id, d.dimension, s.stat_date, d.value, sum(plays), sum(likes), sum(comments), sum(shares), sum(income_fen), sum(finish_plays), sum(rated_plays), sum(active_videos), sum(new_videos)
from agg_partner_slice_daily s cross join lateral (values
    ('platform', s.platform), ('category', s.category_id::text), ('contentType', s.content_type), ('product', s.product_code)
) d (dimension, value)
group by 1, 2, 3, 4 order by 3, 1, 2, 4;
insert into agg_line_pair_daily
select d.dimensions, l.id, s.stat_date, d.value, d.other, sum(plays), sum(likes), sum(comments), sum(shares), sum(income_fen), sum(finish_plays), sum(rated_plays), sum(active_videos), sum(new_videos)
from agg_line_slice_daily s cross join lateral (values (s.business_line_id), (-1)) l (id)
cross join lateral (values
    ('platform,contentType', s.platform, s.content_type), ('platform,product', s.platform, s.product_code),
    ('platform,category', s.platform, s.category_id::text), ('contentType,product', s.content_type, s.product_code),
    ('contentType,category', s.content_type, s.category_id::text), ('product,category', s.product_code, s.category_id::text)
) d (dimensions, value, other)
group by 1, 2, 3, 4, 5 order by 3, 1, 2, 4, 5;
