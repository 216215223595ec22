import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import sql, { join as joined, raw } from 'sql-template-tag'
import type { Db, FileColumn } from '../../core/verb.ts'
import type { FileStore } from './files.ts'

/** Whatever writes a file has told the database of it by then, or has died. */
const LIFE_MS = 24 * 3_600_000
const AT_ONCE = 1_000

/** Removes what was begun on this machine and never finished. */
export async function dropStaleUploads({ incoming }: FileStore): Promise<void> {
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name)
    const found = await stat(path).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > LIFE_MS) await rm(path, { force: true })
  }
}

/** Drops the files no row names: left behind by a transaction that was rolled back, or by a process that died. */
export async function dropOrphans(db: Db, files: FileStore, columns: readonly FileColumn[], now: Date): Promise<void> {
  let batch: string[] = []
  const dropBatch = async (): Promise<void> => {
    for (const { key } of await findOrphans(db, columns, batch)) await files.drop(key)
    batch = []
  }
  for await (const { key, at } of files.list()) {
    if (+now - +at > LIFE_MS) batch.push(key)
    if (batch.length === AT_ONCE) await dropBatch()
  }
  await dropBatch()
}

async function findOrphans(
  db: Db,
  columns: readonly FileColumn[],
  keys: readonly string[],
): Promise<{ key: string }[]> {
  if (keys.length === 0 || columns.length === 0) return []
  const named = columns.map(({ table, column }) => sql`select ${raw(column)}::text from ${raw(table)}`)
  return db.rows(sql`select key from unnest(${keys}::text[]) key except (${joined(named, ' union all ')})`)
}
