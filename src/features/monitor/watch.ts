import { latencyWithin } from '../../core/latency.ts'
import { addDays, startOf } from '../../core/time.ts'
import type { Db, JobCtx } from '../../core/verb.ts'
import { BELOW, DEADLINE_DAYS, ENOUGH_REQUESTS, RECENT_MINUTES, type RuleCode } from './contract.ts'
import { noticeOf } from './notices.ts'
import { playsOf } from './plays.ts'
import { readCourse } from './sql/api.ts'
import * as data from './sql/data.ts'
import { measureDeadlines } from './sql/deadlines.ts'
import { readJobTrouble } from './sql/jobs.ts'
import { holdRules, writeMeasure } from './sql/rules.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** Hours that come late are added up again by the minute, older ones once an hour. */
const LATE_HOURS = 3
const LATER_HOURS = 48

export const minutesBefore = (now: Date, minutes: number): Date => new Date(+now - minutes * MINUTE_MS)

/** What each rule watches, as it is now; null where there is nothing to measure, or too little to judge by. */
export async function measureAll(db: Db, now: Date): Promise<Record<RuleCode, number | null>> {
  const through = await data.readThrough(db)
  const sent = await data.countRows(db, new Date(+now - DAY_MS))
  const plays = playsOf(await data.readHours(db))
  const waiting = await data.readWaiting(db)
  const checks = await data.readChecks(db)
  const jobs = await readJobTrouble(db, now)
  const course = await readCourse(db, minutesBefore(now, RECENT_MINUTES))
  const due = await measureDeadlines(db, now, new Date(+now + DEADLINE_DAYS * DAY_MS))
  const requests = course.reduce((sum, one) => sum + one.requests, 0)
  const isEnough = requests >= ENOUGH_REQUESTS
  const ppm = (part: number, whole: number) => Math.round((part / whole) * 1_000_000)
  return {
    dataAgeHours: through ? Math.floor((+now - +startOf(addDays(through, 1))) / HOUR_MS) : null,
    ingestRefusedPpm: sent.rows > 0 ? ppm(sent.refused, sent.rows) : null,
    playsDropPpm: plays?.usual?.median ? Math.max(0, ppm(plays.usual.median - plays.sum, plays.usual.median)) : null,
    rollupDays: waiting.days,
    rollupWrong: checks.length > 0 ? checks.filter(({ isWrong }) => isWrong).length : null,
    jobsFailed: jobs.failed,
    jobWaitMinutes: jobs.oldestAt ? Math.floor((+now - Date.parse(jobs.oldestAt)) / MINUTE_MS) : 0,
    apiErrorPpm: isEnough
      ? ppm(
          course.reduce((sum, one) => sum + one.failed, 0),
          requests,
        )
      : null,
    apiP95Ms: isEnough
      ? latencyWithin(
          0.95,
          course.reduce<number[]>((sum, { buckets }) => buckets.map((n, at) => n + (sum[at] ?? 0)), []),
          Math.max(...course.map(({ slowestMs }) => slowestMs)),
        )
      : null,
    casesOverdue: due.cases,
    deadlinesOverdue: due.others,
    nextDeadlineHours: due.nextAt ? Math.floor((Date.parse(due.nextAt) - +now) / HOUR_MS) : null,
  }
}

/** Whether a figure is on the wrong side of its threshold. */
const isBeyond = (code: RuleCode, value: number, threshold: number): boolean =>
  BELOW.includes(code) ? value < threshold : value > threshold

/**
 * One round: measures, and tells administrators what began to fire; what fires no more ends their todos. A muted rule is
 * measured and not told. Safe to run twice.
 */
export async function watch({ transaction, now }: JobCtx): Promise<void> {
  const late = now.getUTCMinutes() === 0 ? LATER_HOURS : LATE_HOURS
  await transaction((db) => data.totalHours(db, new Date(+now - late * HOUR_MS)))
  await transaction(async (db, ctx) => {
    const values = await measureAll(db, now)
    for (const rule of await holdRules(db, now)) {
      const value = values[rule.code]
      const isFiring = rule.enabled && value !== null && isBeyond(rule.code, value, rule.threshold)
      const isNews = isFiring && !rule.isTold && !rule.isMuted
      await writeMeasure(db, rule.code, { value, isFiring, isTold: isFiring && (rule.isTold || isNews) }, now)
      if (isNews) await ctx.notify(noticeOf(rule.code, value, rule.threshold))
      if (!isFiring && rule.isTold) await ctx.endTodos('monitor', rule.code)
    }
  })
}
