import { defineConfig } from 'vitest/config'
import { openFences } from './tests/mutation/fences.ts'

/** `npm run mutate`: the fences around rows are taken away one at a time, and somebody has to notice. */
export default defineConfig({
  plugins: [openFences],
  test: {
    include: ['tests/mutation/*.mutation.ts'],
    globalSetup: 'tests/setup.ts',
    // Before anything of the product is loaded.
    setupFiles: 'tests/mutation/fences.ts',
    environment: 'node',
    testTimeout: 1_800_000,
    hookTimeout: 60_000,
  },
})
