import { cpus } from 'node:os'
import sql from 'sql-template-tag'
import { parseListQuery } from '../src/core/listQuery.ts'
import type { Db, Statement } from '../src/core/verb.ts'
import { buildDay, buildHourDay } from '../src/features/rank/build.ts'
import { playCountRank } from '../src/features/rank/contract.ts'
import * as rank from '../src/features/rank/sql.ts'
import type { Database } from '../src/server/db/pool.ts'
import { planOf } from './plan.ts'
import { writeSection } from './section.ts'

const ROUNDS = 50
type Plan = { 'Execution Time': number; 'Planning Time': number }

/**
 * What the pages of the hot rankings cost in SQL: the very statements a page sends, run by EXPLAIN ANALYZE after one to
 * warm up; and what a finished day's boards cost to build.
 */
export async function benchRank(database: Database): Promise<void> {
  const { through, videos, days } = (await database.one<{ through: string; videos: number; days: number }>(sql`
    select (select max(stat_date) from metric_day) as through, (select count(*) from video) as videos, (select count(*) from video_metric_daily) as days`))!
  const began = performance.now()
  await database.transaction((db) => buildDay(db, through), { timeoutMs: 0 })
  const built = performance.now() - began
  const day = await database.one<{ day: string }>(
    sql`select (max(bucket_at) at time zone 'Asia/Shanghai')::date as day from video_metric_hourly`,
  )
  if (day?.day) await database.transaction((db) => buildHourDay(db, day.day, true), { timeoutMs: 0 })

  const rows: string[] = []
  let plan = ''
  for (const [name, board, search] of [
    ['a page of 20', 'play_count_rank', { pageSize: '20' }],
    ['a page of 50', 'play_count_rank', { pageSize: '50' }],
    ['a page of 20 by keyword', 'play_count_rank', { pageSize: '20', keyword: '的' }],
    ['a page of 20 with its 24 hours', 'today_rank', { pageSize: '20' }],
    ['tiles, course and categories', 'play_count_rank', null],
  ] as const) {
    const statements = await caught(database, board, search)
    if (!statements) continue
    const times: number[] = []
    for (let round = -1; round < ROUNDS; round++) {
      let sum = 0
      for (const { text, values } of statements) sum += (await explain(database, { text, values }))['Execution Time']
      if (round >= 0) times.push(sum)
    }
    times.sort((a, b) => a - b)
    rows.push(`| ${name} | ${statements.length} | ${times[ROUNDS / 2]!.toFixed(2)} | ${times.at(-2)!.toFixed(2)} |`)
    console.log(rows.at(-1))
    if (!plan) plan = await planOf(database, statements.at(-1)!)
  }
  writeSection(
    'rank',
    `## Hot rankings

Written by \`npm run bench -- --only rank\`, ${new Date().toISOString().slice(0, 10)}, on ${cpus().length} cores (${cpus()[0]!.model}), Node ${process.version},
${videos.toLocaleString()} videos and ${days.toLocaleString()} daily rows. The statements one page sends, in PostgreSQL (\`EXPLAIN ANALYZE\`), ${ROUNDS} times.
A page is a range of the primary key of one snapshot: it does not grow with the videos. All boards of the newest finished
day (three windows and all time, each whole and by platform, category and type) were built in ${(built / 1000).toFixed(1)} s.

| asked | statements | ms, middle | ms, slowest but one |
|---|---|---|---|
${rows.join('\n')}

The rows of a page of 20:

\`\`\`
${plan}
\`\`\``,
  )
}

/** The statements of a page, caught on their way to the database; undefined where there is no board. */
async function caught(
  db: Db,
  board: rank.Series['board'],
  search: Record<string, string> | null,
): Promise<Statement[] | undefined> {
  const statements: Statement[] = []
  const note =
    <T>(ask: (statement: Statement) => Promise<T>) =>
    (statement: Statement) => {
      statements.push(statement)
      return ask(statement)
    }
  const listening = { rows: note((one) => db.rows(one)), one: note((one) => db.one(one)) } as Db
  const series = { board, window: board === 'play_count_rank' ? 1 : 0, scope: 'all' }
  const snapshot = await rank.readSnapshot(listening, series, {})
  if (!snapshot) return undefined
  const scope = { kind: 'all' } as const
  if (search) {
    const query = parseListQuery(playCountRank, () => true, search)
    await rank.readRows(listening, snapshot, { scope, language: 'zh-CN', query, withHours: board === 'today_rank' })
  } else {
    await rank.readFigures(listening, snapshot, scope)
    await rank.readCategoriesOf(listening, snapshot)
    await rank.readCourse(listening, snapshot, 10)
  }
  return statements
}

async function explain(db: Db, { text, values }: Statement): Promise<Plan> {
  const row = await db.one<{ 'QUERY PLAN': [Plan] }>({
    text: `explain (analyze, timing off, format json) ${text}`,
    values,
  })
  return row!['QUERY PLAN'][0]
}
