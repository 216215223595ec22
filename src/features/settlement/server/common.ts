import type { BulkReport, Target } from '../../../core/bulk.ts'
import { may } from '../../../core/can.ts'
import { AppError, errors as common, refuse, type Words } from '../../../core/errors.ts'
import type { StatementEvent } from '../../../core/events.ts'
import { step } from '../../../core/flow.ts'
import { fenOf } from '../../../core/money.ts'
import type { Receivers } from '../../../core/notice.ts'
import { LANGUAGES, type Language } from '../../../core/text.ts'
import type { Ctx, Db, JobCtx } from '../../../core/verb.ts'
import {
  addEvents,
  type Eye,
  type LockedStatement,
  lockStatements,
  moveStatement,
  readEventsSince,
  type StatementChange,
} from '../sql/statementRows.ts'
import { errors } from '../statementErrors.ts'
import { type StatementAction, type StatementState, statementFlow } from '../statementFlow.ts'
import { text } from '../statementText.ts'

/** What a step needs of whoever takes it: a person's request or the clock's job. */
export type Hand = Pick<Ctx, 'db' | 'now' | 'notify' | 'endTodos' | 'emit'> & {
  actorId: string | null
  audit: Ctx['audit']
}

export const handOf = (ctx: Ctx): Hand => ({
  db: ctx.db,
  now: ctx.now,
  notify: ctx.notify,
  endTodos: ctx.endTodos,
  emit: ctx.emit,
  audit: ctx.audit,
  actorId: ctx.session.accessId || null,
})
/** The clock writes no audit: nobody did it, and the statement's own events say that it happened. */
export const clockHand = (db: Db, ctx: JobCtx): Hand => ({
  db,
  now: ctx.now,
  notify: ctx.notify,
  endTodos: ctx.endTodos,
  emit: ctx.emit,
  audit: async () => {},
  actorId: null,
})

export const eyeOf = (ctx: Ctx): Eye => ({ scope: ctx.scope, userId: ctx.session.accessId || '0' })

/** The same words in both languages, by a function of each. */
export const both = <T>(say: (words: (typeof text)[Language]) => T): Record<Language, T> =>
  Object.fromEntries(LANGUAGES.map((language) => [language, say(text[language])])) as Record<Language, T>

const wordsOf = (state: StatementState): Words => both(({ states }) => states[state])

/** The statement, locked. Throws NOT_FOUND, for a foreign one as for a missing one. */
export async function findStatement(ctx: Ctx, id: string): Promise<LockedStatement> {
  const [found] = await lockStatements(ctx.db, eyeOf(ctx), [id])
  if (!found || found.state === 'building') throw refuse(common, 'NOT_FOUND')
  return found
}

/** Throws STATEMENT_STALE with what stands now and what happened since. */
export async function refuseStale(db: Db, found: LockedStatement, version: number): Promise<void> {
  if (found.version === version) return
  const { state, rev, netFen } = found
  throw refuse(errors, 'STATEMENT_STALE', {
    field: 'version',
    params: { rev },
    data: {
      current: { version: found.version, state, rev, netFen },
      changes: await readEventsSince(db, found.id, version),
    },
  })
}

/** Throws NOT_IN_THIS_STATE with what is possible. */
export function refuseUnless(ctx: Ctx, found: LockedStatement, action: StatementAction): void {
  step(statementFlow, found.state, action, (permission) => may(ctx.session, permission), wordsOf)
}

export function refuseHeld({ holdReason }: LockedStatement): void {
  if (holdReason !== null) throw refuse(errors, 'HELD', { params: { reason: holdReason } })
}

/**
 * Takes a step of the flow: the row by one guarded statement, its event, its audit entry. Throws STALE when another came
 * between. What the step returns is what stands now; the row given is brought up to date.
 */
export async function take(
  hand: Hand,
  found: LockedStatement,
  action: StatementAction,
  { change = {}, note, data = {} }: { change?: StatementChange; note?: string; data?: Record<string, unknown> } = {},
): Promise<{ state: StatementState; version: number }> {
  const { from, to } = statementFlow.actions[action]
  const before = found.state
  const version = await moveStatement(hand.db, found, from, to, change)
  if (version === undefined) throw refuse(common, 'STALE', { field: 'version' })
  found.state = to
  found.version = version
  await noteEvent(hand, found, action, before, { ...data, ...(note && { note }) })
  await hand.audit({
    action: `statement.${action}`,
    entity: 'statement',
    entityId: found.id,
    before: { state: before },
    after: { state: to, netFen: found.netFen, ...data },
    ...(note && { reason: note }),
  })
  await tellOutside(hand, found, action)
  return { state: to, version }
}

const TOLD: Partial<Record<StatementAction, StatementEvent>> = {
  issue: 'statement.issued',
  confirm: 'statement.confirmed',
  disputeSome: 'statement.confirmed',
  autoConfirm: 'statement.confirmed',
  paid: 'statement.paid',
  void: 'statement.reversed',
  voidLocked: 'statement.reversed',
}
/** What was never issued is taken back without a word. */
async function tellOutside(hand: Hand, found: LockedStatement, action: StatementAction): Promise<void> {
  const event = TOLD[action]
  if (!event || (action === 'void' && found.issuedAt === null)) return
  const { id, no, product, partnerId, period, rev, state, netFen, version } = found
  await hand.emit(event, { statementId: id, no, product, partnerId, period, rev, state, netFen, version })
}

export const noteEvent = (
  { db, actorId, now }: Hand,
  { id, state, version }: LockedStatement,
  action: string,
  from: string | null,
  data: Record<string, unknown> = {},
): Promise<void> =>
  addEvents(db, [{ statementId: id, actorId, at: now, action, from, to: state, data: { ...data, version } }])

/**
 * Does one thing to each statement of a bulk action. Throws ROWS_NOT_FOUND, and does nothing, when one of them is not the
 * person's; what the state of a row refuses goes into the report.
 */
export async function each(
  ctx: Ctx,
  target: Target,
  run: (found: LockedStatement) => Promise<unknown>,
): Promise<BulkReport> {
  const ids = await ctx.idsOf(target)
  const rows = await lockStatements(ctx.db, eyeOf(ctx), ids)
  if (rows.length < ids.length)
    throw refuse(errors, 'ROWS_NOT_FOUND', { field: 'target', params: { count: ids.length - rows.length } })
  const refused: BulkReport['refused'] = []
  for (const row of rows) {
    try {
      await run(row)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      refused.push({ id: row.id, reason: error.reason, msg: error.explain(ctx.language) })
    }
  }
  return { done: rows.length - refused.length, refused }
}

/** Yuan as written by a person. Throws MONEY_DECIMALS, BAD_MONEY; never rounds. */
export function fenFrom(written: string, field: string): number {
  const fen = fenOf(written)
  if (fen !== undefined) return fen
  throw refuse(errors, /^\s*[-−]?[¥￥]?[\d,]+\.\d{3,}\s*$/.test(written) ? 'MONEY_DECIMALS' : 'BAD_MONEY', { field })
}

const PAGES = { wl: '/dashboard/settlement/settlement_wl', sm4: '/dashboard/settlement/settlement_sm4' } as const

/** Tells of a statement; staff is told of rows it may see. */
export async function tell(
  hand: Hand,
  to: 'partner' | 'staff',
  found: LockedStatement,
  say: (words: (typeof text)[Language]['notices']) => { title: string; content: string },
  type: 'notice' | 'todo' = 'notice',
): Promise<void> {
  // A partner has no page of the split product, so nothing is said about one.
  if (to === 'partner' && found.product === 'wl') return
  const receivers: Receivers =
    to === 'partner' ? { partnerId: found.partnerId } : { roles: ['admin', 'coo'], partnerId: found.partnerId }
  await hand.notify({
    to: receivers,
    type,
    bizType: 'settlement',
    bizId: found.id,
    link: `${PAGES[found.product]}?statement=${found.id}`,
    words: both(({ notices }) => say(notices)),
    ...(type === 'todo' && { dedupKey: `statement:${found.id}:${to}` }),
  })
}
