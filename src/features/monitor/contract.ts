import Type, { type Static } from 'typebox'
import { Day, Done, defineEndpoint, Id, nullable, strict, Version } from '../../core/contract.ts'

/** What rules watch. The unit stands at the end of the name; where there is none it is a count. */
export const RULES = [
  'dataAgeHours',
  'ingestRefusedPpm',
  'playsDropPpm',
  'rollupDays',
  'rollupWrong',
  'jobsFailed',
  'jobWaitMinutes',
  'apiErrorPpm',
  'apiP95Ms',
  'casesOverdue',
  'deadlinesOverdue',
  'nextDeadlineHours',
] as const
export type RuleCode = (typeof RULES)[number]
/** Rules that fire below their threshold; the others fire above it. */
export const BELOW: readonly RuleCode[] = ['nextDeadlineHours']

export const FLAGS = ['spike', 'rollback', 'missing', 'stale'] as const
export const DEADLINES = [
  ...(['cases', 'tasks', 'recalls', 'claims'] as const),
  ...(['drafts', 'statements', 'invoices', 'payouts', 'plans'] as const),
] as const
/** Deadlines further away than this are not shown. */
export const DEADLINE_DAYS = 7
export const HEALTH = ['valid', 'expiring', 'expired', 'blocked', 'unknown'] as const

/** Minutes the course of the API covers, and those its newest figures are of. */
export const COURSE_MINUTES = 60
export const RECENT_MINUTES = 5
/** Fewer requests than this say nothing about errors and time. */
export const ENOUGH_REQUESTS = 20
export const MUTE_MINUTES = 60
/** An account counts as online this long after its last request. */
export const ONLINE_MINUTES = 5

const Count = Type.Integer()
const Answers = {
  requests: Count,
  /** Answers 4xx and 5xx. */
  refused: Count,
  failed: Count,
  /** 95 of 100 came within so many milliseconds. */
  p95Ms: nullable(Count),
}

const Api = Type.Object({
  /** The last five minutes. */
  recent: Type.Object(Answers),
  /** By the minute, oldest first; minutes without requests are absent. */
  course: Type.Array(Type.Object({ minute: Type.String(), ...Answers })),
  /** Of the last hour, what failed most and what took longest. */
  routes: Type.Array(Type.Object({ method: Type.String(), route: Type.String(), slowestMs: Count, ...Answers })),
  /** Server processes heard in the last five minutes. */
  processes: Count,
})

const Plays = Type.Object({
  /** The day of the newest hour that has come. */
  day: Day,
  /** Hours of it that have come. */
  hours: Count,
  values: Type.Array(nullable(Count)),
  before: Type.Array(nullable(Count)),
  /** The sums of those hours, and of the same hours of the day before. */
  sum: Count,
  sumBefore: nullable(Count),
  /** Median and spread (three median deviations) of the same hours on the last four same weekdays; null with fewer than three. */
  usual: nullable(Type.Object({ median: Count, low: Count, high: Count })),
})

const Ingest = Type.Object({
  dataThrough: nullable(Day),
  sources: Type.Array(
    Type.Object({
      source: Type.String(),
      kind: Type.String(),
      enabled: Type.Boolean(),
      /** How far it has come: a day, or for hourly feeds an hour. */
      through: nullable(Type.String()),
      lastBatchAt: Type.String(),
      /** Of the last 24 hours. */
      batches: Count,
      rows: Count,
      refused: Count,
      /** Rows of its newest complete day against the mean of the seven before; null where there is nothing to compare. */
      completePpm: nullable(Count),
    }),
  ),
})

const Jobs = Type.Object({
  queues: Type.Array(
    Type.Object({
      name: Type.String(),
      waiting: Count,
      scheduled: Count,
      running: Count,
      failed: Count,
      /** Due longest. */
      oldestAt: nullable(Type.String()),
      /** When the clock last queued it. */
      queuedAt: nullable(Type.String()),
    }),
  ),
  /** Failed for good, or waiting for another attempt; the newest first. */
  troubled: Type.Array(
    Type.Object({
      id: Id,
      name: Type.String(),
      isFinal: Type.Boolean(),
      attempts: Count,
      maxAttempts: Count,
      error: Type.String(),
      at: Type.String(),
      nextAt: nullable(Type.String()),
    }),
  ),
})

const Rollups = Type.Object({
  /** Days and hours that wait to be added up anew. */
  days: Count,
  oldestDay: nullable(Day),
  hours: Count,
  /** What the nightly verifier found, the newest first. */
  checkedAt: nullable(Type.String()),
  checks: Type.Array(Type.Object({ day: Day, isWrong: Type.Boolean(), facts: Count, sums: Count })),
})

const Anomalies = Type.Object({
  flags: Type.Array(Type.Object({ flag: Type.Enum([...FLAGS]), count: Count })),
  /** Partners with plays on each of the seven days before the newest and none on it. */
  silent: Type.Array(Type.Object({ partnerId: Id, name: Type.String(), usual: Count })),
})

const Online = Type.Object({
  total: Count,
  people: Type.Array(
    Type.Object({ userId: Id, name: Type.String(), role: Type.String(), windows: Count, seenAt: Type.String() }),
  ),
})

const Deadline = Type.Object({
  kind: Type.Enum([...DEADLINES]),
  overdue: Count,
  /** Due within a day, and within a week. */
  soon: Count,
  week: Count,
  /** The most urgent one, and whose it is. */
  first: nullable(
    Type.Object({
      id: Id,
      at: Type.String(),
      name: Type.String(),
      owner: nullable(Type.String()),
      /** Of what is about money. */
      product: nullable(Type.String()),
    }),
  ),
})

const Rule = Type.Object({
  code: Type.Enum([...RULES]),
  threshold: Count,
  enabled: Type.Boolean(),
  value: nullable(Count),
  measuredAt: nullable(Type.String()),
  firingSince: nullable(Type.String()),
  mutedUntil: nullable(Type.String()),
  version: Version,
})
export type Rule = Static<typeof Rule>

/** Everything the page shows, as of one moment. */
export const monitorRead = defineEndpoint({
  method: 'GET',
  path: '/api/monitor',
  permission: 'monitor.read',
  reply: Type.Object({
    at: Type.String(),
    api: Api,
    /** By which the process that answers reads; null without one. */
    replica: nullable(
      Type.Object({
        /** False while it is too far behind or away: the primary answers everything. */
        isUsed: Type.Boolean(),
        /** Null while it is away. */
        lagMs: nullable(Count),
      }),
    ),
    plays: nullable(Plays),
    ingest: Ingest,
    jobs: Jobs,
    rollups: Rollups,
    anomalies: Anomalies,
    online: Online,
    /** By kind, what is overdue longest first. */
    deadlines: Type.Array(Deadline),
    /** Enabled union accounts by the health of their credentials. */
    unions: Type.Array(Type.Object({ health: Type.Enum([...HEALTH]), count: Count })),
    rules: Type.Array(Rule),
  }),
})

/** A job that failed, or waits for its next attempt, begins anew at once. */
export const jobRetry = defineEndpoint({
  method: 'POST',
  path: '/api/monitor/jobs/:id/retry',
  permission: 'monitor.write',
  params: strict({ id: Id }),
  reply: Done,
})

/** The most jobs that begin anew at once. */
export const MAX_RETRIES = 100
/** Several jobs that failed begin anew at once; those a worker has taken meanwhile, or that are gone, are left as they are. */
export const jobsRetry = defineEndpoint({
  method: 'POST',
  path: '/api/monitor/jobs/retry',
  permission: 'monitor.write',
  body: strict({ ids: Type.Array(Id, { minItems: 1, maxItems: MAX_RETRIES, uniqueItems: true }) }),
  reply: Type.Object({ retried: Count, left: Count }),
})

/** A job that failed for good is given up. */
export const jobDrop = defineEndpoint({
  method: 'POST',
  path: '/api/monitor/jobs/:id/drop',
  permission: 'monitor.write',
  params: strict({ id: Id }),
  reply: Done,
})

const ruleParams = strict({ id: Type.String({ pattern: '^\\w{1,40}$', description: 'code' }) })

export const MAX_THRESHOLD = 1_000_000_000

/** Sets from where on a rule fires, and whether it is watched at all. */
export const ruleChange = defineEndpoint({
  method: 'PATCH',
  path: '/api/monitor/rules/:id',
  permission: 'monitor.write',
  params: ruleParams,
  body: strict({
    threshold: Type.Integer({ minimum: 0, maximum: MAX_THRESHOLD }),
    enabled: Type.Boolean(),
    version: Version,
  }),
  reply: Done,
})

/** Keeps a rule from telling anybody for an hour, or no longer. */
export const ruleMute = defineEndpoint({
  method: 'POST',
  path: '/api/monitor/rules/:id/mute',
  permission: 'monitor.write',
  params: ruleParams,
  body: strict({ isMuted: Type.Boolean(), version: Version }),
  reply: Done,
})
