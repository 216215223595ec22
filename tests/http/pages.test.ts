import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../src/server/app.ts'
import { openDatabase } from '../../src/server/db/pool.ts'
import { features } from '../../src/server/features.ts'
import { signedIn } from '../world.ts'
import { probe } from './probe.ts'

// Nothing listens on this port: the pages and the health of the process do not depend on a database.
const database = openDatabase('postgres://nobody@127.0.0.1:1/none')
const folder = mkdtempSync(join(tmpdir(), 'backlot-pages-'))
const webDir = join(folder, 'web')
mkdirSync(join(webDir, 'assets'), { recursive: true })
writeFileSync(join(webDir, 'index.html'), '<!doctype html><title>Backlot</title>')
writeFileSync(join(webDir, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
writeFileSync(join(webDir, 'assets', 'app-1a2b3c4d.js'), 'export {}')
writeFileSync(join(webDir, 'assets', 'app-1a2b3c4d.js.br'), brotliCompressSync('export {}'))

const lines: string[] = []
const app = await buildApp({
  database,
  features: [...features, probe],
  dataDir: folder,
  webDir,
  logger: { level: 'trace', stream: { write: (line: string) => lines.push(line) } },
})
afterAll(async () => {
  await app.close()
  await database.end()
  rmSync(folder, { recursive: true, force: true })
})
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

describe('the front door', () => {
  it.each(['/', '/login', '/dashboard/data?platform=douyin', '/redirect/dashboard/data', '/no/such/page'])(
    'is the one page for %s, asked anew each time',
    async (url) => {
      const answer = await get(url)
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-cache'])
      expect(answer.body).toContain('<title>Backlot</title>')
    },
  )

  it('says which build a page and an answer come from: the same while it stands, another after the next', async () => {
    const page = await get('/')
    const build = page.headers['x-build']
    expect(build).toMatch(/^[0-9a-f]{12}$/)
    expect(page.body).toContain(`<meta name="build" content="${build}">`)
    expect((await get('/healthz')).headers['x-build']).toBe(build)
    expect((await get('/api/unknown')).headers['x-build']).toBe(build)
    const nextDir = join(folder, 'next')
    mkdirSync(nextDir)
    writeFileSync(
      join(nextDir, 'index.html'),
      '<!doctype html><title>Backlot</title><script src="/assets/2.js"></script>',
    )
    const next = await buildApp({ database, features: [], dataDir: folder, webDir: nextDir })
    const newer = (await next.inject('/healthz')).headers['x-build']
    expect(newer).toMatch(/^[0-9a-f]{12}$/)
    expect(newer).not.toBe(build)
    await next.close()
  })

  it('gives its hashed files for ever, compressed where the browser can', async () => {
    const plain = await get('/assets/app-1a2b3c4d.js')
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    const packed = await get('/assets/app-1a2b3c4d.js', { 'accept-encoding': 'br' })
    expect(packed.headers['content-encoding']).toBe('br')
    expect(packed.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  })

  it.each(['/assets/app-00000000.js', '/assets', '/assets/', '/api', '/api/unknown', '/API/unknown'])(
    'is not what a missing file or call answers: %s',
    async (url) => {
      const answer = await get(url)
      expect(answer.statusCode).toBe(404)
      expect(answer.headers['content-type']).toContain('application/json')
    },
  )

  it.each([
    '/../package.json',
    '/%2e%2e/package.json',
    '/..%2fpackage.json',
    '/assets/..%2f..%2ffiles',
    '/assets/%2e%2e/%2e%2e/x',
    '/.env',
  ])('never reaches outside its folder: %s', async (url) => {
    expect((await get(url)).body).not.toContain('"dependencies"')
  })

  it('runs no script but its own files, in no frame', async () => {
    const policy = String((await get('/')).headers['content-security-policy'])
    const scripts = policy.split(';').find((part) => part.trim().startsWith('script-src'))
    expect(scripts?.trim()).toBe("script-src 'self'")
    for (const part of ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "connect-src 'self'"])
      expect(policy).toContain(part)
    expect(policy).not.toMatch(/unsafe-eval|https?:|\*/)
  })
})

describe('without a database', () => {
  it('the process is alive and not ready', async () => {
    expect((await get('/healthz')).statusCode).toBe(200)
    const ready = await get('/readyz')
    expect([ready.statusCode, ready.headers['retry-after']]).toEqual([503, '2'])
  })

  it('calls answer 503 in words, with a time to come back, and nothing of what is wrong', async () => {
    const login = await app.inject({
      method: 'POST',
      url: '/api/user/login',
      payload: { username: 'admin', password: 'canary-password' },
    })
    const list = await get('/api/data', signedIn('leader'))
    for (const answer of [login, list]) {
      expect(answer.json()).toMatchObject({ code: 503, status: 'fail', data: { reason: 'UNAVAILABLE' } })
      expect(answer.headers['retry-after']).toBe('2')
      expect(answer.body).not.toMatch(/127\.0\.0\.1|ECONN/)
    }
  })

  it('the log says what happened, without ticket or password', () => {
    const log = lines.join('')
    expect(log).toContain('ECONNREFUSED')
    expect(log).not.toContain('canary-password')
    expect(log).not.toContain(signedIn('leader').authorization!.slice(7))
  })
})
