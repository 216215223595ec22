import type pg from 'pg'
import type { SettlementProduct } from '../../../core/access.ts'
import { addDays } from '../../../core/time.ts'
import type { Db, Statement } from '../../../core/verb.ts'
import { cpmPlan, splitPlan } from '../../../features/settlement/example.ts'
import { applyDue, createDue } from '../../../features/settlement/sql/build.ts'
import { dueOfCpm } from '../../../features/settlement/sql/sm4.ts'
import { dueOfSplit } from '../../../features/settlement/sql/wl.ts'
import type { Size } from './size.ts'

/** Where there are more works the plans stand alone: a bench builds the lines it measures itself. */
const FEW_VIDEOS = 20_000
/** Accounts every demo has. */
const [ADMIN, OPS, COO] = [1, 3, 5]

const monthOf = (day: string): string => `${day.slice(0, 7)}-01`

/** Plans in every state, rates of some partners, three months of upstream's bills and what both products come to. */
export async function fillMoney(client: pg.PoolClient, size: Size): Promise<void> {
  const db = on(client)
  const today = addDays(size.through, 1)
  const thisMonth = monthOf(size.through)
  const from = addDays(size.through, 1 - size.days)
  await fillPlans(client, thisMonth)
  await client.query(
    `insert into partner_rate (partner_id, product_code, rate_ppm, creator_rate_ppm, valid_from, state, reason, created_by, created_at, decided_by, decided_at)
     select id, 'wl', case id % 3 when 0 then 600000 else 580000 end, 350000, '2025-01-01', 'approved',
       '年度合作协议约定', $2, '2024-12-20 10:00+08', $1, '2024-12-20 16:30+08' from partner where id % 3 <> 1`,
    [ADMIN, COO],
  )
  if (size.videos <= FEW_VIDEOS) {
    await client.query(BILLS, [from, size.through])
    await createDue(db)
    await dueOfSplit(db, from, size.through, today)
    await applyDue(db, 'wl', from, size.through, new Date(`${today}T02:00:00Z`))
    for (let month = monthOf(from); month <= thisMonth; month = monthOf(addDays(month, 31))) {
      await client.query('truncate accrual_due')
      await dueOfCpm(db, month, today)
      await applyDue(db, 'sm4', month, addDays(monthOf(addDays(month, 31)), -1), new Date(`${today}T02:00:00Z`))
    }
  }
  await client.query('delete from accrual_dirty')
}

/** Bills as upstream sends them, of about the size the estimates of the daily figures promise. */
export const BILLS = `
  insert into income_row (source, source_file, source_row, row_key, revision, earn_date, video_id, task_code, app_id, agent_id,
    settle_type, ad_income_micro, gmv_fen, refund_gmv_fen, upstream_ratio_ppm, received_at)
  select 'douyin-open', 'bill-' || stat_date || '.csv', row_number() over (partition by stat_date order by video_id),
    stat_date || '|' || video_id || '|' || type || '|' || task, 1, stat_date, video_id, task, 'tt' || substr(md5(task), 1, 8), '88' || partner_id,
    type, case type when 2 then 0 when 7 then income * 12000 else income * 18000 end,
    case type when 2 then income * 12 when 7 then income * 6 else 0 end,
    case when type <> 1 and (video_id + extract(day from stat_date)::integer) % 11 = 0 then income * case type when 2 then 3 else 2 end else 0 end,
    case type when 2 then 150000 when 7 then 100000 else 0 end, (stat_date + 1)::timestamp at time zone 'Asia/Shanghai' + interval '9 hours 40 minutes'
  from (
    select m.stat_date, v.id as video_id, v.partner_id, m.est_income_fen as income, '7188' || (100 + coalesce(v.category_id, 0) % 40) as task,
      case v.id % 5 when 0 then 2 when 1 then 7 when 2 then 7 else 1 end as type
    from video_metric_daily m join video v on v.id = m.video_id
    where v.product_code = 'wl' and m.est_income_fen > 0 and m.stat_date between $1 and $2
  ) earned`

async function fillPlans(client: pg.PoolClient, thisMonth: string): Promise<void> {
  const lastMonth = monthOf(addDays(thisMonth, -1))
  const nextMonth = monthOf(addDays(thisMonth, 31))
  const changeDay = addDays(lastMonth, 15)
  const cpm = { ...cpmPlan, minPlays: 2_000, capPerVideoFen: 50_000, capPerCreatorFen: 300_000, budgetFen: 1_300_000 }
  const plan = (
    product: SettlementProduct,
    number: number,
    state: string,
    params: object,
    from: string,
    more: { before?: string; note: string; proposed?: number; decided?: number; reason?: string },
  ) =>
    client.query(
      `insert into product_version (product_code, number, state, params, valid_from, valid_before, note, created_by, created_at,
         proposed_by, proposed_at, decided_by, decided_at, decision_note, published_at)
       select $1, $2, $3, $4, $5, $6, $7, $8, made, $9::bigint, case when $9::bigint is not null then made + interval '2 hours' end,
         $10::bigint, case when $10::bigint is not null then made + interval '1 day' end, $11,
         case when $3 = 'published' then made + interval '25 hours' end
       from (select least($5::date, $12::date)::timestamp at time zone 'Asia/Shanghai' - interval '6 days' + interval '10 hours' as made) m`,
      [
        ...[
          product,
          number,
          state,
          JSON.stringify(params),
          from,
          more.before ?? null,
          more.note,
          more.proposed ?? ADMIN,
        ],
        ...[more.proposed ?? null, more.decided ?? null, more.reason ?? null, thisMonth],
      ],
    )
  const [proposed, decided] = [COO, OPS]
  await plan('wl', 1, 'published', { ...splitPlan, partnerRatePpm: 520_000 }, '2025-01-01', {
    ...{ before: changeDay, note: '首版：合作方 52%，达人 40%', proposed, decided },
  })
  await plan('wl', 2, 'published', splitPlan, changeDay, { note: '合作方分成上调至 55%', proposed, decided })
  await plan('wl', 3, 'draft', { ...splitPlan, creatorRatePpm: 450_000 }, nextMonth, { note: '达人分成试算中' })
  await plan('sm4', 1, 'published', cpm, '2025-01-01', { note: '赏金计划 4 首版', proposed, decided })
  await plan('sm4', 2, 'rejected', { ...cpm, tierMode: 'whole' }, nextMonth, {
    ...{ note: '改为全量阶梯', proposed, decided, reason: '全量阶梯会使跨档作品单价跳变，请保留超额阶梯' },
  })
  await plan(
    'sm4',
    3,
    'in_review',
    {
      ...cpm,
      tiers: [
        { fromPlays: 0, cpmE4: 8_500 },
        { fromPlays: 100_000, cpmE4: 10_500 },
        { fromPlays: 1_000_000, cpmE4: 12_000 },
      ],
      budgetFen: 1_600_000,
    },
    nextMonth,
    { note: '单价上调，新增百万播放档，月度预算 1.6 万元', proposed },
  )
}

const on = (client: pg.PoolClient): Db => {
  const rows = async <T>(statement: Statement) => (await client.query(statement.text, statement.values)).rows as T[]
  return { rows, one: async <T>(statement: Statement) => (await rows<T>(statement))[0] }
}
