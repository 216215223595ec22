import { IconShare } from '@tabler/icons-react'
import { lazy } from 'react'
import type { Offer } from '../../kit/hooks/offers.tsx'

/** On the rows of the data list: into the campaign wizard. Its words are its own, so that the wizard's stay out of the first page. */
export const distribute: Offer = {
  list: 'data',
  permission: 'campaigns.write',
  label: { 'zh-CN': '分发', 'en-US': 'Distribute' },
  icon: <IconShare size={16} stroke={1.6} />,
  Form: lazy(() => import('./DistributeForm.tsx')),
}
