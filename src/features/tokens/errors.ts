import type { Refusal } from '../../core/errors.ts'

export const errors = {
  NAME_EMPTY: { status: 400, 'zh-CN': '请输入令牌名称', 'en-US': 'Give the token a name' },
  SCOPE_NOT_YOURS: {
    status: 422,
    'zh-CN': '你没有 {scope} 权限，不能把它交给令牌',
    'en-US': 'You do not have the scope {scope}, so you cannot give it to a token',
  },
  TOO_MANY_TOKENS: {
    status: 422,
    'zh-CN': '每人最多 {limit} 个有效令牌，请先吊销不用的',
    'en-US': 'At most {limit} living tokens each; revoke one first',
  },
} as const satisfies Record<string, Refusal>
