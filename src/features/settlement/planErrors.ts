import type { Refusal } from '../../core/errors.ts'

export const errors = {
  WRONG_PARAMS: { status: 422, 'zh-CN': '参数与该结算产品不符', 'en-US': 'These are not parameters of this product' },
  PARAMS_CONTRADICT: {
    status: 422,
    'zh-CN': '参数 {name} 与其他参数矛盾',
    'en-US': 'The parameter {name} contradicts the others',
  },
  BAD_DAY: { status: 400, 'zh-CN': '日期无效', 'en-US': 'This is not a day' },
  DAY_PASSED: {
    status: 422,
    'zh-CN': '生效日须晚于今天，已计收益不会按新参数重算',
    'en-US': 'A version begins after today: what is earned already is not priced anew',
  },
  VERSION_FOLLOWS: {
    status: 422,
    'zh-CN': '版本 v{number} 已定于 {day} 生效，生效期不能重叠',
    'en-US': 'Version v{number} begins on {day}; versions must not overlap',
  },
  OWN_PROPOSAL: {
    status: 403,
    'zh-CN': '不能审批自己提交的方案，请由另一位管理员审批',
    'en-US': 'You proposed this version; another administrator decides on it',
  },
  REASON_NEEDED: { status: 400, 'zh-CN': '请填写驳回理由', 'en-US': 'Please say why' },
} as const satisfies Record<string, Refusal>
