import sql from 'sql-template-tag'
import { may } from '../../../core/can.ts'
import type { Session } from '../../../core/session.ts'
import type { Db } from '../../../core/verb.ts'
import type { AUDIENCE_ROLES } from '../contract.ts'
import { hasConfirmed, hasRead, isInAudience, stateOf } from './audience.ts'
import { fenceReader } from './list.ts'

export interface PathFields {
  title: string
  summary: string
  audienceRoles: (typeof AUDIENCE_ROLES)[number][]
  isOnline: boolean
}

export interface PathRow extends PathFields {
  id: string
  version: number
}

const columns = sql`l.id::text, l.title, l.summary, l.audience_roles as "audienceRoles", l.is_online as "isOnline", l.version`

/** The paths of a session in their order: for editors all, for readers those that are out for their role. */
export function readPaths(db: Db, session: Session): Promise<PathRow[]> {
  const fence = may(session, 'articles.write')
    ? sql`true`
    : sql`l.is_online and ${session.accessRoles} = any(l.audience_roles)`
  return db.rows<PathRow>(sql`select ${columns} from learning_path l where ${fence} order by l.sort, l.id`)
}

export interface PathStep {
  pathId: string
  id: string
  title: string
  minutes: number
  isMustRead: boolean
  isOut: boolean
  state: 'unread' | 'read' | 'confirmed'
}

/** The articles of some paths and what the session has done about each. Readers find what is out for them alone. */
export function readSteps(db: Db, session: Session, pathIds: string[]): Promise<PathStep[]> {
  return db.rows<PathStep>(sql`
    select s.path_id::text as "pathId", a.id::text, coalesce(v.title, d.title) as title,
      greatest(1, round(coalesce(v.words, d.words) / 400.0))::int as minutes, a.is_must_read as "isMustRead",
      a.status = 'published' as "isOut",
      ${stateOf(sql`${session.accessId}::bigint`)} as state
    from learning_path_article s join article a on a.id = s.article_id join article_draft d on d.article_id = a.id
    left join article_version v on v.article_id = a.id and v.no = a.live_no
    where s.path_id = any(${pathIds}::bigint[]) and ${fenceReader(session)} order by s.path_id, s.position`)
}

/** How many accounts learn by each path, and how many have done all that is out for them. */
export function readFinished(db: Db): Promise<{ pathId: string; learners: number; finished: number }[]> {
  return db.rows(sql`
    select x.path_id::text as "pathId", count(*) as learners, count(*) filter (where x.done = x.steps) as finished from (
      select s.path_id, u.id, count(*) as steps,
        count(*) filter (where ${hasConfirmed(sql`u.id`)}
          or (not a.is_must_read and ${hasRead(sql`u.id`)})) as done
      from learning_path_article s join learning_path l on l.id = s.path_id and l.is_online join article a on a.id = s.article_id
      join app_user u on u.role = any(l.audience_roles) and ${isInAudience}
      where a.status = 'published' group by s.path_id, u.id) x
    group by x.path_id`)
}

export const lockPath = (db: Db, id: string): Promise<PathRow | undefined> =>
  db.one<PathRow>(sql`select ${columns} from learning_path l where l.id = ${id} for update`)

export async function insertPath(db: Db, row: PathFields, userId: string, now: Date): Promise<string> {
  const made = await db.one<{ id: string }>(sql`
    insert into learning_path (title, summary, audience_roles, is_online, sort, created_by, created_at, updated_at)
    values (${row.title}, ${row.summary}, ${row.audienceRoles}, ${row.isOnline},
      (select coalesce(max(sort), 0) + 1 from learning_path), ${userId}, ${now}, ${now}) returning id::text`)
  return made!.id
}

export const updatePath = (db: Db, id: string, row: PathFields, now: Date): Promise<unknown> =>
  db.rows(sql`
    update learning_path set title = ${row.title}, summary = ${row.summary}, audience_roles = ${row.audienceRoles},
      is_online = ${row.isOnline}, updated_at = ${now}, version = version + 1 where id = ${id}`)

/** Puts the articles into a path in this order; false when one of them is not there. */
export async function setSteps(db: Db, pathId: string, articleIds: string[]): Promise<boolean> {
  await db.rows(sql`delete from learning_path_article where path_id = ${pathId}`)
  const made = await db.rows(sql`
    insert into learning_path_article (path_id, position, article_id)
    select ${pathId}, given.position, a.id from unnest(${articleIds}::bigint[]) with ordinality given (id, position)
    join article a on a.id = given.id returning 1`)
  return made.length === articleIds.length
}

export const deletePath = (db: Db, id: string): Promise<unknown> =>
  db.rows(sql`delete from learning_path where id = ${id}`)

/** Changes places with the one before or after it; at the end nothing happens. */
export async function movePath(db: Db, id: string, direction: 'up' | 'down'): Promise<void> {
  await db.rows(sql`select from learning_path order by id for update`)
  await db.rows(sql`
    with ordered as (select id, row_number() over (order by sort, id) as place from learning_path),
      mine as (select place from ordered where id = ${id}),
      other as (select o.id, o.place from ordered o, mine where o.place = mine.place + ${direction === 'up' ? -1 : 1}::int)
    update learning_path l set sort = case
        when l.id = ${id} then coalesce((select place from other), o.place)
        when l.id = (select id from other) then (select place from mine) else o.place end
    from ordered o where o.id = l.id`)
}
