import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Permission, permissions, ROLES, type Route, routes } from './access.ts'
import { may, mayVisit, type Subject } from './can.ts'
import { clausesOf, permissionsOfPage } from './explain.ts'

const anyone: fc.Arbitrary<Subject> = fc.record({
  accessRoles: fc.constantFrom(...ROLES),
  accessKey: fc.constantFrom('admin', 'godot', 'ops'),
  accessState: fc.constantFrom(null, '', 'wl', 'sm4', 'other'),
})
const all = Object.keys(permissions) as Permission[]
const passAll = (subject: Subject, of: Permission[]) =>
  of.every((one) => clausesOf(subject, one).every(({ passes }) => passes))

it('the clauses together say what the rule says, for everybody and every permission', () => {
  fc.assert(
    fc.property(anyone, fc.constantFrom(...all), (subject, permission) => {
      expect(passAll(subject, [permission])).toBe(may(subject, permission))
    }),
    { seed: 20261121, numRuns: 2_000 },
  )
})

it('and of every page, with the groups above it', () => {
  const pages = (among: readonly Route[], above: Route[] = []): [Route, Route[]][] =>
    among.flatMap((route) => [[route, above] as [Route, Route[]], ...pages(route.children ?? [], [...above, route])])
  fc.assert(
    fc.property(
      anyone,
      fc.constantFrom(...pages(routes).filter(([{ children }]) => !children)),
      (subject, [route, above]) => {
        const isOpen = mayVisit(subject, route) && above.every((group) => may(subject, group.permission))
        expect(passAll(subject, permissionsOfPage(route.path))).toBe(isOpen)
      },
    ),
    { seed: 20261121, numRuns: 2_000 },
  )
  expect(permissionsOfPage('/no/such')).toEqual([])
})

it('names the clause that decides', () => {
  const ops: Subject = { accessRoles: 'admin', accessKey: 'ops', accessState: null }
  expect(clausesOf(ops, 'dataStar.read').filter(({ passes }) => !passes)).toEqual([
    { permission: 'dataStar.read', list: 'keys', wanted: ['admin', 'godot'], has: 'ops', passes: false },
  ])
})
