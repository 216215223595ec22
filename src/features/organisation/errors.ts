import type { Refusal } from '../../core/errors.ts'

export const errors = {
  NAME_TAKEN: { status: 422, 'zh-CN': '名称已存在', 'en-US': 'This name is taken' },
  CODE_TAKEN: { status: 422, 'zh-CN': '编码已存在', 'en-US': 'This code is taken' },
  UID_TAKEN: { status: 422, 'zh-CN': '该平台已有此达人', 'en-US': 'This platform has a creator of that id' },
  LINE_NOT_FOUND: { status: 422, 'zh-CN': '业务线不存在', 'en-US': 'No such business line' },
  TEAM_NOT_FOUND: { status: 422, 'zh-CN': '团队不存在', 'en-US': 'No such team' },
  TEAM_CYCLE: { status: 422, 'zh-CN': '不能移到自己或自己的下级', 'en-US': 'A team cannot go below itself' },
  TEAM_LINE: { status: 422, 'zh-CN': '只能移到同一业务线的团队', 'en-US': 'Only below a team of the same line' },
  TEAM_DEPTH: { status: 422, 'zh-CN': '团队最多 {most} 级', 'en-US': 'Teams go {most} levels deep at most' },
  CONTRACT_ORDER: { status: 422, 'zh-CN': '合同结束早于开始', 'en-US': 'The contract ends before it begins' },
  BAD_DAY: { status: 422, 'zh-CN': '日期不存在', 'en-US': 'There is no such day' },
  REASON_REQUIRED: { status: 422, 'zh-CN': '请填写原因', 'en-US': 'Give a reason' },
  PARTNER_NOT_FOUND: { status: 422, 'zh-CN': '合作方不存在', 'en-US': 'No such partner' },
  PARTNER_CLOSED: { status: 422, 'zh-CN': '合作方已冻结或终止', 'en-US': 'The partner is frozen or has ended' },
  BINDING_ORDER: { status: 422, 'zh-CN': '结束日期早于开始日期', 'en-US': 'The last day is before the first' },
  BINDING_OVERLAPS: {
    status: 422,
    'zh-CN': '与“{partner}”的绑定时间重叠',
    'en-US': 'Overlaps the time with “{partner}”',
  },
  BINDING_ENDED: { status: 422, 'zh-CN': '绑定已结束', 'en-US': 'The binding has ended' },
  END_IN_PAST: {
    status: 422,
    'zh-CN': '最后一天不能早于今天：已发布作品的归属不变',
    'en-US': 'The last day is today at the earliest: works that are out keep their owner',
  },
} as const satisfies Record<string, Refusal>
