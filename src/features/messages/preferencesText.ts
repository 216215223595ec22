import { defineText } from '../../core/text.ts'

export const preferencesText = defineText(
  {
    title: '消息通知',
    about: '选择哪些业务的消息与通知进入你的消息盒子，立即生效。待办始终送达：有人在等你处理。',
    kinds: {
      risk: '风险处置',
      distribution: '视频分发',
      recommendation: '推荐',
      collection: '集合',
      article: '文章',
      affiliate: '联盟',
      settlement: '结算',
    },
    hints: {
      risk: '作品被送审、处置、申诉结果与到期提醒',
      distribution: '新的分发、回传、验收与召回',
      recommendation: '新的推荐、领取进展与建议',
      collection: '集合重建失败的提醒',
      article: '必读文章、审阅结果与发布',
      affiliate: '账号失效、同步失败与对账差异',
      settlement: '结算单待确认、异议、锁账与打款',
    },
    inApp: (kind: string) => `站内接收${kind}`,
    on: '已开启',
    off: '已关闭',
    empty: '你的账号没有可以关闭的通知',
  },
  {
    title: 'Notifications',
    about:
      'Choose whose messages and notices come to your message box; it works at once. Todos always come: somebody waits for you.',
    kinds: {
      risk: 'Risk',
      distribution: 'Distribution',
      recommendation: 'Recommendations',
      collection: 'Collections',
      article: 'Articles',
      affiliate: 'Affiliate',
      settlement: 'Settlement',
    },
    hints: {
      risk: 'Works sent to review, decisions, results of appeals, and deadlines',
      distribution: 'New distributions, links, acceptance and recalls',
      recommendation: 'New recommendations, progress of claims, and suggestions',
      collection: 'When rebuilding a collection failed',
      article: 'What must be read, reviews, and what is published',
      affiliate: 'Accounts that expired, failed syncs and books that differ',
      settlement: 'Statements to confirm, disputes, locks and payments',
    },
    inApp: (kind) => `Messages about ${kind}`,
    on: 'On',
    off: 'Off',
    empty: 'There is nothing your account could turn off',
  },
)
