import sql from 'sql-template-tag'
import type { Db } from '../../core/verb.ts'
import type { Mode, Terms } from './contract.ts'
import type { Candidate } from './plan.ts'

export interface SupplierRow {
  id: string
  name: string
  isActive: boolean
  platforms: string[]
  dailyQuota: number | null
  sentToday: number
}

/** Suppliers with what they got since the start of today; locked where rows will be written, so that quotas hold. */
export async function readSuppliers(
  db: Db,
  ids: string[] | null,
  dayStart: Date,
  locks: boolean,
): Promise<SupplierRow[]> {
  if (locks && ids) await db.rows(sql`select id from supplier where id = any(${ids}::bigint[]) order by id for update`)
  return db.rows<SupplierRow>(sql`
    select s.id::text, s.name, s.status = 'active' and not s.is_paused as "isActive", s.platforms, s.daily_quota as "dailyQuota",
      (select count(*) from distribution d where d.supplier_id = s.id and d.created_at >= ${dayStart}) as "sentToday"
    from supplier s where ${ids}::bigint[] is null or s.id = any(${ids}::bigint[]) order by s.id`)
}

/** How many tasks of a category each supplier has brought to a verified post. */
export function readStrengths(db: Db, ids: string[]) {
  return db.rows<{ supplierId: string; categoryId: string; n: number }>(sql`
    select supplier_id::text as "supplierId", category_id::text as "categoryId", count(*) as n from distribution
    where supplier_id = any(${ids}::bigint[]) and category_id is not null and passed_count > 0 group by 1, 2`)
}

/** Keeps others from sending these videos until the transaction ends. */
export const lockVideos = (db: Db, ids: string[]) =>
  db.rows(sql`select id from video where id = any(${ids}::bigint[]) order by id for no key update`)

/**
 * Videos with what keeps them out: a risk state or decision, not public, no owner, or a contract that does not cover the
 * rights to the end.
 */
export function readCandidates(db: Db, ids: string[], rightsTo: string): Promise<Candidate[]> {
  return db.rows<Candidate>(sql`
    select v.id::text as "videoId", v.title, v.category_id::text as "categoryId",
      case when v.risk_state <> 'none' then 'RISK'
        when exists (select from dist_hold h where h.video_id = v.id and h.released_at is null) then 'HELD'
        when v.visibility <> 'public' then 'NOT_PUBLIC'
        when p.id is null then 'NO_OWNER'
        when p.status not in ('trial', 'active') or p.contract_end < ${rightsTo}::date then 'CONTRACT_OVER' end as refusal,
      array(select d.supplier_id::text from distribution d where d.video_id = v.id and d.is_live) as "liveAt",
      exists (select from distribution d where d.video_id = v.id and d.is_live and d.is_exclusive) as "isExclusive"
    from video v left join partner p on p.id = v.partner_id where v.id = any(${ids}::bigint[])
    order by array_position(${ids}::bigint[], v.id)`)
}

export interface Instants {
  rightsStart: Date
  rightsEnd: Date
  deadlineAt: Date
  now: Date
}

export async function addBatch(db: Db, terms: Terms, at: Instants, userId: string): Promise<string> {
  const row = await db.one<{ id: string }>(sql`
    insert into dist_batch (name, mode, platforms, region, rights_start, rights_end, allow_edit, required_tags, forbidden_words, price_model,
      unit_price_e4, share_ppm, cap_fen, deadline_at, created_by, created_at)
    values (${terms.name}, ${terms.mode}, ${terms.platforms}, ${terms.region}, ${at.rightsStart}, ${at.rightsEnd}, ${terms.allowEdit},
      ${terms.requiredTags}, ${terms.forbiddenWords}, ${terms.priceModel}, ${terms.unitPriceE4 ?? null}, ${terms.sharePpm ?? null},
      ${terms.capFen ?? null}, ${at.deadlineAt}, ${userId}, ${at.now})
    returning id::text`)
  return row!.id
}

/** Writes the tasks with the videos' title, cover, length and category of now. Returns their ids by video and supplier. */
export function addRows(
  db: Db,
  rows: readonly { videoId: string; supplierId: string }[],
  { batchId, mode, deadlineAt, now }: { batchId: string; mode: Mode; deadlineAt: Date; now: Date },
) {
  return db.rows<{ distId: string; supplierId: string }>(sql`
    insert into distribution (batch_id, video_id, supplier_id, round, title, cover_url, duration_ms, content_type, category_id, original_url,
      is_exclusive, deadline_at, created_at, updated_at)
    select ${batchId}, v.id, r."supplierId", coalesce((select max(d.round) from distribution d
        where d.video_id = v.id and d.supplier_id = r."supplierId"), 0) + 1,
      v.title, v.cover_url, v.duration_ms, v.content_type, v.category_id, v.share_url, ${mode === 'exclusive'}, ${deadlineAt}, ${now}, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r ("videoId" bigint, "supplierId" bigint) join video v on v.id = r."videoId"
    returning id::text as "distId", supplier_id::text as "supplierId"`)
}

/** Ids of videos for lines that are our ids or platform ids, in the order of the lines; null where there is none. */
export function resolveLines(db: Db, lines: readonly { own: string | null; platform: string | null; item: string }[]) {
  return db.rows<{ id: string | null }>(sql`
    select coalesce(
      (select v.id from video v where v.platform_item_id = l.item and (l.platform is null or v.platform = l.platform) order by v.id limit 1),
      (select v.id from video v where v.id = l.own))::text as id
    from rows from (jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as (own bigint, platform text, item text)) with ordinality
      as l (own, platform, item, at) order by l.at`)
}

export function readCategories(db: Db) {
  return db.rows<{ id: string; parentId: string | null; nameZh: string; nameEn: string }>(sql`
    select id::text, parent_id::text as "parentId", name_zh as "nameZh", name_en as "nameEn"
    from category where enabled order by coalesce(parent_id, id), parent_id nulls first, sort, id`)
}

export const readPartners = (db: Db) =>
  db.rows<{ id: string; name: string }>(sql`select id::text, name from partner order by name`)

/** The videos of a collection in its order; undefined when there is none. */
export async function collectionVideos(db: Db, id: string): Promise<string[] | undefined> {
  const found = await db.one<{ ids: string[] }>(sql`
    select array(select i.video_id::text from collection_item i where i.collection_id = c.id order by i.position, i.video_id) as ids
    from collection c where c.id = ${id}`)
  return found?.ids
}

/** Collections that hold something; those online first. */
export const readCollections = (db: Db) =>
  db.rows<{ id: string; name: string; number: string; count: number }>(sql`
    select id::text, name, number, item_count as count from collection where item_count > 0
    order by status = 'online' desc, last_time desc limit 500`)
