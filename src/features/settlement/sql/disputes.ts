import sql from 'sql-template-tag'
import type { Db } from '../../../core/verb.ts'
import { type Eye, fenceMoney } from './statementRows.ts'

export interface KeptFile {
  id: string
  key: string
  name: string
  bytes: number
}

export async function addFile(
  db: Db,
  file: { partnerId: string | null; key: string; name: string; bytes: number; sha256: string; by: string; now: Date },
): Promise<string> {
  const made = await db.one<{ id: string }>(sql`
    insert into settlement_file (partner_id, file_key, name, bytes, sha256, uploaded_by, uploaded_at)
    values (${file.partnerId}::bigint, ${file.key}, ${file.name}, ${file.bytes}, ${file.sha256}, ${file.by}, ${file.now}) returning id::text`)
  return made!.id
}

/**
 * Files an account may read: its own; of a partner what the partner brought; of staff what it brought where it stands
 * behind an adjustment the reader may see.
 */
export const readFiles = (db: Db, { scope, userId }: Eye, ids: readonly string[]): Promise<KeptFile[]> => {
  const eye = { scope, userId }
  const seen =
    scope.kind === 'partner'
      ? sql`f.partner_id = ${scope.partnerId}`
      : sql`(f.partner_id is not null and exists (select from partner p where p.id = f.partner_id
          and exists (select from user_product up where up.user_id = ${userId} and ${fenceMoney(eye, sql`up.product_code`, sql`p.id`)}))
        or exists (select from adjustment j where j.evidence_id = f.id and ${fenceMoney(eye, sql`j.product_code`, sql`j.partner_id`)}))`
  return db.rows<KeptFile>(sql`
    select f.id::text, f.file_key as key, f.name, f.bytes from settlement_file f
    where f.id = any(${ids}::bigint[]) and (f.uploaded_by = ${userId} or ${seen})`)
}

/** Lines of a statement among those named. */
export const findLines = (db: Db, statementId: string, lineNos: readonly number[]) =>
  db.rows<{ lineNo: number; videoId: string | null; amountFen: number }>(sql`
    select line_no as "lineNo", video_id::text as "videoId", amount_fen as "amountFen" from statement_line
    where statement_id = ${statementId} and line_no = any(${lineNos}::int[])`)

export async function addDispute(
  db: Db,
  of: {
    statementId: string
    reasonCode: string
    text: string
    fileIds: readonly string[]
    lines: readonly { lineNo: number; claimedFen: number | null }[]
    by: string
    now: Date
  },
): Promise<string> {
  const made = await db.one<{ id: string }>(sql`
    insert into dispute (statement_id, reason_code, text, file_ids, raised_by, raised_at)
    values (${of.statementId}, ${of.reasonCode}, ${of.text}, ${of.fileIds}::bigint[], ${of.by}, ${of.now}) returning id::text`)
  await db.rows(sql`
    insert into dispute_line (dispute_id, statement_id, line_no, claimed_fen)
    select ${made!.id}, ${of.statementId}, l."lineNo", l."claimedFen"
    from jsonb_to_recordset(${JSON.stringify(of.lines)}::jsonb) l ("lineNo" int, "claimedFen" bigint)`)
  return made!.id
}

/** Answers the open dispute of a statement; its id. */
export const answerDispute = (
  db: Db,
  statementId: string,
  { isAccepted, answer, by, now }: { isAccepted: boolean; answer: string; by: string; now: Date },
) =>
  db.one<{ id: string }>(sql`
    update dispute set state = ${isAccepted ? 'accepted' : 'rejected'}, answer = ${answer}, answered_by = ${by}, answered_at = ${now}, version = version + 1
    where statement_id = ${statementId} and state = 'open' returning id::text`)

export const addInvoice = (
  db: Db,
  of: {
    statementId: string
    number: string
    issuedOn: string
    amountFen: number
    fileId: string
    by: string
    now: Date
  },
) =>
  db.one<{ id: string }>(sql`
    insert into invoice_doc (statement_id, number, issued_on, amount_fen, file_id, uploaded_by, uploaded_at)
    values (${of.statementId}, ${of.number}, ${of.issuedOn}, ${of.amountFen}, ${of.fileId}, ${of.by}, ${of.now})
    on conflict (statement_id) where state <> 'rejected' do nothing returning id::text`)

/** Decides on the invoice that waits; undefined where none does. */
export const decideInvoice = (
  db: Db,
  statementId: string,
  { state, reason, by, now }: { state: 'received' | 'rejected'; reason: string | null; by: string; now: Date },
) =>
  db.one<{ id: string; number: string }>(sql`
    update invoice_doc set state = ${state}, reason = ${reason}, decided_by = ${by}, decided_at = ${now}, version = version + 1
    where statement_id = ${statementId} and state = 'waiting' returning id::text, number`)
