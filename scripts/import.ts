import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { AppError } from '../src/core/errors.ts'
import type { UploadedFile } from '../src/core/verb.ts'
import { PLATFORMS } from '../src/core/works.ts'
import { type ImportOptions, openImport } from '../src/features/imports/command.ts'
import { MAX_BYTES } from '../src/features/imports/contract.ts'
import { describeJob } from '../src/features/imports/describe.ts'
import { writeAudit } from '../src/server/audit/audit.ts'
import { readConfig } from '../src/server/config.ts'
import { launchDatabase } from '../src/server/db/launch.ts'
import { openStore } from '../src/server/files/open.ts'
import { jobContext } from '../src/server/jobs/context.ts'
import { StartError } from '../src/server/startError.ts'

const USAGE = `npm run import -- FILE [--platform ${PLATFORMS.join('|')}] [--mapping NAME] [--year 2017] [--as admin] [--yes]`

/** Imports a file of metrics as the wizard does: prints the report of the dry run, and with --yes applies it. */
async function importFile(): Promise<void> {
  const { file, as, yes, ...options } = readArguments()
  const bytes = (await stat(file).catch(() => undefined))?.size
  if (bytes === undefined) throw new StartError(`There is no file ${file}`)
  if (bytes > MAX_BYTES) throw new StartError(`${file} is larger than ${MAX_BYTES / 1024 / 1024} MB`)
  const config = readConfig(process.env)
  const { database, stop } = await launchDatabase(config, () => {})
  const running = [{ stop }]
  try {
    const store = await openStore(config)
    running.unshift(store)
    const { files } = store
    const upload = await copyOf(file, bytes, files.incoming)
    const ctx = {
      ...jobContext(database, files),
      audit: (actorId: string, entry: Parameters<typeof writeAudit>[2]) =>
        writeAudit(database, { actorId, clientIp: '127.0.0.1', requestId: `import@${hostname()}` }, entry),
    }
    try {
      const run = await openImport(ctx, upload, as, options)
      console.log(describeJob(await run.check(), 'en-US'))
      if (!yes) return console.log('\nNothing was written. Run it again with --yes to import.')
      const began = Date.now()
      const done = await run.apply()
      const seconds = Math.max((Date.now() - began) / 1000, 0.001)
      if (done.status !== 'applied') throw new StartError('The import failed and nothing was written')
      const { fresh, changed, rows } = done.counts!
      const speed = Math.round(rows / seconds).toLocaleString('en')
      console.log(`\nImported: ${fresh} new, ${changed} changed, in ${seconds.toFixed(1)} s (${speed} rows/s)`)
    } finally {
      await rm(upload.path, { force: true })
    }
  } finally {
    for (const part of running) await part.stop()
  }
}

function readArguments(): ImportOptions & { file: string; as: string; yes: boolean } {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        platform: { type: 'string' },
        mapping: { type: 'string' },
        year: { type: 'string' },
        as: { type: 'string', default: 'admin' },
        yes: { type: 'boolean', default: false },
      },
    })
    const platform = PLATFORMS.find((one) => one === values.platform)
    if (positionals.length !== 1) throw new StartError(USAGE)
    if (values.platform && !platform) throw new StartError(`--platform must be one of ${PLATFORMS.join(', ')}`)
    if (values.year && !/^20\d\d$/.test(values.year)) throw new StartError('--year must be a year such as 2017')
    return {
      file: positionals[0]!,
      as: values.as,
      yes: values.yes,
      ...(platform ? { platform } : {}),
      ...(values.mapping ? { mapping: values.mapping } : {}),
      ...(values.year ? { year: +values.year } : {}),
    }
  } catch (error) {
    throw error instanceof StartError ? error : new StartError(`${(error as Error).message.split('.')[0]}. ${USAGE}`)
  }
}

/** The file as an upload: the store takes what it keeps, and the original stays where it is. */
async function copyOf(file: string, bytes: number, folder: string): Promise<UploadedFile> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk)
  const sha256 = hash.digest('hex')
  const path = join(folder, `import-${process.pid}`)
  await copyFile(file, path)
  return { name: basename(file), path, bytes, sha256 }
}

importFile().catch((error: unknown) => {
  if (error instanceof AppError) console.error(error.explain('en-US'))
  else console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
})
