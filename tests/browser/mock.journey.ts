import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(js|mjs|html)$/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'))

test('what is built contains no mock answers', () => {
  const mark = /MOCK_MESSAGE = '([^']+)'/.exec(readFileSync('src/web/mock/mock.ts', 'utf8'))![1]!
  const built = [...filesIn('dist/web'), ...filesIn('dist/server')]
  expect(built.length).toBeGreaterThan(10)
  // Of the mock's neighbours something is there, so that the search would find it.
  expect(built.some((code) => code.includes('arco-locale'))).toBe(true)
  expect(built.filter((code) => code.includes(mark) || code.includes('DEBUG_MOCK'))).toEqual([])
})
