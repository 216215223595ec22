import { addDays, dayOf, startOf } from '../../core/time.ts'
import type { Job, JobCtx } from '../../core/verb.ts'
import { readEvenness } from './sql/bills.ts'
import { lockAccount } from './sql/book.ts'
import { freezeThrough } from './sql/freeze.ts'
import { dropOldImports, readAccountIds } from './sql/jobs.ts'

/** A day's bill stands from eleven o'clock on the day after (domain page S22.8). */
const FREEZE_HOUR = 11
const HOUR_MS = 3_600_000

/** The last day whose bill stands at an instant. */
export function frozenDayAt(now: Date): string {
  const today = dayOf(now)
  return addDays(today, +now >= +startOf(today) + FREEZE_HOUR * HOUR_MS ? -1 : -2)
}

/** Freezes the bills that are due, each account in its own transaction. */
async function freezeDue(job: JobCtx): Promise<void> {
  const day = frozenDayAt(job.now)
  for (const accountId of await readAccountIds(job.db))
    await job.transaction(async (db) => {
      await lockAccount(db, accountId)
      await freezeThrough(db, accountId, day, job.now)
    })
}

const TODO = 'affiliate'
/** Books, orders and daily sums must say the same; a difference is a todo until it is gone. */
async function lookEven(job: JobCtx): Promise<void> {
  for (const { accountId, accountName, isEven, ordersFen, booksFen } of await readEvenness(job.db)) {
    const bizId = `even:${accountId}`
    if (isEven) await job.endTodos(TODO, bizId)
    else
      await job.notify({
        to: { roles: ['admin'] },
        type: 'todo',
        bizType: TODO,
        bizId,
        link: '/affiliate/bills',
        dedupKey: `affiliate:${bizId}`,
        messageType: 3,
        words: {
          'zh-CN': {
            title: '联盟账单对账有差异',
            content: `「${accountName}」的订单与入账记录不一致（订单 ${ordersFen} 分，入账 ${booksFen} 分），请核对。`,
          },
          'en-US': {
            title: 'Union bills do not reconcile',
            content: `Orders and books of “${accountName}” differ (orders ${ordersFen} fen, books ${booksFen} fen); please check.`,
          },
        },
      })
  }
}

export const jobs: Job[] = [
  { name: 'affiliate-freeze', cron: '*/10 * * * *', run: freezeDue },
  { name: 'affiliate-reconcile', cron: '23 * * * *', run: lookEven },
  {
    name: 'affiliate-sweep',
    cron: '40 19 * * *',
    run: async ({ transaction, now }) => transaction((db) => dropOldImports(db, now)),
  },
]
