import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/zh-cn'
import { DatePicker } from '@mantine/dates'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { addDays } from '../../../core/time.ts'
import { useApp, useText } from '../../hooks/app.ts'
import { addMonths } from './dayText.ts'
import { dateText } from './text.ts'

interface MonthProps {
  /** Empty where none is chosen. */
  value: string
  today: string
  min?: string
  max?: string
  onChoose(day: string): void
}

/** Red weekends would read as a rise. */
const NONE: never[] = []
/** Days since Monday. */
const weekday = (day: string): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7

/** Where a key leads from a day; undefined for keys that do something else. */
function stepOf({ key, shiftKey }: KeyboardEvent, day: string): string | undefined {
  const months = shiftKey ? 12 : 1
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1)
    case 'ArrowRight':
      return addDays(day, 1)
    case 'ArrowUp':
      return addDays(day, -7)
    case 'ArrowDown':
      return addDays(day, 7)
    case 'Home':
      return addDays(day, -weekday(day))
    case 'End':
      return addDays(day, 6 - weekday(day))
    case 'PageUp':
      return addMonths(day, -months)
    case 'PageDown':
      return addMonths(day, months)
    default:
      return undefined
  }
}

/** A month's days from Monday on, moved over as the date-picker dialog of the ARIA practices says; its own chunk. */
export default function Month({ value, today, min, max, onChoose }: MonthProps) {
  const { language } = useApp()
  const words = useText(dateText)
  const isChinese = language === 'zh-CN'
  const box = useRef<HTMLDivElement>(null)
  const within = (day: string): string => (min && day < min ? min : max && day > max ? max : day)
  const [at, setAt] = useState(() => within(value || today))
  const [month, setMonth] = useState(at)
  useEffect(() => {
    box.current?.querySelector<HTMLElement>(`[data-day="${at}"]`)?.focus()
  }, [at])
  const move = (event: KeyboardEvent) => {
    const from = (event.target as HTMLElement).dataset.day
    const to = from && stepOf(event, from)
    if (!to) return
    event.preventDefault()
    event.stopPropagation()
    setAt(within(to))
    setMonth(within(to))
  }
  return (
    <div ref={box} onKeyDownCapture={move}>
      <DatePicker
        value={value || null}
        date={month}
        onDateChange={setMonth}
        onChange={(day) => day && onChoose(day)}
        {...(min && { minDate: min })}
        {...(max && { maxDate: max })}
        getDayProps={(day) => ({
          'data-day': day,
          tabIndex: day === at ? 0 : -1,
          ...(day === today && { 'aria-current': 'date' as const }),
        })}
        locale={isChinese ? 'zh-cn' : 'en'}
        firstDayOfWeek={1}
        monthLabelFormat={isChinese ? 'YYYY 年 M 月' : 'MMM YYYY'}
        weekendDays={NONE}
        highlightToday
        hideOutsideDates
        ariaLabels={words.month}
        size="xs"
      />
    </div>
  )
}
