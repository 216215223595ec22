/**
 * `npm run campaign:money`: what a run shows on samples, at length. A million cases of each property of the amounts; then
 * build, lock, payout and its end killed before every statement and after the commit, in three months (over a hundred
 * kills). Its figures belong into docs/campaigns.md.
 */
import { spawnSync } from 'node:child_process'

const campaigns = [
  ['src/core/settlement', { PROPERTY_CASES: '1000000' }],
  ['tests/faults/money.test.ts', { KILL_STEP: '1', KILL_MONTHS: '3' }],
]
const failed = campaigns.filter(([what, more]) => {
  const { status } = spawnSync('npx', ['vitest', 'run', what, '--testTimeout=1200000'], {
    stdio: 'inherit',
    env: { ...process.env, ...more },
    shell: process.platform === 'win32',
  })
  return status !== 0
})
process.exit(failed.length === 0 ? 0 : 1)
