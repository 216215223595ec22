import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/zh-cn'
import { DatePicker } from '@mantine/dates'
import { useApp, useText } from '../../hooks/app.ts'
import { listText } from '../text.ts'
import styles from './filters.module.css'

interface CalendarProps {
  from: string
  to: string
  onChange(range: [from: string, to: string]): void
}

/** Red weekends would read as a rise. */
const NONE: never[] = []

/** The calendar of a day range; its own chunk, fetched when a range is first edited. */
export default function Calendar({ from, to, onChange }: CalendarProps) {
  const { language } = useApp()
  const words = useText(listText)
  const isChinese = language === 'zh-CN'
  return (
    <DatePicker
      className={styles.calendar}
      type="range"
      allowSingleDateInRange
      value={[from || null, to || null]}
      onChange={([first, last]) => onChange([first ?? '', last ?? ''])}
      defaultDate={to || from || undefined}
      locale={isChinese ? 'zh-cn' : 'en'}
      firstDayOfWeek={1}
      monthLabelFormat={isChinese ? 'YYYY 年 M 月' : 'MMM YYYY'}
      weekendDays={NONE}
      hideOutsideDates
      ariaLabels={words.calendar}
      size="xs"
    />
  )
}
