import { IconShieldExclamation } from '@tabler/icons-react'
import { lazy } from 'react'
import type { Offer } from '../../kit/hooks/offers.tsx'

/** On the rows of the data list: to the risk queue. */
export const sendToRisk: Offer = {
  list: 'data',
  permission: 'riskVideos.write',
  label: { 'zh-CN': '送风险', 'en-US': 'Send to risk' },
  icon: <IconShieldExclamation size={16} stroke={1.6} />,
  Form: lazy(() => import('./parts/FlagForm.tsx')),
}
