import type { Refusal } from '../../core/errors.ts'

export const errors = {
  UNKNOWN_DIMENSION: {
    status: 400,
    'zh-CN': '不能按 {field} 分组，可用：{allowed}',
    'en-US': 'Cannot group by {field}; allowed: {allowed}',
  },
  FUTURE: { status: 400, 'zh-CN': '{field}：不能晚于今天', 'en-US': '{field}: must not be after today' },
} as const satisfies Record<string, Refusal>
