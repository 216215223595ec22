import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

// Plain JavaScript without dependencies: this runs before anything is installed, also on a Node that is too old.

export const root = fileURLToPath(new URL('..', import.meta.url))
const OLDEST = [20, 19]

export function say(line) {
  process.stdout.write(`${line}\n`)
}

/** One sentence, and the end. */
export function stop(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

export function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]))
    stop(`Backlot needs Node ${OLDEST.join('.')} or newer; this is Node ${process.versions.node}`)
}

/** Runs a command in the project; its output is shown only when it fails. */
export function runQuietly(command, args) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  })
  if (status === 0) return
  process.stderr.write(`${stdout ?? ''}${stderr ?? ''}`)
  stop(`${[command, ...args].join(' ')} failed${error ? `: ${error.message}` : ''}`)
}

/** Runs a command in the project with its output on ours; resolves to its exit code and what it printed. */
export function run(command, args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    })
    let output = ''
    for (const [from, to] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ]) {
      from.on('data', (chunk) => {
        output += chunk
        to.write(chunk)
      })
    }
    child.once('error', (error) => resolve({ code: 1, output: `${output}${error.message}` }))
    child.once('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

/** Path of a tool that came with npm. */
export const tool = (name) => join(root, 'node_modules', '.bin', name)

/**
 * Installs what the lock file says, unless that has been done since the file last changed. `npm install` and not `npm ci`:
 * the lock may lack optional packages of platforms the registry did not offer when it was written, which `npm ci`
 * refuses; `--no-save` leaves the lock alone.
 */
export function install() {
  const installed = join(root, 'node_modules', '.package-lock.json')
  const isCurrent =
    existsSync(installed) && statSync(installed).mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs
  if (isCurrent) return
  say('Installing packages; the first time takes about a minute')
  runQuietly('npm', ['install', '--no-save', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'])
  // npm leaves its note alone when nothing was missing.
  const now = new Date()
  utimesSync(installed, now, now)
}

const BUILT_FROM = ['src', 'scripts/build.mjs', 'vite.config.ts', 'package-lock.json']
export const stamp = join(root, 'dist', '.built-from')

/** A hash over everything the build reads. */
export function sourcesHash() {
  const hash = createHash('sha256')
  const add = (path) => {
    if (statSync(join(root, path)).isDirectory()) {
      for (const name of readdirSync(join(root, path)).sort()) add(`${path}/${name}`)
    } else if (!/\.test\.tsx?$/.test(path)) hash.update(path).update(readFileSync(join(root, path)))
  }
  for (const path of BUILT_FROM) if (existsSync(join(root, path))) add(path)
  return hash.digest('hex')
}

export const isBuilt = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === sourcesHash()
