import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { Role } from '../../core/access.ts'
import { maskEmail, maskPhone } from '../../core/contact.ts'
import type { ListRow } from '../../core/contract.ts'
import type { Scope } from '../../core/scope.ts'
import type { Session } from '../../core/session.ts'
import { startOf } from '../../core/time.ts'
import type { Db } from '../../core/verb.ts'
import { fencePartner, inTeam } from '../../kit/sql/fence.ts'
import { type ListSource, likePattern } from '../../kit/sql/list.ts'
import type { User, usersList } from './contract.ts'
import type { OrganisationField } from './rules.ts'

/** Who asks, for the fence around accounts. */
export interface Asker {
  session: Pick<Session, 'accessId' | 'accessRoles'>
  scope: Scope
}

/**
 * An account with its organisation. `t` is the team of a leader, or of a partner account's partner; roles keep only the
 * organisation that is theirs, so a stray id of another role opens nothing.
 */
const ACCOUNTS = sql`app_user u
  left join partner p on u.role = 'partner' and p.id = u.partner_id
  left join team t on t.id = case u.role when 'leader' then u.team_id when 'partner' then p.team_id end`

const NAMES = sql`
  left join supplier s on u.role = 'supplier' and s.id = u.supplier_id
  left join business_line l on u.role = 'coo' and l.id = u.business_line_id
  left join app_user creator on creator.id = u.created_by`

const IS_LOCKED = sql`(u.status = 'active' and coalesce(u.locked_until > now(), false))`
const STATUS = sql`case when ${IS_LOCKED} then 'locked' else u.status end`
const ORGANISATION = sql`coalesce(p.name, s.name, case u.role when 'leader' then t.name end, l.name)`

/**
 * The row scope of accounts (domain page S1): administrators all; a coo all but administrators, of the own line where
 * there is one (suppliers serve every line); a leader the own account and the partner accounts below the own team.
 */
export function fenceUsers({ session, scope }: Asker): Sql {
  switch (session.accessRoles) {
    case 'admin':
      return sql`true`
    case 'coo':
      return scope.kind === 'line'
        ? sql`case u.role when 'supplier' then true
            when 'coo' then u.business_line_id is null or u.business_line_id = ${scope.lineId}
            when 'partner' then p.business_line_id = ${scope.lineId}
            when 'leader' then t.business_line_id = ${scope.lineId}
            else false end`
        : sql`u.role <> 'admin'`
    case 'leader':
      return scope.kind === 'team'
        ? sql`(u.id = ${session.accessId} or (u.role = 'partner' and ${inTeam(scope.teamId)}))`
        : sql`false`
    default:
      return sql`false`
  }
}

export const usersSource: ListSource<typeof usersList> = {
  keys: () => ACCOUNTS,
  id: sql`u.id`,
  rows: sql`join app_user u on u.id = page.id
    left join partner p on u.role = 'partner' and p.id = u.partner_id
    left join team t on u.role = 'leader' and t.id = u.team_id ${NAMES}`,
  columns: {
    displayName: sql`u.display_name`,
    accessKey: sql`u.access_key`,
    role: sql`u.role`,
    organisation: ORGANISATION,
    accessState: sql`u.access_state`,
    status: STATUS,
    phone: sql`u.phone`,
    lastLoginAt: sql`u.last_login_at`,
    createdAt: sql`u.created_at`,
    accessId: sql`u.id::text`,
    email: sql`u.email`,
    lastLoginIp: sql`host(u.last_login_ip)`,
    createdBy: sql`creator.display_name`,
    remark: sql`u.remark`,
    version: sql`u.version`,
  },
  sorts: { createdAt: sql`u.created_at`, lastLoginAt: sql`coalesce(u.last_login_at, '-infinity')` },
  filters: {
    keyword: (filter) => (filter.kind === 'contains' ? matchKeyword(filter.text) : sql`true`),
    role: sql`u.role`,
    accessState: sql`u.access_state`,
    status: STATUS,
    partnerId: sql`p.id`,
    teamId: (filter) => (filter.kind === 'any' ? inTeams(filter.values) : sql`true`),
    lastLoginAt: sql`u.last_login_at`,
    createdAt: sql`u.created_at`,
    neverSignedIn: sql`u.last_login_at is null`,
  },
}

function matchKeyword(text: string): Sql {
  const pattern = likePattern(text)
  const tail = /^\d{4}$/.test(text) ? sql` or right(u.phone, 4) = ${text}` : empty
  return sql`(u.display_name ilike ${pattern} or u.access_key ilike ${pattern}${tail})`
}

function inTeams(ids: string[]): Sql {
  const chosen = ids.filter((id) => id !== 'none')
  const inside = sql`exists (select 1 from team f where f.id = any(${chosen}::bigint[]) and starts_with(t.path, f.path))`
  return chosen.length < ids.length ? sql`(${inside} or t.id is null)` : inside
}

/** Contact data in the form in which it may leave. */
export const maskContact = <Row extends { phone: string | null; email: string | null }>(row: Row): Row => ({
  ...row,
  phone: maskPhone(row.phone),
  email: maskEmail(row.email),
})
export const maskRows = (rows: ListRow<typeof usersList>[]) => rows.map(maskContact)

/** Counts over all accounts in scope. */
export async function readSummary(db: Db, asker: Asker, activeFrom: string) {
  const row = await db.one<{ total: number; active: number; neverSignedIn: number; locked: number }>(sql`
    select count(*) as total, count(*) filter (where u.last_login_at >= ${startOf(activeFrom)}) as active,
      count(*) filter (where u.last_login_at is null) as "neverSignedIn", count(*) filter (where ${IS_LOCKED}) as locked
    from ${ACCOUNTS} where ${fenceUsers(asker)}`)
  return row!
}

interface Option {
  id: string
  name: string
}
type OrganisationTable = 'partner' | 'supplier' | 'team' | 'business_line'
const TABLE: Record<OrganisationField, OrganisationTable> = {
  partnerId: 'partner',
  supplierId: 'supplier',
  teamId: 'team',
  lineId: 'business_line',
}

/** Which organisations a session may see and give to an account. */
function fenceOrganisation(table: OrganisationTable, { session, scope }: Asker): Sql {
  if (table === 'partner') return fencePartner(scope, sql`t.id`)
  if (session.accessRoles === 'leader')
    return table === 'team' && scope.kind === 'team' ? inTeam(scope.teamId) : sql`false`
  if (scope.kind === 'all') return sql`true`
  if (scope.kind !== 'line') return sql`false`
  switch (table) {
    case 'supplier':
      return sql`true`
    case 'team':
      return sql`t.business_line_id = ${scope.lineId}`
    case 'business_line':
      return sql`t.id = ${scope.lineId}`
  }
}

function readOrganisations(db: Db, asker: Asker, table: OrganisationTable): Promise<Option[]> {
  return db.rows<Option>(
    sql`select t.id::text, t.name from ${raw(table)} t where ${fenceOrganisation(table, asker)} order by t.name, t.id`,
  )
}

/** What filters and form offer, within the scope. */
export async function readOptions(db: Db, asker: Asker) {
  const [partners, suppliers, teams, lines] = await Promise.all(
    (['partner', 'supplier', 'team', 'business_line'] as const).map((table) => readOrganisations(db, asker, table)),
  )
  return { partners: partners!, suppliers: suppliers!, teams: teams!, lines: lines! }
}

/** The name of an organisation the session may give to an account; undefined when it is missing or foreign. */
export async function organisationName(db: Db, asker: Asker, field: OrganisationField, id: string) {
  const table = TABLE[field]
  const row = await db.one<{ name: string }>(
    sql`select t.name from ${raw(table)} t where t.id = ${id} and ${fenceOrganisation(table, asker)}`,
  )
  return row?.name
}

/** One account within the scope, its contact data in clear; undefined when it is missing or foreign. */
export function readUser(db: Db, asker: Asker, id: string): Promise<User | undefined> {
  return db.one<User>(sql`
    select u.id::text as "accessId", u.access_key as "accessKey", u.display_name as "displayName", u.role,
      u.access_state as "accessState", p.id::text as "partnerId", s.id::text as "supplierId",
      case u.role when 'leader' then t.id::text end as "teamId", l.id::text as "lineId", ${ORGANISATION} as organisation, u.phone, u.email,
      ${STATUS} as status, case when ${IS_LOCKED} then u.locked_until end as "lockedUntil",
      u.disabled_reason as "disabledReason", u.last_login_at as "lastLoginAt", host(u.last_login_ip) as "lastLoginIp",
      u.created_at as "createdAt", creator.display_name as "createdBy", u.updated_at as "updatedAt", u.remark, u.version,
      (select count(*) from session where user_id = u.id and revoked_at is null and expires_at > now()
        and last_seen_at + make_interval(secs => idle_seconds) > now()) as sessions
    from ${ACCOUNTS} ${NAMES} where u.id = ${id} and ${fenceUsers(asker)}`)
}

/**
 * Every change that could take an administrator away waits for this first: two administrators who disable each other at
 * the same instant are served one after the other, and the second sees what the first did.
 */
export async function lockAdministrators(db: Db): Promise<void> {
  await db.rows(sql`select pg_advisory_xact_lock(hashtext('administrators'))`)
}

/** Whether an active administrator remains without these accounts. */
export async function adminRemains(db: Db, without: string[]): Promise<boolean> {
  const found = await db.one(sql`
    select 1 from app_user where role = 'admin' and status = 'active' and id <> all(${without}::bigint[]) limit 1`)
  return !!found
}

export interface LockedUser {
  accessId: string
  role: Role
  accessState: string | null
  /** As stored: a lock after failed attempts is not a state of its own here. */
  status: 'invited' | 'active' | 'disabled'
  hasPassword: boolean
  version: number
}

/** Locks the accounts of a change that lie within the scope, in id order so that two changes cannot deadlock. */
export function lockUsers(db: Db, asker: Asker, ids: string[]): Promise<LockedUser[]> {
  return db.rows<LockedUser>(sql`
    select u.id::text as "accessId", u.role, u.access_state as "accessState", u.status,
      u.password_hash is not null as "hasPassword", u.version
    from ${ACCOUNTS} where u.id = any(${ids}::bigint[]) and ${fenceUsers(asker)} order by u.id for update of u`)
}

export interface UserColumns {
  displayName: string
  role: Role
  accessState: string | null
  partnerId: string | null
  supplierId: string | null
  teamId: string | null
  lineId: string | null
  phone: string | null
  email: string | null
  remark: string | null
  status: LockedUser['status']
  disabledReason: string | null
  /** Only ever taken away here. */
  passwordHash: null
}

const COLUMN: { [K in keyof UserColumns]: (value: UserColumns[K]) => Sql } = {
  displayName: (value) => sql`display_name = ${value}`,
  role: (value) => sql`role = ${value}`,
  accessState: (value) => sql`access_state = ${value}`,
  partnerId: (value) => sql`partner_id = ${value}::bigint`,
  supplierId: (value) => sql`supplier_id = ${value}::bigint`,
  teamId: (value) => sql`team_id = ${value}::bigint`,
  lineId: (value) => sql`business_line_id = ${value}::bigint`,
  phone: (value) => sql`phone = ${value}`,
  email: (value) => sql`email = ${value}`,
  remark: (value) => sql`remark = ${value}`,
  status: (value) => sql`status = ${value}`,
  disabledReason: (value) => sql`disabled_reason = ${value}`,
  passwordHash: () => sql`password_hash = null`,
}

/** Writes the given fields of some accounts and bumps their versions. */
export async function updateUsers(db: Db, ids: string[], change: Partial<UserColumns>): Promise<void> {
  const sets = Object.entries(change).map(([field, value]) => COLUMN[field as 'remark'](value))
  await db.rows(sql`update app_user set ${join([...sets, sql`version = version + 1`, sql`updated_at = now()`], ', ')}
    where id = any(${ids}::bigint[])`)
}

/** Adds an account; undefined when the access key is taken. */
export async function insertUser(
  db: Db,
  user: Omit<UserColumns, 'status' | 'disabledReason' | 'passwordHash'> & { accessKey: string; createdBy: string },
): Promise<string | undefined> {
  const row = await db.one<{ id: string }>(sql`
    insert into app_user (access_key, display_name, role, access_state, partner_id, supplier_id, team_id,
      business_line_id, phone, email, remark, created_by)
    values (${user.accessKey}, ${user.displayName}, ${user.role}, ${user.accessState}, ${user.partnerId}::bigint,
      ${user.supplierId}::bigint, ${user.teamId}::bigint, ${user.lineId}::bigint, ${user.phone}, ${user.email},
      ${user.remark}, ${user.createdBy})
    on conflict (access_key) do nothing returning id::text`)
  return row?.id
}

const HISTORY_PAGE = 50

export interface Batch<Row> {
  list: Row[]
  /** Pass as `before` for what is older; null at the end. */
  before: string | null
}

function batchOf<Row extends { id: string }>(rows: Row[]): Batch<Row> {
  const list = rows.slice(0, HISTORY_PAGE)
  return { list, before: rows.length > HISTORY_PAGE ? list.at(-1)!.id : null }
}

const olderThan = (column: Sql, before: string | undefined): Sql => (before ? sql` and ${column} < ${before}` : empty)

export interface SignIn {
  id: string
  at: string
  ip: string | null
  userAgent: string | null
  result: string
}

export async function readSignIns(db: Db, userId: string, before?: string): Promise<Batch<SignIn>> {
  return batchOf(
    await db.rows<SignIn>(sql`
      select id::text, at, host(ip) as ip, user_agent as "userAgent", result from sign_in
      where user_id = ${userId}${olderThan(sql`id`, before)} order by sign_in.id desc limit ${HISTORY_PAGE + 1}`),
  )
}

type Changes = Record<string, string | null> | null
export interface HistoryEntry {
  id: string
  at: string
  action: string
  actor: string | null
  ip: string | null
  reason: string | null
  before: Changes
  after: Changes
}

export async function readHistory(db: Db, userId: string, before?: string): Promise<Batch<HistoryEntry>> {
  return batchOf(
    await db.rows<HistoryEntry>(sql`
      select a.id::text, a.at, a.action, actor.display_name as actor, host(a.ip) as ip, a.reason, a.before, a.after
      from audit_log a left join app_user actor on actor.id = a.actor_id
      where a.entity = 'user' and a.entity_id = ${userId}${olderThan(sql`a.id`, before)}
      order by a.id desc limit ${HISTORY_PAGE + 1}`),
  )
}
