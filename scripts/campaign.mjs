/**
 * `npm run campaign:money`: what a run shows on samples, at length. A million cases of each property of the amounts (`-- cases`
 * alone runs these); then a hundred processes killed in build, lock, payout and its end, before every statement and after the
 * commit (`-- kills`). Its figures belong into docs/campaigns.md.
 */
import { spawnSync } from 'node:child_process'

const campaigns = {
  cases: ['src/core/settlement', { PROPERTY_CASES: '1000000' }],
  kills: ['tests/faults/money.test.ts', { KILL_STEP: '1', KILLS: '100' }],
}
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(name in campaigns))
if (unknown.length > 0) {
  console.error(`There is no campaign ${unknown.join(', ')}: cases, kills or nothing for both`)
  process.exit(1)
}
const failed = Object.entries(campaigns).filter(([name, [what, more]]) => {
  if (asked.length > 0 && !asked.includes(name)) return false
  const { status } = spawnSync('npx', ['vitest', 'run', what, '--testTimeout=1200000', '--disable-console-intercept'], {
    stdio: 'inherit',
    env: { ...more, ...process.env },
    shell: process.platform === 'win32',
  })
  return status !== 0
})
process.exit(failed.length === 0 ? 0 : 1)
