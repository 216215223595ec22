import { spawn } from 'node:child_process'
import { checkNode, install, root, say, tool } from './lib.mjs'

/** The server from its sources, restarted on change, and the front door with hot reload beside it. */
checkNode()
install()
say('The front door is at http://127.0.0.1:5173')
const children = [
  ['tsx', ['watch', '--clear-screen=false', 'src/server/main.ts']],
  ['vite', ['--clearScreen', 'false']],
].map(([name, args]) => spawn(tool(name), args, { cwd: root, stdio: 'inherit' }))

const end = () => {
  for (const child of children) child.kill('SIGTERM')
}
process.on('SIGINT', end)
process.on('SIGTERM', end)
for (const child of children) child.once('exit', end)
