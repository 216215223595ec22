import { defineText } from '../../core/text.ts'

export const chartText = defineText(
  {
    asTable: '以表格显示',
    asChart: '以图表显示',
    day: '日期',
    loading: '图表加载中',
    describe: (name: string, days: number, low: string, high: string) =>
      `${name}，${days} 天，最低 ${low}，最高 ${high}`,
  },
  {
    asTable: 'Show as table',
    asChart: 'Show as chart',
    day: 'Date',
    loading: 'Loading chart',
    describe: (name, days, low, high) => `${name}, ${days} days, lowest ${low}, highest ${high}`,
  },
)
