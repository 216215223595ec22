import { Button, Popover } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { faultOf, type Period, RANGES, type Range, rangeDays } from '../../core/period.ts'
import { shortDay } from '../format/time.ts'
import { useApp, useText } from '../hooks/app.ts'
import styles from './pick.module.css'
import { periodText } from './text.ts'

const Calendar = lazy(() => import('../list/filters/Calendar.tsx'))

interface PeriodPickProps extends Period {
  range: Range | null
  today: string
  onChange(period: Period & { range: Range | null }): void
}

/** The days looked at: a preset of finished days, or two days of the calendar. */
export function PeriodPick(props: PeriodPickProps) {
  const { range, from, to, today, onChange } = props
  const { language } = useApp()
  const words = useText(periodText)
  const [isOpen, setOpen] = useState(false)
  const day = (one: string) => shortDay(one, language, today.slice(0, 4))
  const days = words.days(day(from), day(to))
  return (
    <Popover opened={isOpen} onChange={setOpen} trapFocus returnFocus position="bottom-end" offset={4}>
      <Popover.Target>
        <button type="button" className={styles.pick} onClick={() => setOpen(!isOpen)}>
          <span>{words.label}</span>
          <b>{range ? words.ranges[range] : days}</b>
          {range && <span className={styles.pickNote}>{days}</span>}
          <IconChevronDown size={14} stroke={1.8} aria-hidden />
        </button>
      </Popover.Target>
      <Popover.Dropdown p={12}>
        <PeriodForm
          {...props}
          onChange={(period) => {
            setOpen(false)
            onChange(period)
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}

/** Keeps what is chosen until it is a whole period. */
function PeriodForm({ range, from, to, today, onChange }: PeriodPickProps) {
  const words = useText(periodText)
  const [days, setDays] = useState<Period>({ from, to })
  const fault = faultOf(days, today)
  const isWhole = !!days.from && !!days.to
  return (
    <div className={styles.period}>
      <div className={styles.periodPresets}>
        {RANGES.map((one) => (
          <Button
            key={one}
            size="xs"
            variant={one === range ? 'light' : 'subtle'}
            color={one === range ? undefined : 'gray'}
            onClick={() => onChange({ range: one, ...rangeDays(one, today) })}
          >
            {words.ranges[one]}
          </Button>
        ))}
      </div>
      <div>
        <Suspense fallback={<div className={styles.periodCalendar} />}>
          <Calendar from={days.from} to={days.to} onChange={([first, last]) => setDays({ from: first, to: last })} />
        </Suspense>
        <div className={styles.periodFoot}>
          <p role="alert">{isWhole && fault ? words[fault] : ''}</p>
          <Button size="xs" disabled={!!fault} onClick={() => onChange({ range: null, ...days })}>
            {words.apply}
          </Button>
        </div>
      </div>
    </div>
  )
}
