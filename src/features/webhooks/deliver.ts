import { OutboundError } from '../../core/outbound.ts'
import { type Ctx, type Job, type JobCtx, SEND_WEBHOOKS } from '../../core/verb.ts'
import { signedHeaders } from './sign.ts'
import * as sql from './sql.ts'
import { text } from './text.ts'

/** Minutes until the next try; the last one repeats. */
const BACKOFF_MINUTES = [1, 2, 5, 15, 30, 60, 120, 240]
const GIVE_UP_MS = 24 * 3_600_000
const AT_ONCE = 8
/** Of one address in one turn, so that a busy one does not keep the others waiting. */
const A_TURN = 50

export const sealedFor = (userId: string): string => `webhook:${userId}`

/** Sends one signed delivery; what came back. */
export async function send(
  { outbound, secrets, now }: Pick<Ctx, 'outbound' | 'secrets' | 'now'>,
  { userId, url, secret }: Pick<sql.Turn, 'userId' | 'url' | 'secret'>,
  waiting: sql.Waiting,
): Promise<sql.Outcome> {
  try {
    const headers = signedHeaders(secrets.unseal(secret, sealedFor(userId)), { ...waiting, now })
    const { status } = await outbound.post(url, { headers, body: waiting.body })
    return { isDelivered: status >= 200 && status < 300, status, trouble: null }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    return { isDelivered: false, status: null, trouble: error.trouble }
  }
}

/** What waits for an address in its order, up to the first failure: an address that does not answer is asked once, not once for each. */
async function serve(job: JobCtx, turn: sql.Turn): Promise<void> {
  const { db, now } = job
  for (let sent = 0; sent < A_TURN; sent++) {
    const waiting = await sql.readNext(db, turn.userId)
    if (!waiting) break
    const outcome = await send(job, turn, waiting)
    await sql.noteOutcome(db, waiting.id, outcome, false, now)
    if (!outcome.isDelivered) return fail(job, turn)
  }
  await sql.endTurn(db, turn, undefined)
  await sql.trimLog(db, turn.userId)
}

async function fail(job: JobCtx, turn: sql.Turn): Promise<void> {
  const since = turn.failingSince === null ? job.now : new Date(turn.failingSince)
  if (+job.now - +since < GIVE_UP_MS) {
    const minutes = BACKOFF_MINUTES[Math.min(turn.failures, BACKOFF_MINUTES.length - 1)]!
    const nextTryAt = new Date(+job.now + minutes * 60_000)
    return void (await sql.endTurn(job.db, turn, { since, failures: turn.failures + 1, nextTryAt }))
  }
  await job.transaction(async (db, ctx) => {
    await sql.giveUp(db, turn.userId)
    await sql.dropWaiting(db, turn.userId)
    await sql.trimLog(db, turn.userId)
    const { host } = new URL(turn.url)
    const wordsIn = (words: (typeof text)['zh-CN']) => ({ title: words.givenUp, content: words.givenUpContent(host) })
    await ctx.notify({
      to: { userIds: [turn.userId] },
      type: 'notice',
      bizType: 'webhook',
      link: '/user/setting?tab=webhook',
      words: { 'zh-CN': wordsIn(text['zh-CN']), 'en-US': wordsIn(text['en-US']) },
    })
  })
}

/** Queued beside what is to be sent; the clock brings what is tried again, and what a process that died left. */
export const deliver: Job = {
  name: SEND_WEBHOOKS,
  cron: '* * * * *',
  async run(job) {
    const turns = await sql.takeTurns(job.db, job.now, AT_ONCE)
    await Promise.all(turns.map((turn) => serve(job, turn)))
    if (turns.length === AT_ONCE) await job.enqueue(SEND_WEBHOOKS, {})
  },
}
