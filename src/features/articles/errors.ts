import type { Refusal } from '../../core/errors.ts'

export const errors = {
  CATEGORY_NOT_FOUND: { status: 422, 'zh-CN': '分类不存在', 'en-US': 'No such category' },
  PARTNER_NOT_FOUND: { status: 422, 'zh-CN': '合作方不存在', 'en-US': 'No such partner' },
  MEDIA_NOT_FOUND: { status: 422, 'zh-CN': '图片不存在，请重新上传', 'en-US': 'No such picture; upload it again' },
  BAD_LINK: {
    status: 422,
    'zh-CN': '链接须以 http://、https:// 或 / 开头',
    'en-US': 'A link begins with http://, https:// or /',
  },
  DRAFT_CHANGED: {
    status: 409,
    'zh-CN': '稿件已被 {name} 于 {time} 修改，请核对差异后再保存',
    'en-US': '{name} changed this text at {time}; look at the differences before you save',
  },
  LOCKED: {
    status: 409,
    'zh-CN': '{name} 正在编辑，可以接管编辑',
    'en-US': '{name} is editing this; you may take over',
  },
  EMPTY_OVER_TEXT: {
    status: 422,
    'zh-CN': '正文为空，未覆盖已有内容；确要清空请再次确认',
    'en-US': 'The text is empty and did not overwrite what is there; confirm if you mean to clear it',
  },
  NO_TEXT: { status: 422, 'zh-CN': '正文为空，不能发布', 'en-US': 'It has no text and cannot be published' },
  NOTHING_NEW: {
    status: 422,
    'zh-CN': '没有未发布的修改',
    'en-US': 'There is nothing new to publish',
  },
  TIME_PAST: { status: 422, 'zh-CN': '发布时间须晚于现在', 'en-US': 'The time must lie ahead' },
  TIME_REQUIRED: { status: 422, 'zh-CN': '请选择发布时间', 'en-US': 'Choose when to publish' },
  REASON_REQUIRED: { status: 422, 'zh-CN': '请说明退回原因', 'en-US': 'Say why you send it back' },
  TOO_MANY_PINNED: { status: 422, 'zh-CN': '最多置顶 {limit} 篇', 'en-US': 'At most {limit} articles can be pinned' },
  NOT_A_PICTURE: {
    status: 415,
    'zh-CN': '只能上传 PNG、JPEG、WebP 或 GIF 图片',
    'en-US': 'Only PNG, JPEG, WebP and GIF pictures can be uploaded',
  },
  NOT_MUST_READ: { status: 422, 'zh-CN': '这篇文章无需确认', 'en-US': 'This article asks for no confirmation' },
  NOT_OUT: {
    status: 422,
    'zh-CN': '文章未发布，还没有读者',
    'en-US': 'The article is not published and has no readers yet',
  },
  ALL_CONFIRMED: { status: 422, 'zh-CN': '所有人都已确认', 'en-US': 'Everybody has confirmed it' },
  REMINDED_TODAY: {
    status: 422,
    'zh-CN': '今天已提醒过，每天最多一次',
    'en-US': 'Readers were reminded today already; once a day is the most',
  },
  VERSION_GONE: {
    status: 409,
    'zh-CN': '文章已更新，请阅读新版本后确认',
    'en-US': 'The article has changed; read the new version, then confirm',
  },
  CATEGORY_IN_USE: {
    status: 422,
    'zh-CN': '分类下还有文章或子分类，不能删除',
    'en-US': 'The category still holds articles or categories and cannot be deleted',
  },
  CATEGORY_TWICE: { status: 422, 'zh-CN': '同级已有同名分类', 'en-US': 'A category of this name stands here already' },
  CATEGORY_DEPTH: { status: 422, 'zh-CN': '分类最多两级', 'en-US': 'Categories have two levels at most' },
  ARTICLE_NOT_FOUND: { status: 422, 'zh-CN': '文章不存在', 'en-US': 'No such article' },
  ROWS_NOT_FOUND: {
    status: 404,
    'zh-CN': '{count} 条无权限或不存在，未做任何修改',
    'en-US': '{count} not found or not yours; nothing was changed',
  },
} as const satisfies Record<string, Refusal>
