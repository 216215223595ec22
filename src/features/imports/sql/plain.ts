import sql from 'sql-template-tag'
import type { Db } from '../../../core/verb.ts'
import type { Counts, PlainSample } from '../contract.ts'
import type { PlainRow } from '../read/plain.ts'
import type { Work } from './job.ts'
import { readReasons } from './report.ts'

const SAMPLE_ROWS = 5

/** Makes the empty table in which a target finds the rows of a file. */
export async function openEntries(db: Db): Promise<void> {
  await db.rows(sql`create temp table import_entry (
    row_no int primary key, data jsonb not null, cells jsonb not null, state text, field text, reason text, before text
  ) on commit drop`)
}

export async function stageEntries(db: Db, rows: PlainRow[]): Promise<void> {
  await db.rows(sql`insert into import_entry (row_no, data, cells)
    select "rowNo", data, cells from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as row ("rowNo" int, data jsonb, cells jsonb)`)
}

/** Moves the rows a target has refused to the refusals of the import. */
export async function refuseEntries(db: Db, importId: string, { mapping, format }: Work): Promise<void> {
  const columns = Object.entries(mapping.columns).map(([field, heading]) => ({
    field,
    heading,
    at: format.header.indexOf(heading),
  }))
  await db.rows(sql`with gone as (
      delete from import_entry where reason is not null returning row_no, cells, field, reason
    )
    insert into import_refusal (import_id, row_no, column_name, value, reason, cells)
    select ${importId}, g.row_no, coalesce(c.heading, g.field), left(coalesce(g.cells ->> c.at, ''), 200), g.reason, g.cells
    from gone g left join jsonb_to_recordset(${JSON.stringify(columns)}::jsonb)
      as c (field text, heading text, at int) on c.field = g.field`)
}

/** The figures of a run, from the tables of its transaction. */
export async function countPlain(db: Db, importId: string, notes: Record<string, number>): Promise<Counts> {
  const found = await db.one<Pick<Counts, 'fresh' | 'changed' | 'unchanged'>>(sql`
    select count(*) filter (where state = 'fresh') as fresh, count(*) filter (where state = 'changed') as changed,
      count(*) filter (where state = 'unchanged') as unchanged from import_entry`)
  const reasons = await readReasons(db, importId)
  const refused = reasons.reduce((sum, { count }) => sum + count, 0)
  const taken = found!.fresh + found!.changed + found!.unchanged
  return {
    ...found!,
    rows: taken + refused,
    taken,
    replaced: 0,
    refused,
    reasons,
    notes: Object.entries(notes).flatMap(([note, count]) => (count > 0 ? [{ note, count }] : [])),
  }
}

/** The first rows of each kind as they were read. */
export async function samplePlain(db: Db): Promise<PlainSample> {
  const rows = await db.rows<PlainSample['fresh'][number] & { state: keyof PlainSample }>(sql`
    select row_no as "rowNo", data, before, state from (
      select *, row_number() over (partition by state order by row_no) as place from import_entry
    ) ranked where place <= ${SAMPLE_ROWS} order by row_no`)
  const of = (state: keyof PlainSample) => rows.flatMap(({ state: own, ...row }) => (own === state ? [row] : []))
  return { fresh: of('fresh'), changed: of('changed'), unchanged: of('unchanged') }
}
