import { errors as common, refuse } from '../../core/errors.ts'
import { latencyWithin } from '../../core/latency.ts'
import { type Ctx, type Feature, serve } from '../../core/verb.ts'
import {
  COURSE_MINUTES,
  DEADLINE_DAYS,
  FLAGS,
  jobDrop,
  jobRetry,
  jobsRetry,
  MUTE_MINUTES,
  monitorRead,
  ONLINE_MINUTES,
  RECENT_MINUTES,
  RULES,
  ruleChange,
  ruleMute,
} from './contract.ts'
import { errors } from './errors.ts'
import { playsOf } from './plays.ts'
import * as api from './sql/api.ts'
import * as data from './sql/data.ts'
import { readDeadlines } from './sql/deadlines.ts'
import * as jobs from './sql/jobs.ts'
import * as people from './sql/people.ts'
import * as rules from './sql/rules.ts'
import { minutesBefore, watch } from './watch.ts'

const ROUTES = 8
const TROUBLED = 20
const PEOPLE = 12
const SILENT = 8
const DAY_MINUTES = 24 * 60

const figuresOf = ({ requests, refused, failed, buckets, slowestMs }: api.Answers) => ({
  requests,
  refused,
  failed,
  p95Ms: latencyWithin(0.95, buckets, slowestMs),
})

const none: api.Answers = { requests: 0, refused: 0, failed: 0, slowestMs: 0, buckets: [] }
const addUp = (all: readonly api.Answers[]): api.Answers =>
  all.reduce(
    (sum, one) => ({
      requests: sum.requests + one.requests,
      refused: sum.refused + one.refused,
      failed: sum.failed + one.failed,
      slowestMs: Math.max(sum.slowestMs, one.slowestMs),
      buckets: one.buckets.map((n, at) => n + (sum.buckets[at] ?? 0)),
    }),
    none,
  )

async function readApi({ db, now }: Ctx) {
  const recentSince = minutesBefore(now, RECENT_MINUTES)
  const course = await api.readCourse(db, minutesBefore(now, COURSE_MINUTES))
  const routes = await api.readRoutes(db, minutesBefore(now, COURSE_MINUTES), ROUTES)
  return {
    recent: figuresOf(addUp(course.filter(({ minute }) => Date.parse(minute) >= +recentSince))),
    course: course.map((one) => ({ minute: one.minute, ...figuresOf(one) })),
    routes: routes.map(({ method, route, ...one }) => ({ method, route, slowestMs: one.slowestMs, ...figuresOf(one) })),
    processes: await api.countProcesses(db, recentSince),
  }
}

/** One after another on one connection at a time: a page that renews itself must not take the pool from those who work. */
const read = serve(monitorRead, async (ctx) => {
  const { db, now } = ctx
  const { days, oldestDay, hours } = await data.readWaiting(db)
  const checks = await data.readChecks(db)
  const flags = await data.readFlags(db)
  const onlineSince = minutesBefore(now, ONLINE_MINUTES)
  const all = await rules.readRules(db)
  return {
    at: now.toISOString(),
    api: await readApi(ctx),
    replica: ctx.replica ?? null,
    plays: playsOf(await data.readHours(db)),
    ingest: {
      dataThrough: await data.readThrough(db),
      sources: await data.readSources(db, minutesBefore(now, DAY_MINUTES)),
    },
    jobs: { queues: await jobs.readQueues(db, now), troubled: await jobs.readTroubled(db, TROUBLED) },
    rollups: {
      days,
      oldestDay,
      hours,
      checkedAt: checks[0]?.at ?? null,
      checks: checks.map(({ at: _, ...check }) => check),
    },
    anomalies: {
      flags: FLAGS.map((flag) => ({ flag, count: flags.find((one) => one.flag === flag)?.count ?? 0 })),
      silent: await data.readSilent(db, SILENT),
    },
    online: {
      total: await people.countOnline(db, onlineSince, now),
      people: await people.readOnline(db, onlineSince, now, PEOPLE),
    },
    deadlines: await readDeadlines(db, {
      now,
      language: ctx.language,
      soon: minutesBefore(now, -DAY_MINUTES),
      until: minutesBefore(now, -DEADLINE_DAYS * DAY_MINUTES),
    }),
    unions: await people.readUnions(db),
    rules: RULES.flatMap((code) => all.filter((rule) => rule.code === code)),
  }
})

const retry = serve(jobRetry, async (ctx, { params: { id } }) => {
  const job = await jobs.readJob(ctx.db, id)
  if (!job) throw refuse(common, 'NOT_FOUND')
  if (job.isRunning || !(await jobs.retryJob(ctx.db, id, ctx.now))) throw refuse(errors, 'JOB_RUNNING')
  const { name, attempts, error } = job
  await ctx.audit({ action: 'monitor.retryJob', entity: 'job', entityId: id, before: { name, attempts, error } })
  return { done: true }
})

const retryMany = serve(jobsRetry, async (ctx, { body: { ids } }) => {
  let retried = 0
  // In the order of their ids: two people who choose the same ones wait for each other and not in a ring.
  for (const id of ids.toSorted((a, b) => Number(a) - Number(b))) {
    const job = await jobs.readJob(ctx.db, id)
    // What runs well and waits for its hour is nobody's to hurry here.
    if (!job || job.isRunning || job.error === null || !(await jobs.retryJob(ctx.db, id, ctx.now))) continue
    retried++
    const { name, attempts, error } = job
    await ctx.audit({ action: 'monitor.retryJob', entity: 'job', entityId: id, before: { name, attempts, error } })
  }
  return { retried, left: ids.length - retried }
})

const drop = serve(jobDrop, async (ctx, { params: { id } }) => {
  const job = await jobs.readJob(ctx.db, id)
  if (!job) throw refuse(common, 'NOT_FOUND')
  if (job.isRunning) throw refuse(errors, 'JOB_RUNNING')
  if (!job.isFinal) throw refuse(errors, 'JOB_NOT_FAILED')
  if (!(await jobs.dropJob(ctx.db, id))) throw refuse(errors, 'JOB_RUNNING')
  const { name, attempts, error } = job
  await ctx.audit({ action: 'monitor.dropJob', entity: 'job', entityId: id, before: { name, attempts, error } })
  return { done: true }
})

/** The rule as it is, held for the change. Throws NOT_FOUND, STALE. */
async function heldRule({ db }: Ctx, code: string, version: number): Promise<rules.RuleRow> {
  const rule = await rules.readRule(db, code)
  if (!rule) throw refuse(common, 'NOT_FOUND')
  if (rule.version !== version) throw refuse(common, 'STALE', { data: { current: rule } })
  return rule
}

const change = serve(ruleChange, async (ctx, { params: { id }, body }) => {
  const { threshold, enabled } = await heldRule(ctx, id, body.version)
  const after = { threshold: body.threshold, enabled: body.enabled }
  await rules.changeRule(ctx.db, id, after)
  await ctx.audit({
    action: 'monitor.changeRule',
    entity: 'monitorRule',
    entityId: id,
    before: { threshold, enabled },
    after,
  })
  return { done: true }
})

const mute = serve(ruleMute, async (ctx, { params: { id }, body }) => {
  const { mutedUntil } = await heldRule(ctx, id, body.version)
  const until = body.isMuted ? minutesBefore(ctx.now, -MUTE_MINUTES) : null
  await rules.muteRule(ctx.db, id, until)
  if (body.isMuted) await ctx.endTodos('monitor', id)
  await ctx.audit({
    action: 'monitor.muteRule',
    entity: 'monitorRule',
    entityId: id,
    before: { mutedUntil },
    after: { mutedUntil: until?.toISOString() ?? null },
  })
  return { done: true }
})

export const monitor: Feature = {
  verbs: [read, retry, retryMany, drop, change, mute],
  jobs: [{ name: 'monitor-watch', cron: '* * * * *', run: watch }],
}
