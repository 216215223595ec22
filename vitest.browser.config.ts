import { defineConfig } from 'vitest/config'

/** Journeys in a real browser against the built server with its demo world: `npm run build` first. */
export default defineConfig({
  test: {
    include: ['tests/browser/**/*.journey.ts'],
    globalSetup: 'tests/browser/setup.ts',
    environment: 'node',
    // One world for all journeys: they run one after another.
    fileParallelism: false,
    testTimeout: 90_000,
    hookTimeout: 90_000,
  },
})
