import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { type FileHandle, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { secrets } from '../auth/secrets.ts'
import { knownMigrations } from '../db/migrate.ts'
import { StartError } from '../startError.ts'
import { listSequences, listTables, nameOf, type Sequence, type Table, targetOf } from './tables.ts'
import { writeEnd, writeEntry } from './tar.ts'

export const FORMAT = 1

/** The first entry: what is needed before the first row. */
export interface About {
  format: number
  madeAt: string
  /** The schema the rows are of, and a digest over its migrations. */
  migration: number
  migrations: string
  tables: Table[]
  /** A known word under the installation's key: shows whether another key is the same, and nothing about it. */
  keyTest: string | null
}

/** What must come out again. */
export interface Sum {
  rows: number
  bytes: number
  sha256: string
}

/** The last entry: without it the backup is not whole. */
export interface Manifest {
  tables: Record<string, Sum>
  files: Record<string, string>
  sequences: Sequence[]
}

export const KEY_WORD = 'backlot'
export const KEY_PURPOSE = 'backup'
/** Rows per piece: packed by another core while the next are read. */
const PIECE_BYTES = 4 << 20
const PACKING_AT_ONCE = 3
const pack = promisify(gzip)

export interface BackupOptions {
  url: string
  /** Of the files beside the database. */
  dataDir: string
  /** False where no key was found: then nothing in the database is sealed, or its key is elsewhere. */
  hasKey: boolean
  say: (line: string) => void
}

/**
 * Writes database and files into one file while the server works: one snapshot for all tables, then the files that
 * snapshot may name. The key of what is sealed is not in it. The file appears whole or not at all. Throws StartError.
 */
export async function backUp(path: string, { url, dataDir, hasKey, say }: BackupOptions): Promise<Manifest> {
  if (existsSync(path)) throw new StartError(`${path} exists: a backup is never written over`)
  const part = `${path}.part`
  const client = new pg.Client({ connectionString: url, application_name: 'backlot-backup', statement_timeout: 0 })
  client.on('error', () => {})
  await client.connect()
  let file: FileHandle | undefined
  try {
    file = await open(part, 'w', 0o600).catch((error: Error) => {
      throw new StartError(`${path} cannot be written: ${error.message}`)
    })
    await client.query('begin isolation level repeatable read, read only')
    await client.query('set local idle_in_transaction_session_timeout = 0')
    const about = await describe(client, hasKey)
    // Held until the end: a swept day or a migration waits for us instead of pulling a table away.
    await client.query(`lock table ${about.tables.map(nameOf).join(', ')} in access share mode`)
    await writeJson(file, 'about.json', about)
    const manifest: Manifest = { tables: {}, files: {}, sequences: [] }
    for (const [at, table] of about.tables.entries()) {
      const sum = await writeTable(client, file, table)
      manifest.tables[`${table.schema}.${table.name}`] = sum
      if (sum.bytes > PIECE_BYTES)
        say(`${at + 1} of ${about.tables.length} tables: ${table.name}, ${sum.rows.toLocaleString('en')} rows`)
    }
    manifest.sequences = await listSequences(client)
    await client.query('commit')
    manifest.files = await writeFiles(file, join(dataDir, 'files'))
    await writeJson(file, 'manifest.json', manifest)
    await writeEnd(file)
    await file.sync()
    await file.close()
    await rename(part, path)
    return manifest
  } catch (error) {
    await file?.close().catch(() => {})
    await rm(part, { force: true })
    throw error
  } finally {
    await client.end().catch(() => {})
  }
}

async function describe(client: pg.Client, hasKey: boolean): Promise<About> {
  const { rows } = await client.query<{ version: number }>('select max(version)::int as version from schema_version')
  const migration = rows[0]!.version
  const { newest, digestOf } = await knownMigrations()
  if (migration > newest) throw new StartError('The database belongs to a newer version of Backlot than this one')
  return {
    format: FORMAT,
    madeAt: new Date().toISOString(),
    migration,
    migrations: digestOf(migration),
    tables: await listTables(client),
    keyTest: hasKey ? Buffer.from(secrets.seal(KEY_WORD, KEY_PURPOSE)).toString('hex') : null,
  }
}

async function writeTable(client: pg.Client, file: FileHandle, table: Table): Promise<Sum> {
  const rows = client.query(copyTo(`copy ${targetOf(table)} to stdout`))
  const hash = createHash('sha256')
  const packing: Promise<Buffer>[] = []
  let [bytes, pieces, gathered, waiting] = [0, 0, 0, [] as Buffer[]]
  const writePiece = async (): Promise<void> => {
    const packed = await packing.shift()!
    const name = `tables/${table.schema}.${table.name}/${String(++pieces).padStart(6, '0')}.gz`
    await writeEntry(file, name, packed.length, [packed])
  }
  const packGathered = (): void => {
    const piece = pack(Buffer.concat(waiting), { level: 1 })
    // Heard where it is awaited; until then it must not end the process.
    piece.catch(() => {})
    packing.push(piece)
    waiting = []
    gathered = 0
  }
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    hash.update(chunk)
    bytes += chunk.length
    gathered += chunk.length
    waiting.push(chunk)
    if (gathered < PIECE_BYTES) continue
    packGathered()
    if (packing.length >= PACKING_AT_ONCE) await writePiece()
  }
  if (gathered > 0) packGathered()
  while (packing.length > 0) await writePiece()
  return { rows: rows.rowCount, bytes, sha256: hash.digest('hex') }
}

/** The files never change under their names; one that is dropped meanwhile had ended. Returns their checksums. */
async function writeFiles(file: FileHandle, folder: string): Promise<Record<string, string>> {
  const sums: Record<string, string> = {}
  const names = existsSync(folder) ? (await readdir(folder)).filter((name) => name !== 'incoming').sort() : []
  for (const name of names) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined)
    if (!found?.isFile()) continue
    const hash = createHash('sha256')
    const stream = createReadStream(path)
    async function* hashed(): AsyncGenerator<Buffer> {
      for await (const piece of stream as AsyncIterable<Buffer>) {
        hash.update(piece)
        yield piece
      }
    }
    await writeEntry(file, `files/${name}`, found.size, hashed())
    sums[name] = hash.digest('hex')
  }
  return sums
}

async function writeJson(file: FileHandle, name: string, value: unknown): Promise<void> {
  const bytes = Buffer.from(`${JSON.stringify(value, null, 1)}\n`)
  await writeEntry(file, name, bytes.length, [bytes])
}
