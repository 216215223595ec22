import { spawnSync } from 'node:child_process'

/**
 * The long form of tests/fuzz: `npm run fuzz -- --cases 2000 --seed 7`. So many hostile requests per endpoint, the same
 * ones for the same seed.
 */
const option = (name: string, fallback: string): string => {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? fallback : (process.argv[at + 1] ?? fallback)
}
const { status } = spawnSync('node_modules/.bin/vitest', ['run', 'tests/fuzz'], {
  stdio: 'inherit',
  env: { ...process.env, FUZZ_CASES: option('cases', '1000'), FUZZ_SEED: option('seed', '20261120') },
})
process.exitCode = status ?? 1
