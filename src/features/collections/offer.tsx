import { IconFolderPlus } from '@tabler/icons-react'
import { lazy } from 'react'
import type { Offer } from '../../kit/hooks/offers.tsx'

/** On the rows of the data list: into a collection. */
export const addToCollection: Offer = {
  list: 'data',
  permission: 'collections.write',
  label: { 'zh-CN': '加入集合', 'en-US': 'Add to collection' },
  icon: <IconFolderPlus size={16} stroke={1.6} />,
  Form: lazy(() => import('./parts/AddToForm.tsx')),
}
