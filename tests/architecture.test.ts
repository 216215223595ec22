import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

interface Source {
  path: string
  code: string
  /** Paths inside the project, and names of packages. */
  imports: string[]
}

const sources: Source[] = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
  .map((entry) => {
    const file = join(entry.parentPath, entry.name)
    const code = readFileSync(file, 'utf8')
    const path = relative(root, file).split(sep).join('/')
    const named = [
      ...code.matchAll(
        /(?:^|\s)(?:import|export)\b[^'"`;]*?from\s+['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|^import\s+['"]([^'"]+)['"]/gm,
      ),
    ]
    const imports = named.map(([, from, lazy, plain]) => {
      const name = (from ?? lazy ?? plain)!
      return name.startsWith('.')
        ? relative(root, join(dirname(file), name))
            .split(sep)
            .join('/')
        : name
    })
    return { path, code, imports }
  })

const isTest = ({ path }: Source): boolean => /\.test\.tsx?$/.test(path)
const product = sources.filter((source) => !isTest(source))
const roomOf = (path: string): string => path.split('/')[1]!
const featureOf = (path: string): string | undefined => /^src\/features\/([^/]+)\//.exec(path)?.[1]

/** Which rooms a room may import from. */
const arrows: Record<string, string[]> = {
  core: ['core'],
  kit: ['kit', 'core'],
  features: ['features', 'kit', 'core'],
  server: ['server', 'features', 'kit', 'core'],
  web: ['web', 'features', 'kit', 'core'],
}

/** What core may take from outside: schemas, and a table of names. */
const PURE = ['typebox', '@vant/area-data']

const breaches = (isBreach: (source: Source, imported: string) => boolean): string[] =>
  product.flatMap((source) =>
    source.imports.filter((imported) => isBreach(source, imported)).map((imported) => `${source.path} → ${imported}`),
  )
const inside = (imported: string): boolean => imported.startsWith('src/')

describe('the house', () => {
  it('reads its own files', () => {
    expect(product.length).toBeGreaterThan(50)
    expect(product.flatMap(({ imports }) => imports).filter(inside).length).toBeGreaterThan(100)
  })

  it('has arrows in one direction: core → kit → features → server | web', () => {
    expect(
      breaches(({ path }, imported) => inside(imported) && !arrows[roomOf(path)]!.includes(roomOf(imported))),
    ).toEqual([])
  })

  it('keeps features apart', () => {
    const isForeign = ({ path }: Source, imported: string) =>
      !!featureOf(path) && !!featureOf(imported) && featureOf(path) !== featureOf(imported)
    expect(breaches(isForeign)).toEqual([])
  })

  it('has a pure core: no React, no database, no files, no clock', () => {
    expect(
      breaches(({ path }, imported) => roomOf(path) === 'core' && !inside(imported) && !PURE.includes(imported)),
    ).toEqual([])
    const clocks = product.filter(
      ({ path, code }) => roomOf(path) === 'core' && /Date\.now\(\)|new Date\(\)/.test(code),
    )
    expect(clocks.map(({ path }) => path)).toEqual([])
  })

  it('never lets SQL and screens of a feature meet', () => {
    const isScreen = (path: string) => /^src\/features\/[^/]+\/(screen|parts)/.test(path) || roomOf(path) === 'web'
    const isServerSide = (path: string) =>
      /(^|\/)(sql|server)(\.ts$|\/)/.test(path) || path === 'sql-template-tag' || path === 'pg'
    expect(breaches(({ path }, imported) => isScreen(path) && isServerSide(imported))).toEqual([])
    expect(breaches(({ path }, imported) => isServerSide(path) && isScreen(imported))).toEqual([])
  })

  it('opens uploads in one file only', () => {
    const openers = product.filter(({ code }) => /\.parts\(|\.saveRequestFiles\(|request\.file\(/.test(code))
    expect(openers.map(({ path }) => path)).toEqual(['src/server/http/uploads.ts'])
    expect(product.filter(({ imports }) => imports.includes('@fastify/multipart')).map(({ path }) => path)).toEqual([
      'src/server/app.ts',
    ])
  })

  it('keeps the server’s third parties in the machine room', () => {
    const usersOf = (name: string) => product.filter(({ imports }) => imports.includes(name)).map(({ path }) => path)
    for (const name of ['fastify', 'pg', 'graphile-worker', '@node-rs/argon2'])
      expect(
        usersOf(name).every((path) => path.startsWith('src/server/')),
        name,
      ).toBe(true)
    expect(usersOf('ajv').every((path) => path.startsWith('src/server/http/'))).toBe(true)
  })

  it('names no role to decide a right outside the access table, the row scope and the account rules', () => {
    const naming = product.filter(
      ({ path, code }) =>
        roomOf(path) === 'server' && !path.startsWith('src/server/db/') && /accessRoles\s*(===|!==|==)/.test(code),
    )
    expect(naming.map(({ path }) => path)).toEqual([])
  })
})
