import type { Notice } from '../../core/notice.ts'

const EDIT = '/dashboard/article_edit'
const DETAIL = '/dashboard/article_detail'
const bizType = 'article'

/** A text waits for another pair of eyes. */
export const submitted = (id: string, title: string, by: string): Notice => ({
  to: { roles: ['admin', 'coo'] },
  type: 'todo',
  bizType,
  bizId: id,
  messageType: 0,
  link: `${EDIT}?id=${id}`,
  dedupKey: `article-submitted-${id}`,
  words: {
    'zh-CN': { title: '文章待审', subTitle: title, content: `${by} 提交了《${title}》，请审阅后发布或退回` },
    'en-US': { title: 'Article to review', subTitle: title, content: `${by} asks for a review of “${title}”` },
  },
})

export const returned = (id: string, title: string, reason: string, authorId: string): Notice => ({
  to: { userIds: [authorId] },
  type: 'notice',
  bizType,
  bizId: id,
  link: `${EDIT}?id=${id}`,
  words: {
    'zh-CN': { title: '文章被退回', subTitle: title, content: `《${title}》被退回修改：${reason}` },
    'en-US': { title: 'Article sent back', subTitle: title, content: `“${title}” was sent back: ${reason}` },
  },
})

export const published = (id: string, title: string, authorId: string): Notice => ({
  to: { userIds: [authorId] },
  type: 'message',
  bizType,
  bizId: id,
  link: `${DETAIL}?id=${id}`,
  words: {
    'zh-CN': { title: '文章已发布', subTitle: title, content: `《${title}》已发布` },
    'en-US': { title: 'Article published', subTitle: title, content: `“${title}” is published` },
  },
})

/** One key for the first word and for reminders: whoever has not read the first gets no second beside it. */
const toRead = (id: string, userIds: string[]): Omit<Notice, 'words'> => ({
  to: { userIds },
  type: 'notice',
  bizType,
  bizId: id,
  messageType: 0,
  link: `${DETAIL}?id=${id}`,
  dedupKey: `article-must-read-${id}`,
})

export const mustRead = (id: string, title: string, userIds: string[]): Notice => ({
  ...toRead(id, userIds),
  words: {
    'zh-CN': { title: '必读文章', subTitle: title, content: `请阅读并确认《${title}》` },
    'en-US': { title: 'Must read', subTitle: title, content: `Please read and confirm “${title}”` },
  },
})

export const reminder = (id: string, title: string, userIds: string[]): Notice => ({
  ...toRead(id, userIds),
  words: {
    'zh-CN': { title: '必读文章待确认', subTitle: title, content: `你还没有确认《${title}》，请阅读后确认` },
    'en-US': {
      title: 'Must read: not confirmed yet',
      subTitle: title,
      content: `You have not confirmed “${title}” yet; please read it, then confirm`,
    },
  },
})
