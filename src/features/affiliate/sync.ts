import { addDays, dayOf, daysBetween, startOf } from '../../core/time.ts'
import type { Job, JobCtx } from '../../core/verb.ts'
import { COUPON_LOT, lookAtCoupons } from './coupons.ts'
import { readFigures } from './figures.ts'
import { ageHealth, healthAfter, reach } from './reach.ts'
import { readRows } from './read.ts'
import { type Held, noteSynced, readFetched, readHeld, setHealth } from './sql/accounts.ts'
import { takeOrders } from './sql/book.ts'
import { readCouponCount } from './sql/coupons.ts'
import { takeFigures } from './sql/figures.ts'
import { beginRun, endRun, moveRun, readRun, type Step } from './sql/runs.ts'
import { OVERLAP_MS, UpstreamError, type Window, windowsOf } from './upstream/upstream.ts'

export const SYNC_JOB = 'affiliate-sync'
/** Windows one run fetches; what is left waits for the next, so that no run takes hours. */
const MOST_WINDOWS = 200
const MOST_PAGES = 500
const FIRST_MS = 24 * 3_600_000
const TODO = 'affiliate'

/** The runs of one account follow each other. */
export const queueOf = (accountId: string): string => `union-${accountId}`

const WORDS = {
  expiring: {
    'zh-CN': (name: string) => ({
      title: '联盟账号 Cookie 即将过期',
      content: `「${name}」的 Cookie 已使用 25 天，请尽快更新。`,
    }),
    'en-US': (name: string) => ({
      title: 'Cookies of a union account expire soon',
      content: `Those of “${name}” are 25 days old; please update them.`,
    }),
  },
  expired: {
    'zh-CN': (name: string) => ({
      title: '联盟账号已失效',
      content: `「${name}」的密钥或 Cookie 不再有效，订单已停止同步。`,
    }),
    'en-US': (name: string) => ({
      title: 'A union account has expired',
      content: `The keys or cookies of “${name}” are not taken any more; its orders stand still.`,
    }),
  },
  blocked: {
    'zh-CN': (name: string) => ({ title: '联盟账号被风控', content: `「${name}」被联盟风控，请登录联盟后台处理。` }),
    'en-US': (name: string) => ({
      title: 'A union account is blocked',
      content: `The union’s risk control has stopped “${name}”; see to it there.`,
    }),
  },
}

/** Tells or untells staff what an account's health asks of them. */
export async function tellHealth(
  ctx: Pick<JobCtx, 'notify' | 'endTodos'>,
  account: Held,
  health: string,
): Promise<void> {
  for (const kind of ['expiring', 'expired', 'blocked'] as const) {
    const bizId = `${kind}:${account.id}`
    if (kind !== health) {
      await ctx.endTodos(TODO, bizId)
      continue
    }
    await ctx.notify({
      to: { roles: ['admin', 'coo'] },
      type: 'todo',
      bizType: TODO,
      bizId,
      link: `/affiliate/accounts?open=${account.id}`,
      dedupKey: `affiliate:${bizId}`,
      messageType: kind === 'expiring' ? 3 : 0,
      words: { 'zh-CN': WORDS[kind]['zh-CN'](account.alias), 'en-US': WORDS[kind]['en-US'](account.alias) },
    })
  }
}

/** All rows of one window, page by page. */
async function fetchWindow(account: Held, job: JobCtx, window: Window): Promise<unknown[]> {
  const upstream = reach(job.secrets, account)
  const found: unknown[] = []
  for (let page = 1; page <= MOST_PAGES; page++) {
    const { rows, hasMore } = await upstream.orders(window, page)
    found.push(...rows)
    if (!hasMore) return found
  }
  throw new UpstreamError('busy')
}

/** Follows a run that a person started: how much there is to do, and what each step brought. */
interface Follow {
  begin(steps: number): Promise<void>
  step(what: Step): Promise<void>
}

/**
 * Fetches what changed since the last run, with an overlap, window by window; each is kept before the next is asked for,
 * so that a run that is cut off loses nothing. Safe to run twice: rows that say nothing new change nothing. Returns what
 * the union said against it, or null.
 */
export async function syncAccount(
  job: JobCtx,
  account: Held,
  span?: { from: Date; to: Date },
  follow?: Follow,
): Promise<string | null> {
  const since = account.syncedThrough ? Date.parse(account.syncedThrough) - OVERLAP_MS : +job.now - FIRST_MS
  const { from, to } = span ?? { from: new Date(since), to: job.now }
  try {
    let refused = 0
    const windows = windowsOf(from, to).slice(0, MOST_WINDOWS)
    await follow?.begin(windows.length)
    for (const window of windows) {
      const raws = await fetchWindow(account, job, window)
      const { rows, problems } = readRows(raws.map((raw, row) => ({ row, raw })))
      refused += problems.length
      const effect = await job.transaction(async (db) => {
        if (!span) await noteSynced(db, account.id, window.to, job.now)
        return takeOrders(db, account.id, rows, job.now)
      })
      await follow?.step({
        rows: raws.length,
        changed: effect.created + effect.changed,
        refused: problems.length,
      })
    }
    await settleHealth(job, account, ageHealth(account, job.now), refused > 0 ? `badRows:${refused}` : null)
    return null
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    await settleHealth(job, account, healthAfter(error.trouble, account.health), error.trouble)
    return error.trouble
  }
}

/**
 * Fetches the union's figures day by day. Trouble with them says nothing about an account's orders: one without the right
 * to see figures goes on as it was. Returns what the union said against it, or null.
 */
async function syncFigures(
  job: JobCtx,
  account: Held,
  { from, to }: { from: string; to: string },
  follow?: Follow,
): Promise<string | null> {
  try {
    const days = daysBetween(from, to) + 1
    await follow?.begin(days)
    for (let at = 0; at < days; at++) {
      const found = await reach(job.secrets, account).figures(addDays(from, at))
      const figures = readFigures(found, job.now)
      const changed = await job.transaction((db) => takeFigures(db, account.id, figures, job.now))
      const rows = found.clicks.length + found.uses.length
      await follow?.step({ rows, changed, refused: figures.problems.length })
    }
    return null
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    return error.trouble
  }
}

/** Asks about every coupon of an account, lot by lot. */
async function syncCoupons(job: JobCtx, account: Held, follow: Follow): Promise<string | null> {
  const lots = Math.ceil((await readCouponCount(job.db, account.id)) / COUPON_LOT)
  try {
    await follow.begin(lots)
    for (let lot = 0; lot < lots; lot++)
      await follow.step({ ...(await lookAtCoupons(job, account, lot * COUPON_LOT)), refused: 0 })
    return null
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    return error.trouble
  }
}

/** Figures of a day are told again until they have come to rest. */
const FIGURE_DAYS = 3

/** Does what a person asked for, and keeps how far it is where they look. */
async function doRun(job: JobCtx, runId: string): Promise<void> {
  const run = await readRun(job.db, runId)
  const account = run && (await readHeld(job.db, { kind: 'all' }, run.accountId))
  if (!run || !account) return
  const follow: Follow = {
    begin: (steps) => job.transaction((db) => beginRun(db, runId, steps, job.now)),
    step: (what) => job.transaction((db) => moveRun(db, runId, what)),
  }
  const today = dayOf(job.now)
  const { kind, from, to } = run
  let note: string | null = 'lost'
  try {
    if (!account.enabled) note = 'off'
    else if (kind === 'coupons') note = await syncCoupons(job, account, follow)
    else if (kind === 'figures')
      note = await syncFigures(job, account, { from: from ?? addDays(today, 1 - FIGURE_DAYS), to: to ?? today }, follow)
    else note = await syncAccount(job, account, from && to ? spanOf(job, from, to) : undefined, follow)
  } finally {
    await job.transaction((db) => endRun(db, runId, note, job.now))
  }
}

const spanOf = (job: JobCtx, from: string, to: string) => ({
  from: startOf(from),
  to: new Date(Math.min(+job.now, +startOf(addDays(to, 1)))),
})

const settleHealth = (job: JobCtx, account: Held, health: Held['health'], note: string | null): Promise<void> =>
  job.transaction(async (db, ctx) => {
    await setHealth(db, account.id, health, note, job.now)
    await tellHealth(ctx, account, health)
  })

export const syncJobs: Job[] = [
  {
    name: SYNC_JOB,
    async run(job, { accountId, runId }) {
      if (runId) return doRun(job, String(runId))
      const account = await readHeld(job.db, { kind: 'all' }, String(accountId))
      if (account?.enabled) await syncAccount(job, account)
    },
  },
  {
    name: 'affiliate-sync-all',
    cron: '*/5 * * * *',
    async run(job) {
      for (const account of await readFetched(job.db)) {
        const health = ageHealth(account, job.now)
        // What is expired or blocked waits for a person: asking on would only make it worse.
        if (account.health === 'expired' || account.health === 'blocked') continue
        if (health === 'expired') await settleHealth(job, account, health, 'expired')
        else await job.enqueue(SYNC_JOB, { accountId: account.id }, { queue: queueOf(account.id) })
      }
    },
  },
  {
    name: 'affiliate-figures',
    cron: '35 * * * *',
    async run(job) {
      const today = dayOf(job.now)
      for (const account of await readFetched(job.db))
        if (account.health !== 'expired' && account.health !== 'blocked')
          await syncFigures(job, account, { from: addDays(today, 1 - FIGURE_DAYS), to: today })
    },
  },
]
