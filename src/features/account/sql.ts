import sql from 'sql-template-tag'
import type { Role } from '../../core/access.ts'
import type { Session } from '../../core/session.ts'
import type { Db } from '../../core/verb.ts'

export interface ProfileRow {
  accessId: string
  accessKey: string
  displayName: string
  role: Role
  organisation: string | null
  isCertified: boolean | null
  phone: string | null
  email: string | null
  regionCode: string | null
  address: string | null
  profile: string | null
  createdAt: string
  lastLoginAt: string | null
  version: number
}

/** One account, phone and e-mail in clear: mask them before they leave. */
export async function readProfile(db: Db, userId: string): Promise<ProfileRow> {
  const found = await db.one<ProfileRow>(sql`
    select u.id::text as "accessId", u.access_key as "accessKey", u.display_name as "displayName", u.role,
      coalesce(p.name, s.name, t.name, l.name) as organisation,
      case when u.role in ('partner', 'supplier') then exists (select from certification c
        where c.state = 'passed' and (c.partner_id = u.partner_id or c.supplier_id = u.supplier_id)) end as "isCertified", u.phone, u.email, u.region_code as "regionCode",
      u.address, u.profile, u.created_at as "createdAt", u.last_login_at as "lastLoginAt", u.version
    from app_user u
      left join partner p on p.id = u.partner_id left join supplier s on s.id = u.supplier_id
      left join team t on t.id = u.team_id left join business_line l on l.id = u.business_line_id
    where u.id = ${userId}`)
  return found!
}

export interface ProfileChange {
  displayName: string
  regionCode: string | null
  address: string | null
  profile: string | null
}

/** False when somebody else changed the account since that version. */
export async function writeProfile(db: Db, userId: string, version: number, change: ProfileChange): Promise<boolean> {
  const { displayName, regionCode, address, profile } = change
  const written = await db.one(sql`
    update app_user set display_name = ${displayName}, region_code = ${regionCode}, address = ${address},
      profile = ${profile}, updated_at = now(), version = version + 1
    where id = ${userId} and version = ${version} returning 1`)
  return !!written
}

export interface Numbers {
  changes: number
  signIns: number
  openTodos: number
  unread: number
}

/** Counts of one's own; changes and sign-ins since a moment. */
export async function readNumbers(db: Db, userId: string, since: Date): Promise<Numbers> {
  const found = await db.one<Numbers>(sql`
    select
      (select count(*) from audit_log where actor_id = ${userId} and at >= ${since}) as changes,
      (select count(*) from sign_in where user_id = ${userId} and at >= ${since} and result = 'ok') as "signIns",
      (select count(*) from message where receiver_id = ${userId} and type = 'todo' and done_at is null and cleared_at is null)
        as "openTodos",
      (select count(*) from message where receiver_id = ${userId} and status = 0 and cleared_at is null) as unread`)
  return found!
}

export interface Activity {
  id: string
  at: string
  action: string
  entityId: string
}

export const readActivity = (db: Db, userId: string, count: number): Promise<Activity[]> =>
  db.rows(sql`
    select id::text, at, action, entity_id as "entityId"
    from audit_log where actor_id = ${userId} order by audit_log.id desc limit ${count}`)

export interface Digest {
  id: string
  title: string
  content: string
  at: string
  isUnread: boolean
  link: string | null
}

export const readDigest = (db: Db, userId: string, language: string, count: number): Promise<Digest[]> =>
  db.rows(sql`
    select id::text, words -> ${language} ->> 'title' as title, words -> ${language} ->> 'content' as content,
      created_at as at, status = 0 as "isUnread", link
    from message where receiver_id = ${userId} and cleared_at is null order by message.id desc limit ${count}`)

export interface Member {
  id: string
  name: string
  people: number | null
  total: number
}

/** The partners of a team's subtree, each with how many active accounts it has. */
export const readPartners = (db: Db, teamId: string, count: number): Promise<Member[]> =>
  db.rows(sql`
    select p.id::text, p.name, (select count(*) from app_user u where u.partner_id = p.id and u.status = 'active') as people,
      count(*) over () as total
    from partner p join team t on t.id = p.team_id
    where starts_with(t.path, (select path from team where id = ${teamId})) and p.status in ('trial', 'active')
    order by p.name, p.id limit ${count}`)

/** Active accounts of the same role and organisation; oneself is not among them. */
export const readColleagues = (db: Db, me: Session, count: number): Promise<Member[]> =>
  db.rows(sql`
    select u.id::text, u.display_name as name, null::integer as people, count(*) over () as total
    from app_user u
    where u.role = ${me.accessRoles} and u.status = 'active' and u.id <> ${me.accessId}
      and u.partner_id is not distinct from ${me.partnerId}::bigint
      and u.supplier_id is not distinct from ${me.supplierId}::bigint
      and u.business_line_id is not distinct from ${me.lineId}::bigint
    order by u.display_name, u.id limit ${count}`)

export interface Project {
  id: string
  name: string
  state: string | null
  count: number | null
  at: string
}

/** The collections last worked on: those of a business line, or all. */
export const readCollections = (db: Db, lineId: string | null, count: number): Promise<Project[]> =>
  db.rows(sql`
    select id::text, name, status as state, item_count as count, last_time as at
    from collection where ${lineId}::bigint is null or business_line_id = ${lineId}::bigint
    order by last_time desc, id desc limit ${count}`)

/** The places a partner took, the newest first. */
export const readClaims = (db: Db, partnerId: string, count: number): Promise<Project[]> =>
  db.rows(sql`
    select c.id::text, r.title as name, c.status as state, null::integer as count, c.claimed_at as at
    from recommendation_claim c join recommendation r on r.id = c.recommendation_id
    where c.partner_id = ${partnerId} order by c.id desc limit ${count}`)

/** The campaigns a supplier has rows of, with how many. */
export const readCampaigns = (db: Db, supplierId: string, count: number): Promise<Project[]> =>
  db.rows(sql`
    select b.id::text, b.name, null as state, count(*) as count, b.created_at as at
    from distribution d join dist_batch b on b.id = d.batch_id
    where d.supplier_id = ${supplierId} group by b.id order by b.id desc limit ${count}`)
