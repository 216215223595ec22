import sql, { type Sql } from 'sql-template-tag'
import type { Scope } from '../../core/scope.ts'
import type { Db } from '../../core/verb.ts'
import { type ListSource, likePattern } from '../../kit/sql/list.ts'
import type { creatorsList, Line, partnersList, suppliersList, Team } from './contract.ts'

/** The organisation is the house's: whoever sees everything sees all of it, any other scope nothing. */
export const fence = ({ kind }: Scope): Sql => (kind === 'all' ? sql`true` : sql`false`)

export async function readStructure(db: Db, scope: Scope): Promise<{ lines: Line[]; teams: Team[] }> {
  const [lines, teams] = await Promise.all([
    db.rows<Line>(sql`
      select l.id::text, l.name, l.version, (select count(*) from partner p where p.business_line_id = l.id) as partners
      from business_line l where ${fence(scope)} order by l.name, l.id`),
    db.rows<Team>(sql`
      select t.id::text, t.name, t.parent_id::text as "parentId", t.business_line_id::text as "lineId", t.version,
        (select count(*) from partner p where p.team_id = t.id) as partners,
        array(select u.display_name from app_user u where u.team_id = t.id and u.role = 'leader' and u.status = 'active' order by u.id) as leaders
      from team t where ${fence(scope)} order by t.path`),
  ])
  return { lines, teams }
}

const likeAny = (text: string, ...columns: Sql[]): Sql => {
  const pattern = likePattern(text)
  return columns.reduce((before, column) => sql`${before} or ${column} ilike ${pattern}`, sql`false`)
}

export const partnersSource: ListSource<typeof partnersList> = {
  keys: () => sql`partner p join team t on t.id = p.team_id`,
  id: sql`p.id`,
  rows: sql`join partner p on p.id = page.id join team t on t.id = p.team_id join business_line l on l.id = p.business_line_id`,
  columns: {
    name: sql`p.name`,
    code: sql`p.code`,
    kind: sql`p.kind`,
    status: sql`p.status`,
    team: sql`t.name`,
    line: sql`l.name`,
    creators: sql`(select count(*) from creator_binding b where b.partner_id = p.id and b.bind_time <= now() and (b.unbind_time is null or b.unbind_time > now()))`,
    accounts: sql`(select count(*) from app_user u where u.partner_id = p.id and u.status <> 'disabled')`,
    contractEnd: sql`p.contract_end`,
    contractStart: sql`p.contract_start`,
    createdAt: sql`p.created_at`,
    id: sql`p.id::text`,
    teamId: sql`p.team_id::text`,
    version: sql`p.version`,
  },
  sorts: { createdAt: sql`p.created_at` },
  filters: {
    keyword: (filter) =>
      filter.kind === 'contains' ? sql`(${likeAny(filter.text, sql`p.name`, sql`p.code`)})` : sql`true`,
    kind: sql`p.kind`,
    status: sql`p.status`,
    contractEnd: sql`p.contract_end`,
    createdAt: sql`p.created_at`,
    lineId: sql`p.business_line_id`,
    teamId: (filter) => (filter.kind === 'any' ? inTeams(filter.values) : sql`true`),
  },
}

/** In any of some teams or below. */
const inTeams = (ids: readonly string[]): Sql =>
  sql`exists (select from team above where above.id = any(${ids.filter((id) => id !== 'none')}::bigint[]) and starts_with(t.path, above.path))`

export const suppliersSource: ListSource<typeof suppliersList> = {
  keys: () => sql`supplier s`,
  id: sql`s.id`,
  rows: sql`join supplier s on s.id = page.id`,
  columns: {
    name: sql`s.name`,
    code: sql`s.code`,
    status: sql`s.status`,
    accounts: sql`(select count(*) from app_user u where u.supplier_id = s.id and u.status <> 'disabled')`,
    createdAt: sql`s.created_at`,
    id: sql`s.id::text`,
    version: sql`s.version`,
  },
  sorts: { createdAt: sql`s.created_at` },
  filters: {
    keyword: (filter) =>
      filter.kind === 'contains' ? sql`(${likeAny(filter.text, sql`s.name`, sql`s.code`)})` : sql`true`,
    status: sql`s.status`,
    createdAt: sql`s.created_at`,
  },
}

const NOW_BOUND = sql`left join creator_binding b on b.creator_id = c.id and b.bind_time <= now() and (b.unbind_time is null or b.unbind_time > now())`

export const creatorsSource: ListSource<typeof creatorsList> = {
  keys: (used) => (used.has('partnerId') ? sql`creator c ${NOW_BOUND}` : sql`creator c`),
  id: sql`c.id`,
  rows: sql`join creator c on c.id = page.id ${NOW_BOUND} left join partner p on p.id = b.partner_id`,
  columns: {
    nickname: sql`c.nickname`,
    platform: sql`c.platform`,
    platformUid: sql`c.platform_uid`,
    accountNo: sql`c.account_no`,
    partner: sql`p.name`,
    boundSince: sql`b.bind_time`,
    fans: sql`c.fans`,
    createdAt: sql`c.created_at`,
    id: sql`c.id::text`,
    version: sql`c.version`,
  },
  sorts: { createdAt: sql`c.created_at` },
  filters: {
    keyword: (filter) =>
      filter.kind === 'contains'
        ? sql`(${likeAny(filter.text, sql`c.nickname`, sql`c.account_no`)} or c.platform_uid = ${filter.text})`
        : sql`true`,
    platform: sql`c.platform`,
    createdAt: sql`c.created_at`,
    partnerId: sql`b.partner_id`,
  },
}
