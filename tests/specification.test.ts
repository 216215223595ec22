import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { specificationFile, specificationPage, specificationRows } from '../scripts/specification.ts'
import { type Route, routes } from '../src/core/access.ts'
import { screens } from '../src/web/screens.ts'
import settings from '../src/web/settings.json' with { type: 'json' }

/**
 * docs/specification.tsv: every noun of the specification, where it is, and the test that shows it. A place is a file, or
 * a file and words in it (`#`); a test is a file, or a file and words of its title (`›`).
 */
const rows = specificationRows()
const root = join(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

const flat = (all: readonly Route[]): Route[] =>
  all.flatMap((route) => (route.children ? flat(route.children) : [route]))
const pages = flat(routes)

describe('the table of the specification', () => {
  it('has no empty cell and no row twice', () => {
    for (const row of rows)
      for (const [name, cell] of Object.entries(row)) expect(cell, `${name} of ${row.noun}`).not.toBe('')
    const named = rows.map(({ kind, noun }) => `${kind} ${noun}`)
    expect(named).toEqual([...new Set(named)])
  })

  it('has every page there is, and each has its screen', () => {
    const listed = rows.filter(({ kind }) => kind === 'screen').map(({ noun }) => noun)
    expect(listed.sort()).toEqual(pages.map(({ path, name }) => `${path} (${name})`).sort())
    expect(
      pages.filter(({ name }) => name !== 'login' && !Object.hasOwn(screens, name!)).map(({ path }) => path),
    ).toEqual([])
  })

  it('has nothing missing', () => {
    const missing = rows.filter(({ where, test }) => where === 'missing' || test === 'missing')
    expect(missing.map(({ noun }) => noun)).toEqual([])
  })

  it('has the nouns of the specification’s sections', () => {
    const nounsOf = (kind: string) => rows.filter((row) => row.kind === kind).map(({ noun }) => noun)
    expect(
      nounsOf('setting')
        .map((noun) => noun.split(',')[0])
        .sort(),
    ).toEqual(Object.keys(settings).sort())
    expect(nounsOf('role').slice(0, 5)).toEqual(['admin', 'leader', 'coo', 'partner', 'supplier'])
    expect(nounsOf('endpoint')).toEqual(
      expect.arrayContaining([
        'POST /api/user/login',
        'POST /api/user/logout',
        'POST /api/user/info',
        'POST /api/user/menu',
        'GET /api/message/list',
        'POST /api/message/read',
        'GET /api/content-data',
        'GET /api/popular/list',
      ]),
    )
    for (const [kind, least] of Object.entries({
      field: 36,
      state: 16,
      error: 10,
      constant: 10,
      rule: 6,
      workplace: 15,
      'settings drawer': 17,
    }))
      expect(nounsOf(kind).length, kind).toBeGreaterThanOrEqual(least)
  })

  it.each(rows.map((row) => [`${row.kind}: ${row.noun}`, row] as const))('%s', (_, { where, test }) => {
    for (const place of where.split('; ')) {
      const [file, words] = place.split(/#(.*)/s)
      expect(existsSync(join(root, file!)), file).toBe(true)
      if (words) expect(read(file!).includes(words), place).toBe(true)
    }
    const [file, words] = test.split(/ › |#(?=\w)/)
    expect(existsSync(join(root, file!)), file).toBe(true)
    if (words) expect(read(file!).includes(words), test).toBe(true)
  })

  it('is drawn as it stands', () => {
    expect(readFileSync(specificationFile, 'utf8')).toBe(specificationPage())
  })
})

it('the progress bar has the constants of the specification', () => {
  const [, given] = /NProgress\.configure\(\{([^}]*)\}/.exec(read('src/web/router.tsx'))!
  for (const constant of [
    'minimum: 0.08',
    'speed: 200',
    'trickleRate: 0.02',
    'trickleSpeed: 800',
    'showSpinner: false',
  ])
    expect(given).toContain(constant)
})
