import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { asvsRows, trustFile, trustPage, trustRows } from '../scripts/trust.ts'

const root = join(import.meta.dirname, '..')

/** A place is a file, or a file and words in it. */
function expectThere(place: string): void {
  const [file, words] = place.split(' › ')
  expect(existsSync(join(root, file!)), place).toBe(true)
  if (words) expect(readFileSync(join(root, file!), 'utf8').includes(words), place).toBe(true)
}

describe('the page of what must not go wrong', () => {
  it('answers all twenty-eight classes', () => {
    expect(trustRows().map((row) => row.class)).toEqual(Array.from({ length: 28 }, (_, n) => String(n + 1)))
  })

  it.each(trustRows().map((row) => [row.class, row.danger, row] as const))(
    'class %s: %s',
    (_, __, { answer, tests }) => {
      expect(answer).toMatch(/\S/)
      for (const test of tests) {
        expect(test).toMatch(/^(?:src|tests)\/\S+\.(?:test|journey)\.tsx? › \S/)
        expectThere(test)
      }
    },
  )

  it.each(asvsRows().map((row) => [row.item, row] as const))(
    'item %s is met where it says, or says why not',
    (item, row) => {
      expect(item).toMatch(/^\d+\.\d+\.\d+$/)
      expect(['1', '2', '3']).toContain(row.level)
      expect(['met', 'not met', 'not applicable']).toContain(row.state)
      expect(row.shown).toMatch(/\S/)
      if (row.state === 'met') for (const place of row.shown.split('; ')) expectThere(place)
    },
  )

  it('has no item twice', () => {
    const items = asvsRows().map(({ item }) => item)
    expect(items).toEqual([...new Set(items)])
  })

  it('is drawn as it stands', () => {
    expect(readFileSync(trustFile, 'utf8')).toBe(trustPage())
  })
})
