import sql, { type Sql } from 'sql-template-tag'
import type { SettlementProduct } from '../../../core/access.ts'
import type { Scope } from '../../../core/scope.ts'
import type { PlanParams } from '../../../core/settlement/params.ts'
import type { Db } from '../../../core/verb.ts'
import { fencePartner } from '../../../kit/sql/fence.ts'
import type { PlanVersion } from '../contract/plans.ts'
import type { PlanState } from '../planFlow.ts'
import { PLAN } from './build.ts'
import { linesOfMonth } from './sm4.ts'
import { linesOfSplit } from './wl.ts'

/** Products an account may see the money of. */
export const ownProducts = (productCode: Sql, userId: string): Sql =>
  sql`${productCode} in (select product_code from user_product where user_id = ${userId})`

export type StoredPlan = Omit<PlanVersion, 'actions'> & { params: PlanParams; proposedBy: string | null }

const PLAN_ROW = (today: string): Sql => sql`
  select p.id::text, p.product_code as product, p.number, p.state, p.valid_from::text as "validFrom", p.valid_before::text as "validBefore",
    p.state = 'published' and p.valid_from <= ${today}::date and (p.valid_before is null or p.valid_before > ${today}::date) as "isCurrent",
    p.note, json_build_object('by', c.display_name, 'at', to_json(p.created_at)) as created,
    json_build_object('by', q.display_name, 'at', to_json(p.proposed_at)) as proposed,
    json_build_object('by', d.display_name, 'at', to_json(p.decided_at)) as decided, p.decision_note as "decisionNote",
    p.published_at as "publishedAt", p.version, p.params, p.proposed_by::text as "proposedBy"
  from product_version p left join app_user c on c.id = p.created_by left join app_user q on q.id = p.proposed_by
  left join app_user d on d.id = p.decided_by`

export const listPlans = (db: Db, userId: string, product: string | null, today: string): Promise<StoredPlan[]> =>
  db.rows(sql`
    ${PLAN_ROW(today)} where ${ownProducts(sql`p.product_code`, userId)} and (${product}::text is null or p.product_code = ${product})
    order by p.product_code desc, p.number desc limit 200`)

export const readPlan = (db: Db, userId: string, id: string, today: string): Promise<StoredPlan | undefined> =>
  db.one(sql`${PLAN_ROW(today)} where p.id = ${id} and ${ownProducts(sql`p.product_code`, userId)}`)

/** The version that holds on the day before another begins. */
export const readBefore = (db: Db, { id, product, validFrom }: Pick<StoredPlan, 'id' | 'product' | 'validFrom'>) =>
  db.one<{ id: string; number: number; params: PlanParams }>(sql`
    select id::text, number, params from product_version
    where product_code = ${product} and state = 'published' and id <> ${id} and valid_from < ${validFrom}::date
    order by valid_from desc limit 1`)

export const readNewest = (db: Db, product: string) =>
  db.one<{ params: PlanParams }>(sql`
    select params from product_version where product_code = ${product} and state = 'published' order by valid_from desc limit 1`)

/** Parts of the works' newest finish rates in the thirty days up to the newest delivered one. */
export const readFinish = (db: Db) =>
  db.one<{ p20: number | null; p50: number; p80: number }>(sql`
    select percentile_disc(0.2) within group (order by s.finish_rate_ppm) as p20,
      percentile_disc(0.5) within group (order by s.finish_rate_ppm) as p50,
      percentile_disc(0.8) within group (order by s.finish_rate_ppm) as p80
    from video_stat s join video v on v.id = s.video_id
    where v.product_code = 'sm4' and s.finish_rate_ppm is not null and s.last_stat_date > (select max(stat_date) - 30 from metric_day)`)

export const mayUse = async (db: Db, userId: string, product: string): Promise<boolean> =>
  !!(await db.one(sql`select 1 from user_product where user_id = ${userId} and product_code = ${product}`))

interface Draft {
  params: PlanParams
  validFrom: string
  note?: string | undefined
}

/** Of many who change a version at once each sees what the one before left. */
export const lockPlan = (db: Db, id: string) => db.rows(sql`select 1 from product_version where id = ${id} for update`)

/** Whoever numbers or publishes versions of a product is alone with them. */
export const takeVersions = (db: Db, product: string) =>
  db.rows(sql`select pg_advisory_xact_lock(hashtext('product_version'), hashtext(${product}))`)

/** Numbers follow each other within a product, also for two who draft at once. */
export async function addPlan(
  db: Db,
  product: string,
  { params, validFrom, note }: Draft,
  by: { userId: string; now: Date },
): Promise<{ id: string; number: number; version: number }> {
  await takeVersions(db, product)
  return (await db.one(sql`
    insert into product_version (product_code, number, params, valid_from, note, created_by, created_at)
    select ${product}, coalesce(max(number), 0) + 1, ${JSON.stringify(params)}::jsonb, ${validFrom}::date, ${note || null}, ${by.userId}, ${by.now}
    from product_version where product_code = ${product}
    returning id::text, number, version`))!
}

export const changePlan = async (
  db: Db,
  id: string,
  { params, validFrom, note }: Draft,
  version: number,
): Promise<boolean> =>
  !!(await db.one(sql`
    update product_version set params = ${JSON.stringify(params)}::jsonb, valid_from = ${validFrom}::date, note = ${note || null},
      version = version + 1
    where id = ${id} and state in ('draft', 'rejected') and version = ${version} returning 1`))

export interface PlanStep {
  from: readonly PlanState[]
  to: PlanState
  version: number
  userId: string
  now: Date
  note: string | null
}

/** Writes the state an action leads to with who did it; undefined when another came between. */
export const movePlan = (db: Db, id: string, step: PlanStep) =>
  db.one<{ version: number }>(sql`
    update product_version set state = ${step.to}, version = version + 1,
      proposed_by = case when ${step.to} = 'in_review' then ${step.userId}::bigint else proposed_by end,
      proposed_at = case when ${step.to} = 'in_review' then ${step.now}::timestamptz else proposed_at end,
      decided_by = case ${step.to} when 'in_review' then null when 'approved' then ${step.userId}::bigint when 'rejected' then ${step.userId}::bigint
        else decided_by end,
      decided_at = case ${step.to} when 'in_review' then null when 'approved' then ${step.now}::timestamptz when 'rejected' then ${step.now}::timestamptz
        else decided_at end,
      decision_note = case when ${step.to} in ('approved', 'rejected') then ${step.note} when ${step.to} = 'in_review' then null else decision_note end,
      published_at = case when ${step.to} = 'published' then ${step.now}::timestamptz end
    where id = ${id} and state = any(${step.from as string[]}) and version = ${step.version} returning version`)

/** Ends the version in force where the next begins. */
export const endBefore = (db: Db, product: string, day: string) =>
  db.rows(sql`
    update product_version set valid_before = ${day}::date
    where product_code = ${product} and state = 'published' and valid_from < ${day}::date and (valid_before is null or valid_before > ${day}::date)`)

/** A published version that begins on a day or after it. */
export const readLater = (db: Db, product: string, day: string) =>
  db.one<{ number: number; validFrom: string }>(sql`
    select number, valid_from::text as "validFrom" from product_version
    where product_code = ${product} and state = 'published' and valid_from >= ${day}::date order by valid_from limit 1`)

export const readLog = (db: Db, id: string) =>
  db.rows<{
    at: string
    action: string
    actor: string | null
    reason: string | null
    before: Record<string, unknown> | null
    after: Record<string, unknown> | null
  }>(sql`
    select a.at, a.action, u.display_name as actor, a.reason, a.before, a.after from audit_log a left join app_user u on u.id = a.actor_id
    where a.entity = 'plan' and a.entity_id = ${id} order by a.id desc limit 200`)

interface Simulated {
  current: { payableFen: number; cutFen: number; videos: number }
  proposed: { payableFen: number; cutFen: number; videos: number }
  partners: { partnerId: string; name: string; currentFen: number; proposedFen: number }[]
}

/** A month under the versions in force and under one alone, for the partners of a scope, in one statement. */
export async function simulate(
  db: Db,
  scope: Scope,
  { id, product }: { id: string; product: SettlementProduct },
  month: string,
  last: string,
): Promise<Simulated> {
  const alone = sql`select id, params, '-infinity'::date as valid_from, null::date as valid_before, 0 as final_days from product_version where id = ${id}`
  const lines = (versions: Sql): Sql =>
    product === 'wl' ? linesOfSplit(month, last, versions) : linesOfMonth(month, versions)
  const side = (name: Sql): Sql => sql`(
    select json_build_object('payableFen', half_up(coalesce(sum(amount), 0), 10000), 'cutFen', half_up(coalesce(sum(cut), 0), 10000),
      'videos', coalesce(sum(videos), 0)) from ${name})`
  const row = await db.one<Simulated>(sql`
    with now_due as materialized (
      select partner_id, sum(amount_micro) as amount, sum(cap_cut_micro) as cut, count(distinct video_id) as videos
      from (${lines(PLAN(product))}) l where ${fencePartner(scope, sql`partner_id`)} group by 1
    ), then_due as materialized (
      select partner_id, sum(amount_micro) as amount, sum(cap_cut_micro) as cut, count(distinct video_id) as videos
      from (${lines(alone)}) l where ${fencePartner(scope, sql`partner_id`)} group by 1
    )
    select ${side(sql`now_due`)} as current, ${side(sql`then_due`)} as proposed, coalesce((
      select json_agg(json_build_object('partnerId', m.id::text, 'name', m.name, 'currentFen', m.current, 'proposedFen', m.proposed)
        order by abs(m.proposed - m.current) desc, m.id)
      from (
        select p.id, p.name, half_up(coalesce(n.amount, 0), 10000) as current, half_up(coalesce(t.amount, 0), 10000) as proposed
        from now_due n full join then_due t using (partner_id) join partner p on p.id = partner_id
        order by abs(coalesce(t.amount, 0) - coalesce(n.amount, 0)) desc, p.id limit 20
      ) m), '[]') as partners`)
  return row!
}
