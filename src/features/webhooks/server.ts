import { may } from '../../core/can.ts'
import { errors as common, refuse } from '../../core/errors.ts'
import { STATEMENT_EVENTS, type StatementEvent } from '../../core/events.ts'
import { NOTICE_KINDS, type NoticeKind } from '../../core/notice.ts'
import { OutboundError } from '../../core/outbound.ts'
import { type Ctx, type Feature, type Reactions, SEND_WEBHOOKS, serve } from '../../core/verb.ts'
import {
  type Webhook,
  webhookLog,
  webhookRead,
  webhookRemove,
  webhookRotate,
  webhookSave,
  webhookTest,
} from './contract.ts'
import { deliver, sealedFor, send } from './deliver.ts'
import { errors } from './errors.ts'
import * as sql from './sql.ts'

const SECRET_PREFIX = 'whs_'
const TESTS_A_MINUTE = 6

const kindsOf = ({ session }: Ctx): NoticeKind[] =>
  (Object.keys(NOTICE_KINDS) as NoticeKind[]).filter((kind) => may(session, NOTICE_KINDS[kind]))
const eventsOf = ({ session }: Ctx): StatementEvent[] =>
  may(session, 'settlementWl.read') || may(session, 'settlementSm4.read') ? [...STATEMENT_EVENTS] : []

function stateOf({
  isOn,
  isGivenUp,
  failingSince,
}: {
  isOn: boolean
  isGivenUp: boolean
  failingSince: string | null
}): Webhook['state'] {
  if (!isOn) return isGivenUp ? 'given_up' : 'off'
  return failingSince === null ? 'on' : 'failing'
}

/** Throws WEBHOOK_ADDRESS, WEBHOOK_INTERNAL. */
function checkAddress({ outbound }: Ctx, url: string): void {
  try {
    outbound.check(url)
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    throw refuse(errors, error.trouble === 'internal' ? 'WEBHOOK_INTERNAL' : 'WEBHOOK_ADDRESS', { field: 'url' })
  }
}

/** A secret, and the bytes it is kept as. */
function newSecret({ accounts, secrets, session }: Ctx): { secret: string; sealed: Uint8Array } {
  const secret = SECRET_PREFIX + accounts.newToken().token
  return { secret, sealed: secrets.seal(secret, sealedFor(session.accessId)) }
}

const read = serve(webhookRead, async (ctx) => {
  const found = await sql.readWebhook(ctx.db, ctx.session.accessId)
  const { isOn = false, isGivenUp = false, secret, ...rest } = found ?? {}
  return {
    webhook: found ? { ...(rest as Omit<Webhook, 'state'>), state: stateOf(found) } : null,
    kinds: kindsOf(ctx),
    events: eventsOf(ctx),
  }
})

const save = serve(webhookSave, async (ctx, { body: { version, ...body } }) => {
  const userId = ctx.session.accessId
  const wanted = { ...body, url: body.url.trim() }
  checkAddress(ctx, wanted.url)
  if (wanted.kinds.length + wanted.events.length === 0) throw refuse(errors, 'NOTHING_CHOSEN', { field: 'kinds' })
  const [kinds, events] = [kindsOf(ctx), eventsOf(ctx)]
  if (!wanted.kinds.every((kind) => kinds.includes(kind)) || !wanted.events.every((event) => events.includes(event)))
    throw refuse(errors, 'NOT_YOURS_TO_HEAR', { field: 'kinds' })
  // An address may hold a key of its own: the audit names the host alone.
  const after = { host: new URL(wanted.url).host, kinds: wanted.kinds, events: wanted.events, isOn: wanted.isOn }
  const note = () => ctx.audit({ action: 'webhook.save', entity: 'webhook', entityId: userId, after })
  if (version === null) {
    const { secret, sealed } = newSecret(ctx)
    if (!(await sql.addWebhook(ctx.db, userId, wanted, sealed))) throw refuse(errors, 'WEBHOOK_EXISTS')
    await note()
    return { secret, version: 1 }
  }
  const next = await sql.changeWebhook(ctx.db, userId, wanted, version)
  if (next === undefined) {
    const current = await sql.readWebhook(ctx.db, userId)
    if (!current) throw refuse(common, 'NOT_FOUND')
    throw refuse(common, 'STALE', {
      field: 'version',
      data: { current: { version: current.version, url: current.url } },
    })
  }
  if (!wanted.isOn) await sql.dropWaiting(ctx.db, userId)
  await note()
  return { secret: null, version: next }
})

const rotate = serve(webhookRotate, async (ctx) => {
  const { secret, sealed } = newSecret(ctx)
  if (!(await sql.setSecret(ctx.db, ctx.session.accessId, sealed))) throw refuse(common, 'NOT_FOUND')
  await ctx.audit({ action: 'webhook.rotate', entity: 'webhook', entityId: ctx.session.accessId })
  return { secret }
})

const test = serve(webhookTest, async (ctx) => {
  const userId = ctx.session.accessId
  const body = JSON.stringify({ event: 'test', createdAt: ctx.now.toISOString(), data: {} })
  const { found, waiting } = await ctx.transaction(async (inner) => {
    const webhook = await sql.readWebhook(inner.db, userId)
    if (!webhook) throw refuse(common, 'NOT_FOUND')
    if ((await sql.countTests(inner.db, userId)) >= TESTS_A_MINUTE)
      throw refuse(common, 'TOO_MANY', { data: { retryAfterSeconds: 60 } })
    await inner.audit({ action: 'webhook.test', entity: 'webhook', entityId: userId })
    return { found: webhook, waiting: await sql.addTest(inner.db, userId, body) }
  })
  const outcome = await send(ctx, { ...found, userId }, waiting)
  await sql.noteOutcome(ctx.db, waiting.id, outcome, true, ctx.now)
  await sql.trimLog(ctx.db, userId)
  return outcome
})

const remove = serve(webhookRemove, async (ctx) => {
  if (!(await sql.removeWebhook(ctx.db, ctx.session.accessId))) throw refuse(common, 'NOT_FOUND')
  await ctx.audit({ action: 'webhook.remove', entity: 'webhook', entityId: ctx.session.accessId })
  return { done: true }
})

const log = serve(webhookLog, async (ctx) => ({ list: await sql.readLog(ctx.db, ctx.session.accessId) }))

const reactions = Object.fromEntries(
  STATEMENT_EVENTS.map((event): [StatementEvent, Reactions[StatementEvent]] => [
    event,
    async (ctx, told) => {
      if ((await sql.queueStatement(ctx.db, event, told, ctx.now)) > 0) await ctx.enqueue(SEND_WEBHOOKS, {})
    },
  ]),
) as Reactions

/** Tells a person's own program of messages and of statements. Everybody has one address and sees the own one only. */
export const webhooks: Feature = { verbs: [read, save, rotate, test, remove, log], jobs: [deliver], reactions }
