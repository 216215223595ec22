import { defineText } from '../../core/text.ts'

export const formText = defineText({ cancel: '取消', confirm: '确定' }, { cancel: 'Cancel', confirm: 'OK' })

/** Choosing the days a page looks at, and what they are compared with. */
export const periodText = defineText(
  {
    label: '日期',
    ranges: { yesterday: '昨日', last7: '近 7 日', last30: '近 30 日', last90: '近 90 日' },
    days: (from: string, to: string) => (from === to ? from : `${from} 至 ${to}`),
    apply: '确定',
    chooseDays: '请选择开始和结束日期',
    tooLong: '最多查询 366 天',
    tooLate: '数据次日上午完成，最晚可选昨日',
    compare: '对比',
    comparisons: { previous: '上一周期', year: '去年同期', none: '不对比' },
    versus: { previous: '较上期', year: '较去年', none: '' },
  },
  {
    label: 'Period',
    ranges: { yesterday: 'Yesterday', last7: 'Last 7 days', last30: 'Last 30 days', last90: 'Last 90 days' },
    days: (from, to) => (from === to ? from : `${from} – ${to}`),
    apply: 'Apply',
    chooseDays: 'Choose the first and the last day',
    tooLong: 'At most 366 days',
    tooLate: 'A day is complete the next morning: yesterday is the last you can choose',
    compare: 'Compare',
    comparisons: { previous: 'Previous period', year: 'A year before', none: 'Nothing' },
    versus: { previous: 'vs previous', year: 'vs last year', none: '' },
  },
)
