import sql, { type Sql } from 'sql-template-tag'
import type { Scope } from '../../core/scope.ts'
import type { Db } from '../../core/verb.ts'
import { fencePartner } from '../../kit/sql/fence.ts'
import type { Binding, BindingRow, StoredBinding, Verdict } from './plan.ts'

const CREATOR = sql`(e.data->>'platform') || ' ' || (e.data->>'creatorUid')`
const millis = (column: Sql): Sql => sql`(extract(epoch from ${column}) * 1000)::bigint`
const instant = (column: Sql): Sql => sql`to_timestamp(${column} / 1000.0)`

/** Finds each row's partner in scope by code or name, and its creator where it is known. */
export async function resolveRows(db: Db, scope: Scope): Promise<void> {
  await db.rows(sql`
    update import_entry e set reason = found.reason, field = case when found.reason is not null then 'partner' end,
      data = e.data || jsonb_build_object('partnerId', found.partner_id::text, 'creatorId', found.creator_id::text)
    from (
      select e.row_no, p.id as partner_id, c.id as creator_id,
        case when p.matches = 0 then 'PARTNER_NOT_FOUND' when p.matches > 1 then 'PARTNER_AMBIGUOUS' end as reason
      from import_entry e
      left join creator c on c.platform = e.data->>'platform' and c.platform_uid = e.data->>'creatorUid'
      left join lateral (
        select min(p.id) as id, count(*) as matches from partner p
        where (p.code = e.data->>'partner' or p.name = e.data->>'partner') and ${fencePartner(scope, sql`p.id`)}
      ) p on true
    ) found where found.row_no = e.row_no`)
}

/** The rows that have a partner, in file order. */
export function readRows(db: Db): Promise<(BindingRow & { creator: string })[]> {
  return db.rows(sql`
    select e.row_no as "rowNo", ${CREATOR} as creator, e.data->>'partnerId' as "partnerId",
      ${millis(sql`(e.data->>'bindTime')::timestamptz`)} as "bindAt", ${millis(sql`(e.data->>'unbindTime')::timestamptz`)} as "unbindAt"
    from import_entry e where e.reason is null order by e.row_no`)
}

/** The bindings of the creators the file speaks of, held against other writers. */
export function readStored(db: Db): Promise<(StoredBinding & { creator: string })[]> {
  return db.rows(sql`
    select b.id::text, c.platform || ' ' || c.platform_uid as creator, b.partner_id::text as "partnerId",
      ${millis(sql`b.bind_time`)} as "bindAt", ${millis(sql`b.unbind_time`)} as "unbindAt"
    from creator_binding b join creator c on c.id = b.creator_id
    where b.creator_id in (select (e.data->>'creatorId')::bigint from import_entry e)
    order by b.id for update of b`)
}

export async function writeVerdicts(db: Db, verdicts: readonly ({ rowNo: number } & Verdict)[]): Promise<void> {
  await db.rows(sql`
    update import_entry e set state = nullif(v.state, 'refused'), reason = v.reason,
      field = case v.reason when 'TWICE' then 'creatorUid' when 'OVERLAP' then 'bindTime' end,
      data = e.data || jsonb_strip_nulls(jsonb_build_object('bindingId', v.id, 'was', ${instant(sql`v.was`)})),
      before = case when v.state = 'changed' then coalesce(to_char(${instant(sql`v.was`)} at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI'), '—') end
    from jsonb_to_recordset(${JSON.stringify(verdicts)}::jsonb) as v ("rowNo" int, state text, reason text, id text, was bigint)
    where e.row_no = v."rowNo"`)
}

/** The bindings of the file's creators before and after it. Unknown creators have none before, and no videos. */
export async function layOutWindows(db: Db, after: readonly ({ creator: string } & Binding)[]): Promise<void> {
  await db.rows(sql`create temp table import_window (
    side text not null, creator_id bigint not null, partner_id bigint not null, bind_time timestamptz not null, unbind_time timestamptz
  ) on commit drop`)
  await db.rows(sql`insert into import_window
    select 'before', b.creator_id, b.partner_id, b.bind_time, b.unbind_time from creator_binding b
    where b.creator_id in (select (e.data->>'creatorId')::bigint from import_entry e)
    union all
    select 'after', c.id, (a."partnerId")::bigint, ${instant(sql`a."bindAt"`)}, ${instant(sql`a."unbindAt"`)}
    from jsonb_to_recordset(${JSON.stringify(after)}::jsonb) as a (creator text, "partnerId" text, "bindAt" bigint, "unbindAt" bigint)
    join creator c on c.platform || ' ' || c.platform_uid = a.creator
    where c.id in (select (e.data->>'creatorId')::bigint from import_entry e)`)
  await indexWindows(db)
}

async function indexWindows(db: Db): Promise<void> {
  await db.rows(sql`create index on import_window (creator_id, side, bind_time)`)
  await db.rows(sql`analyze import_window`)
}

/** The same for taking an import back: as it is now, and as it will be. */
export async function layOutUndo(db: Db, importId: string): Promise<void> {
  await db.rows(sql`create temp table import_window on commit drop as
    with changed as (select row_id, before from import_change where import_id = ${importId} and entity = 'binding'),
      own as (
        select b.*, c.row_id is not null as is_changed, c.before from creator_binding b left join changed c on c.row_id = b.id
        where b.creator_id in (select creator_id from creator_binding where id in (select row_id from changed))
      )
    select 'before' as side, creator_id, partner_id, bind_time, unbind_time from own
    union all
    select 'after', creator_id, partner_id, bind_time,
      case when is_changed then (before->>'unbind_time')::timestamptz else unbind_time end
    from own where not is_changed or before is not null`)
  await indexWindows(db)
}

const boundAt = (side: 'before' | 'after'): Sql => sql`left join lateral (
    select w.partner_id from import_window w
    where w.side = ${side} and w.creator_id = v.creator_id and w.bind_time <= v.published_at
      and (w.unbind_time is null or v.published_at < w.unbind_time)
  )`

/** Videos whose binding at publication becomes another and who belong by it; an owner set by hand stays. */
const MOVES = sql`
  select v.id, v.partner_id as from_partner, a.partner_id as to_partner from video v
  ${boundAt('before')} b on true ${boundAt('after')} a on true
  where v.creator_id in (select creator_id from import_window)
    and b.partner_id is distinct from a.partner_id and v.partner_id is not distinct from b.partner_id`

export async function countBeside(db: Db): Promise<Record<string, number>> {
  const row = await db.one<{ creatorsNew: number; videosMoved: number }>(sql`
    select (select count(distinct ${CREATOR}) from import_entry e where e.state = 'fresh' and e.data->>'creatorId' is null) as "creatorsNew",
      (select count(*) from (${MOVES}) m) as "videosMoved"`)
  return { ...row! }
}

export async function writeCreators(db: Db, importId: string): Promise<void> {
  await db.rows(sql`
    with made as (
      insert into creator (platform, platform_uid, nickname)
      select distinct on (${CREATOR}) e.data->>'platform', e.data->>'creatorUid', coalesce(e.data->>'creatorName', e.data->>'creatorUid')
      from import_entry e where e.state = 'fresh' and e.data->>'creatorId' is null order by ${CREATOR}, e.row_no
      on conflict (platform, platform_uid) do nothing returning id
    ) insert into import_change (import_id, entity, row_id) select ${importId}, 'creator', id from made`)
}

interface Written {
  creatorId: string
  isFresh: boolean
  before: Record<string, string | null>
  after: Record<string, string | null>
}

const MARK = sql`concat_ws(' ', partner_id, ${millis(sql`bind_time`)}, coalesce(${millis(sql`unbind_time`)}::text, 'open'))`

/** Moves ends, the earlier ones first because they make room, and adds what is new. */
export async function writeBindings(db: Db, importId: string): Promise<Written[]> {
  await db.rows(sql`
    insert into import_change (import_id, entity, row_id, before)
    select ${importId}, 'binding', b.id, jsonb_build_object('unbind_time', b.unbind_time)
    from import_entry e join creator_binding b on b.id = (e.data->>'bindingId')::bigint where e.state = 'changed'`)
  for (const isShorter of [true, false])
    await db.rows(sql`
      update creator_binding b set unbind_time = (e.data->>'unbindTime')::timestamptz from import_entry e
      where e.state = 'changed' and b.id = (e.data->>'bindingId')::bigint
        and ((e.data->>'unbindTime')::timestamptz < coalesce(b.unbind_time, 'infinity')) = ${isShorter}
        and b.unbind_time is distinct from (e.data->>'unbindTime')::timestamptz`)
  await db.rows(sql`
    with made as (
      insert into creator_binding (creator_id, partner_id, bind_time, unbind_time, source)
      select c.id, (e.data->>'partnerId')::bigint, (e.data->>'bindTime')::timestamptz, (e.data->>'unbindTime')::timestamptz, 'import'
      from import_entry e join creator c on c.platform = e.data->>'platform' and c.platform_uid = e.data->>'creatorUid'
      where e.state = 'fresh' order by e.row_no returning id
    ) insert into import_change (import_id, entity, row_id) select ${importId}, 'binding', id from made`)
  return db.rows(sql`
    with marked as (
      update import_change c set mark = b.mark from (select id, ${MARK} as mark from creator_binding) b
      where c.import_id = ${importId} and c.entity = 'binding' and b.id = c.row_id returning c.row_id, c.before
    )
    select b.creator_id::text as "creatorId", m.before is null as "isFresh", jsonb_build_object('until', m.before->>'unbind_time') as before,
      jsonb_build_object('partner', p.name, 'from', b.bind_time, 'until', b.unbind_time) as after
    from marked m join creator_binding b on b.id = m.row_id join partner p on p.id = b.partner_id order by b.id`)
}

/** Gives videos the owner of their binding at publication; both partners' days are marked to be summed anew. */
export async function moveVideos(
  db: Db,
  { importId, actorId, reason }: { importId?: string; actorId: string; reason: string },
): Promise<void> {
  await db.rows(sql`create temp table import_move on commit drop as ${MOVES}`)
  await db.rows(sql`insert into video_owner_history (video_id, from_partner_id, to_partner_id, reason, actor_id)
    select id, from_partner, to_partner, ${reason}, ${actorId} from import_move order by id`)
  await db.rows(sql`update video v set partner_id = m.to_partner, updated_at = now(), version = v.version + 1
    from import_move m where v.id = m.id`)
  if (importId)
    await db.rows(sql`insert into import_change (import_id, entity, row_id, mark)
      select ${importId}, 'video', id, coalesce(to_partner::text, 'none') from import_move`)
}

/**
 * Bindings that were changed since, videos that were given another owner, and bindings made since that stand where an
 * old one would come back.
 */
export async function touchedBindings(db: Db, importId: string): Promise<string[]> {
  const rows = await db.rows<{ name: string }>(sql`
    with changed as (select * from import_change where import_id = ${importId} and entity = 'binding')
    select distinct name from (
      select c.platform || ' ' || c.platform_uid as name from changed x
      join (select *, ${MARK} as mark from creator_binding) b on b.id = x.row_id join creator c on c.id = b.creator_id
      where b.mark <> x.mark
      union all
      select 'binding ' || x.row_id from changed x where not exists (select from creator_binding b where b.id = x.row_id)
      union all
      select c.platform || ' ' || c.platform_uid from changed x
      join creator_binding b on b.id = x.row_id and x.before is not null
      join creator_binding o on o.creator_id = b.creator_id and o.id not in (select row_id from changed)
        and tstzrange(o.bind_time, o.unbind_time) && tstzrange(b.bind_time, (x.before->>'unbind_time')::timestamptz)
      join creator c on c.id = b.creator_id
      union all
      select v.platform || ' ' || v.platform_item_id from import_change x join video v on v.id = x.row_id
      where x.import_id = ${importId} and x.entity = 'video' and coalesce(v.partner_id::text, 'none') <> x.mark
    ) touched order by 1`)
  return rows.map(({ name }) => name)
}

interface Reverted {
  creatorId: string
  before: Record<string, unknown>
  /** Null where the binding is gone. */
  after: Record<string, unknown> | null
}

/** Takes new bindings away and puts ends back. Needs the windows laid out before. */
export async function revertBindings(db: Db, importId: string): Promise<Reverted[]> {
  const gone = await db.rows<Reverted>(sql`
    delete from creator_binding b using import_change c
    where c.import_id = ${importId} and c.entity = 'binding' and c.before is null and b.id = c.row_id
    returning b.creator_id::text as "creatorId",
      jsonb_build_object('partnerId', b.partner_id::text, 'from', b.bind_time, 'until', b.unbind_time) as before, null as after`)
  const back: Reverted[] = []
  for (const isShorter of [true, false])
    back.push(
      ...(await db.rows<Reverted>(sql`
        update creator_binding b set unbind_time = (c.before->>'unbind_time')::timestamptz
        from import_change c join creator_binding was on was.id = c.row_id
        where c.import_id = ${importId} and c.entity = 'binding' and c.before is not null and b.id = c.row_id
          and (coalesce((c.before->>'unbind_time')::timestamptz, 'infinity') < coalesce(was.unbind_time, 'infinity')) = ${isShorter}
          and was.unbind_time is distinct from (c.before->>'unbind_time')::timestamptz
        returning b.creator_id::text as "creatorId", jsonb_build_object('until', was.unbind_time) as before,
          jsonb_build_object('until', b.unbind_time) as after`)),
    )
  return [...gone, ...back]
}

/** Takes away the creators the import had made; one somebody has found a use for since stays. */
export async function dropCreators(db: Db, importId: string): Promise<void> {
  await db.rows(sql`
    with made as (select array_agg(row_id) as ids from import_change where import_id = ${importId} and entity = 'creator')
    delete from creator using made where id = any(made.ids)
      and id not in (select referenced_rows('creator', made.ids, '{}') from made)`)
}
