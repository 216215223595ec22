import type { Refusal } from '../../core/errors.ts'

export const errors = {
  NAME_EMPTY: { status: 400, 'zh-CN': '请输入昵称', 'en-US': 'Enter a nickname' },
  REGION_UNKNOWN: { status: 400, 'zh-CN': '请选择到区县', 'en-US': 'Choose down to the district' },
} as const satisfies Record<string, Refusal>
