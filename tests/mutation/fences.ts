import { relative } from 'node:path'
import sql, { type Sql } from 'sql-template-tag'

/**
 * Every place where the product fences rows, made removable one at a time: the calls of fences inside features and kit,
 * and the comparisons of a column with the asker's own id. `openFences` rewrites the sources as they are loaded, the
 * rest runs beside the product and says which place is open now and which places a question went through.
 */
const FENCE = /(?<!function )(?<![\w.])(?:\w+\.)?(?:fence[A-Z]\w*|fence|inTeam|ownToken|ownProducts)\(/g
const OWN =
  /(?<=\b(?:where|and|or|on)\s+\(?)([a-z_]+\.)?([a-z_]+_(?:id|by))( = |\s+in \(select product_code from user_product where user_id = )\$\{((?:(?:\w+\.)*(?:userId|accessId|ownerId|partnerId|supplierId|lineId|teamId)))\}(?:::\w+)?/g

interface Places {
  /** The place that is open. */
  open: string | null
  passed: Set<string>
}

const world = globalThis as unknown as {
  __places?: Places
  __fence: (place: string, fence: () => Sql) => Sql
  __own: (place: string) => Sql
}
world.__places ??= { open: null, passed: new Set() }
export const places: Places = world.__places

world.__fence = (place, fence) => {
  places.passed.add(place)
  return places.open === place ? sql`true` : fence()
}
world.__own = (place) => {
  places.passed.add(place)
  return places.open === place ? sql`true` : sql`false`
}

/** The sources of the product with a switch at each fence. */
export const openFences = {
  name: 'open-fences',
  enforce: 'pre' as const,
  transform(code: string, id: string): string | undefined {
    const path = relative(process.cwd(), id)
    if (!/^src\/(features|kit\/sql)\/.*\.ts$/.test(path) || /\.test\.ts$|editor\//.test(path)) return
    return guarded(owned(code, path), path)
  },
}

const lineOf = (code: string, at: number): number => code.slice(0, at).split('\n').length

function owned(code: string, path: string): string {
  return code.replace(OWN, (whole, table, column, operator, _, at: number) =>
    // A value that is set is no fence, and what has no closing bracket here is left alone.
    operator !== ' = '
      ? whole
      : `(\${globalThis.__own('${path}:${lineOf(code, at)} ${table ?? ''}${column}')} or ${whole})`,
  )
}

function guarded(code: string, path: string): string {
  let out = ''
  let from = 0
  for (const match of code.matchAll(FENCE)) {
    const at = match.index
    if (at < from) continue
    const before = code.slice(Math.max(0, at - 30), at)
    if (/(?:import .*|function\s+)$/.test(before)) continue
    const end = closing(code, at + match[0].length)
    const place = `${path}:${lineOf(code, at)} ${match[0].slice(0, -1)}`
    // Fences within fences are switched of their own.
    const call = match[0] + guarded(code.slice(at + match[0].length, end), `${path}:${lineOf(code, at)}`)
    out += `${code.slice(from, at)}globalThis.__fence('${place}', () => ${call})`
    from = end
  }
  return out + code.slice(from)
}

/** Where the bracket opened before `at` closes, itself included. */
function closing(code: string, at: number): number {
  let depth = 1
  for (let here = at; here < code.length; here++) {
    if (code[here] === '(') depth++
    if (code[here] === ')' && --depth === 0) return here + 1
  }
  return code.length
}
