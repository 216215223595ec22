import { statSync } from 'node:fs'
import { findSecretKey, setSecretKey } from '../src/server/auth/secrets.ts'
import { backUp } from '../src/server/backup/backup.ts'
import { readConfig } from '../src/server/config.ts'
import { visitEmbedded } from '../src/server/db/embedded/embedded.ts'
import { StartError } from '../src/server/startError.ts'

const USAGE = 'npm run backup -- FILE'

/** Writes database and files of this installation into one file; the server may go on working. */
async function run(path: string): Promise<void> {
  const { databaseDirectUrl, dataDir, secretKey, bucket } = readConfig(process.env)
  const key = findSecretKey(dataDir, secretKey)
  if (key) setSecretKey(key)
  const place = databaseDirectUrl ? { url: databaseDirectUrl, stop: async () => {} } : await visitEmbedded(dataDir)
  try {
    const began = Date.now()
    const { tables, files } = await backUp(path, { url: place.url, dataDir, hasKey: !!key, say: console.log })
    const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0)
    console.log(
      `${path}: ${rows.toLocaleString('en')} rows of ${Object.keys(tables).length} tables and ${Object.keys(files).length} files, ${(statSync(path).size / 1e6).toFixed(1)} MB in ${Math.ceil((Date.now() - began) / 1000)} s`,
    )
    console.log(
      'The key (SECRET_KEY or DATA_DIR/secret.key) is not in it: keep it elsewhere, or second factors, account numbers and union accounts cannot be opened again',
    )
    if (bucket)
      console.log(`The files at ${bucket.place} are not in it: keep versions or a copy of that bucket by its own means`)
  } finally {
    await place.stop()
  }
}

const [path, ...rest] = process.argv.slice(2)
if (!path || rest.length) {
  console.error(USAGE)
  process.exit(2)
}
run(path).catch((error: unknown) => {
  console.error(error instanceof StartError ? error.message : error)
  process.exit(1)
})
