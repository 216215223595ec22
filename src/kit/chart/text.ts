import { defineText } from '../../core/text.ts'

export const chartText = defineText(
  {
    asTable: '以表格显示',
    asChart: '以图表显示',
    day: '日期',
    loading: '图表加载中',
    unavailable: '图表无法加载，可切换为表格查看。',
    partial: '未满周期',
    share: (name: string, share: string) => `${name} ${share}`,
    describe: (name: string, days: number, low: string, high: string) =>
      `${name}，${days} 天，最低 ${low}，最高 ${high}`,
  },
  {
    asTable: 'Show as table',
    asChart: 'Show as chart',
    day: 'Date',
    loading: 'Loading chart',
    unavailable: 'The chart could not be loaded; it can be read as a table.',
    partial: 'Unfinished',
    share: (name, share) => `${name} ${share}`,
    describe: (name, days, low, high) => `${name}, ${days} days, lowest ${low}, highest ${high}`,
  },
)
