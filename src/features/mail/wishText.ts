import { defineText } from '../../core/text.ts'

/** The words of the settings. */
export const wishText = defineText(
  {
    title: '邮件通知',
    about: (address: string) => `所选业务的消息同时以邮件发到 ${address}，内容与消息盒子一致。站内已关闭的不会发送。`,
    noAddress: '你的账号还没有邮箱，请先在安全设置中填写。',
    byMail: '用邮件接收',
    quiet: '免打扰时段',
    quietHint: '时段内的消息合并为一封，结束时发出（北京时间）。风险处置的消息随时送达。',
    from: '开始',
    to: '结束',
    kinds: {
      risk: '风险处置',
      distribution: '视频分发',
      recommendation: '推荐',
      collection: '集合',
      article: '文章',
      affiliate: '联盟',
      settlement: '结算',
    },
  },
  {
    title: 'E-mail',
    about: (address) =>
      `Messages of these kinds also go to ${address} and say what the message box says. What is turned off there is not sent.`,
    noAddress: 'Your account has no e-mail address yet: add one in the security settings.',
    byMail: 'Kinds by e-mail',
    quiet: 'Quiet hours',
    quietHint:
      'What comes meanwhile goes in one e-mail when they end (Beijing time). Messages about risk come at any hour.',
    from: 'From',
    to: 'To',
    kinds: {
      risk: 'Risk',
      distribution: 'Distribution',
      recommendation: 'Recommendations',
      collection: 'Collections',
      article: 'Articles',
      affiliate: 'Affiliate',
      settlement: 'Settlement',
    },
  },
)
