import type { Refusal } from '../../core/errors.ts'

export const errors = {
  WEBHOOK_ADDRESS: {
    status: 422,
    'zh-CN': '请填写 http 或 https 地址，不含用户名和密码，端口为默认或 1024 以上',
    'en-US': 'Give an http or https address without a name and password, at the default port or one from 1024 on',
  },
  WEBHOOK_INTERNAL: {
    status: 422,
    'zh-CN': '不能使用内网或本机地址',
    'en-US': 'An address of an internal network cannot be used',
  },
  NOTHING_CHOSEN: { status: 422, 'zh-CN': '请至少选择一项', 'en-US': 'Choose at least one' },
  NOT_YOURS_TO_HEAR: {
    status: 422,
    'zh-CN': '你的账号收不到所选的内容',
    'en-US': 'Your account does not get what was chosen',
  },
  WEBHOOK_EXISTS: {
    status: 409,
    'zh-CN': '已设置 Webhook，请刷新后修改',
    'en-US': 'There is a webhook already; reload and change it',
  },
} as const satisfies Record<string, Refusal>
