import type { Refusal } from '../../core/errors.ts'

export const errors = {
  UNKNOWN_PAGE: { status: 400, 'zh-CN': '没有可以打开的页面 {name}', 'en-US': 'There is no page {name} you may open' },
} as const satisfies Record<string, Refusal>
