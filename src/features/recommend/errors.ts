import type { Refusal } from '../../core/errors.ts'

export const errors = {
  ROWS_NOT_FOUND: {
    status: 404,
    'zh-CN': '{count} 条无权限或不存在，未做任何修改',
    'en-US': '{count} not found or not yours; nothing was changed',
  },
  TARGET_REQUIRED: { status: 422, 'zh-CN': '请选择推荐对象', 'en-US': 'Choose what is recommended' },
  TARGET_NOT_FOUND: { status: 422, 'zh-CN': '推荐对象不存在', 'en-US': 'No such target' },
  PARTNER_NOT_FOUND: {
    status: 422,
    'zh-CN': '所选合作方不存在',
    'en-US': 'One of the chosen partners does not exist',
  },
  PARTNERS_REQUIRED: { status: 422, 'zh-CN': '请至少选择一个合作方', 'en-US': 'Choose at least one partner' },
  TITLE_REQUIRED: { status: 422, 'zh-CN': '请填写标题', 'en-US': 'Give it a title' },
  END_BEFORE_START: { status: 422, 'zh-CN': '结束时间须晚于开始时间', 'en-US': 'The end must be after the start' },
  DEADLINE_BEFORE_START: {
    status: 422,
    'zh-CN': '领取截止须晚于开始时间',
    'en-US': 'The deadline must be after the start',
  },
  QUOTA_BELOW_CLAIMED: {
    status: 422,
    'zh-CN': '已领取 {claimed} 个，名额不能更少',
    'en-US': '{claimed} are claimed; the quota cannot be lower',
  },
  START_NOT_AHEAD: {
    status: 422,
    'zh-CN': '定时上线需要一个将来的开始时间',
    'en-US': 'Scheduling needs a start that lies ahead',
  },
  NOT_EDITABLE: {
    status: 422,
    'zh-CN': '已过期的推荐不能再修改',
    'en-US': 'An expired recommendation can no longer be changed',
  },
  LIVE_START: {
    status: 422,
    'zh-CN': '已上线的推荐不能改到将来开始，请先下线',
    'en-US': 'It is online; take it offline before moving its start ahead',
  },
  ENDED: { status: 422, 'zh-CN': '截止或结束时间已过，不能上线', 'en-US': 'Its deadline or end has passed' },
  TARGET_REMOVED: {
    status: 422,
    'zh-CN': '推荐对象已下架或已删除，不能上线',
    'en-US': 'Its target was taken down or deleted; it cannot go online',
  },
  TARGET_RISKY: {
    status: 422,
    'zh-CN': '视频存在风险，不能上线，请先处理风险案件',
    'en-US': 'The video is at risk and cannot go online; see its risk case',
  },
  SLOT_TAKEN: {
    status: 422,
    'zh-CN': '推荐位最多同时展示 {limit} 条，请先下线其他推荐',
    'en-US': 'A slot shows at most {limit} items; take another offline first',
  },
  FULL: { status: 422, 'zh-CN': '名额已满', 'en-US': 'No places left' },
  CLOSED: { status: 422, 'zh-CN': '已截止', 'en-US': 'Closed' },
  ALREADY_CLAIMED: {
    status: 422,
    'zh-CN': '该达人已领取过这条推荐',
    'en-US': 'This creator has already claimed it',
  },
  CREATOR_NOT_YOURS: {
    status: 422,
    'zh-CN': '达人不存在或未绑定你的机构',
    'en-US': 'This creator does not exist or is not bound to you',
  },
  CREATOR_OTHER_PLATFORM: {
    status: 422,
    'zh-CN': '任务平台为{platform}，请选择该平台的达人',
    'en-US': 'The task is on {platform}; choose a creator of that platform',
  },
  UNKNOWN_LINK: {
    status: 422,
    'zh-CN': '无法识别链接，请粘贴带作品 ID 的作品链接',
    'en-US': 'This link is not recognised; paste the link of a work that carries its id',
  },
  WRONG_PLATFORM: {
    status: 422,
    'zh-CN': '链接不是{platform}作品',
    'en-US': 'This is not a link to a {platform} work',
  },
  LINK_USED: { status: 422, 'zh-CN': '该作品已用于你的另一次领取', 'en-US': 'You have handed in this work already' },
  WORK_OF_ANOTHER: {
    status: 422,
    'zh-CN': '该作品属于另一位达人',
    'en-US': 'This work is by another of your creators',
  },
  REASON_REQUIRED: { status: 422, 'zh-CN': '判为无效需要填写原因', 'en-US': 'Calling it invalid needs a reason' },
  DECIDED: { status: 422, 'zh-CN': '该建议已处理', 'en-US': 'This suggestion is decided already' },
} as const satisfies Record<string, Refusal>
