import sql from 'sql-template-tag'
import type { ListQuery } from '../../../core/listQuery.ts'
import type { Scope } from '../../../core/scope.ts'
import type { Db } from '../../../core/verb.ts'
import { type ListSource, likePattern, type whereOf } from '../../../kit/sql/list.ts'
import { accountList } from '../contractAccounts.ts'
import type { HEALTHS, SOURCES } from '../fields.ts'
import { fenceAccount } from './orders.ts'

export type Health = (typeof HEALTHS)[number]
const HIDDEN_PIN = sql`case when a.pin is not null then left(a.pin, 2) || '***' || right(a.pin, 1) end`

const accountSource: ListSource<typeof accountList> = {
  keys: () => sql`union_account a`,
  id: sql`a.id`,
  rows: sql`join union_account a on a.id = page.id`,
  columns: {
    id: sql`a.id::text`,
    alias: sql`a.alias`,
    unionId: sql`a.union_id`,
    pinMasked: HIDDEN_PIN,
    source: sql`a.source`,
    health: sql`a.health`,
    isEnabled: sql`a.enabled`,
    orders: sql`(select count(*) from jd_order o where o.account_id = a.id)`,
    sharePpm: sql`a.partner_share_ppm`,
    lastSyncAt: sql`a.last_sync_at`,
    syncedThrough: sql`a.synced_through`,
    failCount: sql`a.fail_count`,
    checkedAt: sql`a.checked_at`,
    siteId: sql`a.site_id`,
    positionId: sql`a.position_id`,
    remark: sql`a.remark`,
    createdAt: sql`a.created_at`,
    version: sql`a.version`,
  },
  sorts: { createdAt: sql`a.created_at` },
  filters: {
    keyword: (filter) =>
      filter.kind === 'contains'
        ? sql`(a.alias ilike ${likePattern(filter.text)} or a.union_id = ${filter.text})`
        : sql`true`,
    source: sql`a.source`,
    health: sql`a.health`,
    isEnabled: sql`a.enabled`,
  },
}

interface Filtered {
  db: Db
  scope: Scope
  query: ListQuery
  may: Parameters<typeof whereOf>[0]['may']
}
export const accountsOf = ({ db, scope, query, may }: Filtered) => ({
  ...{ db, query, may },
  ...{ list: accountList, source: accountSource, fence: fenceAccount(scope) },
})

export const readAccountSummary = (db: Db, scope: Scope, now: Date) =>
  db.one<Record<string, number> & { syncedThrough: string | null }>(sql`
    select count(*) as total, count(*) filter (where a.enabled and (a.source = 'feed' or a.health = 'valid')) as healthy,
      count(*) filter (where a.enabled and a.health = 'expiring') as expiring,
      count(*) filter (where a.enabled and a.source <> 'feed' and a.health in ('expired', 'blocked')) as broken,
      min(a.synced_through) filter (where a.enabled and a.source <> 'feed') as "syncedThrough",
      (select count(distinct o.purchase) from jd_order o join union_account b on b.id = o.account_id
        where ${fenceAccount(scope, sql`b`)} and o.ordered_at > ${now}::timestamptz - interval '30 days' and o.state in ('paid', 'finished')) as "orders30d"
    from union_account a where ${fenceAccount(scope)}`)

export const readAccount = (db: Db, scope: Scope, accountId: string) =>
  db.one<Record<string, unknown>>(sql`
    select a.id::text, a.alias, a.union_id as "unionId", a.site_id as "siteId", a.position_id as "positionId", ${HIDDEN_PIN} as "pinMasked",
      a.source, case when a.app_key is not null then left(a.app_key, 4) || '***' end as "appKeyMasked", a.secret_sealed is not null as "hasSecret",
      a.cookies_sealed is not null as "hasCookies", a.cookie_names as "cookieNames", a.cookie_fingerprint as "cookieFingerprint",
      a.cookies_at as "cookiesAt", u.display_name as "cookiesBy", a.required_cookies as "requiredCookies", a.health, a.health_note as "healthNote",
      a.checked_at as "checkedAt", a.last_sync_at as "lastSyncAt", a.synced_through as "syncedThrough", a.fail_count as "failCount",
      a.frozen_through as "frozenThrough", a.partner_share_ppm as "sharePpm", a.enabled as "isEnabled", a.remark, a.version,
      (select count(*) from jd_order o where o.account_id = a.id) as orders
    from union_account a left join app_user u on u.id = a.cookies_by where a.id = ${accountId} and ${fenceAccount(scope)}`)

/** What a change is checked against and what reaching the union takes; never sent anywhere. */
export interface Held {
  id: string
  alias: string
  source: (typeof SOURCES)[number]
  pin: string | null
  appKey: string | null
  secret: Uint8Array | null
  cookies: Uint8Array | null
  cookiesAt: string | null
  requiredCookies: string[]
  siteId: string | null
  positionId: string | null
  sharePpm: number
  enabled: boolean
  remark: string | null
  health: Health
  syncedThrough: string | null
  createdAt: string
  version: number
}
const HELD = sql`a.id::text, a.alias, a.source, a.pin, a.app_key as "appKey", a.secret_sealed as secret, a.cookies_sealed as cookies,
  a.cookies_at as "cookiesAt", a.required_cookies as "requiredCookies", a.site_id as "siteId", a.position_id as "positionId",
  a.partner_share_ppm as "sharePpm", a.enabled, a.remark, a.health, a.synced_through as "syncedThrough", a.created_at as "createdAt", a.version`

export const lockHeld = (db: Db, scope: Scope, accountId: string) =>
  db.one<Held>(sql`select ${HELD} from union_account a where a.id = ${accountId} and ${fenceAccount(scope)} for update`)
export const readHeld = (db: Db, scope: Scope, accountId: string) =>
  db.one<Held>(sql`select ${HELD} from union_account a where a.id = ${accountId} and ${fenceAccount(scope)}`)
/** Accounts the clock looks after: in use, and not merely sent to. */
export const readFetched = (db: Db) =>
  db.rows<Held>(sql`select ${HELD} from union_account a where a.enabled and a.source <> 'feed' order by a.id`)

export interface AccountFields {
  alias: string
  siteId: string | null
  positionId: string | null
  source: (typeof SOURCES)[number]
  appKey: string | null
  sharePpm: number
  requiredCookies: string[]
  remark: string | null
  pin: string | null
}

export const isUnionIdTaken = async (db: Db, unionId: string): Promise<boolean> =>
  !!(await db.one(sql`select 1 from union_account where union_id = ${unionId}`))

export async function insertAccount(
  db: Db,
  account: AccountFields & { unionId: string; lineId: string | null; createdBy: string },
  now: Date,
): Promise<string> {
  const made = await db.one<{ id: string }>(sql`
    insert into union_account (alias, union_id, site_id, position_id, pin, source, app_key, partner_share_ppm, required_cookies, remark,
      business_line_id, created_by, created_at, updated_at)
    values (${account.alias}, ${account.unionId}, ${account.siteId}, ${account.positionId}, ${account.pin}, ${account.source}, ${account.appKey},
      ${account.sharePpm}, ${account.requiredCookies}, ${account.remark}, ${account.lineId}, ${account.createdBy}, ${now}, ${now}) returning id::text`)
  return made!.id
}

export async function updateAccount(
  db: Db,
  accountId: string,
  account: AccountFields & { isEnabled: boolean },
  now: Date,
): Promise<void> {
  await db.rows(sql`
    update union_account set alias = ${account.alias}, site_id = ${account.siteId}, position_id = ${account.positionId}, pin = ${account.pin},
      source = ${account.source}, app_key = ${account.appKey}, partner_share_ppm = ${account.sharePpm}, required_cookies = ${account.requiredCookies},
      remark = ${account.remark}, enabled = ${account.isEnabled}, updated_at = ${now}, version = version + 1 where id = ${accountId}`)
}

export async function setSecret(db: Db, accountId: string, sealed: Uint8Array): Promise<void> {
  await db.rows(sql`update union_account set secret_sealed = ${sealed}, health = 'unknown' where id = ${accountId}`)
}

interface NewCookies {
  sealed: Uint8Array
  names: string[]
  fingerprint: string
  userId: string
  health: Health
}
export async function setCookies(db: Db, accountId: string, cookies: NewCookies, now: Date): Promise<void> {
  await db.rows(sql`
    update union_account set cookies_sealed = ${cookies.sealed}, cookie_names = ${cookies.names}, cookie_fingerprint = ${cookies.fingerprint},
      cookies_at = ${now}, cookies_by = ${cookies.userId}, health = ${cookies.health}, health_note = null, fail_count = 0,
      checked_at = case when ${cookies.health}::text = 'valid' then ${now}::timestamptz else checked_at end, updated_at = ${now}, version = version + 1
    where id = ${accountId}`)
}

export async function setHealth(
  db: Db,
  accountId: string,
  health: Health,
  note: string | null,
  now: Date,
): Promise<void> {
  await db.rows(sql`
    update union_account set health = ${health}, health_note = ${note}, checked_at = ${now}, fail_count = case when ${note}::text is null then 0 else fail_count + 1 end
    where id = ${accountId}`)
}

export async function noteSynced(db: Db, accountId: string, through: Date, now: Date): Promise<void> {
  await db.rows(sql`
    update union_account set synced_through = greatest(synced_through, ${through}), last_sync_at = ${now} where id = ${accountId}`)
}

/** False when there are orders, links or coupons of it. */
export async function deleteAccount(db: Db, accountId: string): Promise<boolean> {
  const gone = await db.rows(sql`
    delete from union_account a where a.id = ${accountId} and not exists (select from jd_order o where o.account_id = a.id)
      and not exists (select from promo_link l where l.account_id = a.id) and not exists (select from union_coupon c where c.account_id = a.id)
      and not exists (select from jd_fee_line f where f.account_id = a.id) and not exists (select from jd_order_import i where i.account_id = a.id) returning 1`)
  return gone.length === 1
}
