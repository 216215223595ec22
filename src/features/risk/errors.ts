import type { Refusal } from '../../core/errors.ts'

export const errors = {
  CLAIMED_BY_OTHER: {
    status: 409,
    'zh-CN': '{name} 正在处理此案件',
    'en-US': '{name} is working on this case',
  },
  NOT_YOURS: { status: 422, 'zh-CN': '请先领取此案件', 'en-US': 'Take this case first' },
  ROWS_NOT_FOUND: {
    status: 404,
    'zh-CN': '{count} 条无权限或不存在，未做任何修改',
    'en-US': '{count} not found or not yours; nothing was changed',
  },
  TOO_MANY_CASES: {
    status: 422,
    'zh-CN': '一次最多处理 {limit} 个案件',
    'en-US': 'At most {limit} cases at once',
  },
  POLICY_REQUIRED: { status: 422, 'zh-CN': '请选择适用规则', 'en-US': 'Choose the policy that applies' },
  POLICY_UNKNOWN: { status: 422, 'zh-CN': '规则不存在或已停用', 'en-US': 'No such policy, or it is no longer used' },
  POLICY_OTHER_LABEL: {
    status: 422,
    'zh-CN': '规则 {code} 不适用于此风险标签',
    'en-US': 'Policy {code} does not apply to this label',
  },
  REASON_REQUIRED: {
    status: 422,
    'zh-CN': '请用两种语言填写理由（各 2–500 字）',
    'en-US': 'Give the reason in both languages (2–500 characters each)',
  },
  NONE_ALONE: {
    status: 422,
    'zh-CN': '「无违规」不能与其他处置同时选择',
    'en-US': '“No breach” cannot be combined with other measures',
  },
  BAN_SCOPE: { status: 422, 'zh-CN': '请选择停合作的对象', 'en-US': 'Choose who is suspended' },
  BAN_TARGET: { status: 422, 'zh-CN': '该作品没有可停合作的对象', 'en-US': 'This work has nobody to suspend' },
  BAN_PARTNER: {
    status: 403,
    'zh-CN': '停止与整个合作方合作需由管理员或运营负责人决定',
    'en-US': 'Only administrators and operations leads may suspend a whole partner',
  },
  SECOND_PERSON: {
    status: 422,
    'zh-CN': 'P0 案件放行需由第二人复核',
    'en-US': 'A P0 case is released by a second person only',
  },
  P0_ONE_BY_ONE: {
    status: 422,
    'zh-CN': 'P0 案件不能批量放行',
    'en-US': 'P0 cases cannot be released in bulk',
  },
  UNDO_OVER: {
    status: 422,
    'zh-CN': '只能在 10 秒内撤回自己的处置',
    'en-US': 'Only your own decision can be undone, within 10 seconds',
  },
  APPEAL_USED: { status: 422, 'zh-CN': '已使用申诉机会', 'en-US': 'The appeal has been used' },
  APPEAL_LATE: { status: 422, 'zh-CN': '已超过 7 天期限', 'en-US': 'The seven days are over' },
  NOTHING_TO_APPEAL: {
    status: 422,
    'zh-CN': '该案件没有需要申诉或整改的处置',
    'en-US': 'This case has no measure to answer',
  },
  FIX_USED: { status: 422, 'zh-CN': '已提交过整改', 'en-US': 'It was already reported as fixed' },
  TEXT_LENGTH: {
    status: 400,
    'zh-CN': '请填写 {min}–{max} 个字，目前 {count} 个',
    'en-US': 'Write {min} to {max} characters; there are {count}',
  },
  OPEN_CASE_EXISTS: {
    status: 422,
    'zh-CN': '该作品已有同一标签的未结案件',
    'en-US': 'The work has an open case of the same label already',
  },
  NOTHING_TO_MERGE: {
    status: 422,
    'zh-CN': '该作品没有可并入的其他案件',
    'en-US': 'There is no other open case of this work to join',
  },
  NO_SUCH_REVIEWER: { status: 422, 'zh-CN': '该同事无权处理', 'en-US': 'This colleague may not handle it' },
  BAD_LINK: {
    status: 400,
    'zh-CN': '无法识别链接，请粘贴抖音、快手、B站、西瓜、头条或视频号的作品链接',
    'en-US':
      'This link is not recognised; paste the link of a work on Douyin, Kuaishou, Bilibili, Xigua, Toutiao or Channels',
  },
  MACHINE_CLOSED: { status: 422, 'zh-CN': '机审接入已关闭', 'en-US': 'Machine signals are not taken at present' },
  BAD_SIGNAL: { status: 422, 'zh-CN': '{field} 缺失或无效', 'en-US': '{field} is missing or not valid' },
  UNKNOWN_WORK: { status: 422, 'zh-CN': '没有此作品', 'en-US': 'No such work' },
  REPORTS_CLOSED: { status: 422, 'zh-CN': '举报入口已关闭', 'en-US': 'Reports are not taken at present' },
} as const satisfies Record<string, Refusal>
