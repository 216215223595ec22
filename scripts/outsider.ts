import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { features } from '../src/server/features.ts'
import { documentOf } from '../src/server/http/document.ts'

/**
 * `npm run outsider`: the API document, read by two programs of other people. They are installed under .cache, at the
 * versions named here, and are no part of the product.
 */
const TOOLS = { '@redocly/cli': '2.77.0', '@seriousme/openapi-schema-validator': '2.11.0' }

const folder = join(fileURLToPath(new URL('..', import.meta.url)), '.cache', 'outsider')
const run = (command: string, args: string[]): number =>
  spawnSync(command, args, { cwd: folder, stdio: 'inherit' }).status ?? 1

mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: TOOLS }))
if (
  !existsSync(join(folder, 'node_modules', '@redocly', 'cli')) &&
  run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund']) !== 0
)
  process.exit(1)
writeFileSync(join(folder, 'openapi.json'), JSON.stringify(documentOf(features)))
// Words of one segment beside an id are what the router is for: the fixed one goes first.
writeFileSync(
  join(folder, 'redocly.yaml'),
  'extends: [recommended]\nrules:\n  no-ambiguous-paths: off\n  tag-description: off\n',
)
writeFileSync(
  join(folder, 'validate.mjs'),
  `import { Validator } from '@seriousme/openapi-schema-validator'
const { valid, errors } = await new Validator().validate('./openapi.json')
console.log(valid ? 'schema of OpenAPI 3.1: valid' : JSON.stringify(errors, null, 1))
process.exit(valid ? 0 : 1)
`,
)
process.exit(
  run('node', ['validate.mjs']) + run('node_modules/.bin/redocly', ['lint', 'openapi.json', '--format=summary'])
    ? 1
    : 0,
)
