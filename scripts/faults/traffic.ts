import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { drawn, type Ground } from './ground.ts'
import { apply, bring, fileOf, type Import, takeBack } from './imports.ts'

const ACCOUNTS = ['admin', 'godot', 'ops', 'leader', 'coo', 'partner']
const STREAM_MS = 10_000
/** What has no answer by then is a fault, and keeps nobody waiting. */
const ANSWER_LIMIT_MS = 60_000
const IMPORT_ROWS = 400
const PASSWORD = 'backlot-demo'
const DATA = '/api/data?pageSize=20'
/** What people look at; each stands for how often. */
const PAGES = [
  ...Array.from({ length: 3 }, () => DATA),
  `${DATA}&platform=douyin&sort=playCount:desc`,
  `${DATA}&keyword=${encodeURIComponent('菜市')}`,
  `${DATA}&current=4&total=none`,
  '/api/data/summary',
  '/api/data/1',
  '/api/data/7',
  '/api/workplace/summary',
  '/api/popular/list?type=text',
  '/api/messages?pageSize=20',
  '/api/message/unread-count',
  '/api/statistics?from=2026-10-01&to=2026-10-31&dimension=category',
  '/api/statistics?from=2026-10-01&to=2026-10-31&granularity=week&platform=douyin',
  '/api/statistics/options',
  '/api/articles?pageSize=20',
  '/api/data?pageSize=20&platform=nowhere',
  '/api/data/999999999',
]

/** People at work on a server, one thing after another as it is told to act. */
export async function traffic(ground: Ground) {
  const draw = drawn('soak')
  const tokens: string[] = []
  for (const account of ACCOUNTS.toReversed()) {
    await ground.signIn(account)
    tokens.unshift(ground.token())
  }
  const done: Record<string, number> = {}
  const wrong = new Map<string, number>()
  const underWay = new Set<Promise<void>>()
  const over = new AbortController()
  let answers = 0
  let isImporting = false

  async function call(
    method: string,
    path: string,
    body?: unknown,
    token = tokens[0]!,
  ): Promise<Record<string, string>> {
    const answer = await fetch(ground.url + path, {
      method,
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(method === 'GET' ? {} : { 'idempotency-key': randomUUID() }),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const isJson = answer.headers.get('content-type')?.startsWith('application/json')
    const said = await answer.text()
    answers++
    if (answer.status >= 500) count(wrong, `${method} ${path.split('?')[0]} ${answer.status}`)
    return answer.ok && isJson ? JSON.parse(said).data : {}
  }

  const acts: Record<string, { share: number; run(): Promise<unknown> }> = {
    pages: {
      share: 0.9,
      run: () =>
        call('GET', PAGES[Math.floor(draw() * PAGES.length)]!, undefined, tokens[Math.floor(draw() * tokens.length)]),
    },
    views: {
      share: 0.04,
      async run() {
        const { id } = await call('POST', '/api/views', {
          listKey: 'data',
          name: randomUUID(),
          query: 'platform=douyin',
        })
        await call('DELETE', `/api/views/${id}`)
      },
    },
    streams: {
      share: 0.01,
      async run() {
        const signal = AbortSignal.any([over.signal, AbortSignal.timeout(STREAM_MS)])
        const token = tokens[Math.floor(draw() * tokens.length)]
        const answer = await fetch(`${ground.url}/api/message/stream`, {
          signal,
          headers: { authorization: `Bearer ${token}` },
        })
        // Read until the window is closed.
        await answer.text().catch(() => {})
      },
    },
    'sign-ins': {
      share: 0.004,
      async run() {
        const { accessTicket } = await call('POST', '/api/user/login', { username: 'leader', password: PASSWORD }, '')
        await call('POST', '/api/user/info', {}, accessTicket)
        await call('POST', '/api/user/logout', {}, accessTicket)
      },
    },
    files: {
      share: 0.004,
      run: () => call('GET', '/api/data/export.csv?platform=douyin', undefined, tokens[1]),
    },
    exports: {
      share: 0.001,
      async run() {
        const order = {
          listKey: 'data',
          query: `keyword=${Math.floor(draw() * 1e6)}`,
          columns: [],
          format: 'xlsx',
          bom: true,
        }
        const { id } = await call('POST', '/api/exports', order, tokens[2])
        if (!id) return
        let status: string | undefined = 'queued'
        for (; status === 'queued' || status === 'running'; await wait(500))
          status = (await call('GET', `/api/exports/${id}`, undefined, tokens[2])).status
        await call('GET', `/api/exports/${id}/file`, undefined, tokens[2])
        await call('DELETE', `/api/exports/${id}`, undefined, tokens[2])
      },
    },
    imports: {
      share: 0.0003,
      async run() {
        if (isImporting) return
        isImporting = true
        try {
          const one = await bring(ground, fileOf(`练习 ${randomUUID()}`, IMPORT_ROWS))
          await apply(ground, one)
          await ground.until<Import>(`/api/imports/${one.id}`, ({ status }) => status === 'applied')
          await takeBack(ground, one.id)
        } finally {
          isImporting = false
        }
      },
    },
  }

  function begin(name: string): Promise<void> {
    done[name] = (done[name] ?? 0) + 1
    const act = acts[name]!.run().then(
      () => {},
      // A window that was closed before it showed anything is none; all else is a fault.
      (error: Error) => error.name === 'AbortError' || count(wrong, `${name}: ${error.message}`),
    ) as Promise<void>
    underWay.add(act)
    void act.finally(() => underWay.delete(act))
    return act
  }

  return {
    /** Begins the next thing. */
    act(): void {
      let at = draw() * Object.values(acts).reduce((sum, { share }) => sum + share, 0)
      for (const [name, { share }] of Object.entries(acts)) {
        at -= share
        if (at < 0) return void begin(name)
      }
    },
    async oneOfEach(): Promise<void> {
      for (const name of Object.keys(acts)) await begin(name)
    },
    underWay: () => underWay.size,
    answers: () => answers,
    /** Closes what is open and lets the rest come to its end. */
    async end(): Promise<void> {
      over.abort()
      await Promise.all(underWay)
    },
    words(): string {
      const what = Object.entries(done).map(([name, times]) => `${times.toLocaleString('en')} ${name}`)
      const faults = [...wrong].map(([fault, times]) => `${times} times ${fault}`).join(', ') || 'none failed'
      return `${what.join(', ')}; ${faults}`
    },
  }
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}
