import pg from 'pg'
import type { Database } from '../../src/server/db/pool.ts'
import type { Actor } from '../world.ts'

/** Somebody, and what is theirs; everything else belongs to others. */
export interface Eye {
  as: Actor
  user: string
  partners?: string[]
  lines?: string[]
  product?: 'wl' | 'sm4'
  supplier?: string
}

/** A copy of a database that is in use: its idle connections are cut for a moment, which pools bear. */
export async function cloneOf(adminUrl: string, url: string, suffix: string): Promise<string> {
  const name = new URL(url).pathname.slice(1)
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    // A pool may open a new connection in between; then once more.
    for (let left = 20; ; left--) {
      await client.query(
        `select pg_terminate_backend(pid, 1000) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()`,
        [name],
      )
      try {
        await client.query(`create database ${name}${suffix} template ${name}`)
        break
      } catch (error) {
        if (left === 0 || (error as { code?: string }).code !== '55006') throw error
      }
    }
  } finally {
    await client.end()
  }
  return Object.assign(new URL(url), { pathname: `/${name}${suffix}` }).href
}

/** Deletes what belongs to others, whatever refers to it. */
export async function emptyOfOthers(
  { pool }: Database,
  { user, partners, lines, product, supplier }: Eye,
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    const { rows: keys } = await client.query(
      `select conrelid::regclass::text as "table", conname as name from pg_constraint where contype = 'f' and coninhcount = 0 and connamespace = 'public'::regnamespace and conparentid = 0`,
    )
    for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint if exists "${name}"`)
    const { rows: columns } = await client.query(
      `select c.table_name as "table", c.column_name as "column" from information_schema.columns c
       join information_schema.tables t using (table_schema, table_name)
       where c.table_schema = 'public' and t.table_type = 'BASE TABLE'`,
    )
    const tables = [...new Set(columns.map(({ table }) => table as string))]
    for (const table of tables) await client.query(`alter table ${table} disable trigger user`)
    const withColumn = (column: string) =>
      columns.filter((one) => one.column === column).map(({ table }) => table as string)
    const drop = (table: string, where: string, values: unknown[]) =>
      client.query(`delete from ${table} where ${where}`, values)
    if (partners) {
      for (const table of withColumn('partner_id')) await drop(table, 'partner_id <> all($1::bigint[])', [partners])
      await drop('video', 'partner_id is null', [])
      await drop('partner', 'id <> all($1::bigint[])', [partners])
    }
    if (lines)
      for (const table of withColumn('business_line_id'))
        await drop(table, 'business_line_id <> all($1::bigint[])', [lines])
    if (supplier) for (const table of withColumn('supplier_id')) await drop(table, 'supplier_id <> $1', [supplier])
    for (const column of ['user_id', 'receiver_id', 'owner_id'])
      for (const table of withColumn(column)) await drop(table, `${column} <> $1`, [user])
    if (product)
      for (const table of withColumn('product_code'))
        if (!/^(video|agg_|user_product)/.test(table)) await drop(table, 'product_code <> $1', [product])
    for (const [column, parent] of [
      ['video_id', 'video'],
      ['statement_id', 'statement'],
      ['case_id', 'risk_case'],
      ['link_id', 'promo_link'],
      ['distribution_id', 'distribution'],
    ] as const)
      for (const table of withColumn(column))
        await drop(table, `${column} is not null and ${column} not in (select id from ${parent})`, [])
  } finally {
    client.release(true)
  }
}
