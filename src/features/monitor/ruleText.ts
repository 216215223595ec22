import { defineText } from '../../core/text.ts'
import type { RuleCode } from './contract.ts'

const zh: Record<RuleCode, [name: string, what: string]> = {
  dataAgeHours: ['数据时效', '距最新完整数据日结束的小时数'],
  ingestRefusedPpm: ['接入拒收率', '24 小时内各来源被拒行数的占比'],
  playsDropPpm: ['播放下跌', '最新一天比前几周同星期同时段中位数少的比例'],
  rollupDays: ['汇总积压', '等待重新汇总的天数'],
  rollupWrong: ['汇总不符', '最近一次核对中与明细不一致的天数'],
  jobsFailed: ['任务失败', '重试用尽的后台任务数'],
  jobWaitMinutes: ['任务等待', '最早一个到期任务已等待的分钟数'],
  apiErrorPpm: ['接口错误率', '近 5 分钟 5xx 应答的占比'],
  apiP95Ms: ['接口耗时', '近 5 分钟 95% 请求的耗时上限'],
  casesOverdue: ['风险超时', '已过处理时限的风险案件数'],
  deadlinesOverdue: ['事项超时', '风险案件之外已过时限的事项数'],
  nextDeadlineHours: ['临近时限', '距下一个时限的小时数'],
}
const en: Record<RuleCode, [name: string, what: string]> = {
  dataAgeHours: ['Age of the data', 'Hours since the newest complete day ended'],
  ingestRefusedPpm: ['Rows refused', 'Share of rows refused from all sources within 24 hours'],
  playsDropPpm: ['Plays down', 'How much less the newest day has than the median of the same weekdays'],
  rollupDays: ['Sums waiting', 'Days that wait to be added up anew'],
  rollupWrong: ['Sums that differ', 'Days that differed from their facts at the last check'],
  jobsFailed: ['Failed jobs', 'Background jobs whose attempts are used up'],
  jobWaitMinutes: ['Waiting jobs', 'Minutes the job that is due longest has waited'],
  apiErrorPpm: ['Server errors', 'Share of answers 5xx within 5 minutes'],
  apiP95Ms: ['Response time', 'Within which 95% of requests were answered, last 5 minutes'],
  casesOverdue: ['Cases overdue', 'Risk cases past their time limit'],
  deadlinesOverdue: ['Deadlines missed', 'What is past its deadline, risk cases aside'],
  nextDeadlineHours: ['Deadline near', 'Hours until the next deadline'],
}

/** The rules' names, what they measure, and their figures with units: for the page and for messages. */
export const ruleText = defineText(
  {
    names: zh,
    hours: (n: string) => `${n} 小时`,
    minutes: (n: string) => `${n} 分钟`,
    title: (name: string) => `监控告警：${name}`,
    content: (what: string, value: string, threshold: string, isBelow: boolean) =>
      `${what}为 ${value}，${isBelow ? '低于' : '超过'}阈值 ${threshold}。`,
  },
  {
    names: en,
    hours: (n) => `${n} h`,
    minutes: (n) => `${n} min`,
    title: (name) => `Monitor alert: ${name}`,
    content: (what, value, threshold, isBelow) =>
      `${what}: ${value}, ${isBelow ? 'below' : 'above'} the threshold of ${threshold}.`,
  },
)

/** A rule's figure with its unit. */
export function ruleFigure(language: keyof typeof ruleText, code: RuleCode, value: number): string {
  const words = ruleText[language]
  if (code.endsWith('Ppm')) return `${Number((value / 10_000).toFixed(2))}%`
  if (code.endsWith('Ms')) return `${value.toLocaleString('en-US')} ms`
  if (code.endsWith('Hours')) return words.hours(value.toLocaleString('en-US'))
  if (code.endsWith('Minutes')) return words.minutes(value.toLocaleString('en-US'))
  return value.toLocaleString('en-US')
}
