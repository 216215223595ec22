import sql, { empty, join, type Sql } from 'sql-template-tag'
import type { Db } from '../../core/verb.ts'
import { PROJECTS, type ProjectKind } from './contract.ts'

/** Projects of one kind, and whose: null is everybody's. */
export type Kept =
  | { kind: 'collection'; lineId: string | null }
  | { kind: 'campaign'; supplierId: string | null }
  | { kind: 'claim'; partnerId: string }

interface Project {
  kind: ProjectKind
  id: string
  openId: string
  name: string
  state: string | null
  count: number | null
  at: string
}

/** One page of projects, the last worked on first. `after` is the `next` of the page before. */
export async function readProjects(db: Db, kept: Kept[], after?: string) {
  const found = await db.rows<Project & { mark: string }>(sql`
    select kind, id::text, open_id::text as "openId", name, state, at, ${countOf(kept)} as count,
      (extract(epoch from at) * 1000000)::bigint || ' ' || kind || ' ' || id as mark
    from (${join(
      kept.map((one) => branch(one, after)),
      ' union all ',
    )}) p order by p.at desc, p.kind desc, p.id desc limit ${PROJECTS + 1}`)
  const list = found.slice(0, PROJECTS)
  return { list: list.map(({ mark: _, ...row }) => row), next: found.length > PROJECTS ? list.at(-1)!.mark : null }
}

function branch(kept: Kept, after: string | undefined): Sql {
  const end = (at: Sql, id: Sql): Sql =>
    sql`${after ? below(at, kept.kind, id, after) : empty} order by ${at} desc, ${id} desc limit ${PROJECTS + 1}`
  switch (kept.kind) {
    case 'collection':
      return sql`(select 'collection' as kind, c.id, c.id as open_id, c.name, c.status as state, c.last_time as at
        from collection c
        where (${kept.lineId}::bigint is null or c.business_line_id is null or c.business_line_id = ${kept.lineId}::bigint)
          ${end(sql`c.last_time`, sql`c.id`)})`
    case 'campaign':
      return sql`(select 'campaign' as kind, b.id, b.id as open_id, b.name, null as state, b.created_at as at
        from dist_batch b
        where (${kept.supplierId}::bigint is null
          or exists (select from distribution d where d.batch_id = b.id and d.supplier_id = ${kept.supplierId}::bigint))
          ${end(sql`b.created_at`, sql`b.id`)})`
    case 'claim':
      return sql`(select 'claim' as kind, c.id, r.id as open_id, r.title as name, c.status as state, c.claimed_at as at
        from recommendation_claim c join recommendation r on r.id = c.recommendation_id
        where c.partner_id = ${kept.partnerId} ${end(sql`c.claimed_at`, sql`c.id`)})`
  }
}

/** The first condition repeats the second where an index over time can use it. */
function below(at: Sql, kind: ProjectKind, id: Sql, after: string): Sql {
  const [lastAt, lastKind, lastId] = after.split(' ')
  const last = sql`(timestamptz 'epoch' + ${lastAt}::bigint * interval '1 microsecond')`
  return sql`and ${at} <= ${last} and (${at}, ${kind}::text, ${id}) < (${last}, ${lastKind}::text, ${lastId}::bigint)`
}

/** Counted for the shown rows alone, and only what the session may know of. */
function countOf(kept: Kept[]): Sql {
  const line = kept.find((one) => one.kind === 'collection')?.lineId ?? null
  const supplier = kept.find((one) => one.kind === 'campaign')?.supplierId ?? null
  return sql`case p.kind
    when 'collection' then (select case when ${line}::bigint is null then c.item_count::bigint
        else coalesce((select n.items from collection_line_count n where n.collection_id = c.id and n.business_line_id = ${line}::bigint), 0) end
      from collection c where c.id = p.id)
    when 'campaign' then (select count(*) from distribution d
      where d.batch_id = p.id and (${supplier}::bigint is null or d.supplier_id = ${supplier}::bigint)) end`
}
