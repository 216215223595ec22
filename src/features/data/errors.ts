import type { Refusal } from '../../core/errors.ts'

export const errors = {
  UNKNOWN_LINK: {
    status: 400,
    'zh-CN': '无法识别链接，支持抖音、快手、B站、西瓜、头条、视频号作品链接',
    'en-US': 'This link is not recognised; links of Douyin, Kuaishou, Bilibili, Xigua, Toutiao and Channels works are',
  },
  TOO_MANY_IDS: { status: 400, 'zh-CN': '一次最多粘贴 {limit} 个 ID', 'en-US': 'Paste at most {limit} ids at once' },
  ROWS_NOT_FOUND: {
    status: 404,
    'zh-CN': '{count} 条无权限或不存在，未做任何修改',
    'en-US': '{count} not found or not yours; nothing was changed',
  },
  CATEGORY_NOT_FOUND: { status: 422, 'zh-CN': '类目不存在', 'en-US': 'No such category' },
  PARTNER_NOT_FOUND: { status: 422, 'zh-CN': '合作方不存在', 'en-US': 'No such partner' },
} as const satisfies Record<string, Refusal>
