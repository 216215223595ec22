export interface Difference {
  /** Place in the value, `0.title.zh-CN`; empty where the value as a whole differs. */
  at: string
  /** null: the default. */
  before: string | null
  after: string | null
}

type Leaves = Map<string, string>

function leavesOf(value: unknown, at = '', leaves: Leaves = new Map()): Leaves {
  if (typeof value === 'object' && value !== null)
    for (const [name, inner] of Object.entries(value)) leavesOf(inner, at ? `${at}.${name}` : name, leaves)
  else leaves.set(at, String(value))
  return leaves
}

/** Where two values of a setting differ, leaf by leaf; the default (null) against a value shows the whole of it. */
export function differencesOf(before: unknown, after: unknown): Difference[] {
  const [left, right] = [before, after].map((value) => (value === null ? null : leavesOf(value)))
  const places = [...new Set([...(left?.keys() ?? []), ...(right?.keys() ?? [])])]
  const wordOf = (leaves: Leaves | null | undefined, at: string) => (leaves ? (leaves.get(at) ?? '') : null)
  return places
    .map((at) => ({ at, before: wordOf(left, at), after: wordOf(right, at) }))
    .filter((one) => one.before !== one.after)
}
