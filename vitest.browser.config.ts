import { defineConfig } from 'vitest/config'

/** Journeys in a real browser against the built server with its demo world: `npm run build` first. */
export default defineConfig({
  test: {
    include: ['tests/browser/**/*.journey.ts'],
    globalSetup: 'tests/browser/setup.ts',
    environment: 'node',
    // Each worker has a server and a world of its own; the files of one worker run one after another.
    maxWorkers: 2,
    testTimeout: 90_000,
    hookTimeout: 90_000,
    // As long as Playwright waits for a place of the page: a menu may be a file of its own that is still on its way.
    expect: { poll: { timeout: 30_000 } },
  },
})
