-- As before, with one difference: of named videos each one's own rows are read by index, so that the price is that of the
-- videos named and not of all there are. Without names (null) everything is read once.
create or replace function refresh_video_stat(videos bigint[]) returns void language plpgsql as $$
declare
  through date := (select max(stat_date) from metric_day);
begin
  insert into video_stat as s (video_id, play_count, effective_play_count, like_count, comment_count, share_count, favorite_count,
    finish_rate_ppm, play_delta_1d, play_delta_7d, est_income_fen, est_income_1d_fen, last_stat_date, metric_updated_at, quality_flag)
  select f.video_id, f.play_count, coalesce(f.effective_play_count, 0), coalesce(f.like_count, 0), coalesce(f.comment_count, 0),
    coalesce(f.share_count, 0), coalesce(f.favorite_count, 0), f.finish_rate_ppm,
    f.play_1d, f.play_7d, f.income, f.income_1d, f.stat_date, f.updated_at,
    case when f.stat_date < through - 7 then 'stale' when f.stat_date < through then 'missing' else f.quality_flag end
  from (
    select l.*, t.play_delta as play_1d, m.play_7d, m.income, t.est_income_fen as income_1d
    from (
      select video_id, max(stat_date) as last_day, sum(est_income_fen) as income,
        sum(play_delta) filter (where stat_date > through - 7 and stat_date <= through) as play_7d
      from video_metric_daily where videos is null
      group by video_id
    ) m
    join video_metric_daily l on l.video_id = m.video_id and l.stat_date = m.last_day
    left join video_metric_daily t on t.video_id = m.video_id and t.stat_date = through
    union all
    select l.*, m.play_1d, m.play_7d, m.income, m.income_1d
    from (select distinct id from unnest(videos) named (id) order by id) v
    cross join lateral (
      select sum(d.est_income_fen) as income,
        sum(d.play_delta) filter (where d.stat_date > through - 7 and d.stat_date <= through) as play_7d,
        max(d.play_delta) filter (where d.stat_date = through) as play_1d,
        max(d.est_income_fen) filter (where d.stat_date = through) as income_1d
      from video_metric_daily d where d.video_id = v.id
    ) m
    cross join lateral (
      select * from video_metric_daily d where d.video_id = v.id order by d.stat_date desc limit 1
    ) l
  ) f
  on conflict (video_id) do update set
    play_count = excluded.play_count, effective_play_count = excluded.effective_play_count, like_count = excluded.like_count,
    comment_count = excluded.comment_count, share_count = excluded.share_count, favorite_count = excluded.favorite_count,
    finish_rate_ppm = excluded.finish_rate_ppm, play_delta_1d = excluded.play_delta_1d, play_delta_7d = excluded.play_delta_7d,
    est_income_fen = excluded.est_income_fen, est_income_1d_fen = excluded.est_income_1d_fen,
    last_stat_date = excluded.last_stat_date, metric_updated_at = excluded.metric_updated_at, quality_flag = excluded.quality_flag;
end $$;
