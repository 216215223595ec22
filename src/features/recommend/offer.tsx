import { IconThumbUp } from '@tabler/icons-react'
import { lazy } from 'react'
import type { Offer } from '../../kit/hooks/offers.tsx'

/** Makes drafts of videos, on the list of videos. */
export const recommendVideo: Offer = {
  list: 'data',
  permission: 'recommend.write',
  label: { 'zh-CN': '推荐', 'en-US': 'Recommend' },
  icon: <IconThumbUp size={16} stroke={1.6} />,
  Form: lazy(() => import('./parts/OfferForm.tsx')),
}
