import type { Refusal } from '../../core/errors.ts'

export const errors = {
  shape: { status: 422, 'zh-CN': '格式不正确', 'en-US': 'Not of the right form' },
  length: { status: 422, 'zh-CN': '最多 {max} 个字符，不含换行', 'en-US': 'At most {max} characters, in one line' },
  range: { status: 422, 'zh-CN': '须为 {min}–{max} 的整数', 'en-US': 'A whole number from {min} to {max}' },
  bothLanguages: {
    status: 422,
    'zh-CN': '中文和英文须同时填写，或同时留空',
    'en-US': 'Fill in both languages or neither',
  },
  idleOverAbsolute: {
    status: 422,
    'zh-CN': '闲置时长不能超过最长时长',
    'en-US': 'The idle time cannot be longer than the whole session',
  },
  allZero: { status: 422, 'zh-CN': '至少一项权重大于 0', 'en-US': 'At least one weight must be above 0' },
  order: {
    status: 422,
    'zh-CN': '级别越低，时限不能越短',
    'en-US': 'A lower level cannot have less time than a higher one',
  },
  menu: { status: 422, 'zh-CN': '菜单项 {at} 不正确', 'en-US': 'The menu line {at} is not right' },
} as const satisfies Record<string, Refusal>
