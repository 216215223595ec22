import sql, { type Sql } from 'sql-template-tag'
import type { Scope } from '../../core/scope.ts'

/**
 * The WHERE clause that keeps a session to its rows, for rows that belong to a partner (domain page 0.1). Rows without a
 * partner are seen by the scope `all` alone; a scope that has no meaning for such rows matches nothing.
 */
export function fencePartner(scope: Scope, partnerId: Sql): Sql {
  switch (scope.kind) {
    case 'all':
      return sql`true`
    case 'line':
      return sql`${partnerId} in (select id from partner where business_line_id = ${scope.lineId})`
    case 'team':
      return sql`${partnerId} in (select p.id from partner p join team t on t.id = p.team_id where ${inTeam(scope.teamId)})`
    case 'partner':
      return sql`${partnerId} = ${scope.partnerId}`
    default:
      return sql`false`
  }
}

/** True for rows of table `team t` in the subtree of a team; its path is the prefix of theirs. */
export function inTeam(teamId: string): Sql {
  return sql`starts_with(t.path, (select path from team where id = ${teamId}))`
}
