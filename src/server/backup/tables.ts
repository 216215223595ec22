import type pg from 'pg'

/** A table whose rows are carried; a partition says of what and for which values. */
export interface Table {
  schema: string
  name: string
  columns: string[]
  parent: string | null
  bound: string | null
}

export interface Sequence {
  name: string
  last: string
  isCalled: boolean
}

/** The product's own tables and the queue's; the books of migrations are written by migrating. */
const OURS = `n.nspname in ('public', 'graphile_worker') and c.relname not in ('schema_version', 'migrations')`

/** Every table that holds rows, with the columns that are stored; large ones first, so that the last minutes go quickly. */
export async function listTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select n.nspname as schema, c.relname as name, i.inhparent::regclass::text as parent,
      pg_get_expr(c.relpartbound, c.oid) as bound,
      (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
       where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace left join pg_inherits i on i.inhrelid = c.oid
    where c.relkind = 'r' and ${OURS}
    order by pg_table_size(c.oid) desc, 1, 2`)
  return rows
}

/** Where the sequences stand. They are never rolled back, so that a number read after the rows is never too small. */
export async function listSequences(client: pg.ClientBase): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string }>(`
    select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'S' and ${OURS} order by 1`)
  const found: Sequence[] = []
  for (const { name } of rows) {
    const at = await client.query(`select last_value::text as last, is_called as "isCalled" from ${name}`)
    found.push({ name, ...at.rows[0] })
  }
  return found
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
export const nameOf = ({ schema, name }: Pick<Table, 'schema' | 'name'>): string => `${quoted(schema)}.${quoted(name)}`
/** `table (columns)` for COPY. */
export const targetOf = (table: Table): string => `${nameOf(table)} (${table.columns.map(quoted).join(', ')})`

export async function setSequences(client: pg.ClientBase, sequences: readonly Sequence[]): Promise<void> {
  for (const { name, last, isCalled } of sequences)
    await client.query('select setval($1::regclass, $2::bigint, $3)', [name, last, isCalled])
}

/** Makes the partitions that came into being while the product ran. */
export async function createPartitions(client: pg.ClientBase, tables: readonly Table[]): Promise<void> {
  for (const table of tables)
    if (table.parent && /^FOR VALUES (FROM|IN) /.test(table.bound ?? ''))
      await client.query(`create table if not exists ${nameOf(table)} partition of ${table.parent} ${table.bound}`)
}

/**
 * Empties the tables a migration has filled and takes off what would slow the rows down or judge them one by one:
 * triggers, references, indexes that are not a constraint. Returns the statements that put all of it back.
 */
export async function layBare(client: pg.ClientBase): Promise<string[]> {
  const tables = (await listTables(client)).map(nameOf)
  await client.query(`truncate ${tables.join(', ')} cascade`)
  const { rows: references } = await client.query<{ table: string; name: string; definition: string }>(`
    select k.conrelid::regclass::text as table, quote_ident(k.conname) as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where k.contype = 'f' and k.conparentid = 0 and ${OURS} order by k.oid`)
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(`
    select x.indexrelid::regclass::text as name, pg_get_indexdef(x.indexrelid) as definition
    from pg_index x join pg_class c on c.oid = x.indrelid join pg_namespace n on n.oid = c.relnamespace
    where ${OURS} and not x.indisunique and not exists (select from pg_constraint k where k.conindid = x.indexrelid)
      and not exists (select from pg_inherits i where i.inhrelid = x.indexrelid)
    -- In the order they were made in: partitions number the names of their indexes by it.
    order by x.indexrelid`)
  for (const { table, name } of references) await client.query(`alter table ${table} drop constraint ${name}`)
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`)
  return [
    // Of a partitioned table the definition names the parent alone; all its parts are meant.
    ...indexes.map(({ definition }) => definition.replace(' ON ONLY ', ' ON ')),
    ...references.map(({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`),
    ...tables.map((table) => `alter table ${table} enable trigger user`),
  ]
}
