import type { Refusal } from '../../core/errors.ts'

/** What may be wrong with a day, wherever it came from. */
export const errors = {
  date: { status: 422, 'zh-CN': '日期不正确：{value}', 'en-US': 'Not a date: {value}' },
  otherYear: { status: 422, 'zh-CN': '{value} 不在 {year} 年', 'en-US': '{value} is not in {year}' },
  twice: { status: 422, 'zh-CN': '{value} 出现了两次', 'en-US': '{value} is there twice' },
  kind: {
    status: 422,
    'zh-CN': '类型应为“休”或“班”：{value}',
    'en-US': 'The kind is “holiday” or “work”: {value}',
  },
  name: {
    status: 422,
    'zh-CN': '{value} 缺少名称，或名称超过 40 个字符',
    'en-US': '{value} needs a name of at most 40 characters',
  },
  weekday: {
    status: 422,
    'zh-CN': '{value} 不是周末，本来就要上班',
    'en-US': '{value} is no weekend and is worked anyway',
  },
} as const satisfies Record<string, Refusal>

export type DayFault = keyof typeof errors
