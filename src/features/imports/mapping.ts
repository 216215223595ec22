import { refuse } from '../../core/errors.ts'
import type { ImportTarget } from '../../core/importing.ts'
import type { Scope } from '../../core/scope.ts'
import type { Db } from '../../core/verb.ts'
import { FIELDS, type Mapping } from './contract.ts'
import { hasPartner } from './sql/job.ts'
import { errors } from './text.ts'

/** Throws what a mapping of metrics lacks before any row is read with it. */
export async function validateMapping(
  db: Db,
  scope: Scope,
  mapping: Mapping,
  header: readonly string[],
): Promise<void> {
  const { columns } = mapping
  validateColumns(mapping, header, FIELDS)
  if (!columns.itemId && !columns.shareUrl) throw refuse(errors, 'NEEDS_ID', { field: 'itemId' })
  if (!columns.statDate && !mapping.statDate) throw refuse(errors, 'NEEDS_DATE', { field: 'statDate' })
  if (!columns.playCount) throw refuse(errors, 'NEEDS_PLAYS', { field: 'playCount' })
  if (!columns.platform && !mapping.platform && columns.itemId)
    throw refuse(errors, 'NEEDS_PLATFORM', { field: 'platform' })
  if (columns.statDate) validateYear(mapping)
  if (mapping.partnerId && !(await hasPartner(db, scope, mapping.partnerId)))
    throw refuse(errors, 'PARTNER_NOT_FOUND', { field: 'partnerId' })
}

/** The same for a room's target. */
export function validatePlain({ fields, text }: ImportTarget, mapping: Mapping, header: readonly string[]): void {
  const { columns } = mapping
  validateColumns(
    mapping,
    header,
    fields.map(({ name }) => name),
  )
  for (const { name, isRequired, reading } of fields) {
    if (!isRequired || columns[name]) continue
    if (reading.as !== 'platform')
      throw refuse(errors, 'NEEDS_FIELD', {
        field: name,
        params: { label: { 'zh-CN': text['zh-CN'].fields[name]!, 'en-US': text['en-US'].fields[name]! } },
      })
    if (!mapping.platform) throw refuse(errors, 'NEEDS_PLATFORM', { field: 'platform' })
  }
  if (fields.some(({ name, reading }) => reading.as === 'instant' && columns[name])) validateYear(mapping)
}

function validateColumns({ columns }: Mapping, header: readonly string[], fields: readonly string[]): void {
  const foreign = Object.keys(columns).find((field) => !fields.includes(field))
  if (foreign) throw refuse(errors, 'UNKNOWN_TARGET_FIELD', { params: { field: foreign } })
  const unknown = fields.find((field) => columns[field] !== undefined && !header.includes(columns[field]))
  if (unknown) throw refuse(errors, 'UNKNOWN_COLUMN', { field: unknown, params: { column: columns[unknown]! } })
  const used = Object.values(columns)
  const doubled = fields.find((field) => columns[field] && used.filter((name) => name === columns[field]).length > 1)
  if (doubled) throw refuse(errors, 'COLUMN_USED_TWICE', { field: doubled, params: { column: columns[doubled]! } })
}

function validateYear({ dateFormat, year }: Mapping): void {
  const isShort = dateFormat === 'md' || dateFormat === 'dm'
  if (isShort && !year) throw refuse(errors, 'NEEDS_YEAR', { field: 'year' })
}
