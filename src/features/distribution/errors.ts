import type { Refusal } from '../../core/errors.ts'

export const errors = {
  ROWS_NOT_FOUND: {
    status: 404,
    'zh-CN': '{count} 条无权限或不存在，未做任何修改',
    'en-US': '{count} not found or not yours; nothing was changed',
  },
  SUPPLIER_PAUSED: {
    status: 422,
    'zh-CN': '供应商已暂停合作，不能接收任务',
    'en-US': 'The supplier is paused and cannot accept tasks',
  },
  DEADLINE_PASSED: {
    status: 422,
    'zh-CN': '已过截止时间，不能提交链接',
    'en-US': 'The deadline has passed; links are no longer taken',
  },
  RIGHTS_NOT_RUNNING: {
    status: 422,
    'zh-CN': '不在授权期内，不能提交链接',
    'en-US': 'The rights do not run now; links are not taken',
  },
  UNKNOWN_LINK: {
    status: 422,
    'zh-CN': '无法识别链接，请粘贴作品页的完整链接',
    'en-US': 'This link is not recognised; paste the full link of the post',
  },
  PLATFORM_NOT_GRANTED: {
    status: 422,
    'zh-CN': '不在授权平台：{platform}',
    'en-US': '{platform} is not a granted platform',
  },
  LINK_IS_ORIGINAL: {
    status: 422,
    'zh-CN': '这是原作品的链接，请提交自己发布的链接',
    'en-US': 'This is the link of the original; submit the link of your own post',
  },
  LINK_USED: {
    status: 422,
    'zh-CN': '该链接已被提交过',
    'en-US': 'This link was submitted before',
  },
  TOO_MANY_LINKS: {
    status: 422,
    'zh-CN': '每条任务最多提交 {limit} 个链接',
    'en-US': 'A task takes at most {limit} links',
  },
  LINK_PASSED: {
    status: 422,
    'zh-CN': '链接已核验通过，不能撤回',
    'en-US': 'The link has passed its check and cannot be withdrawn',
  },
  NOTE_REQUIRED: {
    status: 400,
    'zh-CN': '请填写不通过的原因',
    'en-US': 'Say why the link fails',
  },
  DEADLINE_NOT_LATER: {
    status: 422,
    'zh-CN': '新的截止时间须晚于现在，且不晚于授权结束',
    'en-US': 'The new deadline must lie ahead and within the rights',
  },
  LINK_EXPIRED: {
    status: 410,
    'zh-CN': '下载链接已过期，请重新获取',
    'en-US': 'The download link has expired; get a new one',
  },
  NOT_A_VIDEO: {
    status: 422,
    'zh-CN': '请上传 MP4、MOV 或 WebM 视频文件',
    'en-US': 'Upload an MP4, MOV or WebM video file',
  },
} as const satisfies Record<string, Refusal>
