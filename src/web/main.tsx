import '../kit/theme/styles.ts'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { applyLanguage, usePreferences } from './preferences.ts'

// Both constants are known when it is built: a production build drops the whole branch.
if (import.meta.env.DEV && import.meta.env.VITE_DEBUG_MOCK === '1')
  window.fetch = (await import('./mock/mock.ts')).withMocks(window.fetch)

applyLanguage(usePreferences.getState().language)
// In slices: nobody's first key press waits for the whole of it.
startTransition(() => createRoot(document.getElementById('root')!).render(<App />))
