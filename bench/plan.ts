import type { Db, Statement } from '../src/core/verb.ts'

/** How PostgreSQL answers a statement, with the rows of each step. */
export async function planOf(db: Db, { text, values }: Statement): Promise<string> {
  const lines = await db.rows<{ 'QUERY PLAN': string }>({
    text: `explain (analyze, costs off, timing off, buffers off) ${text}`,
    values,
  })
  return lines.map((line) => line['QUERY PLAN']).join('\n')
}
