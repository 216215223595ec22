import { CONTENT_TYPES, type ContentType } from '../../../core/works.ts'
import { SLOTS } from '../contract.ts'

/** `00:00`, `02:00` … */
export const SLOT_NAMES = Array.from({ length: SLOTS }, (_, at) => `${String((at * 24) / SLOTS).padStart(2, '0')}:00`)

/** One value per slot for each content type that has any. */
export function bySlot(
  slots: readonly { contentType: string; slot: number; value: number }[],
): { contentType: ContentType; values: number[] }[] {
  return CONTENT_TYPES.map((contentType) => {
    const values = SLOT_NAMES.map(() => 0)
    for (const one of slots) if (one.contentType === contentType) values[one.slot]! += one.value
    return { contentType, values }
  }).filter(({ values }) => values.some((value) => value !== 0))
}

/** Values as parts of their sum, parts per million. */
export function asShares(values: readonly number[]): number[] {
  const sum = values.reduce((total, value) => total + value, 0)
  return values.map((value) => (sum > 0 ? Math.round((value / sum) * 1_000_000) : 0))
}
