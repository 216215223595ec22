export interface Change {
  field: string
  before?: string
  after?: string
}

const fieldsOf = (side: unknown): Record<string, unknown> => {
  if (side === null || side === undefined) return {}
  return typeof side === 'object' && !Array.isArray(side) ? (side as Record<string, unknown>) : { value: side }
}

const wordOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/**
 * What two sides of an entry say, field by field, in the order they were written. Text is itself, anything else JSON; a
 * side that says nothing of a field is absent. Fields that are equal on both sides are no change and left out.
 */
export function changesOf(before: unknown, after: unknown): Change[] {
  const [left, right] = [fieldsOf(before), fieldsOf(after)]
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].flatMap((field) => {
    const change: Change = { field }
    if (left[field] !== undefined) change.before = wordOf(left[field])
    if (right[field] !== undefined) change.after = wordOf(right[field])
    return change.before === change.after ? [] : [change]
  })
}
