/**
 * `npm run bench:month`: the statements of a month of 2,000 partners from 5,000,000 rows, built by the running server, and
 * the pages of what it built. Fills a database of its own first (.cache/bench-month). Writes docs/bench.md.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import sql, { raw } from 'sql-template-tag'
import type { Db } from '../src/core/verb.ts'
import { splitPlan } from '../src/features/settlement/example.ts'
import { startEmbedded } from '../src/server/db/embedded/embedded.ts'
import { migrate } from '../src/server/db/migrate.ts'
import { type Database, openDatabase } from '../src/server/db/pool.ts'
import { load } from './load.ts'
import { writeSection } from './section.ts'

const { values: flags } = parseArgs({
  options: {
    partners: { type: 'string', default: '2000' },
    rows: { type: 'string', default: '5000000' },
    seconds: { type: 'string', default: '5' },
  },
})
const PARTNERS = Number(flags.partners)
const DAYS = 30
const VIDEOS = Math.ceil(Number(flags.rows) / DAYS)
const PERIOD = '2026-09-01'
/** The server's own counting of minutes ends where the build does. */
const MOST_SECONDS = 3_600

const TABLES = ['video', 'income_row', 'accrual', 'statement', 'statement_line', 'statement_event']

const dataDir = resolve('.cache/bench-month')
mkdirSync(dataDir, { recursive: true })
const embedded = await startEmbedded(dataDir, console.log)
const database = openDatabase(embedded.url, { timeoutMs: 0 })
let server: ChildProcess | undefined
try {
  await migrate(embedded.url)
  if ((await database.one<{ n: number }>(sql`select count(*) as n from partner`))!.n === 0) await fill(database)
  else await forget(database)
  const bareMs = Math.min(await bare(database), await bare(database))
  console.log(`bare: ${(bareMs / 1000).toFixed(2)} s`)
  const token = await signIn(database)
  server = fork('bench/backlot.ts', [embedded.url], { execArgv: ['--import', 'tsx'] })
  const port = await new Promise<number>((done, fail) => {
    server!.once('message', (message) => done((message as { port: number }).port))
    server!.once('exit', (code) => fail(new Error(`the server ended with ${code}`)))
  })
  const built = await build(database, port, token)
  const pages = await benchPages(database, port, token)
  report(bareMs, built, pages)
} finally {
  server?.kill()
  await database.end()
  await embedded.stop()
}

/** Nothing drawn here is to be rolled up or built anew. */
async function quiet(db: Db): Promise<void> {
  for (const table of TABLES) await db.rows(raw(`alter table ${table} disable trigger user`))
}
async function loud(db: Db): Promise<void> {
  for (const table of TABLES) await db.rows(raw(`alter table ${table} enable trigger user`))
}

/**
 * Works of partners large and small, each with a final row a day, and the bill rows of upstream they come from. Keys and
 * order of the rows are those `applyDue` gives them, a day after the other and partner by partner.
 */
async function fill(db: Database): Promise<void> {
  const began = performance.now()
  await db.transaction(
    async (tx) => {
      // Nothing here is to be rolled up or built anew.
      await quiet(tx)
      await tx.rows(sql`insert into business_line (name) values ('内容')`)
      await tx.rows(sql`insert into team (name, business_line_id, path) values ('一组', 1, '/1/')`)
      await tx.rows(sql`
        insert into partner (code, name, team_id, business_line_id) select 'P' || n, '合作方' || n, 1, 1 from generate_series(1, ${PARTNERS}::int) n`)
      await tx.rows(sql`
        insert into creator (platform, platform_uid, nickname) select 'douyin', n::text, '作者' || n from generate_series(1, ${PARTNERS}::int * 5) n`)
      // A twentieth of the partners has a quarter of the works.
      await tx.rows(sql`
        insert into video (platform, platform_item_id, title, creator_id, partner_id, product_code, published_at)
        select 'douyin', (7188000000000000000 + n)::text, '作品' || n, p * 5 - n % 5, p, 'wl', '2026-08-01'::timestamptz + n * interval '20 seconds'
        from generate_series(1, ${VIDEOS}::int) n
          cross join lateral (select 1 + floor(${PARTNERS}::int * power((n::bigint * 2654435761 % 4294967296) / 4294967296.0, 2))::int as p) o`)
      await tx.rows(sql`
        insert into product_version (product_code, number, state, params, valid_from)
        values ('wl', 1, 'published', ${JSON.stringify({ ...splitPlan, invoiceRequired: false })}::jsonb, '2026-01-01')`)
      await tx.rows(sql`select ensure_accrual_partitions(${PERIOD}, ${PERIOD})`)
      await tx.rows(sql`
        insert into income_row (source, source_file, source_row, row_key, revision, earn_date, video_id, settle_type, ad_income_micro)
        select 'douyin-open', 'bill-' || d::date || '.csv', v.id, d::date || '|' || v.id, 1, d::date, v.id, 1, (v.id * 7919 + extract(day from d)::int * 104729) % 20000000
        from generate_series(${PERIOD}::date, ${PERIOD}::date + ${DAYS - 1}::int, interval '1 day') d cross join video v`)
      await tx.rows(sql`
        insert into accrual (product_code, product_version_id, partner_id, creator_id, video_id, settle_type, earn_date, base_micro, rate_ppm,
          creator_rate_ppm, amount_micro, creator_micro, is_final, income_row_id, dedup_key)
        select 'wl', 1, v.partner_id, v.creator_id, v.id, 1, i.earn_date, i.ad_income_micro, 550000, 400000, i.ad_income_micro * 55 / 100,
          i.ad_income_micro * 22 / 100, true, i.id, '0|' || v.partner_id || '|' || i.source || '|' || v.id || '|1|'
        from income_row i join video v on v.id = i.video_id order by i.earn_date, v.partner_id, v.id`)
      await loud(tx)
    },
    { timeoutMs: 0 },
  )
  await db.rows(sql`
    insert into app_user (access_key, display_name, role, status) values ('bench', '测量', 'admin', 'active')`)
  await db.rows(sql`vacuum (analyze)`)
  console.log(`filled in ${Math.round((performance.now() - began) / 1000)} s`)
}

/** The month once more as it was before it was built. */
async function forget(db: Database): Promise<void> {
  await db.transaction(
    async (tx) => {
      await quiet(tx)
      await tx.rows(sql`update accrual set statement_id = null`)
      for (const table of ['statement_line', 'statement_event', 'statement']) await tx.rows(raw(`delete from ${table}`))
      await loud(tx)
    },
    { timeoutMs: 0 },
  )
  await db.rows(sql`vacuum (full, analyze) accrual`)
}

/** What a bill needs of the rows and no more: their sums by work, of whoever they belong to. */
async function bare(db: Database): Promise<number> {
  const began = performance.now()
  await db.rows(sql`
    select count(*), sum(fen) from (
      select partner_id, video_id, fen_of_micro(sum(amount_micro)::bigint) as fen from accrual
      where product_code = 'wl' and statement_id is null and is_final and hold_reason is null and earn_date < '2026-10-01' group by 1, 2
    ) l`)
  return performance.now() - began
}

async function signIn(db: Database): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db.rows(sql`
    insert into session (user_id, token_hash, idle_seconds, expires_at)
    select id, ${createHash('sha256').update(token).digest()}, 86400, now() + interval '1 day' from app_user`)
  return token
}

interface Built {
  seconds: number
  rows: number
  lines: number
  statements: number
  megabytes: number
  /** The sums of the rows and of the statements, which must agree to the fen a line is rounded by. */
  netFen: number
}

/** Asks the server for everybody's statements, as an operator does, and waits until the last stands. */
async function build(db: Database, port: number, token: string): Promise<Built> {
  const began = performance.now()
  const asked = await fetch(`http://127.0.0.1:${port}/api/settlements/build`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ product: 'wl', period: PERIOD, partnerId: null }),
  })
  if (!asked.ok) throw new Error(await asked.text())
  const expected = (await db.one<{ n: number }>(sql`select count(distinct partner_id) as n from video`))!.n
  let [done, megabytes] = [0, 0]
  while (done < expected && performance.now() - began < MOST_SECONDS * 1000) {
    await wait(200)
    done = (await db.one<{ n: number }>(sql`select count(*) as n from statement`))!.n
    megabytes = Math.max(megabytes, residentMegabytes(server!.pid!))
  }
  const seconds = (performance.now() - began) / 1000
  const sums = (await db.one<Omit<Built, 'seconds' | 'megabytes'> & { wrong: number; left: number }>(sql`
    select count(*) as statements, sum(line_count)::int as lines, sum(net_fen)::bigint as "netFen", (select count(*) from accrual where statement_id is not null) as rows,
      (select count(*) from accrual where statement_id is null) as left,
      (select count(*) from statement s where net_fen <> (select sum(amount_fen) from statement_line where statement_id = s.id)
        or sum_micro <> (select sum(amount_micro) from accrual where statement_id = s.id)) as wrong
    from statement`))!
  if (done < expected || sums.wrong > 0)
    throw new Error(`${done} of ${expected} built, ${sums.wrong} wrong, ${sums.left} rows left`)
  console.log(`${seconds.toFixed(1)} s`, sums, `${megabytes} MB`)
  return { seconds, megabytes, ...sums }
}

/** Of the server's process, where the system tells it. */
function residentMegabytes(pid: number): number {
  try {
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024)
  } catch {
    return 0
  }
}

/** The pages of the largest statement and of a middle one, asked for by four at once. */
async function benchPages(db: Database, port: number, token: string): Promise<string[]> {
  await db.rows(sql`analyze statement, statement_line, accrual`)
  const ranked = await db.rows<{ id: string; lines: number }>(
    sql`select id::text, line_count as lines from statement order by line_count desc, id`,
  )
  const [largest, middle] = [ranked[0]!, ranked[Math.floor(ranked.length / 2)]!]
  const results: string[] = []
  for (const { id, lines } of [largest, middle]) {
    const pages: [name: string, path: string][] = [
      ['head, sums, history', `/api/settlements/statements/${id}`],
      ['first lines', `/api/settlements/lines?statementId=${id}&pageSize=20`],
      ['largest lines', `/api/settlements/lines?statementId=${id}&pageSize=20&sort=amountFen:desc`],
      ['last lines', `/api/settlements/lines?statementId=${id}&pageSize=20&current=${Math.ceil(lines / 20)}`],
      ['a line, its days, their sources', `/api/settlements/statements/${id}/line?lineNo=${Math.ceil(lines / 2)}`],
    ]
    for (const [name, path] of pages) {
      const { p50Ms, p95Ms, p99Ms } = await load(
        port,
        path,
        { authorization: `Bearer ${token}` },
        Number(flags.seconds),
        4,
      )
      results.push(
        `| ${name} | ${lines.toLocaleString('en')} | ${p50Ms.toFixed(1)} | **${p95Ms.toFixed(1)}** | ${p99Ms.toFixed(1)} |`,
      )
      console.log(results.at(-1))
    }
  }
  return results
}

function report(bareMs: number, built: Built, pages: string[]): void {
  const { seconds, rows, lines, statements, megabytes } = built
  writeSection(
    'month',
    `## A month of statements

Written by \`npm run bench:month\`, ${new Date().toISOString().slice(0, 10)}, on ${cpus().length} cores (${cpus()[0]!.model}), Node ${process.version},
the load of the machine at its end ${loadavg()[0]!.toFixed(1)}.
${rows.toLocaleString('en')} rows of a month become ${statements.toLocaleString('en')} statements of ${lines.toLocaleString('en')} lines, built by the running server as an
operator asks for it, a transaction a partner: claimed, grouped, summed, checked against each other. The reference is the bare sum of
the same rows by work.

| rows | bare sum | build | ratio | rows a second | server's memory |
|---|---|---|---|---|---|
| ${rows.toLocaleString('en')} | ${(bareMs / 1000).toFixed(2)} s | ${(seconds / 60).toFixed(1)} min | **${(seconds / (bareMs / 1000)).toFixed(1)}** | ${Math.round(rows / seconds).toLocaleString('en')} | ${megabytes} MB at most |

The pages of its largest and its middle statement, asked for by four connections at once, in ms:

| page | lines of the statement | p50 | p95 | p99 |
|---|---|---|---|---|
${pages.join('\n')}`,
  )
}
