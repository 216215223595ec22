import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'

/** Where and as whom to send. */
export interface Sender {
  /** Of the server, such as http://127.0.0.1:8080. */
  url: string
  token: string
  source: string
  kind: 'videos' | 'metrics' | 'hourly-metrics' | 'bindings' | 'bills'
  language?: string
  /** Attempts at one batch; the last failure is thrown. */
  attempts?: number
}

export interface Batch {
  rows: readonly Record<string, unknown>[]
  statDate?: string | undefined
  isComplete?: boolean
}

export interface Answer {
  duplicate: boolean
  rows: number
  accepted: number
  refused: number
  created: number
  changed: number
  unchanged: number
  flagged: Record<string, number>
  refusals: { index: number; field: string; value: string; code: string; msg: string }[]
  dataThrough: string | null
}

const ATTEMPTS = 8
const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 30_000

/** The server said no, and would say so again. */
export class Refused extends Error {}

/**
 * Sends one batch until it is taken. Its id is made from what it holds, so that sending it again, after a lost answer or
 * by another run of the same file, has one effect. Throws Refused, or the last failure.
 */
export async function sendBatch(sender: Sender, batch: Batch): Promise<Answer> {
  const { url, token, source, kind, language = 'zh-CN', attempts = ATTEMPTS } = sender
  const content = JSON.stringify([batch.statDate ?? null, batch.isComplete ?? false, batch.rows])
  const batchId = createHash('sha256').update(content).digest('hex').slice(0, 40)
  const body = JSON.stringify({ batchId, source, ...batch })
  for (let attempt = 1; ; attempt++) {
    const pause = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempt - 1))
    try {
      const response = await fetch(new URL(`/ingest/v1/${kind}`, url), {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'accept-language': language },
        body,
      })
      const answer = (await response.json()) as { data: Answer & { reason?: string }; msg: string }
      if (response.ok) return answer.data
      const words = `${response.status} ${answer.data.reason ?? ''}: ${answer.msg}`
      // Too many at once, or a server that is not well: later. Everything else will not get better.
      if (response.status !== 429 && response.status < 500) throw new Refused(words)
      if (attempt >= attempts) throw new Error(words)
      await wait(Math.max(pause, Number(response.headers.get('retry-after') ?? 0) * 1_000))
    } catch (error) {
      if (error instanceof Refused || attempt >= attempts) throw error
      await wait(pause)
    }
  }
}
