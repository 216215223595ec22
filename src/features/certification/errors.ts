import type { Refusal } from '../../core/errors.ts'

export const errors = {
  PAPER_NUMBER: { status: 422, 'zh-CN': '证件号码不正确', 'en-US': 'This is no number of such a paper' },
  ORGANISATION_CODE: {
    status: 422,
    'zh-CN': '统一社会信用代码不正确',
    'en-US': 'This is no unified social credit code',
  },
  ENTERPRISE_NEEDED: { status: 422, 'zh-CN': '请填写企业信息', 'en-US': 'Give what the enterprise’s paper says' },
  PAPER_ENDED: { status: 422, 'zh-CN': '证件已过有效期', 'en-US': 'The paper has ended' },
  BAD_DAY: { status: 422, 'zh-CN': '日期不存在', 'en-US': 'There is no such day' },
  NAME_SHORT: { status: 422, 'zh-CN': '请填写完整名称', 'en-US': 'Give the whole name' },
  AUDITING_ALREADY: {
    status: 422,
    'zh-CN': '已有认证在审核中，撤回后可重新提交',
    'en-US': 'An application is being looked at; withdraw it to send another',
  },
  REASON_REQUIRED: { status: 422, 'zh-CN': '请填写驳回原因', 'en-US': 'Give a reason' },
} as const satisfies Record<string, Refusal>
