import { defineText } from '../../core/text.ts'

export const invitationText = defineText(
  {
    tour: '新手导览',
    invitation: '第一次使用？用两分钟看看与你有关的页面。',
    start: '开始导览',
    decline: '不用了',
  },
  {
    tour: 'Guided tour',
    invitation: 'New here? Two minutes show you the pages that matter to you.',
    start: 'Start the tour',
    decline: 'No, thanks',
  },
)
