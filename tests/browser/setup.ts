import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { freePort } from '../../src/server/db/embedded/cluster.ts'

interface Running {
  url: string
  stop(): Promise<void>
}

/**
 * Starts the built server as a user would, one for each worker, each on a demo world of its own, and stops them
 * afterwards.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'backlot-journeys-'))
  // The user PostgreSQL runs as must be able to enter; otherwise the database would be kept elsewhere, and stay there.
  chmodSync(folder, 0o755)
  const workers = Array.from({ length: project.config.maxWorkers }, (_, index) => join(folder, `world-${index}`))
  const running = await Promise.all(workers.map(start))
  project.provide(
    'urls',
    running.map(({ url }) => url),
  )
  return async () => {
    await Promise.all(running.map(({ stop }) => stop()))
    rmSync(folder, { recursive: true, force: true })
  }
}

async function start(dataDir: string): Promise<Running> {
  const port = await freePort()
  const { DATABASE_URL: _, DATABASE_READ_URL: __, ...environment } = process.env
  const server: ChildProcess = spawn('node', ['dist/server/main.js'], {
    env: { ...environment, DATA_DIR: dataDir, PORT: String(port), DEMO: '1', LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  process.once('exit', () => server.kill('SIGTERM'))
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const url = `http://127.0.0.1:${port}`
  await new Promise<void>((ready, fail) => {
    server.once('exit', (code) => fail(new Error(`the server ended with ${code}`)))
    server.stdout!.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes(url)) ready()
    })
  })
  return {
    url,
    async stop() {
      server.kill('SIGTERM')
      await ended
    },
  }
}

declare module 'vitest' {
  interface ProvidedContext {
    urls: string[]
  }
}
