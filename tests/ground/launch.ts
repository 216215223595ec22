import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** How the server of the sources is started. */
export const SERVER = ['--import', 'tsx', 'src/server/main.ts']

/** A server of the sources in a process of its own, without the environment of the tests. */
export function launch(args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const seen = { out: '', error: '' }
  child.stdout.on('data', (chunk) => (seen.out += chunk))
  child.stderr.on('data', (chunk) => (seen.error += chunk))
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, ...seen }))
  const ready = new Promise<void>((resolve, reject) => {
    child.stdout.on('data', () => seen.out.includes('ready on') && resolve())
    void ended.then(({ code, error }) => reject(new Error(`ended with ${code}: ${error}`)))
  })
  // Most tests here wait for the end, not for this.
  ready.catch(() => {})
  return { child, ended, ready }
}
