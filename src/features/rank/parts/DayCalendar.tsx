import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/zh-cn'
import { DatePicker } from '@mantine/dates'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { listText } from '../../../kit/list/text.ts'

interface DayCalendarProps {
  value: string
  /** The days that can be chosen. */
  days: ReadonlySet<string>
  onChange(day: string): void
}

/** The days with a board; its own chunk, fetched when a day is first looked for. */
export default function DayCalendar({ value, days, onChange }: DayCalendarProps) {
  const { language } = useApp()
  const words = useText(listText)
  const isChinese = language === 'zh-CN'
  return (
    <DatePicker
      value={value || null}
      defaultDate={value || undefined}
      excludeDate={(day) => !days.has(day)}
      onChange={(day) => day && onChange(day)}
      locale={isChinese ? 'zh-cn' : 'en'}
      firstDayOfWeek={1}
      monthLabelFormat={isChinese ? 'YYYY 年 M 月' : 'MMM YYYY'}
      weekendDays={[]}
      hideOutsideDates
      ariaLabels={words.calendar}
      size="xs"
    />
  )
}
