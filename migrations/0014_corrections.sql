-- What a day's snapshot said before it was corrected, so that a number that changed can say why (domain page S2, section 6).

create table metric_correction (
  id bigint generated always as identity primary key,
  video_id bigint not null references video on delete cascade,
  stat_date date not null,
  at timestamptz not null default now(),
  -- What brought the value that stands since: 'import:12', 'ingest:7'; null when nothing said so.
  source text,
  -- Cumulative figures, the day's income and increment, and what had brought them and when.
  before jsonb not null,
  after jsonb not null
);
create index metric_correction_day on metric_correction (video_id, stat_date, id);

-- Imports leave their number in the row; feeds say what they are by set_config('backlot.source', 'ingest:7', true).
create function note_correction() returns trigger language plpgsql as $$
begin
  insert into metric_correction (video_id, stat_date, source, before, after) values (
    new.video_id, new.stat_date, coalesce(nullif(current_setting('backlot.source', true), ''),
      case when new.import_id is distinct from old.import_id then 'import:' || new.import_id end),
    jsonb_build_object('playCount', old.play_count, 'likeCount', old.like_count, 'commentCount', old.comment_count,
      'shareCount', old.share_count, 'estIncomeFen', old.est_income_fen, 'playDelta', old.play_delta,
      'importId', old.import_id, 'at', old.updated_at),
    jsonb_build_object('playCount', new.play_count, 'likeCount', new.like_count, 'commentCount', new.comment_count,
      'shareCount', new.share_count, 'estIncomeFen', new.est_income_fen));
  return null;
end $$;

-- A row at a time, for the condition costs next to nothing where increments alone are recomputed.
create trigger correction_after_update after update on video_metric_daily for each row
  when ((old.play_count, old.like_count, old.comment_count, old.share_count, old.est_income_fen)
    is distinct from (new.play_count, new.like_count, new.comment_count, new.share_count, new.est_income_fen))
  execute function note_correction();
