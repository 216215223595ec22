import sql from 'sql-template-tag'
import type { Db } from '../../../core/verb.ts'

export interface BillFacts {
  planNumbers: number[]
  /** The last day something of it was earned. */
  through: string | null
}

/** What a bill says beside the statement: the plans its lines were counted by, and up to which day. */
export async function readBillFacts(db: Db, id: string): Promise<BillFacts> {
  const found = await db.one<BillFacts>(sql`
    select coalesce((select array_agg(distinct w.number order by w.number) from statement_line l
        join product_version w on w.id = l.product_version_id where l.statement_id = ${id}), '{}') as "planNumbers",
      (select max(earn_date)::text from accrual where statement_id = ${id}) as through`)
  return found!
}
