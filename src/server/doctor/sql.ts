import sql from 'sql-template-tag'
import type { Db } from '../../core/verb.ts'

export interface Server {
  major: number
  encoding: string
  fsync: string
  fullPages: string
  commit: string
  autovacuum: string
  limit: number
  used: number
  /** Milliseconds since 1970, by the database's clock. */
  clock: number
  isReplica: boolean
}

export async function readServer(db: Db): Promise<Server> {
  const row = await db.one<Server>(sql`
    select current_setting('server_version_num')::int / 10000 as major, current_setting('server_encoding') as encoding,
      current_setting('fsync') as fsync, current_setting('full_page_writes') as "fullPages",
      current_setting('synchronous_commit') as commit, current_setting('autovacuum') as autovacuum,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as "limit",
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used,
      (extract(epoch from clock_timestamp()) * 1000)::float as clock, pg_is_in_recovery() as "isReplica"`)
  return row!
}

/** The newest migration of the database; 0 where there is none. */
export async function readMigration(db: Db): Promise<number> {
  const there = await db.one<{ is: boolean }>(sql`select to_regclass('public.schema_version') is not null as is`)
  if (!there!.is) return 0
  return (await db.one<{ version: number }>(sql`select coalesce(max(version), 0)::int as version from schema_version`))!
    .version
}

/** Seconds the oldest open transaction has lasted, but for those of commands that say who they are. */
export async function readOldestTransaction(db: Db): Promise<number> {
  const row = await db.one<{ seconds: number }>(sql`
    select coalesce(max(extract(epoch from now() - xact_start)), 0)::float as seconds from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name <> 'backlot-backup'`)
  return row!.seconds
}

/** Jobs a process holds for longer than any of ours takes. */
export async function countHeldJobs(db: Db): Promise<number> {
  const row = await db.one<{ jobs: number }>(sql`
    select count(*)::int as jobs from graphile_worker.jobs where locked_at < now() - interval '1 hour'`)
  return row!.jobs
}

export interface Lag {
  /** Age of the newest change it has; 0 while it has all of the primary's log. */
  seconds: number
  bytes: number
  /** Something sends it the log. */
  isFed: boolean
}

/** How far the replica is behind what the primary has at this moment. */
export async function readLag(primary: Db, replica: Db): Promise<Lag> {
  const there = await primary.one<{ lsn: string }>(sql`select pg_current_wal_flush_lsn()::text as lsn`)
  const row = await replica.one<Lag>(sql`
    with behind as (
      select greatest(pg_wal_lsn_diff(${there!.lsn}::pg_lsn, pg_last_wal_replay_lsn()), 0)::float as bytes
    )
    select bytes, exists (select from pg_stat_wal_receiver) as "isFed",
      case when bytes = 0 then 0 else coalesce(extract(epoch from now() - pg_last_xact_replay_timestamp()), 0) end::float as seconds
    from behind`)
  return row!
}
