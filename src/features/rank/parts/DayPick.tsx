import { Button, Popover } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { shortDay } from '../../../kit/format/time.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { screenText } from '../screenText.ts'
import styles from './rank.module.css'
import { useDays, type View } from './useRank.ts'

const DayCalendar = lazy(() => import('./DayCalendar.tsx'))

interface DayPickProps {
  view: View
  /** The day of the board that is shown. */
  statDate: string | undefined
  /** Empty: the newest board, whichever day that is. */
  onChange(day: string): void
}

/** The history of a board: the day looked at, of those there is a board of. */
export function DayPick({ view, statDate, onChange }: DayPickProps) {
  const { language } = useApp()
  const words = useText(screenText)
  const [isOpen, setOpen] = useState(false)
  const days = useDays(view)
  const choose = (day: string) => {
    setOpen(false)
    onChange(day)
  }
  const shown = view.date || statDate
  return (
    <Popover opened={isOpen} onChange={setOpen} trapFocus returnFocus position="bottom-end" offset={4}>
      <Popover.Target>
        <button type="button" className={styles.pick} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <span>{words.date}</span>
          <b>{shown ? shortDay(shown, language) : words.newest}</b>
          <IconChevronDown size={14} stroke={1.8} aria-hidden />
        </button>
      </Popover.Target>
      <Popover.Dropdown p={12}>
        <div className={styles.calendar}>
          <Suspense>
            <DayCalendar value={shown ?? ''} days={new Set(days.map((day) => day.statDate))} onChange={choose} />
          </Suspense>
        </div>
        <Button size="xs" variant="default" fullWidth mt={8} disabled={!view.date} onClick={() => choose('')}>
          {words.newestBoard}
        </Button>
      </Popover.Dropdown>
    </Popover>
  )
}
