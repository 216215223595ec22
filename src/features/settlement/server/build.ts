import { addDays, dayOf } from '../../../core/time.ts'
import type { Job, JobCtx } from '../../../core/verb.ts'
import * as build from '../sql/build.ts'
import { dueOfCpm, readMetricsThrough, readWindow } from '../sql/sm4.ts'
import { dueOfSplit } from '../sql/wl.ts'

export const ACCRUALS_JOB = 'build-accruals'

/** Builds a day of the split product anew, in one transaction. */
async function buildSplitDay({ transaction, now }: JobCtx, day: string): Promise<build.Built> {
  return transaction(async (db) => {
    await build.takeProduct(db, 'wl')
    await build.takeDirty(db, 'wl', day, day)
    await build.createDue(db)
    await dueOfSplit(db, day, day, dayOf(now))
    return build.applyDue(db, 'wl', day, day, now)
  })
}

/** Builds a month of the plan anew: caps run over a whole month, so that no day of it stands alone. */
async function buildCpmMonth({ transaction, now }: JobCtx, month: string): Promise<build.Built> {
  return transaction(async (db) => {
    const last = addDays(nextMonth(month), -1)
    await build.takeProduct(db, 'sm4')
    await build.takeDirty(db, 'sm4', month, last)
    await build.createDue(db)
    await dueOfCpm(db, month, dayOf(now))
    return build.applyDue(db, 'sm4', month, last, now)
  })
}

const monthOf = (day: string): string => `${day.slice(0, 7)}-01`
const nextMonth = (month: string): string => monthOf(addDays(month, 31))

/** Months a changed snapshot can move: its own, and those of snapshots inside the settle window after it. */
function monthsFrom(day: string, windowDays: number, through: string): string[] {
  const last = [addDays(day, windowDays), through].sort()[0]!
  const months: string[] = []
  for (let month = monthOf(day); month <= last || months.length === 0; month = nextMonth(month)) months.push(month)
  return months
}

/**
 * Builds what is dirty, a day or a month a transaction, until nothing is: may run twice and beside itself. A month that
 * fails to be built stays dirty, and so do those after it.
 */
export async function buildAccruals(ctx: JobCtx): Promise<void> {
  const { db, now } = ctx
  await build.markDaysOfAge(db, dayOf(now))
  for (const day of await build.readDirty(db, 'wl')) await buildSplitDay(ctx, day)
  const [dirty, windowDays, through] = await Promise.all([
    build.readDirty(db, 'sm4'),
    readWindow(db),
    readMetricsThrough(db),
  ])
  const months = new Set(dirty.flatMap((day) => monthsFrom(day, windowDays, through ?? day)))
  // Those a change reaches beside its own month are marked first, so that a process that dies leaves them to the next.
  for (const month of months) await build.markDirty(db, 'sm4', month)
  for (const month of [...months].sort()) await buildCpmMonth(ctx, month)
}

export const jobs: Job[] = [{ name: ACCRUALS_JOB, cron: '*/10 * * * *', isLong: true, run: buildAccruals }]
