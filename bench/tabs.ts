/**
 * `npm run bench:tabs`: two hundred tabs of every screen opened and closed in the real tab bar (`-- 60` for another
 * number). Memory, nodes and listeners must come back to within a tenth of what they were after one round of all screens.
 * Needs `npm run build`.
 */
import { spawnSync } from 'node:child_process'

const { status } = spawnSync(
  'npx',
  ['vitest', 'run', '-c', 'vitest.browser.config.ts', '--maxWorkers=1', 'tests/browser/tabs.journey.ts'],
  { stdio: 'inherit', env: { ...process.env, TABS: process.argv[2] ?? '200' }, shell: process.platform === 'win32' },
)
process.exit(status ?? 1)
