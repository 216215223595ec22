import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { freePort } from '../../src/server/db/embedded/cluster.ts'

/** Starts the built server on a fresh demo world, as a user would, and stops it afterwards. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'backlot-journeys-'))
  // The user PostgreSQL runs as must be able to enter; otherwise the database would be kept elsewhere, and stay there.
  chmodSync(folder, 0o755)
  const port = await freePort()
  const { DATABASE_URL: _, DATABASE_READ_URL: __, ...environment } = process.env
  const server = spawn('node', ['dist/server/main.js'], {
    env: { ...environment, DATA_DIR: folder, PORT: String(port), DEMO: '1', LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const url = `http://127.0.0.1:${port}`
  await new Promise<void>((ready, fail) => {
    server.once('exit', (code) => fail(new Error(`the server ended with ${code}`)))
    server.stdout.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes(url)) ready()
    })
  })
  project.provide('url', url)
  return async () => {
    server.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
}

declare module 'vitest' {
  interface ProvidedContext {
    url: string
  }
}
