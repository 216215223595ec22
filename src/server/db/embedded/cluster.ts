import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  chownSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { StartError } from '../../startError.ts'
import { type Binaries, COMMON_FOLDER, SERVANT } from './binaries.ts'

/**
 * A cluster on disk: `data` (PostgreSQL's), `password` and `log`, all in one folder owned by the user PostgreSQL runs
 * as, so that a cluster appears and moves as a whole.
 */
export interface Cluster {
  folder: string
  password: string
}

export const dataOf = (cluster: Cluster): string => join(cluster.folder, 'data')

/** Finds the cluster of a data directory, or makes it. */
export function openCluster(dataDir: string, binaries: Binaries, say: (line: string) => void): Cluster {
  const folder = placeOf(resolve(dataDir), say)
  if (!existsSync(folder)) create(folder, binaries)
  const version = read(join(folder, 'data', 'PG_VERSION')).trim()
  if (version !== binaries.major)
    throw new StartError(
      `The database in ${folder} was made by PostgreSQL ${version} and this version brings ${binaries.major}: move the data over by backup and restore`,
    )
  return { folder, password: read(join(folder, 'password')) }
}

/** The cluster of a data directory; undefined where none has been made. */
export function findCluster(dataDir: string): Cluster | undefined {
  const note = join(dataDir, 'postgres.location')
  const folder = existsSync(note) ? readFileSync(note, 'utf8').trim() : join(resolve(dataDir), 'postgres')
  return existsSync(folder) ? { folder, password: read(join(folder, 'password')) } : undefined
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new StartError(`The database cannot be opened: ${reasonOf(error)} on ${file}`)
  }
}

/** The cluster's folder: inside the data directory, or where the note in it says. */
function placeOf(dataDir: string, say: (line: string) => void): string {
  try {
    mkdirSync(dataDir, { recursive: true })
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new StartError(`The data directory ${dataDir} cannot be used: ${reasonOf(error)}`)
  }
  const inside = join(dataDir, 'postgres')
  const note = join(dataDir, 'postgres.location')
  if (existsSync(note)) return readFileSync(note, 'utf8').trim()
  if (existsSync(inside) || canEnter(dataDir)) return inside
  mkdirSync(COMMON_FOLDER, { recursive: true, mode: 0o755 })
  const parent = mkdtempSync(join(COMMON_FOLDER, 'data-'))
  chmodSync(parent, 0o755)
  const outside = join(parent, 'postgres')
  writeFileSync(note, `${outside}\n`)
  say(`The database is kept in ${outside}, because the user PostgreSQL runs as cannot enter ${dataDir}`)
  return outside
}

function canEnter(folder: string): boolean {
  if (!SERVANT) return true
  return spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...SERVANT, cwd: '/', stdio: 'ignore' }).status === 0
}

/** Makes a cluster beside its place and moves it there whole: a start that dies in between leaves nothing that looks done. */
function create(folder: string, binaries: Binaries): void {
  const part = `${folder}.new-${process.pid}`
  removeLeftOvers(folder)
  try {
    mkdirSync(part, { mode: 0o700 })
    const passwordFile = join(part, 'password')
    writeFileSync(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 })
    if (SERVANT) for (const path of [part, passwordFile]) chownSync(path, SERVANT.uid, SERVANT.gid)
    const made = spawnSync(
      join(binaries.folder, 'initdb'),
      [
        ...['-D', join(part, 'data'), '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`],
        ...['-E', 'UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-instructions'],
      ],
      { ...SERVANT, cwd: '/', encoding: 'utf8', env: { PATH: process.env.PATH, LC_ALL: 'C' } },
    )
    if (made.status !== 0)
      throw new StartError(
        `The database could not be made in ${folder}: ${lastLine(made.stderr ?? '') || made.error?.message}`,
      )
    try {
      renameSync(part, folder)
    } catch (error) {
      // Another start made the same cluster meanwhile: theirs counts.
      if (!existsSync(folder)) throw error
    }
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(`The database could not be made in ${folder}: ${reasonOf(error)}`)
  } finally {
    rmSync(part, { recursive: true, force: true })
  }
}

function removeLeftOvers(folder: string): void {
  const parent = join(folder, '..')
  for (const name of readdirSync(parent)) {
    const pid = /^postgres\.new-(\d+)$/.exec(name)?.[1]
    if (pid && !isAlive(+pid)) rmSync(join(parent, name), { recursive: true, force: true })
  }
}

/** The running postmaster of a cluster, by its lock file; undefined when there is none. */
export function postmasterOf(cluster: Cluster): { pid: number; port: number } | undefined {
  let lines: string[]
  try {
    lines = readFileSync(join(dataOf(cluster), 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return undefined
  }
  const [pid, port] = [Number(lines[0]), Number(lines[3])]
  // The first lines are written before the port is known: such a postmaster is starting.
  return pid > 0 && isAlive(pid) ? { pid, port: port || 0 } : undefined
}

/** Whether a process runs. One that ended and was not collected, as in a container without an init, does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  try {
    return !/^\d+ \(.*\) [ZX]/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return process.platform !== 'linux'
  }
}

/**
 * Starts a postmaster in a process group of its own: Ctrl+C in the terminal is for the server, which ends its requests
 * first and then stops the database. Its log is a file, so it can live on when the server is killed.
 */
export function spawnPostmaster(cluster: Cluster, binaries: Binaries, port: number): { exited: Promise<string> } {
  const logFile = join(cluster.folder, 'log')
  const log = openSync(logFile, 'w', 0o600)
  if (SERVANT) chownSync(logFile, SERVANT.uid, SERVANT.gid)
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 60,
    shared_buffers: '256MB',
    work_mem: '16MB',
    maintenance_work_mem: '128MB',
    max_wal_size: '2GB',
    random_page_cost: 1.1,
    jit: 'off',
    log_min_messages: 'warning',
    log_line_prefix: '%m [%p] ',
  }
  const child = spawn(
    join(binaries.folder, 'postgres'),
    ['-D', dataOf(cluster), ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    {
      ...SERVANT,
      cwd: dataOf(cluster),
      stdio: ['ignore', log, log],
      detached: true,
      env: { PATH: process.env.PATH, LC_ALL: 'C' },
    },
  )
  closeSync(log)
  child.unref()
  return {
    exited: new Promise((end) => {
      child.once('error', (error) => end(error.message))
      child.once('exit', () => end(lastLine(existsSync(logFile) ? readFileSync(logFile, 'utf8') : '')))
    }),
  }
}

/** A loopback port nobody listens on now. */
export function freePort(): Promise<number> {
  return new Promise((resolvePort, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolvePort(port))
    })
  })
}

const lastLine = (text: string): string =>
  text
    .trim()
    .split('\n')
    .filter((line) => /FATAL|error|PANIC/i.test(line))
    .at(-1)
    ?.replace(/^.*?(FATAL|PANIC|initdb: error):\s*/, '') ?? ''

function reasonOf(error: unknown): string {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EACCES':
    case 'EPERM':
      return 'permission denied'
    case 'EEXIST':
    case 'ENOTDIR':
      return 'it is not a directory'
    case 'EROFS':
      return 'the file system is read-only'
    case 'ENOSPC':
      return 'the disk is full'
    default:
      return (error as Error).message
  }
}
