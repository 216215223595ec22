import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { checkNode, install, root, run, runQuietly, say, stop, tool } from './lib.mjs'

/** Everything CI checks, from a fresh clone: goes on after a failure and ends with one line of sums. */
checkNode()
install()
installChromium()

const results = mkdtempSync(join(tmpdir(), 'backlot-results-'))
let [passed, failed] = [0, 0]
const broken = []
const failures = []

await check('types', tool('tsc'), ['--noEmit'])
await check('style', tool('biome'), ['check'])
await check('nothing unused', tool('knip'), ['--no-progress'])
await tests('unit and feature tests', [])
const isBuilt = await check('build', process.execPath, [join(root, 'scripts', 'build.mjs')])
const journeys = 'vitest.browser.config.ts'
if (isBuilt && existsSync(join(root, journeys))) await tests('browser journeys', ['--config', journeys])

rmSync(results, { recursive: true })
// Once more at the end, where whoever sees only the last lines of a run finds them.
for (const failure of failures) say(`\n${failure}`)
if (broken.length) say(`\nBroken: ${broken.join(', ')}`)
say(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed ? 1 : 0

/** A check that is one thing: it holds or it does not. */
async function check(name, command, args) {
  say(`\n— ${name}`)
  const { code } = await run(command, args)
  if (code === 0) passed++
  else {
    failed++
    broken.push(name)
  }
  return code === 0
}

/** A run of tests, counted one by one. A run that breaks outside of any test counts as one failure. */
async function tests(name, args) {
  say(`\n— ${name}`)
  const file = join(results, `${broken.length}-${passed}.json`)
  const { code } = await run(tool('vitest'), [
    'run',
    ...args,
    '--reporter=default',
    '--reporter=json',
    `--outputFile=${file}`,
  ])
  const sums = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : { numPassedTests: 0, numFailedTests: 0, testResults: [] }
  passed += sums.numPassedTests
  failed += sums.numFailedTests || (code === 0 ? 0 : 1)
  if (code !== 0) broken.push(name)
  for (const { name: path, message, assertionResults } of sums.testResults) {
    // A file that could not be read or set up has a message of its own and no test that failed.
    if (message) failures.push(`${relative(root, path)}\n${message}`)
    for (const { status, fullName, failureMessages } of assertionResults)
      if (status === 'failed') failures.push(`${relative(root, path)} > ${fullName}\n${failureMessages.join('\n')}`)
  }
}

/** The journeys need a browser, and a font for what it shows; on Debian both are one package away. */
function installChromium() {
  const places = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
  if (places.some((path) => path && existsSync(path))) return
  if (spawnSync('apt-get', ['--version']).status !== 0)
    stop('The browser tests need Chromium: install it and set CHROMIUM to its path')
  say('Installing Chromium and a Chinese font')
  const [command, ...before] = process.getuid() === 0 ? ['apt-get'] : ['sudo', '-n', 'apt-get']
  process.env.DEBIAN_FRONTEND = 'noninteractive'
  runQuietly(command, [...before, 'update'])
  runQuietly(command, [...before, 'install', '-y', '--no-install-recommends', 'chromium', 'fonts-noto-cjk'])
}
