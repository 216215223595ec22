import sql from 'sql-template-tag'
import { addDays, dayOf, startOf } from '../../core/time.ts'
import type { Db } from '../../core/verb.ts'

const MINUTE_MS = 60_000
/** A day is closed when its last hour has had time to arrive. */
const CLOSE_MINUTES = 5
/** Finished days are ranked when the morning's deliveries are in (domain page S13). */
const PUBLISH_MINUTES = 10 * 60 + 15
/** The longest window of the play board: what changes on a day moves the boards of as many days. */
const LONGEST_WINDOW = 30

/** The newest day whose boards may be made this many minutes after it ended. */
const dueBy = (now: Date, minutes: number): string => addDays(dayOf(+now - minutes * MINUTE_MS), -1)

/** One of several builders works, the others go home. */
export async function takeTurn(db: Db): Promise<boolean> {
  return (await db.one<{ mine: boolean }>(sql`select pg_try_advisory_xact_lock(hashtext('ranks')) as mine`))!.mine
}

/** Days that changed become days to build: each, and those whose windows reach back to it. */
export async function spreadChanges(db: Db): Promise<void> {
  await db.rows(sql`
    with taken as (delete from rank_dirty where kind = 'daily' returning stat_date)
    insert into rank_dirty select distinct d.stat_date, 'board' from taken t
    join metric_day d on d.stat_date >= t.stat_date and d.stat_date < t.stat_date + ${LONGEST_WINDOW}::integer
    on conflict do nothing`)
}

/** Builds the boards of the oldest finished day that waits and is due; null when there is none. */
export async function buildNextDay(db: Db, now: Date): Promise<string | null> {
  const next = await db.one<{ day: string; isBrief: boolean }>(sql`
    select stat_date as day, bool_and(kind = 'brief') as "isBrief" from rank_dirty
    where kind in ('board', 'brief') and stat_date <= ${dueBy(now, PUBLISH_MINUTES)}::date group by 1 order by 1 limit 1`)
  if (!next) return null
  await db.rows(sql`delete from rank_dirty where stat_date = ${next.day}::date and kind in ('board', 'brief')`)
  await buildDay(db, next.day, next.isBrief)
  return next.day
}

/** The boards of a finished day; brief: yesterday's plays and all time, without platforms, categories and types. */
export async function buildDay(db: Db, day: string, isBrief = false): Promise<void> {
  await db.rows(
    isBrief ? sql`select build_daily_ranks(${day}::date, '{1}', false)` : sql`select build_daily_ranks(${day}::date)`,
  )
}

/**
 * Today's board as far as the feed reaches; closes days that are over, and builds closed ones anew when hours came late.
 * Returns the days built.
 */
export async function buildHourDays(db: Db, now: Date): Promise<string[]> {
  const today = dayOf(now)
  const days = await db.rows<{ day: string }>(sql`
    select day::text from (
      select stat_date as day from rank_dirty where kind = 'hourly'
      union select s.stat_date from rank_snapshot s where s.status = 'live' and s.is_current and s.stat_date < ${today}::date
    ) changed
    where day = ${today}::date or (day < ${today}::date and day <= (case
      when exists (select from rank_snapshot s join rank_series r on r.id = s.series_id
        where r.board = 'today_rank' and s.stat_date = day and s.is_current and s.status <> 'live')
      then ${dueBy(now, PUBLISH_MINUTES)} else ${dueBy(now, CLOSE_MINUTES)} end)::date)
    order by 1`)
  for (const { day } of days) {
    await db.rows(sql`delete from rank_dirty where stat_date = ${day}::date and kind = 'hourly'`)
    await buildHourDay(db, day, day < today)
  }
  return days.map(({ day }) => day)
}

/** Today's board of one day: what there is of it, or its final. */
export async function buildHourDay(db: Db, day: string, isOver: boolean): Promise<void> {
  await db.rows(sql`select build_today_ranks(${day}::date, ${isOver})`)
}

/** A risk decision changes who may stand on the running board before the next hour arrives. */
export async function markToday(db: Db, now: Date): Promise<void> {
  await db.rows(sql`insert into rank_dirty select day, 'hourly' from (select ${dayOf(now)}::date as day) d
    where exists (select from video_metric_hourly where bucket_at >= ${startOf(dayOf(now))}) on conflict do nothing`)
}

export async function dropOldLive(db: Db): Promise<void> {
  await db.rows(sql`select drop_old_live_ranks()`)
}
