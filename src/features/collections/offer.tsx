import { IconFolderPlus } from '@tabler/icons-react'
import { lazy } from 'react'
import type { Offer } from '../../kit/hooks/offers.tsx'
import { text } from './text.ts'

/** On the rows of the data list: into a collection. */
export const addToCollection: Offer = {
  list: 'data',
  permission: 'collections.write',
  label: { 'zh-CN': text['zh-CN'].actions.addTo, 'en-US': text['en-US'].actions.addTo },
  icon: <IconFolderPlus size={16} stroke={1.6} />,
  Form: lazy(() => import('./parts/AddToForm.tsx')),
}
