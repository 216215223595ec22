import sql, { type Sql } from 'sql-template-tag'
import type { Db } from '../../../core/verb.ts'
import { PLAN } from './build.ts'
import { rateOfDay } from './rates.ts'

/**
 * The lines of some days' income under some versions of the plan (domain page S10.1, S11), as a statement: the base is
 * ads and our part of what was paid less what was given back, the partner gets his rate of it, the creator his of the
 * partner's. One line per work, task, settle type and source, for the partner the work belongs to; works of no partner
 * wait for one. A work left out stands with 0 and why.
 */
export function linesOfSplit(from: string, to: string, versions: Sql): Sql {
  return sql`
    select earn_date, line_key, partner_id, creator_id, video_id, task_code, settle_type, version_id, base as base_micro, rate, creator_rate,
      case when is_excluded then 0 else half_up(base::numeric * rate, 1000000) end as amount_micro,
      case when is_excluded then 0 else half_up(half_up(base::numeric * rate, 1000000)::numeric * creator_rate, 1000000) end as creator_micro,
      0 as cap_cut_micro, case when is_excluded then 'excluded' end as zero_reason, income_row_id, refund, is_late, earn_date + final_days as final_on
    from (
      select i.earn_date, i.id as income_row_id, v.partner_id || '|' || i.source || '|' || i.video_id || '|' || i.settle_type || '|' || i.task_code as line_key,
        v.partner_id, v.creator_id, i.video_id, i.task_code, i.settle_type, p.id as version_id, p.final_days,
        case when i.settle_type in (1, 7, 8) then i.ad_income_micro else 0 end
          + case when i.settle_type in (2, 3, 7, 8) then half_up((i.gmv_fen - i.refund_gmv_fen)::numeric * 10000 * i.upstream_ratio_ppm, 1000000) else 0 end as base,
        half_up(i.refund_gmv_fen::numeric * 10000 * i.upstream_ratio_ppm, 1000000) as refund,
        coalesce(r.rate_ppm, (p.params->>'partnerRatePpm')::integer) as rate,
        coalesce(r.creator_rate_ppm, (p.params->>'creatorRatePpm')::integer) as creator_rate,
        v.settlement_excluded_reason is not null as is_excluded,
        (f.received_at at time zone 'Asia/Shanghai')::date >= i.earn_date + p.final_days as is_late
      from income_row i join income_row f on f.source = i.source and f.row_key = i.row_key and f.revision = 1
      join video v on v.id = i.video_id
      join (${versions}) p on i.earn_date >= p.valid_from and (p.valid_before is null or i.earn_date < p.valid_before)
      ${rateOfDay(sql`v.partner_id`, sql`i.earn_date`)}
      where i.earn_date between ${from}::date and ${to}::date and i.is_current and v.partner_id is not null
    ) line where base <> 0 or is_excluded`
}

/** What some days' income comes to under the published versions, laid down in `accrual_due`. */
export const dueOfSplit = (db: Db, from: string, to: string, today: string) =>
  db.rows(sql`
    insert into accrual_due (earn_date, line_key, partner_id, creator_id, video_id, task_code, settle_type, product_version_id,
      base_micro, rate_ppm, creator_rate_ppm, amount_micro, creator_micro, zero_reason, income_row_id, refund_micro, is_late, is_final)
    select earn_date, line_key, partner_id, creator_id, video_id, task_code, settle_type, version_id, base_micro, rate, creator_rate,
      amount_micro, creator_micro, zero_reason, income_row_id, refund, is_late, final_on <= ${today}::date
    from (${linesOfSplit(from, to, PLAN('wl'))}) line`)
