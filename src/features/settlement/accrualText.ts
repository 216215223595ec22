import { defineText } from '../../core/text.ts'
import { workText } from '../../core/workText.ts'
import { text } from './statementText.ts'

const zhChoices = {
  lineType: text['zh-CN'].lineTypes,
  holdReason: { risk: '风险处置中', manual: '人工暂缓' },
  zeroReason: { excluded: '不计入结算', below_minimum: '未达最低播放' },
  cutBy: { video: '单条封顶', creator: '达人封顶', budget: '预算用尽' },
  platform: workText['zh-CN'].platform,
  settleType: {
    1: '广告分成',
    2: '支付分成（基础）',
    3: '支付分成（绑定）',
    7: '广告+支付（基础）',
    8: '广告+支付（绑定）',
  },
}
const enChoices = {
  lineType: text['en-US'].lineTypes,
  holdReason: { risk: 'Risk case open', manual: 'Held by hand' },
  zeroReason: { excluded: 'Left out of settlement', below_minimum: 'Below the minimum plays' },
  cutBy: { video: 'Cap per video', creator: 'Cap per creator', budget: 'Budget used up' },
  platform: workText['en-US'].platform,
  settleType: {
    1: 'Ads',
    2: 'Payments (base)',
    3: 'Payments (bound)',
    7: 'Ads + payments (base)',
    8: 'Ads + payments (bound)',
  },
}
const zhShared = {
  title: '视频',
  earnDate: '计费日期',
  partnerName: '合作方',
  creatorName: '达人',
  lineType: '类型',
  amount: '合作方收益',
  isFinal: '已最终',
  holdReason: '暂缓原因',
  zeroReason: '未计原因',
  statementNo: '结算单',
  planNumber: '方案版本',
  platform: '发布平台',
  platformItemId: '平台作品 ID',
}
const enShared = {
  title: 'Video',
  earnDate: 'Earned on',
  partnerName: 'Partner',
  creatorName: 'Creator',
  lineType: 'Type',
  amount: 'Partner’s income',
  isFinal: 'Final',
  holdReason: 'Held because',
  zeroReason: 'Not counted because',
  statementNo: 'Statement',
  planNumber: 'Plan version',
  platform: 'Platform',
  platformItemId: 'Platform video ID',
}
const zhFilters = { keyword: '标题或平台作品 ID', videoId: '视频', partnerId: '合作方', isHeld: '暂缓中' }
const enFilters = { keyword: 'Title or platform video ID', videoId: 'Video', partnerId: 'Partner', isHeld: 'Held' }

/** Words of the two lists of accruals. */
export const accrualText = {
  wl: defineText(
    {
      title: '赏金分成收益明细',
      columns: {
        ...zhShared,
        settleType: '结算类型',
        base: '计费收入',
        partnerRate: '合作方比例',
        margin: '平台留存',
        creatorRate: '达人比例',
        creatorAmount: '达人收益',
        taskCode: '任务',
      },
      filters: zhFilters,
      choices: zhChoices,
    },
    {
      title: 'Accruals of the bounty split',
      columns: {
        ...enShared,
        settleType: 'Settle type',
        base: 'Income',
        partnerRate: 'Partner’s rate',
        margin: 'Our margin',
        creatorRate: 'Creator’s rate',
        creatorAmount: 'Creator’s part',
        taskCode: 'Task',
      },
      filters: enFilters,
      choices: enChoices,
    },
  ),
  sm4: defineText(
    {
      title: '赏金计划4收益明细',
      columns: {
        ...zhShared,
        playsFrom: '累计有效播放（此前）',
        playsTo: '累计有效播放',
        cpmE4: '千次单价（万分之一元）',
        quality: '质量系数',
        gross: '应计金额',
        cut: '封顶扣减',
        cutBy: '扣减来源',
      },
      filters: zhFilters,
      choices: zhChoices,
    },
    {
      title: 'Accruals of bounty plan 4',
      columns: {
        ...enShared,
        playsFrom: 'Effective plays before',
        playsTo: 'Effective plays to date',
        cpmE4: 'Price per 1000 (CNY/10,000)',
        quality: 'Quality factor',
        gross: 'Before caps',
        cut: 'Cut by caps',
        cutBy: 'Cut by',
      },
      filters: enFilters,
      choices: enChoices,
    },
  ),
}
