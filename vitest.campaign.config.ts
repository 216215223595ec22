import { defineConfig } from 'vitest/config'

/** What takes an hour in a real browser, against the built server with its demo world: `npm run build` first. */
export default defineConfig({
  test: {
    include: ['tests/browser/**/*.campaign.ts'],
    globalSetup: ['tests/browser/setup.ts', 'tests/setup.ts'],
    environment: 'node',
    maxWorkers: 1,
    maxConcurrency: 2,
    testTimeout: 3_600_000,
    hookTimeout: 90_000,
  },
})
