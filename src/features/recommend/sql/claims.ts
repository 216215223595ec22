import sql, { type Sql } from 'sql-template-tag'
import type { Scope } from '../../../core/scope.ts'
import type { Db } from '../../../core/verb.ts'
import type { Claim } from '../contract.ts'
import { CLAIM_DAYS, type ClaimStatus } from '../flow.ts'
import { fenceItems, isOffered } from './items.ts'

/** Claims a session may see: a partner its own, an operator those of the items of its line. */
const fenceClaims = (scope: Scope): Sql =>
  scope.kind === 'partner' ? sql`c.partner_id = ${scope.partnerId}` : fenceItems(scope)

/** The claims of one item, newest first. */
export function readClaims(db: Db, scope: Scope, recommendationId: string): Promise<Claim[]> {
  return db.rows<Claim>(sql`
    select c.id::text as "claimId", p.name as "partnerName", o.nickname as "creatorName", o.platform, c.status,
      c.claimed_at as "claimedAt", c.due_at as "dueAt", c.link, c.video_id is not null as "isMatched", s.play_count as plays,
      c.invalid_reason as "invalidReason", c.version
    from recommendation_claim c join recommendation r on r.id = c.recommendation_id join partner p on p.id = c.partner_id
      join creator o on o.id = c.creator_id left join video_stat s on s.video_id = c.video_id
    where c.recommendation_id = ${recommendationId} and ${fenceClaims(scope)} order by c.id desc limit 500`)
}

interface NewClaim {
  recommendationId: string
  partnerId: string
  creatorId: string
  userId: string
  now: Date
}

/**
 * Takes one place of an item and writes the claim, in one statement: of many at once exactly as many succeed as there are
 * places. `taken` says whether a place was left, `claimId` is missing when this creator has a live claim already; the
 * caller then refuses, which gives the place back with the transaction.
 */
export async function takePlace(
  db: Db,
  claim: NewClaim,
): Promise<{ taken: boolean; claimId: string | null; dueAt: string | null }> {
  const { recommendationId, partnerId, creatorId, userId, now } = claim
  const found = await db.one<{ taken: boolean; claimId: string | null; dueAt: string | null }>(sql`
    with taken as (
      update recommendation r set claimed_count = claimed_count + 1,
        status = case when claimed_count + 1 = quota then 'full' else status end
      where r.id = ${recommendationId} and r.status = 'online' and (r.quota is null or r.claimed_count < r.quota)
        and (r.deadline_at is null or r.deadline_at > ${now}) and (r.end_before is null or r.end_before > ${now})
        and ${isOffered(partnerId)}
      returning r.id
    ), made as (
      insert into recommendation_claim (recommendation_id, partner_id, creator_id, claimed_by, claimed_at, due_at)
      select id, ${partnerId}, ${creatorId}, ${userId}, ${now}, ${now}::timestamptz + make_interval(days => ${CLAIM_DAYS}) from taken
      on conflict (recommendation_id, partner_id, creator_id) where status in ('claimed', 'submitted', 'valid', 'settled') do nothing
      returning id, due_at
    )
    select exists (select from taken) as taken, (select id::text from made) as "claimId", (select due_at from made) as "dueAt"`)
  return found!
}

/** Gives places back; an item that was full takes claims again. Its row is locked before its claims, as everywhere. */
export async function returnPlaces(db: Db, recommendationId: string, places: number): Promise<void> {
  await db.rows(sql`
    update recommendation set claimed_count = claimed_count - ${places}::int, status = case when status = 'full' then 'online' else status end
    where id = ${recommendationId}`)
}

export interface LockedClaim {
  id: string
  recommendationId: string
  partnerId: string
  creatorId: string
  status: ClaimStatus
  version: number
  title: string
  /** Of the task, where the item is one. */
  taskPlatform: string | null
  creatorPlatform: string
}

/** A claim within the scope, locked after its item; undefined when it is missing or foreign. */
export async function lockClaim(db: Db, scope: Scope, id: string): Promise<LockedClaim | undefined> {
  const item = await db.one<{ id: string }>(sql`
    select r.id from recommendation r join recommendation_claim c on c.recommendation_id = r.id
    where c.id = ${id} and ${fenceClaims(scope)} for update of r`)
  if (!item) return undefined
  return db.one<LockedClaim>(sql`
    select c.id::text, c.recommendation_id::text as "recommendationId", c.partner_id::text as "partnerId", c.creator_id::text as "creatorId",
      c.status, c.version, r.title, k.platform as "taskPlatform", o.platform as "creatorPlatform"
    from recommendation_claim c join recommendation r on r.id = c.recommendation_id left join task k on k.id = r.task_id
      join creator o on o.id = c.creator_id
    where c.id = ${id} for update of c`)
}

interface ClaimMove {
  id: string
  from: readonly ClaimStatus[]
  to: ClaimStatus
  work?: { link: string; platform: string; itemId: string; videoId: string | null }
  verdict?: { by: string; reason: string | null }
  now: Date
}

/** Writes a claim's new state where it still stands in one it may come from; the new version, or undefined. */
export async function moveClaim(db: Db, { id, from, to, work, verdict, now }: ClaimMove): Promise<number | undefined> {
  const moved = await db.one<{ version: number }>(sql`
    update recommendation_claim set status = ${to}, version = version + 1${
      work
        ? sql`, link = ${work.link}, platform = ${work.platform}, platform_item_id = ${work.itemId}, video_id = ${work.videoId}::bigint, submitted_at = ${now}`
        : sql``
    }${verdict ? sql`, judged_by = ${verdict.by}, judged_at = ${now}, invalid_reason = ${verdict.reason}` : sql``}
    where id = ${id} and status = any(${from}) returning version`)
  return moved?.version
}

export function isBound(db: Db, partnerId: string, creatorId: string, now: Date) {
  return db.one<{ platform: string }>(sql`
    select o.platform from creator_binding b join creator o on o.id = b.creator_id
    where b.partner_id = ${partnerId} and b.creator_id = ${creatorId} and b.bind_time <= ${now}
      and (b.unbind_time is null or b.unbind_time > ${now}) limit 1`)
}

/** The partner's own video behind a link. Somebody else's answers as one not known yet. */
export function findOwnWork(db: Db, partnerId: string, platform: string, itemId: string) {
  return db.one<{ id: string; creatorId: string | null }>(sql`
    select id::text, creator_id::text as "creatorId" from video
    where platform = ${platform} and platform_item_id = ${itemId} and partner_id = ${partnerId}`)
}

export function isWorkUsed(db: Db, partnerId: string, platform: string, itemId: string) {
  return db.one(sql`
    select 1 from recommendation_claim where partner_id = ${partnerId} and platform = ${platform} and platform_item_id = ${itemId}
      and status in ('submitted', 'valid', 'settled')`)
}

/** What decides whether a partner may claim an item; undefined when it is not the partner's to see. */
export function readClosed(db: Db, partnerId: string, id: string, now: Date) {
  return db.one<{ isFull: boolean; isOver: boolean; taskPlatform: string | null }>(sql`
    select r.status = 'full' as "isFull", coalesce(least(r.deadline_at, r.end_before) <= ${now}, false) as "isOver", k.platform as "taskPlatform"
    from recommendation r left join task k on k.id = r.task_id where r.id = ${id} and ${fenceItems({ kind: 'partner', partnerId })}`)
}

/** Items that have claims past their time. */
export function readLapsing(db: Db, now: Date): Promise<{ id: string }[]> {
  return db.rows(sql`
    select distinct recommendation_id::text as id from recommendation_claim where status = 'claimed' and due_at <= ${now} order by 1`)
}

/** Ends an item's claims that are past their time and gives their places back. */
export async function lapseClaims(db: Db, recommendationId: string, now: Date): Promise<void> {
  await db.rows(sql`select 1 from recommendation where id = ${recommendationId} for update`)
  const lapsed = await db.rows(sql`
    update recommendation_claim set status = 'expired', version = version + 1
    where recommendation_id = ${recommendationId} and status = 'claimed' and due_at <= ${now} returning id`)
  if (lapsed.length > 0) await returnPlaces(db, recommendationId, lapsed.length)
}

/** Joins works handed in before their figures arrived with the partner's own videos. */
export async function matchWorks(db: Db): Promise<void> {
  await db.rows(sql`
    update recommendation_claim c set video_id = v.id from video v
    where c.video_id is null and c.status in ('submitted', 'valid') and v.platform = c.platform
      and v.platform_item_id = c.platform_item_id and v.partner_id = c.partner_id
      and (v.creator_id is null or v.creator_id = c.creator_id)`)
}

/** A partner's own figures. */
export async function readOwn(db: Db, scope: Scope & { kind: 'partner' }, now: Date) {
  const found = await db.one<{
    offered: number
    claimed: number
    dueSoon: number
    submitted: number
    valid: number
  }>(sql`
    select (select count(*) from recommendation r where r.status = 'online' and ${fenceItems(scope)}) as offered,
      count(*) filter (where status = 'claimed') as claimed,
      count(*) filter (where status = 'claimed' and due_at <= ${now}::timestamptz + interval '2 days') as "dueSoon",
      count(*) filter (where status = 'submitted') as submitted,
      count(*) filter (where status in ('valid', 'settled')) as valid
    from recommendation_claim where partner_id = ${scope.partnerId}`)
  return found!
}
