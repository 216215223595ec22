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

export default defineConfig({
  root: 'src/web',
  plugins: [noSchemas, react()],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    // Inlined files would need `data:` sources for scripts and styles in the Content-Security-Policy.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1000,
    // What the first page needs comes as one file instead of a dozen.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'base', tags: ['$initial'] }] } } },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: { '/api': server, '/healthz': server, '/readyz': server },
  },
})
