import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { checkNode, install, isBuilt, root, runQuietly, say, stop } from './lib.mjs'

checkNode()
install()
if (!isBuilt()) {
  say('Building')
  runQuietly(process.execPath, [join(root, 'scripts', 'build.mjs')])
}
const server = join(root, 'dist', 'server', 'main.js')
if (!existsSync(server)) stop(`There is no ${server}: run npm run build and read what it says`)
process.env.NODE_ENV ??= 'production'
process.chdir(root)
await import(server)
