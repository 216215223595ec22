import type { Refusal } from '../../core/errors.ts'

export const errors = {
  BAD_SETTING: { status: 400, 'zh-CN': '设置的内容不正确', 'en-US': 'This setting cannot be read' },
  TOO_MANY_SETTINGS: {
    status: 422,
    'zh-CN': '最多保存 {limit} 项设置',
    'en-US': 'At most {limit} settings are kept',
  },
} as const satisfies Record<string, Refusal>
