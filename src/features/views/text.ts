import type { Refusal } from '../../core/errors.ts'

export const errors = {
  NAME_EMPTY: { status: 400, 'zh-CN': '请输入视图名称', 'en-US': 'Give the view a name' },
  TOO_MANY_VIEWS: {
    status: 422,
    'zh-CN': '每个列表最多保存 {limit} 个视图，请先删除不用的',
    'en-US': 'A list keeps at most {limit} views; delete one first',
  },
} as const satisfies Record<string, Refusal>
