import '../../kit/theme/styles.ts'
import { createRoot } from 'react-dom/client'
import { Gallery } from './Gallery.tsx'

createRoot(document.getElementById('root')!).render(<Gallery />)
