import sql, { type Sql } from 'sql-template-tag'
import type { Db } from '../../../core/verb.ts'
import { type ListSource, likePattern } from '../../../kit/sql/list.ts'
import type { RATE_STATES, rateList } from '../contract/rates.ts'
import { type Eye, fenceMoney } from './statementRows.ts'

export type RateState = (typeof RATE_STATES)[number]

/** Joins to a day and partner the rate in force for it, as `r`. */
export const rateOfDay = (partnerId: Sql, day: Sql): Sql => sql`
  left join partner_rate r on r.partner_id = ${partnerId} and r.product_code = 'wl' and r.state = 'approved' and ${day} >= r.valid_from
    and (r.valid_before is null or ${day} < r.valid_before)`

export const fenceRates = (eye: Eye): Sql => fenceMoney(eye, sql`t.product_code`, sql`t.partner_id`)

export const rateSource = (eye: Eye, today: string): ListSource<typeof rateList> => {
  const isCurrent = sql`(t.state = 'approved' and t.valid_from <= ${today}::date and (t.valid_before is null or t.valid_before > ${today}::date))`
  return {
    keys: () => sql`partner_rate t`,
    id: sql`t.id`,
    rows: sql`join partner_rate t on t.id = page.id join partner p on p.id = t.partner_id
      left join app_user a on a.id = t.created_by left join app_user b on b.id = t.decided_by`,
    columns: {
      rateId: sql`t.id::text`,
      partnerName: sql`p.name`,
      ratePpm: sql`t.rate_ppm`,
      creatorRatePpm: sql`t.creator_rate_ppm`,
      validFrom: sql`t.valid_from`,
      validBefore: sql`t.valid_before`,
      state: sql`t.state`,
      isCurrent,
      reason: sql`t.reason`,
      proposedBy: sql`a.display_name`,
      proposedAt: sql`t.created_at`,
      decidedBy: sql`b.display_name`,
      decidedAt: sql`t.decided_at`,
      decisionNote: sql`t.decision_note`,
      partnerId: sql`t.partner_id::text`,
      isOwn: sql`coalesce(t.created_by = ${eye.userId}, false)`,
      version: sql`t.version`,
    },
    sorts: { validFrom: sql`t.valid_from`, proposedAt: sql`t.created_at` },
    filters: {
      validFrom: sql`t.valid_from`,
      state: sql`t.state`,
      isCurrent: (filter) => (filter.kind === 'is' ? sql`${isCurrent} = ${filter.yes}` : sql`true`),
      proposedAt: sql`t.created_at`,
      keyword: (filter) =>
        filter.kind === 'contains'
          ? sql`exists (select from partner where id = t.partner_id and name ilike ${likePattern(filter.text)})`
          : sql`true`,
      partnerIds: sql`t.partner_id`,
    },
  }
}

export interface Window {
  partnerId: string
  validFrom: string
  validBefore: string | null
}

/** Whoever proposes or decides on rates of a partner is alone with them. */
export const takeRates = (db: Db, partnerId: string) =>
  db.rows(sql`select pg_advisory_xact_lock(hashtext('partner_rate'), hashtext(${partnerId}))`)

/**
 * An approved rate a window would overlap. Where neither has an end the one before does not count: it ends where the window
 * begins. A span inside one without an end is refused, for the days after it would be nobody's.
 */
export const readOverlap = (db: Db, { partnerId, validFrom, validBefore }: Window) =>
  db.one<{ validFrom: string; validBefore: string | null }>(sql`
    select valid_from::text as "validFrom", valid_before::text as "validBefore" from partner_rate
    where partner_id = ${partnerId} and product_code = 'wl' and state = 'approved'
      and daterange(valid_from, valid_before) && daterange(${validFrom}::date, ${validBefore}::date)
      and not (valid_before is null and ${validBefore}::date is null and valid_from < ${validFrom}::date)
    order by valid_from limit 1`)

/** The newest month a locked statement of a partner is about. */
export const readLockedMonth = (db: Db, partnerId: string) =>
  db.one<{ period: string; no: string }>(sql`
    select period::text, no from statement
    where partner_id = ${partnerId} and product_code = 'wl' and locked_at is not null and state <> 'voided' order by period desc limit 1`)

export async function addRate(
  db: Db,
  of: Window & { ratePpm: number; creatorRatePpm: number; reason: string; by: string; now: Date },
): Promise<string> {
  const made = await db.one<{ id: string }>(sql`
    insert into partner_rate (partner_id, product_code, rate_ppm, creator_rate_ppm, valid_from, valid_before, reason, created_by, created_at)
    values (${of.partnerId}, 'wl', ${of.ratePpm}, ${of.creatorRatePpm}, ${of.validFrom}, ${of.validBefore}, ${of.reason}, ${of.by}, ${of.now})
    returning id::text`)
  return made!.id
}

export interface LockedRate extends Window {
  id: string
  ratePpm: number
  creatorRatePpm: number
  state: RateState
  proposedBy: string | null
  version: number
}
export const lockRate = (db: Db, eye: Eye, id: string): Promise<LockedRate | undefined> =>
  db.one<LockedRate>(sql`
    select t.id::text, t.partner_id::text as "partnerId", t.valid_from::text as "validFrom", t.valid_before::text as "validBefore",
      t.rate_ppm as "ratePpm", t.creator_rate_ppm as "creatorRatePpm", t.state, t.created_by::text as "proposedBy", t.version
    from partner_rate t where t.id = ${id} and ${fenceRates(eye)} for update of t`)

export const decideRate = (
  db: Db,
  { id, version }: LockedRate,
  { state, by, note, now }: { state: RateState; by: string; note: string | null; now: Date },
) =>
  db.one(sql`
    update partner_rate set state = ${state}, decided_by = ${state === 'withdrawn' ? null : by}::bigint, decided_at = ${now},
      decision_note = ${note}, version = version + 1
    where id = ${id} and state = 'proposed' and version = ${version} returning 1`)

/** Ends the rate without an end where the next begins. */
export const endRateBefore = (db: Db, { partnerId, validFrom }: Window) =>
  db.one<{ id: string }>(sql`
    update partner_rate set valid_before = ${validFrom}::date, version = version + 1
    where partner_id = ${partnerId} and product_code = 'wl' and state = 'approved' and valid_before is null and valid_from < ${validFrom}::date
    returning id::text`)

/** Days of a partner's income from a day on wait to be priced anew. */
export const markRateDays = (db: Db, { partnerId, validFrom }: Window) =>
  db.rows(sql`
    insert into accrual_dirty
    select distinct 'wl', i.earn_date from income_row i join video v on v.id = i.video_id
    where v.partner_id = ${partnerId} and i.is_current and i.earn_date >= ${validFrom}::date
    on conflict do nothing`)
