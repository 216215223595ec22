import { readFileSync } from 'node:fs'
import type { Actor } from '../world.ts'

/**
 * The signed matrix: who may do what, written by hand from the specification's sections 2 and 6, never computed from the
 * access table. A new endpoint or page is red until a person has signed its row here.
 *
 * Endpoints: yes = passes the guard, 401 and 403 as answered. Pages: yes, no, login = the guard asks for a sign-in.
 */
export interface Row {
  what: string
  cells: [actor: Actor, expected: string][]
}

export function readExpected(): Row[] {
  const [head, ...lines] = readFileSync(new URL('expected.tsv', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
  const [, ...actors] = head!.split('\t') as ['what', ...Actor[]]
  return lines.map((line) => {
    const [what, ...cells] = line.split('\t')
    return { what: what!, cells: actors.map((actor, at) => [actor, cells[at]!]) }
  })
}

/** The signed rights below pages and endpoints: columns, rights inside verbs, scopes of tokens; who as `role·state` or `role·key`. */
export function readRights(): { what: string; cells: [who: string, cell: string][] }[] {
  const [head, ...lines] = readFileSync(new URL('rights.tsv', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
  const [, ...who] = head!.split('\t')
  return lines.map((line) => {
    const [what, ...cells] = line.split('\t')
    return { what: what!, cells: who.map((one, at) => [one, cells[at]!]) }
  })
}

export const isPage = ({ what }: Row): boolean => what.startsWith('PAGE ')
