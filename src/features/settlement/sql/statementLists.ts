import sql, { type Sql } from 'sql-template-tag'
import type { List } from '../../../core/contract.ts'
import type { ListQuery } from '../../../core/listQuery.ts'
import type { Db } from '../../../core/verb.ts'
import { type ListSource, likePattern, whereOf } from '../../../kit/sql/list.ts'
import { type lineList, sm4List, wlList } from '../contract/statements.ts'
import type { StatementState } from '../statementFlow.ts'
import { type Eye, fenceStatements } from './statementRows.ts'

export type StatementList = typeof wlList | typeof sm4List
export const listOf = { wl: wlList, sm4: sm4List } as const

const matches =
  (test: (text: string) => Sql): ListSource['filters'][string] =>
  (filter) =>
    filter.kind === 'contains' ? test(filter.text) : sql`true`
const is =
  (test: Sql): ListSource['filters'][string] =>
  (filter) =>
    filter.kind === 'is' ? sql`(${test}) = ${filter.yes}` : sql`true`

export const statementSource: ListSource<StatementList> = {
  keys: (used) => (used.has('keyword') ? sql`statement s join partner p on p.id = s.partner_id` : sql`statement s`),
  id: sql`s.id`,
  rows: sql`join statement s on s.id = page.id join partner p on p.id = s.partner_id`,
  columns: {
    statementId: sql`s.id::text`,
    no: sql`s.no`,
    partnerName: sql`p.name`,
    period: sql`s.period`,
    state: sql`s.state`,
    videoCount: sql`s.video_count`,
    plays: sql`s.plays`,
    estimateFen: sql`s.estimate_fen`,
    grossFen: sql`s.gross_fen`,
    deductFen: sql`s.deduct_fen`,
    adjustFen: sql`s.adjust_fen`,
    carryFen: sql`s.carry_fen`,
    taxFen: sql`s.tax_fen`,
    netFen: sql`s.net_fen`,
    confirmDue: sql`s.confirm_due`,
    payOn: sql`s.pay_on`,
    paidAt: sql`s.paid_at`,
    rev: sql`s.rev`,
    autoConfirmed: sql`s.auto_confirmed`,
    holdReason: sql`s.hold_reason`,
    partnerId: sql`s.partner_id::text`,
    parentId: sql`s.parent_id::text`,
    version: sql`s.version`,
  },
  sorts: {
    period: sql`s.period`,
    netFen: sql`s.net_fen`,
    confirmDue: sql`coalesce(s.confirm_due, 'infinity')`,
  },
  filters: {
    keyword: matches((text) => sql`(s.no ilike ${likePattern(text)} or p.name ilike ${likePattern(text)})`),
    period: sql`s.period`,
    state: sql`s.state`,
    netFen: sql`s.net_fen`,
    partnerId: sql`s.partner_id`,
    isHeld: is(sql`s.hold_reason is not null`),
    isDisputed: is(sql`exists (select from dispute d where d.statement_id = s.id)`),
  },
}

export const fenceList = (eye: Eye, product: keyof typeof listOf): Sql =>
  sql`s.product_code = ${product} and s.state <> 'building' and ${fenceStatements(eye)}`

interface Totals {
  statements: number
  grossFen: number
  deductFen: number
  adjustFen: number
  carryFen: number
  taxFen: number
  netFen: number
  states: { state: StatementState; statements: number; netFen: number }[]
}

/** Sums over a filter of a product's statements, by state and in all. Voided ones count for nothing. */
export async function readTotals(
  db: Db,
  eye: Eye,
  product: keyof typeof listOf,
  query: ListQuery,
  may: Parameters<typeof whereOf>[0]['may'],
): Promise<Totals> {
  const where = whereOf({
    list: listOf[product] as List,
    source: statementSource,
    query,
    fence: fenceList(eye, product),
    may,
  })
  const found = await db.one<Totals>(sql`
    with s as (select s.* from statement s join partner p on p.id = s.partner_id where ${where})
    select count(*) as statements, coalesce(sum(gross_fen), 0)::bigint as "grossFen", coalesce(sum(deduct_fen), 0)::bigint as "deductFen",
      coalesce(sum(adjust_fen), 0)::bigint as "adjustFen", coalesce(sum(carry_fen), 0)::bigint as "carryFen",
      coalesce(sum(tax_fen), 0)::bigint as "taxFen", coalesce(sum(net_fen), 0)::bigint as "netFen",
      coalesce((select jsonb_agg(jsonb_build_object('state', state, 'statements', n, 'netFen', net) order by state)
        from (select state, count(*) as n, sum(net_fen) as net from s group by 1) g), '[]') as states
    from s where state <> 'voided'`)
  return found!
}

/** Rows of a line, named by the statement and the number: one bigint, for a page's cursor. */
const LINE_ID = sql`(l.statement_id * 1000000 + l.line_no)`

/** What plays are paid by; a line that is nothing has no price. */
const ofPlays = (value: Sql): Sql => sql`case when l.explanation->>'zeroReason' is null then ${value} end`

export const lineSource: ListSource<typeof lineList> = {
  keys: () => sql`statement_line l join statement s on s.id = l.statement_id left join video v on v.id = l.video_id`,
  id: LINE_ID,
  rows: sql`join statement_line l on l.statement_id = page.id / 1000000 and l.line_no = page.id % 1000000 join statement s on s.id = l.statement_id
    left join video v on v.id = l.video_id left join creator o on o.id = l.creator_id left join product_version w on w.id = l.product_version_id`,
  columns: {
    lineId: sql`page.id::text`,
    no: sql`s.no`,
    lineNo: sql`l.line_no`,
    lineType: sql`l.line_type`,
    videoId: sql`l.video_id::text`,
    platformItemId: sql`v.platform_item_id`,
    title: sql`v.title`,
    creatorName: sql`o.nickname`,
    originPeriod: sql`l.origin_period`,
    planNumber: sql`w.number`,
    plays: sql`l.plays`,
    price: ofPlays(sql`(l.explanation->>'cpmE4')::bigint * 100`),
    quality: ofPlays(sql`(l.explanation->>'qualityPpm')::int`),
    partnerRate: sql`(l.explanation->>'ratePpm')::int`,
    cutFen: sql`case when l.adjustment_id is null then -fen_of_micro(coalesce((l.explanation->>'capCutMicro')::bigint, 0)
      + coalesce((l.explanation->>'heldMicro')::bigint, 0)) end`,
    baseMicro: sql`l.base_micro`,
    amountMicro: sql`l.amount_micro`,
    amountFen: sql`l.amount_fen`,
    explanation: sql`jsonb_build_object('amountMicro', l.amount_micro, 'amountFen', l.amount_fen) || l.explanation`,
    statementId: sql`l.statement_id::text`,
    isDisputed: sql`exists (select from dispute d join dispute_line x on x.dispute_id = d.id
      where d.statement_id = l.statement_id and x.line_no = l.line_no and d.state = 'open')`,
  },
  sorts: {
    lineNo: LINE_ID,
    amountFen: sql`l.amount_fen`,
  },
  filters: {
    statementId: sql`l.statement_id`,
    lineType: sql`l.line_type`,
    amountFen: sql`l.amount_fen`,
    keyword: matches(
      (text) =>
        sql`(v.title ilike ${likePattern(text)} or v.platform_item_id = ${text} or v.id::text = ${text} or s.no = ${text})`,
    ),
  },
}
export const fenceLines = (eye: Eye): Sql => sql`s.state <> 'building' and ${fenceStatements(eye)}`
