import { createHash } from 'node:crypto'
import { may } from '../../core/can.ts'
import { errors as common, refuse } from '../../core/errors.ts'
import { badFilter, checkDays } from '../../core/listQuery.ts'
import { dayOf, daysBetween } from '../../core/time.ts'
import { type Ctx, serve, serveList } from '../../core/verb.ts'
import { readAll, readPage } from '../../kit/sql/list.ts'
import {
  accountChange,
  accountCheck,
  accountCookies,
  accountCreate,
  accountDelete,
  accountDetail,
  accountList,
  accountRuns,
  accountSummary,
  accountSync,
} from './contractAccounts.ts'
import { headerOf, parseCookies, pinOf } from './cookies.ts'
import { errors } from './errors.ts'
import { MOST_SYNC_DAYS, type SyncKind } from './fields.ts'
import { ageHealth, healthAfter, purposeOf, reach } from './reach.ts'
import * as sql from './sql/accounts.ts'
import * as runs from './sql/runs.ts'
import { queueOf, SYNC_JOB, tellHealth } from './sync.ts'
import { accountsText } from './textAccounts.ts'
import { union } from './upstream/union.ts'
import { UpstreamError } from './upstream/upstream.ts'

const question = (ctx: Ctx, query: Parameters<typeof sql.accountsOf>[0]['query']) =>
  sql.accountsOf({ db: ctx.db, scope: ctx.scope, query, may: (needs) => may(ctx.session, needs) })
const list = serveList({
  list: accountList,
  text: accountsText,
  page: (ctx, query) => readPage(question(ctx, query)),
  all: (ctx, query) => readAll(question(ctx, query)),
})

const summary = serve(
  accountSummary,
  async (ctx) => (await sql.readAccountSummary(ctx.db, ctx.scope, ctx.now)) as never,
)

const detail = serve(accountDetail, async (ctx, { params }) => {
  const account = await sql.readAccount(ctx.db, ctx.scope, params.id)
  if (!account) throw refuse(common, 'NOT_FOUND')
  return account as never
})

/** Throws NOT_FOUND, STALE. */
async function lock(ctx: Ctx, accountId: string, version?: number): Promise<sql.Held> {
  const account = await sql.lockHeld(ctx.db, ctx.scope, accountId)
  if (!account) throw refuse(common, 'NOT_FOUND')
  if (version !== undefined && account.version !== version)
    throw refuse(common, 'STALE', { data: { current: { version: account.version } } })
  return account
}

const sealSecret = (ctx: Ctx, accountId: string, secret: string): Promise<void> =>
  sql.setSecret(ctx.db, accountId, ctx.secrets.seal(secret, purposeOf(accountId, 'secret')))
/** Tells two secrets apart in the audit, and nothing else about them. */
const fingerprintOf = (secret: string): string => createHash('sha256').update(secret).digest('hex').slice(0, 12)

const create = serve(accountCreate, async (ctx, { body }) => {
  const { secret, unionId, pin = null, appKey = null, ...fields } = body
  if (fields.source === 'api' && (!appKey || !secret)) throw refuse(errors, 'KEYS_NEEDED', { field: 'appKey' })
  if (await sql.isUnionIdTaken(ctx.db, unionId)) throw refuse(errors, 'UNION_ID_TAKEN', { field: 'unionId' })
  const lineId = ctx.scope.kind === 'line' ? ctx.scope.lineId : null
  const account = { ...fields, pin, appKey, unionId, lineId, createdBy: ctx.session.accessId }
  const id = await sql.insertAccount(ctx.db, account, ctx.now)
  if (secret) await sealSecret(ctx, id, secret)
  await ctx.audit({
    action: 'unionAccount.create',
    entity: 'unionAccount',
    entityId: id,
    after: { alias: fields.alias, unionId, source: fields.source, ...(secret && { secret: fingerprintOf(secret) }) },
  })
  return { id }
})

const change = serve(accountChange, async (ctx, { params, body }) => {
  const { secret, version, isEnabled, ...fields } = body
  const before = await lock(ctx, params.id, version)
  const { pin = before.pin, appKey = before.appKey } = fields
  if (fields.source === 'api' && !(appKey && (secret || before.secret)))
    throw refuse(errors, 'KEYS_NEEDED', { field: 'appKey' })
  const after = { ...fields, pin, appKey, isEnabled }
  await sql.updateAccount(ctx.db, params.id, after, ctx.now)
  if (secret) await sealSecret(ctx, params.id, secret)
  if (!isEnabled) await tellHealth(ctx, before, 'off')
  const seen = (one: Pick<sql.Held, 'alias' | 'source' | 'sharePpm' | 'remark'>, enabled: boolean) => ({
    ...{ alias: one.alias, source: one.source, sharePpm: one.sharePpm, remark: one.remark },
    isEnabled: enabled,
  })
  await ctx.audit({
    action: 'unionAccount.change',
    entity: 'unionAccount',
    entityId: params.id,
    before: seen(before, before.enabled),
    after: { ...seen(after, isEnabled), ...(secret && { secret: fingerprintOf(secret) }) },
  })
  return { version: version + 1 }
})

const remove = serve(accountDelete, async (ctx, { params, query }) => {
  const account = await lock(ctx, params.id, query.version)
  if (!(await sql.deleteAccount(ctx.db, params.id))) throw refuse(errors, 'ACCOUNT_IN_USE')
  await tellHealth(ctx, account, 'gone')
  await ctx.audit({
    action: 'unionAccount.delete',
    entity: 'unionAccount',
    entityId: params.id,
    before: { alias: account.alias },
  })
  return { done: true }
})

const cookies = serve(accountCookies, async (ctx, { params, body }) => {
  const before = await ctx.transaction((tx) => lock(tx, params.id, body.version))
  const parsed = parseCookies(body.text)
  if ('fault' in parsed) throw refuse(errors, parsed.fault, { field: 'text' })
  const names = parsed.cookies.map(({ name }) => name)
  const missing = before.requiredCookies.filter((name) => !names.includes(name))
  if (missing.length > 0)
    throw refuse(errors, 'COOKIES_MISSING', { field: 'text', params: { names: missing.join(', ') } })
  const pin = pinOf(parsed.cookies)
  if (before.pin && pin !== undefined && pin !== before.pin) throw refuse(errors, 'COOKIES_FOREIGN', { field: 'text' })
  if (before.pin && pin === undefined) throw refuse(errors, 'COOKIES_WITHOUT_PIN', { field: 'text' })
  const header = headerOf(parsed.cookies)
  // Tried while nothing is locked; the old ones stay until these pass.
  if (!body.saveUntried) await attempt(() => union({ cookies: header }).check())
  const health: sql.Health = body.saveUntried ? 'unknown' : 'valid'
  const fingerprint = fingerprintOf(header)
  await ctx.transaction(async (tx) => {
    await lock(tx, params.id, body.version)
    const sealed = tx.secrets.seal(header, purposeOf(params.id, 'cookies'))
    const fresh = { sealed, names, fingerprint, health, userId: tx.session.accessId }
    await sql.setCookies(tx.db, params.id, fresh, tx.now)
    await tellHealth(tx, before, health)
    await tx.audit({
      action: 'unionAccount.cookies',
      entity: 'unionAccount',
      entityId: params.id,
      after: { fingerprint, tried: !body.saveUntried },
    })
  })
  return { names, fingerprint, health }
})

/** Throws UNION_EXPIRED, UNION_BLOCKED, UNION_BUSY, UNION_REFUSED for what the union says. */
export async function attempt<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    throw refuse(errors, `UNION_${error.trouble.toUpperCase() as Uppercase<typeof error.trouble>}`)
  }
}

const check = serve(accountCheck, async (ctx, { params }) => {
  const account = await sql.readHeld(ctx.db, ctx.scope, params.id)
  if (!account) throw refuse(common, 'NOT_FOUND')
  let [health, note]: [sql.Health, string | null] = [ageHealth(account, ctx.now), null]
  try {
    await reach(ctx.secrets, account).check()
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    ;[health, note] = [healthAfter(error.trouble, account.health), error.trouble]
  }
  await ctx.transaction(async (tx) => {
    await sql.setHealth(tx.db, account.id, health, note, tx.now)
    await tellHealth(tx, account, health)
    await tx.audit({
      action: 'unionAccount.check',
      entity: 'unionAccount',
      entityId: account.id,
      after: { health, note },
    })
  })
  return { health, note }
})

const sync = serve(accountSync, async (ctx, { params, body }) => {
  const account = await lock(ctx, params.id)
  if (account.source === 'feed') throw refuse(errors, 'NOT_FETCHED')
  if (!account.enabled) throw refuse(errors, 'ACCOUNT_OFF')
  const { kind = 'orders', from, to } = body
  checkSpan(kind, from, to, ctx.now)
  await runs.endLost(ctx.db, params.id, ctx.now)
  const asked = { kind, from: from ?? null, to: to ?? null }
  const run = await runs.insertRun(ctx.db, { ...asked, accountId: params.id, userId: ctx.session.accessId }, ctx.now)
  if (!run) throw refuse(errors, 'SYNC_RUNNING')
  await ctx.enqueue(SYNC_JOB, { accountId: params.id, runId: run.id }, { queue: queueOf(params.id) })
  await ctx.audit({ action: 'unionAccount.sync', entity: 'unionAccount', entityId: params.id, after: asked })
  return { runId: run.id }
})

/** Throws BAD_FILTER for days that are one without the other, too many, yet to come, or of what has none. */
function checkSpan(kind: SyncKind, from: string | undefined, to: string | undefined, now: Date): void {
  if (!from !== !to) throw badFilter(from ? 'to' : 'from', 'YYYY-MM-DD')
  if (!from || !to) return
  if (kind === 'coupons') throw badFilter('from', '—')
  checkDays(from, to)
  const most = MOST_SYNC_DAYS[kind]
  if (daysBetween(from, to) >= most || to > dayOf(now))
    throw badFilter('to', {
      'zh-CN': `最多 ${most} 天，且不晚于今天`,
      'en-US': `at most ${most} days, none after today`,
    })
}

const readRuns = serve(accountRuns, async (ctx, { params }) => {
  if (!(await sql.readHeld(ctx.db, ctx.scope, params.id))) throw refuse(common, 'NOT_FOUND')
  return { list: await runs.readRuns(ctx.db, ctx.scope, params.id) } as never
})

export const accountRoom = { list, verbs: [summary, create, cookies, check, sync, readRuns, change, remove, detail] }
