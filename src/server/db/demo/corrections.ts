import type pg from 'pg'
import type { Size } from './size.ts'

/** Of one video in this many, one of the last days was corrected. */
const EVERY = 41
const DAYS = 12

/** Days whose first figures were too high and came down the next day, so that their numbers can say why. */
export async function copyCorrections(client: pg.PoolClient, { through }: Size): Promise<void> {
  await client.query(
    `insert into metric_correction (video_id, stat_date, at, before, after)
     select m.video_id, m.stat_date, m.updated_at + interval '1 day 13 minutes',
       jsonb_build_object('playCount', m.play_count + d.plays, 'likeCount', m.like_count + d.likes, 'commentCount', m.comment_count,
         'shareCount', m.share_count, 'estIncomeFen', m.est_income_fen, 'playDelta', m.play_delta + d.plays, 'importId', m.import_id,
         'at', m.updated_at),
       jsonb_build_object('playCount', m.play_count, 'likeCount', m.like_count, 'commentCount', m.comment_count,
         'shareCount', m.share_count, 'estIncomeFen', m.est_income_fen)
     from video_metric_daily m
     cross join lateral (select 3 + m.play_count / 36 as plays, m.like_count / 50 as likes) d
     where m.stat_date > $1::date - ${DAYS} and m.stat_date < $1::date and m.video_id % ${EVERY} = $1::date - m.stat_date
     order by m.stat_date, m.video_id`,
    [through],
  )
}
