import {
  type Permission,
  permissions,
  ROLES,
  type Role,
  type Rule,
  routes,
  type TokenScope,
} from '../../src/core/access.ts'
import { may, mayHold, mayVisit, type Subject } from '../../src/core/can.ts'
import type { Column } from '../../src/core/columns.ts'
import { features } from '../../src/server/features.ts'
import { isPage, readExpected, readRights } from './expected.ts'

/** The law as a table that can be changed for a moment; everything reads it at the time of the question. */
const law = permissions as Record<string, Rule>

/** The actors of the matrix as the rule sees them; those without a living session ask for nothing here. */
const SUBJECTS: Record<string, Subject> = {
  adminKeyAdmin: { accessRoles: 'admin', accessState: null, accessKey: 'admin' },
  adminOther: { accessRoles: 'admin', accessState: null, accessKey: 'ops' },
  leader: { accessRoles: 'leader', accessState: null, accessKey: 'leader' },
  cooMatch: { accessRoles: 'coo', accessState: 'sm4', accessKey: 'coo_sm4' },
  cooMismatch: { accessRoles: 'coo', accessState: 'wl', accessKey: 'coo_wl' },
  partnerA: { accessRoles: 'partner', accessState: 'sm4', accessKey: 'partner' },
  partnerANone: { accessRoles: 'partner', accessState: null, accessKey: 'partner_none' },
  partnerB: { accessRoles: 'partner', accessState: 'wl', accessKey: 'partner2' },
  supplierA: { accessRoles: 'supplier', accessState: null, accessKey: 'supplier' },
  supplierB: { accessRoles: 'supplier', accessState: null, accessKey: 'supplier2' },
}

/** `coo·sm4` has a state, `leader·godot` a key that is not its own. */
function subjectOf(name: string): Subject {
  const [role, more] = name.split('·') as [Role, string?]
  const isState = more === 'wl' || more === 'sm4'
  return { accessRoles: role, accessState: isState ? more : null, accessKey: isState || !more ? role : more }
}

/** One signed cell: what the law as it stands should answer to somebody. */
interface Cell {
  what: string
  who: string
  isSigned: boolean
  isAllowed(): boolean
}

const permissionOf = new Map<string, Permission>(
  features.flatMap(({ lists = [], verbs = [] }) => [
    ...lists.flatMap(({ list }): [string, Permission][] => [
      [`GET ${list.path}`, list.permission],
      [`GET ${list.path}/export.csv`, list.permission],
    ]),
    ...verbs.flatMap(({ endpoint: { method, path, permission, token } }): [string, Permission][] =>
      // What machines ask is signed by scope, below.
      token ? [] : [[`${method} ${path}`, permission]],
    ),
  ]),
)
for (const path of ['/api/openapi.json', '/api/docs']) permissionOf.set(`GET ${path}`, 'apiDocs.read')

/** The permissions of list columns and filters that not everybody sees, and those a verb asks for by name. */
const needsOf = new Map<string, Permission>(
  features.flatMap(({ lists = [] }) =>
    lists.flatMap(({ list }) =>
      Object.entries<Column>({ ...list.columns, ...list.filters }).flatMap(([name, column]): [string, Permission][] =>
        column.options.needs ? [[`FIELD ${list.key}.${name}`, column.options.needs]] : [],
      ),
    ),
  ),
)

const right = (what: string, subject: Subject): boolean => {
  const [kind, name] = what.split(' ') as [string, string]
  if (kind === 'TOKEN') return mayHold(subject, name as TokenScope)
  return may(subject, needsOf.get(what) ?? (name as Permission))
}

/** Everything a person has signed about who may do what: endpoints, pages, fields, rights inside verbs, tokens. */
export function signedCells(): Cell[] {
  const pages = routes.flatMap((route) => (route.children ?? [route]).map((page) => [page, route] as const))
  const gates = readExpected().flatMap((row) =>
    row.cells.flatMap(([actor, cell]): Cell[] => {
      const subject = SUBJECTS[actor]
      const known = { what: row.what, who: actor, isSigned: cell === 'yes' }
      if (!subject) return []
      if (isPage(row)) {
        const [page, group] = pages.find(([{ path }]) => `PAGE ${path}` === row.what)!
        return [{ ...known, isAllowed: () => mayVisit(subject, page) && mayVisit(subject, group) }]
      }
      const permission = permissionOf.get(row.what)
      return permission ? [{ ...known, isAllowed: () => may(subject, permission) }] : []
    }),
  )
  const rights = readRights().flatMap(({ what, cells }) =>
    cells.map(
      ([who, cell]): Cell => ({
        ...{ what, who, isSigned: cell === 'yes' },
        isAllowed: () => right(what, subjectOf(who)),
      }),
    ),
  )
  return [...gates, ...rights]
}

/** Everything rights.tsv must have a row for, beside the rights named inside verbs. */
export const fieldsWithNeeds = (): string[] => [...needsOf.keys()]

export interface Mutant {
  name: string
  permission: string
  rule: Rule
}

/** Every role given or taken, every clause dropped, every state and key taken out or replaced. */
export function mutantsOf(): Mutant[] {
  return Object.entries(law).flatMap(([permission, rule]) => {
    if (permission === 'public') return []
    const held = rule.roles?.includes('*') ? ROLES : ((rule.roles ?? ROLES) as readonly Role[])
    const mutant = (name: string, changed: Rule): Mutant => ({
      name: `${permission}: ${name}`,
      permission,
      rule: changed,
    })
    return [
      ...ROLES.map((role) =>
        held.includes(role)
          ? mutant(`− ${role}`, { ...rule, roles: held.filter((one) => one !== role) })
          : mutant(`+ ${role}`, { ...rule, roles: [...held, role] }),
      ),
      ...(['states', 'keys'] as const).flatMap((clause) => {
        const values = rule[clause]
        if (!values) return []
        const { [clause]: _, ...without } = rule
        return [
          mutant(`no ${clause}`, without),
          ...values.map((value) =>
            mutant(`${clause} − ${value}`, { ...rule, [clause]: values.filter((one) => one !== value) }),
          ),
          mutant(`${clause} of somebody else`, { ...rule, [clause]: ['ops', values[0] === 'wl' ? 'sm4' : 'wl'] }),
        ]
      }),
    ]
  })
}

/** Runs with one rule changed. */
export function withRule<T>({ permission, rule }: Mutant, run: () => T): T {
  const before = law[permission]!
  law[permission] = rule
  try {
    return run()
  } finally {
    law[permission] = before
  }
}

/** The cells the law as it stands answers otherwise than signed. */
export const broken = (cells: Cell[]): Cell[] => cells.filter((cell) => cell.isAllowed() !== cell.isSigned)
