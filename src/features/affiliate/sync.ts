import { startOf } from '../../core/time.ts'
import type { Job, JobCtx } from '../../core/verb.ts'
import { ageHealth, healthAfter, reach } from './reach.ts'
import { readRows } from './read.ts'
import { type Held, noteSynced, readFetched, readHeld, setHealth } from './sql/accounts.ts'
import { takeOrders } from './sql/book.ts'
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

/**
 * Fetches what changed since the last run, with an overlap, window by window; each is kept before the next is asked for,
 * so that a run that is cut off loses nothing. Safe to run twice: rows that say nothing new change nothing.
 */
export async function syncAccount(job: JobCtx, account: Held, span?: { from: Date; to: Date }): Promise<void> {
  const since = account.syncedThrough ? Date.parse(account.syncedThrough) - OVERLAP_MS : +job.now - FIRST_MS
  const { from, to } = span ?? { from: new Date(since), to: job.now }
  try {
    let refused = 0
    for (const window of windowsOf(from, to).slice(0, MOST_WINDOWS)) {
      const raws = await fetchWindow(account, job, window)
      const { rows, problems } = readRows(raws.map((raw, row) => ({ row, raw })))
      refused += problems.length
      await job.transaction(async (db) => {
        await takeOrders(db, account.id, rows, job.now)
        if (!span) await noteSynced(db, account.id, window.to, job.now)
      })
    }
    await settleHealth(job, account, ageHealth(account, job.now), refused > 0 ? `badRows:${refused}` : null)
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    await settleHealth(job, account, healthAfter(error.trouble, account.health), error.trouble)
  }
}

const settleHealth = (job: JobCtx, account: Held, health: Held['health'], note: string | null): Promise<void> =>
  job.transaction(async (db, ctx) => {
    await setHealth(db, account.id, health, note, job.now)
    await tellHealth(ctx, account, health)
  })

export const syncJobs: Job[] = [
  {
    name: SYNC_JOB,
    async run(job, { accountId, from, to }) {
      const account = await readHeld(job.db, { kind: 'all' }, String(accountId))
      if (!account?.enabled) return
      const span =
        from && to ? { from: startOf(String(from)), to: new Date(Math.min(+job.now, +startOf(String(to)))) } : undefined
      await syncAccount(job, account, span)
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
]
