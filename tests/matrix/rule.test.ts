import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ROLES, type Role, type Rule, routes } from '../../src/core/access.ts'
import { can, firstPermitted } from '../../src/core/can.ts'

const KEYS = ['admin', 'godot', 'ops', 'partner']
const STATES = ['wl', 'sm4', '']

/** The specification's section 5, written again and differently: every list that is there must let the user through. */
function specification(user: { role: string; state: string | null; key: string }, rule: Rule): boolean {
  const refusals = []
  if (rule.roles !== undefined) {
    const isOpen = rule.roles.some((role) => role === '*')
    const isNamed = rule.roles.some((role) => role === user.role)
    if (!isOpen && !isNamed) refusals.push('role')
  }
  if (rule.states !== undefined && user.state !== null && user.state !== '') {
    if (rule.states.indexOf(user.state) === -1) refusals.push('state')
  }
  if (rule.keys !== undefined && rule.keys.filter((key) => key === user.key).length === 0) refusals.push('key')
  return refusals.length === 0
}

const optionally = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: undefined })

describe('the rule of access', () => {
  it('is the three clauses of the specification, for every rule and user', () => {
    const user = fc.record({
      role: fc.constantFrom<Role>(...ROLES),
      state: fc.option(fc.constantFrom(...STATES)),
      key: fc.constantFrom(...KEYS),
    })
    const rule = fc.record({
      roles: optionally(fc.subarray<Role | '*'>([...ROLES, '*'])),
      states: optionally(fc.subarray(STATES)),
      keys: optionally(fc.subarray(KEYS)),
    }) as fc.Arbitrary<Rule>
    fc.assert(
      fc.property(user, rule, (one, asked) => {
        const subject = { accessRoles: one.role, accessState: one.state, accessKey: one.key }
        expect(can(subject, asked)).toBe(specification(one, asked))
      }),
      { numRuns: 5_000, seed: 20261120 },
    )
  })

  it.each([
    ['admin', 'user_list'],
    ['leader', 'user_list'],
    ['coo', 'user_list'],
    ['partner', 'data_list'],
    ['supplier', 'distribute_videos_list'],
  ] as const)('sends %s first to %s', (role, name) => {
    const subject = { accessRoles: role, accessState: null, accessKey: role }
    expect(firstPermitted(routes, subject)?.name).toBe(name)
  })

  it('is safe for a search by part of a role’s name: no role is part of another', () => {
    for (const one of ROLES) for (const other of ROLES) if (one !== other) expect(one.includes(other)).toBe(false)
  })
})
