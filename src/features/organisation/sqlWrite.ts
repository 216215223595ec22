import sql, { raw } from 'sql-template-tag'
import type { Scope } from '../../core/scope.ts'
import type { Db } from '../../core/verb.ts'
import type { Binding } from './contract.ts'
import type { OrganisationStatus } from './flow.ts'
import { fence } from './sql.ts'

/** Changes of lines, teams and who belongs where wait for one another, so that two moves cannot make a circle. */
export async function lockStructure(db: Db): Promise<void> {
  await db.rows(sql`select pg_advisory_xact_lock(hashtext('organisation'))`)
}

export interface HeldLine {
  id: string
  name: string
  version: number
}
export const holdLine = (db: Db, scope: Scope, id: string): Promise<HeldLine | undefined> =>
  db.one(sql`select id::text, name, version from business_line where id = ${id} and ${fence(scope)} for update`)

export async function addLine(db: Db, name: string): Promise<string | undefined> {
  const row = await db.one<{ id: string }>(
    sql`insert into business_line (name) values (${name}) on conflict do nothing returning id::text`,
  )
  return row?.id
}

export const lineNamed = (db: Db, name: string): Promise<{ id: string } | undefined> =>
  db.one(sql`select id::text from business_line where name = ${name}`)

export async function renameLine(db: Db, id: string, name: string): Promise<void> {
  await db.rows(sql`update business_line set name = ${name}, version = version + 1 where id = ${id}`)
}

export interface HeldTeam {
  id: string
  name: string
  parentId: string | null
  lineId: string
  path: string
  version: number
}
export const holdTeam = (db: Db, scope: Scope, id: string): Promise<HeldTeam | undefined> =>
  db.one(sql`
    select id::text, name, parent_id::text as "parentId", business_line_id::text as "lineId", path, version
    from team where id = ${id} and ${fence(scope)} for update`)

/** A team of this name beside another, in a line. */
export const siblingNamed = (db: Db, name: string, lineId: string, parentId: string | null) =>
  db.one<{ id: string }>(sql`
    select id::text from team where name = ${name} and business_line_id = ${lineId}
      and parent_id is not distinct from ${parentId}::bigint`)

/** How many levels a team and those below it have. */
export async function heightOf(db: Db, path: string): Promise<number> {
  const row = await db.one<{ levels: number }>(sql`
    select max(length(path) - length(replace(path, '/', ''))) - (length(${path}::text) - length(replace(${path}, '/', ''))) + 1 as levels
    from team where starts_with(path, ${path})`)
  return row!.levels
}

export async function addTeam(db: Db, team: { name: string; lineId: string; parentId: string | null; above: string }) {
  const row = await db.one<{ id: string }>(sql`
    with next as (select nextval(pg_get_serial_sequence('team', 'id')) as id)
    insert into team (id, name, parent_id, business_line_id, path) overriding system value
    select id, ${team.name}, ${team.parentId}::bigint, ${team.lineId}, ${team.above}::text || id || '/' from next returning id::text`)
  return row!.id
}

/** Renames a team and hangs it, with all below, under a path. */
export async function setTeam(
  db: Db,
  team: HeldTeam,
  change: { name: string; parentId: string | null; above: string },
): Promise<void> {
  const path = `${change.above}${team.id}/`
  await db.rows(sql`
    update team set name = ${change.name}, parent_id = ${change.parentId}::bigint, version = version + 1 where id = ${team.id}`)
  if (path !== team.path)
    await db.rows(sql`
      update team set path = ${path}::text || substr(path, length(${team.path}::text) + 1) where starts_with(path, ${team.path})`)
}

export interface HeldPartner {
  id: string
  name: string
  kind: string
  status: OrganisationStatus
  teamId: string
  lineId: string
  contractStart: string | null
  contractEnd: string | null
  version: number
}
export const holdPartner = (db: Db, scope: Scope, id: string): Promise<HeldPartner | undefined> =>
  db.one(sql`
    select id::text, name, kind, status, team_id::text as "teamId", business_line_id::text as "lineId",
      contract_start as "contractStart", contract_end as "contractEnd", version
    from partner where id = ${id} and ${fence(scope)} for update`)

type Terms = Pick<HeldPartner, 'name' | 'kind' | 'teamId' | 'lineId' | 'contractStart' | 'contractEnd'>

export async function addPartner(
  db: Db,
  partner: Terms & { code: string; status: string },
): Promise<string | undefined> {
  const row = await db.one<{ id: string }>(sql`
    insert into partner (code, name, kind, status, team_id, business_line_id, contract_start, contract_end)
    values (${partner.code}, ${partner.name}, ${partner.kind}, ${partner.status}, ${partner.teamId}, ${partner.lineId},
      ${partner.contractStart}, ${partner.contractEnd})
    on conflict do nothing returning id::text`)
  return row?.id
}

export async function setPartner(db: Db, id: string, terms: Terms): Promise<void> {
  await db.rows(sql`
    update partner set name = ${terms.name}, kind = ${terms.kind}, team_id = ${terms.teamId}, business_line_id = ${terms.lineId},
      contract_start = ${terms.contractStart}, contract_end = ${terms.contractEnd}, version = version + 1 where id = ${id}`)
}

export interface HeldSupplier {
  id: string
  name: string
  status: OrganisationStatus
  version: number
}
export const holdSupplier = (db: Db, scope: Scope, id: string): Promise<HeldSupplier | undefined> =>
  db.one(sql`select id::text, name, status, version from supplier where id = ${id} and ${fence(scope)} for update`)

export async function addSupplier(db: Db, supplier: { code: string; name: string }): Promise<string | undefined> {
  const row = await db.one<{ id: string }>(sql`
    insert into supplier (code, name) values (${supplier.code}, ${supplier.name}) on conflict do nothing returning id::text`)
  return row?.id
}

export async function renameSupplier(db: Db, id: string, name: string): Promise<void> {
  await db.rows(sql`update supplier set name = ${name}, version = version + 1 where id = ${id}`)
}

export type Table = 'partner' | 'supplier'

/** Writes a step of the flow; undefined when another came between. */
export async function setStatus(
  db: Db,
  table: Table,
  id: string,
  change: { from: readonly string[]; to: string; version: number },
): Promise<number | undefined> {
  const row = await db.one<{ version: number }>(sql`
    update ${raw(table)} set status = ${change.to}, version = version + 1
    where id = ${id} and status = any(${[...change.from]}) and version = ${change.version} returning version`)
  return row?.version
}

/** The accounts of an organisation that may hold sessions. */
export const accountsOf = (db: Db, table: Table, id: string): Promise<{ id: string }[]> =>
  db.rows(
    sql`select u.id::text from app_user u where u.${raw(`${table}_id`)} = ${id} and u.role = ${table} order by u.id`,
  )

/** Ends what runs with a partner now; what would only begin is taken away. */
export async function letCreatorsGo(db: Db, partnerId: string, at: Date): Promise<number> {
  await db.rows(sql`delete from creator_binding where partner_id = ${partnerId} and bind_time >= ${at}`)
  const ended = await db.rows(sql`
    update creator_binding set unbind_time = ${at}
    where partner_id = ${partnerId} and (unbind_time is null or unbind_time > ${at}) returning 1`)
  return ended.length
}

export interface HeldCreator {
  id: string
  nickname: string
  accountNo: string | null
  version: number
}
export const holdCreator = (db: Db, scope: Scope, id: string): Promise<HeldCreator | undefined> =>
  db.one(sql`
    select id::text, nickname, account_no as "accountNo", version from creator where id = ${id} and ${fence(scope)} for update`)

export async function addCreator(
  db: Db,
  creator: { platform: string; platformUid: string; nickname: string; accountNo: string | null },
): Promise<string | undefined> {
  const row = await db.one<{ id: string }>(sql`
    insert into creator (platform, platform_uid, nickname, account_no)
    values (${creator.platform}, ${creator.platformUid}, ${creator.nickname}, ${creator.accountNo})
    on conflict do nothing returning id::text`)
  return row?.id
}

export async function setCreator(db: Db, id: string, change: { nickname: string; accountNo: string | null }) {
  await db.rows(sql`
    update creator set nickname = ${change.nickname}, account_no = ${change.accountNo}, version = version + 1 where id = ${id}`)
}

export const readBindings = (db: Db, creatorId: string): Promise<Binding[]> =>
  db.rows(sql`
    select b.id::text, b.partner_id::text as "partnerId", p.name as partner, b.bind_time as "bindTime",
      b.unbind_time as "unbindTime", b.source
    from creator_binding b join partner p on p.id = b.partner_id where b.creator_id = ${creatorId}
    order by b.bind_time desc`)

/** The partner a creator is bound to at any time of a window. */
export const overlapOf = (db: Db, creatorId: string, from: Date, until: Date | null) =>
  db.one<{ partner: string }>(sql`
    select p.name as partner from creator_binding b join partner p on p.id = b.partner_id
    where b.creator_id = ${creatorId} and tstzrange(b.bind_time, b.unbind_time) && tstzrange(${from}, ${until}) limit 1`)

export async function addBinding(
  db: Db,
  binding: { creatorId: string; partnerId: string; from: Date; until: Date | null },
): Promise<string> {
  const row = await db.one<{ id: string }>(sql`
    insert into creator_binding (creator_id, partner_id, bind_time, unbind_time, source)
    values (${binding.creatorId}, ${binding.partnerId}, ${binding.from}, ${binding.until}, 'manual') returning id::text`)
  return row!.id
}

export interface HeldBinding {
  id: string
  creatorId: string
  partnerId: string
  unbindTime: string | null
  isOver: boolean
}
export const holdBinding = (db: Db, scope: Scope, id: string, now: Date): Promise<HeldBinding | undefined> =>
  db.one(sql`
    select b.id::text, b.creator_id::text as "creatorId", b.partner_id::text as "partnerId", b.unbind_time as "unbindTime",
      coalesce(b.unbind_time <= ${now}, false) as "isOver"
    from creator_binding b join creator c on c.id = b.creator_id
    where b.id = ${id} and ${fence(scope)} for update of c, b`)

export const nextBinding = (db: Db, { id, creatorId }: HeldBinding, until: Date) =>
  db.one<{ partner: string }>(sql`
    select p.name as partner from creator_binding b join partner p on p.id = b.partner_id
    where b.creator_id = ${creatorId} and b.id <> ${id}
      and tstzrange(b.bind_time, b.unbind_time) && tstzrange((select bind_time from creator_binding where id = ${id}), ${until}) limit 1`)

export async function endBinding(db: Db, id: string, until: Date): Promise<string | undefined> {
  const row = await db.one<{ at: string }>(
    sql`update creator_binding set unbind_time = ${until} where id = ${id} and bind_time < ${until} returning unbind_time as at`,
  )
  return row?.at
}

/** Gives the creator's works of a window that have no owner to the partner; returns how many. */
export async function attribute(
  db: Db,
  { creatorId, partnerId, from, until }: { creatorId: string; partnerId: string; from: Date; until: Date | null },
  actorId: string,
): Promise<number> {
  const given = await db.rows(sql`
    with given as (
      update video set partner_id = ${partnerId}, updated_at = now(), version = version + 1
      where creator_id = ${creatorId} and partner_id is null and published_at >= ${from}
        and published_at < coalesce(${until}::timestamptz, 'infinity')
      returning id
    )
    insert into video_owner_history (video_id, from_partner_id, to_partner_id, reason, actor_id)
    select id, null, ${partnerId}, 'binding', ${actorId} from given returning 1`)
  return given.length
}
