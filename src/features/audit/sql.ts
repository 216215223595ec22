import sql, { type Sql } from 'sql-template-tag'
import type { Scope } from '../../core/scope.ts'
import type { Db } from '../../core/verb.ts'
import type { ListSource } from '../../kit/sql/list.ts'
import type { auditList } from './contract.ts'

/** Entries are nobody's rows: whoever sees everything reads all of them, any other scope none. */
export const fence = ({ kind }: Scope): Sql => (kind === 'all' ? sql`true` : sql`false`)

/** The most people the filter offers. */
const MAX_ACTORS = 500

export const auditSource: ListSource<typeof auditList> = {
  keys: () => sql`audit_log a`,
  id: sql`a.id`,
  rows: sql`join audit_log a on a.id = page.id left join app_user actor on actor.id = a.actor_id`,
  columns: {
    at: sql`a.at`,
    actor: sql`actor.display_name`,
    action: sql`a.action`,
    entity: sql`a.entity`,
    entityId: sql`a.entity_id`,
    reason: sql`a.reason`,
    ip: sql`host(a.ip)`,
    actorKey: sql`actor.access_key`,
    requestId: sql`a.request_id`,
    id: sql`a.id::text`,
  },
  sorts: { at: sql`a.at` },
  filters: {
    at: sql`a.at`,
    action: sql`a.action`,
    entity: sql`a.entity`,
    // An id is meant as a whole: a part of one would read the whole log.
    entityId: (filter) => (filter.kind === 'contains' ? sql`a.entity_id = ${filter.text}` : sql`true`),
    actorId: sql`a.actor_id`,
  },
}

/** Everybody with an entry, one index step a person however long the log is. */
export function readActors(db: Db): Promise<{ id: string; name: string; key: string }[]> {
  return db.rows(sql`
    with recursive person (id) as (
      select min(actor_id) from audit_log
      union all
      select (select min(a.actor_id) from audit_log a where a.actor_id > person.id) from person where person.id is not null
    )
    select u.id::text, u.display_name as name, u.access_key as key from person join app_user u on u.id = person.id
    order by u.display_name, u.id limit ${MAX_ACTORS}`)
}

export interface Entry {
  id: string
  at: string
  actor: string | null
  actorKey: string | null
  action: string
  entity: string
  entityId: string
  reason: string | null
  ip: string | null
  requestId: string | null
  before: unknown
  after: unknown
}

export const readEntry = (db: Db, scope: Scope, id: string): Promise<Entry | undefined> =>
  db.one<Entry>(sql`
    select a.id::text, a.at, actor.display_name as actor, actor.access_key as "actorKey", a.action, a.entity,
      a.entity_id as "entityId", a.reason, host(a.ip) as ip, a.request_id as "requestId", a.before, a.after
    from audit_log a left join app_user actor on actor.id = a.actor_id where a.id = ${id} and ${fence(scope)}`)
