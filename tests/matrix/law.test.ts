import { expect, it } from 'vitest'
import { readRights } from './expected.ts'
import { broken, fieldsWithNeeds, mutantsOf, signedCells, withRule } from './law.ts'

/** Rights asked for inside a verb, which no endpoint, page or column has for its own. */
const INSIDE = ['riskVideos.ban', 'imports.metrics', 'dataStar.read', 'views.publish']
const cells = signedCells()

it('every column that not everybody sees, every right inside a verb and every token’s scope is signed', () => {
  const tokens = ['ingest.write', 'distributions.read', 'videos.read', 'statements.read']
  const wanted = [
    ...fieldsWithNeeds(),
    ...INSIDE.map((name) => `RIGHT ${name}`),
    ...tokens.map((scope) => `TOKEN ${scope}`),
  ]
  expect(
    readRights()
      .map(({ what }) => what)
      .sort(),
  ).toEqual(wanted.sort())
})

it('the law answers every signed cell as signed', () => {
  expect(cells.length).toBeGreaterThan(4_000)
  expect(broken(cells).map(({ what, who }) => `${what} for ${who}`)).toEqual([])
})

it('no change of the law goes unnoticed: a role given or taken, a state or key dropped', () => {
  const mutants = mutantsOf()
  expect(mutants.length).toBeGreaterThan(300)
  expect(
    mutants.filter((mutant) => withRule(mutant, () => broken(cells).length === 0)).map(({ name }) => name),
  ).toEqual([])
})
