import sql, { type Sql } from 'sql-template-tag'
import type { Receivers } from '../../core/notice.ts'

/** Accounts that may sign in and whom a notice is for. */
export function receiversOf(to: Receivers): Sql {
  const active = sql`select u.id from app_user u where u.status = 'active'`
  if ('userIds' in to) return sql`${active} and u.id = any(${to.userIds}::bigint[])`
  if ('supplierId' in to) return sql`${active} and u.role = 'supplier' and u.supplier_id = ${to.supplierId}`
  if (!('roles' in to)) return sql`${active} and u.role = 'partner' and u.partner_id = ${to.partnerId}`
  if (to.partnerId === undefined) return sql`${active} and u.role = any(${to.roles})`
  // The row scope of core/scope.ts, asked the other way round: whose rows include this partner's.
  return sql`
    ${active} and u.role = any(${to.roles}) and (
      u.role = 'admin'
      or u.role = 'coo' and (u.business_line_id is null
        or u.business_line_id = (select business_line_id from partner where id = ${to.partnerId}))
      or u.role = 'leader' and exists (
        select from partner p join team t on t.id = p.team_id
        where p.id = ${to.partnerId} and starts_with(t.path, (select path from team where id = u.team_id)))
      or u.role = 'partner' and u.partner_id = ${to.partnerId})`
}
