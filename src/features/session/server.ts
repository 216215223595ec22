import { isIPv6 } from 'node:net'
import { ROLES } from '../../core/access.ts'
import { foldPhone, isEmail, isPhone, maskEmail, maskPhone } from '../../core/contact.ts'
import { AppError, errors as common, refuse } from '../../core/errors.ts'
import type { SessionInfo } from '../../core/session.ts'
import { type Ctx, type Db, type Feature, serve } from '../../core/verb.ts'
import { readSetting } from '../../kit/sql/settings.ts'
import {
  contactChange,
  contactInfo,
  info,
  login,
  logout,
  menu,
  passwordByLink,
  passwordChange,
  SIGN_INS_EACH,
  sessionList,
  sessionRevoke,
  signInList,
} from './contract.ts'
import { THROTTLE } from './limits.ts'
import { menuFor } from './menu.ts'
import { checkNewPassword } from './password.ts'
import { secondFactorVerbs, takeCode } from './secondFactor.ts'
import {
  type Account,
  type Contact,
  countFailure,
  endSession,
  findAccount,
  findAccountById,
  findByLink,
  findPerson,
  forgetFailures,
  knowsAddress,
  type Limit,
  listSessions,
  listSignIns,
  noteAttempt,
  noteFailure,
  openSession,
  readContact,
  secondsBlocked,
  setContact,
  setPassword,
  spendLink,
} from './sql.ts'
import { dropFactor, hasFactor } from './sqlFactor.ts'
import { errors } from './text.ts'

/** One account in every spelling: full-width letters, capitals, spaces around it. */
const foldName = (username: string): string => username.normalize('NFKC').trim().toLowerCase()

/** What counts as one address: an IPv6 customer has a whole /64 to rotate through. */
const networkOf = (ip: string): string => (isIPv6(ip) ? `${ip.split(':').slice(0, 4).join(':')}::/64` : ip)

const waiting = new Map<string, Promise<unknown>>()

/** Runs attempts on one account from one address one after the other, so that a burst cannot outrun the count. */
async function inTurn<T>(key: string, run: () => Promise<T>): Promise<T> {
  const before = waiting.get(key)
  const turn = (before ?? Promise.resolve()).then(run, run)
  waiting.set(key, turn)
  try {
    return await turn
  } finally {
    if (waiting.get(key) === turn) waiting.delete(key)
  }
}

interface Credentials {
  username: string
  password: string
  remember: boolean
  /** Empty where none was given. */
  code: string
}

/**
 * Signs in. Unknown name, wrong password and an account that may not enter get one answer after the same work. The
 * ticket is always a new one. With a second factor the right password alone is answered CODE_NEEDED, and a wrong code
 * counts as a failed sign-in. Throws USERNAME_EMPTY, PASSWORD_EMPTY, LOGIN_FAILED, CODE_NEEDED, WRONG_CODE,
 * LOGIN_THROTTLED, TOO_MANY.
 */
async function signIn(ctx: Ctx, given: Credentials): Promise<SessionInfo> {
  const { username, password, remember, code } = given
  const name = foldName(username)
  const network = networkOf(ctx.clientIp)
  return inTurn(`${name}|${network}`, async () => {
    const limits: Limit[] = [
      { key: `account:${name}`, failures: THROTTLE.account },
      { key: `address:${network}`, failures: THROTTLE.address },
      { key: `pair:${name}|${network}`, failures: THROTTLE.pair },
    ]
    const attempt = { accessKey: name.slice(0, 200), ip: ctx.clientIp, userAgent: ctx.userAgent }
    await refuseBlocked(ctx, limits, name, attempt)
    const account = await findAccount(ctx.db, name)
    const matches = await ctx.accounts.verifyPassword(account?.passwordHash ?? null, password)
    if (!account || !matches || !account.mayEnter) {
      await countRefusal(ctx, account, limits, attempt)
      throw refuse(errors, 'LOGIN_FAILED')
    }
    if (await hasFactor(ctx.db, account.id)) {
      if (!code.trim()) throw refuse(errors, 'CODE_NEEDED', { field: 'code' })
      if (!(await ctx.transaction((inner) => takeCode(inner, account.id, code)))) {
        await countRefusal(ctx, account, limits, attempt)
        throw refuse(errors, 'WRONG_CODE', { field: 'code' })
      }
    }
    return enter(ctx, account, remember, `pair:${name}|${network}`, attempt)
  })
}

type AttemptFrom = { accessKey: string; ip: string; userAgent: string }

async function refuseBlocked(ctx: Ctx, limits: Limit[], name: string, attempt: AttemptFrom): Promise<void> {
  const reached = await secondsBlocked(ctx.db, limits)
  if (reached.length === 0) return
  const onlyCeiling = reached.every(({ key }) => key.startsWith('account:'))
  if (onlyCeiling && (await knowsAddress(ctx.db, name, ctx.clientIp))) return
  await noteAttempt(ctx.db, { ...attempt, userId: null, result: 'throttled' })
  throw throttled(Math.max(...reached.map(({ seconds }) => seconds)))
}

const throttled = (seconds: number): Error =>
  refuse(errors, 'LOGIN_THROTTLED', {
    params: { minutes: Math.max(1, Math.ceil(seconds / 60)) },
    data: { retryAfterSeconds: Math.max(1, seconds) },
  })

async function countRefusal(
  ctx: Ctx,
  account: Account | undefined,
  limits: Limit[],
  attempt: AttemptFrom,
): Promise<void> {
  await ctx.transaction(async ({ db }) => {
    await countFailure(db, limits, THROTTLE.windowSeconds)
    await noteFailure(db, account?.id ?? '0', THROTTLE.pair, THROTTLE.windowSeconds)
    await noteAttempt(db, { ...attempt, userId: account?.id ?? null, result: 'refused' })
  })
}

async function enter(
  ctx: Ctx,
  account: Account,
  remember: boolean,
  pair: string,
  attempt: AttemptFrom,
): Promise<SessionInfo> {
  const { token, hash } = ctx.accounts.newToken()
  return ctx.transaction(async ({ db }) => {
    const { idle, absolute } = await secondsOf(db, remember)
    const asked = await readSetting(db, 'session.secondFactor')
    await forgetFailures(db, [pair])
    const opened = await openSession(db, {
      userId: account.id,
      tokenHash: hash,
      ip: ctx.clientIp,
      userAgent: ctx.userAgent,
      idleSeconds: idle,
      absoluteSeconds: absolute,
      factorRoles: ROLES.filter((role) => asked[role]),
    })
    await noteAttempt(db, { ...attempt, userId: account.id, result: 'ok' })
    return describe({ ...ctx, db }, opened.id, token)
  })
}

const HOUR_SECONDS = 3_600
const DAY_SECONDS = 24 * HOUR_SECONDS

/** A session ends when it is not used for `idle`, and at `absolute` in any case. */
async function secondsOf(db: Db, remember: boolean): Promise<{ idle: number; absolute: number }> {
  const limits = await readSetting(db, 'session.timeouts')
  if (remember && (await readSetting(db, 'switch.remember')))
    return { idle: limits.rememberedIdleDays * DAY_SECONDS, absolute: limits.rememberedAbsoluteDays * DAY_SECONDS }
  return { idle: limits.idleMinutes * 60, absolute: limits.absoluteHours * HOUR_SECONDS }
}

async function describe(ctx: Ctx, sessionId: string, ticket: string): Promise<SessionInfo> {
  const person = await findPerson(ctx.db, sessionId)
  return { ...(person as SessionInfo), accessTicket: ticket, clientIp: ctx.clientIp }
}

/** Checks a signed-in person's own password, with the same limit on guesses as a sign-in. */
async function confirmPassword(ctx: Ctx, password: string): Promise<Account> {
  const limit: Limit = { key: `password:${ctx.session.accessId}`, failures: THROTTLE.pair }
  return inTurn(limit.key, async () => {
    const [reached] = await secondsBlocked(ctx.db, [limit])
    if (reached) throw throttled(reached.seconds)
    const account = await findAccountById(ctx.db, ctx.session.accessId)
    if (account && (await ctx.accounts.verifyPassword(account.passwordHash, password))) {
      await forgetFailures(ctx.db, [limit.key])
      return account
    }
    await countFailure(ctx.db, [limit], THROTTLE.windowSeconds)
    throw refuse(errors, 'WRONG_PASSWORD', { field: 'currentPassword' })
  })
}

const masked = ({ phone, email }: Contact): Contact => ({ phone: maskPhone(phone), email: maskEmail(email) })

/** The contact data after a change; what is not given stays. Throws PHONE_FORMAT and EMAIL_FORMAT at their fields. */
function changedContact(before: Contact, given: { phone?: string; email?: string }): Contact {
  const phone = given.phone === undefined ? before.phone : foldPhone(given.phone) || null
  const email = given.email === undefined ? before.email : given.email.trim() || null
  if (given.phone !== undefined && phone && !isPhone(phone)) throw refuse(errors, 'PHONE_FORMAT', { field: 'phone' })
  if (given.email !== undefined && email && !isEmail(email)) throw refuse(errors, 'EMAIL_FORMAT', { field: 'email' })
  return { phone, email }
}

/** Runs guesses at a code one after the other, and counts the wrong ones as the sign-in does. */
async function withLimit<T>(ctx: Ctx, run: () => Promise<T>): Promise<T> {
  const limit: Limit = { key: `code:${ctx.session.accessId}`, failures: THROTTLE.pair }
  return inTurn(limit.key, async () => {
    const [reached] = await secondsBlocked(ctx.db, [limit])
    if (reached) throw throttled(reached.seconds)
    try {
      return await run()
    } catch (error) {
      if (error instanceof AppError && error.reason === 'WRONG_CODE')
        await countFailure(ctx.db, [limit], THROTTLE.windowSeconds)
      throw error
    }
  })
}

async function withPassword<T>(
  ctx: Ctx,
  password: string,
  run: (ctx: Ctx, account: Account) => Promise<T>,
): Promise<T> {
  const account = await confirmPassword(ctx, password)
  return ctx.transaction((inner) => run(inner, account))
}

/** Throws WRONG_PASSWORD at `currentPassword`, CODE_NEEDED and WRONG_CODE at `code`, LOGIN_THROTTLED. */
async function confirmPerson(ctx: Ctx, password: string, code: string): Promise<void> {
  const { id } = await confirmPassword(ctx, password)
  if (!(await hasFactor(ctx.db, id))) return
  if (!code.trim()) throw refuse(errors, 'CODE_NEEDED', { field: 'code' })
  await withLimit(ctx, async () => {
    if (!(await ctx.transaction((inner) => takeCode(inner, id, code))))
      throw refuse(errors, 'WRONG_CODE', { field: 'code' })
  })
}

export const session: Feature = {
  reactions: { 'person.confirm': (ctx, { password, code }) => confirmPerson(ctx, password, code) },
  verbs: [
    ...secondFactorVerbs(withPassword, withLimit),
    serve(login, async (ctx, { body }) => {
      if (!body.username?.trim()) throw refuse(errors, 'USERNAME_EMPTY', { field: 'username' })
      if (!body.password) throw refuse(errors, 'PASSWORD_EMPTY', { field: 'password' })
      const { username, password, remember = false, code = '' } = body
      return signIn(ctx, { username, password, remember, code })
    }),
    serve(logout, async (ctx) => {
      await endSession(ctx.db, ctx.session.accessId, ctx.session.sessionId, 'logout')
      await ctx.audit({ action: 'session.logout', entity: 'session', entityId: ctx.session.sessionId })
      return { done: true }
    }),
    serve(info, (ctx) => describe(ctx, ctx.session.sessionId, ctx.ticket)),
    serve(menu, async (ctx) => menuFor(ctx.session, await readSetting(ctx.db, 'menu.tree'))),
    serve(sessionList, async (ctx) => ({
      list: await listSessions(ctx.db, ctx.session.accessId, ctx.session.sessionId),
    })),
    serve(sessionRevoke, async (ctx, { params }) => {
      const isEnded = await endSession(ctx.db, ctx.session.accessId, params.id, 'revoked')
      if (!isEnded) throw refuse(common, 'NOT_FOUND')
      await ctx.audit({ action: 'session.revoke', entity: 'session', entityId: params.id })
      return { done: true }
    }),
    serve(passwordChange, async (ctx, { body }) => {
      const account = await confirmPassword(ctx, body.currentPassword)
      await checkNewPassword(body.newPassword, account.accessKey, 'newPassword')
      const hash = await ctx.accounts.hashPassword(body.newPassword)
      return ctx.transaction(async (inner) => {
        await setPassword(inner.db, account.id, hash)
        const endedSessions = await inner.accounts.revokeSessions(account.id, 'password', ctx.session.sessionId)
        await inner.audit({ action: 'user.password', entity: 'user', entityId: account.id })
        return { endedSessions }
      })
    }),
    serve(signInList, async ({ db, session }, { query: { before = null } }) => {
      const found = await listSignIns(db, session.accessId, before, SIGN_INS_EACH + 1)
      const list = found.slice(0, SIGN_INS_EACH)
      return { list, next: found.length > list.length ? list.at(-1)!.id : null }
    }),
    serve(contactInfo, async (ctx) => masked(await readContact(ctx.db, ctx.session.accessId))),
    serve(contactChange, async (ctx, { body: { currentPassword, ...given } }) => {
      const { id } = await confirmPassword(ctx, currentPassword)
      return ctx.transaction(async (inner) => {
        const before = await readContact(inner.db, id)
        const after = changedContact(before, given)
        await setContact(inner.db, id, after)
        await inner.audit({
          action: 'user.contact',
          entity: 'user',
          entityId: id,
          before: masked(before),
          after: masked(after),
        })
        return masked(after)
      })
    }),
    serve(passwordByLink, async (ctx, { body }) => {
      const tokenHash = ctx.accounts.hashToken(body.token)
      const account = await findByLink(ctx.db, tokenHash)
      if (!account) throw refuse(errors, 'LINK_GONE')
      await checkNewPassword(body.password, account.accessKey, 'password')
      const hash = await ctx.accounts.hashPassword(body.password)
      return ctx.transaction(async (inner) => {
        if (!(await spendLink(inner.db, tokenHash))) throw refuse(errors, 'LINK_GONE')
        await setPassword(inner.db, account.id, hash)
        await inner.accounts.revokeSessions(account.id, 'password')
        await inner.accounts.unlock(account.id)
        // Whoever made the link vouches for the person; it is the way back for a lost device without recovery codes.
        await dropFactor(inner.db, account.id)
        await inner.audit({ action: 'user.passwordLink', entity: 'user', entityId: account.id })
        return { accessKey: account.accessKey }
      })
    }),
  ],
}
