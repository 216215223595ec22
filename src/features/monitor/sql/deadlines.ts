import sql, { type Sql } from 'sql-template-tag'
import type { Reply } from '../../../core/contract.ts'
import type { Language } from '../../../core/text.ts'
import type { Db } from '../../../core/verb.ts'
import type { monitorRead } from '../contract.ts'

export type Deadline = Reply<typeof monitorRead>['deadlines'][number]

/** Statements and plans wait for our review no longer than so many workdays (domain page S10). */
const REVIEW_WORKDAYS = 2

/** The end of a day, Asia/Shanghai. */
const endOf = (day: Sql): Sql => sql`((${day} + 1)::timestamp at time zone 'Asia/Shanghai')`

/** The end of the last workday for a review that waits since an instant; the holiday calendar says what is worked. */
const reviewEnd = (since: Sql): Sql => sql`(
  select ${endOf(sql`d.day::date`)}
  from generate_series((${since} at time zone 'Asia/Shanghai')::date + 1, (${since} at time zone 'Asia/Shanghai')::date + 30, interval '1 day') d (day)
  left join holiday_calendar h on h.day = d.day::date
  where coalesce(h.is_workday, extract(isodow from d.day) < 6) order by d.day offset ${REVIEW_WORKDAYS - 1} limit 1)`

const invoicing = sql`statement s join product_version p on p.id = s.product_version_id and (p.params->>'invoiceRequired')::boolean`

/** Everything that is due before an instant: `kind`, `at`, and the id of its row. What has many rows is a range of an index. */
const due = (until: Date): Sql => sql`
  select 'cases' as kind, sla_due_at as at, id from risk_case where sla_due_at < ${until} and state in ('pending', 'claimed', 'escalated')
  union all
  select 'tasks', deadline_at, id from distribution where deadline_at < ${until} and status in ('pending', 'accepted', 'downloaded')
  union all
  select 'recalls', takedown_due_at, id from distribution where status = 'recalling' and takedown_due_at < ${until}
  union all
  select 'recalls', takedown_due_at, id from distribution where status = 'recall_overdue' and takedown_due_at < ${until}
  union all
  select 'claims', due_at, id from recommendation_claim where status = 'claimed' and due_at < ${until}
  union all
  select 'drafts', x.at, s.id from statement s cross join lateral (select ${reviewEnd(sql`s.built_at`)} as at) x where s.state = 'draft' and x.at < ${until}
  union all
  select 'statements', confirm_due, id from statement where state = 'pending_confirm' and confirm_due < ${until}
  union all
  select 'invoices', x.at, s.id from ${invoicing}
    cross join lateral (select ${endOf(sql`(s.period + interval '1 month')::date + (p.params->>'invoiceDay')::int - 1`)} as at) x
  where s.state = 'locked' and x.at < ${until}
  union all
  select 'payouts', x.at, s.id from statement s cross join lateral (select ${endOf(sql`s.pay_on`)} as at) x
  where (s.state in ('invoiced', 'payable', 'pay_failed') or s.state = 'locked' and not exists (
    select from product_version p where p.id = s.product_version_id and (p.params->>'invoiceRequired')::boolean)) and x.at < ${until}
  union all
  select 'plans', x.at, v.id from product_version v cross join lateral (select ${reviewEnd(sql`v.proposed_at`)} as at) x
  where v.state = 'in_review' and x.at < ${until}`

/**
 * What should be done by now, what is due before `soon` and before `until`, by kind, with the most urgent of each: its
 * name, whose it is, and what its page is asked for. What is overdue longest stands first, kinds without anything last.
 */
export function readDeadlines(
  db: Db,
  { now, soon, until, language }: Record<'now' | 'soon' | 'until', Date> & { language: Language },
): Promise<Deadline[]> {
  return db.rows(sql`
    with due as materialized (${due(until)}), first as (
      select distinct on (kind) kind, at, id from due order by kind, at, id
    ), counted as (
      select kind, count(*) filter (where at < ${now}) as overdue, count(*) filter (where at >= ${now} and at < ${soon}) as soon,
        count(*) filter (where at >= ${now}) as week from due group by kind
    ), named as (
      select f.kind, f.at, f.id, v.title as name, p.name as owner, null as product from first f
        join risk_case c on c.id = f.id join video v on v.id = c.video_id left join partner p on p.id = c.partner_id where f.kind = 'cases'
      union all
      select f.kind, f.at, f.id, v.title, p.name, null from first f
        join distribution d on d.id = f.id join video v on v.id = d.video_id join supplier p on p.id = d.supplier_id where f.kind in ('tasks', 'recalls')
      union all
      select f.kind, f.at, c.recommendation_id, r.title, p.name, null from first f
        join recommendation_claim c on c.id = f.id join recommendation r on r.id = c.recommendation_id
        join partner p on p.id = c.partner_id where f.kind = 'claims'
      union all
      select f.kind, f.at, f.id, s.no, p.name, s.product_code from first f
        join statement s on s.id = f.id join partner p on p.id = s.partner_id where f.kind in ('drafts', 'statements', 'invoices', 'payouts')
      union all
      select f.kind, f.at, f.id, ${language === 'zh-CN' ? sql`p.name_zh` : sql`p.name_en`} || ' v' || v.number, u.display_name, v.product_code from first f
        join product_version v on v.id = f.id join product p on p.code = v.product_code left join app_user u on u.id = v.proposed_by
        where f.kind = 'plans'
    )
    select k.kind, coalesce(c.overdue, 0) as overdue, coalesce(c.soon, 0) as soon, coalesce(c.week, 0) as week,
      case when n.kind is not null then json_build_object('id', n.id::text, 'at', n.at, 'name', coalesce(n.name, n.id::text), 'owner', n.owner,
        'product', n.product) end as first
    from unnest(array['cases', 'tasks', 'recalls', 'claims', 'drafts', 'statements', 'invoices', 'payouts', 'plans']) with ordinality k (kind, place)
    left join counted c on c.kind = k.kind left join named n on n.kind = k.kind
    order by n.at nulls last, k.place`)
}

/** Risk cases past their time; everything else past its own; and when the next one of all is due, if within so long. */
export async function measureDeadlines(
  db: Db,
  now: Date,
  until: Date,
): Promise<{ cases: number; others: number; nextAt: string | null }> {
  const row = await db.one<{ cases: number; others: number; nextAt: string | null }>(sql`
    select count(*) filter (where kind = 'cases' and at < ${now}) as cases, count(*) filter (where kind <> 'cases' and at < ${now}) as others,
      min(at) filter (where at >= ${now}) as "nextAt"
    from (${due(until)}) due`)
  return row!
}
