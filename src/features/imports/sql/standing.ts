import sql, { type Sql } from 'sql-template-tag'

/**
 * What stands for a video on a day, found by its key: joined plainly, every day of every video there is would be read for
 * the sake of a file (the planner does not count that one partition alone is looked into).
 */
export const standing = (videoId: Sql, day: Sql): Sql => sql`lateral (
  select * from video_metric_daily where video_id = ${videoId} and stat_date = ${day} offset 0)`
