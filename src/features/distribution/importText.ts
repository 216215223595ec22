import { defineText, type Language } from '../../core/text.ts'
import { MAX_LINKS } from './contract.ts'
import { errors } from './errors.ts'

const reasonsIn = (language: Language) => ({
  DEADLINE_PASSED: errors.DEADLINE_PASSED[language],
  RIGHTS_NOT_RUNNING: errors.RIGHTS_NOT_RUNNING[language],
  UNKNOWN_LINK: errors.UNKNOWN_LINK[language],
  LINK_IS_ORIGINAL: errors.LINK_IS_ORIGINAL[language],
  LINK_USED: errors.LINK_USED[language],
  TOO_MANY_LINKS: errors.TOO_MANY_LINKS[language].replace('{limit}', String(MAX_LINKS)),
})

/** The words of the import of links. */
export const importText = defineText(
  {
    note: '每行是一条分发任务的一个发布链接，与在任务里逐个提交的要求相同，提交后等待核验',
    see: '查看分发视频',
    fields: { distId: '分发 ID', url: '作品链接', account: '发布账号' },
    hints: { distId: '分发列表中的 ID', url: '发布后作品页的完整链接' },
    reasons: {
      ...reasonsIn('zh-CN'),
      PLATFORM_NOT_GRANTED: '链接所在平台不在授权范围内',
      NOT_IN_THIS_STATE: '任务当前的状态不能提交链接',
      TWICE: '文件中前面已有相同的链接',
    },
    notes: { tasks: '涉及 {n} 条分发任务' },
  },
  {
    note: 'Each row is a link of a post for a task, judged as one submitted by hand; it then waits for its check',
    see: 'See the distributed videos',
    fields: { distId: 'Distribution ID', url: 'Link of the post', account: 'Account' },
    hints: { distId: 'The ID in the list of distributed videos', url: 'The full link of the published post' },
    reasons: {
      ...reasonsIn('en-US'),
      PLATFORM_NOT_GRANTED: 'The platform of the link is not granted',
      NOT_IN_THIS_STATE: 'The task takes no links in its state',
      TWICE: 'An earlier row of the file has this link',
    },
    notes: { tasks: 'Tasks that get links: {n}' },
  },
)
