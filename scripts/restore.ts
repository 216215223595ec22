import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findSecretKey, setSecretKey } from '../src/server/auth/secrets.ts'
import { compare, type Restored, restore } from '../src/server/backup/restore.ts'
import { readConfig } from '../src/server/config.ts'
import { startEmbedded, startTemporary } from '../src/server/db/embedded/embedded.ts'
import { StartError } from '../src/server/startError.ts'

const USAGE = 'npm run restore -- [--verify] FILE'
const say = (line: string): void => console.log(line)

function takeKey(): { dataDir: string; databaseDirectUrl: string | undefined } {
  const { dataDir, databaseDirectUrl, secretKey } = readConfig(process.env)
  const key = findSecretKey(dataDir, secretKey)
  if (key) setSecretKey(key)
  return { dataDir, databaseDirectUrl }
}

/** Into this installation's own database and files, which must be empty. */
async function restoreHere(path: string): Promise<void> {
  const { dataDir, databaseDirectUrl } = takeKey()
  const place = databaseDirectUrl ? { url: databaseDirectUrl, stop: async () => {} } : await startEmbedded(dataDir, say)
  try {
    tell(await restore(path, { url: place.url, dataDir, say }))
  } finally {
    await place.stop()
  }
}

/** Into a PostgreSQL of its own that is thrown away: shows that the backup can be restored and is what was there. */
async function verify(path: string): Promise<void> {
  takeKey()
  const { embedded, remove } = await startTemporary()
  const dataDir = mkdtempSync(join(tmpdir(), 'backlot-verify-'))
  try {
    const restored = await restore(path, { url: embedded.url, dataDir, say })
    const tables = await compare(embedded.url, restored)
    const wrong = tables.filter(({ isSame }) => !isSame)
    for (const { table, rows } of wrong) say(`DIFFERENT ${table}: ${rows.toLocaleString('en')} rows`)
    tell(restored)
    say(`${tables.length - wrong.length} of ${tables.length} tables are the same, row for row`)
    if (wrong.length) process.exitCode = 1
  } finally {
    await remove()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function tell({ about, manifest, isKeyRight }: Restored): void {
  const rows = Object.values(manifest.tables).reduce((sum, table) => sum + table.rows, 0)
  say(
    `${rows.toLocaleString('en')} rows and ${Object.keys(manifest.files).length} files as they were at ${about.madeAt}`,
  )
  if (isKeyRight === false)
    say(
      'WARNING: the key here is missing or another one: second factors, account numbers and union accounts will not open. Bring secret.key into DATA_DIR or set SECRET_KEY before the first start',
    )
}

const words = process.argv.slice(2)
const paths = words.filter((word) => word !== '--verify')
if (paths.length !== 1 || paths[0]!.startsWith('--')) {
  console.error(USAGE)
  process.exit(2)
}
const job = words.includes('--verify') ? verify : restoreHere
job(paths[0]!).catch((error: unknown) => {
  console.error(error instanceof StartError ? error.message : error)
  process.exit(1)
})
