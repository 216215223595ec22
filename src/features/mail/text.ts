import { defineText } from '../../core/text.ts'

/** The words of the letters. */
export const text = defineText(
  {
    several: (n: number) => `${n} 条新消息`,
    more: (n: number) => `另有 ${n} 条，请在消息页查看`,
    why: '你选择了用邮件接收这些消息。更改或关闭：',
    change: '通知设置',
  },
  {
    several: (n) => `${n} new messages`,
    more: (n) => `${n} more are in your messages`,
    why: 'You chose to get these by e-mail. To change it or turn it off:',
    change: 'notification settings',
  },
)
