/** What a result page is about; anything else in the address gets the general words. */
export const SUBJECTS = ['campaign', 'import'] as const
export type Subject = (typeof SUBJECTS)[number] | 'form'

/** Why a submission can have been turned away, as far as the page has words of its own for it. */
export const REASONS = [
  'ROWS_NOT_FOUND',
  'COLLECTION_NOT_FOUND',
  'SUPPLIER_NOT_FOUND',
  'TOO_MANY_ROWS',
  'NOTHING_TO_SEND',
  'RIGHTS_PERIOD',
  'DEADLINE',
  'PRICE',
  'FORBIDDEN',
  'STALE',
  'TOO_MANY',
  'UNAVAILABLE',
  'INTERNAL',
] as const
export type Reason = (typeof REASONS)[number]

export interface Receipt {
  subject: Subject
  /** The batch's number. */
  id: string | undefined
  rows: number | undefined
  /** Rows that were not taken. */
  kept: number | undefined
  /** When it was submitted. */
  at: string | undefined
  reason: Reason | undefined
  requestId: string | undefined
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,6})?Z$/
const MAX_COUNT = 1_000_000_000

/**
 * A receipt out of the address. Anybody can write an address, so nothing of it is shown as text: a value counts only as
 * the number, instant, id or known word it must be.
 */
export function readReceipt(search: Readonly<Record<string, string>>): Receipt {
  const matching = (value: string | undefined, pattern: RegExp) => (pattern.test(value ?? '') ? value : undefined)
  const count = (value: string | undefined) => {
    const number = /^\d{1,10}$/.test(value ?? '') ? Number(value) : Number.NaN
    return number <= MAX_COUNT ? number : undefined
  }
  const at = matching(search.at, INSTANT)
  return {
    subject: SUBJECTS.find((one) => one === search.of) ?? 'form',
    id: matching(search.id, /^[1-9]\d{0,17}$/),
    rows: count(search.rows),
    kept: count(search.kept),
    at: at && !Number.isNaN(Date.parse(at)) ? at : undefined,
    reason: REASONS.find((one) => one === search.reason),
    requestId: matching(search.requestId, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
  }
}
