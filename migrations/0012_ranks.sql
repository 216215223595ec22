-- Hot rankings (domain page S13). A board is a frozen list, never a computation while somebody reads: jobs build it from the
-- facts, readers page inside one snapshot.
--
-- Everything here is a function of the facts alone: the end of a window, not the clock, decides what counts, so that any
-- day rebuilt in any order, twice, gives the same entries.

-- Weights and limits as data; a new version is a new row. Heat is integer arithmetic:
-- floor((weights · increments) × boost / 100), the boost in hundredths for what was published shortly before the window ends.
create table rank_formula (
  version integer primary key,
  play_weight integer not null,
  like_weight integer not null,
  comment_weight integer not null,
  favorite_weight integer not null,
  share_weight integer not null,
  danmaku_weight integer not null,
  boost_percent integer not null,
  boost_hours integer not null,
  -- Entries one creator, one partner may have on today's board.
  per_creator integer not null,
  per_partner integer not null,
  stored_count integer not null,
  shown_count integer not null,
  created_at timestamptz not null default now()
);
insert into rank_formula values (1, 25, 40, 40, 30, 60, 40, 150, 24, 3, 20, 500, 100);

-- One board through the days. scope_key: all, platform:<platform>, category:<id of the first level>, type:<content type>.
-- window_days: 1, 7 or 30 finished days on the play board, 0 where the board has its own window.
create table rank_series (
  id integer generated always as identity primary key,
  board text not null check (board in ('today_rank', 'play_count_rank', 'history_play_count_rank')),
  window_days smallint not null,
  scope_key text not null,
  unique (board, window_days, scope_key)
);

create table rank_snapshot (
  id bigint generated always as identity primary key,
  series_id integer not null references rank_series,
  stat_date date not null,
  window_start timestamptz,
  window_end timestamptz not null,
  formula_version integer not null references rank_formula,
  taken_at timestamptz not null default now(),
  -- live: the running day; final: frozen; revised: late data changed a final, which is kept.
  status text not null check (status in ('live', 'final', 'revised')),
  is_current boolean not null default true,
  -- The snapshot this one took the place of.
  replaces bigint,
  item_count integer not null,
  -- Kept off the board by a data problem.
  excluded_count integer not null,
  -- The end of the window that changes of rank compare with.
  compared_end timestamptz,
  -- Of the entries, without what they say about other days.
  digest text not null
);
create unique index rank_snapshot_current on rank_snapshot (series_id, stat_date) where is_current;
create index rank_snapshot_old on rank_snapshot (series_id, stat_date, id) where not is_current;

-- rank counts ties once (1, 1, 3); position is unique. Increments are those of the window; on the board of all time they are
-- totals. What an entry says about other days (previous, best, days, times) follows the current snapshots of its series.
create table rank_entry (
  snapshot_id bigint not null references rank_snapshot on delete cascade,
  position integer not null,
  series_id integer not null,
  stat_date date not null,
  rank integer not null,
  video_id bigint not null,
  score bigint not null,
  play_count bigint not null,
  play_delta bigint not null,
  like_delta bigint not null,
  comment_delta bigint not null,
  share_delta bigint not null,
  favorite_delta bigint,
  prev_rank integer,
  prev_score bigint,
  best_rank integer not null,
  -- Days and separate stays among the entries shown.
  days_on_board integer not null,
  times_on_board integer not null,
  is_new boolean not null,
  primary key (snapshot_id, position)
);
create index rank_entry_video on rank_entry (series_id, video_id, stat_date desc);

-- Days whose facts changed since their boards were built. daily and hourly: what arrived; board: a day to build again;
-- brief: one to build without platforms, categories and types.
create table rank_dirty (
  stat_date date not null,
  kind text not null check (kind in ('daily', 'hourly', 'board', 'brief')),
  primary key (stat_date, kind)
);

create function mark_rank_daily() returns trigger language plpgsql as $$
begin
  insert into rank_dirty select distinct stat_date, 'daily' from changed order by 1 on conflict do nothing;
  return null;
end $$;
create trigger rank_after_insert after insert on video_metric_daily referencing new table as changed
  for each statement execute function mark_rank_daily();
create trigger rank_after_update after update on video_metric_daily referencing new table as changed
  for each statement execute function mark_rank_daily();
create trigger rank_after_delete after delete on video_metric_daily referencing old table as changed
  for each statement execute function mark_rank_daily();

create function mark_rank_hourly() returns trigger language plpgsql as $$
begin
  insert into rank_dirty select distinct (bucket_at at time zone 'Asia/Shanghai')::date, 'hourly' from changed order by 1
  on conflict do nothing;
  return null;
end $$;
create trigger rank_after_insert after insert on video_metric_hourly referencing new table as changed
  for each statement execute function mark_rank_hourly();
create trigger rank_after_update after update on video_metric_hourly referencing new table as changed
  for each statement execute function mark_rank_hourly();

-- The last time a video stood on a board before a day.
create function rank_before(of_series integer, of_video bigint, before date)
returns table (stat_date date, "position" integer, rank integer, score bigint, best_rank integer, days_on_board integer, times_on_board integer)
language sql stable as $$
  select e.stat_date, e.position, e.rank, e.score, e.best_rank, e.days_on_board, e.times_on_board
  from rank_entry e join rank_snapshot s on s.id = e.snapshot_id
  where e.series_id = of_series and e.video_id = of_video and e.stat_date < before and s.is_current
  order by e.stat_date desc limit 1
$$;

-- The videos that may stand on a board, out of `rank_fact` (one row per window and video): what is public, neither blocked
-- nor limited, and gained anything. Falls and jumps that nobody has explained are counted, not ranked.
create function place_ranks(formula rank_formula, is_capped boolean, with_scopes boolean default true) returns void language plpgsql as $$
begin
  create temp table rank_pool on commit drop as
  select f.*, v.published_at, v.creator_id, v.partner_id, scope.key as scope_key
  from rank_fact f join video v on v.id = f.video_id left join category c on c.id = v.category_id
  cross join lateral (values
    ('all'), ('platform:' || v.platform), ('type:' || v.content_type), ('category:' || coalesce(c.parent_id, c.id))
  ) scope (key)
  where f.score > 0 and scope.key is not null and (with_scopes or scope.key = 'all') and v.visibility = 'public' and v.risk_state not in ('blocked', 'limited');

  create temp table rank_excluded on commit drop as
  select window_days, scope_key, count(*)::integer as videos from rank_pool where is_bad group by 1, 2;
  delete from rank_pool where is_bad;

  if is_capped then
    delete from rank_pool p using (
      select window_days, scope_key, video_id, row_number() over (
        partition by window_days, scope_key, creator_id order by score desc, play_delta desc, published_at desc nulls last, video_id) as n
      from rank_pool where creator_id is not null
    ) over_creator where (p.window_days, p.scope_key, p.video_id) = (over_creator.window_days, over_creator.scope_key, over_creator.video_id)
      and over_creator.n > formula.per_creator;
    delete from rank_pool p using (
      select window_days, scope_key, video_id, row_number() over (
        partition by window_days, scope_key, partner_id order by score desc, play_delta desc, published_at desc nulls last, video_id) as n
      from rank_pool where partner_id is not null
    ) over_partner where (p.window_days, p.scope_key, p.video_id) = (over_partner.window_days, over_partner.scope_key, over_partner.video_id)
      and over_partner.n > formula.per_partner;
  end if;

  create temp table rank_placed on commit drop as
  select * from (
    select p.*, row_number() over (
        partition by window_days, scope_key order by score desc, play_delta desc, published_at desc nulls last, video_id)::integer as position,
      rank() over (partition by window_days, scope_key order by score desc)::integer as rank
    from rank_pool p
  ) placed where position <= formula.stored_count;
end $$;

-- Writes what place_ranks found as snapshots of a day, where it differs from what stands, and lets the days after it that
-- mention the changed entries follow. Returns how many boards changed.
create function publish_ranks(of_board text, day date, starts timestamptz, ends timestamptz, wanted text, formula rank_formula,
  windows smallint[] default '{0}', with_scopes boolean default true)
returns integer language plpgsql as $$
declare
  changed integer;
  later date;
begin
  insert into rank_series (board, window_days, scope_key)
  select distinct of_board, window_days, scope_key from rank_placed order by 2, 3 on conflict do nothing;

  create temp table rank_next on commit drop as
  select r.id as series_id, s.id as old_id, s.status as old_status, s.digest as old_digest,
    coalesce(p.items, 0) as items, coalesce(p.digest, '') as digest, coalesce(x.videos, 0) as excluded, r.window_days, r.scope_key,
    null::bigint as new_id
  from rank_series r
  left join rank_snapshot s on s.series_id = r.id and s.stat_date = day and s.is_current
  left join (
    select window_days, scope_key, count(*)::integer as items,
      md5(string_agg(concat_ws(',', position, rank, video_id, score, play_count, play_delta, like_delta, comment_delta, share_delta,
        favorite_delta), ';' order by position)) as digest
    from rank_placed group by 1, 2
  ) p using (window_days, scope_key)
  left join rank_excluded x using (window_days, scope_key)
  where r.board = of_board and (p.items is not null or s.id is not null)
    and r.window_days = any(windows) and (with_scopes or r.scope_key = 'all');

  -- The running day's last board and its final may be the same list.
  update rank_snapshot s set status = 'final', window_end = ends, excluded_count = n.excluded, taken_at = clock_timestamp()
  from rank_next n where s.id = n.old_id and n.digest = n.old_digest and n.old_status = 'live' and wanted = 'final';
  update rank_snapshot s set window_end = ends, excluded_count = n.excluded, taken_at = clock_timestamp()
  from rank_next n where s.id = n.old_id and n.digest = n.old_digest and n.old_status = 'live' and wanted = 'live';
  delete from rank_next where digest = old_digest;
  -- A day that is closed does not run again.
  if wanted = 'live' then delete from rank_next where old_status <> 'live'; end if;

  update rank_snapshot set is_current = false where id in (select old_id from rank_next);
  with made as (
    insert into rank_snapshot (series_id, stat_date, window_start, window_end, formula_version, taken_at, status, replaces, item_count, excluded_count, digest)
    select series_id, day, starts - window_days * interval '1 day', ends, formula.version, clock_timestamp(),
      case when wanted = 'final' and old_status in ('final', 'revised') then 'revised' else wanted end,
      old_id, items, excluded, digest
    from rank_next order by series_id
    returning id, series_id
  )
  update rank_next n set new_id = made.id from made where made.series_id = n.series_id;
  get diagnostics changed = row_count;
  if changed = 0 then return 0; end if;

  insert into rank_entry
  select n.new_id, p.position, n.series_id, day, p.rank, p.video_id, p.score, p.play_count, p.play_delta, p.like_delta,
    p.comment_delta, p.share_delta, p.favorite_delta,
    case when b.stat_date = day - 1 then b.rank end, case when b.stat_date = day - 1 then b.score end,
    least(p.rank, b.best_rank), coalesce(b.days_on_board, 0) + shown.one,
    coalesce(b.times_on_board, 0) + case when b.stat_date = day - 1 and b.position <= formula.shown_count then 0 else shown.one end,
    b.stat_date is null
  from rank_placed p join rank_next n using (window_days, scope_key)
  cross join lateral (select case when p.position <= formula.shown_count then 1 else 0 end as one) shown
  left join lateral rank_before(n.series_id, p.video_id, day) b on true;
  update rank_snapshot s set compared_end = b.window_end from rank_next n, rank_snapshot b
  where s.id = n.new_id and b.series_id = s.series_id and b.stat_date = day - 1 and b.is_current;

  if exists (select from rank_next n join rank_snapshot s on s.series_id = n.series_id and s.stat_date > day and s.is_current) then
    create temp table rank_touched on commit drop as
    select distinct e.series_id, e.video_id from rank_next n join rank_entry e on e.snapshot_id in (n.new_id, n.old_id);
    analyze rank_touched;
    update rank_snapshot s set compared_end = ends from rank_next n
    where s.series_id = n.series_id and s.stat_date = day + 1 and s.is_current and s.status <> 'live';
    for later in
      select distinct s.stat_date from rank_next n join rank_snapshot s on s.series_id = n.series_id
      where s.stat_date > day and s.is_current order by 1
    loop
      update rank_entry e set prev_rank = w.prev_rank, prev_score = w.prev_score, best_rank = w.best_rank,
        days_on_board = w.days_on_board, times_on_board = w.times_on_board, is_new = w.is_new
      from (
        select o.snapshot_id, o.position,
          -- The running day compares with the same hour of the day before, not with its final.
          case when s.status = 'live' then o.prev_rank when b.stat_date = later - 1 then b.rank end as prev_rank,
          case when s.status = 'live' then o.prev_score when b.stat_date = later - 1 then b.score end as prev_score,
          least(o.rank, b.best_rank) as best_rank, coalesce(b.days_on_board, 0) + shown.one as days_on_board,
          coalesce(b.times_on_board, 0) + case when b.stat_date = later - 1 and b.position <= formula.shown_count then 0 else shown.one end as times_on_board,
          b.stat_date is null as is_new
        from rank_touched t
        join rank_snapshot s on s.series_id = t.series_id and s.stat_date = later and s.is_current
        join rank_entry o on o.series_id = t.series_id and o.video_id = t.video_id and o.stat_date = later and o.snapshot_id = s.id
        cross join lateral (select case when o.position <= formula.shown_count then 1 else 0 end as one) shown
        left join lateral rank_before(t.series_id, t.video_id, later) b on true
      ) w
      where e.snapshot_id = w.snapshot_id and e.position = w.position
        and (e.prev_rank, e.prev_score, e.best_rank, e.days_on_board, e.times_on_board, e.is_new)
          is distinct from (w.prev_rank, w.prev_score, w.best_rank, w.days_on_board, w.times_on_board, w.is_new);
    end loop;
    drop table rank_touched;
  end if;
  return changed;
end $$;

create function drop_rank_tables() returns void language plpgsql as $$
begin
  drop table if exists rank_fact, rank_pool, rank_excluded, rank_placed, rank_next;
end $$;

-- The weights a day's boards were first made with stay theirs: late data does not bring new rules.
create function rank_formula_of(of_board text, day date) returns rank_formula language sql stable as $$
  select f from rank_formula f where f.version = coalesce(
    (select s.formula_version from rank_snapshot s join rank_series r on r.id = s.series_id
      where r.board = of_board and s.stat_date = day and s.is_current limit 1),
    (select max(version) from rank_formula))
$$;

-- The play and all-time boards of a finished day, from one pass over its last thirty days. Builds the windows asked for; without scopes
-- only the whole board. Returns how many boards changed.
create function build_daily_ranks(day date, play_windows smallint[] default '{1,7,30}', with_scopes boolean default true)
returns integer language plpgsql as $$
declare
  formula rank_formula := rank_formula_of('play_count_rank', day);
  ends timestamptz := (day + 1)::timestamp at time zone 'Asia/Shanghai';
  changed integer;
begin
  perform drop_rank_tables();
  create temp table rank_days on commit drop as
  select m.video_id,
    sum(m.play_delta) filter (where m.stat_date = day) as play_1, sum(m.play_delta) filter (where m.stat_date > day - 7) as play_7, sum(m.play_delta) as play_30,
    sum(m.like_delta) filter (where m.stat_date = day) as like_1, sum(m.like_delta) filter (where m.stat_date > day - 7) as like_7, sum(m.like_delta) as like_30,
    sum(m.comment_delta) filter (where m.stat_date = day) as comment_1, sum(m.comment_delta) filter (where m.stat_date > day - 7) as comment_7, sum(m.comment_delta) as comment_30,
    sum(m.share_delta) filter (where m.stat_date = day) as share_1, sum(m.share_delta) filter (where m.stat_date > day - 7) as share_7, sum(m.share_delta) as share_30,
    -- The total of the newest snapshot, found without a sort: the day in the high bits, the total in the low ones.
    max(((m.stat_date - date '2000-01-01')::bigint << 44) | m.play_count) & ((1::bigint << 44) - 1) as play_count,
    max(m.stat_date) as newest,
    coalesce(bool_or(m.quality_flag in ('spike', 'rollback')) filter (where m.stat_date = day), false) as bad_1,
    coalesce(bool_or(m.quality_flag in ('spike', 'rollback')) filter (where m.stat_date > day - 7), false) as bad_7,
    coalesce(bool_or(m.quality_flag in ('spike', 'rollback')), false) as bad_30
  from video_metric_daily m
  where m.stat_date <= day and m.stat_date > day - (case when 30 = any(play_windows) then 30 else 7 end)
  group by m.video_id;

  create temp table rank_fact on commit drop as
  select w.window_days, d.video_id, w.plays::bigint as score, d.play_count, w.plays::bigint as play_delta, coalesce(w.likes, 0)::bigint as like_delta,
    coalesce(w.comments, 0)::bigint as comment_delta, coalesce(w.shares, 0)::bigint as share_delta, null::bigint as favorite_delta, w.is_bad
  from rank_days d cross join lateral (values
    (1::smallint, play_1, like_1, comment_1, share_1, bad_1), (7::smallint, play_7, like_7, comment_7, share_7, bad_7),
    (30::smallint, play_30, like_30, comment_30, share_30, bad_30)
  ) w (window_days, plays, likes, comments, shares, is_bad)
  where w.window_days = any(play_windows) and w.plays > 0;
  perform place_ranks(formula, false, with_scopes);
  changed := publish_ranks('play_count_rank', day, ends, ends, 'final', formula, play_windows, with_scopes);

  -- A total nobody has confirmed for a week is not ranked.
  perform drop_rank_tables();
  create temp table rank_fact on commit drop as
  select 0::smallint as window_days, video_id, play_count as score, play_count, coalesce(play_1, 0)::bigint as play_delta,
    0::bigint as like_delta, 0::bigint as comment_delta, 0::bigint as share_delta, null::bigint as favorite_delta, bad_7 as is_bad
  from rank_days where newest > day - 7;
  perform place_ranks(formula, false, with_scopes);
  update rank_placed p set like_delta = coalesce(m.like_count, 0), comment_delta = coalesce(m.comment_count, 0),
    share_delta = coalesce(m.share_count, 0), favorite_delta = m.favorite_count
  from rank_days d join video_metric_daily m on m.video_id = d.video_id and m.stat_date = d.newest
  where d.video_id = p.video_id and m.stat_date > day - 7 and m.stat_date <= day;
  changed := changed + publish_ranks('history_play_count_rank', day, null, ends, 'final', formula, '{0}', with_scopes);
  perform drop_rank_tables();
  drop table rank_days;
  return changed;
end $$;

-- Into `rank_fact`: what each video gained on a day up to an hour. Figures at the day's start are those of the daily snapshot
-- before, or of the last hour before where that snapshot is still to come; a video that has neither and is older than
-- the day gained nobody knows what, and is not ranked.
create function gather_today(day date, until timestamptz, formula rank_formula) returns void language plpgsql as $$
declare
  starts timestamptz := day::timestamp at time zone 'Asia/Shanghai';
begin
  perform drop_rank_tables();
  create temp table rank_fact on commit drop as
  with newest as (
    select distinct on (video_id) * from video_metric_hourly where bucket_at >= starts and bucket_at < until
    order by video_id, bucket_at desc
  ), gained as (
    select n.video_id, n.play_count, n.play_count - g.play as play, coalesce(n.like_count - g.likes, 0) as likes,
      coalesce(n.comment_count - g.comments, 0) as comments, coalesce(n.share_count - g.shares, 0) as shares,
      coalesce(n.favorite_count - g.favorites, 0) as favorites,
      v.published_at > until - formula.boost_hours * interval '1 hour' as is_fresh,
      n.like_count > n.play_count or n.play_count < g.play
        or coalesce(b.quality_flag in ('spike', 'rollback'), false) or coalesce(d.quality_flag in ('spike', 'rollback'), false) as is_bad
    from newest n join video v on v.id = n.video_id
    left join video_metric_daily b on b.video_id = n.video_id and b.stat_date = day - 1
    left join video_metric_daily d on d.video_id = n.video_id and d.stat_date = day
    left join lateral (
      select h.* from video_metric_hourly h
      where b.video_id is null and h.video_id = n.video_id and h.bucket_at < starts and h.bucket_at >= starts - interval '1 day'
      order by h.bucket_at desc limit 1
    ) h on true
    cross join lateral (
      select b.play_count as play, b.like_count as likes, b.comment_count as comments, b.share_count as shares, b.favorite_count as favorites
      where b.video_id is not null
      union all
      select h.play_count, h.like_count, h.comment_count, h.share_count, h.favorite_count where b.video_id is null and h.video_id is not null
      union all
      select 0, 0, 0, 0, 0 where b.video_id is null and h.video_id is null and v.published_at >= starts
    ) g
  )
  select 0::smallint as window_days, video_id,
    ((formula.play_weight * play + formula.like_weight * likes + formula.comment_weight * comments
      + formula.favorite_weight * favorites + formula.share_weight * shares)
      * case when is_fresh then formula.boost_percent else 100 end) / 10000 as score,
    play_count, play as play_delta, likes as like_delta, comments as comment_delta, shares as share_delta, favorites as favorite_delta,
    coalesce(is_bad, false) as is_bad
  from gained;
end $$;

-- Today's board of a day: up to the newest hour there is while the day runs, of the whole day once it is over. A running
-- board compares with the same hour of the day before, where that was fed. Returns how many boards changed, null without a feed.
create function build_today_ranks(day date, is_over boolean) returns integer language plpgsql as $$
declare
  formula rank_formula := rank_formula_of('today_rank', day);
  starts timestamptz := day::timestamp at time zone 'Asia/Shanghai';
  ends timestamptz := (day + 1)::timestamp at time zone 'Asia/Shanghai';
  until timestamptz;
  changed integer;
begin
  select max(bucket_at) + interval '1 hour' into until from video_metric_hourly where bucket_at >= starts and bucket_at < ends;
  if until is null then return null; end if;
  if is_over then until := ends; end if;
  perform gather_today(day, until, formula);
  perform place_ranks(formula, true);
  changed := publish_ranks('today_rank', day, starts, until, case when is_over then 'final' else 'live' end, formula);
  if not is_over and exists (
    select from video_metric_hourly where bucket_at >= starts - interval '1 day' and bucket_at < until - interval '1 day'
  ) then
    perform gather_today(day - 1, until - interval '1 day', formula);
    perform place_ranks(formula, true);
    -- Who came yesterday after this hour is as new as who came today.
    update rank_entry e set prev_rank = p.rank, prev_score = p.score,
      is_new = p.rank is null and not exists (select from rank_before(o.series_id, o.video_id, day - 1))
    from rank_snapshot s join rank_series r on r.id = s.series_id, rank_entry o
    left join rank_placed p on p.video_id = o.video_id and p.scope_key = (select scope_key from rank_series where id = o.series_id)
    where r.board = 'today_rank' and s.stat_date = day and s.is_current and s.status = 'live'
      and o.snapshot_id = s.id and e.snapshot_id = o.snapshot_id and e.position = o.position;
    update rank_snapshot s set compared_end = until - interval '1 day' from rank_series r
    where r.id = s.series_id and r.board = 'today_rank' and s.stat_date = day and s.is_current and s.status = 'live';
  end if;
  perform drop_rank_tables();
  return changed;
end $$;

-- Running boards are kept for a day after their place was taken, for those who page in them.
create function drop_old_live_ranks() returns integer language sql as $$
  with gone as (
    delete from rank_snapshot where not is_current and status = 'live' and taken_at < now() - interval '1 day' returning id
  ) select count(*)::integer from gone
$$;

-- What stood in the database before boards did.
insert into rank_dirty select stat_date, 'daily' from metric_day where stat_date > (select max(stat_date) - 8 from metric_day);
