import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { hash } from '@node-rs/argon2'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { addDays, startOf } from '../../../core/time.ts'
import type { Files } from '../../../core/verb.ts'
import type { Database } from '../pool.ts'
import { type Account, accounts, DEMO_PASSWORD, people, phoneOf } from './accounts.ts'
import { fillAffiliate } from './affiliate.ts'
import { fillArticles } from './articles.ts'
import { fillAudit } from './audit.ts'
import { fillCollections } from './collections.ts'
import { copyCorrections } from './corrections.ts'
import { fillDistribution } from './distribution.ts'
import { fillHours } from './hourly.ts'
import { fillMessages } from './messages.ts'
import { fillMoney } from './money.ts'
import { fillMonitor } from './monitor.ts'
import { drawOrganisation, type Organisation } from './organisation.ts'
import { randomOf } from './random.ts'
import { fillRanks } from './ranks.ts'
import { fillRecommendations } from './recommend.ts'
import { fillRisk } from './risk.ts'
import type { Size } from './size.ts'
import { fillStarOrders } from './star.ts'
import { fillStatements } from './statements.ts'
import { drawVideos, METRIC_COLUMNS, STAT_COLUMNS, VIDEO_COLUMNS } from './videos.ts'

/** Videos per COPY: enough to be fast, few enough to hold. */
const BATCH = 5_000
/** From here on it is quicker to build indexes after the rows than with them. */
const MANY_VIDEOS = 50_000
/** Lines joined into one chunk of the stream. */
const CHUNK = 500

export interface FillOptions {
  /** Accounts beside the known ones. */
  more?: readonly Account[]
  /** Where the files of the world are kept; without it there are none. */
  files?: Files
  /** Hears how many videos and daily rows are in, and then what is left to do. */
  progress?: (videos: number, rows: number, left: 'rows' | 'indexes' | 'statistics') => void
}

/**
 * Fills an empty database with a drawn world, in one transaction: it is there wholly or not at all. False, and nothing
 * done, when somebody works in the database already.
 */
export async function fillWorld(
  database: Database,
  size: Size,
  { more = [], files, progress = () => {} }: FillOptions = {},
): Promise<boolean> {
  const client = await database.pool.connect()
  try {
    await client.query('begin')
    await client.query('set local statement_timeout = 0')
    // Of two that start at once, the second finds the first one's world.
    await client.query('lock table app_user in share row exclusive mode')
    const used = await client.query('select exists (select from app_user) or exists (select from video) as used')
    if (used.rows[0].used) {
      await client.query('rollback')
      return false
    }
    await client.query(`set local maintenance_work_mem = '512MB'`)
    const organisation = drawOrganisation(size)
    await copyOrganisation(client, size, organisation)
    await copyAccounts(client, size, [...accounts, ...(size.hasPeople ? people : []), ...more])
    const rebuild = size.videos >= MANY_VIDEOS ? await setIndexesAside(client, ['video', 'video_stat']) : []
    // The figures come with the videos, and every day is dirty at the end: row by row the triggers would be in the way.
    for (const table of ['video', 'video_metric_daily']) await client.query(`alter table ${table} disable trigger user`)
    const rows = await copyVideos(client, size, organisation, (videos, rows) => progress(videos, rows, 'rows'))
    for (const table of ['video', 'video_metric_daily']) await client.query(`alter table ${table} enable trigger user`)
    progress(size.videos, rows, 'indexes')
    for (const statement of rebuild) await client.query(statement)
    for (const table of TABLES)
      await client.query(
        `select setval(pg_get_serial_sequence('${table}', 'id'), coalesce(max(id), 1), max(id) is not null) from ${table}`,
      )
    await copyCorrections(client, size)
    await client.query(MARK_ALL_DIRTY)
    await client.query('select recount_online()')
    await fillArticles(client, size)
    await fillCollections(client, size)
    await fillDistribution(client, size)
    await fillMessages(client, size.through)
    await fillRecommendations(client, size)
    await fillStarOrders(client, size)
    await fillAffiliate(client, size)
    await fillRisk(client, size)
    await fillMoney(client, size)
    await fillStatements(client, size, files)
    await fillAudit(client)
    await client.query('commit')
    progress(size.videos, rows, 'statistics')
    // Without statistics and the visibility map the first pages would be planned blindly.
    await client.query('set statement_timeout = 0')
    await client.query('vacuum (analyze)')
    while ((await client.query<{ keys: number }>('select rebuild_rollups() as keys')).rows[0]!.keys) {
      // One day a statement.
    }
    await fillHours(client, size)
    await inTransaction(client, () => fillRanks(client, size))
    await inTransaction(client, () => fillMonitor(client, size))
    await client.query('analyze')
    await client.query('reset statement_timeout')
    return true
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}

async function inTransaction(client: pg.PoolClient, run: () => Promise<void>): Promise<void> {
  await client.query('begin')
  await run()
  await client.query('commit')
}

const MARK_ALL_DIRTY = `
  insert into dirty_key select distinct m.stat_date, coalesce(v.partner_id, 0) from video_metric_daily m join video v on v.id = m.video_id
  union select (published_at at time zone 'Asia/Shanghai')::date, coalesce(partner_id, 0) from video where published_at is not null`

const TABLES = [
  'business_line',
  'team',
  'partner',
  'supplier',
  'category',
  'creator',
  'creator_binding',
  'app_user',
  'video',
]

type Value = string | number | boolean | null | undefined

async function copyOrganisation(client: pg.PoolClient, size: Size, organisation: Organisation): Promise<void> {
  const { lines, teams, partners, suppliers, categories, creators } = organisation
  await copy(
    client,
    'business_line (id, name)',
    lines.map(({ id, name }) => [id, name]),
  )
  await copy(
    client,
    'team (id, name, parent_id, business_line_id, path)',
    teams.map((t) => [t.id, t.name, t.parentId, t.lineId, t.path]),
  )
  await copy(
    client,
    'partner (id, code, name, kind, status, team_id, business_line_id, contract_start, contract_end)',
    partners.map((p) => [
      p.id,
      p.code,
      p.name,
      p.kind,
      p.status,
      p.teamId,
      p.lineId,
      p.since,
      addDays(p.since, 3 * 365),
    ]),
  )
  await copy(
    client,
    'supplier (id, code, name)',
    suppliers.map(({ id, code, name }) => [id, code, name]),
  )
  await copy(
    client,
    'category (id, parent_id, code, name_zh, name_en, sort)',
    categories.map((c) => [c.id, c.parentId, c.code, c.zh, c.en, c.sort]),
  )
  await copy(
    client,
    'creator (id, platform, platform_uid, account_no, nickname, fans)',
    creators.map((c) => [c.id, c.platform, c.platformUid, c.accountNo, c.nickname, c.fans]),
  )
  const bindings = creators.flatMap((creator) =>
    creator.bindings.map((binding) => ({ creatorId: creator.id, ...binding })),
  )
  await copy(
    client,
    'creator_binding (id, creator_id, partner_id, bind_time, unbind_time, source)',
    bindings.map((b, at) => [
      at + 1,
      b.creatorId,
      b.partnerId,
      iso(b.from),
      b.to === null ? null : iso(b.to),
      b.source,
    ]),
  )
  await client.query('select ensure_metric_partitions($1, $2)', [addDays(size.through, 1 - size.days), size.through])
  await client.query(
    `insert into metric_day (stat_date, updated_at)
     select day::date, least(now(), (day::date + 1 + time '09:42') at time zone 'Asia/Shanghai') from generate_series($1::date, $2::date, interval '1 day') day`,
    [addDays(size.through, 1 - size.days), size.through],
  )
}

async function copyAccounts(client: pg.PoolClient, size: Size, list: readonly Account[]): Promise<void> {
  // The slow part of a demo start, done once for all accounts; parameters as the server hashes with.
  const passwordHash = await hash(DEMO_PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  const end = +startOf(addDays(size.through, 1))
  const now = Date.now()
  const rows = list.map((account, at): Value[] => {
    const random = randomOf(size.seed, 5, at)
    const created = iso(end - random.int(40, 400) * 86_400_000 - random.int(0, 9) * 3_600_000)
    const hasCome = account.status !== 'invited' && !account.neverCame
    return [
      ...[
        at + 1,
        account.key,
        account.name,
        account.role,
        account.state,
        account.partner,
        account.supplier,
        account.team,
      ],
      ...[account.line, phoneOf(random), `${account.key}@backlot.example`, account.status ?? 'active', account.reason],
      account.status === 'invited' ? null : passwordHash,
      account.neverCame ?? false,
      account.isLocked ? 5 : 0,
      // Locks end after minutes; a demo should still show one tomorrow.
      account.isLocked ? iso(now + 3 * 86_400_000) : null,
      hasCome ? iso(end - random.int(1, 160) * 3_600_000) : null,
      hasCome
        ? `${random.pick(['117.136', '223.104', '112.97', '36.112'])}.${random.int(1, 254)}.${random.int(1, 254)}`
        : null,
      ...[account.remark, account.key === 'admin' ? null : 1, created, created],
    ]
  })
  await copy(
    client,
    `app_user (id, access_key, display_name, role, access_state, partner_id, supplier_id, team_id, business_line_id, phone, email, status,
      disabled_reason, password_hash, must_change_password, failed_count, locked_until, last_login_at, last_login_ip, remark, created_by, created_at, updated_at)`,
    rows,
  )
}

async function copyVideos(
  client: pg.PoolClient,
  size: Size,
  organisation: Organisation,
  progress: (videos: number, rows: number) => void,
): Promise<number> {
  let batch: { videos: string[]; metrics: string[]; stats: string[] } = { videos: [], metrics: [], stats: [] }
  let [videos, rows] = [0, 0]
  const send = async (): Promise<void> => {
    await copyLines(client, `video (${VIDEO_COLUMNS})`, batch.videos)
    await copyLines(client, `video_metric_daily (${METRIC_COLUMNS})`, batch.metrics)
    await copyLines(client, `video_stat (${STAT_COLUMNS})`, batch.stats)
    videos += batch.videos.length
    rows += batch.metrics.length
    progress(videos, rows)
    batch = { videos: [], metrics: [], stats: [] }
  }
  for (const { video, metrics, stat } of drawVideos(size, organisation)) {
    batch.videos.push(video)
    for (const metric of metrics) batch.metrics.push(metric)
    batch.stats.push(stat)
    if (batch.videos.length === BATCH) await send()
  }
  if (batch.videos.length) await send()
  return rows
}

/** Drops the indexes of tables that no constraint needs; returns the statements that build them again. */
async function setIndexesAside(client: pg.PoolClient, tables: string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i where i.indrelid::regclass::text = any($1) and not i.indisunique`,
    [tables],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows.map(({ definition }) => definition)
}

const copy = (client: pg.PoolClient, target: string, rows: Value[][]): Promise<void> =>
  copyLines(
    client,
    target,
    rows.map((row) => `${row.map((value) => value ?? '\\N').join('\t')}\n`),
  )

async function copyLines(client: pg.PoolClient, target: string, lines: string[]): Promise<void> {
  const chunks = function* (): Generator<string> {
    for (let at = 0; at < lines.length; at += CHUNK) yield lines.slice(at, at + CHUNK).join('')
  }
  await pipeline(Readable.from(chunks()), client.query(copyFrom(`copy ${target} from stdin`)))
}

const iso = (instant: number): string => new Date(instant).toISOString()
