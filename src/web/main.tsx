import '../kit/theme/styles.ts'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { applyLanguage, usePreferences } from './preferences.ts'

applyLanguage(usePreferences.getState().language)
createRoot(document.getElementById('root')!).render(<App />)
