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

/** Small parts that screens of every kind share, the first page among them; not what the pages of settings alone need. */
const PARTS =
  /src[\\/](core[\\/](?!settings|menuTree|export|schedule)|kit[\\/](format[\\/](?!listCsv)|feedback(?![\\/]ShownOnce)|hooks|layout|chart|list[\\/](KpiStrip|PlainTable|Delta|Tag|Status|text|kpi|plainTable)))|node_modules[\\/](@tabler|@tanstack[\\/](react-query|query-core)|@mantine[\\/]core[\\/].*(SegmentedControl|FloatingIndicator|Skeleton|VisuallyHidden))/
/** What opens over a page: menus, tips and short messages, but not the tour; the shell fetches it after the first screen. */
const LATE =
  /src[\\/]web[\\/]shell[\\/]late\.tsx|node_modules[\\/](@floating-ui|react-transition-group|react-remove-scroll|@mantine[\\/](notifications|core[\\/](?!.*[\\/]Tour[\\/]).*(Menu|Popover|Tooltip|Transition|Portal|FocusTrap)))/
/** What a list shows when somebody asks: its menus, settings, figures and the bar of a selection. */
const LATE_LISTS = /src[\\/]kit[\\/]list[\\/]late[\\/]/
/**
 * What only lists, forms and drawers need, and the contract of videos, which several of them and the palette ask; not what
 * opens later (calendars, secrets, the palette and the tour with their keys) or stands in few forms (numbers).
 */
const LISTS =
  /src[\\/]features[\\/]data[\\/]contract|src[\\/]kit[\\/](?!list[\\/](filters[\\/]Calendar|late|Schedule|schedule)|form[\\/]dates|format[\\/]listCsv|feedback[\\/]ShownOnce)|node_modules[\\/]((?!@mantine[\\/](form|dates|hooks[\\/].*use-hotkeys|core[\\/].*NumberInput))@mantine|@tanstack|@floating-ui)/

export default defineConfig({
  root: 'src/web',
  plugins: [noSchemas, react()],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    // Inlined files would need `data:` sources for scripts and styles in the Content-Security-Policy.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1000,
    // What the first page needs comes as one file, what screens share as a second and a third, instead of two dozen.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'base', tags: ['$initial'], priority: 3 },
            { name: 'parts', test: PARTS, minShareCount: 2, priority: 2 },
            { name: 'late', test: LATE, priority: 1.5 },
            { name: 'lists', test: LISTS, minShareCount: 2, priority: 1 },
            { name: 'lists-late', test: LATE_LISTS, priority: 0.5 },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: { '/api': server, '/ingest': server, '/healthz': server, '/readyz': server },
  },
})
