import sql, { raw } from 'sql-template-tag'
import type { Db } from '../../core/verb.ts'
import { LACKS_FACTOR } from '../../kit/sql/lacksFactor.ts'

export interface Account {
  id: string
  accessKey: string
  passwordHash: string | null
  /** Active, and so is the organisation it belongs to. */
  mayEnter: boolean
}

const account = sql`
  select u.id::text, u.access_key as "accessKey", u.password_hash as "passwordHash",
    u.status = 'active' and coalesce(p.status in ('trial', 'active'), true) and coalesce(s.status = 'active', true) as "mayEnter"
  from app_user u left join partner p on p.id = u.partner_id left join supplier s on s.id = u.supplier_id`

export const findAccount = (db: Db, accessKey: string): Promise<Account | undefined> =>
  db.one(sql`${account} where u.access_key = ${accessKey}`)

export const findAccountById = (db: Db, userId: string): Promise<Account | undefined> =>
  db.one(sql`${account} where u.id = ${userId}`)

export interface Limit {
  key: string
  failures: number
}

/** Seconds until the latest of the limits that are reached ends; 0 when none is. */
export async function secondsBlocked(db: Db, limits: Limit[]): Promise<{ key: string; seconds: number }[]> {
  return db.rows(sql`
    select t.key, ceil(extract(epoch from t.window_ends_at - now()))::integer as seconds
    from throttle t join unnest(${limits.map(({ key }) => key)}::text[], ${limits.map(({ failures }) => failures)}::integer[]) l (key, failures)
      on l.key = t.key
    where t.failures >= l.failures and t.window_ends_at > now()`)
}

/** Counts one failure under each key; the one that reaches a limit starts the full time anew. */
export async function countFailure(db: Db, limits: Limit[], windowSeconds: number): Promise<void> {
  await db.rows(sql`
    insert into throttle as t (key, failures, window_ends_at)
    select l.key, 1, now() + make_interval(secs => ${windowSeconds})
    from unnest(${limits.map(({ key }) => key)}::text[]) l (key)
    on conflict (key) do update set
      failures = case when t.window_ends_at <= now() then 1 else t.failures + 1 end,
      window_ends_at = case
        when t.window_ends_at <= now() or t.failures + 1 = any(${limits.map(({ failures }) => failures)}::integer[]) then excluded.window_ends_at
        else t.window_ends_at end`)
}

export async function forgetFailures(db: Db, keys: string[]): Promise<void> {
  await db.rows(sql`delete from throttle where key = any(${keys}::text[])`)
}

/** The user list's mirror of the throttle: shown as "locked"; the refusals themselves hang on the throttle alone. */
export async function noteFailure(db: Db, userId: string, limit: number, windowSeconds: number): Promise<void> {
  await db.rows(sql`
    update app_user set failed_count = failed_count + 1,
      locked_until = case when failed_count + 1 >= ${limit} then now() + make_interval(secs => ${windowSeconds}) else locked_until end
    where id = ${userId}`)
}

export interface Attempt {
  userId: string | null
  accessKey: string
  ip: string
  userAgent: string
  result: 'ok' | 'refused' | 'throttled'
}

export async function noteAttempt(db: Db, { userId, accessKey, ip, userAgent, result }: Attempt): Promise<void> {
  await db.rows(sql`
    insert into sign_in (user_id, access_key, ip, user_agent, result)
    values (${userId}, ${accessKey}, ${ip}, ${userAgent}, ${result})`)
}

/** True when the account has signed in from this address in the last 30 days. */
export async function knowsAddress(db: Db, accessKey: string, ip: string): Promise<boolean> {
  const found = await db.one(sql`
    select 1 from sign_in s join app_user u on u.id = s.user_id
    where u.access_key = ${accessKey} and s.ip = ${ip} and s.result = 'ok' and s.at > now() - interval '30 days' limit 1`)
  return !!found
}

export interface NewSession {
  userId: string
  tokenHash: Uint8Array
  ip: string
  userAgent: string
  idleSeconds: number
  absoluteSeconds: number
  /** Whose sign-in asks for a second factor. */
  factorRoles: readonly string[]
}

/** Opens a session and marks the account as signed in. */
export async function openSession(db: Db, session: NewSession): Promise<{ id: string }> {
  const { userId, tokenHash, ip, userAgent, idleSeconds, absoluteSeconds, factorRoles } = session
  const opened = await db.one<{ id: string }>(sql`
    with entered as (
      update app_user set last_login_at = now(), last_login_ip = ${ip}, failed_count = 0, locked_until = null where id = ${userId}
    )
    insert into session (user_id, token_hash, ip, user_agent, idle_seconds, expires_at, asks_factor)
    select id, ${tokenHash}, ${ip}, ${userAgent}, ${idleSeconds}, now() + make_interval(secs => ${absoluteSeconds}),
      role = any(${[...factorRoles]})
    from app_user where id = ${userId}
    returning id::text`)
  return opened!
}

export interface Person {
  accessId: string
  accessKey: string
  accessRoles: string
  accessState: string | null
  displayName: string
  organisation: string | null
  create_time: string
  expiresIn: number
  lacksFactor: boolean
}

/** Who a session belongs to, with the name of the organisation it works for. */
export const findPerson = (db: Db, sessionId: string): Promise<Person | undefined> =>
  db.one(sql`
    select u.id::text as "accessId", u.access_key as "accessKey", u.role as "accessRoles", u.access_state as "accessState",
      u.display_name as "displayName", coalesce(p.name, s.name, t.name, l.name) as organisation,
      to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as create_time,
      greatest(0, least(e.idle_seconds, floor(extract(epoch from e.expires_at - now()))))::integer as "expiresIn",
      ${raw(LACKS_FACTOR)} as "lacksFactor"
    from session e join app_user u on u.id = e.user_id
      left join partner p on p.id = u.partner_id left join supplier s on s.id = u.supplier_id
      left join team t on t.id = u.team_id left join business_line l on l.id = u.business_line_id
    where e.id = ${sessionId}`)

/** An account's open sessions, the last used first. */
export const listSessions = (db: Db, userId: string, currentId: string): Promise<OpenSession[]> =>
  db.rows(sql`
    select id::text, host(ip) as ip, user_agent as "userAgent", created_at as "createdAt", last_seen_at as "lastSeenAt",
      least(expires_at, last_seen_at + make_interval(secs => idle_seconds)) as "expiresAt", id = ${currentId} as "isCurrent"
    from session
    where user_id = ${userId} and revoked_at is null and expires_at > now()
      and last_seen_at + make_interval(secs => idle_seconds) > now()
    order by last_seen_at desc, id desc limit 200`)

export interface OpenSession {
  id: string
  ip: string | null
  userAgent: string | null
  createdAt: string
  lastSeenAt: string
  expiresAt: string
  isCurrent: boolean
}

/** Ends one session of an account; false when it has no such open session. */
export async function endSession(db: Db, userId: string, sessionId: string, reason: string): Promise<boolean> {
  const ended = await db.one(sql`
    update session set revoked_at = now(), revoked_reason = ${reason}
    where id = ${sessionId} and user_id = ${userId} and revoked_at is null returning 1`)
  return !!ended
}

/** The account a one-time link belongs to, while the link works. */
export const findByLink = (db: Db, tokenHash: Uint8Array): Promise<Account | undefined> =>
  db.one(sql`${account} join password_link k on k.user_id = u.id
    where k.token_hash = ${tokenHash} and k.used_at is null and k.expires_at > now() and u.status <> 'disabled'`)

/** Uses a link up; false when another request was first. */
export async function spendLink(db: Db, tokenHash: Uint8Array): Promise<boolean> {
  const used = await db.one(sql`
    update password_link set used_at = now()
    where token_hash = ${tokenHash} and used_at is null and expires_at > now() returning 1`)
  return !!used
}

/** Sets a password; an invited account becomes active. */
export async function setPassword(db: Db, userId: string, passwordHash: string): Promise<void> {
  await db.rows(sql`
    update app_user set password_hash = ${passwordHash}, must_change_password = false,
      status = case when status = 'invited' then 'active' else status end, updated_at = now()
    where id = ${userId}`)
}

export interface SignIn {
  id: string
  at: string
  ip: string | null
  userAgent: string | null
  result: 'ok' | 'refused' | 'throttled'
}

/** The newest first, those before one of them if it is given. */
export const listSignIns = (db: Db, userId: string, before: string | null, count: number): Promise<SignIn[]> =>
  db.rows(sql`
    select id::text, at, host(ip) as ip, user_agent as "userAgent", result
    from sign_in where user_id = ${userId} and (${before}::bigint is null or sign_in.id < ${before}::bigint)
    order by sign_in.id desc limit ${count}`)

export interface Contact {
  phone: string | null
  email: string | null
}

/** Phone and e-mail of an account, in clear: mask them before they leave. */
export async function readContact(db: Db, userId: string): Promise<Contact> {
  const found = await db.one<Contact>(sql`select phone, email from app_user where id = ${userId}`)
  return found!
}

export async function setContact(db: Db, userId: string, { phone, email }: Contact): Promise<void> {
  await db.rows(sql`
    update app_user set phone = ${phone}, email = ${email}, updated_at = now(), version = version + 1 where id = ${userId}`)
}
