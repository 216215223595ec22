import { defineText } from './text.ts'

/** What works are called everywhere: platforms, content types (the specification's words) and settlement products. */
export const workText = defineText(
  {
    platform: {
      douyin: '抖音',
      kuaishou: '快手',
      bilibili: 'B站',
      xigua: '西瓜',
      toutiao: '头条',
      wechat_channels: '视频号',
      other: '其他',
    },
    contentType: { img: '图文', horizontalVideo: '横版短视频', verticalVideo: '竖版短视频' },
    product: { wl: '赏金分成', sm4: '赏金计划 4' },
  },
  {
    platform: {
      douyin: 'Douyin',
      kuaishou: 'Kuaishou',
      bilibili: 'Bilibili',
      xigua: 'Xigua',
      toutiao: 'Toutiao',
      wechat_channels: 'Channels',
      other: 'Other',
    },
    contentType: { img: 'Image-text', horizontalVideo: 'Horizontal video', verticalVideo: 'Vertical video' },
    product: { wl: 'Bounty split', sm4: 'Bounty plan 4' },
  },
)
