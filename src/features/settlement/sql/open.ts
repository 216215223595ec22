import sql, { type Sql } from 'sql-template-tag'
import type { SettlementProduct } from '../../../core/access.ts'
import type { Db } from '../../../core/verb.ts'
import type { OpenLine, OpenStatement } from '../openContract.ts'
import { type Eye, fenceStatements } from './statementRows.ts'

/** Rows for machines: what was issued, of the products whose pages the account may open, inside of its rows. */
const fenceOpen = (eye: Eye, products: readonly SettlementProduct[]): Sql =>
  sql`s.state not in ('building', 'draft') and (s.issued_at is not null or s.state = 'carried')
    and s.product_code = any(${products}::text[]) and ${fenceStatements(eye)}`

export interface OpenQuestion {
  after: string
  limit: number
  products: readonly SettlementProduct[]
  state: string | null
  period: string | null
}

/** Statements after an id, oldest first. */
export const readOpenStatements = (
  db: Db,
  eye: Eye,
  { after, limit, products, state, period }: OpenQuestion,
): Promise<OpenStatement[]> =>
  db.rows<OpenStatement>(sql`
    select s.id::text, s.no, s.product_code as product, s.partner_id::text as "partnerId", s.period, s.rev, s.parent_id::text as "parentId",
      s.state, s.line_count as "lineCount", s.video_count as "videoCount", s.plays, s.gross_fen as "grossFen", s.deduct_fen as "deductFen",
      s.adjust_fen as "adjustFen", s.carry_fen as "carryFen", s.tax_fen as "taxFen", s.net_fen as "netFen", s.issued_at as "issuedAt",
      s.confirm_due as "confirmDue", s.confirmed_at as "confirmedAt", s.locked_at as "lockedAt", s.pay_on as "payOn", s.paid_at as "paidAt",
      s.voided_at as "voidedAt", s.checksum, s.version
    from statement s
    where s.id > ${after} and ${fenceOpen(eye, products)} and (${state}::text is null or s.state = ${state})
      and (${period}::date is null or s.period = ${period}::date)
    order by s.id limit ${limit}`)

/** Whether a statement is one a machine may read; a foreign one is as a missing one. */
export async function isOpenStatement(
  db: Db,
  eye: Eye,
  products: readonly SettlementProduct[],
  id: string,
): Promise<boolean> {
  const found = await db.one(sql`select 1 from statement s where s.id = ${id} and ${fenceOpen(eye, products)}`)
  return found !== undefined
}

export type OpenLineRow = Omit<OpenLine, 'explanation'> & { explanation: unknown }

export const readOpenLines = (db: Db, id: string, after: string, limit: number): Promise<OpenLineRow[]> =>
  db.rows<OpenLineRow>(sql`
    select l.line_no as "lineNo", l.line_type as "lineType", l.video_id::text as "videoId", v.platform, v.platform_item_id as "platformItemId",
      v.title, o.nickname as "creatorName", l.origin_period as "originPeriod", w.number as "planNumber", l.plays,
      l.amount_micro as "amountMicro", l.amount_fen as "amountFen",
      jsonb_build_object('amountMicro', l.amount_micro, 'amountFen', l.amount_fen) || l.explanation as explanation
    from statement_line l left join video v on v.id = l.video_id left join creator o on o.id = l.creator_id
      left join product_version w on w.id = l.product_version_id
    where l.statement_id = ${id} and l.line_no > ${after}::bigint order by l.line_no limit ${limit}`)
