import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { build } from 'esbuild'
import { build as buildWeb } from 'vite'
import { root, sourcesHash, stamp } from './lib.mjs'

/** The server and the threads it starts, with packages left in node_modules; the front door with its compressed twins. */
const hash = sourcesHash()
process.chdir(root)
rmSync('dist', { recursive: true, force: true })
await Promise.all([
  build({
    entryPoints: { main: 'src/server/main.ts', importWorker: 'src/features/imports/parse/worker.ts' },
    outdir: 'dist/server',
    bundle: true,
    packages: 'external',
    platform: 'node',
    target: 'node20',
    format: 'esm',
    sourcemap: true,
    logLevel: 'warning',
  }),
  buildWeb({ logLevel: 'warn' }).then(compressWeb),
])
mkdirSync('dist', { recursive: true })
writeFileSync(stamp, hash)

/** Best compression once here instead of a quick one at every request. */
async function compressWeb() {
  const files = readdirSync('dist/web', { recursive: true }).filter((name) => /\.(js|css|html|svg|json)$/.test(name))
  await Promise.all(
    files.map(async (name) => {
      const path = join('dist/web', name)
      const bytes = readFileSync(path)
      if (bytes.length < 1024) return
      writeFileSync(`${path}.br`, await promisify(brotliCompress)(bytes))
      writeFileSync(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }))
    }),
  )
}
