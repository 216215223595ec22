import sql from 'sql-template-tag'
import type { Role } from '../../core/access.ts'
import type { Db } from '../../core/verb.ts'
import { likePattern } from '../../kit/sql/list.ts'

const MOST = 20

export const findAccounts = (db: Db, keyword: string) =>
  db.rows<{ id: string; name: string; key: string; role: string }>(sql`
    select u.id::text, u.display_name as name, u.access_key as key, u.role from app_user u
    where u.display_name ilike ${likePattern(keyword)} or u.access_key ilike ${likePattern(keyword)}
    order by u.display_name, u.id limit ${MOST}`)

export interface Account {
  id: string
  name: string
  key: string
  role: Role
  state: string | null
  status: string
  partnerId: string | null
  supplierId: string | null
  teamId: string | null
  lineId: string | null
  /** Of the organisation its role belongs to. */
  organisation: string | null
}

export const readAccount = (db: Db, id: string): Promise<Account | undefined> =>
  db.one<Account>(sql`
    select u.id::text, u.display_name as name, u.access_key as key, u.role, u.access_state as state,
      case when u.status = 'active' and u.locked_until > now() then 'locked' else u.status end as status,
      u.partner_id::text as "partnerId", u.supplier_id::text as "supplierId", u.team_id::text as "teamId",
      u.business_line_id::text as "lineId",
      case u.role when 'partner' then p.name when 'supplier' then s.name when 'leader' then t.name when 'coo' then l.name end
        as organisation
    from app_user u left join partner p on p.id = u.partner_id left join supplier s on s.id = u.supplier_id
      left join team t on t.id = u.team_id left join business_line l on l.id = u.business_line_id
    where u.id = ${id}`)
