import sql from 'sql-template-tag'
import type { Db } from '../../../core/verb.ts'
import type { VideoRow } from '../read/rows.ts'

export interface WrittenVideos {
  created: number
  changed: number
  unattributed: number
  uncategorised: number
  /** Known works whose publication moved: what their first day means has changed. */
  redated: string[]
}

/**
 * Creates and updates works. What the source says of a work replaces what was known; what it leaves out stays. Two
 * things are only filled in where they were missing, because people decide them: category and owner. The owner is the
 * partner the creator was bound to at publication (domain page S2, rule 1). One row per work.
 */
export async function writeVideos(
  db: Db,
  rows: readonly VideoRow[],
  { actorId, reason }: { actorId: string; reason: string },
): Promise<WrittenVideos> {
  await db.rows(sql`create temp table ingest_row on commit drop as
    select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
      index int, platform text, "itemId" text, title text, "shareUrl" text, "coverUrl" text, "contentType" text,
      "durationMs" bigint, category text, "creatorUid" text, "creatorName" text, "publishedAt" timestamptz, visibility text)`)
  await db.rows(sql`
    insert into creator as c (platform, platform_uid, nickname)
    select distinct on (platform, "creatorUid") platform, "creatorUid", coalesce("creatorName", "creatorUid") from ingest_row
    where "creatorUid" is not null order by platform, "creatorUid", "creatorName" is null, index desc
    on conflict (platform, platform_uid) do update set nickname = excluded.nickname
    where excluded.nickname <> excluded.platform_uid and c.nickname <> excluded.nickname`)
  await db.rows(sql`create temp table ingest_video on commit drop as
    with known as (
      select r.*, v.id as video_id, v.partner_id as old_partner_id, v.published_at as old_published_at,
        coalesce(v.creator_id, c.id) as creator_id, coalesce(r."publishedAt", v.published_at) as published_at,
        coalesce(v.category_id, m.category_id, g.id) as category_id
      from ingest_row r
      left join video v on v.platform = r.platform and v.platform_item_id = r."itemId"
      left join creator c on c.platform = r.platform and c.platform_uid = r."creatorUid"
      left join platform_category_map m on m.platform = r.platform and m.external_code = r.category
      left join lateral (
        select min(g.id) as id from category g
        where r.category in (g.code, g.name_zh, g.name_en) having count(*) = 1
      ) g on true
    )
    select k.*, coalesce(k.old_partner_id, b.partner_id) as partner_id
    from known k
    left join creator_binding b on b.creator_id = k.creator_id and b.bind_time <= k.published_at
      and (b.unbind_time is null or k.published_at < b.unbind_time)`)
  await db.rows(sql`
    insert into video_owner_history (video_id, from_partner_id, to_partner_id, reason, actor_id)
    select video_id, null, partner_id, ${reason}, ${actorId} from ingest_video
    where video_id is not null and old_partner_id is null and partner_id is not null`)
  const changed = await db.rows<{ id: string; isRedated: boolean }>(sql`
    update video v set title = n.title, share_url = n.share_url, cover_url = n.cover_url, content_type = n.content_type,
      duration_ms = n.duration_ms, category_id = n.category_id, creator_id = n.creator_id, partner_id = n.partner_id,
      published_at = n.published_at, visibility = n.visibility, updated_at = now(), version = v.version + 1
    from (
      select o.id, i.old_published_at, coalesce(i.title, o.title) as title, coalesce(i."shareUrl", o.share_url) as share_url,
        coalesce(i."coverUrl", o.cover_url) as cover_url, coalesce(i."contentType", o.content_type) as content_type,
        coalesce(i."durationMs", o.duration_ms) as duration_ms, i.category_id, i.creator_id, i.partner_id, i.published_at,
        coalesce(i.visibility, o.visibility) as visibility
      from ingest_video i join video o on o.id = i.video_id
      where (o.title, o.share_url, o.cover_url, o.content_type, o.duration_ms, o.category_id, o.creator_id, o.partner_id,
          o.published_at, o.visibility)
        is distinct from (coalesce(i.title, o.title), coalesce(i."shareUrl", o.share_url),
          coalesce(i."coverUrl", o.cover_url), coalesce(i."contentType", o.content_type),
          coalesce(i."durationMs", o.duration_ms), i.category_id, i.creator_id, i.partner_id, i.published_at,
          coalesce(i.visibility, o.visibility))
    ) n
    where v.id = n.id returning v.id::text, n.published_at is distinct from n.old_published_at as "isRedated"`)
  const created = await db.rows(sql`
    insert into video (platform, platform_item_id, title, share_url, cover_url, content_type, duration_ms, category_id,
      creator_id, partner_id, published_at, visibility)
    select platform, "itemId", coalesce(title, ''), "shareUrl", "coverUrl", coalesce("contentType", 'verticalVideo'),
      "durationMs", category_id, creator_id, partner_id, published_at, coalesce(visibility, 'public')
    from ingest_video where video_id is null
    returning 1`)
  const left = await db.one<{ unattributed: number; uncategorised: number }>(sql`
    select count(*) filter (where partner_id is null) as unattributed,
      count(*) filter (where category is not null and category_id is null) as uncategorised from ingest_video`)
  const redated = changed.filter(({ isRedated }) => isRedated).map(({ id }) => id)
  return { created: created.length, changed: changed.length, ...left!, redated }
}

/** Brings the increments of works up to date whose publication moved. */
export async function refreshDeltas(db: Db, videos: readonly string[]): Promise<void> {
  await db.rows(
    sql`select refresh_metric_deltas(${videos}::bigint[]), refresh_hourly_deltas(${videos}::bigint[], '-infinity')`,
  )
}
