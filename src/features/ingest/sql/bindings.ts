import sql from 'sql-template-tag'
import type { Db } from '../../../core/verb.ts'
import type { BindingRow } from '../read/rows.ts'

/** Makes the creators that are not known yet and returns their ids, in the rows' order. */
export async function ensureCreators(db: Db, rows: readonly BindingRow[]): Promise<string[]> {
  const sent = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as row (index int, platform text, "creatorUid" text, "creatorName" text)`
  await db.rows(sql`
    insert into creator (platform, platform_uid, nickname)
    select distinct on (platform, "creatorUid") platform, "creatorUid", coalesce("creatorName", "creatorUid") from ${sent}
    order by platform, "creatorUid", "creatorName" is null
    on conflict (platform, platform_uid) do nothing`)
  const found = await db.rows<{ id: string }>(sql`
    select c.id::text from ${sent} join creator c on c.platform = row.platform and c.platform_uid = row."creatorUid"
    order by row.index`)
  return found.map(({ id }) => id)
}

export async function partnersByCode(db: Db, codes: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.rows<{ code: string; id: string }>(sql`
    select code, id::text from partner where code = any(${codes}::text[])`)
  return new Map(rows.map(({ code, id }) => [code, id]))
}

export interface StoredBinding {
  id: string
  creatorId: string
  partnerId: string
  bindAt: number
  unbindAt: number | null
}

export async function bindingsOf(db: Db, creatorIds: readonly string[]): Promise<StoredBinding[]> {
  return db.rows(sql`
    select id::text, creator_id::text as "creatorId", partner_id::text as "partnerId",
      (extract(epoch from bind_time) * 1000)::bigint as "bindAt", (extract(epoch from unbind_time) * 1000)::bigint as "unbindAt"
    from creator_binding where creator_id = any(${creatorIds}::bigint[]) order by creator_binding.id`)
}

/** Sets the ends of bindings. */
export async function setEnds(db: Db, ends: readonly { id: string; unbindAt: number | null }[]): Promise<void> {
  if (ends.length === 0) return
  await db.rows(sql`
    update creator_binding b set unbind_time = to_timestamp(e.at / 1000.0)
    from unnest(${ends.map(({ id }) => id)}::bigint[], ${ends.map(({ unbindAt }) => unbindAt)}::bigint[]) e (id, at)
    where b.id = e.id`)
}

export async function insertBindings(
  db: Db,
  bindings: readonly Omit<StoredBinding, 'id'>[],
  source: string,
): Promise<void> {
  if (bindings.length === 0) return
  await db.rows(sql`
    insert into creator_binding (creator_id, partner_id, bind_time, unbind_time, source)
    select creator_id, partner_id, to_timestamp(bind_at / 1000.0), to_timestamp(unbind_at / 1000.0), ${source}
    from unnest(${bindings.map((one) => one.creatorId)}::bigint[], ${bindings.map((one) => one.partnerId)}::bigint[],
      ${bindings.map((one) => one.bindAt)}::bigint[], ${bindings.map((one) => one.unbindAt)}::bigint[])
      b (creator_id, partner_id, bind_at, unbind_at)`)
}

/** Gives works without an owner to the partner their creator was bound to at publication; returns how many. */
export async function attribute(
  db: Db,
  creatorIds: readonly string[],
  { actorId, reason }: { actorId: string; reason: string },
): Promise<number> {
  const given = await db.rows(sql`
    with given as (
      update video v set partner_id = b.partner_id, updated_at = now(), version = v.version + 1
      from creator_binding b
      where b.creator_id = any(${creatorIds}::bigint[]) and v.creator_id = b.creator_id and v.partner_id is null
        and b.bind_time <= v.published_at and (b.unbind_time is null or v.published_at < b.unbind_time)
      returning v.id, v.partner_id
    )
    insert into video_owner_history (video_id, from_partner_id, to_partner_id, reason, actor_id)
    select id, null, partner_id, ${reason}, ${actorId} from given returning 1`)
  return given.length
}
