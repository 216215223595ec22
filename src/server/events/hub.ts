import pg from 'pg'
import { MESSAGE_CHANNEL } from '../messages/messages.ts'

/** Tells this process's listeners what any process wrote into whose box. */
export interface Hub {
  /** Calls back when something in the account's box changed, or may have while the hub could not hear; returns the way out. */
  listen(userId: string, tell: () => void): () => void
  /** Who listens now. */
  count(): number
  stop(): Promise<void>
}

const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 10_000

/**
 * One LISTEN connection for all streams of this process. When it breaks it comes back by itself, and everybody is told
 * once, because what was announced in between was not heard.
 */
export function openHub(connectionString: string, warn: (error: unknown) => void): Hub {
  const listeners = new Map<string, Set<() => void>>()
  let client: pg.Client | undefined
  let isStopped = false
  let waitMs = FIRST_WAIT_MS
  let timer: NodeJS.Timeout | undefined

  const tellAll = () => {
    for (const of of listeners.values()) for (const tell of of) tell()
  }
  const connect = async (isAgain: boolean): Promise<void> => {
    const next = new pg.Client({ connectionString, application_name: 'backlot-events', keepAlive: true })
    let isLost = false
    const lose = (error?: unknown) => {
      if (isLost || isStopped) return
      isLost = true
      if (error) warn(error)
      next.end().catch(() => {})
      timer = setTimeout(() => void connect(true), waitMs)
      timer.unref()
      waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)
    }
    next.on('error', lose)
    next.on('end', () => lose())
    next.on('notification', ({ payload = '' }) => {
      for (const userId of new Set(payload.split(','))) for (const tell of listeners.get(userId) ?? []) tell()
    })
    try {
      await next.connect()
      await next.query(`listen ${MESSAGE_CHANNEL}`)
      if (isStopped) return void (await next.end())
      client = next
      waitMs = FIRST_WAIT_MS
      if (isAgain) tellAll()
    } catch (error) {
      lose(error)
    }
  }
  void connect(false)

  return {
    listen(userId, tell) {
      const of = listeners.get(userId) ?? new Set()
      listeners.set(userId, of.add(tell))
      return () => {
        of.delete(tell)
        if (of.size === 0) listeners.delete(userId)
      }
    },
    count: () => [...listeners.values()].reduce((sum, of) => sum + of.size, 0),
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await client?.end().catch(() => {})
    },
  }
}
