import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream, existsSync } from 'node:fs'
import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { finished, pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { secrets } from '../auth/secrets.ts'
import { applyMigrations, knownMigrations, migrateQueue } from '../db/migrate.ts'
import { isKey, openFiles } from '../files/files.ts'
import { StartError } from '../startError.ts'
import { type About, FORMAT, KEY_PURPOSE, KEY_WORD, type Manifest, type Sum } from './backup.ts'
import { createPartitions, layBare, listTables, setSequences, type Table, targetOf } from './tables.ts'
import { bytesOf, type Entry, readEntries } from './tar.ts'

const unpack = promisify(gunzip)

export interface RestoreOptions {
  url: string
  /** Where the files go. */
  dataDir: string
  say: (line: string) => void
}

export interface Restored {
  about: About
  manifest: Manifest
  /** Whether the key of this installation opens what is sealed; undefined where the backup does not tell. */
  isKeyRight: boolean | undefined
}

/**
 * Brings a backup into an empty database and an empty folder of files: the schema by the migrations the backup is of,
 * then rows, references and indexes, all in one transaction that commits only when every checksum was right. A newer
 * program brings the schema further at its next start. Throws StartError.
 */
export async function restore(path: string, { url, dataDir, say }: RestoreOptions): Promise<Restored> {
  if (!existsSync(path)) throw new StartError(`There is no file ${path}`)
  const client = new pg.Client({ connectionString: url, application_name: 'backlot-restore', statement_timeout: 0 })
  client.on('error', () => {})
  await client.connect()
  const files = filesOf(dataDir)
  let isIn = false
  try {
    await refuseUsed(client, dataDir)
    const entries = readEntries(path)
    const about = await readAbout(entries)
    await migrateQueue(url)
    await client.query('begin')
    await client.query(`set local maintenance_work_mem = '512MB'`)
    await applyMigrations(client, about.migration)
    await createPartitions(client, about.tables)
    const dress = await layBare(client)
    const manifest = await takeEntries(client, entries, about, files, say)
    say('Building indexes and checking references')
    for (const statement of dress) await client.query(statement)
    await setSequences(client, manifest.sequences)
    await files.keep()
    await client.query('commit')
    isIn = true
    // Without statistics the first pages would be planned blindly.
    await client.query('vacuum (analyze)')
    return { about, manifest, isKeyRight: isKeyRight(about) }
  } catch (error) {
    // The connection is broken off below, which rolls back: in the middle of a COPY it would hear no other word.
    if (!isIn) await files.drop()
    if (error instanceof StartError || isIn) throw error
    throw new StartError(`${path} cannot be restored: ${(error as Error).message}. Nothing was changed`)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Reads every table again and compares it with what the backup wrote, row for row and byte for byte. */
export async function compare(
  url: string,
  { about, manifest }: Restored,
): Promise<{ table: string; rows: number; isSame: boolean }[]> {
  const client = new pg.Client({ connectionString: url, statement_timeout: 0 })
  await client.connect()
  try {
    await client.query('set synchronize_seqscans = off')
    const found = []
    for (const table of about.tables) {
      const key = `${table.schema}.${table.name}`
      const stream = client.query(copyTo(`copy ${targetOf(table)} to stdout`))
      const hash = createHash('sha256')
      for await (const chunk of stream as AsyncIterable<Buffer>) hash.update(chunk)
      const { rows, sha256 } = manifest.tables[key]!
      found.push({
        table: key,
        rows: stream.rowCount,
        isSame: stream.rowCount === rows && hash.digest('hex') === sha256,
      })
    }
    return found
  } finally {
    await client.end()
  }
}

async function refuseUsed(client: pg.Client, dataDir: string): Promise<void> {
  const used = (await listTables(client)).filter(({ schema }) => schema === 'public').length
  if (used) throw new StartError(`The database is not empty (${used} tables): restore into a new one`)
  const folder = join(dataDir, 'files')
  const kept = existsSync(folder) ? (await readdir(folder)).filter((name) => name !== 'incoming').length : 0
  if (kept) throw new StartError(`${folder} is not empty: restore into another DATA_DIR`)
}

async function readAbout(entries: AsyncGenerator<Entry>): Promise<About> {
  const { value: first } = await entries.next()
  if (first?.name !== 'about.json') throw new Error('it is not a backup')
  const about = JSON.parse(String(await bytesOf(first))) as About
  const { newest, digestOf } = await knownMigrations()
  if (about.format !== FORMAT || about.migration > newest)
    throw new StartError('The backup was made by a newer version of Backlot than this one')
  if (about.migrations !== digestOf(about.migration))
    throw new StartError('The backup was made by a program with other migrations than this one')
  return about
}

/** Reads the rest in its order; returns the manifest, against which everything was compared. */
async function takeEntries(
  client: pg.Client,
  entries: AsyncGenerator<Entry>,
  about: About,
  files: ReturnType<typeof filesOf>,
  say: (line: string) => void,
): Promise<Manifest> {
  const tables = new Map(about.tables.map((table) => [`${table.schema}.${table.name}`, table]))
  const sums = new Map<string, Sum>()
  let open: { key: string; load: Load } | undefined
  const close = async (): Promise<void> => {
    if (!open) return
    const sum = await open.load.end()
    sums.set(open.key, sum)
    if (sum.rows >= 100_000) say(`${open.key}: ${sum.rows.toLocaleString('en')} rows`)
    open = undefined
  }
  let manifest: Manifest | undefined
  for await (const entry of entries) {
    const [, key] = /^tables\/([^/]+)\/\d+\.gz$/.exec(entry.name) ?? []
    if (open && open.key !== key) await close()
    if (key) {
      const table = tables.get(key)
      if (!table || sums.has(key)) throw new Error(`it holds rows of ${key}, which it does not announce`)
      open ??= { key, load: loadInto(client, table) }
      await open.load.write(await unpack(await bytesOf(entry)))
    } else if (entry.name.startsWith('files/')) await files.take(entry)
    else if (entry.name === 'manifest.json') manifest = JSON.parse(String(await bytesOf(entry))) as Manifest
  }
  await close()
  if (!manifest) throw new Error('it has no manifest: it is not whole')
  refuseDifferent(manifest, sums, files.sums)
  return manifest
}

function refuseDifferent(manifest: Manifest, sums: Map<string, Sum>, files: Record<string, string>): void {
  for (const [key, { rows, sha256 }] of Object.entries(manifest.tables)) {
    const found = sums.get(key)
    if ((found?.rows ?? 0) !== rows || (found && found.sha256 !== sha256)) throw new Error(`${key} is damaged`)
  }
  for (const [name, sha256] of Object.entries(manifest.files))
    if (files[name] !== sha256) throw new Error(`the file ${name} is damaged`)
}

interface Load {
  write(rows: Buffer): Promise<void>
  end(): Promise<Sum>
}

/** A COPY into one table. Frozen rows need no second look: the table was emptied in this transaction. */
function loadInto(client: pg.Client, table: Table): Load {
  const stream = client.query(copyFrom(`copy ${targetOf(table)} from stdin with (freeze)`))
  const hash = createHash('sha256')
  let bytes = 0
  const ended = finished(stream)
  ended.catch(() => {})
  return {
    async write(rows) {
      hash.update(rows)
      bytes += rows.length
      if (!stream.write(rows)) await Promise.race([once(stream, 'drain'), ended])
    },
    async end() {
      stream.end()
      await ended
      return { rows: stream.rowCount, bytes, sha256: hash.digest('hex') }
    },
  }
}

/** Files wait beside their place until the rows are in. */
function filesOf(dataDir: string) {
  const store = openFiles(dataDir)
  const waiting: { draft: string; path: string }[] = []
  const sums: Record<string, string> = {}
  return {
    sums,
    async take(entry: Entry): Promise<void> {
      const name = entry.name.slice('files/'.length)
      if (!isKey(name)) throw new Error(`${name} is no file of ours`)
      const file = { draft: store.draft().path, path: join(dataDir, 'files', name) }
      waiting.push(file)
      const hash = createHash('sha256')
      await pipeline(
        entry.content,
        async function* (pieces) {
          for await (const piece of pieces) {
            hash.update(piece)
            yield piece
          }
        },
        createWriteStream(file.draft, { mode: 0o600 }),
      )
      sums[name] = hash.digest('hex')
    },
    async keep(): Promise<void> {
      for (const { draft, path } of waiting) await rename(draft, path)
    },
    async drop(): Promise<void> {
      for (const { draft, path } of waiting) for (const one of [draft, path]) await rm(one, { force: true })
    },
  }
}

/** Whether the key that is set opens what the backup holds sealed; undefined where that cannot be told. */
export function isKeyRight({ keyTest }: About): boolean | undefined {
  if (!keyTest) return undefined
  try {
    return secrets.unseal(Buffer.from(keyTest, 'hex'), KEY_PURPOSE) === KEY_WORD
  } catch {
    return false
  }
}
