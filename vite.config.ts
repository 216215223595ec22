import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const server = `http://127.0.0.1:${process.env.PORT ?? 8080}`

/** The browser reads contracts for their paths alone: the schema library stays out of its bundle. */
const noSchemas: Plugin = {
  name: 'no-schemas',
  apply: 'build',
  enforce: 'pre',
  resolveId: (id) => (id === 'typebox' ? fileURLToPath(new URL('./src/web/noSchemas.ts', import.meta.url)) : undefined),
}

/** The list kit and the library parts screens share; calendars, charts and the editor stay chunks of their own. */
const LISTS =
  /src[\\/]kit[\\/](list|form|feedback)|node_modules[\\/](@mantine[\\/](core|hooks|form)|@tabler|@tanstack|@floating-ui)/

export default defineConfig({
  root: 'src/web',
  plugins: [noSchemas, react()],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    // Inlined files would need `data:` sources for scripts and styles in the Content-Security-Policy.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1000,
    // What the first page needs comes as one file, what the lists share as a second, instead of two dozen.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'base', tags: ['$initial'], priority: 2 },
            { name: 'lists', test: LISTS, minShareCount: 2, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: { '/api': server, '/healthz': server, '/readyz': server },
  },
})
