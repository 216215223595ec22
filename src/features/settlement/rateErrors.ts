import type { Refusal } from '../../core/errors.ts'

export const errors = {
  PARTNER_NOT_FOUND: { status: 422, 'zh-CN': '合作方不存在', 'en-US': 'No such partner' },
  BAD_DAY: { status: 400, 'zh-CN': '日期无效', 'en-US': 'This is not a day' },
  END_FIRST: { status: 422, 'zh-CN': '失效日须晚于生效日', 'en-US': 'It must end after it begins' },
  RATE_OVERLAP: {
    status: 422,
    'zh-CN': '与已通过的比例（{from} 至 {before}）生效期重叠',
    'en-US': 'Overlaps an approved rate ({from} to {before})',
  },
  PERIOD_LOCKED: {
    status: 422,
    'zh-CN': '{month} 的结算单 {no} 已锁账，比例最早从 {day} 起生效',
    'en-US': 'The statement {no} of {month} is locked; a rate can begin on {day} at the earliest',
  },
  OWN_PROPOSAL: {
    status: 403,
    'zh-CN': '不能审批自己提交的比例，请由另一位管理员审批',
    'en-US': 'You proposed this rate; another administrator decides on it',
  },
  NOT_PROPOSER: { status: 403, 'zh-CN': '只有提交人可以撤回', 'en-US': 'Only who proposed it can withdraw it' },
  DECIDED: { status: 409, 'zh-CN': '该比例已处理', 'en-US': 'This rate has been decided on' },
  REASON_NEEDED: { status: 400, 'zh-CN': '请填写原因', 'en-US': 'Please say why' },
} as const satisfies Record<string, Refusal>
