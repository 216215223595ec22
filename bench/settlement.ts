import { cpus } from 'node:os'
import sql, { type Sql } from 'sql-template-tag'
import { addDays } from '../src/core/time.ts'
import type { Db } from '../src/core/verb.ts'
import { applyDue, createDue } from '../src/features/settlement/sql/build.ts'
import { dueOfCpm } from '../src/features/settlement/sql/sm4.ts'
import { dueOfSplit } from '../src/features/settlement/sql/wl.ts'
import { BILLS } from '../src/server/db/demo/money.ts'
import type { Database } from '../src/server/db/pool.ts'
import { writeSection } from './section.ts'

/** Nothing of it stays: whoever measures again finds the same database. */
class Undo extends Error {}

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/**
 * What accruals cost: building them, again when nothing changed, and again with a tenth of the facts changed, each as a
 * ratio to the bare sum by partner over the same rows.
 */
export async function benchSettlement(database: Database): Promise<void> {
  const { through } = (await database.one<{ through: string }>(
    sql`select max(stat_date)::text as through from metric_day`,
  ))!
  const month = `${through.slice(0, 7)}-01`
  const monthEnd = addDays(`${addDays(month, 31).slice(0, 7)}-01`, -1)
  const now = new Date(`${addDays(through, 1)}T02:00:00Z`)
  const rows: string[] = []
  const run = async (
    name: string,
    bare: (db: Db) => Promise<number>,
    due: (db: Db) => Promise<unknown>,
    change: (db: Db) => Sql,
    product: 'wl' | 'sm4',
    from: string,
    to: string,
  ) =>
    database
      .transaction(
        async (db) => {
          await db.rows(sql`truncate accrual cascade`)
          const reference = Math.min(await bare(db), await bare(db))
          const build = () =>
            timed(async () => {
              await createDue(db)
              await db.rows(sql`truncate accrual_due`)
              await due(db)
              await applyDue(db, product, from, to, now)
            })
          const first = await build()
          const { n } = (await db.one<{ n: number }>(
            sql`select count(*) as n from accrual where product_code = ${product}`,
          ))!
          await db.rows(sql`analyze accrual`)
          const again = await build()
          await db.rows(change(db))
          const changed = await build()
          const cell = (ms: number) => `${(ms / 1000).toFixed(2)} s, **${(ms / reference).toFixed(1)}**`
          rows.push(
            `| ${name} | ${n.toLocaleString()} | ${(reference / 1000).toFixed(2)} s | ${cell(first)} | ${Math.round(n / (first / 1000)).toLocaleString()}/s | ${cell(again)} | ${cell(changed)} |`,
          )
          console.log(rows.at(-1))
          throw new Undo()
        },
        { timeoutMs: 0 },
      )
      .catch((error: unknown) => {
        if (!(error instanceof Undo)) throw error
      })

  const today = addDays(through, 1)
  await run(
    'split, a day',
    async (db) => {
      await db.rows(sql`delete from income_row where earn_date = ${through}`)
      await db.rows({ text: BILLS, values: [through, through] })
      await db.rows(sql`analyze income_row`)
      return timed(() =>
        db.rows(sql`
          select v.partner_id, sum(i.ad_income_micro), sum(i.gmv_fen - i.refund_gmv_fen) from income_row i join video v on v.id = i.video_id
          where i.earn_date = ${through} and i.is_current group by 1`),
      )
    },
    (db) => dueOfSplit(db, through, through, today),
    () =>
      sql`update income_row set ad_income_micro = ad_income_micro + 10000 where earn_date = ${through} and id % 10 = 0`,
    ...(['wl', through, through] as const),
  )
  await run(
    'plays, a month to date',
    (db) =>
      timed(() =>
        db.rows(sql`
          select v.partner_id, sum(m.effective_play_count) from video_metric_daily m join video v on v.id = m.video_id
          where v.product_code = 'sm4' and m.stat_date between ${month}::date and ${monthEnd}::date group by 1`),
      ),
    (db) => dueOfCpm(db, month, today),
    () => sql`
      update video_metric_daily set effective_play_count = effective_play_count + 1000 where stat_date between ${month}::date and ${monthEnd}::date and video_id % 10 = 0`,
    ...(['sm4', month, monthEnd] as const),
  )
  const { videos } = (await database.one<{ videos: number }>(sql`select count(*) as videos from video`))!
  writeSection(
    'settlement',
    `## Settlement

Written by \`npm run bench -- --only settlement\`, ${new Date().toISOString().slice(0, 10)}, on ${cpus().length} cores (${cpus()[0]!.model}), Node ${process.version},
${videos.toLocaleString()} videos. Accruals built from their facts, each as a ratio to the bare sum by partner over the same rows; nothing stays.

| what | lines | bare sum | first build | lines | again, nothing changed | again, a tenth changed |
|---|---|---|---|---|---|---|
${rows.join('\n')}`,
  )
}
