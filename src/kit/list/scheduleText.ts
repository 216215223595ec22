import { defineText } from '../../core/text.ts'

const ordinal = (day: number): string => {
  const last = day % 10
  const isTeen = day > 10 && day < 14
  return `${day}${isTeen || last === 0 || last > 3 ? 'th' : ['st', 'nd', 'rd'][last - 1]}`
}
const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

/** The words of what comes back by the clock. */
export const scheduleText = defineText(
  {
    cadence: '频率',
    cadences: { daily: '每天', weekly: '每周', monthly: '每月' },
    weekday: '星期',
    weekdays: ['周一', '周二', '周三', '周四', '周五', '周六', '周日'] as readonly string[],
    monthDay: '日期',
    monthDays: (day: number) => `${day} 日`,
    monthEnd: '当月没有这一天时，取当月最后一天',
    at: '时间（UTC+8）',
    badTime: '请选择时间',
    window: '数据日期',
    windowNote: '每次按运行当天重新计算',
    asItStands: '与当前筛选相同',
    next: (clock: string) => `下次 ${clock}（UTC+8）`,
    turn: {
      daily: (time: string) => `每天 ${time}`,
      weekly: (day: number, time: string) => `每周${'一二三四五六日'[day - 1]} ${time}`,
      monthly: (day: number, time: string) => `每月 ${day} 日 ${time}`,
    },
  },
  {
    cadence: 'How often',
    cadences: { daily: 'Daily', weekly: 'Weekly', monthly: 'Monthly' },
    weekday: 'Weekday',
    weekdays: DAYS as readonly string[],
    monthDay: 'Day of the month',
    monthDays: (day: number) => String(day),
    monthEnd: 'The last day of a month that has fewer days',
    at: 'Time (UTC+8)',
    badTime: 'Choose a time',
    window: 'Days of the data',
    windowNote: 'Counted anew from the day of each run',
    asItStands: 'As the filter stands',
    next: (clock: string) => `Next on ${clock} (UTC+8)`,
    turn: {
      daily: (time: string) => `Daily at ${time}`,
      weekly: (day: number, time: string) => `${DAYS[day - 1]}s at ${time}`,
      monthly: (day: number, time: string) => `${ordinal(day)} of the month at ${time}`,
    },
  },
)
