import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/zh-cn'
import { TextInput } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import { dateText } from '../../form/dates/text.ts'
import { useTypedDay } from '../../form/dates/useTypedDay.ts'
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

/** One end of the range, typed. */
function End({ label, value, onChange }: { label: string; value: string; onChange(day: string): void }) {
  const words = useText(dateText)
  const { field, isWrong, input } = useTypedDay(value, onChange)
  return (
    <TextInput
      ref={field}
      size="xs"
      aria-label={label}
      placeholder="YYYY-MM-DD"
      {...input}
      error={isWrong && words.wrong}
    />
  )
}

/** A day range, typed or chosen from a month; its own chunk, fetched when a range is first edited. */
export default function Calendar({ from, to, onChange }: CalendarProps) {
  const { language } = useApp()
  const words = useText(listText)
  const days = useText(dateText)
  const isChinese = language === 'zh-CN'
  return (
    <div>
      <div className={styles.ends}>
        <End label={days.begin} value={from} onChange={(day) => onChange([day, to])} />
        <End label={days.end} value={to} onChange={(day) => onChange([from, day])} />
      </div>
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
    </div>
  )
}
