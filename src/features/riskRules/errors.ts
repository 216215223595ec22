import type { Refusal } from '../../core/errors.ts'

export const errors = {
  BAD_THRESHOLD: {
    status: 422,
    'zh-CN': '阈值 {name} 缺失或超出允许范围',
    'en-US': 'The threshold {name} is missing or outside its limits',
  },
} as const satisfies Record<string, Refusal>
