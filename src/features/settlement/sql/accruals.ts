import sql, { empty, type Sql } from 'sql-template-tag'
import type { Permission, SettlementProduct } from '../../../core/access.ts'
import type { Filter, ListQuery } from '../../../core/listQuery.ts'
import type { Scope } from '../../../core/scope.ts'
import type { Db } from '../../../core/verb.ts'
import { fencePartner } from '../../../kit/sql/fence.ts'
import { type ListSource, likePattern } from '../../../kit/sql/list.ts'
import { sm4Accruals, wlAccruals } from '../contract/accruals.ts'
import { ownProducts } from './plans.ts'

export interface Asking {
  db: Db
  scope: Scope
  userId: string
}

/** Lines of a product an account may see. */
const fence = (product: SettlementProduct, { scope, userId }: Omit<Asking, 'db'>): Sql =>
  sql`a.product_code = ${product} and ${ownProducts(sql`a.product_code`, userId)} and ${fencePartner(scope, sql`a.partner_id`)}`

const shared = {
  title: sql`coalesce(v.title, '')`,
  earnDate: sql`a.earn_date::text`,
  creatorName: sql`c.nickname`,
  lineType: sql`a.line_type`,
  amount: sql`a.amount_micro`,
  isFinal: sql`a.is_final`,
  holdReason: sql`a.hold_reason`,
  zeroReason: sql`a.zero_reason`,
  statementNo: sql`s.no`,
  planNumber: sql`p.number`,
  platform: sql`coalesce(v.platform, 'other')`,
  platformItemId: sql`coalesce(v.platform_item_id, '')`,
  videoId: sql`a.video_id::text`,
  statementId: sql`a.statement_id::text`,
  id: sql`a.id::text`,
  partnerName: sql`o.name`,
}
const isOf = (filter: Filter): boolean => filter.kind === 'is' && filter.yes

const source = {
  keys: () => sql`accrual a`,
  id: sql`a.id`,
  rows: sql`join accrual a on a.id = page.id join partner o on o.id = a.partner_id join product_version p on p.id = a.product_version_id
    left join video v on v.id = a.video_id left join creator c on c.id = a.creator_id left join statement s on s.id = a.statement_id`,
  filters: {
    keyword: (filter: { text?: string }) => sql`a.video_id in (
      select id from video where title ilike ${likePattern(filter.text!)} or platform_item_id = ${filter.text!})`,
    videoId: sql`a.video_id`,
    partnerId: sql`a.partner_id`,
    // Said without parameters, so that the planner sees the partial indexes of held and of changed lines in it.
    isHeld: (filter: Filter) => (isOf(filter) ? sql`a.hold_reason is not null` : sql`a.hold_reason is null`),
    earnDate: sql`a.earn_date`,
    lineType: (filter: Filter) => {
      const types = filter.kind === 'any' ? filter.values : []
      return sql`(a.line_type = any(${types})${types.includes('normal') ? empty : sql` and a.line_type <> 'normal'`})`
    },
    settleType: sql`a.settle_type::text`,
    isFinal: sql`a.is_final`,
  },
}

const wlSource = {
  ...source,
  columns: {
    ...shared,
    settleType: sql`a.settle_type::text`,
    base: sql`a.base_micro`,
    partnerRate: sql`a.rate_ppm`,
    margin: sql`a.base_micro - a.amount_micro`,
    creatorRate: sql`a.creator_rate_ppm`,
    creatorAmount: sql`a.creator_micro`,
    taskCode: sql`nullif(a.task_code, '')`,
  },
  sorts: { earnDate: sql`a.earn_date`, base: sql`a.base_micro`, amount: sql`a.amount_micro` },
} as unknown as ListSource<typeof wlAccruals>

const sm4Source = {
  ...source,
  columns: {
    ...shared,
    playsFrom: sql`a.plays_from`,
    playsTo: sql`a.plays_to`,
    cpmE4: sql`a.cpm_e4`,
    quality: sql`a.quality_ppm`,
    gross: sql`a.base_micro`,
    cut: sql`a.cap_cut_micro`,
    cutBy: sql`a.cut_by`,
  },
  sorts: { earnDate: sql`a.earn_date`, amount: sql`a.amount_micro` },
} as unknown as ListSource<typeof sm4Accruals>

interface Question extends Asking {
  query: ListQuery
  may(permission: Permission): boolean
}

export const wlQuestion = ({ db, query, may, ...who }: Question) => ({
  ...{ db, list: wlAccruals, source: wlSource, query, may },
  fence: fence('wl', who),
})
export const sm4Question = ({ db, query, may, ...who }: Question) => ({
  ...{ db, list: sm4Accruals, source: sm4Source, query, may },
  fence: fence('sm4', who),
})

export interface FoundLine {
  day: string
  videoId: string
  key: string
  source: string | null
  rowKey: string | null
  /** What the line says of itself, as its list has it. */
  line: Record<string, unknown>
}

/** What each product computes a line by; nothing of the one reaches who reads the other. */
const OWN: Record<SettlementProduct, Sql> = {
  wl: sql`jsonb_build_object('base', a.base_micro, 'partnerRate', a.rate_ppm)`,
  sm4: sql`jsonb_build_object('playsFrom', a.plays_from, 'playsTo', a.plays_to, 'cpmE4', a.cpm_e4, 'quality', a.quality_ppm,
    'cut', a.cap_cut_micro, 'cutBy', a.cut_by)`,
}

/** A line and what names its day's others; undefined where the account has no such line. */
export const readLine = ({ db, ...who }: Asking, product: SettlementProduct, id: string) =>
  db.one<FoundLine>(sql`
    select a.earn_date::text as day, a.video_id::text as "videoId", substr(a.dedup_key, strpos(a.dedup_key, '|') + 1) as key,
      i.source, i.row_key as "rowKey", jsonb_build_object('title', coalesce(v.title, ''), 'earnDate', a.earn_date::text, 'partnerName', o.name,
        'lineType', a.line_type, 'amount', a.amount_micro, 'isFinal', a.is_final, 'holdReason', a.hold_reason, 'zeroReason', a.zero_reason,
        'statementNo', s.no, 'planNumber', p.number) || ${OWN[product]} as line
    from accrual a join partner o on o.id = a.partner_id join product_version p on p.id = a.product_version_id
    left join video v on v.id = a.video_id left join statement s on s.id = a.statement_id
    left join income_row i on i.id = a.income_row_id where a.id = ${id} and ${fence(product, who)}`)

export const readSiblings = (db: Db, product: SettlementProduct, { day, key }: FoundLine) =>
  db.rows<{ id: string; lineType: string; amount: number; isFinal: boolean; createdAt: string }>(sql`
    select id::text, line_type as "lineType", amount_micro as amount, is_final as "isFinal", created_at as "createdAt" from accrual a
    where a.product_code = ${product} and a.earn_date = ${day}::date and substr(a.dedup_key, strpos(a.dedup_key, '|') + 1) = ${key}
    order by a.id`)

export interface IncomeRevision {
  revision: number
  source: string
  file: string | null
  row: number | null
  adIncome: number
  gmvFen: number
  refundFen: number
  upstreamRatio: number
  base: number
  receivedAt: string
}

export const readRevisions = (db: Db, { source, rowKey }: FoundLine) =>
  db.rows<IncomeRevision>(sql`
    select revision, source, source_file as file, source_row as row, ad_income_micro as "adIncome", gmv_fen as "gmvFen",
      refund_gmv_fen as "refundFen", upstream_ratio_ppm as "upstreamRatio", received_at as "receivedAt",
      case when settle_type in (1, 7, 8) then ad_income_micro else 0 end
        + case when settle_type in (2, 3, 7, 8) then half_up((gmv_fen - refund_gmv_fen)::numeric * 10000 * upstream_ratio_ppm, 1000000) else 0 end as base
    from income_row where source = ${source} and row_key = ${rowKey} order by revision desc limit 50`)

/** Snapshots of a work up to a day, the newest first. */
export const readSnapshots = (db: Db, { videoId, day }: FoundLine) =>
  db.rows<{
    day: string
    effectivePlays: number | null
    finishRate: number | null
    updatedAt: string
    corrections: number
  }>(sql`
    select m.stat_date::text as day, m.effective_play_count as "effectivePlays", m.finish_rate_ppm as "finishRate", m.updated_at as "updatedAt",
      (select count(*) from metric_correction c where c.video_id = m.video_id and c.stat_date = m.stat_date)::integer as corrections
    from video_metric_daily m where m.video_id = ${videoId} and m.stat_date <= ${day}::date order by m.stat_date desc limit 31`)

const inMonth = (product: SettlementProduct, month: string, who: Omit<Asking, 'db'>): Sql =>
  sql`${fence(product, who)} and a.earn_date >= ${month}::date and a.earn_date < (${month}::date + interval '1 month')::date`

/** Months with lines, the newest first; each by one look into its partition's index. */
export const readPeriods = ({ db, ...who }: Asking, product: SettlementProduct): Promise<string[]> =>
  db
    .rows<{ month: string }>(sql`
    with bound as (select min(earn_date) as first, max(earn_date) as last from accrual where product_code = ${product})
    select m::date::text as month from bound, generate_series(date_trunc('month', first::timestamp), last, interval '1 month') m
    where exists (select from accrual a where ${fence(product, who)} and a.earn_date >= m::date and a.earn_date < (m + interval '1 month')::date)
    order by 1 desc limit 36`)
    .then((rows) => rows.map(({ month }) => month))

export interface MonthFigures {
  incomeFen: number
  payableFen: number
  finalFen: number
  heldFen: number
  cutFen: number
  plays: number
  videos: number
  refundFen: number
  violationFen: number
  correctionFen: number
}

/** Sums of a month's lines, each rounded once. Income of a line that changed later is that of all its lines. */
export const readMonth = ({ db, ...who }: Asking, product: SettlementProduct, month: string) =>
  db.one<MonthFigures>(sql`
    select half_up(coalesce(sum(base_micro), 0), 10000) as "incomeFen", half_up(coalesce(sum(amount_micro), 0), 10000) as "payableFen",
      half_up(coalesce(sum(amount_micro) filter (where is_final), 0), 10000) as "finalFen",
      half_up(coalesce(sum(amount_micro) filter (where hold_reason is not null), 0), 10000) as "heldFen",
      half_up(coalesce(sum(cap_cut_micro) filter (where zero_reason is null), 0), 10000) as "cutFen",
      coalesce(sum(plays_to - plays_from) filter (where zero_reason is null), 0)::bigint as plays, count(distinct video_id)::integer as videos,
      half_up(coalesce(sum(base_micro) filter (where line_type = 'refund'), 0), 10000) as "refundFen",
      half_up(coalesce(sum(base_micro) filter (where line_type in ('violation', 'invalid_traffic')), 0), 10000) as "violationFen",
      half_up(coalesce(sum(base_micro) filter (where line_type in ('correction', 'conflict')), 0), 10000) as "correctionFen"
    from accrual a where ${inMonth(product, month, who)}`)

export const readDays = ({ db, ...who }: Asking, product: SettlementProduct, month: string) =>
  db.rows<{ day: string; incomeFen: number; payableFen: number; plays: number }>(sql`
    select earn_date::text as day, half_up(sum(base_micro), 10000) as "incomeFen", half_up(sum(amount_micro), 10000) as "payableFen",
      coalesce(sum(plays_to - plays_from) filter (where zero_reason is null), 0)::bigint as plays
    from accrual a where ${inMonth(product, month, who)} group by 1 order by 1`)

/** What statements of a month say is in dispute, and what is locked and not yet paid. */
export const readStanding = ({ db, scope, userId }: Asking, product: SettlementProduct, month: string) =>
  db.one<{ disputedFen: number; toPayFen: number; adjustFen: number }>(sql`
    select coalesce(sum(net_fen) filter (where state = 'disputed'), 0)::bigint as "disputedFen",
      coalesce(sum(net_fen) filter (where state in ('locked', 'invoiced', 'payable', 'paying', 'pay_failed')), 0)::bigint as "toPayFen",
      coalesce(sum(adjust_fen) filter (where state not in ('voided', 'building')), 0)::bigint as "adjustFen"
    from statement a where a.product_code = ${product} and a.period = ${month}::date
      and ${ownProducts(sql`a.product_code`, userId)} and ${fencePartner(scope, sql`a.partner_id`)}`)

/** Income of a month whose works belong to no partner; only who sees all rows hears of it. */
export const readUnattributed = async ({ db, scope }: Asking, month: string): Promise<number> =>
  scope.kind !== 'all'
    ? 0
    : (await db.one<{ fen: number }>(sql`
        select half_up(coalesce(sum(ad_income_micro), 0), 10000) as fen from income_row i join video v on v.id = i.video_id
        where i.is_current and v.partner_id is null and i.earn_date >= ${month}::date and i.earn_date < (${month}::date + interval '1 month')::date`))!
        .fen

/** The month's budget and what all lines of the plan have used of it; null where there is none. */
export const readBudget = (db: Db, month: string) =>
  db.one<{ budgetFen: number; usedFen: number }>(sql`
    select (p.params->>'budgetFen')::bigint as "budgetFen", (
      select half_up(coalesce(sum(amount_micro), 0), 10000) from accrual a
      where a.product_code = 'sm4' and a.earn_date >= ${month}::date and a.earn_date < (${month}::date + interval '1 month')::date) as "usedFen"
    from product_version p
    where p.product_code = 'sm4' and p.state = 'published' and p.params->>'budgetFen' is not null
      and p.valid_from < (${month}::date + interval '1 month')::date and (p.valid_before is null or p.valid_before > ${month}::date)
    order by p.valid_from desc limit 1`)
