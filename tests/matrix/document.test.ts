import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { accessFile, accessPage } from '../../scripts/docs.ts'
import { features } from '../../src/server/features.ts'

it('docs/access.md is what npm run docs writes today', () => {
  expect(readFileSync(accessFile, 'utf8')).toBe(accessPage(features))
})
