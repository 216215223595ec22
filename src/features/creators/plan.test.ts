import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Binding, type BindingRow, planBindings, type StoredBinding } from './plan.ts'

const bind = (partnerId: string, bindAt: number, unbindAt: number | null = null): Binding => ({
  partnerId,
  bindAt,
  unbindAt,
})
const row = (rowNo: number, ...binding: Parameters<typeof bind>): BindingRow => ({ rowNo, ...bind(...binding) })
const stored = (id: string, ...binding: Parameters<typeof bind>): StoredBinding => ({ id, ...bind(...binding) })
const said = (rows: BindingRow[], known: StoredBinding[]) =>
  [...planBindings(rows, known).verdicts]
    .sort(([a], [b]) => a - b)
    .map(([, verdict]) => (verdict.state === 'refused' ? verdict.reason : verdict.state))

describe('a plan of bindings', () => {
  it('moves a creator in whatever order the rows stand', () => {
    const rows = [row(2, 'B', 50), row(3, 'A', 10, 50)]
    expect(said(rows, [stored('1', 'A', 10)])).toEqual(['fresh', 'changed'])
    expect(planBindings(rows, [stored('1', 'A', 10)]).after).toMatchObject([bind('A', 10, 50), bind('B', 50)])
  })

  it('refuses what overlaps, and takes its twin that does not', () => {
    const known = [stored('1', 'A', 10, 50)]
    expect(said([row(2, 'B', 49, 60)], known)).toEqual(['OVERLAP'])
    expect(said([row(2, 'B', 50, 60)], known)).toEqual(['fresh'])
    expect(said([row(2, 'A', 10, 70), row(3, 'B', 60)], known)).toEqual(['changed', 'OVERLAP'])
    expect(said([row(2, 'B', 60), row(3, 'B', 60, 70)], known)).toEqual(['fresh', 'TWICE'])
  })

  it('leaves the end of a known binding where the file has none', () => {
    expect(said([row(2, 'A', 10)], [stored('1', 'A', 10, 50)])).toEqual(['unchanged'])
  })

  const time = fc.integer({ min: 0, max: 12 })
  const binding = fc
    .tuple(fc.constantFrom('A', 'B'), time, fc.option(fc.integer({ min: 1, max: 6 })))
    .map(([partnerId, at, length]) => bind(partnerId, at, length === null ? null : at + length))
  const overlaps = (a: Binding, b: Binding) => a.bindAt < (b.unbindAt ?? 99) && b.bindAt < (a.unbindAt ?? 99)
  const apart = (all: readonly Binding[]) => all.every((a, at) => !all.slice(0, at).some((b) => overlaps(a, b)))

  it('never lets two bindings stand at one instant, and finds nothing to do the second time', () => {
    fc.assert(
      fc.property(fc.array(binding, { maxLength: 6 }), fc.array(binding, { maxLength: 4 }), (wanted, held) => {
        const known = held
          .filter((one, at) => apart([...held.slice(0, at), one]))
          .map((one, at) => ({ id: `${at}`, ...one }))
        fc.pre(apart(known))
        const rows = wanted.map((one, at) => ({ rowNo: at + 2, ...one }))
        const { verdicts, after } = planBindings(rows, known)
        expect(verdicts.size).toBe(rows.length)
        expect(apart(after)).toBe(true)
        const again = planBindings(
          rows.filter(({ rowNo }) => verdicts.get(rowNo)!.state !== 'refused'),
          after.map((one, at) => ({ ...one, id: `${at}` })),
        )
        expect([...again.verdicts.values()].every(({ state }) => state === 'unchanged')).toBe(true)
      }),
      { seed: 7, numRuns: 2_000 },
    )
  })
})
