import sql from 'sql-template-tag'
import type { Role, TokenScope } from '../../core/access.ts'
import type { Db, Statement } from '../../core/verb.ts'
import { LACKS_FACTOR } from '../../kit/sql/lacksFactor.ts'

export interface SessionRow {
  tokenHash: Buffer
  sessionId: string
  accessId: string
  accessKey: string
  displayName: string
  accessRoles: Role
  accessState: string | null
  partnerId: string | null
  supplierId: string | null
  teamId: string | null
  lineId: string | null
  create_time: string
  expiresIn: number
  lacksFactor: boolean
  isSeenLate: boolean
  /** The newest transaction the account must see; null where it has not written lately, or nobody notes it. */
  wroteXid: string | null
}

/**
 * The one look-up every request makes, by token hash: no row when the session is revoked, unused for too long or
 * over, when the account is not active, or when its partner or supplier no longer works with us. Each clause is needed on
 * every request: a suspension must end work that is already under way.
 */
const SESSIONS_BY_TOKEN = `
  select e.token_hash as "tokenHash", e.id::text as "sessionId", u.id::text as "accessId", u.access_key as "accessKey", u.display_name as "displayName",
    u.role as "accessRoles", u.access_state as "accessState", u.partner_id::text as "partnerId",
    u.supplier_id::text as "supplierId", u.team_id::text as "teamId", u.business_line_id::text as "lineId",
    e.created_at as create_time,
    least(e.idle_seconds, floor(extract(epoch from e.expires_at - now())))::integer as "expiresIn",
    ${LACKS_FACTOR} as "lacksFactor",
    e.last_seen_at < now() - make_interval(secs => $2) as "isSeenLate",
    (select w.xid::text from account_write w where w.user_id = u.id order by w.xid desc limit 1) as "wroteXid"
  from session e join app_user u on u.id = e.user_id
    left join partner p on p.id = u.partner_id left join supplier s on s.id = u.supplier_id
  where e.token_hash = any($1::bytea[]) and e.revoked_at is null and e.expires_at > now()
    and e.last_seen_at + make_interval(secs => e.idle_seconds) > now() and u.status = 'active'
    and (p.id is null or p.status in ('trial', 'active')) and (s.id is null or s.status = 'active')`

export const sessionsByToken = (tokenHashes: Uint8Array[], seenEverySeconds: number): Statement => ({
  text: SESSIONS_BY_TOKEN,
  values: [tokenHashes, seenEverySeconds],
})

/** Two requests of one minute write once. */
export async function markSeen(db: Db, sessionId: string, seenEverySeconds: number): Promise<void> {
  await db.rows(sql`
    update session set last_seen_at = now()
    where id = ${sessionId} and last_seen_at < now() - make_interval(secs => ${seenEverySeconds})`)
}

export interface ApiTokenRow {
  tokenId: string
  scopes: TokenScope[]
  accessId: string
  accessKey: string
  displayName: string
  accessRoles: Role
  accessState: string | null
  partnerId: string | null
  supplierId: string | null
  teamId: string | null
  lineId: string | null
  create_time: string
  expiresIn: number
  isUsedLate: boolean
}

/** The living token of a hash with its owner; the clauses about the owner are those of a session. */
export function apiTokenByHash(
  db: Db,
  tokenHash: Uint8Array,
  usedEverySeconds: number,
): Promise<ApiTokenRow | undefined> {
  return db.one(sql`
    select t.id::text as "tokenId", t.scopes, u.id::text as "accessId", u.access_key as "accessKey",
      u.display_name as "displayName", u.role as "accessRoles", u.access_state as "accessState",
      u.partner_id::text as "partnerId", u.supplier_id::text as "supplierId", u.team_id::text as "teamId",
      u.business_line_id::text as "lineId", t.created_at as create_time,
      floor(extract(epoch from t.expires_at - now()))::integer as "expiresIn",
      coalesce(t.last_used_at < now() - make_interval(secs => ${usedEverySeconds}), true) as "isUsedLate"
    from api_token t join app_user u on u.id = t.user_id
      left join partner p on p.id = u.partner_id left join supplier s on s.id = u.supplier_id
    where t.token_hash = ${tokenHash} and t.revoked_at is null and t.expires_at > now() and u.status = 'active'
      and (p.id is null or p.status in ('trial', 'active')) and (s.id is null or s.status = 'active')`)
}

export type AccountRow = Omit<ApiTokenRow, 'tokenId' | 'scopes' | 'create_time' | 'expiresIn' | 'isUsedLate'>

/** An account that may work now; the clauses are those of a session. */
export function workingAccount(db: Db, userId: string): Promise<AccountRow | undefined> {
  return db.one(sql`
    select u.id::text as "accessId", u.access_key as "accessKey", u.display_name as "displayName",
      u.role as "accessRoles", u.access_state as "accessState", u.partner_id::text as "partnerId",
      u.supplier_id::text as "supplierId", u.team_id::text as "teamId", u.business_line_id::text as "lineId"
    from app_user u left join partner p on p.id = u.partner_id left join supplier s on s.id = u.supplier_id
    where u.id = ${userId} and u.status = 'active'
      and (p.id is null or p.status in ('trial', 'active')) and (s.id is null or s.status = 'active')`)
}

/** Two uses of one minute write once. */
export async function markUsed(db: Db, tokenId: string, usedEverySeconds: number): Promise<void> {
  await db.rows(sql`
    update api_token set last_used_at = now()
    where id = ${tokenId} and coalesce(last_used_at < now() - make_interval(secs => ${usedEverySeconds}), true)`)
}

/** Replaces an account's unused links by a new one; returns the instant it ends. */
export async function insertLink(
  db: Db,
  link: { userId: string; tokenHash: Uint8Array; createdBy: string | null; seconds: number },
): Promise<string> {
  await db.rows(sql`
    update password_link set expires_at = least(expires_at, now()) where user_id = ${link.userId} and used_at is null`)
  const made = await db.one<{ expiresAt: string }>(sql`
    insert into password_link (user_id, token_hash, created_by, expires_at)
    values (${link.userId}, ${link.tokenHash}, ${link.createdBy}, now() + make_interval(secs => ${link.seconds}))
    returning expires_at as "expiresAt"`)
  return made!.expiresAt
}

/**
 * Ends an account's sessions. Where none is spared somebody else has taken rights away or the account is to be safe
 * again: then its machines' tokens end too. Who changes the own password keeps both.
 */
export async function endSessions(db: Db, userId: string, reason: string, exceptId: string | null): Promise<number> {
  if (exceptId === null)
    await db.rows(sql`
      update api_token set revoked_at = now(), revoked_reason = ${reason} where user_id = ${userId} and revoked_at is null`)
  const ended = await db.rows(sql`
    update session set revoked_at = now(), revoked_reason = ${reason}
    where user_id = ${userId} and revoked_at is null and id is distinct from ${exceptId}::bigint returning 1`)
  return ended.length
}

/** Forgets an account's failed sign-ins from everywhere. */
export async function forgetLock(db: Db, userId: string): Promise<void> {
  await db.rows(sql`
    with unlocked as (
      update app_user set failed_count = 0, locked_until = null where id = ${userId} returning access_key
    )
    delete from throttle t using unlocked u
    where t.key = 'account:' || u.access_key or starts_with(t.key, 'pair:' || u.access_key || '|')`)
}

/** True while nobody can sign in because there is no account at all. */
export async function hasNoUser(db: Db): Promise<boolean> {
  return !(await db.one(sql`select 1 from app_user limit 1`))
}

/** The id of an administrator's account, made if it does not exist; undefined when the name belongs to another role. */
export async function ensureAdmin(db: Db, accessKey: string): Promise<string | undefined> {
  const made = await db.one<{ id: string }>(sql`
    insert into app_user (access_key, display_name, role) values (${accessKey}, ${accessKey}, 'admin')
    on conflict (access_key) do nothing returning id::text`)
  const found =
    made ??
    (await db.one<{ id: string }>(sql`
    select id::text from app_user where access_key = ${accessKey} and role = 'admin' and status <> 'disabled'`))
  return found?.id
}

/** Removes what has had its time: stored answers, throttles, sessions, tokens and links long over. */
export async function sweep(db: Db): Promise<void> {
  await db.rows(sql`delete from idempotency where created_at < now() - interval '24 hours'`)
  await db.rows(sql`delete from throttle where window_ends_at < now()`)
  await db.rows(
    sql`delete from session where least(expires_at, coalesce(revoked_at, expires_at)) < now() - interval '90 days'`,
  )
  await db.rows(
    sql`delete from api_token where least(expires_at, coalesce(revoked_at, expires_at)) < now() - interval '90 days'`,
  )
  await db.rows(sql`delete from password_link where expires_at < now() - interval '90 days'`)
}
